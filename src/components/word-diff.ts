// Finds the words that two versions of a sentence do not share, in order, and marks them. It compares words, not letters.

import { type Child, h } from "./dom.js";

/** A word with the blanks before it. */
interface Word {
  readonly text: string;
  readonly key: string;
}

/** More pairs of words are not compared: then all of it counts as changed. */
const MOST_PAIRS = 160_000;

/** The second text with the words that the first one lacks marked, neighbours as one. */
export function changedWordsMarked(before: string, after: string): readonly Child[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const kept = common(old, now);
  const out: Child[] = [];
  let run = "";
  const flush = (): void => {
    if (run === "") return;
    const blanks = run.length - run.trimStart().length;
    out.push(run.slice(0, blanks), h("mark", {}, run.slice(blanks)));
    run = "";
  };
  for (const [at, word] of now.entries()) {
    if (!kept.has(at)) run += word.text;
    else {
      flush();
      out.push(word.text);
    }
  }
  flush();
  return out;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/\s*\S+/g)].map(([word]) => ({ text: word, key: word.trim() }));
}

/** Places of `now` that are in a longest common sequence of words. */
function common(old: readonly Word[], now: readonly Word[]): ReadonlySet<number> {
  const kept = new Set<number>();
  if (old.length * now.length > MOST_PAIRS) return kept;
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const length = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const same = old[i]?.key === now[j]?.key;
      (lengths[i] as Uint16Array)[j] = same ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i]?.key === now[j]?.key) {
      kept.add(j);
      i++;
      j++;
    } else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return kept;
}
