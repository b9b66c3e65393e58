// Turns the calls of a tree into sites: what a profile's rules say is dispatched, where, by whom, and whether the caller
// waits. A call that a rule names and that cannot be read is dropped with its reason, never silently.

import type { SourceFile } from "../facts/source-file.ts";
import type { Body, Call, Chunk, DispatchRule, Dropped, Layer, Site, Slot, Value } from "../model.ts";
import { Constants } from "./constants.ts";
import { calleesOf, type Place } from "./places.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** A site with the call it is, for following its reply. */
export interface SiteCall {
  readonly site: Site;
  readonly scope: FunctionDef;
  readonly body: Body;
  readonly call: number;
}

/** All sites of a layer in order of path and line, and what was dropped. */
export function findSites(
  tree: CodeTree,
  layer: Layer,
  constants: Constants = new Constants(tree, namedCallees(layer)),
): { sites: SiteCall[]; dropped: Dropped[] } {
  const sites: SiteCall[] = [];
  const dropped: Dropped[] = [];
  const callees = new Set(layer.dispatch.map((rule) => rule.callee));
  for (const [file, chunks] of chunksByFile(tree, callees)) {
    const ordered = [...chunks].toSorted((a, b) => a.start - b.start);
    const found: SiteCall[] = [];
    for (const chunk of ordered) {
      if (chunk.kind === "class") continue;
      for (const placed of placedCalls(tree, file, chunk, callees))
        readCall(placed, layer, callees, constants, found, dropped);
    }
    found.sort(
      (a, b) => a.site.line - b.site.line || (a.body.calls[a.call]?.start ?? 0) - (b.body.calls[b.call]?.start ?? 0),
    );
    sites.push(...number(found));
  }
  return { sites, dropped };
}

/** Callees that send or register by name in a layer. */
export function namedCallees(layer: Layer): ReadonlySet<string> {
  const answers = layer.answer.flatMap((rule) => (rule.kind === "calls" ? [rule.callee] : []));
  return new Set([...layer.dispatch.map((rule) => rule.callee), ...answers]);
}

function chunksByFile(tree: CodeTree, words: ReadonlySet<string>): [SourceFile, Set<Chunk>][] {
  const files = new Map<SourceFile, Set<Chunk>>();
  for (const word of words) {
    for (const { file, chunks } of tree.chunksWith(word)) {
      const known = files.get(file) ?? new Set();
      for (const chunk of chunks) known.add(chunk);
      files.set(file, known);
    }
  }
  return [...files].toSorted(([a], [b]) => (a.path < b.path ? -1 : 1));
}

/** A call with where it stands. `scope.name` is its function's, `outer.inner` of a nested one. */
export interface PlacedCall extends Place {
  readonly call: Call;
  readonly index: number;
  readonly body: Body;
}

/**
 * The calls of `callees` in a chunk, those of nested functions after its own. A nameless function bears the name around
 * it.
 */
export function placedCalls(
  tree: CodeTree,
  file: SourceFile,
  chunk: Chunk,
  callees: ReadonlySet<string>,
): PlacedCall[] {
  const found: PlacedCall[] = [];
  const body = tree.body(file, chunk);
  const called = calleesOf(body);
  if (![...callees].some((each) => called.has(each))) return found;
  const owner = tree.ownerOf(file, chunk);
  const collect = (name: string, bodies: readonly Body[]) => {
    const inside = bodies.at(-1) as Body;
    const scope: FunctionDef = { file, chunk, owner, name, body };
    inside.calls.forEach((call, index) => {
      if (callees.has(call.callee)) found.push({ scope, bodies, call, index, body: inside });
    });
    for (const nested of inside.nested)
      collect(nested.name === "<lambda>" ? name : `${name}.${nested.name}`, [...bodies, nested.body]);
  };
  collect(chunk.kind === "function" ? (chunk.name ?? "<function>") : "<module>", [body]);
  return found;
}

function readCall(
  placed: PlacedCall,
  layer: Layer,
  callees: ReadonlySet<string>,
  constants: Constants,
  into: SiteCall[],
  dropped: Dropped[],
): void {
  const { call, scope, body, index } = placed;
  const rule = layer.dispatch.find(
    (each) => each.callee === call.callee && receiverFits(each, call, placed, constants),
  );
  if (!rule) return;
  const value = slotValue(rule.name, call);
  const drop = (reason: Dropped["reason"], text: string) =>
    dropped.push({ reason, path: scope.file.path, line: scope.chunk.firstLine + call.line, text });
  if (!value) {
    drop("non-literal-name", "no name is given");
    return;
  }
  const own = callees.has(scope.chunk.name ?? "") && body.parameters.some((each) => each.name === value.text);
  const { values, lost } = own
    ? { values: [], lost: "forwarded-name" as const }
    : constants.literals(value, placed, call.line);
  const reason = lost !== null && isTransport(rule, call, placed, constants) ? "forwarded-name" : lost;
  if (reason !== null) drop(reason, value.text);
  const names = values.length > 0 ? values : reason === "forwarded-name" ? [] : [null];
  for (const name of names)
    into.push({ site: siteOf(scope, body, scope.name, layer, rule, call, name, value.text), scope, body, call: index });
}

/** Whether the call stands in the very class that the rule sends by, so that what it sends is another's. */
function isTransport(rule: DispatchRule, call: Call, place: Place, constants: Constants): boolean {
  if (!rule.classes || !(call.receiver === "this" || call.receiver === "self" || call.receiver === "super()"))
    return false;
  return rule.classes.some((each) => constants.origins.classNames("this", place).includes(each));
}

function siteOf(
  scope: FunctionDef,
  body: Body,
  name: string,
  layer: Layer,
  rule: DispatchRule,
  call: Call,
  literal: string | null,
  expression: string,
): Site {
  const first = scope.chunk.firstLine;
  const wait = waits(rule, call);
  const timeout = timeoutOf(rule, call, body);
  return {
    layer: layer.name,
    path: scope.file.path,
    line: first + call.line,
    endLine: first + call.endLine,
    name: literal,
    expression,
    class: scope.owner?.name ?? null,
    function: scope.owner ? `${scope.owner.name}.${name}` : name,
    callee: call.callee,
    ordinal: 0,
    wait,
    timeout: wait === false ? null : timeout.seconds,
    timeoutText: wait === false ? null : timeout.text,
    aggregating: rule.aggregating ?? false,
    use: call.use,
    arity: call.arity,
    asserted: call.asserted || isAsserted(body, call),
    conditions: call.conditions,
  };
}

/** Ordinals count sites of one file that have the same function, callee and name. */
function number(found: readonly SiteCall[]): SiteCall[] {
  const counts = new Map<string, number>();
  return found.map((each) => {
    const key = `${each.site.function}\n${each.site.callee}\n${each.site.name ?? each.site.expression}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return { ...each, site: { ...each.site, ordinal } };
  });
}

/** Whether the rule's receivers or classes allow this call; a rule without either allows all. */
export function receiverFits(
  rule: { readonly receivers?: readonly string[]; readonly classes?: readonly string[] },
  call: Call,
  place?: Place,
  constants?: Constants,
): boolean {
  if (!rule.receivers && !rule.classes) return true;
  const receiver = call.receiver;
  if (receiver === null) return false;
  const named = (path: string) =>
    rule.receivers?.some((each) => path === each || (each.startsWith("*.") && path.endsWith(each.slice(1)))) ?? false;
  if (named(receiver)) return true;
  if (!place || !constants) return false;
  const origin = constants.origins.origin(receiver, place);
  if (origin !== null && origin !== receiver && named(origin)) return true;
  return (
    rule.classes !== undefined &&
    constants.origins.classNames(receiver, place).some((each) => rule.classes?.includes(each))
  );
}

/** What stands in a slot of the call: the keyword first, then the position. */
export function slotValue(slot: Slot, call: Call): Value | null {
  const keyword = slot.keyword === undefined ? undefined : call.keywords.find((each) => each.name === slot.keyword);
  if (keyword) return keyword.value;
  return slot.argument === undefined ? null : (call.args[slot.argument] ?? null);
}

function waits(rule: DispatchRule, call: Call): boolean | null {
  if (typeof rule.wait === "boolean") return rule.wait;
  const value = slotValue(rule.wait, call);
  if (!value) return rule.wait.default === true;
  if (value.kind === "true") return true;
  if (value.kind === "false" || value.kind === "null") return false;
  return null;
}

function timeoutOf(rule: DispatchRule, call: Call, body: Body): { seconds: number | null; text: string | null } {
  if (rule.timeout === undefined) return { seconds: null, text: null };
  if (typeof rule.timeout === "number") return { seconds: rule.timeout, text: null };
  const value = slotValue(rule.timeout, call);
  if (!value) return { seconds: typeof rule.timeout.default === "number" ? rule.timeout.default : null, text: null };
  const fallback = body.parameters.find((each) => each.name === value.text)?.default;
  const seconds = Number(value.kind === "number" ? value.text : (fallback ?? Number.NaN));
  return { seconds: Number.isFinite(seconds) ? seconds : null, text: value.text };
}

function isAsserted(body: Body, call: Call): boolean {
  const index = body.calls.indexOf(call);
  return body.bindings.some(
    (each) =>
      each.value.kind === "call" &&
      each.value.call === index &&
      each.how === "assign" &&
      body.asserts.some((check) => check.line >= each.line && each.targets.includes(check.object)),
  );
}
