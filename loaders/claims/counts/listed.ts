// Finds the numbers that prose itself bears out or refutes: "three reasons:" before a list, "the following five rules"
// before a table, "four things (a, b, c and d)". It opens no code; whether a list is complete is not asked.

import type { Passage } from "../../citation.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import { type NumberInText, numbersIn } from "../numbers.ts";
import type { Listed, ListedItem, Reading, Span } from "./count.ts";
import { bracketBehind, enumeratedIn, inlineItems } from "./inline.ts";
import { isPartial } from "./mood.ts";
import { NUMERAL } from "./numeral.ts";

/** Characters around a number in which its sentence is looked for. */
const REACH = 600;
/** More than this many are written down by programs. */
const MOST = 40;

/** In order of place. Linear in the length of the document. */
export function* listedIn(reading: Reading): Generator<Listed> {
  for (const [index, passage] of reading.passages.entries()) {
    if (!isRead(passage) || !mayList(passage.text)) continue;
    const numbers = numbersIn(passage.text);
    for (const [place, number] of numbers.entries()) {
      if (number.kind !== "count" || number.value < 2 || number.value > MOST) continue;
      const found = listedBy(reading, index, numbers, place);
      if (found === null) continue;
      const sentence = sentenceAround(passage.text, number, REACH);
      yield { passage: index, number, sentence, ...found };
    }
  }
}

export function isRead({ kind, quoted, text }: Passage): boolean {
  return kind !== "example" && kind !== "string" && kind !== "message" && kind !== "row" && !quoted && text.length < 20_000;
}

type Found = Pick<Listed, "where" | "items">;

function listedBy(
  reading: Reading,
  index: number,
  numbers: readonly NumberInText[],
  place: number,
): Found | null {
  const passage = reading.passages[index]!;
  const number = numbers[place]!;
  const { text } = passage;
  if (/^both$/i.test(number.text) || isPartial(text.slice(0, number.from)) || isMarked(text, number)) return null;
  const phrase = phraseBehind(text, number, numbers[place + 1] ?? null);
  if (phrase === null) return null;
  if (text[phrase.to] === "(") {
    const items = bracketBehind(text, phrase.to, number.value);
    return items === null ? null : { where: "the brackets behind it", items: named(items, passage) };
  }
  const rest = text.slice(phrase.to + 1);
  if (rest.trim() === "") return passage.kind === "heading" || isSecond(text, numbers, place) ? null : blockBehind(reading, index);
  if (!phrase.isBare) return null;
  const items = enumeratedIn(rest) ?? inlineItems(rest, number.value);
  return items === null ? null : { where: "the list behind it", items: named(items, passage) };
}

function named(items: readonly string[], { line }: Passage): readonly ListedItem[] {
  return items.map((text) => ({ text, line }));
}

const MAY_LIST = new RegExp(`\\b${NUMERAL}\\b[^.!?;:()]{2,140}[:(]`, "i");

/** Whether a text can hold any: most do not, and need not be taken apart. */
export function mayList(text: string): boolean {
  return MAY_LIST.test(text);
}

/** Whether a number is quoted, struck out or part of a calculation. */
function isMarked(text: string, { from, to }: Span): boolean {
  return /["“'`~=+×*/<>-]\s?$/.test(text.slice(Math.max(0, from - 2), from).replace(/\*\*$/, "")) || /^\s?["”'`~=+×/<>-]/.test(text.slice(to, to + 2));
}

/** Whether another number counts something in the same sentence before it: the list may be of that. */
function isSecond(text: string, numbers: readonly NumberInText[], place: number): boolean {
  const before = numbers[place - 1];
  return before !== undefined && !/[.!?;]\s/.test(text.slice(before.to, numbers[place]!.from));
}

/** Nouns that no list has one of for each that is counted. */
const NO_THINGS =
  /^(?:times|ways?|lines|bytes|bits|minutes|seconds|hours|days|weeks|months|years|ms|chars|characters|spaces|digits|percent|degrees|mm|runs|commits|hits|points|sides|halves|ends|directions)$/i;
const PHRASE = /^(?:\s+[\p{L}`][\p{L}\p{N}`'’/._-]*(?: of)?){0,5}?\s+([\p{L}-]{2,}s|criteria|phases|children|people)\b/u;

/** What may stand between the noun and the colon: what says where or which, and no verb of which the things are the subject. */
const BETWEEN =
  /^(?:\s+(?:of|in|for|on|to|from|that|which|who|this|the|it|we|you|they|below|here|follow|apply|matter|exist|exists|remain|worth|at|with|when|where|whose|under|are (?:supported|provided|available|possible|offered|load-bearing|required))\b.{0,110})?$/is;
const FINITE = /\s(?:is|are|was|were|has|have|use|uses|stay|stays|agree|must)\s/i;

interface PhraseEnd {
  /** The offset of the colon or bracket. */
  readonly to: number;
  /** Whether it stands right behind the noun. */
  readonly isBare: boolean;
}

/**
 * The colon or the bracket behind a number's noun. Null where there is none, where another number or the end of the
 * sentence comes before it, where a verb does, or where what is counted is no thing.
 */
function phraseBehind(text: string, { to }: Span, next: NumberInText | null): PhraseEnd | null {
  const end = Math.min(next?.from ?? text.length, to + 140, text.length);
  const rest = text.slice(to, end);
  const noun = PHRASE.exec(rest);
  if (noun === null || NO_THINGS.test(noun[1]!)) return null;
  for (let at = noun[0].length; at < rest.length; at++) {
    const mark = rest[at]!;
    const between = rest.slice(noun[0].length, at).replace(/\*+$/, "");
    if (mark === ":" && /^(?:\s|$|\*)/.test(rest.slice(at + 1, at + 3)))
      return BETWEEN.test(between) && !FINITE.test(between.replace(/^\s+are\s/, "")) ? { to: to + at, isBare: between.trim() === "" } : null;
    if (mark === "(" && between.trim() === "") return { to: to + at, isBare: true };
    if (/[.!?;,()|]/.test(mark) && /[\s)]/.test(rest[at + 1] ?? " ")) return null;
  }
  return null;
}

/** The list or the table right below a passage. */
function blockBehind({ passages, lines }: Reading, index: number): Found | null {
  const passage = passages[index]!;
  const first = passages[index + 1];
  if (first === undefined || first.line - passage.endLine > 2) return null;
  if (first.kind === "row") return tableAt(passages, index + 1);
  if (first.kind !== "item" || !hasMarker(first, lines)) return null;
  const own = passage.kind === "item" ? columnOf(passage) : 0;
  const column = columnOf(first);
  if (column <= own) return null;
  const kind = markerOf(first, lines);
  const items: ListedItem[] = [];
  let ordinal = 0;
  let end = passage.endLine;
  for (let at = index + 1; at < passages.length; at++) {
    const item = passages[at]!;
    if (item.kind === "example") {
      end = item.endLine;
      continue;
    }
    if (item.kind !== "item" || columnOf(item) < column - 1 || item.line - end > 3) break;
    end = item.endLine;
    if (columnOf(item) > column + 1 || !hasMarker(item, lines)) continue;
    const number = ordinalOf(item, lines);
    // A list that begins anew is another one.
    if (markerOf(item, lines) !== kind || (number !== null && number <= ordinal)) break;
    ordinal = number ?? 0;
    items.push({ text: item.text.slice(0, 60).replace(/\s+/g, " "), line: item.line });
  }
  // A list with words below it that stand in no item may go on behind them.
  return items.length < 2 ? null : { where: "the list below", items };
}

function tableAt(passages: readonly Passage[], index: number): Found | null {
  const { columns } = passages[index]!;
  if (columns.length < 2) return null;
  const items: ListedItem[] = [];
  for (let at = index; passages[at]?.kind === "row" && passages[at]!.columns === columns; at++) {
    const { text, line } = passages[at]!;
    if (/^\s*\|?\s*(?:\*\*)?(?:total|sum)\b/i.test(text)) continue;
    items.push({ text: text.slice(0, 60), line });
  }
  return items.length < 2 ? null : { where: "the table below", items };
}

function columnOf({ lines }: Passage): number {
  return lines[0]?.column ?? 1;
}

function before(item: Passage, lines: readonly string[]): string {
  return (lines[item.line - 1] ?? "").slice(0, Math.min(columnOf(item) - 1, 80)).trimEnd();
}

const MARKER = /(?:^|[\s/#*;"'-])(?:([-*+•‣◦▪])|\(?(\d{1,3})[.)]|\(?([a-z])[.)])(?:\s+\[[ xX]\])?$/i;

function hasMarker(item: Passage, lines: readonly string[]): boolean {
  return MARKER.test(before(item, lines));
}

function markerOf(item: Passage, lines: readonly string[]): string {
  const found = MARKER.exec(before(item, lines));
  return found?.[1] ?? (found?.[2] !== undefined ? "1" : "a");
}

function ordinalOf(item: Passage, lines: readonly string[]): number | null {
  const figure = MARKER.exec(before(item, lines))?.[2];
  return figure === undefined ? null : Number(figure);
}
