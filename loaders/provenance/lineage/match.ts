// Turns two versions of a document into which sentence of the old one became which of the new one: the same, the same
// with other names, or one that was reworded in its place. What has no partner came or went.

import { groupBy } from "../../group.ts";
import type { Worded as Full } from "./words.ts";

type Worded = Pick<Full, "key" | "shape">;

/** What became of a sentence from one version to the next: by `renamed` only names of code differ. */
export type Became = "same" | "renamed" | "corrected";

export interface Partner {
  /** Its place in the old version. */
  readonly old: number;
  readonly became: Became;
}

/** More pairs of one place are not compared: a document so rewritten is another one. */
const MOST_PAIRS = 4_000;

/** How alike two sentences must be that stand in one place; that stand alone in it; that stand anywhere. 0 to 1. */
const LEAST = { place: 0.4, alone: 0.3, anywhere: 0.7 } as const;

/** By the places of `now`; null of a sentence that is new. No sentence of `old` is given twice. */
export function partnersOf(old: readonly Worded[], now: readonly Worded[]): readonly (Partner | null)[] {
  const partners: (Partner | null)[] = now.map(() => null);
  const taken = new Set<number>();
  const pair = (at: number, from: number, became: Became) => {
    taken.add(from);
    partners[at] = { old: from, became };
  };
  for (const [became, key] of [
    ["same", (each: Worded) => each.key],
    ["renamed", (each: Worded) => each.shape],
  ] as const) {
    const free = groupBy(
      old.flatMap((each, from) => (taken.has(from) ? [] : [[from, key(each)] as const])),
      ([, word]) => word,
    );
    for (const [at, each] of now.entries()) {
      const next = partners[at] === null ? free.get(key(each))?.shift() : undefined;
      if (next !== undefined) pair(at, next[0], became);
    }
  }
  for (const { at, from } of reworded(old, now, taken, partners)) pair(at, from, "corrected");
  return partners;
}

/** Pairs of sentences that are left, the most alike first, each in one pair. */
function reworded(
  old: readonly Worded[],
  now: readonly Worded[],
  taken: ReadonlySet<number>,
  partners: readonly (Partner | null)[],
): readonly { readonly at: number; readonly from: number }[] {
  const left = old.flatMap((_, from) => (taken.has(from) ? [] : [from]));
  const come = now.flatMap((_, at) => (partners[at] === null ? [at] : []));
  if (left.length === 0 || come.length === 0) return [];
  const before = placesOf(old.length, (from) => (taken.has(from) ? from : null));
  const behind = placesOf(now.length, (at) => partners[at]?.old ?? null);
  const gone = groupBy(left, (from) => before[from]!);
  const came = groupBy(come, (at) => behind[at]!);
  const pairs: { at: number; from: number; like: number }[] = [];
  const compare = (ats: readonly number[], froms: readonly number[], least: number) => {
    if (ats.length * froms.length > MOST_PAIRS) return;
    for (const at of ats)
      for (const from of froms) {
        const like = likeness(old[from]!.key, now[at]!.key);
        if (like >= least) pairs.push({ at, from, like });
      }
  };
  for (const [place, froms] of gone) {
    const ats = came.get(place) ?? [];
    compare(ats, froms, ats.length === 1 && froms.length === 1 ? LEAST.alone : LEAST.place);
  }
  compare(come, left, LEAST.anywhere);
  pairs.sort((a, b) => b.like - a.like || a.at - b.at || a.from - b.from);
  const [ats, froms] = [new Set<number>(), new Set<number>()];
  return pairs.filter(({ at, from }) => {
    if (ats.has(at) || froms.has(from)) return false;
    ats.add(at);
    froms.add(from);
    return true;
  });
}

/** For each sentence the nearest one before it that has a partner, by its old place; -1 where there is none. */
function placesOf(count: number, oldOf: (at: number) => number | null): readonly number[] {
  let last = -1;
  return Array.from({ length: count }, (_, at) => {
    last = oldOf(at) ?? last;
    return last;
  });
}

/** The share of words that two sentences have in common, each counted as often as it stands: 0 to 1. */
export function likeness(a: string, b: string): number {
  const [one, other] = [a.split(" "), b.split(" ")];
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    counts.set(word, count - 1);
  }
  return (2 * common) / (one.length + other.length);
}
