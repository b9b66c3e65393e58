// The figure of all sentences that stood in several places: its words, and the chips that filter and count. What a row looks
// like is lineage-chart.ts.

import type { LineageExtract } from "../../loaders/report/pages.ts";
import { axisWords, bookAxis } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { choiceChips } from "./chips.js";
import { type Child, h } from "./dom.js";
import { empty } from "./figure.js";
import { lineageChart } from "./lineage-chart.js";
import type { LineageDetailFile } from "./lineage-detail.js";
import { grouped, isChosen, isFound, type LineageChoice, type LineageRow, lineageChoice } from "./lineage-rows.js";
import { MOST_THREADS } from "./lineage-strip.js";
import { birthInline, copyInline, endInline, endWord, FATE_ORDER, FATES } from "./lineage-words.js";
import { stripSearch } from "./strip-search.js";
import { count, counted, digits, elided } from "./words.js";

/** The figure. */
export function lineageFigure(
  book: Book,
  rows: readonly LineageRow[],
  left: LineageExtract["left"],
  details: LineageDetailFile,
): HTMLElement {
  const choice = (): LineageChoice => lineageChoice(book.address.get("verdict"));
  return stripSearch(book, {
    id: "lineage",
    title: rows.some(({ fate }) => fate === "survives")
      ? "Where it was corrected, and where it still stands"
      : "Where it was said, and since when",
    placeholder: "word or path",
    caption: () => caption(book, rows, left),
    chips: () => chips(book, rows, choice()),
    chosen: () => rows.filter((row) => isChosen(row, choice())),
    isFound,
    keys: (found) => grouped(found).flatMap((group) => group.rows.map(({ name }) => name)),
    list: (found, width, shown) => lineageChart(book, found, details, width, shown),
    nothing,
  });
}

function nothing(searched: number, q: string): HTMLElement {
  if (q === "") return empty("No sentence is of this kind.");
  return empty(
    `No sentence holds “${q}”. ${digits(searched)} were searched: their words, places and commits. `,
    h("code", {}, 'binnacle lineage "…"'),
    " asks all sentences that ever stood, also those that stood once.",
  );
}

function chips(book: Book, rows: readonly LineageRow[], choice: LineageChoice): HTMLElement {
  const made = choiceChips(book, { rows, isChosen, choice, usual: "all" });
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "what became of them" },
    made("all", "everything"),
    FATE_ORDER.map((fate) => made(fate, [copyInline(fate), FATES[fate].label])),
  );
}

/** Ends in the order of the caption. */
const ENDS = ["corrected", "renamed", "removed", "file"] as const;

/** Why sentences are not drawn, in a clause. */
const LEFT: Readonly<Record<LineageExtract["left"][number]["reason"], (n: number) => string>> = {
  many: (n) => `${n === 1 ? "has" : "have"} more than forty copies`,
  document: () => "stood in one document only",
  rank: (n) => `${n === 1 ? "stands" : "stand"} behind the 400 that are drawn`,
};

function caption(book: Book, rows: readonly LineageRow[], left: LineageExtract["left"]): Child {
  const copies = rows.flatMap((row) => row.copies);
  const axis = bookAxis(book, axisMode(book), 0, 800, 800);
  const key = (mark: SVGSVGElement, words: string): Child => h("span", { class: "nb" }, mark, words);
  const of = (origin: string): boolean => copies.some((copy) => copy.origin === origin);
  const ends = ENDS.filter((end) => copies.some(({ fate }) => fate === end));
  return [
    "A row a sentence, a thread a copy: blue while it says so",
    rows.some(({ fate }) => fate === "survives") && [
      ", ",
      h("b", { class: "bad" }, "red"),
      " since it was corrected elsewhere",
    ],
    ", thin after its own words were changed. Birth: ",
    key(birthInline("copied"), "copied, with a branch from where"),
    of("independent") && [", ", key(birthInline("independent"), "written independently")],
    of("unclear") && [", ", key(birthInline("unclear"), "unclear")],
    ". ",
    ends.length > 0 && ["End: ", ends.map((end, at) => [at > 0 && ", ", key(endInline(end), endWord(end))]), ". "],
    rows.some((row) => row.copies.length > MOST_THREADS) &&
      `A row draws ${count(MOST_THREADS)} threads, the opened one all. `,
    left.length > 0 && ["Not drawn: ", left.map((each, at) => [at > 0 && "; ", leftWords(each)]), ". "],
    axisWords(book, axis.hidden),
  ];
}

function leftWords({ reason, count: n, example }: LineageExtract["left"][number]): string {
  const words = `${counted(n, "sentence")} that ${LEFT[reason](n)}`;
  return reason === "many" ? `${words}, as “${elided(example, 60)}”` : words;
}
