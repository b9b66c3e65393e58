// Reads lists as people write them: in a sentence, as the items of a list, as the cells of a table's column. Each item
// loses its marks and what is remarked of it; whether it is a name of anything is not asked.

import type { Passage, Prose } from "../../citation.ts";
import { codeSpansOf } from "../../syntax/code-spans.ts";
import { cellsOf } from "../../syntax/prose-marks.ts";
import { entryNames, hasHead, itemName, unmarked } from "./list-words.ts";
import { placeIn } from "./sentence-place.ts";

/** An item of a list or a cell of a table, with where it stands in the document. */
export interface ListItem {
  readonly text: string;
  /** 1-based; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** Which list or table of those that were found, from 0: items of one list have the same. */
  readonly list: number;
}

const LONGEST = 20_000;

/**
 * The items of a list in a sentence, in order, each once: "`a`, `b` and `c`", "a, b, or c", "{a, b}", "[a, b]", "a / b".
 * One thing alone is a list of one; of nothing, none. A slash without spaces makes a path, save between backticks. What
 * is remarked in brackets behind an item ("`a` (two sites)") and "etc." are no items.
 */
export function readList(text: string): readonly string[] {
  if (text.length > LONGEST) return [];
  const bare = unwrapped(
    text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/[.:;,]$/, ""),
  );
  const body = bare.replace(/^(?:(?:both|either|neither|namely|only|just|exactly|i\.e\.|all of) )+/i, "");
  const names = partsOf(body).map(itemName);
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Without brackets that hold all of it. */
function unwrapped(text: string): string {
  if (!/^[[{(][\s\S]*[\]})]$/.test(text)) return text;
  const code = new Uint8Array(text.length);
  for (const { from, to } of codeSpansOf(text)) code.fill(1, from, to);
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if (code[at] === 1) continue;
    if ("[{(".includes(text[at]!)) depth++;
    else if ("]})".includes(text[at]!)) depth--;
    if (depth === 0) return text;
  }
  return depth === 1 ? text.slice(1, -1).trim() : text;
}

const SEPARATOR =
  /(?:,|;| \/)(?: (?:and|or|nor|then|&|plus)(?= ))?(?: |(?=[`"'“*_[])|$)| (?:and|or|nor|&|plus|as well as) |(?<=`)\s?[/|]\s?(?=`)|(?<=[^\d\s]),(?=\S)/y;

/** The text between its separators; those in backticks, quotes and brackets part nothing. */
function partsOf(text: string): readonly string[] {
  const closed = enclosed(text);
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (closed[at] === 1) continue;
    SEPARATOR.lastIndex = at;
    const length = SEPARATOR.exec(text)?.[0].length ?? 0;
    if (length === 0) continue;
    parts.push(text.slice(start, at));
    start = at + length;
    at = start - 1;
  }
  return [...parts, text.slice(start)];
}

/** 1 for each character inside backticks, quotes or brackets; brackets that are not closed enclose nothing. */
function enclosed(text: string): Uint8Array {
  const inside = new Uint8Array(text.length);
  for (const { from, to } of codeSpansOf(text)) inside.fill(1, from, to);
  for (const match of text.matchAll(/"[^"]{0,200}"|“[^”]{0,200}”|‘[^’]{0,200}’/g))
    inside.fill(1, match.index, match.index + match[0].length);
  const bracketed = inside.slice();
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (inside[at] === 1) continue;
    if ("([{".includes(text[at]!)) depth++;
    if (depth > 0) bracketed[at] = 1;
    if (")]}".includes(text[at]!)) depth = Math.max(0, depth - 1);
  }
  return depth === 0 ? bracketed : inside;
}

/**
 * The items of the lists under a heading, or of the whole document (null), outermost level only. A heading is found by
 * its words whatever their case and marks; lists right under it go before those of sections inside it.
 */
export function itemsUnder(prose: Prose, under: string | null): readonly ListItem[] {
  return under === null ? itemsOf(prose.passages) : (firstFull(sectionsOf(prose, under), itemsOf) ?? []);
}

/** The cells of tables' columns of this name under a heading, or in the whole document; empty cells and dashes are none. */
export function columnUnder(prose: Prose, column: string, under: string | null): readonly ListItem[] {
  const cells = (passages: readonly Passage[]) => cellsOfColumn(passages, named(column));
  return under === null ? cells(prose.passages) : (firstFull(sectionsOf(prose, under), cells) ?? []);
}

function firstFull(
  sections: readonly (readonly Passage[])[],
  read: (passages: readonly Passage[]) => readonly ListItem[],
): readonly ListItem[] | undefined {
  return sections.map(read).find((items) => items.length > 0);
}

/** What stands right under a heading, and what stands anywhere under it. */
function sectionsOf({ passages }: Prose, under: string): readonly (readonly Passage[])[] {
  const name = named(under);
  const isHeading = (heading: string | undefined) => heading !== undefined && named(heading) === name;
  return [
    passages.filter(({ headings }) => isHeading(headings.at(-1))),
    passages.filter(({ headings }) => headings.some(isHeading)),
  ];
}

/** A heading or a column's head as it is compared. */
function named(text: string): string {
  return unmarked(text.replace(/^#{1,6}\s+/, ""))
    .replace(/[*`]/g, "")
    .replace(/[\s:]+$/, "")
    .toLowerCase();
}

function itemsOf(passages: readonly Passage[]): readonly ListItem[] {
  const items: ListItem[] = [];
  let open: { readonly column: number; readonly hasHeads: boolean } | null = null;
  let list = -1;
  let end = 0;
  for (const passage of passages) {
    if (passage.kind === "example") continue;
    if (passage.kind !== "item") {
      open = null;
      continue;
    }
    const { column } = passage.lines[0]!;
    if (open === null || column < open.column - 1) {
      open = { column, hasHeads: hasHead(passage.text) };
      list++;
    }
    // A paragraph that goes on with an item looks like the next item; where names are marked, it is the one without.
    const goesOn: boolean =
      open.hasHeads && column === open.column && passage.line > end + 1 && end > 0 && !hasHead(passage.text);
    end = passage.endLine;
    if (column > open.column + 1 || goesOn) continue;
    for (const text of entryNames(passage.text)) items.push({ text, ...placeIn(passage, 0), list });
  }
  return items;
}

function cellsOfColumn(passages: readonly Passage[], column: string): readonly ListItem[] {
  const items: ListItem[] = [];
  let list = -1;
  let table: readonly string[] | null = null;
  for (const passage of passages) {
    const { columns } = passage;
    const index = passage.kind === "row" ? columns.findIndex((head) => named(head) === column) : -1;
    if (index < 0) continue;
    if (columns !== table) list++;
    table = columns;
    const cells = cellsOf(passage.text);
    let offset = 0;
    for (const cell of cells.slice(0, index)) offset = passage.text.indexOf(cell, offset) + cell.length + 1;
    offset = Math.max(0, passage.text.indexOf(cells[index] ?? "", offset));
    for (const text of entryNames(cells[index] ?? "")) items.push({ text, ...placeIn(passage, offset), list });
  }
  return items;
}
