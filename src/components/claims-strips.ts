// The figure of all pinned claims: its words, Find, the chips that filter and count, and as many rows as are asked for. What
// a row looks like is claims-chart.ts.

import { axisWords, bookAxis } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { chip } from "./chips.js";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS, claimInline } from "./claim-verdicts.js";
import { claimsChart } from "./claims-chart.js";
import type { ClaimDetailFile } from "./claims-detail.js";
import { type ClaimChoice, type ClaimRow, claimChoice, grouped, isBlind, isChosen, isFound } from "./claims-rows.js";
import { type Child, h } from "./dom.js";
import { axisSwitch, empty, figure } from "./figure.js";
import { findBox } from "./find.js";
import { digits } from "./words.js";

const FIRST = 60;
const MORE = 200;

/** The figure. */
export function stripsFigure(book: Book, rows: readonly ClaimRow[], details: ClaimDetailFile): HTMLElement {
  const find = findBox(book, "word or name");
  let shown = FIRST;
  let hasShownAsked = false;
  const made = figure(book, {
    id: "claims",
    title: "What is pinned, and since when it is true",
    keys: ["q", "verdict", "x"],
    controls: [find.label, axisSwitch(book)],
    caption: () => caption(book, rows),
    draw: (width) => {
      find.renew();
      const choice = claimChoice(book.address.get("verdict"));
      const q = book.address.get("q") ?? "";
      const chosen = rows.filter((row) => isChosen(row, choice));
      const found = chosen.filter((row) => isFound(row, q));
      const holder = h("div");
      const draw = (): void => {
        holder.replaceChildren(
          chips(book, rows, choice),
          found.length === 0 ? nothing(chosen.length, q) : claimsChart(book, found, details, width, shown),
        );
        const left = found.length - shown;
        if (left <= 0) return;
        const more = h(
          "button",
          { type: "button", class: "more" },
          `Show ${digits(Math.min(MORE, left))} more of ${digits(found.length)}`,
        );
        more.addEventListener("click", () => {
          const at = shown;
          shown += MORE;
          draw();
          holder.querySelectorAll<HTMLElement>(".claim")[at]?.focus();
        });
        holder.append(more);
      };
      const asked = order(found).findIndex((row) => row.name === book.address.get("c"));
      shown = Math.max(shown, asked + 1);
      draw();
      // Who follows a link to one claim wants to see it, wherever it stands.
      if (asked > 0 && !hasShownAsked)
        requestAnimationFrame(() =>
          holder.querySelector('.claim[aria-expanded="true"]')?.scrollIntoView({ block: "nearest" }),
        );
      hasShownAsked = true;
      return holder;
    },
  });
  return made;
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
  const made = (value: ClaimChoice, content: Child): HTMLElement | null => {
    const n = rows.filter((row) => isChosen(row, value)).length;
    if (n === 0 && value !== choice && value !== "all") return null;
    const sets = value === "all" ? undefined : value;
    return chip(book, { key: "verdict", value, sets, isPressed: value === choice, content, n });
  };
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
