// The figure of what was not measured: endings of files that no grammar reads or that are no text, with counts.

import type { EffortExtract } from "../../loaders/report/pages.ts";
import type { Book } from "./book.js";
import { h } from "./dom.js";
import { signed } from "./effort-words.js";
import { empty, figure, head, longTable } from "./figure.js";
import { counted, digits, elided, measured } from "./words.js";

const WHY: Readonly<Record<EffortExtract["left"][number]["why"], string>> = {
  "no grammar": "lines only: no grammar",
  unparsed: "lines only: no parser gets through",
  binary: "nothing: it is binary",
};

const MOST = 10;

/** The figure. */
export function leftFigure(book: Book, { left, beyond, missing }: EffortExtract): HTMLElement {
  const sum = (rows: typeof left): number => rows.reduce((n, each) => n + each.changes, 0);
  const changes = sum(left) + beyond.changes;
  const hidden = left.slice(MOST);
  const others = hidden.length + beyond.endings;
  return figure(book, {
    id: "left",
    span: 1,
    title:
      changes === 0 ? "Every changed file was measured" : `${measured(changes, "change")} of files went unmeasured`,
    caption: () => [
      changes > 0 && "By the ending of the file, a change being one file in one commit. ",
      missing > 0 && `${counted(missing, "commit")} could not be measured: what they changed is not in this clone.`,
    ],
    draw: () =>
      changes === 0
        ? empty("A grammar reads everything that this history changed.")
        : h(
            "div",
            {},
            longTable(
              head(["ending", "what is known", { n: "changes" }, { n: "lines" }]),
              left.slice(0, MOST).map(
                ({ ending, why, changes: n, lines }) =>
                  () =>
                    h(
                      "tr",
                      {},
                      h("td", { class: "path" }, h("code", {}, elided(ending, 24))),
                      h("td", { class: "q", "data-l": "known" }, WHY[why]),
                      h("td", { class: "n il", "data-l": "changes" }, digits(n)),
                      h("td", { class: "n il", "data-l": "lines" }, why === "binary" ? "" : signed(lines)),
                    ),
              ),
            ),
            others > 0 &&
              h(
                "p",
                { class: "cap" },
                `and ${measured(sum(hidden) + beyond.changes, "change")} of ${measured(others, "other ending")}.`,
              ),
          ),
  });
}
