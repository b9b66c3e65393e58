// What an opened sentence shows: the words, what each correction made of them, where the old ones still stand, all copies as
// threads, and the same as a table. Everything of the repository is a text node.

import type { LineageCopy, LineageDetails } from "../../loaders/report/pages.ts";
import { type Book, commitMark, linked, placeLink, pullMark } from "./book.js";
import { breakable, type Child, h } from "./dom.js";
import { fetchOnce, fillFetched, type JsonFile } from "./fetched.js";
import { head, longTable, onWidth } from "./figure.js";
import { spokenCopies } from "./lineage-facts.js";
import { isMended, type LineageRow, standing } from "./lineage-rows.js";
import { threadsChart } from "./lineage-threads.js";
import { birthInline, copyInline, endInline, endWord, FATES, originWord } from "./lineage-words.js";
import { commitPlaceLink } from "./links.js";
import { changedWordsMarked } from "./word-diff.js";
import { day, digits, sentence } from "./words.js";

type Detail = LineageDetails[number];
type Copy = Detail[number];
type Step = Copy["steps"][number];

/** Where details are fetched from. */
export interface LineageDetailFile {
  of(row: LineageRow): Promise<Detail | null>;
}

/** Details out of one file, fetched when the first row is opened. */
export function lineageDetailsOf(file: JsonFile): LineageDetailFile {
  const all = fetchOnce<LineageDetails>(file);
  return { of: async (row) => (await all())[row.at] ?? null };
}

/** Fills an element with a sentence's detail once it has come. */
export function lineageDetail(
  book: Book,
  row: LineageRow,
  details: LineageDetailFile,
  cell: HTMLElement,
): Promise<void> {
  return fillFetched(
    cell,
    "this sentence",
    () => details.of(row),
    (detail) => content(book, row, detail),
  );
}

/** Corrections, and places that survive, that are told before the table. */
const MOST_TOLD = 4;

function content(book: Book, row: LineageRow, detail: Detail): HTMLElement {
  const chart = h("div", { class: "body" });
  onWidth(chart, (width) => chart.replaceChildren(threadsChart(book, row, detail, width)));
  book.address.listen(["x"], () => {
    if (chart.isConnected) chart.replaceChildren(threadsChart(book, row, detail, chart.clientWidth));
  });
  const table = h("details", { class: "behind" }, h("summary", {}, "the same as a table"));
  table.addEventListener("toggle", () => {
    if (table.open && table.childElementCount === 1) table.append(copiesTable(book, row, detail));
  });
  return h(
    "div",
    { class: "detail" },
    h("blockquote", { class: "sk" }, "“", row.text, "”"),
    h("p", { class: "verdict" }, copyInline(row.fate, 13), `${sentence(FATES[row.fate].label)}: ${spokenCopies(row)}.`),
    row.fate === "survives" &&
      h("div", { class: "panels" }, corrections(book, row, detail), survivors(book, row, detail)),
    h("h3", {}, "All copies over time"),
    chart,
    table,
  );
}

function corrections(book: Book, row: LineageRow, detail: Detail): HTMLElement {
  const mended = row.copies.flatMap((copy, at) => {
    const step = detail[at]?.steps.find(({ did, position }) => did === copy.fate && position === copy.lost);
    return isMended(copy) && step ? [{ step, copy: detail[at] as Copy }] : [];
  });
  return h(
    "div",
    {},
    h("h3", {}, "What it was corrected to"),
    mended
      .slice(0, MOST_TOLD)
      .map(({ step, copy }) => [
        h(
          "p",
          { class: "cap" },
          endInline(step.did),
          sentence(endWord(step.did)),
          " ",
          stepMoment(book, step),
          ", ",
          stepPlace(book, step),
        ),
        h("blockquote", { class: "sk" }, "“", changedWordsMarked(copy.text, step.text ?? "", true), "”"),
      ]),
    beyond(mended.length),
  );
}

function survivors(book: Book, row: LineageRow, detail: Detail): HTMLElement {
  const left = standing(row);
  return h(
    "div",
    {},
    h("h3", {}, "Where the old words still stand"),
    left.slice(0, MOST_TOLD).map((copy) => {
      const own = detail[row.copies.indexOf(copy)] as Copy;
      const same = own.text === row.text;
      return [
        h(
          "p",
          { class: "cap" },
          placeLink(
            book,
            { path: copy.doc, line: copy.line, endLine: copy.line, oid: null },
            `${copy.doc}:${copy.line}`,
          ),
          `, since ${day(own.born.day)} `,
          own.born.pr === null ? commitMark(book, own.born.oid) : pullMark(book, own.born.pr),
          `, ${same ? "in the same words" : `${Math.round(100 * own.likeness)} % alike`}`,
        ),
        !same && h("blockquote", { class: "sk" }, "“", changedWordsMarked(row.text, own.text), "”"),
      ];
    }),
    beyond(left.length),
  );
}

function beyond(all: number): Child {
  return all > MOST_TOLD && h("p", { class: "none" }, `And ${digits(all - MOST_TOLD)} more, in the table.`);
}

function stepMoment(book: Book, { oid, pr, day: iso }: Step): Child {
  return ["by ", pr === null ? commitMark(book, oid) : pullMark(book, pr), ` on ${day(iso)}`];
}

/** The place in the commit that made it, not at the head: there it may say something else by now. */
function stepPlace(book: Book, { oid, doc, line }: Step): HTMLElement {
  return linked(commitPlaceLink(book, oid, doc, line), h("code", {}, breakable(`${doc}:${line}`)));
}

function copiesTable(book: Book, row: LineageRow, detail: Detail): HTMLElement {
  return longTable(
    head(["copy", "born", "origin", "what became of it"]),
    row.copies.map((copy, at) => () => {
      const own = detail[at] as Copy;
      return h(
        "tr",
        {},
        h(
          "td",
          { class: "path" },
          linked(
            commitPlaceLink(book, own.born.oid, own.bornDoc, own.bornLine),
            h("code", {}, breakable(`${own.bornDoc}:${own.bornLine}`)),
          ),
          own.text !== row.text && h("div", { class: "q" }, "“", changedWordsMarked(row.text, own.text), "”"),
        ),
        h(
          "td",
          { class: "d il" },
          day(own.born.day),
          " ",
          own.born.pr === null ? commitMark(book, own.born.oid) : pullMark(book, own.born.pr),
        ),
        h("td", { "data-l": "origin" }, originCell(row, copy, own, detail)),
        h("td", { "data-l": "what became of it" }, fateCell(book, copy, own)),
      );
    }),
  );
}

function originCell(row: LineageRow, copy: LineageCopy, own: Copy, detail: Detail): Child {
  const from = detail[copy.of];
  const of = from && row.copies[copy.of] ? ` ${copy.origin === "independent" ? "of" : "from"} ` : "";
  return [
    birthInline(copy.origin),
    originWord(copy.origin),
    of,
    from && h("code", {}, breakable(`${from.bornDoc}:${from.bornLine}`)),
    own.reasons.length > 0 && h("div", { class: "q" }, `${sentence(own.reasons.join("; "))}.`),
    own.grew !== null && h("div", { class: "q" }, `Reworded from “${own.grew}”.`),
  ];
}

function fateCell(book: Book, copy: LineageCopy, own: Copy): Child {
  const steps = own.steps.map((step) =>
    h(
      "div",
      {},
      endInline(step.did),
      `${endWord(step.did)} `,
      stepMoment(book, step),
      step.text !== null && step.did !== "moved" && [": “", changedWordsMarked(own.text, step.text), "”"],
      step.did === "moved" && [" to ", stepPlace(book, step)],
    ),
  );
  if (copy.last !== null) return steps;
  const place = { path: copy.doc, line: copy.line, endLine: copy.line, oid: null };
  const words = copy.survives ? "still says so at " : copy.fate === "stands" ? "stands at " : "stands so at ";
  return [steps, h("div", { class: copy.survives ? "bad" : "" }, words, placeLink(book, place))];
}
