// Turns the code of a tree into a proposed profile: which callees are again and again given a name that something else
// answers, who answers, who waits. Everything is ranked by evidence that is counted and shown; what is weak is left out.

import type { AnswerRule, DispatchRule, Layer, Profile, Slot } from "../model.ts";
import { type NearCallee, nearestCallees } from "./nearest.ts";
import { type Answering, familyOf, type Switch, switchesFor, switchesOf } from "./propose-answers.ts";
import { proposeChannels } from "./propose-channels.ts";
import {
  type Carrying,
  carryingOf,
  type Lookup,
  lookupsOf,
  missOfTable,
  replyOf,
  timeoutOf,
  waitOf,
} from "./propose-evidence.ts";
import { COMMON, namesIn, type PlacedCall, parametersOf, type Survey, surveyTree, TRIALS } from "./survey.ts";
import type { CodeTree } from "./tree.ts";

export { printProposal } from "./propose-text.ts";

/** A rule with what speaks for it: sentences without line ends, the strongest first. */
export interface Reasoned<Rule> {
  readonly rule: Rule;
  readonly why: readonly string[];
}

export interface ProposedLayer {
  readonly name: string;
  readonly dispatch: readonly Reasoned<DispatchRule>[];
  readonly answer: readonly Reasoned<AnswerRule>[];
  readonly miss: Reasoned<Layer["miss"]>;
  readonly reply: Layer["reply"];
  /** Sites with a literal name, and distinct names. */
  readonly sites: number;
  readonly names: number;
}

export interface Proposal {
  readonly name: string;
  readonly forge: string | null;
  /** Files that were surveyed. */
  readonly files: number;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  /** The layer with the most names first. */
  readonly layers: readonly ProposedLayer[];
  /** Callees that looked alike and were left out, with the reason; the likeliest first. */
  readonly doubtful: readonly { readonly callee: string; readonly calls: number; readonly reason: string }[];
  /** Where there is no layer: what is called with a name most often. */
  readonly nearest: readonly NearCallee[];
}

/** A callee that is given names. */
interface Candidate {
  readonly callee: string;
  readonly argument: number;
  readonly keyword: string | null;
  readonly carrying: Carrying | null;
  readonly sites: readonly PlacedCall[];
  readonly calls: number;
  readonly names: ReadonlySet<string>;
}

/** Callees with who answers them; `switched` of a table or a chain. */
interface Group {
  readonly answers: Answering[];
  readonly candidates: Candidate[];
  readonly switched: boolean;
}

/** Share of a callee's names that must be answered. */
const COVER = 0.75;
const MOST_DOUBTFUL = 6;

/** Proposes a profile named `name`. Pure; parses every file of the tree. Tests are not looked at. */
export function proposeProfile(tree: CodeTree, name: string, forge: string | null = null): Proposal {
  const survey = surveyTree(tree);
  const lookups = lookupsOf(survey);
  const switches = switchesOf(survey);
  const doubtful: { callee: string; calls: number; reason: string; weight: number }[] = [];
  const groups = new Map<string, Group>();
  // Those with most sites first: a callee that is called once only completes what others have shown.
  for (const candidate of candidatesOf(survey).toSorted((a, b) => b.sites.length - a.sites.length)) {
    const judged = judge(survey, candidate, lookups, switches);
    const doubt = (reason: string) => {
      const weight = candidate.names.size * (candidate.carrying ? 3 : 1);
      doubtful.push({ callee: candidate.callee, calls: candidate.sites.length, reason, weight });
    };
    if (typeof judged === "string") {
      doubt(judged);
      continue;
    }
    const key = JSON.stringify(judged[0]?.rule);
    const known = groups.get(key);
    const weak =
      candidate.sites.length < 2
        ? "it is called once"
        : candidate.carrying?.kind === "posts"
          ? "it posts the name alone"
          : null;
    if (weak !== null && !known?.candidates.some((each) => sameOwner(each, candidate))) {
      doubt(`${weak}, and no sibling of it is a dispatch`);
      continue;
    }
    const group = known ?? { answers: [], candidates: [], switched: judged[0]?.rule.kind !== "methods" };
    for (const each of judged)
      if (!group.answers.some((known) => sameRule(known.rule, each.rule))) group.answers.push(each);
    group.candidates.push(candidate);
    groups.set(key, group);
  }
  const merged = mergeRelated(survey, [...groups.values()]);
  const channels = proposeChannels(survey);
  const layers = [...merged.map((group) => layerOf(survey, group, lookups)), ...channels.layers]
    .toSorted((a, b) => b.names - a.names || b.sites - a.sites)
    .map((layer, at, all) => ({ ...layer, name: uniqueName(layer.name, all.slice(0, at)) }));
  const places = [...merged.flatMap(placesOf), ...channels.paths];
  return {
    name,
    forge,
    files: survey.files,
    ...globsOf(places, [...tree.files.keys()]),
    layers,
    doubtful: doubtful
      .filter(({ callee }) => !layers.some((layer) => speaksOf(layer, callee)))
      .toSorted((a, b) => b.weight - a.weight || (a.callee < b.callee ? -1 : 1))
      .slice(0, MOST_DOUBTFUL)
      .map(({ callee, calls, reason }) => ({ callee, calls, reason })),
    nearest: layers.length === 0 ? nearestCallees(survey, []) : [],
  };
}

function speaksOf(layer: ProposedLayer, callee: string): boolean {
  return (
    layer.dispatch.some(({ rule }) => rule.callee === callee) ||
    layer.answer.some(({ rule }) => rule.kind === "calls" && rule.callee === callee)
  );
}

/** The profile that a proposal spells. */
export function profileOf(proposal: Proposal): Profile {
  const { name, forge, paths, exclude } = proposal;
  return {
    name,
    forge,
    paths,
    exclude,
    layers: proposal.layers.map((layer) => ({
      name: layer.name,
      dispatch: layer.dispatch.map((each) => each.rule),
      answer: layer.answer.map((each) => each.rule),
      miss: layer.miss.rule,
      hops: [],
      pairings: [],
      reply: layer.reply,
    })),
  };
}

function candidatesOf(survey: Survey): Candidate[] {
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
function judge(
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
    (carrying?.kind === "packs" || carrying?.kind === "posts") &&
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

/** Two families are one layer where the roots derive from each other, or one class defines callees of both. */
function mergeRelated(survey: Survey, groups: readonly Group[]): Group[] {
  const merged: Group[] = [];
  for (const group of groups) {
    const root = group.answers[0]?.root ?? null;
    const kin = merged.find((each) => {
      const other = each.answers[0]?.root ?? null;
      if (group.switched || each.switched || !root || !other) return false;
      const related = survey.tree.derives(root, other) || survey.tree.derives(other, root);
      return related && each.candidates.some((a) => group.candidates.some((b) => sameOwner(a, b)));
    });
    if (!kin) merged.push(group);
    else {
      kin.candidates.push(...group.candidates);
      const above = group.answers[0];
      const below = kin.answers[0]?.root;
      if (above?.root && below && survey.tree.derives(below, above.root)) kin.answers.splice(0, 1, above);
    }
  }
  return merged;
}

function sameOwner(a: Candidate, b: Candidate): boolean {
  const owner = a.carrying?.definition.owner;
  return owner !== null && owner !== undefined && owner === b.carrying?.definition.owner;
}

/** Whether a chain stands in the function that is called: then it takes the word itself and sends it nowhere. */
function inside(candidate: Candidate, each: Answering): boolean {
  return each.rule.kind === "branches" && each.rule.function.split(".").at(-1) === candidate.callee;
}

function sameRule(a: AnswerRule, b: AnswerRule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function labelOf(rule: AnswerRule): string {
  if (rule.kind === "methods") return rule.roots.join(", ");
  if (rule.kind === "table") return `the table ${rule.variable}`;
  return rule.kind === "branches" ? `the branches of ${rule.function}` : `calls of ${rule.callee}`;
}

function layerOf(
  survey: Survey,
  group: {
    readonly answers: readonly Answering[];
    readonly candidates: readonly Candidate[];
    readonly switched: boolean;
  },
  lookups: readonly Lookup[],
): ProposedLayer {
  const candidates = group.candidates.toSorted((a, b) => b.sites.length - a.sites.length);
  const sent = new Set(candidates.flatMap((each) => [...each.names]));
  const dispatch = candidates.map((each) => dispatchOf(survey, each));
  const calls = candidates.flatMap((each) => each.sites);
  const all = group.switched ? null : familyOf(survey, sent, calls, lookups);
  const answers = all ? [all] : group.answers;
  const best = answers[0] as Answering;
  const answer = answers.map((each): Reasoned<AnswerRule> => {
    const methods = each.rule.kind === "methods";
    const covered = [...sent].filter((name) => (methods ? each.covered : each.held).has(name)).length;
    const rest = methods ? `${each.held.size} of them itself` : `of ${each.held.size} that it holds`;
    return {
      rule: each.rule,
      why: [
        `${labelOf(each.rule)} at ${each.path}:${each.line} answers ${covered} of ${sent.size} ${sent.size === 1 ? "name" : "names"}, ${rest}`,
      ],
    };
  });
  const waits = dispatch.some(({ rule }) => rule.wait !== false);
  return {
    name: snake(best.rule.kind === "methods" ? (best.rule.roots[0] ?? "names") : (candidates[0]?.callee ?? "commands")),
    dispatch,
    answer,
    miss: missOf(
      survey,
      best,
      candidates.flatMap((each) => (each.carrying ? [each.carrying] : [])),
      lookups,
      waits,
    ),
    reply: best.rule.kind === "table" ? replyOf(survey, best.handlers) : null,
    sites: candidates.reduce((sum, each) => sum + each.sites.length, 0),
    names: sent.size,
  };
}

const HOW: Readonly<Record<Carrying["kind"], string>> = {
  asks: "it looks the name up",
  packs: "it packs the name with its arguments",
  posts: "it sends the name alone",
};

function dispatchOf(survey: Survey, candidate: Candidate): Reasoned<DispatchRule> {
  const { callee, argument, keyword, carrying, sites, calls, names } = candidate;
  const { wait, why } = waitOf(survey, callee, sites);
  const timeout = wait === false ? null : timeoutOf(survey, callee);
  const name: Slot = { argument, ...(keyword === null ? {} : { keyword }) };
  const places = sites.slice(0, 3).map((each) => `${each.scope.file.path}:${each.line}`);
  const how =
    carrying === null
      ? "its definition is not in this tree"
      : `${HOW[carrying.kind]} (${carrying.definition.file.path}:${carrying.definition.chunk.line})`;
  return {
    rule: {
      callee,
      name,
      wait,
      ...(timeout === null ? {} : { timeout }),
      ...(/aggregat|gather/i.test(callee) ? { aggregating: true } : {}),
    },
    why: [
      `${sites.length} of ${calls} calls give a literal, ${names.size} different ${names.size === 1 ? "name" : "names"}: ${places.join(", ")}${sites.length > 3 ? ", …" : ""}`,
      `${how}; wait: ${why}`,
    ],
  };
}

function missOf(
  survey: Survey,
  best: Answering,
  carryings: readonly Carrying[],
  lookups: readonly Lookup[],
  waits: boolean,
): Reasoned<Layer["miss"]> {
  if (best.rule.kind === "table") {
    const rule = missOfTable(survey, best.rule.variable);
    return { rule, why: [rule === "drop" ? "the table is asked with `.get`" : "the table is indexed"] };
  }
  if (best.rule.kind !== "methods") return { rule: "drop", why: ["a chain that knows no such name goes on; check it"] };
  const root = best.root;
  const of = (each: Lookup) =>
    root !== null &&
    each.class !== null &&
    (survey.tree.derives(each.class, root) || survey.tree.derives(root, each.class));
  const asked = carryings.map((each) => each.lookup);
  const words = carryings.map((each) => each.parameter);
  const lookup =
    lookups.find((each) => asked.includes(each.call)) ??
    lookups.find(of) ??
    lookups.find((each) => each.class === null && words.includes(each.name));
  if (!lookup) return { rule: "raise", why: ["no lookup of a name was found; this is a guess"] };
  const place = `${lookup.scope.file.path}:${lookup.line}`;
  if (lookup.miss === "raise")
    return { rule: "raise", why: [`\`getattr(${lookup.object}, …)\` without a guard at ${place}`] };
  return {
    rule: waits ? "park" : "skip",
    why: [`\`getattr(${lookup.object}, …, None)\` and nothing if there is none, at ${place}: who waits, waits on`],
  };
}

function placesOf(group: {
  readonly answers: readonly Answering[];
  readonly candidates: readonly Candidate[];
}): string[] {
  return [
    ...group.answers.map((each) => each.path),
    ...group.candidates.flatMap((each) => each.sites.map((site) => site.scope.file.path)),
    ...group.candidates.flatMap((each) => (each.carrying ? [each.carrying.definition.file.path] : [])),
  ];
}

/** One glob for each top directory that takes part, by the endings of its files; tests under it are excluded. */
function globsOf(places: readonly string[], all: readonly string[]): { paths: string[]; exclude: string[] } {
  const tops = [...new Set(places.map((path) => (path.includes("/") ? `${path.split("/")[0]}/` : "")))].toSorted();
  const bases = tops.includes("") ? [""] : tops;
  const endings = [...new Set(places.map((path) => path.slice(path.lastIndexOf(".") + 1)))].toSorted();
  const ending = endings.length === 1 ? endings[0] : `{${endings.join(",")}}`;
  const exclude = new Set<string>();
  for (const path of all) {
    if (!bases.some((base) => path.startsWith(base))) continue;
    const at = path.split("/").findIndex((part) => /^(tests?|__tests__)$/.test(part));
    if (at >= 0 && TRIALS.test(path))
      exclude.add(
        `${path
          .split("/")
          .slice(0, at + 1)
          .join("/")}/**`,
      );
  }
  const shown = exclude.size > 8 ? ["**/{test,tests,__tests__}/**"] : [...exclude].toSorted();
  return {
    paths: places.length === 0 ? ["**/*"] : bases.map((base) => `${literally(base)}**/*.${ending}`),
    exclude: shown,
  };
}

/** A folder's name as a glob takes it for itself. */
function literally(folder: string): string {
  return folder.replace(/[\\[\]{}()*?!+@]/g, "\\$&");
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase();
}

function uniqueName(name: string, before: readonly { readonly name: string }[]): string {
  const same = before.filter((each) => each.name === name).length;
  return same === 0 ? name : `${name}-${same + 1}`;
}
