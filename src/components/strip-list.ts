// Draws rows that each have a strip on the shared time axis: words before it, words behind it, in groups with a heading. A
// row is a button that opens in place. What stands in a row and what it opens to is told by who asks.

import type { Axis } from "./axis.js";
import { axisNames, axisRules, bookAxis, footroom, headroom, pointed, releaseNames } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { type Child, h, s } from "./dom.js";
import { width as measure } from "./text.js";
import { type Facts, hideTip, oneStop, tells } from "./tip.js";

/** Words behind the strips; a room of 0 is a column that is not there. Pixels. */
interface StripColumn {
  readonly head: string;
  readonly room: number;
}

/** Where the parts of a row stand, in pixels. */
export interface StripLayout {
  readonly narrow: boolean;
  readonly label: number;
  readonly strip: number;
  readonly columns: readonly StripColumn[];
  readonly axis: Axis;
}

interface StripGroup<Row> {
  readonly head: Child;
  readonly rows: readonly Row[];
}

/** What stands in a row. */
export interface StripEntry {
  /** What `?c=` says of it. */
  readonly key: string;
  readonly says: Child;
  readonly strip: SVGSVGElement;
  /** Classes and words, by the head of their column. */
  readonly cells: Readonly<Record<string, { readonly class: string; readonly words: Child }>>;
  /** The one cell of a phone. */
  readonly narrow: { readonly class: string; readonly words: Child };
  /** At a position to the pointer; null: all of it, to the keyboard. */
  readonly facts: (position: number | null) => Facts;
  /** Fills what it opens to. */
  readonly fill: (cell: HTMLElement) => void;
}

const GAP = 14;
/** Rows are set half a pixel larger than the labels of charts. */
const FACE = 13.5 / 13;

/** Whether a row has no room beside its strip. */
function isNarrow(total: number): boolean {
  return total < 620;
}

/** Room for words behind the strips, at most `limit`. */
export function roomFor(words: readonly string[], head: string, limit: number): number {
  return Math.ceil(Math.min(limit, Math.max(measure(head, "small"), ...words.map((word) => measure(word) * FACE + 3))));
}

/** Places at a width; `labels` are the words before the strips. */
export function stripLayout(
  book: Book,
  total: number,
  labels: readonly string[],
  columns: readonly StripColumn[],
): StripLayout {
  if (isNarrow(total)) {
    const axis = bookAxis(book, axisMode(book), 2, total - 8, total);
    return { narrow: true, label: total * 0.62, strip: total, columns: [], axis };
  }
  const there = columns.filter(({ room }) => room > 0);
  const words = there.reduce((sum, { room }) => sum + room + GAP, 0);
  const widest = Math.max(140, ...labels.map((label) => measure(label) * FACE + 22));
  const label = Math.ceil(Math.min(total * (total > 900 ? 0.3 : 0.36), widest));
  const strip = Math.max(160, total - label - GAP - words);
  const axis = bookAxis(book, axisMode(book), 2, strip - 2, strip + 2);
  return { narrow: false, label, strip, columns: there, axis };
}

/** The first `shown` rows, in their groups; one tab stop. */
export function stripList<Row>(
  book: Book,
  groups: readonly StripGroup<Row>[],
  shown: number,
  at: StripLayout,
  entryOf: (row: Row) => StripEntry,
): HTMLElement {
  const { axis } = at;
  const items: HTMLElement[] = [];
  let left = shown;
  const lists = groups.flatMap((group): HTMLElement[] => {
    const own = group.rows.slice(0, Math.max(0, left));
    left -= own.length;
    if (own.length === 0) return [];
    const list = own.map((row) => itemOf(book, entryOf(row), at));
    items.push(...list);
    return [h("h3", { class: "doc" }, group.head), h("ul", {}, list)];
  });
  oneStop(items.flatMap((item) => item.querySelector<HTMLElement>(".entry") ?? []));
  const columns = at.narrow
    ? "minmax(0, 1fr) auto"
    : [at.label, at.strip, ...at.columns.map(({ room }) => room)].map((room) => `${room}px`).join(" ");
  const box = h(
    "div",
    { class: `strips${at.narrow ? " narrow" : ""}` },
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
function heads(at: StripLayout): HTMLElement {
  const { axis, narrow } = at;
  const top = headroom(axis);
  return h(
    "div",
    { class: "heads", "aria-hidden": "true" },
    !narrow && h("span", {}, ""),
    s(
      "svg",
      { class: "chart", width: at.strip + (narrow ? 0 : GAP), height: top, "aria-hidden": "true" },
      axisTop(axis, top),
    ),
    at.columns.map(({ head }) => h("span", {}, head)),
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

function itemOf(book: Book, entry: StripEntry, at: StripLayout): HTMLElement {
  const { strip } = entry;
  const button = h(
    "button",
    { type: "button", class: "entry", "aria-expanded": "false", "data-c": entry.key },
    h("span", { class: "says" }, entry.says),
    at.narrow && h("span", { class: `fw ${entry.narrow.class}` }, entry.narrow.words),
    h("span", { class: "life" }, strip),
    at.columns.map(({ head }) => h("span", { class: entry.cells[head]?.class }, entry.cells[head]?.words)),
  );
  const item = h("li", {}, button);
  button.addEventListener("click", () => toggle(book, item, entry));
  tells(button, (pointer) => {
    const box = strip.getBoundingClientRect();
    const inside = pointer !== null && pointer.x >= box.left && pointer.x <= box.right;
    return entry.facts(inside ? pointed(at.axis, strip, pointer.x) : null);
  });
  if (book.address.get("c") === entry.key) open(item, entry);
  return item;
}

function toggle(book: Book, item: HTMLElement, entry: StripEntry): void {
  hideTip();
  const opened = item.querySelector(".entry-open") !== null;
  for (const other of item.closest(".strips")?.querySelectorAll<HTMLElement>(".entry-open") ?? []) {
    other.parentElement?.querySelector(".entry")?.setAttribute("aria-expanded", "false");
    other.remove();
  }
  if (!opened) open(item, entry);
  book.address.set("c", opened ? undefined : entry.key);
}

function open(item: HTMLElement, entry: StripEntry): void {
  item.querySelector(".entry")?.setAttribute("aria-expanded", "true");
  const cell = h("div", { class: "entry-open" });
  item.append(cell);
  entry.fill(cell);
}
