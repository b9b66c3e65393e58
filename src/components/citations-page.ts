// The citations page: verdicts over history, what broke the most, how long right ones lasted, and every citation. It composes
// figures.

import type { CitationsExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { brokeFigure } from "./citations-broke.js";
import { detailsOf } from "./citations-detail.js";
import { citationsDeck, citationsTitle, nothingWrong, tally, unjudgedWords } from "./citations-headlines.js";
import { lastedFigure } from "./citations-lasted.js";
import { rowsOf } from "./citations-rows.js";
import { stackFigure } from "./citations-stack.js";
import { tableFigure } from "./citations-table.js";
import { h } from "./dom.js";
import type { JsonFile } from "./fetched.js";
import { empty, figure, head, longTable } from "./figure.js";
import { faces } from "./text.js";
import { counted, digits, measured } from "./words.js";

/** The page's content. `files` hold the details in order, `sentences` what Find looks through. */
export async function citationsPage(
  notebook: NotebookExtract,
  extract: CitationsExtract,
  files: readonly JsonFile[],
  sentences: JsonFile,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = rowsOf(notebook, extract);
  const counts = tally(rows);
  const frame = {
    page: "citations",
    tab: "Citations",
    title: citationsTitle(extract.audited, counts),
    deck: citationsDeck(rows),
    crumbs: extract.audited
      ? [`${measured(counts.standing, "citation")}, ${digits(counts.judged)} of them judged`]
      : [],
  } as const;
  if (!extract.audited) return page(book, frame, figure(book, { title: "Not yet", draw: notYet }));
  const nothing = nothingWrong(extract, rows);
  const broken = rows.some((row) => row.brokeAt !== null && row.last === null);
  return page(
    book,
    frame,
    stackFigure(book, extract, notDrawn(unjudgedWords(rows)), broken ? 2 : 3),
    broken && brokeFigure(book, rows, nothing, 1),
    counts.wrong === 0 && figure(book, { id: "none", title: "Nothing is wrong now", draw: () => empty(nothing) }),
    rows.some((row) => row.until !== null) && lastedFigure(book, rows, nothing),
    tableFigure(book, rows, detailsOf(files, sentences, extract.chunk)),
    extract.left.length > 0 && leftFigure(book, extract),
  );
}

function notDrawn(words: string): string {
  return words === "" ? "" : `Not drawn: ${words}.`;
}

function notYet(): HTMLElement {
  return empty(
    "This store was filled without an audit. ",
    h("code", {}, "binnacle notebook"),
    " judges citations after the walk; build the notebook with it.",
  );
}

function leftFigure(book: Parameters<typeof figure>[0], extract: CitationsExtract): HTMLElement {
  const all = extract.left.reduce((sum, each) => sum + each.count, 0);
  return figure(book, {
    id: "left",
    title: `What was left out: ${counted(all, "text")} that ${all === 1 ? "looks" : "look"} like a citation`,
    caption: () => "They are in no other number of this page.",
    draw: () =>
      longTable(
        head(["why", { n: "how many" }, "one of them"]),
        extract.left.map(
          (each) => () =>
            h(
              "tr",
              {},
              h("td", {}, each.reason),
              h("td", { class: "n il", "data-l": "how many" }, digits(each.count)),
              h("td", { class: "path", "data-l": "one of them" }, h("code", {}, each.example)),
            ),
        ),
      ),
  });
}
