// Reads numbers as people write them, in digits and in words: one text that is nothing but a number, and all the numbers
// of a text with what each is used for. What a number counts is not asked, and nothing is calculated.

import { type Word, wordsOf } from "./number-atoms.ts";
import { isApproximate, isLabel, isNoNumber, wordValueOf } from "./number-context.ts";
import { readWords } from "./number-words.ts";

/**
 * What a number is used for. `count`: a whole number of things; `decimal`, `percent`, `ratio` ("2.09x"), `signed` ("+141"),
 * `times` ("twice", "3 times"), `ordinal` ("third", "21st"), `quantity` (a unit is glued to it: "90s"); `compound`: it is
 * the head of a word ("two-key"); `label`: it names and does not count ("round 2", "line 12", "in 2026"); `range`: an end
 * of "5-7"; `approximate`: "about 40", "at least two", "40+".
 */
export type NumberKind =
  | "count"
  | "decimal"
  | "percent"
  | "ratio"
  | "signed"
  | "times"
  | "ordinal"
  | "quantity"
  | "compound"
  | "label"
  | "range"
  | "approximate";

/** A number that stands in a text. */
export interface NumberInText {
  readonly value: number;
  /** As it is written, with its sign and what is glued behind it. */
  readonly text: string;
  /** Half-open, in characters (UTF-16 units). */
  readonly from: number;
  readonly to: number;
  readonly kind: NumberKind;
}

const AROUND = /^[\s*_`"'“”‘’([]+|[\s*_`"'“”‘’)\].,;:!?]+$/g;
const QUALIFIED = /^(?:(?:exactly|only|just|all|of|the|these|those)\s+){1,4}/i;
const SUFFIX = /\s+(?:times?|percent|per\s+cent)$/i;

/**
 * The number that a text is, wholly: "12", "4,518", "2.09x", "97.2 %", "+141", "twenty-six", "a dozen", "both" (2), "all
 * nine" (9), "none" (0), "twice" (2), "third" (3). Null of everything else: of what is vague ("a couple", "about 40",
 * "10k"), of names ("v2", "#12", "1.2.3") and of more than one number.
 */
export function parseNumber(text: string): number | null {
  if (text.length > 200) return null;
  const bare = text.replace(AROUND, "").replace(QUALIFIED, "").replace(SUFFIX, "");
  const words = wordsOf(bare);
  const [first, second] = words;
  if (first === undefined || first.from !== 0) return null;
  const special = wordValueOf(first.word);
  if (special !== null) return second === undefined && first.to === bare.length ? special : null;
  const { chunk, figure } = first;
  if (figure !== null && (figure.to < chunk.to || figure.unit === "quantity" || figure.unit === "more")) return null;
  const read = readWords(words, 0);
  const last = read === null ? undefined : words[read.end - 1]!;
  return read !== null && last?.to === bare.length && !Number.isNaN(read.value) ? read.value : null;
}

/**
 * All numbers of a text, in order. Digits in identifiers, versions, dates, times, paths, citations, hashes and references
 * are none, nor is "one" where it stands for a noun, or "no" where it counts nothing. Linear in the length of the text.
 */
export function numbersIn(text: string): readonly NumberInText[] {
  const words = wordsOf(text);
  const found: NumberInText[] = [];
  for (let at = 0; at < words.length; ) {
    const { number, end } = numberAt(text, words, at, found.at(-1) ?? null);
    if (number !== null) found.push(number);
    at = end;
  }
  return found;
}

interface Read {
  readonly number: NumberInText | null;
  /** The word to go on with. */
  readonly end: number;
}

function numberAt(text: string, words: readonly Word[], at: number, before: NumberInText | null): Read {
  const word = words[at]!;
  const { chunk, figure } = word;
  const read = readWords(words, at);
  const special = read === null ? wordValueOf(word.word) : null;
  if (read === null && special === null) return { number: null, end: skipped(words, at) };
  const end = read?.end ?? at + 1;
  const value = read?.value ?? special!;
  // What is not the head of its word is part of a name: "non-zero".
  const isHead = word.from === chunk.from || figure !== null;
  if (!isHead || Number.isNaN(value)) return { number: null, end };
  const isAlone = end === at + 1;
  if (figure === null || !isAlone) {
    if (isNoNumber(text, words, at, end)) return { number: null, end };
  }
  const last = words[end - 1]!;
  const from = word.from;
  const to = last.to;
  const place = { value, text: text.slice(from, to), from, to };
  const kind = kindOf(text, words, { at, end, isOrdinal: read?.isOrdinal ?? false }, place, before);
  return { number: kind === null ? null : { ...place, kind }, end };
}

/** A word that begins no number: what hangs on it by a hyphen begins none either. */
function skipped(words: readonly Word[], at: number): number {
  const { chunk } = words[at]!;
  let next = at + 1;
  while (words[next]?.chunk === chunk) next++;
  return next;
}

interface Place {
  readonly value: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

function kindOf(
  text: string,
  words: readonly Word[],
  read: { readonly at: number; readonly end: number; readonly isOrdinal: boolean },
  place: Place,
  before: NumberInText | null,
): NumberKind | null {
  const { chunk, figure } = words[read.at]!;
  const next = words[read.end];
  const isGlued = next !== undefined && next.joint === "hyphen" && next.chunk === words[read.end - 1]!.chunk;
  const isOrdinal = read.isOrdinal || figure?.unit === "ordinal";
  // "first-parent" says which, not how many, and orders nothing.
  if (isOrdinal) return isGlued ? null : "ordinal";
  if (figure !== null && isLabel(text, words, read.at, place, before)) return "label";
  if (chunk.kind === "figures" && chunk.isRange) return "range";
  if (figure?.unit === "more" || isApproximate(text, words, read.at, read.end)) return "approximate";
  const word = next?.joint === "space" ? next.word : "";
  if (figure?.unit === "percent" || word === "percent" || (word === "per" && words[read.end + 1]?.word === "cent"))
    return "percent";
  if (word === "times" || (word === "time" && place.value === 1) || /^(?:once|twice|thrice)$/i.test(place.text))
    return "times";
  if (figure?.unit === "ratio" || figure?.unit === "quantity") return figure.unit;
  if (isGlued || (chunk.kind === "figures" && chunk.isCompound)) return "compound";
  if (figure !== null && figure.start > figure.from) return "signed";
  return Number.isInteger(place.value) && !place.text.includes(".") ? "count" : "decimal";
}
