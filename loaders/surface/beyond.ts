// Turns the way of a site's reply into what it meets beyond its reads: the calls that pack it on a declared hop, the web
// routes that answer with it, and where a default goes that a reader puts in a missing member's place. It follows no reply.

import type { SourceFile } from "../facts/source-file.ts";
import type { Body, Call, Chunk, Fate, Layer, Value } from "../model.ts";
import type { Taken } from "./flow.ts";
import type { SiteCall } from "./sites.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

type Met = Pick<Fate, "kind" | "path" | "line" | "text">;

/** What one site's reply meets, in order of kind, path, line and text; each once. */
export function beyondReads(tree: CodeTree, layer: Layer, site: SiteCall, taken: readonly Taken[]): Met[] {
  const met = [
    ...packings(tree, layer, taken),
    ...routes(tree, site),
    ...taken.filter((each) => !each.required).flatMap((each) => defaultUses(tree, each)),
  ];
  const known = new Map(met.map((each) => [`${each.kind}\n${each.path}\n${each.line}\n${each.text}`, each]));
  return [...known.values()].toSorted(
    (a, b) => compare(a.kind, b.kind) || compare(a.path, b.path) || a.line - b.line || compare(a.text, b.text),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const PACKS =
  /^(?:pickle|cloudpickle|dill|marshal|json|orjson|ujson|msgpack|msgspec)\b.*\.(?:dumps?|loads?|packb?|unpackb?)$/;

/** `pickle.dumps in PPStageTransport.send_tokens`: what packs and unpacks it on a hop that it takes. */
function packings(tree: CodeTree, layer: Layer, taken: readonly Taken[]): Met[] {
  const steps = taken.flatMap(({ hops }) => hops);
  return layer.hops
    .filter(({ send, carries }) => steps.some((step) => step.endsWith(` ${carries} by ${send.callee}`)))
    .flatMap(({ send, receive }) => [send, receive])
    .flatMap(({ callee, receiver }) =>
      tree.classesNamed(receiver).flatMap(({ file, name }) =>
        tree
          .chunksIn(file, callee)
          .filter((chunk) => chunk.kind === "function" && chunk.name === callee && chunk.owner === name)
          .flatMap((chunk) =>
            tree
              .body(file, chunk)
              .calls.map((call) => ({
                call,
                text: call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`,
              }))
              .filter(({ text }) => PACKS.test(text))
              .map(
                ({ call, text }): Met => ({
                  kind: "packed",
                  path: file.path,
                  line: chunk.firstLine + call.line,
                  text: `${text} in ${name}.${callee}`,
                }),
              ),
          ),
      ),
    );
}

const ROUTE = /^[\w.]+\.(get|post|put|patch|delete|route|api_route|websocket)\(\s*["'](\/[^"']*)["']/;

/** Web routes whose function calls what the site stands in, where that returns something: by the function's name alone. */
function routes(tree: CodeTree, { scope, body }: SiteCall): Met[] {
  const { name } = scope.chunk;
  if (name === null || scope.owner === null || name.startsWith("_")) return [];
  if (!body.returns.some(({ implicit, value }) => !implicit && value.kind !== "null")) return [];
  return tree.chunksWith(name).flatMap(({ file, chunks }) =>
    chunks.flatMap((chunk) => {
      const route = chunk.decorators.map((each) => ROUTE.exec(each)).find((match) => match !== null);
      if (!route || chunk.kind !== "function") return [];
      return tree
        .body(file, chunk)
        .calls.filter(({ callee, receiver, use }) => callee === name && receiver !== null && use !== "discarded")
        .map(
          (call): Met => ({
            kind: "route",
            path: file.path,
            line: chunk.firstLine + call.line,
            text: `${/route|websocket/.test(route[1]!) ? "" : `${route[1]!.toUpperCase()} `}${route[2]!}`,
          }),
        );
    }),
  );
}

/** What a read with a default is bound to, and each place that takes it from there: `[key, kept in, function, "kept" or "taken"]`. */
function defaultUses(tree: CodeTree, taken: Taken): Met[] {
  if (taken.access < 0) return [];
  const { scope, body } = taken;
  const is = (value: Value): boolean =>
    (value.kind === "access" && value.access === taken.access) ||
    (value.kind === "either" && value.items.some(is)) ||
    (value.kind === "call" && (isGet(body.calls[value.call]!, taken) || body.calls[value.call]!.args.some(is)));
  const holder = functionOf(scope.owner?.name ?? null, scope.name);
  return body.bindings
    .filter(({ value, how }) => how === "assign" && is(value))
    .flatMap(({ targets }) => targets)
    .flatMap((target) => [
      met([taken.key, target, holder, "kept"], scope.file.path, taken.line),
      ...(target.includes(".")
        ? attributeUses(tree, taken, target)
        : usesIn(body, target, taken.line - scope.chunk.firstLine).map((line) =>
            met([taken.key, target, holder, "taken"], scope.file.path, scope.chunk.firstLine + line),
          )),
    ]);
}

/** Whether a call is the read itself: `reply.get("key", …)`, `getattr(reply, "key", …)`. */
function isGet({ receiver, callee, args }: Call, { object, key }: Taken): boolean {
  const [first, second] = args;
  return callee === "getattr" && receiver === null
    ? first?.text === object && second?.kind === "string" && second.value === key
    : /^(?:get|pop|setdefault)$/.test(callee) && receiver === object && first?.kind === "string" && first.value === key;
}

/** Places that take an attribute of the same name off an object of the same last name; off `self` in the same class only. */
function attributeUses(tree: CodeTree, taken: Taken, target: string): Met[] {
  const parts = target.split(".");
  const key = parts.at(-1)!;
  const holder = parts.at(-2)!;
  const own = holder === "self" || holder === "this";
  return tree.chunksWith(key).flatMap(({ file, chunks }) =>
    chunks
      .filter((chunk) => chunk.kind === "function" && (!own || isSameClass(taken.scope, file, chunk)))
      .flatMap((chunk) =>
        tree
          .body(file, chunk)
          .accesses.filter(
            (access) => !access.stores && access.key === key && access.object?.split(".").at(-1) === holder,
          )
          .map((access) =>
            met(
              [taken.key, target, functionOf(chunk.owner, chunk.name ?? ""), "taken"],
              file.path,
              chunk.firstLine + access.line,
            ),
          ),
      ),
  );
}

function isSameClass({ file, owner }: FunctionDef, other: SourceFile, chunk: Chunk): boolean {
  return file.path === other.path && owner?.name === chunk.owner;
}

/** Lines of a body, after `line`, at which a plain name is handed on or something is taken off it. */
function usesIn({ calls, accesses }: Body, name: string, line: number): number[] {
  const handed = calls.filter(({ args, keywords }) =>
    [...args, ...keywords.map(({ value }) => value)].some(({ kind, text }) => kind === "path" && text === name),
  );
  const taken = accesses.filter(({ object, stores }) => object === name && !stores);
  return [...new Set([...handed, ...taken].map((each) => each.line))].filter((each) => each > line);
}

function met(text: readonly string[], path: string, line: number): Met {
  return { kind: "default", path, line, text: JSON.stringify(text) };
}

function functionOf(owner: string | null, name: string): string {
  return owner === null ? name : `${owner}.${name}`;
}
