// The table of all commits with what each instrument says of them: Find, heads that order, and rows that open to the parts.

import { askedTable } from "./asked-rows.js";
import { type Book, commitMark, dayOf, linked, pullMark } from "./book.js";
import { type Child, h } from "./dom.js";
import { tableTitle } from "./effort-headlines.js";
import { type Cost, type EffortRow, isFound, ordered } from "./effort-rows.js";
import { factor, leftWords, MARKS, mark, signed } from "./effort-words.js";
import { empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { commitLink } from "./links.js";
import { type Opens, opens } from "./open-rows.js";
import { type Column, sortHeads } from "./sorts.js";
import { digits } from "./words.js";

const COLUMNS: readonly Column[] = [
  { text: "disagreement", sort: "apart" },
  { text: "commit", sort: "when" },
  { text: "what it is" },
  { text: "statements", sort: "statements", isNumber: true },
  { text: "with docstrings", sort: "docstrings", isNumber: true },
  { text: "source", sort: "source", isNumber: true },
  { text: "physical", sort: "physical", isNumber: true },
  { text: "not measured" },
];

/** The figure. */
export function effortTable(book: Book, rows: readonly EffortRow[]): HTMLElement {
  const find = findBox(book, "word or #1234");
  const words = (): string => book.address.get("q") ?? "";
  const { draw } = askedTable(book, {
    all: rows,
    keyOf: ({ key }) => key,
    opensTo: (row) => opensOf(book, row),
    chosen: () =>
      ordered(
        rows.filter((row) => isFound(row, words())),
        book.address.get("sort"),
      ),
    table: (shown) => {
      find.renew();
      return content(book, shown, rows.length, words());
    },
  });
  return figure(book, {
    id: "commits",
    title: tableTitle(rows),
    keys: ["q", "sort"],
    controls: [find.label],
    caption: () =>
      "Net numbers: after less before. The disagreement is how many times the least of the four the largest is, each taken one larger so that 0 has its place; where one gains and another loses, the gain times the loss. Lines of files that no grammar reads stay out of it.",
    draw,
  });
}

function content(book: Book, shown: readonly EffortRow[], all: number, q: string): HTMLElement {
  if (shown.length === 0)
    return empty(
      `No commit holds “${q}”. ${digits(all)} were searched: subjects, pull requests and the beginnings of their ids.`,
    );
  return longTable(
    sortHeads(book, COLUMNS),
    shown.map((row) => () => rowOf(book, row)),
    "stack cites efforts",
  );
}

function rowOf(book: Book, row: EffortRow): HTMLElement {
  const { cost, direction } = row;
  const isSplit = direction === "split";
  const button = h(
    "button",
    { type: "button", class: `opener ${isSplit ? "dr" : ""}`, "aria-expanded": "false" },
    cost.disagreement !== null && mark(direction),
    cost.disagreement !== null && h("span", { class: "vh" }, `${MARKS[direction].word}: `),
    cost.disagreement === null ? "nothing to compare" : factor(cost.disagreement),
  );
  const tr = h(
    "tr",
    { "data-c": row.key, "data-open": "false" },
    h("td", { class: "nb" }, button),
    h("td", { class: "d il" }, commitMark(book, row.oid), h("div", { class: "q" }, dayOf(book, row.position))),
    h("td", { class: "pr" }, row.pr !== null && [pullMark(book, row.pr), " "], h("span", { class: "q" }, row.subject)),
    numberCells(book, row.oid, cost),
    h("td", { class: "q", "data-l": "not measured" }, leftWords(cost)),
  );
  opens(book, tr, button, row.key, opensOf(book, row));
  return tr;
}

/** The four numbers; each leads to the commit. Of what no grammar reads there are lines only. */
function numberCells(book: Book, oid: string, cost: Cost): Child {
  const cell = (label: string, n: number | null): HTMLElement =>
    h(
      "td",
      { class: "n il", "data-l": label },
      n === null ? h("span", { class: "q" }, "none") : linked(commitLink(book, oid), signed(n)),
    );
  const known = (n: number): number | null => (cost.measured === 0 && cost.unread + cost.binary > 0 ? null : n);
  return [
    cell("statements", known(cost.statements)),
    cell("with docstrings", known(cost.withDocstrings)),
    cell("source", known(cost.source)),
    cell("physical", cost.physical),
  ];
}

function opensOf(book: Book, row: EffortRow): Opens {
  return { columns: COLUMNS.length, fill: (cell) => cell.replaceChildren(partsOf(book, row)) };
}

/** What an opened row shows: each part, and how functions are told. */
function partsOf(book: Book, row: EffortRow): HTMLElement {
  const parts = row.parts.map(
    ({ name, cost }) =>
      () =>
        h(
          "tr",
          {},
          h("td", {}, name),
          numberCells(book, row.oid, cost),
          h(
            "td",
            { class: "n il", "data-l": "disagreement" },
            cost.disagreement === null ? "" : factor(cost.disagreement),
          ),
          h("td", { class: "n il", "data-l": "files measured" }, digits(cost.measured)),
          h("td", { class: "q", "data-l": "not measured" }, leftWords(cost)),
        ),
  );
  const columns = ["statements", "with docstrings", "source", "physical", "disagreement", "files measured"];
  return h(
    "div",
    { class: "parts" },
    row.parts.length === 0
      ? empty("It changed no file.")
      : longTable(head(["part", ...columns.map((n) => ({ n })), "not measured"]), parts),
    h(
      "p",
      { class: "cap" },
      "Functions are not kept here. In a clone of the repository this tells them one by one: ",
      h("code", {}, `binnacle effort ${row.key} --functions`),
    ),
  );
}
