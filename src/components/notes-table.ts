// The table of notes and measurements: a row each, with what is known, of what, and what changed since. Its cells are
// notes-cells.ts's.

import type { NotesExtract } from "../../loaders/report/pages.ts";
import { type Book, placeLink } from "./book.js";
import { claimWord } from "./claim-verdicts.js";
import { type Child, h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import {
  addressed,
  changedWords,
  measuredWords,
  noteWords,
  restsWords,
  staleWords,
  subjectWords,
} from "./notes-cells.js";
import { notesChoice, notesFilters } from "./notes-filters.js";
import { type NotesRow, passes } from "./notes-rows.js";
import { digits } from "./words.js";

/** The figure. */
export function notesTable(book: Book, rows: readonly NotesRow[]): HTMLElement {
  const find = findBox(book, "word or path");
  return figure(book, {
    id: "notes",
    title: "What people know of this code, and whether it may still be relied on",
    keys: ["q", "kind", "verdict", "category", "status"],
    controls: [find.label],
    caption: () =>
      "A note is attached to a site, a name, a key, a definition or a commit, and follows it while lines move. A measurement is fresh until a commit touches what it depends on. Commands are shown, and were run by people.",
    draw: () => {
      const choice = notesChoice(book);
      const shown = rows.filter((row) => passes(row, choice));
      return h(
        "div",
        {},
        notesFilters(book, rows, choice),
        shown.length === 0
          ? empty(
              choice.q === ""
                ? `None is of this kind. ${digits(rows.length)} are kept.`
                : `Nothing holds “${choice.q}”. ${digits(rows.filter((row) => passes(row, choice, "q")).length)} were searched: words, addresses, paths and commands.`,
            )
          : longTable(
              head(["verdict", "what is known", "of what", "category", "what changed since", "who may rely on it"]),
              shown.map((row) => () => rowOf(book, row)),
              "stack ledger",
            ),
      );
    },
  });
}

function rowOf(book: Book, row: NotesRow): HTMLElement {
  const cells =
    row.of === "note"
      ? noteCells(book, row.note)
      : row.of === "measurement"
        ? measurementCells(book, row.measurement)
        : otherCells(book, row.other);
  return h("tr", { class: row.of === "note" && row.note.retired ? "retired" : "" }, cells);
}

function noteCells(book: Book, note: Extract<NotesRow, { of: "note" }>["note"]): Child {
  return [
    h("td", { class: "nb" }, claimWord(note.verdict, "note")),
    h("td", { class: "sentence" }, noteWords(note), source(book, note)),
    h(
      "td",
      { class: "path", "data-l": "of" },
      note.subjects.map((subject) => subjectWords(book, subject)),
    ),
    h(
      "td",
      { "data-l": "category" },
      note.category ?? h("span", { class: "q" }, "none"),
      h("span", { class: "q" }, `, ${note.status}`),
    ),
    h(
      "td",
      { class: "path" },
      note.subjects.map((subject) => changedWords(book, subject)),
    ),
    h("td", { "data-l": "for" }, note.relies.join(", ")),
  ];
}

function measurementCells(book: Book, measurement: Extract<NotesRow, { of: "measurement" }>["measurement"]): Child {
  const { verdict, claims } = measurement;
  return [
    h("td", { class: "nb" }, claimWord(verdict, "measurement")),
    h("td", { class: "sentence" }, measuredWords(measurement), source(book, measurement)),
    h("td", { class: "path" }, restsWords(book, measurement)),
    h("td", {}, h("span", { class: "q" }, "measurement")),
    h("td", { class: "path" }, staleWords(book, measurement)),
    h(
      "td",
      { "data-l": "for" },
      claims.map((name, i) => [
        i > 0 ? ", " : "claim ",
        h("a", { href: `${book.root}/claims.html?c=${encodeURIComponent(name)}` }, name),
      ]),
    ),
  ];
}

function otherCells(book: Book, other: NotesExtract["others"][number]): Child {
  return [
    h("td", { class: "nb" }, claimWord(other.verdict, other.kind)),
    h("td", { class: "sentence" }, h("div", { class: "nt" }, addressed(other.says)), source(book, other)),
    h("td", {}),
    h("td", {}, h("span", { class: "q" }, other.kind)),
    h("td", {}),
    h("td", {}),
  ];
}

/** Where it is written. */
function source(book: Book, { doc, line }: { readonly doc: string; readonly line: number }): HTMLElement {
  return h("div", { class: "q src" }, placeLink(book, { path: doc, line, endLine: line, oid: null }));
}
