// Turns the callees of a survey into candidates for a dispatch, and judges each: who could answer the names it is given,
// and whether its definition carries them away. What is no dispatch is said to be none, with the reason.

import type { AnswerRule } from "../model.ts";
import { type Answering, familyOf, type Switch, switchesFor } from "./propose-answers.ts";
import { type Carrying, carryingOf, type Lookup } from "./propose-evidence.ts";
import { COMMON, namesIn, type PlacedCall, parametersOf, type Survey } from "./survey.ts";

/** A callee that is given names. */
export interface Candidate {
  readonly callee: string;
  readonly argument: number;
  readonly keyword: string | null;
  readonly carrying: Carrying | null;
  readonly sites: readonly PlacedCall[];
  readonly calls: number;
  readonly names: ReadonlySet<string>;
}

/** Share of a callee's names that must be answered. */
const COVER = 0.75;
/** Callees that are given a name as their first or second argument, in order of first call. */
export function candidatesOf(survey: Survey): Candidate[] {
  const found: Candidate[] = [];
  for (const [callee, placed] of survey.calls) {
    if (COMMON.has(callee) || !/^[\w$]+$/.test(callee) || survey.classes.some((each) => each.name === callee)) continue;
    for (const argument of [0, 1]) {
      const isNamed = placed.some(
        ({ call }) =>
          namesIn(call.args[argument]).length > 0 || call.keywords.some((each) => namesIn(each.value).length > 0),
      );
      if (!isNamed) continue;
      const carrying = carryingOf(survey, callee, argument);
      const named = (survey.functions.get(callee) ?? []).map((each) => parametersOf(each)[argument]?.name);
      const word = carrying?.parameter ?? named.find((each) => each !== undefined) ?? null;
      const given = placed.map((each) => {
        const keyword = each.call.keywords.find((one) => one.name === word);
        return {
          ...each,
          names: namesIn(keyword?.value ?? each.call.args[argument]),
          byKeyword: keyword !== undefined,
        };
      });
      const sites = given.filter((each) => each.names.length > 0);
      if (sites.length === 0) continue;
      const keyword = sites.some((each) => each.byKeyword) ? word : null;
      const names = new Set(sites.flatMap((each) => each.names));
      found.push({ callee, argument, keyword, carrying, sites, calls: placed.length, names });
    }
  }
  return found;
}

/** Who answers a candidate's names, the best first; or, in words, why it is no dispatch. */
export function judge(
  survey: Survey,
  candidate: Candidate,
  lookups: readonly Lookup[],
  switches: readonly Switch[],
): Answering[] | string {
  const { names, sites, carrying, calls } = candidate;
  if (sites.length < 0.5 * calls) return `only ${sites.length} of ${calls} calls give a literal`;
  const table = switchesFor(switches, names).filter((each) => !inside(candidate, each));
  const methods = [...names].filter((name) => survey.functions.has(name)).length;
  const family = methods >= COVER * names.size ? familyOf(survey, names, sites, lookups) : null;
  const bySwitch = table[0];
  const switched =
    bySwitch !== undefined &&
    carrying !== null &&
    carrying.kind !== "asks" &&
    (bySwitch.covered.size >= 2 || names.size === 1) &&
    bySwitch.covered.size >= (family?.covered.size ?? 0);
  const best = switched ? bySwitch : family;
  if (!best)
    return methods === 0 ? "none of its names is a method" : `only ${methods} of ${names.size} names are methods`;
  const share = best.covered.size / names.size;
  const count = `${best.covered.size} of ${names.size} ${names.size === 1 ? "name is" : "names are"} answered by ${labelOf(best.rule)}`;
  if (share < COVER) return `only ${count}`;
  if (!carrying) {
    const known = survey.functions.has(candidate.callee);
    const strong = names.size >= 4 && sites.length >= 5 && share >= 0.9 && best === family && lookups.length > 0;
    if (known) return `${count}, but its definition carries no name away`;
    if (!strong) return `${count}, but its definition is not in this tree`;
  }
  if (carrying?.kind === "posts" && best === family) return `${count}, but its definition sends the name alone`;
  if (carrying?.kind === "packs" && best === family && names.size < 2 && sites.length < 2 && lookups.length === 0)
    return `${count}, once, and nothing looks a name up`;
  return switched ? [best, ...completing(table.slice(1), best, names)] : [best];
}

/** Further tables and chains that hold names which the best one lacks. */
function completing(more: readonly Answering[], best: Answering, names: ReadonlySet<string>): Answering[] {
  const missing = new Set([...names].filter((name) => !best.covered.has(name)));
  const found: Answering[] = [];
  for (const each of more) {
    const adds = [...each.covered].filter((name) => missing.has(name));
    if (adds.length === 0 || each.covered.size < 0.5 * each.held.size) continue;
    for (const name of adds) missing.delete(name);
    found.push(each);
  }
  return found;
}

/** Whether one class defines both callees. */
export function sameOwner(a: Candidate, b: Candidate): boolean {
  const owner = a.carrying?.definition.owner;
  return owner !== null && owner !== undefined && owner === b.carrying?.definition.owner;
}

/** Whether a chain stands in the function that is called: then it takes the word itself and sends it nowhere. */
function inside(candidate: Candidate, each: Answering): boolean {
  return each.rule.kind === "branches" && each.rule.function.split(".").at(-1) === candidate.callee;
}

export function sameRule(a: AnswerRule, b: AnswerRule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A rule in a few words. */
export function labelOf(rule: AnswerRule): string {
  if (rule.kind === "methods") return rule.roots.join(", ");
  if (rule.kind === "table") return `the table ${rule.variable}`;
  return rule.kind === "branches" ? `the branches of ${rule.function}` : `calls of ${rule.callee}`;
}
