// Finds the numbers that prose itself bears out or refutes: "three reasons:" before a list, "the following five rules"
// before a table, "four things (a, b, c and d)". It opens no code; whether a list is complete is not asked.

import type { Passage } from "../../citation.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import { type NumberInText, numbersIn } from "../prose/numbers.ts";
import type { Listed, ListedItem, Reading, Span } from "./count.ts";
import { bracketBehind, enumeratedIn, inlineItems } from "./inline.ts";
import { mayList, phraseBehind } from "./list-phrase.ts";
import { isPartial, isQuoted } from "./mood.ts";

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
  return (
    kind !== "example" && kind !== "string" && kind !== "message" && kind !== "row" && !quoted && text.length < 20_000
  );
}

/** "three of our six rows (": what comes next are the three. "for the seven tools:" is what they are for. */
const OF_WHOLE =
  /\b(?:for|as)\s+(?:all\s+)?the\s+(?:\*\*)?$|\bof\s+(?:(?:the|its|these|those|our|their|your)\s+)?(?:\*\*)?$/i;

type Found = Pick<Listed, "where" | "items">;

function listedBy(reading: Reading, index: number, numbers: readonly NumberInText[], place: number): Found | null {
  const passage = reading.passages[index]!;
  const number = numbers[place]!;
  const { text } = passage;
  if (isQuoted(text.slice(Math.max(0, number.from - REACH), number.from))) return null;
  if (
    /^both$/i.test(number.text) ||
    isPartial(text.slice(0, number.from), number.text) ||
    OF_WHOLE.test(text.slice(Math.max(0, number.from - 20), number.from)) ||
    isMarked(text, number)
  )
    return null;
  const phrase = phraseBehind(text, number, numbers[place + 1] ?? null);
  if (phrase === null) return null;
  if (text[phrase.to] === "(") {
    const items = bracketBehind(text, phrase.to, number.value);
    return items === null ? null : { where: "the brackets behind it", items: named(items, passage) };
  }
  const rest = text.slice(phrase.to + 1);
  if (rest.trim() === "")
    return passage.kind === "heading" || isSecond(text, numbers, place) ? null : blockBehind(reading, index);
  const items = enumeratedIn(rest) ?? (phrase.isBare ? inlineItems(rest, number.value) : null);
  return items === null ? null : { where: "the list behind it", items: named(items, passage) };
}

function named(items: readonly string[], { line }: Passage): readonly ListedItem[] {
  return items.map((text) => ({ text, line }));
}

/** Whether another number counts something in the same clause before it: the list may be of that. */
function isSecond(text: string, numbers: readonly NumberInText[], place: number): boolean {
  const before = numbers[place - 1];
  return before !== undefined && !/[.!?;,:]\s/.test(text.slice(before.to, numbers[place]!.from));
}

/** Whether a number is quoted, struck out or part of a calculation. */
function isMarked(text: string, { from, to }: Span): boolean {
  const before = text.slice(Math.max(0, from - 4), from).replace(/\*\*$/, "");
  return /["“'`~=+×*/<>-]\s?$/.test(before) || /^\s?["”'`~=+×/<>-]/.test(text.slice(to, to + 2));
}

/** The list or the table right below a passage. */
function blockBehind(reading: Reading, index: number): Found | null {
  const { passages, lines } = reading;
  const passage = passages[index]!;
  const first = passages[index + 1];
  if (first === undefined || first.line - passage.endLine > 2) return null;
  if (first.kind === "row") return tableAt(passages, index + 1);
  if (!hasMarker(first, lines)) return null;
  const own = hasMarker(passage, lines) ? columnOf(passage) : 0;
  if (columnOf(first) <= own) return null;
  const items = itemsFrom(reading, index + 1, own);
  return items.length < 2 ? null : { where: "the list below", items };
}

/** The items of the list that begins at a passage, its own level only. `own`: the column of what it stands under. */
function itemsFrom({ passages, lines }: Reading, from: number, own: number): readonly ListedItem[] {
  const first = passages[from]!;
  const column = columnOf(first);
  const mark = markerOf(first, lines);
  // A sum that wraps begins lines with it.
  if (mark === "+") return [];
  const isNumbered = /\w/.test(mark);
  const items: ListedItem[] = [];
  let ordinal = 0;
  let end = first.line;
  for (const item of passages.slice(from, from + MOST_PASSAGES)) {
    const hangs = item.kind === "item" || hasMarker(item, lines) || columnOf(item) >= column;
    const isInside = item.kind === "example" || (hangs && columnOf(item) > own && item.line - end <= 3);
    if (!isInside || item.kind === "row" || item.kind === "heading") break;
    end = item.endLine;
    if (item.kind === "example" || !hasMarker(item, lines)) continue;
    const isOwn = Math.abs(columnOf(item) - column) <= 1 && markerOf(item, lines) === mark;
    if (!isOwn && (isNumbered || columnOf(item) > column + 1)) continue;
    const number = ordinalOf(item, lines);
    // A list that begins anew is another one.
    if (!isOwn || (number !== null && number <= ordinal)) break;
    ordinal = number ?? 0;
    items.push({ text: item.text.slice(0, 200).replace(/\s+/g, " "), line: item.line });
  }
  return items;
}

const MOST_PASSAGES = 400;

/** Its rows without the head and without totals. */
function tableAt(passages: readonly Passage[], index: number): Found | null {
  const head = passages[index]!;
  const first = head.columns.length === 0 ? index + 1 : index;
  const columns = passages[first]?.columns ?? [];
  if (columns.length < 2 || (passages[first]?.line ?? 0) - head.line > 2) return null;
  const items: ListedItem[] = [];
  for (let at = first; passages[at]?.kind === "row" && passages[at]!.columns === columns; at++) {
    const { text, line } = passages[at]!;
    if (!/^\s*\|?\s*(?:\*\*)?(?:total|sum)\b/i.test(text)) items.push({ text: text.slice(0, 60), line });
  }
  return items.length < 2 ? null : { where: "the table below", items };
}

function columnOf({ lines }: Passage): number {
  return lines[0]?.column ?? 1;
}

/** What stands before an item in its line, without what makes a comment of it. */
function before(item: Passage, lines: readonly string[]): string {
  const prefix = (lines[item.line - 1] ?? "").slice(0, Math.min(columnOf(item) - 1, 80)).trimEnd();
  return item.kind === "comment" ? prefix.replace(/^\s*(?:\/\/[/!]?|#+|--|;+|%+|\/?\*{1,2})/, "") : prefix;
}

const MARKER = /^\s*(?:>\s*)*(?:([-*+•‣◦▪])|\(?(\d{1,3})[.)]|\(?([a-z])[.)])(?:\s+\[[ xX]\])?$/i;

function hasMarker(item: Passage, lines: readonly string[]): boolean {
  return /^(?:item|docstring|comment|text)$/.test(item.kind) && MARKER.test(before(item, lines));
}

function markerOf(item: Passage, lines: readonly string[]): string {
  const found = MARKER.exec(before(item, lines));
  return found?.[1] ?? (found?.[2] !== undefined ? "1" : "a");
}

function ordinalOf(item: Passage, lines: readonly string[]): number | null {
  const figure = MARKER.exec(before(item, lines))?.[2];
  return figure === undefined ? null : Number(figure);
}
