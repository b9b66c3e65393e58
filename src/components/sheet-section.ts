// One section of a hand-off sheet as a table: the fact, where it stands, since which commit, and how much it fixes. A
// column that no fact of the section fills is left out.

import type { SheetExtract } from "../../loaders/report/handoff/sheet.ts";
import type { Moment } from "../../loaders/report/pages.ts";
import { type Book, commitMark, placeLink, pullMark } from "./book.js";
import { type Child, h } from "./dom.js";
import { evidenceBoxes } from "./evidence.js";
import { empty, figure, head, longTable } from "./figure.js";
import { sheetWords } from "./sheet-words.js";
import { day } from "./words.js";

type Section = SheetExtract["sections"][number];
type Fact = Section["facts"][number];

export function sectionFigure(book: Book, section: Section, id: string): HTMLElement {
  const { facts, intro } = section;
  return figure(book, {
    id,
    title: section.title,
    caption: () => (facts.length > 0 && intro !== null ? sheetWords(intro) : null),
    draw: () => (facts.length === 0 ? empty(...sheetWords(intro ?? "")) : table(book, facts)),
  });
}

function table(book: Book, facts: readonly Fact[]): HTMLElement {
  const columns = [
    { word: "fact", has: () => true, cell: (fact: Fact) => h("td", { class: "fact" }, sheetWords(fact.says)) },
    { word: "where", has: ({ spot }: Fact) => spot !== null, cell: (fact: Fact) => placeCell(book, fact) },
    { word: "since", has: ({ since }: Fact) => since !== null, cell: (fact: Fact) => sinceCell(book, fact.since) },
    { word: "evidence", has: ({ strength }: Fact) => strength !== null, cell: evidenceCell },
  ].filter(({ has }) => facts.some(has));
  return longTable(
    head(columns.map(({ word }) => word)),
    facts.map(
      (fact) => () =>
        h(
          "tr",
          {},
          columns.map(({ cell }) => cell(fact)),
        ),
    ),
    "stack sheet",
  );
}

function placeCell(book: Book, { spot }: Fact): HTMLElement {
  return h(
    "td",
    { class: "path where il", "data-l": "where" },
    spot === null || spot.path === "" ? null : placeLink(book, spot),
  );
}

function evidenceCell({ strength }: Fact): HTMLElement {
  return h("td", { class: "nb evidence il", "data-l": "evidence" }, strength === null ? null : evidenceBoxes(strength));
}

function sinceCell(book: Book, since: Moment | null): HTMLElement {
  return h("td", { class: "since il", "data-l": "since" }, since === null ? null : momentWords(book, since));
}

/** Commit, pull request and day, as links. */
export function momentWords(book: Book, { oid, pr, day: date }: Moment): Child {
  return [
    commitMark(book, oid),
    pr !== null && [" ", pullMark(book, pr)],
    h("span", { class: "q nb" }, ` ${day(date)}`),
  ];
}
