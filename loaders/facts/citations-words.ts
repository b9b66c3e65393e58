// Reads the words around line numbers: "line 12", ", lines 12 to 14", "around line 12", "of this file". It binds nothing;
// it says where the numbers begin and what the words say of them.

import { looksLikeCode } from "./citations-symbols.ts";

export interface LineWord {
  /** Where the numbers begin. */
  readonly at: number;
  /** "lines": more than one may follow, joined by "and". */
  readonly several: boolean;
  readonly approximate: boolean;
  /** "between lines 12 and 20" is one span. */
  readonly between: boolean;
}

/** A run that may be such a word. */
export const WORD = /^(?:[Ll]ines?|LINES?|[Ll]ns?\.?)$/;

const NUMBERS =
  /(?:\(s\))?\s{0,3}(?:numbers?\s|nos?\.\s|#)?(approximately |approx\.? |around |about |roughly |~\s?|≈\s?|c\. )?(?=~?[Ll]?\d)/y;
const ABOUT = /(?:around|about|near|approximately|roughly|approx\.?|circa|~|≈)\s?$/i;

/** The numbers behind a word for lines that stands from `from` to `end`; null if none follow. */
export function lineWordAt(text: string, from: number, end: number): LineWord | null {
  NUMBERS.lastIndex = end;
  const match = NUMBERS.exec(text);
  if (!match || match[0].trim() === match[0])
    if (!match || match[0] === "" || !/^(?:\(s\)|[\s#~≈])/.test(match[0])) return null;
  const before = text.slice(Math.max(0, from - 16), from);
  return {
    at: end + match[0].length,
    several: /s\.?$/i.test(text.slice(from, end)) || match[0].startsWith("(s)"),
    approximate: match[1] !== undefined || ABOUT.test(before),
    between: /\bbetween\s$/i.test(before),
  };
}

const TAIL =
  /[`"'*_)\]]{0,4}(?:'s)?(?:[,;:]?\s{1,3}(?:[—–-]\s)?|[,:]|(?=\())\(?(?:(?:at|on|in|see|from|near|around|about)\s)?(?:the\s)?(?:(around|about|near|approximately|approx\.?|roughly|~|≈)\s?)?(?:([Ll]ines?|LINES?|[Ll]ns?\.?|ll?\.)(?:\(s\))?:?\s{0,2}(?:numbers?\s|nos?\.\s|#)?(approximately |approx\.? |around |about |~\s?|≈\s?)?(?=~?L?\d)|(?=~?L\d))/y;

/** The numbers behind a path that ends at `end`: `core.py line 12`, `core.py, L12`, `"core.py", line 12`. */
export function tailWordAt(text: string, end: number): { at: number; several: boolean; approximate: boolean } | null {
  TAIL.lastIndex = end;
  const match = TAIL.exec(text);
  if (!match) return null;
  const word = match[2] ?? "";
  const approximate = match[1] !== undefined || match[3] !== undefined || /(?:near|around|about)\s/.test(match[0]);
  return { at: end + match[0].length, several: /s\.?$/i.test(word) || word === "ll.", approximate };
}

const OBJECT =
  /^[`"'*)\]]{0,3}\s(?:of|in|from|on|into|above|below)\b(?:\s(this|the|that|its|a|an|each|every|my|your|our|their))?(?:\s(?:same|current|present))?(?:\s([\p{L}_-]{1,40}))?/u;

/** Whether words behind say that the lines are of this very file, or of something that is no file. */
export function ownFile(text: string, at: number): "own" | "other" | null {
  // "lines 1-80 of 2132" counts a text's lines.
  if (/^\s(?:of|out of)\s\d/.test(text.slice(at, at + 12))) return "other";
  const match = OBJECT.exec(text.slice(at, at + 90));
  if (!match) return null;
  const [, article, noun] = match;
  const file = /^(?:file|module|script|source|document|page|doc|note|listing|test|header)$/i.test(noun ?? "");
  if (file && article === "this") return "own";
  if (file || article === undefined) return null;
  return noun === undefined ? null : "other";
}

const LEADING =
  /(?:^|[\s(["'])(?:at|on|in|see|from|to|of|by|around|about|near|the|and|or|also|between|until|through|after|before|above|below|with|via|lives|is|was)\s$/i;

/**
 * Whether the word before "line" leaves room for this very file: a preposition, a mark, a symbol. "Pi line 371" speaks of
 * somebody else's.
 */
export function leadsHere(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - 60), from);
  if (before.trim() === "" || /[^\p{L}\p{N}\s]\s?$/u.test(before) || LEADING.test(before)) return true;
  const word = /(\S+)\s$/.exec(before)?.[1] ?? "";
  return looksLikeCode(word);
}
