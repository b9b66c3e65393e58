// What is said of a sentence in a few words beside its threads, to the pointer at a commit, and to the keyboard of all its
// copies. It draws nothing.

import type { LineageCopy } from "../../loaders/report/pages.ts";
import { whenWords } from "./axis-draw.js";
import { type Book, shortDay } from "./book.js";
import { h, prose, ticked } from "./dom.js";
import { type LineageRow, standing } from "./lineage-rows.js";
import { endWord, FATES, originWord } from "./lineage-words.js";
import { basename } from "./links.js";
import type { Facts } from "./tip.js";
import { count, counted, day, digits, measured } from "./words.js";

/** How many still say it; of a missed one, what was corrected elsewhere. */
function leftOf(row: LineageRow): number {
  return row.fate === "survives" ? standing(row).length : row.copies.filter(({ fate }) => fate === "stands").length;
}

/** "5, 1 left". */
export function copiesWords(row: LineageRow): string {
  const left = leftOf(row);
  return `${digits(row.copies.length)}, ${left === row.copies.length ? "all" : left === 0 ? "none" : digits(left)} left`;
}

/** "five copies, one left". */
export function spokenCopies(row: LineageRow): string {
  const left = leftOf(row);
  const all = counted(row.copies.length, "copy", "copies");
  return `${all}, ${left === row.copies.length ? "all" : left === 0 ? "none" : count(left)} left`;
}

/** "#1552 30 Jul": of the last correction, or of the last change that took the words away. */
export function changedWords(book: Book, { lost }: LineageRow): string {
  if (lost === null) return "";
  const year = lost.day.slice(0, 4) !== book.notebook.head.day.slice(0, 4);
  return `${lost.pr === null ? lost.oid.slice(0, 9) : `#${lost.pr}`} ${day(lost.day, year)}`;
}

/** "core.py:12 and 2 more". */
export function stillWords(row: LineageRow): string {
  const [first, ...more] = standing(row);
  if (first === undefined) return "";
  return `${basename(first.doc)}:${first.line}${more.length === 0 ? "" : ` and ${digits(more.length)} more`}`;
}

/** "copied, corrected 4 Jun": what became of a copy in a line. */
export function copyWords(book: Book, copy: LineageCopy): string {
  const birth =
    copy.first < 0 ? "older than the history here" : `born ${shortDay(book, copy.first)}, ${originWord(copy.origin)}`;
  if (copy.fate !== "stands")
    return `${birth}; ${endWord(copy.fate)} ${copy.lost < 0 ? "" : shortDay(book, copy.lost)}`.trim();
  return `${birth}; ${copy.survives ? "still says so" : "stands"}`;
}

/** To the pointer how many said it at a commit; to the keyboard what became of each. */
export function lineageFacts(book: Book, row: LineageRow, position: number | null): Facts {
  const says = h("span", {}, prose(ticked(row.text)));
  if (position !== null) {
    const there = row.copies.filter((copy) => copy.first <= position && (copy.lost < 0 || copy.lost > position));
    return [
      says,
      whenWords(book, position),
      there.length === 0 ? "stood nowhere" : `stood in ${measured(there.length, "place")}`,
    ];
  }
  const told = row.copies.slice(0, 6);
  return [
    says,
    `${FATES[row.fate].label}: ${spokenCopies(row)}`,
    ...told.map((copy) => `${copy.doc}:${copy.line}: ${copyWords(book, copy)}`),
    row.copies.length > told.length && `and ${digits(row.copies.length - told.length)} more`,
  ];
}
