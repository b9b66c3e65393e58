// The page of lineage: sentences that stood in several places, those first that a correction missed. It composes figures.

import type { LineageExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { h, ticked } from "./dom.js";
import type { JsonFile } from "./fetched.js";
import { empty, figure, notYet } from "./figure.js";
import { lineageDetailsOf } from "./lineage-detail.js";
import { lineageFigure } from "./lineage-figure.js";
import { lineageDeck, lineageTitle, talliedFates } from "./lineage-headlines.js";
import { lineageRowsOf } from "./lineage-rows.js";
import { faces } from "./text.js";
import { digits, measured } from "./words.js";

/** The page's content. `details` is fetched when a row is opened. */
export async function lineagePage(
  notebook: NotebookExtract,
  extract: LineageExtract,
  details: JsonFile,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = lineageRowsOf(extract);
  const copies = rows.reduce((sum, row) => sum + row.copies.length, 0);
  return page(
    book,
    {
      page: "lineage",
      tab: "Lineage",
      title: lineageTitle(extract.recorded, rows),
      deck:
        rows.length === 0
          ? "A sentence that is copied is corrected in one place and goes on being wrong in another."
          : ticked(lineageDeck(notebook, rows)),
      crumbs:
        rows.length === 0
          ? []
          : [`${measured(rows.length, "sentence")} in ${digits(copies)} places: ${talliedFates(rows)}`],
    },
    rows.length === 0
      ? figure(book, { title: "Not yet", draw: () => (extract.recorded ? none(extract) : notYet("follows sentences")) })
      : lineageFigure(book, rows, extract.left, lineageDetailsOf(details)),
  );
}

function none({ left }: LineageExtract): HTMLElement {
  const beyond = left.reduce((sum, { count }) => sum + count, 0);
  return empty(
    "No sentence stands or stood in two documents. ",
    beyond > 0 && `${measured(beyond, "sentence")} stood more than once in one document. `,
    h("code", {}, "binnacle lineage docs/a.md:31"),
    " follows a single one.",
  );
}
