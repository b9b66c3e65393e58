// Draws pinned claims as rows, by document: the sentence, its life on the shared axis, what is stated against what is found,
// what broke it and whether it can fail. A row is a button that opens in place; what then shows is claims-detail.ts.

import type { Axis } from "./axis.js";
import { axisNames, axisRules, bookAxis, footroom, headroom, pointed, releaseNames } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { CLAIM_VERDICTS, claimInline, claimTone } from "./claim-verdicts.js";
import { type ClaimDetailFile, claimDetail } from "./claims-detail.js";
import { brokeWords, claimFacts, foundWords, narrowWords, seedWords } from "./claims-facts.js";
import { type ClaimGroup, type ClaimRow, grouped, isBlind } from "./claims-rows.js";
import { claimStrip } from "./claims-strip.js";
import { type Child, h, plain, prose, s, ticked } from "./dom.js";
import { width as measure } from "./text.js";
import { hideTip, oneStop, tells } from "./tip.js";
import { digits, elided } from "./words.js";

/** Where the parts of a row stand, in pixels; a room of 0 is a column that is not there. */
interface Layout {
  readonly narrow: boolean;
  readonly label: number;
  readonly strip: number;
  readonly found: number;
  readonly broke: number;
  readonly seeds: number;
  readonly axis: Axis;
}

const GAP = 14;
/** Rows are set half a pixel larger than the labels of charts. */
const FACE = 13.5 / 13;

function layOut(book: Book, rows: readonly ClaimRow[], total: number): Layout {
  const narrow = total < 620;
  if (narrow) {
    const axis = bookAxis(book, axisMode(book), 2, total - 8, total);
    return { narrow, label: total * 0.62, strip: total, found: total * 0.36, broke: 0, seeds: 0, axis };
  }
  const most = (words: (row: ClaimRow) => string, head: string, limit: number): number =>
    Math.ceil(Math.min(limit, Math.max(measure(head, "small"), ...rows.map((row) => measure(words(row)) * FACE + 3))));
  const found = most(foundWords, "found", total > 900 ? 190 : 150);
  const broke = rows.some((row) => brokeWords(book, row) !== "")
    ? most((row) => brokeWords(book, row), "broken by", 120)
    : 0;
  const seeds = total > 900 && rows.some((row) => row.seeds !== null) ? most(seedWords, "changes tried", 170) : 0;
  const words = [found, broke, seeds].reduce((sum, room) => sum + (room === 0 ? 0 : room + GAP), 0);
  const label = Math.ceil(
    Math.min(
      total * (total > 900 ? 0.3 : 0.36),
      Math.max(140, ...rows.map((row) => measure(plain(ticked(row.text))) * FACE + 22)),
    ),
  );
  const strip = Math.max(160, total - label - GAP - words);
  return { narrow, label, strip, found, broke, seeds, axis: bookAxis(book, axisMode(book), 2, strip - 2, strip + 2) };
}

/** The first `shown` rows at a width, in their groups; one tab stop. */
export function claimsChart(
  book: Book,
  rows: readonly ClaimRow[],
  details: ClaimDetailFile,
  total: number,
  shown: number,
): HTMLElement {
  const at = layOut(book, rows, total);
  const { axis } = at;
  const items: HTMLElement[] = [];
  let left = shown;
  const lists = grouped(rows).flatMap((group): HTMLElement[] => {
    const own = group.rows.slice(0, Math.max(0, left));
    left -= own.length;
    if (own.length === 0) return [];
    return [
      groupHead(group),
      h(
        "ul",
        {},
        own.map((row) => {
          const item = claimItem(book, row, details, at);
          items.push(item);
          return item;
        }),
      ),
    ];
  });
  oneStop(items.flatMap((item) => item.querySelector<HTMLElement>(".claim") ?? []));
  const columns = at.narrow
    ? "minmax(0, 1fr) auto"
    : [at.label, at.strip, at.found, at.broke, at.seeds]
        .filter((room) => room > 0)
        .map((room) => `${room}px`)
        .join(" ");
  const box = h(
    "div",
    { class: `claims${at.narrow ? " narrow" : ""}` },
    heads(at),
    h("div", { class: "lists" }, s("svg", { class: "rules", "aria-hidden": "true" }, axisRules(book, axis)), lists),
    h(
      "div",
      { class: "foot" },
      s(
        "svg",
        { class: "chart", width: at.strip + (at.narrow ? 0 : GAP), height: footroom(axis), "aria-hidden": "true" },
        axisNames(axis, 0),
      ),
    ),
  );
  box.style.setProperty("--columns", columns);
  box.style.setProperty("--before", at.narrow ? "0px" : `${at.label + GAP}px`);
  box.style.setProperty("--strip", `${at.strip}px`);
  return box;
}

/** Releases over the strips, and the words of the columns. */
function heads(at: Layout): HTMLElement {
  const { axis, narrow } = at;
  const top = headroom(axis);
  const word = (room: number, text: string): Child => room > 0 && h("span", {}, text);
  return h(
    "div",
    { class: "heads", "aria-hidden": "true" },
    !narrow && h("span", {}, ""),
    s(
      "svg",
      { class: "chart", width: at.strip + (narrow ? 0 : GAP), height: top, "aria-hidden": "true" },
      axisTop(axis, top),
    ),
    !narrow && [word(at.found, "found"), word(at.broke, "broken by"), word(at.seeds, "changes tried")],
  );
}

function axisTop(axis: Axis, top: number): readonly Child[] {
  return [
    axis.releases.map(
      (release) =>
        release.label !== null &&
        s("line", {
          class: release.onLine ? "tag" : "tag off",
          x1: release.x,
          x2: release.x,
          y1: top - 16 - release.row * 15,
          y2: top,
        }),
    ),
    releaseNames(axis, top),
  ];
}

function groupHead({ doc, rows }: ClaimGroup): HTMLElement {
  return h("h3", { class: "doc" }, h("code", {}, elided(doc, 60)), `, ${digits(rows.length)}`);
}

function claimItem(book: Book, row: ClaimRow, details: ClaimDetailFile, at: Layout): HTMLElement {
  const off = CLAIM_VERDICTS[row.verdict].group === "off";
  const strip = claimStrip(row, at.axis, at.strip);
  const button = h(
    "button",
    { type: "button", class: "claim", "aria-expanded": "false", "data-c": row.name },
    h(
      "span",
      { class: "says" },
      claimInline(row.verdict),
      h("span", { class: "vh" }, `${CLAIM_VERDICTS[row.verdict].label}: `),
      prose(ticked(row.text)),
    ),
    at.narrow &&
      h("span", { class: `fw ${off ? claimTone(row.verdict) : isBlind(row) ? "bad" : "q"}` }, narrowWords(row)),
    h("span", { class: "life" }, strip),
    !at.narrow && [
      h("span", { class: `fw ${off ? `${claimTone(row.verdict)}` : "q"}` }, foundWords(row)),
      at.broke > 0 && h("span", { class: "q" }, brokeWords(book, row)),
      at.seeds > 0 && h("span", { class: isBlind(row) ? "bad" : "q" }, seedWords(row)),
    ],
  );
  const item = h("li", {}, button);
  button.addEventListener("click", () => toggle(book, item, row, details));
  tells(button, (pointer) => {
    const box = strip.getBoundingClientRect();
    const inside = pointer !== null && pointer.x >= box.left && pointer.x <= box.right;
    return claimFacts(book, row, inside ? pointed(at.axis, strip, pointer.x) : null);
  });
  if (book.address.get("c") === row.name) open(book, item, row, details);
  return item;
}

function toggle(book: Book, item: HTMLElement, row: ClaimRow, details: ClaimDetailFile): void {
  hideTip();
  const opened = item.querySelector(".claim-open") !== null;
  for (const other of item.closest(".claims")?.querySelectorAll<HTMLElement>(".claim-open") ?? []) {
    other.parentElement?.querySelector(".claim")?.setAttribute("aria-expanded", "false");
    other.remove();
  }
  if (!opened) open(book, item, row, details);
  book.address.set("c", opened ? undefined : row.name);
}

function open(book: Book, item: HTMLElement, row: ClaimRow, details: ClaimDetailFile): void {
  item.querySelector(".claim")?.setAttribute("aria-expanded", "true");
  const cell = h("div", { class: "claim-open" });
  item.append(cell);
  void claimDetail(book, row, details, cell);
}
