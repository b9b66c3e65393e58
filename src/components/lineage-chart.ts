// Draws sentences that stood in several places as rows, by what became of them: the sentence, its copies as threads on the
// shared axis, what changed it and where it still stands. What a row opens to is lineage-detail.ts.

import type { Book } from "./book.js";
import { h, plain, prose, ticked } from "./dom.js";
import { type LineageDetailFile, lineageDetail } from "./lineage-detail.js";
import { changedWords, copiesWords, lineageFacts, stillWords } from "./lineage-facts.js";
import { grouped, type LineageRow } from "./lineage-rows.js";
import { lineageStrip } from "./lineage-strip.js";
import { copyInline, FATES } from "./lineage-words.js";
import { roomFor, type StripEntry, type StripLayout, stripLayout, stripList } from "./strip-list.js";
import { digits } from "./words.js";

/** The first `shown` rows at a width, in their groups; one tab stop. */
export function lineageChart(
  book: Book,
  rows: readonly LineageRow[],
  details: LineageDetailFile,
  total: number,
  shown: number,
): HTMLElement {
  const at = stripLayout(
    book,
    total,
    rows.map((row) => plain(ticked(row.text))),
    [
      { head: "copies", room: roomFor(rows.map(copiesWords), "copies", 110) },
      {
        head: "changed by",
        room: roomFor(
          rows.map((row) => changedWords(book, row)),
          "changed by",
          120,
        ),
      },
      { head: "still says so", room: total > 900 ? roomFor(rows.map(stillWords), "still says so", 230) : 0 },
    ],
  );
  const groups = grouped(rows).map(({ fate, rows: own }) => ({
    head: `${FATES[fate].head}, ${digits(own.length)}`,
    rows: own,
  }));
  return stripList(book, groups, shown, at, (row) => entryOf(book, row, details, at));
}

function entryOf(book: Book, row: LineageRow, details: LineageDetailFile, at: StripLayout): StripEntry {
  const tone = row.fate === "survives" ? "bad" : "q";
  return {
    key: row.name,
    says: [copyInline(row.fate), h("span", { class: "vh" }, `${FATES[row.fate].label}: `), prose(ticked(row.text))],
    strip: lineageStrip(row, at.axis, at.strip),
    cells: {
      copies: { class: tone, words: copiesWords(row) },
      "changed by": { class: "q", words: changedWords(book, row) },
      "still says so": { class: `${tone} still`, words: stillWords(row) },
    },
    narrow: { class: tone, words: copiesWords(row) },
    facts: (position) => lineageFacts(book, row, position),
    fill: (cell) => void lineageDetail(book, row, details, cell),
  };
}
