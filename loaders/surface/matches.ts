// Turns a profile's rules and a tree into what each rule matches there, and a sequence of such matches into when each
// rule began and ceased to match. It derives no surface and explains nothing: explain.ts does.

import type { Layer, Oid, Profile } from "../model.ts";
import { askedClasses, findAnswerers } from "./answerers.ts";
import { Constants } from "./constants.ts";
import { Receivers } from "./receivers.ts";
import { findSites, namedCallees, placedCalls } from "./sites.ts";
import type { CodeTree } from "./tree.ts";

/** What one rule matches. `rule` is its address in the profile: `worker.dispatch[0]`. */
export interface RuleMatch {
  readonly rule: string;
  readonly kind: "dispatch" | "answer" | "hop" | "pairing" | "carries";
  /** The rule in a few words: `call_func`, `methods of ModelRunner`. */
  readonly says: string;
  /** Sites, names answered by a class, calls of a hop, the text found, classes carried. */
  readonly count: number;
  /** `path:line` of what is counted, in order. */
  readonly places: readonly string[];
}

/** One match for each rule, in the order of the profile. Pure. */
export function matchRules(tree: CodeTree, profile: Profile): RuleMatch[] {
  const receivers = new Receivers(tree);
  return profile.layers.flatMap((layer) => matchLayer(tree, receivers, layer));
}

function matchLayer(tree: CodeTree, receivers: Receivers, layer: Layer): RuleMatch[] {
  const constants = new Constants(tree, namedCallees(layer));
  const sites = findSites(tree, layer, constants).sites.map((each) => each.site);
  const names = [...new Set(sites.map((site) => site.name).filter((name) => name !== null))].toSorted();
  const at = (kind: string, index: number) => `${layer.name}.${kind}[${index}]`;
  const dispatch = layer.dispatch.map((rule, index): RuleMatch => {
    let own = sites.filter((site) => site.callee === rule.callee);
    if (layer.dispatch.filter((each) => each.callee === rule.callee).length > 1) {
      const alone = findSites(tree, { ...layer, dispatch: [rule] }, constants).sites;
      const places = new Set(alone.map(({ site }) => `${site.path}:${site.line}`));
      own = own.filter((site) => places.has(`${site.path}:${site.line}`));
    }
    const places = own.map((site) => `${site.path}:${site.line}`);
    return { rule: at("dispatch", index), kind: "dispatch", says: rule.callee, count: own.length, places };
  });
  const answer = layer.answer.map((rule, index): RuleMatch => {
    const alone = { ...layer, answer: [rule] };
    const found = findAnswerers(tree, alone, names, askedClasses(tree, alone), constants);
    const places = found.map(({ answerer }) => `${answerer.path}:${answerer.line}`);
    return { rule: at("answer", index), kind: "answer", says: sayAnswer(rule), count: found.length, places };
  });
  const hops = layer.hops.flatMap((hop, index): RuleMatch[] =>
    (["send", "receive"] as const).map((side) => {
      const { callee, receiver } = hop[side];
      const places = hopPlaces(tree, receivers, callee, receiver);
      const says = `${callee} on a ${receiver}`;
      return { rule: `${at("hops", index)}.${side}`, kind: "hop", says, count: places.length, places };
    }),
  );
  const pairings = layer.pairings.map(({ broadcaster, answerer, says }, index): RuleMatch => {
    const places = linesWith(tree, says.path, says.text).map((line) => `${says.path}:${line}`);
    return {
      rule: at("pairings", index),
      kind: "pairing",
      says: `${broadcaster} meets ${answerer}`,
      count: places.length,
      places,
    };
  });
  const carries = (layer.carries ?? []).map((carried, index): RuleMatch => {
    const places = tree.classesNamed(carried.class).map((each) => `${each.file.path}:${each.header.line}`);
    return {
      rule: at("carries", index),
      kind: "carries",
      says: `${carried.class} by ${carried.by}`,
      count: places.length,
      places,
    };
  });
  return [...dispatch, ...answer, ...hops, ...pairings, ...carries];
}

function sayAnswer(rule: Layer["answer"][number]): string {
  switch (rule.kind) {
    case "methods":
      return `methods of ${rule.roots.join(", ")}`;
    case "table":
      return `the table ${rule.class === undefined ? "" : `${rule.class}.`}${rule.variable}`;
    case "branches":
      return `branches of ${rule.function} on ${rule.subject}`;
    case "calls":
      return `calls of ${rule.callee}`;
  }
}

function hopPlaces(tree: CodeTree, receivers: Receivers, callee: string, receiver: string): string[] {
  return tree.chunksWith(callee).flatMap(({ file, chunks }) =>
    chunks
      .filter((chunk) => chunk.kind !== "class")
      .flatMap((chunk) => placedCalls(tree, file, chunk, new Set([callee])))
      .filter(({ call }) => call.callee === callee && call.receiver !== null)
      .filter(({ call, scope, body }) => {
        const owner = receivers.classOf(call.receiver ?? "", { ...scope, body });
        return owner !== null && tree.mro(owner).some((each) => each.name === receiver);
      })
      .map(({ call, scope }) => `${file.path}:${scope.chunk.firstLine + call.line}`),
  );
}

/** 1-based lines of a file on which `text` begins; none where there is no such file. */
export function linesWith(tree: CodeTree, path: string, text: string): number[] {
  const file = tree.files.get(path);
  if (!file) return [];
  tree.consult(file);
  const source = new TextDecoder().decode(file.bytes);
  const lines: number[] = [];
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + text.length))
    lines.push(source.slice(0, at).split("\n").length);
  return lines;
}

/** A commit on a line of history; `position` counts from 0 at its oldest. */
export interface Moment {
  readonly position: number;
  readonly commit: Oid;
}

/** When a rule matched. A rule that never did has no entry. */
export interface RuleHistory {
  readonly first: Moment;
  /** Since when nothing matches it any more; null: it still does. */
  readonly gone: Moment | null;
  /** How often it began to match, and the most that it ever matched. */
  readonly spells: number;
  readonly most: number;
}

/** By the rule's address. */
export type MatchHistory = ReadonlyMap<string, RuleHistory>;

/**
 * The history with one more step; start with an empty map and feed commits oldest first. Those at which the surface was
 * not derived anew may be left out: what a rule matches cannot have changed there.
 */
export function stepMatches(history: MatchHistory, moment: Moment, matches: readonly RuleMatch[]): MatchHistory {
  const next = new Map(history);
  for (const { rule, count } of matches) {
    const known = next.get(rule);
    if (count === 0) {
      if (known && known.gone === null) next.set(rule, { ...known, gone: moment });
    } else if (!known) next.set(rule, { first: moment, gone: null, spells: 1, most: count });
    else {
      const spells = known.spells + (known.gone === null ? 0 : 1);
      next.set(rule, { ...known, gone: null, spells, most: Math.max(known.most, count) });
    }
  }
  return next;
}

/** The commit before which no rule of the given kind matches anything; null where none ever does. */
export function firstMatch(
  history: MatchHistory,
  matches: readonly RuleMatch[],
  kind: RuleMatch["kind"],
): Moment | null {
  const firsts = matches
    .filter((each) => each.kind === kind)
    .map((each) => history.get(each.rule)?.first)
    .filter((each): each is Moment => each !== undefined);
  return firsts.toSorted((a, b) => a.position - b.position)[0] ?? null;
}
