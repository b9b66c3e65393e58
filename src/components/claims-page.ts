// The page of claims: each pinned one with its life over history, and what prose says that nobody pinned. It composes figures.

import type { ClaimsExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { claimDetailsOf } from "./claims-detail.js";
import { claimsDeck, claimsTitle, tallied } from "./claims-headlines.js";
import { looseFigure } from "./claims-loose.js";
import { claimRowsOf } from "./claims-rows.js";
import { stripsFigure } from "./claims-strips.js";
import { h } from "./dom.js";
import type { JsonFile } from "./fetched.js";
import { empty, figure, notYet } from "./figure.js";
import { faces } from "./text.js";
import { measured } from "./words.js";

/** The page's content. `details` is fetched when a row is opened. */
export async function claimsPage(
  notebook: NotebookExtract,
  extract: ClaimsExtract,
  details: JsonFile,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = claimRowsOf(extract);
  return page(
    book,
    {
      page: "claims",
      tab: "Claims",
      title: claimsTitle(extract.judged, rows),
      deck:
        rows.length === 0
          ? "A claim is a sentence that code can refute: a number, a list, a phrase that must not come back."
          : claimsDeck(rows),
      crumbs: rows.length === 0 ? [] : [`${measured(rows.length, "claim")}: ${tallied(rows)}`],
    },
    rows.length === 0
      ? figure(book, { title: "Not yet", draw: () => (extract.judged ? none() : notYet("judges claims")) })
      : stripsFigure(book, rows, claimDetailsOf(details)),
    extract.judged && looseFigure(book, extract.loose),
  );
}

function none(): HTMLElement {
  return empty("No claim is pinned here. ", h("code", {}, "binnacle claim add"), " pins one.");
}
