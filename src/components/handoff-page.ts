// The list of all hand-off sheets: names first, then classes, each with what it is about and what the design gets wrong.

import type { HandoffIndex } from "../../loaders/report/handoff/sheet.ts";
import type { NotebookExtract } from "../../loaders/report/pages.ts";
import { type Book, openBook } from "./book.js";
import { page } from "./chrome.js";
import { breakable, h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { sheetLink } from "./links.js";
import { handoffTitle } from "./sheet-headlines.js";
import { sheetWords } from "./sheet-words.js";
import { faces } from "./text.js";
import { digits, elided } from "./words.js";

type Sheet = HandoffIndex["sheets"][number];

/** The page's content. */
export async function handoffPage(notebook: NotebookExtract, index: HandoffIndex): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const find = findBox(book, "name or class");
  const of = (kind: Sheet["kind"]) => index.sheets.filter((sheet) => sheet.kind === kind);
  return page(
    book,
    {
      page: "handoff",
      tab: "Hand-off",
      title: handoffTitle(index),
      deck: "A sheet holds all that a replacement owes its callers: who calls, what is read, what must survive the way, what a silence does, and since when.",
    },
    figure(book, {
      id: "names",
      title: "Names",
      keys: ["q"],
      controls: [find.label],
      draw: () => table(book, of("name"), "Nothing is sent by name here."),
    }),
    figure(book, {
      id: "classes",
      title: "Classes that answer",
      keys: ["q"],
      caption: () => [
        "What another class still owes beside one of these is asked with ",
        h("code", {}, "binnacle handoff CLASS --for OTHER"),
        ".",
      ],
      draw: () => table(book, of("class"), "No class answers a name here."),
    }),
  );
}

function table(book: Book, sheets: readonly Sheet[], none: string): HTMLElement {
  const q = (book.address.get("q") ?? "").trim().toLowerCase();
  const shown = sheets.filter(({ of }) => of.toLowerCase().includes(q));
  if (sheets.length === 0) return empty(none);
  if (shown.length === 0) return empty(`None of these holds “${q}”. ${digits(sheets.length)} were searched.`);
  return longTable(
    head(["sheet", "what it is about", { n: "facts" }, { n: "design says" }, { n: "not so" }]),
    shown.map((sheet) => () => row(sheet)),
    "stack",
  );
}

function row(sheet: Sheet): HTMLElement {
  const link = h("a", { href: sheetLink(".", sheet.slug) }, h("code", {}, breakable(elided(sheet.of))));
  if (elided(sheet.of) !== sheet.of) link.title = sheet.of;
  return h(
    "tr",
    {},
    h("td", {}, link),
    h("td", {}, sheetWords(sheet.says)),
    h("td", { class: "n il", "data-l": "facts" }, digits(sheet.facts)),
    h("td", { class: "n il", "data-l": "design says" }, digits(sheet.said)),
    h("td", { class: `n il${sheet.off > 0 ? " bad" : ""}`, "data-l": "not so" }, digits(sheet.off)),
  );
}
