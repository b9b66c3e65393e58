// What one commit did, as an opened issue shows it: contract by contract, then the claims that it turned and the citations
// that it made wrong.

import type { IssueChangeDetail } from "../../loaders/report/pages.ts";
import { type Book, commitMark, dayOf, nameMark, placeLink } from "./book.js";
import { claimInline } from "./claim-verdicts.js";
import { breakable, h } from "./dom.js";
import { changeLine } from "./events.js";
import type { IssueView } from "./issues-rows.js";
import { VERDICTS, verdictInline } from "./verdicts.js";
import { shortened } from "./words.js";

/** The change of a view at a place among its changes. Places are as that commit has them. */
export function deedPart(book: Book, view: IssueView, each: IssueChangeDetail, at: number): HTMLElement {
  const change = view.changes[at];
  const there: Book = change ? { ...book, head: { ...book.head, oid: change.oid } } : book;
  return h(
    "div",
    { class: "deed" },
    change && h("p", { class: "cap" }, commitMark(book, change.oid), `, ${dayOf(book, change.position)}`),
    each.contracts.map(({ name, slug, changes }) =>
      h(
        "div",
        { class: "of" },
        nameMark(book, { text: name, slug }),
        changes.map((one) => changeLine(there, one)),
      ),
    ),
    each.claims.map(({ name, text, says }) =>
      h(
        "div",
        { class: "ch bad" },
        claimInline("false"),
        h(
          "span",
          {},
          h("a", { href: `${book.root}/claims.html?c=${encodeURIComponent(name)}` }, shortened(text, 90)),
          ` turned false: ${shortened(says, 120)}`,
        ),
      ),
    ),
    each.citations.map(({ doc, line, text, verdict }) =>
      h(
        "div",
        { class: "ch" },
        verdictInline(verdict),
        h(
          "span",
          {},
          h("code", {}, breakable(text)),
          `, ${VERDICTS[verdict].label}, in `,
          placeLink(book, { path: doc, line, endLine: line, oid: null }),
        ),
      ),
    ),
  );
}
