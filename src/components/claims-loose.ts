// The table of what prose counts, sums up or names without a pin: candidates, which never fail an audit, and sums that do
// not close. It judges nothing.

import type { ClaimsExtract } from "../../loaders/report/pages.ts";
import { type Book, commitMark, placeLink, pullMark } from "./book.js";
import { claimWord } from "./claim-verdicts.js";
import { looseTitle } from "./claims-headlines.js";
import { type Child, h, prose, ticked } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { day, elided } from "./words.js";

type Loose = ClaimsExtract["loose"][number];

/** The figure. */
export function looseFigure(book: Book, loose: ClaimsExtract["loose"]): HTMLElement {
  const dated = loose.some(({ born: moment }) => moment !== null);
  return figure(book, {
    id: "loose",
    title: loose.length === 0 ? "What nobody pinned" : looseTitle(loose),
    caption: () =>
      loose.length === 0
        ? null
        : [
            "Candidates, and no failures: sentences that nobody pinned. ",
            h("code", {}, "binnacle claim add"),
            " pins one, and shows its life first.",
          ],
    draw: () =>
      loose.length === 0
        ? empty("Of what prose counts and sums up without a pin, nothing was found to be off.")
        : longTable(
            head(["verdict", "it says", "in", "stated", "counted", ...(dated ? ["written"] : [])]),
            loose.map((each) => () => row(book, each, dated)),
            "stack cites",
          ),
  });
}

function row(book: Book, each: Loose, dated: boolean): HTMLElement {
  return h(
    "tr",
    {},
    h("td", { class: "nb" }, claimWord(each.verdict, each.kind)),
    h(
      "td",
      { class: "sentence" },
      "“",
      prose(ticked(elided(each.text, 160))),
      "”",
      h("div", { class: "q" }, prose(ticked(each.says))),
    ),
    h(
      "td",
      { class: "path q in", "data-l": "in" },
      placeLink(book, { path: each.doc, line: each.line, endLine: each.line, oid: null }),
    ),
    h("td", { class: "il", "data-l": "stated" }, each.stated ?? ""),
    h("td", { class: "il", "data-l": "counted" }, each.found ?? ""),
    dated && h("td", { class: "d il", "data-l": "written" }, born(book, each)),
  );
}

function born(book: Book, { born: moment }: Loose): Child {
  if (moment === null) return "";
  const year = moment.day.slice(0, 4) !== book.notebook.head.day.slice(0, 4);
  return [day(moment.day, year), " ", moment.pr === null ? commitMark(book, moment.oid) : pullMark(book, moment.pr)];
}
