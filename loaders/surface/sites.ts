// Turns the calls of a tree into sites: what a profile's rules say is dispatched, where, by whom, and whether the caller
// waits. A call that a rule names and that cannot be read is dropped with its reason, never silently.

import type { SourceFile } from "../facts/source.ts";
import type { Body, Call, Chunk, DispatchRule, Dropped, Layer, Site, Slot, Value } from "../model.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** A site with the call it is, for following its reply. */
export interface SiteCall {
  readonly site: Site;
  readonly scope: FunctionDef;
  readonly body: Body;
  readonly call: number;
}

/** All sites of a layer in order of path and line, and what was dropped. */
export function findSites(tree: CodeTree, layer: Layer): { sites: SiteCall[]; dropped: Dropped[] } {
  const sites: SiteCall[] = [];
  const dropped: Dropped[] = [];
  const callees = new Set(layer.dispatch.map((rule) => rule.callee));
  for (const [file, chunks] of chunksByFile(tree, callees)) {
    const ordered = [...chunks].toSorted((a, b) => a.start - b.start);
    const found: SiteCall[] = [];
    for (const chunk of ordered) {
      if (chunk.kind === "class") continue;
      const body = tree.body(file, chunk);
      const owner = tree.ownerOf(file, chunk);
      const name = chunk.kind === "function" ? (chunk.name ?? "<function>") : "<module>";
      visit({ file, chunk, owner, name, body }, body, name, layer, callees, found, dropped);
    }
    found.sort(
      (a, b) => a.site.line - b.site.line || (a.body.calls[a.call]?.start ?? 0) - (b.body.calls[b.call]?.start ?? 0),
    );
    sites.push(...number(found));
  }
  return { sites, dropped };
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

function visit(
  scope: FunctionDef,
  body: Body,
  name: string,
  layer: Layer,
  callees: ReadonlySet<string>,
  into: SiteCall[],
  dropped: Dropped[],
): void {
  body.calls.forEach((call, index) => {
    for (const rule of layer.dispatch) {
      if (rule.callee !== call.callee || !receiverFits(rule, call)) continue;
      const value = slotValue(rule.name, call);
      const line = scope.chunk.firstLine + call.line;
      if (!value) {
        dropped.push({ reason: "non-literal-name", path: scope.file.path, line, text: "no name is given" });
        return;
      }
      const literal = value.kind === "string" ? value.value : null;
      if (literal === null) {
        const own = callees.has(scope.chunk.name ?? "") && body.parameters.some((each) => each.name === value.text);
        dropped.push({
          reason: own ? "forwarded-name" : "non-literal-name",
          path: scope.file.path,
          line,
          text: value.text,
        });
        if (own) return;
      }
      into.push({ site: siteOf(scope, body, name, layer, rule, call, literal, value.text), scope, body, call: index });
      return;
    }
  });
  for (const nested of body.nested)
    visit(
      { ...scope, name: `${name}.${nested.name}` },
      nested.body,
      `${name}.${nested.name}`,
      layer,
      callees,
      into,
      dropped,
    );
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

/** Whether the rule's receivers allow this call; a rule without receivers allows all. */
export function receiverFits(rule: { readonly receivers?: readonly string[] }, call: Call): boolean {
  if (!rule.receivers) return true;
  return rule.receivers.some(
    (each) => call.receiver === each || (each.startsWith("*.") && (call.receiver ?? "").endsWith(each.slice(1))),
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
