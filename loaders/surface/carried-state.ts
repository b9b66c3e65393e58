// Turns the methods by which a class packs its objects into the state they send: which keys or items, under which guard.
// It runs nothing; a state that it cannot read is "unknown" and never a guess.

import type { Product, Value } from "../model.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** What a packer sends, without its place. */
export type Sent = Pick<Product, "shape" | "type" | "keys" | "open" | "when" | "via">;

/** More guards than this are not multiplied out: the keys under them are then only said to be possible (`open`). */
const MOST_GUARDS = 3;
const DEEPEST = 4;

/** `(make, arguments[, state])`: the state where there is one, else the arguments. */
export function reduced(tree: CodeTree, of: ClassDef, scope: FunctionDef, value: Value, line: number): Sent[] {
  if (value.kind !== "items") return [unknown(value.text)];
  const state = value.items[2];
  if (state && state.kind !== "null") return stateOf(tree, of, scope, state, line, 0);
  const given = value.items[1];
  return given ? stateOf(tree, of, scope, given, line, 0) : [unknown(value.text)];
}

/** The shapes of a value that a packer returns at its body's line `line`, for an object of class `of`. */
export function stateOf(
  tree: CodeTree,
  of: ClassDef,
  scope: FunctionDef,
  value: Value,
  line: number,
  depth: number,
): Sent[] {
  const base = { open: false, when: [], via: [] };
  if (depth > DEEPEST) return [unknown(value.text)];
  if (value.kind === "null") return [{ ...base, shape: "none", type: "None", keys: [] }];
  if (value.kind === "items") {
    const names = value.items.map((item) => elementName(scope, item, 0));
    const kind = value.text.startsWith("[") ? "list" : "tuple";
    const type = `${kind} of ${names.length}: ${names.join(", ")}`;
    return [{ ...base, shape: "items", type, keys: names.map((_, at) => `[${at}]`) }];
  }
  if (value.kind === "either") return value.items.flatMap((item) => stateOf(tree, of, scope, item, line, depth + 1));
  if (value.kind === "keys") {
    const own = takesAll(value.text) ? dataAttributes(tree, of) : [];
    const keys = [...new Set([...own, ...value.keys])];
    return [{ ...base, shape: "keys", type: "dict", keys, open: value.open && own.length === 0 }];
  }
  if (value.kind === "call") {
    const call = scope.body.calls[value.call];
    if (call?.receiver === "super()" && scope.owner) {
      const next = tree.method(of, call.callee, scope.owner);
      if (!next) return [{ ...base, shape: "keys", type: "dict", keys: dataAttributes(tree, of) }];
      return next.body.returns
        .flatMap((each) => stateOf(tree, of, next, each.value, each.line, depth + 1))
        .map((shape) => ({ ...shape, via: [`super().${call.callee}`, ...shape.via] }));
    }
    if (call?.receiver === null && call.callee === "dict" && !takesAll(value.text)) {
      const keys = call.keywords.map((each) => each.name);
      return [{ ...base, shape: "keys", type: "dict", keys, open: call.args.length > 0 }];
    }
  }
  if (takesAll(value.text)) return [{ ...base, shape: "keys", type: "dict", keys: dataAttributes(tree, of) }];
  if (value.kind === "path" && /^\w+$/.test(value.text)) {
    const bound = scope.body.bindings.filter((each) => each.how === "assign" && each.targets.includes(value.text));
    const before = bound.filter((each) => each.line <= line);
    const from = before.slice(
      Math.max(
        0,
        before.findLastIndex((each) => each.conditions.length === 0),
      ),
    );
    const shapes = from.flatMap((each) =>
      stateOf(tree, of, scope, each.value, each.line, depth + 1).map((shape) => ({
        ...shape,
        when: [...each.conditions, ...shape.when],
      })),
    );
    if (shapes.length > 0) return shapes.flatMap((shape) => changed(scope, value.text, shape, line));
  }
  return [unknown(value.text)];
}

function takesAll(text: string): boolean {
  return /\bvars\(self\)|\bself\.__dict__\b/.test(text);
}

function unknown(text: string): Sent {
  return { shape: "unknown", type: text.slice(0, 60), keys: [], open: true, when: [], via: [] };
}

interface Change {
  readonly key: string;
  readonly adds: boolean;
  readonly line: number;
  readonly conditions: readonly string[];
}

/** What is stored into and taken out of a local mapping before `line`; a guard makes two shapes of one. */
function changed(scope: FunctionDef, local: string, shape: Sent, line: number): Sent[] {
  if (shape.shape !== "keys") return [shape];
  const changes = changesOf(scope, local).filter((each) => each.line <= line);
  if (changes.length === 0) return [shape];
  const guards = [...new Set(changes.flatMap((each) => each.conditions.map(positive)))];
  if (guards.length > MOST_GUARDS) {
    const added = changes.filter((each) => each.adds).map((each) => each.key);
    return [{ ...shape, keys: [...new Set([...shape.keys, ...added])], open: true }];
  }
  return Array.from({ length: 2 ** guards.length }, (_, choice) => {
    const holds = (condition: string) => {
      const set = (choice & (1 << guards.indexOf(positive(condition)))) === 0;
      return condition === positive(condition) ? set : !set;
    };
    const keys = new Set(shape.keys);
    for (const each of changes) {
      if (!each.conditions.every(holds)) continue;
      if (each.adds) keys.add(each.key);
      else keys.delete(each.key);
    }
    const when = guards.map((guard) => (holds(guard) ? guard : negation(guard)));
    return { ...shape, keys: [...keys], when: [...shape.when, ...when] };
  });
}

/** A condition without the `not` that an `else` or an early return puts before it. */
function positive(condition: string): string {
  return /^not \((.*)\)$/.exec(condition)?.[1] ?? /^not ([\w.]+)$/.exec(condition)?.[1] ?? condition;
}

function negation(condition: string): string {
  return /^[\w.]+$/.test(condition) ? `not ${condition}` : `not (${condition})`;
}

function changesOf(scope: FunctionDef, local: string): Change[] {
  const { body } = scope;
  const item = new RegExp(`^${local}\\[(["'])(.*)\\1\\]$`);
  const changes: Change[] = [];
  for (const binding of body.bindings) {
    for (const target of binding.targets) {
      const key = item.exec(target)?.[2];
      if (key !== undefined) changes.push({ key, adds: true, line: binding.line, conditions: binding.conditions });
    }
  }
  for (const call of body.calls) {
    const key = call.args[0];
    if (call.receiver === local && call.callee === "pop" && key?.kind === "string")
      changes.push({ key: key.value, adds: false, line: call.line, conditions: call.conditions });
  }
  for (const access of body.accesses) {
    if (access.object !== local || access.kind !== "key" || !access.stores) continue;
    if (changes.some((each) => each.line === access.line && each.key === access.key)) continue;
    changes.push({ key: access.key, adds: false, line: access.line, conditions: [] });
  }
  return changes.toSorted((a, b) => a.line - b.line);
}

/** What stands in a tuple: the attribute's name, of a choice both, of a local what it holds. */
function elementName(scope: FunctionDef, value: Value, depth: number): string {
  if (value.kind === "either") return value.items.map((item) => elementName(scope, item, depth + 1)).join(" | ");
  if (value.kind !== "path") return value.text.slice(0, 40);
  const attribute = /^self\.(.*)$/.exec(value.text)?.[1];
  if (attribute !== undefined || depth > 2) return attribute ?? value.text;
  const bound = scope.body.bindings.filter((each) => each.how === "assign" && each.targets.includes(value.text));
  const held = bound.length === 1 ? bound[0]?.value : undefined;
  return held?.kind === "path" || held?.kind === "either" ? elementName(scope, held, depth + 1) : value.text;
}

/** Attributes that methods assign on the object, its fields if it is a data class; no properties. Bases first. */
export function dataAttributes(tree: CodeTree, definition: ClassDef): string[] {
  const keys = new Set<string>();
  const methods = new Set<string>();
  for (const owner of tree.mro(definition).toReversed()) {
    for (const chunk of tree.members(owner)) {
      if (chunk.kind !== "function") continue;
      if (chunk.name) methods.add(chunk.name);
      const body = tree.body(owner.file, chunk);
      const self = body.parameters[0]?.name ?? "self";
      if (chunk.decorators.some((each) => /^(static|class)method$/.test(each))) continue;
      for (const binding of body.bindings) {
        if (binding.how === "declare") continue;
        for (const target of binding.targets) {
          const [object, attribute, ...more] = target.split(".");
          if (object === self && attribute && more.length === 0 && /^\w+$/.test(attribute)) keys.add(attribute);
        }
      }
    }
    if (owner.header.decorators.some((each) => /\b(dataclass|define|frozen|attrs?)\b/.test(each)))
      for (const field of ownFields(tree, owner)) keys.add(field);
  }
  return [...keys].filter((key) => !methods.has(key));
}

/** Annotated fields of a class, its bases' first; no class variables. */
export function fieldsOf(tree: CodeTree, definition: ClassDef): string[] {
  const owners = tree.mro(definition).toReversed();
  return [...new Set(owners.flatMap((owner) => ownFields(tree, owner)))];
}

function ownFields(tree: CodeTree, owner: ClassDef): string[] {
  return tree
    .members(owner)
    .filter((chunk) => chunk.kind === "statement")
    .flatMap((chunk) => tree.body(owner.file, chunk).bindings)
    .filter((binding) => binding.annotation !== null && !binding.annotation.includes("ClassVar"))
    .flatMap((binding) => binding.targets);
}
