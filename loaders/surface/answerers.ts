// Turns a profile's answer rules into who answers which name: methods of the classes under a root, entries of a table,
// branches on a literal, registrations. A class that merely has such a method answers nothing.

import type { Answerer, AnswerRule, Body, Layer } from "../model.ts";
import { Constants } from "./constants.ts";
import { callsIn } from "./places.ts";
import type { ClassDef } from "./shape.ts";
import { namedCallees, type PlacedCall, placedCalls, receiverFits, slotValue } from "./sites.ts";
import { byPlace, type CodeTree, type FunctionDef } from "./tree.ts";

/** An answerer with the function that answers, for its products; null where it is a branch or a bare registration. */
export interface AnswererDef {
  readonly answerer: Answerer;
  readonly asked: ClassDef | null;
  readonly scope: FunctionDef | null;
}

/** Classes that are asked by name: a root or what derives from one. Roots first, then by path and line. */
export function askedClasses(tree: CodeTree, layer: Layer): ClassDef[] {
  const roots = layer.answer.flatMap((rule) =>
    rule.kind === "methods" ? rule.roots.flatMap((root) => tree.classesNamed(root)) : [],
  );
  if (roots.length === 0) return [];
  const derived = new Set(roots.flatMap((root) => tree.subclasses(root)));
  return [...roots, ...[...derived].filter((each) => !roots.includes(each)).toSorted(byPlace)];
}

/** Who answers `names`; of tables and branches also names that nobody sends. */
export function findAnswerers(
  tree: CodeTree,
  layer: Layer,
  names: readonly string[],
  asked: readonly ClassDef[],
  constants: Constants = new Constants(tree, namedCallees(layer)),
): AnswererDef[] {
  return layer.answer.flatMap((rule) => {
    switch (rule.kind) {
      case "methods":
        return asked.flatMap((each) => methodsOf(tree, layer, each, names));
      case "table":
        return tableOf(tree, layer, rule);
      case "branches":
        return branchesOf(tree, layer, rule);
      case "calls":
        return registrationsOf(tree, layer, rule, constants);
    }
  });
}

function methodsOf(tree: CodeTree, layer: Layer, asked: ClassDef, names: readonly string[]): AnswererDef[] {
  return names.flatMap((name): AnswererDef[] => {
    const scope = tree.method(asked, name);
    if (!scope?.owner) return [];
    return [{ answerer: answererOf(layer, name, asked.name, scope, true), asked, scope }];
  });
}

function answererOf(layer: Layer, of: string, asked: string, scope: FunctionDef, replies: boolean): Answerer {
  return {
    layer: layer.name,
    of,
    class: asked,
    definedIn: scope.owner?.name ?? asked,
    function: scope.owner ? `${scope.owner.name}.${scope.name}` : scope.name,
    path: scope.file.path,
    line: scope.chunk.line,
    endLine: scope.chunk.endLine,
    decorators: scope.body.decorators,
    parameters: scope.body.parameters.map(
      (each) => `${each.rest ? "*" : ""}${each.name}${each.default === null ? "" : `=${each.default}`}`,
    ),
    replies,
  };
}

function tableOf(tree: CodeTree, layer: Layer, rule: AnswerRule & { kind: "table" }): AnswererDef[] {
  const found: AnswererDef[] = [];
  for (const { file, chunks } of tree.chunksWith(rule.variable)) {
    for (const chunk of chunks) {
      if (chunk.kind === "class") continue;
      const owner = tree.ownerOf(file, chunk);
      if (rule.class !== undefined && owner?.name !== rule.class) continue;
      const body = tree.body(file, chunk);
      for (const binding of body.bindings) {
        if (
          !binding.targets.some((target) => target === rule.variable || target === `self.${rule.variable}`) ||
          binding.value.kind !== "keys"
        )
          continue;
        const table = binding.value;
        table.keys.forEach((name, at) => {
          const entry = table.values[at];
          const handler = entry?.kind === "string" ? entry.value : (entry?.text.replace(/^self\./, "") ?? "");
          const scope = owner ? tree.method(owner, handler) : tree.resolveFunction(handler, file, body.imports);
          if (!scope) {
            found.push({
              answerer: bare(
                layer,
                name,
                owner?.name ?? rule.variable,
                file.path,
                chunk.firstLine + binding.line,
                rule.variable,
              ),
              asked: owner,
              scope: null,
            });
            return;
          }
          const replies = layer.reply === null || repliesIn(tree, scope, layer.reply, 0);
          found.push({
            answerer: answererOf(layer, name, owner?.name ?? rule.variable, scope, replies),
            asked: owner,
            scope,
          });
        });
      }
    }
  }
  return found;
}

function branchesOf(tree: CodeTree, layer: Layer, rule: AnswerRule & { kind: "branches" }): AnswererDef[] {
  const found: AnswererDef[] = [];
  const word = rule.function.slice(rule.function.lastIndexOf(".") + 1);
  for (const { file, chunks } of tree.chunksWith(word)) {
    for (const chunk of chunks) {
      if (chunk.kind !== "function" || chunk.name !== word) continue;
      const owner = tree.ownerOf(file, chunk);
      if (rule.function.includes(".") && `${owner?.name}.${word}` !== rule.function) continue;
      const body = tree.body(file, chunk);
      for (const comparison of body.comparisons) {
        if (comparison.subject !== rule.subject || (comparison.operator !== "==" && comparison.operator !== "in"))
          continue;
        for (const name of comparison.literals) {
          const scope: FunctionDef = { file, chunk, owner, name: word, body };
          const condition = (text: string) => text.includes(JSON.stringify(name)) || text.includes(`'${name}'`);
          const calls = body.calls.filter((call) =>
            call.conditions.some((each) => !each.startsWith("not ") && condition(each)),
          );
          const replies =
            layer.reply === null ||
            calls.some((call) => isReply(call, layer.reply)) ||
            calls.some((call) => {
              const callee = owner && call.receiver === "self" ? tree.method(owner, call.callee) : null;
              return callee !== null && layer.reply !== null && repliesIn(tree, callee, layer.reply, 0);
            });
          const answerer = {
            ...answererOf(layer, name, owner?.name ?? word, scope, replies),
            line: chunk.firstLine + comparison.line,
            endLine: chunk.firstLine + comparison.endLine,
          };
          found.push({ answerer, asked: owner, scope: null });
        }
      }
    }
  }
  return found;
}

/** Calls that register a handler. One that only hands every message on, under its own name, answers nothing. */
function registrationsOf(
  tree: CodeTree,
  layer: Layer,
  rule: AnswerRule & { kind: "calls" },
  constants: Constants,
): AnswererDef[] {
  const found: AnswererDef[] = [];
  const callees = new Set([rule.callee]);
  for (const { file, chunks } of tree.chunksWith(rule.callee)) {
    for (const chunk of chunks) {
      if (chunk.kind === "class") continue;
      for (const placed of placedCalls(tree, file, chunk, callees)) {
        const { call } = placed;
        if (!receiverFits(rule, call, placed, constants)) continue;
        const value = slotValue(rule.name, call);
        if (!value) continue;
        const given = constants.literals(value, placed, call.line).values;
        const names =
          rule.via === undefined
            ? given
            : [...new Set(given.flatMap((key) => constants.entryOf(rule.via as string, key).values))];
        if (names.length === 0) continue;
        const handler = handlerOf(tree, rule, placed);
        if (handler.body && reemits(handler.body, value.text)) continue;
        for (const name of names)
          found.push({ answerer: registration(layer, rule, placed, name, handler), asked: null, scope: handler.scope });
      }
    }
  }
  return found.toSorted((a, b) =>
    a.answerer.path < b.answerer.path ? -1 : a.answerer.path > b.answerer.path ? 1 : a.answerer.line - b.answerer.line,
  );
}

interface Handler {
  /** The function that answers, where it can be found. */
  readonly scope: FunctionDef | null;
  /** Its body, where it stands in the call itself. */
  readonly body: Body | null;
}

function handlerOf(tree: CodeTree, rule: AnswerRule & { kind: "calls" }, placed: PlacedCall): Handler {
  const value = slotValue(rule.handler ?? { argument: (rule.name.argument ?? 0) + 1 }, placed.call);
  if (value?.kind === "function" && value.nested !== undefined) {
    const body = placed.body.nested[value.nested]?.body ?? null;
    return { scope: body ? { ...placed.scope, body } : null, body };
  }
  if (value?.kind !== "path") return { scope: null, body: null };
  const { scope } = placed;
  const method = /^(?:this|self)\.([\w$#]+)$/.exec(value.text)?.[1];
  if (method) return { scope: scope.owner ? tree.method(scope.owner, method) : null, body: null };
  return { scope: tree.resolveFunction(value.text, scope.file, scope.body.imports), body: null };
}

/** Whether a handler emits the message again under the name it was registered by. */
function reemits(body: Body, name: string): boolean {
  return callsIn(body).some(({ call }) => call.callee === "emit" && call.args[0]?.text === name);
}

function registration(
  layer: Layer,
  rule: AnswerRule & { kind: "calls" },
  placed: PlacedCall,
  name: string,
  handler: Handler,
): Answerer {
  const { call, scope } = placed;
  const asked = rule.party ?? `${call.receiver ?? ""}.${rule.callee}`.replace(/^\./, "");
  const first = scope.chunk.firstLine;
  const answerer = bare(
    layer,
    name,
    asked,
    scope.file.path,
    first + call.line,
    scope.owner ? `${scope.owner.name}.${scope.name}` : scope.name,
  );
  const parameters = (handler.scope?.body.parameters ?? []).map((each) => `${each.rest ? "..." : ""}${each.name}`);
  return { ...answerer, endLine: first + call.endLine, parameters };
}

function bare(layer: Layer, of: string, asked: string, path: string, line: number, fn: string): Answerer {
  return {
    layer: layer.name,
    of,
    class: asked,
    definedIn: asked,
    function: fn,
    path,
    line,
    endLine: line,
    decorators: [],
    parameters: [],
    replies: true,
  };
}

function isReply(
  call: { readonly callee: string; readonly args: readonly { readonly text: string }[] },
  reply: Layer["reply"],
): boolean {
  return reply !== null && call.callee === reply.callee && call.args.some((each) => each.text.includes(reply.literal));
}

/** Whether the function, or a method of its own object that it calls, makes the layer's reply call. */
function repliesIn(tree: CodeTree, scope: FunctionDef, reply: NonNullable<Layer["reply"]>, depth: number): boolean {
  if (scope.body.calls.some((call) => isReply(call, reply))) return true;
  if (depth > 3 || !scope.owner) return false;
  const owner = scope.owner;
  return scope.body.calls.some((call) => {
    const callee = call.receiver === "self" ? tree.method(owner, call.callee) : null;
    return callee !== null && callee.chunk !== scope.chunk && repliesIn(tree, callee, reply, depth + 1);
  });
}
