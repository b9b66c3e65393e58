// The figure of all pinned claims: its words, and the chips that filter and count. What a row looks like is claims-chart.ts.

import { axisWords, bookAxis } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { choiceChips } from "./chips.js";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS, claimInline } from "./claim-verdicts.js";
import { claimsChart } from "./claims-chart.js";
import type { ClaimDetailFile } from "./claims-detail.js";
import { type ClaimChoice, type ClaimRow, claimChoice, grouped, isBlind, isChosen, isFound } from "./claims-rows.js";
import { type Child, h } from "./dom.js";
import { empty } from "./figure.js";
import { stripSearch } from "./strip-search.js";
import { digits } from "./words.js";

/** The figure. */
export function stripsFigure(book: Book, rows: readonly ClaimRow[], details: ClaimDetailFile): HTMLElement {
  const choice = (): ClaimChoice => claimChoice(book.address.get("verdict"));
  return stripSearch(book, {
    id: "claims",
    title: "What is pinned, and since when it is true",
    placeholder: "word or name",
    caption: () => caption(book, rows),
    chips: () => chips(book, rows, choice()),
    chosen: () => rows.filter((row) => isChosen(row, choice())),
    isFound,
    keys: (found) => order(found).map(({ name }) => name),
    list: (found, width, shown) => claimsChart(book, found, details, width, shown),
    nothing,
  });
}

function order(rows: readonly ClaimRow[]): readonly ClaimRow[] {
  return grouped(rows).flatMap((group) => group.rows);
}

function nothing(searched: number, q: string): HTMLElement {
  if (q !== "")
    return empty(
      `No claim holds “${q}”. ${digits(searched)} were searched: their sentences, names, questions and commits.`,
    );
  return empty("No claim is of this kind.");
}

function chips(book: Book, rows: readonly ClaimRow[], choice: ClaimChoice): HTMLElement {
  const made = choiceChips(book, { rows, isChosen, choice, usual: "all" });
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "verdicts" },
    made("all", "everything"),
    CLAIM_VERDICT_ORDER.map((verdict) => made(verdict, [claimInline(verdict), CLAIM_VERDICTS[verdict].label])),
    rows.some(isBlind) && made("blind", "nothing turns it red"),
  );
}

function caption(book: Book, rows: readonly ClaimRow[]): Child {
  if (rows.length === 0) return null;
  const stays = rows.flatMap(({ life }) => life);
  const is = (verdict: ClaimRow["verdict"] | null): boolean => stays.some((stay) => stay.verdict === verdict);
  const axis = bookAxis(book, axisMode(book), 0, 800, 800);
  const key = (verdict: ClaimRow["verdict"], words: string): Child =>
    h("span", { class: "nb" }, claimInline(verdict), words);
  return [
    "A row a claim, at every commit that changed its sentence or the facts that it speaks of. Blue while it holds, ",
    is("false") && [key("false", "hatched while it is false"), ", "],
    is("unchecked") && [key("unchecked", "dashed while nothing could be checked"), ", "],
    is(null) && "a thin line before it was true for the first time, ",
    "white before it was written. ",
    rows.some(({ seeds }) => seeds !== null) &&
      "Changes are made to a copy of the facts and of the prose: a check that none of them turns red cannot fail. ",
    axisWords(book, axis.hidden),
  ];
}
