// Turns a word that the code does not hold into the words nearest to it: by spelling, and for callees by how they are
// used. It only suggests.

import { COMMON, namesIn, type Survey } from "./survey.ts";

/** A callee that is called with a name first, and how often. */
export interface NearCallee {
  readonly callee: string;
  readonly calls: number;
}

/**
 * Callees that are called with a literal name as their first argument: those spelt like a wanted one first, then those
 * whose names are methods of the tree, then by how often. At most `most`.
 */
export function nearestCallees(survey: Survey, wanted: readonly string[], most = 5): NearCallee[] {
  const found: (NearCallee & { readonly likeness: number; readonly fits: number })[] = [];
  for (const [callee, placed] of survey.calls) {
    if (COMMON.has(callee) || wanted.includes(callee) || !/^[\w$]+$/.test(callee)) continue;
    const names = placed.flatMap(({ call }) => namesIn(call.args[0]));
    if (names.length === 0) continue;
    const likeness = Math.max(0, ...wanted.map((word) => spelledAlike(word, callee)));
    const methods = names.filter((name) => survey.functions.has(name)).length;
    if (names.length < 2 && likeness < 0.5) continue;
    found.push({ callee, calls: names.length, likeness: likeness >= 0.5 ? likeness : 0, fits: methods / names.length });
  }
  const weight = (each: (typeof found)[number]) => each.calls * (0.2 + each.fits);
  return found
    .toSorted((a, b) => b.likeness - a.likeness || weight(b) - weight(a) || (a.callee < b.callee ? -1 : 1))
    .slice(0, most)
    .map(({ callee, calls }) => ({ callee, calls }));
}

/** Words of `known` that are spelt like `word`, best first. At most `most`. */
export function nearestWords(word: string, known: Iterable<string>, most = 3): string[] {
  return [...new Set(known)]
    .map((each) => ({ each, likeness: spelledAlike(word, each) }))
    .filter(({ likeness }) => likeness >= 0.5)
    .toSorted((a, b) => b.likeness - a.likeness || (a.each < b.each ? -1 : 1))
    .slice(0, most)
    .map(({ each }) => each);
}

/** From 0 to 1: the share of two-letter pairs that both words have, letter case and `_` apart. */
export function spelledAlike(a: string, b: string): number {
  const [left, right] = [pairs(a), pairs(b)];
  if (left.length === 0 || right.length === 0) return a === b ? 1 : 0;
  const rest = [...right];
  let same = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    same++;
    rest.splice(at, 1);
  }
  return (2 * same) / (left.length + right.length);
}

function pairs(word: string): string[] {
  const letters = word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}
