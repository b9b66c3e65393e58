// Turns the replies of sites into reads: what each caller takes off what comes back, wherever it goes, and what becomes
// of a reply beyond that. Also the contracts nested in a reply: a value handed to a method that checks its keys.

import { siteAddress } from "../address.ts";
import type { Body, Fate, Layer, NestedContract, Read, Value } from "../model.ts";
import { beyondReads } from "./beyond.ts";
import { Flow, type Taken } from "./flow.ts";
import type { Receivers } from "./receivers.ts";
import type { SiteCall } from "./sites.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

export interface ReadsFound {
  readonly reads: readonly Read[];
  readonly nested: readonly NestedContract[];
  readonly fates: readonly Fate[];
}

/** Follows the reply of every named site. Reads in order of name, path, line. */
export function findReads(tree: CodeTree, receivers: Receivers, layer: Layer, sites: readonly SiteCall[]): ReadsFound {
  const dispatches = new Set(layer.dispatch.map((rule) => rule.callee));
  const reads = new Map<string, Read>();
  const nested = new Map<string, NestedContract>();
  const fates: Fate[] = [];
  for (const each of sites) {
    const of = each.site.name;
    if (of === null) continue;
    const flow = new Flow(tree, receivers, layer.hops, dispatches);
    flow.followCall(each.scope, each.body, each.call);
    const address = siteAddress(each.site);
    for (const taken of flow.taken) {
      const contract = nestedOf(receivers, layer, of, taken);
      if (contract) nested.set(`${of}\n${contract.key}\n${contract.target}`, contract);
      const read = readOf(layer, of, taken, address, contract?.target ?? null);
      const key = `${of}\n${read.path}\n${read.line}\n${read.object}\n${read.key}\n${read.kind}`;
      const known = reads.get(key);
      reads.set(key, known ? shorter(known, read) : read);
    }
    fates.push(...fatesOf(each, flow, address, of));
    fates.push(...beyondReads(tree, layer, each, flow.taken).map((met) => ({ site: address, of, ...met })));
  }
  return {
    reads: [...reads.values()].toSorted(
      (a, b) => compare(a.of, b.of) || compare(a.path, b.path) || a.line - b.line || compare(a.key, b.key),
    ),
    nested: [...nested.values()],
    fates,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readOf(layer: Layer, of: string, taken: Taken, site: string, into: string | null): Read {
  return {
    layer: layer.name,
    of,
    key: taken.key,
    kind: taken.kind,
    required: taken.required,
    default: taken.default,
    path: taken.scope.file.path,
    line: taken.line,
    endLine: taken.endLine,
    function: taken.scope.owner ? `${taken.scope.owner.name}.${taken.scope.name}` : taken.scope.name,
    object: taken.object,
    hops: taken.hops,
    secondHand: taken.secondHand,
    routes: [{ site, hops: taken.hops, secondHand: taken.secondHand }],
    into,
  };
}

function shorter(a: Read, b: Read): Read {
  const best = b.hops.length < a.hops.length ? b : a;
  const routes = new Map(a.routes.map((route) => [route.site, route]));
  for (const route of b.routes) {
    const known = routes.get(route.site);
    if (!known || route.hops.length < known.hops.length) routes.set(route.site, route);
  }
  const ordered = [...routes.values()].toSorted((x, y) => compare(x.site, y.site));
  return { ...best, secondHand: a.secondHand && b.secondHand, routes: ordered };
}

function fatesOf(each: SiteCall, flow: Flow, site: string, of: string): Fate[] {
  const fates: Fate[] = flow.left.map((left) => ({ site, of, ...left }));
  if (fates.length > 0 || flow.taken.length > 0) return fates;
  const kind = each.site.use === "discarded" ? "dropped" : "kept";
  return [{ site, of, kind, path: each.site.path, line: each.site.line, text: "" }];
}

/** The method that a taken value is handed to, if it checks the value's keys: `X.from_wire(reply["x"])`. */
function nestedOf(receivers: Receivers, layer: Layer, of: string, taken: Taken): NestedContract | null {
  if (taken.access < 0) return null;
  const names = new Set<string>();
  for (const binding of taken.body.bindings) {
    if (binding.value.kind === "access" && binding.value.access === taken.access && binding.how === "assign")
      binding.targets.forEach((target) => names.add(target));
  }
  const is = (value: Value) =>
    (value.kind === "access" && value.access === taken.access) || (value.kind === "path" && names.has(value.text));
  for (let index = 0; index < taken.body.calls.length; index++) {
    const call = taken.body.calls[index];
    const position = call?.args.findIndex(is) ?? -1;
    if (!call || position < 0) continue;
    const callee = receivers.callee(index, { ...taken.scope, body: taken.body });
    if (!callee?.owner) continue;
    const bound = callee.body.decorators.includes("staticmethod") ? 0 : 1;
    const parameter = callee.body.parameters[position + bound]?.name;
    const checked = parameter === undefined ? null : checkedKeys(callee, parameter);
    if (!checked) continue;
    return {
      layer: layer.name,
      of,
      key: taken.key,
      target: `${callee.owner.name}.${callee.chunk.name}`,
      path: callee.file.path,
      line: callee.chunk.line,
      endLine: callee.chunk.endLine,
      ...checked,
    };
  }
  return null;
}

/** The keys that a function asks of a mapping, whether it allows no others, and what it raises itself. */
function checkedKeys(
  callee: FunctionDef,
  parameter: string,
): { keys: string[]; exact: boolean; raises: string[] } | null {
  const { body } = callee;
  const read = body.accesses
    .filter((access) => access.object === parameter && access.kind === "key" && !access.stores)
    .map((access) => access.key);
  const exact = exactSet(body, parameter);
  const keys = [...new Set([...(exact ?? []), ...read])];
  if (keys.length === 0) return null;
  const raises = [
    ...new Set(body.raises.map((each) => each.exception).filter((name): name is string => name !== null)),
  ].toSorted();
  return { keys, exact: exact !== null, raises };
}

/** `expected = {"a", "b"}` and a condition that compares `set(parameter)` or its keys with it, or the set itself. */
function exactSet(body: Body, parameter: string): string[] | null {
  const compared = body.raises
    .flatMap((each) => each.conditions)
    .find(
      (condition) =>
        new RegExp(
          `\\b(set|keys)\\b.*\\b${escapeRegExp(parameter)}\\b|\\b${escapeRegExp(parameter)}\\b.*\\bkeys\\b`,
        ).test(condition) && /[!=]=|\bin\b|-|\^/.test(condition),
    );
  if (compared === undefined) return null;
  for (const binding of body.bindings) {
    if (
      binding.value.kind !== "items" ||
      !binding.targets.some((target) => new RegExp(`\\b${escapeRegExp(target)}\\b`).test(compared))
    )
      continue;
    const keys = binding.value.items.map((item) => (item.kind === "string" ? item.value : null));
    if (keys.every((key) => key !== null)) return keys;
  }
  const inline = /\{([^{}]*)\}/.exec(compared)?.[1];
  const keys = inline?.split(",").map((each) => /^\s*(["'])(.*)\1\s*$/.exec(each)?.[2] ?? null) ?? [];
  return keys.length > 0 && keys.every((key) => key !== null) ? (keys as string[]) : null;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
