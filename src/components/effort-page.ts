// The page of effort: what commits cost by instruments that need not agree, how parts grew, and every commit. It composes
// figures.

import type { EffortExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { h } from "./dom.js";
import { effortDeck, effortTitle, partSums } from "./effort-headlines.js";
import { leftFigure } from "./effort-left.js";
import { effortRowsOf } from "./effort-rows.js";
import { scatterFigure } from "./effort-scatter.js";
import { sumsFigure } from "./effort-sums.js";
import { effortTable } from "./effort-table.js";
import { empty, figure, notYet } from "./figure.js";
import { faces } from "./text.js";
import { measured } from "./words.js";

/** The page's content. */
export async function effortPage(notebook: NotebookExtract, extract: EffortExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = effortRowsOf(extract);
  const sums = partSums(rows, "statements");
  return page(
    book,
    {
      page: "effort",
      tab: "Effort",
      title: effortTitle(extract, rows),
      deck:
        rows.length === 0
          ? "A change is measured in statements, in source lines and in physical lines; the three need not agree."
          : effortDeck(rows),
      crumbs: extract.parts.flatMap((name) => {
        const sum = sums.get(name) ?? 0;
        return sum === 0 ? [] : [`${name}: ${measured(sum, "statement")}`];
      }),
    },
    rows.length === 0
      ? figure(book, { title: "Not yet", draw: () => (extract.recorded ? none(extract) : notYet("measures commits")) })
      : [
          scatterFigure(book, rows),
          sumsFigure(book, rows, extract.parts),
          leftFigure(book, extract),
          effortTable(book, rows),
        ],
  );
}

function none({ missing }: EffortExtract): HTMLElement {
  return empty(
    missing === 0 ? "This line has no commit." : `What ${measured(missing, "commit")} changed is not in this clone. `,
    missing > 0 && h("code", {}, "git fetch --unshallow"),
    missing > 0 && " brings it; build the notebook again then.",
  );
}
