// The figure of all pinned claims: a row each with its sentence, its life on the shared axis, what is stated against what is
// found, what broke it and whether it can fail. Rows open in place; what an open one shows is claims-detail.ts.

import type { Axis } from "./axis.js";
import {
  axisNames,
  axisRules,
  axisWords,
  bookAxis,
  footroom,
  headroom,
  pointed,
  releaseNames,
  whenWords,
} from "./axis-draw.js";
import { axisMode, type Book, shortDay } from "./book.js";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS, claimInline, claimTone } from "./claim-verdicts.js";
import { type ClaimDetailFile, claimDetail } from "./claims-detail.js";
import {
  type ClaimChoice,
  type ClaimGroup,
  type ClaimRow,
  claimChoice,
  everHeld,
  foundWords,
  grouped,
  isBlind,
  isChosen,
  isFound,
  seedWords,
} from "./claims-rows.js";
import { claimStrip, stayAt } from "./claims-strip.js";
import { type Child, h, s } from "./dom.js";
import { axisSwitch, empty, figure } from "./figure.js";
import { width as measure } from "./text.js";
import { type Facts, hideTip, oneStop, tells } from "./tip.js";
import { day, digits, elided } from "./words.js";

const FIRST = 60;
const MORE = 200;

/** The figure. */
export function stripsFigure(book: Book, rows: readonly ClaimRow[], details: ClaimDetailFile): HTMLElement {
  const find = h("input", {
    id: "find",
    type: "search",
    placeholder: "word or name",
    value: book.address.get("q") ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  find.addEventListener("input", () => book.address.set("q", find.value));
  let shown = FIRST;
  let hasShownAsked = false;
  const made = figure(book, {
    id: "claims",
    title: "What is pinned, and since when it is true",
    keys: ["q", "verdict", "x"],
    controls: [h("label", {}, "Find ", find), axisSwitch(book)],
    caption: () => caption(book, rows),
    draw: (width) => {
      if (find.value !== (book.address.get("q") ?? "")) find.value = book.address.get("q") ?? "";
      const choice = claimChoice(book.address.get("verdict"));
      const q = book.address.get("q") ?? "";
      const chosen = rows.filter((row) => isChosen(row, choice));
      const found = chosen.filter((row) => isFound(row, q));
      const holder = h("div");
      const draw = (): void => {
        holder.replaceChildren(
          chips(book, rows, choice),
          found.length === 0 ? nothing(chosen.length, q) : chart(book, found, details, width, shown),
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
  const chip = (value: ClaimChoice, content: Child): HTMLElement | null => {
    const n = rows.filter((row) => isChosen(row, value)).length;
    if (n === 0 && value !== choice && value !== "all") return null;
    const button = h(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(value === choice), "data-verdict": value },
      content,
      h("span", {}, digits(n)),
    );
    button.addEventListener("click", () => {
      const section = button.closest("section");
      book.address.set("verdict", value === "all" ? undefined : value);
      section?.querySelector<HTMLElement>(`.chip[data-verdict="${value}"]`)?.focus();
    });
    return button;
  };
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "verdicts" },
    chip("all", "everything"),
    CLAIM_VERDICT_ORDER.map((verdict) => chip(verdict, [claimInline(verdict), CLAIM_VERDICTS[verdict].label])),
    rows.some(isBlind) && chip("blind", "nothing turns it red"),
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
    Math.min(total * (total > 900 ? 0.3 : 0.36), Math.max(140, ...rows.map((row) => measure(row.text) * FACE + 22))),
  );
  const strip = Math.max(160, total - label - GAP - words);
  return { narrow, label, strip, found, broke, seeds, axis: bookAxis(book, axisMode(book), 2, strip - 2, strip + 2) };
}

function chart(
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
      row.text,
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
    return facts(book, row, inside ? pointed(at.axis, strip, pointer.x) : null);
  });
  if (book.address.get("c") === row.name) open(book, item, row, details);
  return item;
}

function narrowWords(row: ClaimRow): string {
  if (isBlind(row)) return "nothing turns it red";
  if (row.verdict === "false" && row.found !== null && row.found.length < 12) return `false, found ${row.found}`;
  const found = foundWords(row);
  return row.verdict === "holds" && found !== "" && found !== row.says ? found : CLAIM_VERDICTS[row.verdict].label;
}

/** "#1552 30 Jul"; of a false one that never held "never true". */
function brokeWords(book: Book, row: ClaimRow): string {
  if (row.verdict !== "false") return "";
  const { broke } = row;
  if (broke === null) return everHeld(row) || row.life.length === 0 ? "" : "never true";
  const year = broke.day.slice(0, 4) !== book.notebook.head.day.slice(0, 4);
  return `${broke.pr === null ? broke.oid.slice(0, 9) : `#${broke.pr}`} ${day(broke.day, year)}`;
}

/** To the pointer what it was at a commit; to the keyboard all that it was. */
function facts(book: Book, row: ClaimRow, position: number | null): Facts {
  if (position !== null) {
    const stay = stayAt(row, position);
    return [row.text, whenWords(book, position), stay ? stayWords(stay.verdict, stay.found) : "not written yet"];
  }
  const stays = row.life.slice(-7);
  return [
    row.text,
    row.verdict === "holds" ? `holds: ${row.says}` : row.says,
    ...stays.map(({ first, verdict, found }) => `${shortDay(book, first)}: ${stayWords(verdict, found)}`),
    row.life.length > stays.length && `and ${digits(row.life.length - stays.length)} earlier states`,
    seedWords(row),
  ].filter((line) => line !== "");
}

function stayWords(verdict: ClaimRow["verdict"] | null, found: string | null): string {
  const word = verdict === null ? "not true yet" : CLAIM_VERDICTS[verdict].label;
  return found === null ? word : `${word}, found ${elided(found, 60)}`;
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
