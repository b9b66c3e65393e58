// Finds the words that two versions of a sentence do not share, in order, and marks them. It compares words, not letters.

import { type Child, h } from "./dom.js";

/** More pairs of words are not compared: then all of it counts as changed. */
const MOST_PAIRS = 160_000;

/** The second text with the words that the first one lacks marked; and, where asked for, those it lost struck out. */
export function changedWordsMarked(before: string, after: string, showsLost = false): readonly Child[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const out: Child[] = [];
  let [lost, come] = ["", ""];
  const flush = (): void => {
    if (showsLost && lost !== "") out.push(...framed("del", lost));
    if (come !== "") out.push(...framed("mark", come));
    [lost, come] = ["", ""];
  };
  let [i, j] = [0, 0];
  for (const [from, to] of [...common(old, now), [old.length, now.length] as const]) {
    for (; i < from; i++) lost += old[i] ?? "";
    for (; j < to; j++) come += now[j] ?? "";
    flush();
    if (to < now.length) out.push(now[to]);
    [i, j] = [from + 1, to + 1];
  }
  return out;
}

/** A run of words in an element; the blanks before it stay outside. */
function framed(tag: "del" | "mark", run: string): readonly Child[] {
  const blanks = run.length - run.trimStart().length;
  return [run.slice(0, blanks), h(tag, {}, run.slice(blanks))];
}

/** Words, each with the blanks before it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? [];
}

/** Places of a longest common sequence of words in both, in order; none where there are too many to compare. */
function common(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  if (old.length * now.length > MOST_PAIRS) return [];
  const [a, b] = [old, now].map((words) => words.map((word) => word.trim())) as [string[], string[]];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const length = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as Uint16Array)[j] =
        a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const kept: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (a[i] === b[j]) kept.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  return kept;
}
