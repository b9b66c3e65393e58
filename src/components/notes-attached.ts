// The section of a contract's page with the notes that are attached to its name, its sites and its keys.

import type { Contract, NoteRow, NotesExtract } from "../../loaders/report/pages.ts";
import type { Book } from "./book.js";
import { claimWord } from "./claim-verdicts.js";
import { h } from "./dom.js";
import { figure, head, longTable } from "./figure.js";
import { changedWords, noteWords, subjectWords } from "./notes-cells.js";
import { counted, sentence } from "./words.js";

/** The figure; null where no note is attached to the contract. */
export function attachedFigure(book: Book, contract: Contract, { notes }: NotesExtract): HTMLElement | null {
  const own = notes.flatMap((note) => {
    const subjects = note.subjects.filter(({ contracts }) => contracts.some(({ slug }) => slug === contract.slug));
    return subjects.length === 0 ? [] : [{ ...note, subjects }];
  });
  if (own.length === 0) return null;
  return figure(book, {
    id: "notes",
    title: `${sentence(counted(own.length, "note"))} ${own.length === 1 ? "is" : "are"} attached to it`,
    caption: () => [
      "To its name, its sites and its keys, which they follow while lines move. ",
      h("a", { href: `${book.root}/notes.html` }, "All notes"),
      ".",
    ],
    draw: () =>
      longTable(
        head(["verdict", "what is known", "of what", "category", "who may rely on it"]),
        own.map((note) => () => row(book, note)),
        "stack ledger",
      ),
  });
}

function row(book: Book, note: NoteRow): HTMLElement {
  return h(
    "tr",
    { class: note.retired ? "retired" : "" },
    h("td", { class: "nb" }, claimWord(note.verdict, "note")),
    h(
      "td",
      { class: "sentence" },
      noteWords(note),
      note.subjects.map((subject) => changedWords(book, subject)),
    ),
    h(
      "td",
      { class: "path", "data-l": "of" },
      note.subjects.map((subject) => subjectWords(book, { ...subject, contracts: [] })),
    ),
    h("td", { "data-l": "category" }, note.category ?? "none", h("span", { class: "q" }, `, ${note.status}`)),
    h("td", { "data-l": "for" }, note.relies.join(", ")),
  );
}
