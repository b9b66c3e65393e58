// Finds how far the words go that stand with a number: "17 (RUNNER-1)", "4 new tests". What they mean is not asked, only
// whether they may tie the number to another one.

import type { Token } from "./tokens.ts";

/** Words; a number with more behind it is told, not labelled. */
export const LONGEST_LABEL = 8;

/** Words that tie what stands behind them to the number in another way than as its label. */
const TYING =
  /^(?:of|to|vs|versus|per|or|than|and|plus|minus|times|is|was|are|were|if|when|not|by|with|without|from|out|at|becomes?)$/i;

/** Words that count by another measure than ones. */
const MANIFOLD = /^(?:pairs?|couples?|dozens?|doubles?|triples?|twins?|sets?|groups?|times)$/i;

/** Where the label behind an operand ends: a few words, and something in brackets. */
export function labelEnd(tokens: readonly Token[], from: number): { end: number; sure: boolean } {
  const words = wordsEnd(tokens, from);
  const open = tokens[words.end];
  if (open?.kind !== "open" || !open.before) return words;
  const close = closing(tokens, words.end);
  if (close < 0) return words;
  const behind = wordsEnd(tokens, close + 1);
  // "3 blocks (48 tokens) + 7 tokens": what is added up may be what the brackets hold.
  const plain = close - words.end < LONGEST_ASIDE && !tokens.slice(words.end, close).some((token) => token.numeral);
  return { end: behind.end, sure: words.sure && behind.sure && plain };
}

const LONGEST_ASIDE = 12;

function wordsEnd(tokens: readonly Token[], from: number): { end: number; sure: boolean } {
  let end = from;
  let sure = true;
  while (end - from < LONGEST_LABEL && tokens[end]?.kind === "word") {
    const word = tokens[end]?.text ?? "";
    if (TYING.test(word) || MANIFOLD.test(word)) sure = false;
    end++;
  }
  return { end, sure };
}

const WIDEST_BRACKETS = 60;

/** The bracket that closes the one at `open`; -1 where it is far away or there is none. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  const end = Math.min(tokens.length, open + WIDEST_BRACKETS);
  for (let at = open; at < end; at++) {
    if (tokens[at]?.kind === "open") depth++;
    else if (tokens[at]?.kind === "close" && --depth === 0) return at;
  }
  return -1;
}

/** Where what a token belongs to ends in the text: with the bracket around it, if that is near. */
export function closed(tokens: readonly Token[], at: number): number {
  for (let next = at + 1; next < at + 10; next++) {
    const kind = tokens[next]?.kind;
    if (kind === "close") return tokens[next]?.to ?? 0;
    if (kind === undefined || kind === "open" || kind === "stop") break;
  }
  return tokens[at]?.to ?? 0;
}
