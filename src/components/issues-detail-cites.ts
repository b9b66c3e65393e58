// What an opened thread cites, with the verdict at the commit that the comment spoke of and now, and the names that it speaks
// of, those that are gone first.

import type { IssueDetail } from "../../loaders/report/pages.ts";
import { type Book, commitMark, nameMark, placeLink } from "./book.js";
import { breakable, type Child, h } from "./dom.js";
import { head, longTable } from "./figure.js";
import { inline } from "./glyphs.js";
import { tone, VERDICT_ORDER, VERDICTS, verdictInline } from "./verdicts.js";
import { elided, measured, shortened } from "./words.js";

type Cite = IssueDetail["cites"][number];

/** The wrong ones first; how many are of another tree is said below. */
export function citesPart(book: Book, { cites }: IssueDetail): Child {
  const judged = cites.filter(({ verdict }) => VERDICTS[verdict].group !== "unjudged");
  const rank = ({ verdict }: Cite): number => VERDICT_ORDER.indexOf(verdict);
  const left = cites.length - judged.length;
  return [
    judged.length > 0 &&
      longTable(
        head(["cites", "then", "now", ""]),
        [...judged].sort((a, b) => rank(a) - rank(b)).map((cite) => () => row(book, cite)),
        "stack states",
      ),
    left > 0 &&
      h("p", { class: "none" }, `${measured(left, "citation")} not about this tree, or with nothing to judge by.`),
  ];
}

function row(book: Book, cite: Cite): HTMLElement {
  const { said, verdict, path, start, end } = cite;
  const written = h("code", {}, breakable(elided(cite.text, 60)));
  const word = (of: Cite["verdict"]): Child =>
    h("span", { class: `nb ${tone(of)}` }, verdictInline(of), VERDICTS[of].label);
  return h(
    "tr",
    {},
    h(
      "td",
      { class: "path" },
      path === null || start === 0
        ? written
        : placeLink(book, { path, line: start, endLine: Math.max(start, end), oid: null }, elided(cite.text, 60)),
    ),
    h("td", { class: "il", "data-l": "then" }, said && [word(said.verdict), " at ", commitMark(book, said.oid)]),
    h("td", { class: "il", "data-l": "now" }, word(verdict)),
    h("td", { class: "q path" }, shortened(cite.says, 120)),
  );
}

/** Those that are gone with what took them away. */
export function namesPart(book: Book, { names }: IssueDetail): HTMLElement {
  const gone = names.filter((name) => name.gone);
  const there = names.filter((name) => !name.gone);
  return h(
    "div",
    {},
    gone.map(({ kind, text, contract, goneIn }) =>
      h(
        "div",
        { class: "ch dr" },
        inline("unreadLost"),
        h(
          "span",
          {},
          kind === "name" && contract
            ? nameMark(book, { text, slug: contract.slug })
            : h("code", {}, breakable(elided(text, 60))),
          kind === "member" && contract && [" of ", nameMark(book, { text: contract.name, slug: contract.slug })],
          " is gone",
          goneIn !== null && [", ", commitMark(book, goneIn)],
        ),
      ),
    ),
    there.length > 0 &&
      h(
        "p",
        { class: "none" },
        "There now: ",
        there.map(({ kind, text, contract }, i) => [
          i > 0 && ", ",
          kind === "name" && contract
            ? nameMark(book, { text, slug: contract.slug })
            : h("code", {}, breakable(elided(text, 60))),
        ]),
        ".",
      ),
  );
}
