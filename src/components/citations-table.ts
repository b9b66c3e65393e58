// The table of all citations: chips that filter and count, Find, heads that order, and rows that open in place. What an open
// row shows is citations-detail.ts.

import { askedTable } from "./asked-rows.js";
import { type Book, placeLink } from "./book.js";
import { choiceChips } from "./chips.js";
import { brokenBy, heldWords, instead, saysLink, written } from "./citations-cells.js";
import { type Details, detailOf } from "./citations-detail.js";
import { type Choice, choiceOf, isChosen, isFound, ordered, type Row } from "./citations-rows.js";
import { h } from "./dom.js";
import { empty, figure, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { type Opens, opens } from "./open-rows.js";
import { type Column, sortHeads } from "./sorts.js";
import { tone, VERDICT_ORDER, VERDICTS, verdictInline } from "./verdicts.js";
import { digits } from "./words.js";

/** The figure. */
export function tableFigure(book: Book, rows: readonly Row[], details: Details): HTMLElement {
  let sentences: readonly string[] | null = null;
  const find = findBox(book, "path or word");
  const { draw, redraw } = askedTable(book, {
    all: rows,
    keyOf: ({ key }) => key,
    opensTo: (row) => openerOf(book, row, details),
    chosen: () =>
      ordered(
        ofChoice(book, rows).filter((row) => isFound(row, book.address.get("q") ?? "", sentences)),
        book.address.get("sort"),
      ),
    table: (shown) => {
      find.renew();
      return content(book, rows, shown, details);
    },
  });
  // Sentences are fetched when somebody looks for a word.
  const wantSentences = async (): Promise<void> => {
    if (sentences !== null || (book.address.get("q") ?? "") === "") return;
    sentences = [];
    sentences = await details.sentences();
    redraw();
  };
  book.address.listen(["q"], wantSentences);
  void wantSentences();
  return figure(book, {
    id: "citations",
    title: rows.some((row) => row.strength > 0 && row.last === null)
      ? "Every citation, the repairable first"
      : "Every citation",
    controls: rows.length > 0 ? [find.label] : [],
    keys: ["q", "verdict", "sort"],
    draw,
  });
}

/** Those that the pressed chip lets through. */
function ofChoice(book: Book, rows: readonly Row[]): readonly Row[] {
  const choice = choiceOf(book.address.get("verdict"));
  return rows.filter((row) => isChosen(row, choice));
}

function content(book: Book, rows: readonly Row[], shown: readonly Row[], details: Details): HTMLElement {
  if (rows.length === 0) return empty("No document, docstring or comment of this tree cites a line.");
  const choice = choiceOf(book.address.get("verdict"));
  const table =
    shown.length === 0
      ? nothing(rows, choice, book.address.get("q") ?? "", ofChoice(book, rows).length)
      : longTable(
          sortHeads(book, COLUMNS),
          shown.map((row) => () => rowOf(book, row, details)),
          "stack cites",
        );
  return h("div", {}, chips(book, rows, choice), table);
}

function nothing(rows: readonly Row[], choice: Choice, q: string, chosen: number): HTMLElement {
  if (q !== "")
    return empty(
      `No citation holds “${q}”. ${digits(chosen)} were searched: what they say, where they stand, what they cite, and their commits.`,
    );
  const standing = rows.filter((row) => row.last === null).length;
  return choice === "tree"
    ? empty(`No citation is about this tree. ${digits(standing)} are not judged.`)
    : empty(`None is of this kind. ${digits(standing)} stand.`);
}

function chips(book: Book, rows: readonly Row[], choice: Choice): HTMLElement {
  const made = choiceChips(book, { rows, isChosen, choice, usual: "tree" });
  const verdicts = CHIPS.map((verdict) => made(verdict, [verdictInline(verdict), VERDICTS[verdict].label]));
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "verdicts" },
    made("tree", "about this tree"),
    verdicts,
    made("gone", "no longer there"),
  );
}

/** Worst first, what holds before what is not judged. */
const CHIPS = [
  ...VERDICT_ORDER.filter((verdict) => VERDICTS[verdict].group === "off"),
  "holds" as const,
  ...VERDICT_ORDER.filter((verdict) => VERDICTS[verdict].group === "unjudged"),
];

const COLUMNS: readonly Column[] = [
  { text: "verdict" },
  { text: "it says", sort: "says" },
  { text: "in", sort: "in" },
  { text: "written", sort: "written" },
  { text: "held", sort: "held", isNumber: true },
  { text: "broken by", sort: "broken" },
  { text: "write instead" },
];

function rowOf(book: Book, row: Row, details: Details): HTMLElement {
  const button = h(
    "button",
    { type: "button", class: `opener ${tone(row.verdict)}`, "aria-expanded": "false" },
    verdictInline(row.verdict),
    VERDICTS[row.verdict].label,
  );
  const tr = h(
    "tr",
    { "data-c": row.key, "data-open": "false" },
    h("td", { class: "nb" }, button),
    h("td", { class: "path" }, saysLink(book, row)),
    h(
      "td",
      { class: "path q in", "data-l": "in" },
      placeLink(book, { path: row.doc, line: row.line, endLine: row.line, oid: null }),
    ),
    h("td", { class: "d il", "data-l": "written" }, written(book, row)),
    h("td", { class: "n il", "data-l": "held" }, heldWords(row)),
    h("td", { class: "d il", "data-l": "broken by" }, brokenBy(book, row)),
    h("td", { class: "path" }, instead(row)),
  );
  opens(book, tr, button, row.key, openerOf(book, row, details));
  return tr;
}

/** What fills the row that opens below a citation's. */
function openerOf(book: Book, row: Row, details: Details): Opens {
  return { columns: COLUMNS.length, fill: (cell) => void detailOf(book, row, details, cell) };
}
