// Turns the code of a tree into a proposed profile: which callees are again and again given a name that something else
// answers, who answers, who waits. Everything is ranked by evidence that is counted and shown; what is weak is left out.

import type { Profile } from "../model.ts";
import { type NearCallee, nearestCallees } from "./nearest.ts";
import { switchesOf } from "./propose-answers.ts";
import { candidatesOf, judge, sameOwner, sameRule } from "./propose-candidates.ts";
import { proposeChannels } from "./propose-channels.ts";
import { lookupsOf } from "./propose-evidence.ts";
import { type Group, layerOf, type ProposedLayer } from "./propose-layer.ts";
import { type Survey, surveyTree, TRIALS } from "./survey.ts";
import type { CodeTree } from "./tree.ts";

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
  readonly doubtful: readonly {
    readonly callee: string;
    readonly calls: number;
    readonly reason: string;
    /** Whether it lacks one thing only. */
    readonly nearly: boolean;
  }[];
  /** Where there is no layer: what is called with a name most often. */
  readonly nearest: readonly NearCallee[];
}

const MOST_DOUBTFUL = 6;

/** Proposes a profile named `name`. Pure; parses every file of the tree. Tests are not looked at. */
export function proposeProfile(tree: CodeTree, name: string, forge: string | null = null): Proposal {
  const survey = surveyTree(tree);
  const lookups = lookupsOf(survey);
  const switches = switchesOf(survey);
  const doubtful: (Proposal["doubtful"][number] & { weight: number })[] = [];
  const groups = new Map<string, Group>();
  // Those with most sites first: a callee that is called once only completes what others have shown.
  for (const candidate of candidatesOf(survey).toSorted((a, b) => b.sites.length - a.sites.length)) {
    const judged = judge(survey, candidate, lookups, switches);
    const doubt = (reason: string, nearly = false) => {
      const weight = candidate.names.size * (candidate.carrying ? 3 : 1);
      doubtful.push({ callee: candidate.callee, calls: candidate.sites.length, reason, nearly, weight });
    };
    if (typeof judged === "string") {
      doubt(judged);
      continue;
    }
    if (candidate.carrying?.kind === "prints") {
      const { file, chunk } = candidate.carrying.definition;
      doubt(`it only prints the name (${file.path}:${chunk.line}): a dispatch where a program reads that`, true);
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
      .toSorted((a, b) => Number(b.nearly) - Number(a.nearly) || b.weight - a.weight || (a.callee < b.callee ? -1 : 1))
      .slice(0, MOST_DOUBTFUL)
      .map(({ weight: _, ...each }) => each),
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

function placesOf(group: Group): string[] {
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

function uniqueName(name: string, before: readonly { readonly name: string }[]): string {
  const same = before.filter((each) => each.name === name).length;
  return same === 0 ? name : `${name}-${same + 1}`;
}
