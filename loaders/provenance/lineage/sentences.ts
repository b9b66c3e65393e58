// Turns a document's text into the sentences that people wrote in it, each with the line it begins on and its words.
// Code, its strings and fenced examples are left out; which documents are read is not decided here.

import type { Passage } from "../../citation.ts";
import { Recent } from "../../recent.ts";
import { proseOf } from "../../syntax/prose.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import { isCode, type Worded, wordsOf } from "./words.ts";

export interface Sentence extends Worded {
  /** White space folded. */
  readonly text: string;
  /** 1-based, in the document. */
  readonly line: number;
}

/** Fewer words say nothing that could be told from chance; and some of them must be no names. */
const FEWEST_WORDS = 5;
const FEWEST_PLAIN = 3;
/** A longer one is left out: nobody wrote it as a sentence. Characters. */
const LONGEST = 1_000;

/** Kinds of passages that are no prose. */
const NO_PROSE: ReadonlySet<Passage["kind"]> = new Set(["string", "example"]);

interface Found extends Worded {
  readonly text: string;
  /** Where it begins in its passage, in characters. */
  readonly at: number;
}

/** Sentences of passages by their text: of a document's next version most passages are the same. */
const cut = new Recent<string, readonly Found[]>(16 * 2 ** 20, (found) =>
  found.reduce((sum, { text }) => sum + 3 * text.length + 100, 100),
);

/** By place. Never throws; linear in the length of `text`. */
export function sentencesOf(path: string, text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  for (const passage of proseOf(path, text).passages) {
    if (NO_PROSE.has(passage.kind)) continue;
    let found = cut.get(passage.text);
    if (found === undefined) {
      found = foundIn(passage.text);
      cut.set(passage.text, found);
    }
    for (const { at, ...sentence } of found) sentences.push({ ...sentence, line: lineAt(passage, at) });
  }
  return sentences;
}

function foundIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let isTail = false;
  for (let at = 0; at < text.length; ) {
    const part = text.slice(at, at + LONGEST);
    const { to } = sentenceAround(part, { from: 0, to: 1 }, LONGEST);
    const isWhole = to < LONGEST && !isTail;
    isTail = to >= LONGEST;
    if (!isWhole) {
      at += to;
      continue;
    }
    let begin = at;
    for (const piece of part.slice(0, to).split(/(?<=[。！？])/u)) {
      const start = begin + piece.length - piece.trimStart().length;
      begin += piece.length;
      const folded = piece.replace(/\s+/g, " ").trim();
      const words = wordsOf(folded);
      if (words.count < FEWEST_WORDS || words.plain < FEWEST_PLAIN || isCode(folded, words.count)) continue;
      found.push({ text: folded, at: start, ...words });
    }
    at += Math.max(1, to);
  }
  return found;
}

function lineAt({ lines, line }: Passage, at: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.offset <= at) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1]?.line ?? line;
}
