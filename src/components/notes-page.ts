// The page of notes: notes and measurements in one ledger. It composes figures.

import type { NotebookExtract, NotesExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { h } from "./dom.js";
import { empty, figure, notYet } from "./figure.js";
import { notesDeck, notesTitle } from "./notes-headlines.js";
import { notesRowsOf } from "./notes-rows.js";
import { notesTable } from "./notes-table.js";
import { faces } from "./text.js";
import { measured } from "./words.js";

/** The page's content. */
export async function notesPage(notebook: NotebookExtract, extract: NotesExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = notesRowsOf(extract);
  const { notes, measurements } = extract;
  return page(
    book,
    {
      page: "notes",
      tab: "Notes",
      title: notesTitle(extract.judged, rows),
      deck: notesDeck(rows),
      crumbs:
        rows.length === 0
          ? []
          : [
              notes.length > 0 && measured(notes.length, "note"),
              measurements.length > 0 && measured(measurements.length, "measurement"),
            ].filter((crumb) => crumb !== false),
    },
    rows.length === 0
      ? figure(book, { title: "Not yet", draw: () => (extract.judged ? none() : notYet("judges notes")) })
      : notesTable(book, rows),
  );
}

function none(): HTMLElement {
  return empty(
    "No note is kept here, and no measurement. ",
    h("code", {}, "binnacle notes new ADDRESS"),
    " begins one, in ",
    h("code", {}, ".binnacle/notes"),
    "; measurements stand in ",
    h("code", {}, ".binnacle/measurements"),
    ".",
  );
}
