// Draws a time axis: month and release rules behind a chart, month names below it, releases above it. It places nothing.

import type { Axis } from "./axis.js";
import { type Mode, makeAxis } from "./axis.js";
import { type Book, dayOf } from "./book.js";
import { h, s } from "./dom.js";
import { width } from "./text.js";

/** The notebook's axis between two pixels; its labels end before `limit`. */
export function bookAxis(book: Book, mode: Mode, x0: number, x1: number, limit: number): Axis {
  return makeAxis(book.notebook, mode, x0, x1, (text) => width(text, "small"), limit);
}

/** Height that release labels need above a chart. */
export function headroom(axis: Axis): number {
  return 12 + axis.rows * 15;
}

/** Height that month names and commit numbers need below a chart. */
export function footroom(axis: Axis): number {
  return axis.numbers.length > 0 ? 40 : 24;
}

/** Rules and labels of an axis; the chart's own marks stand between `top` and `bottom`. */
export function drawAxis(book: Book, axis: Axis, top: number, bottom: number): SVGGElement {
  return s(
    "g",
    { "aria-hidden": "true" },
    monthRules(axis, top, bottom),
    floorRule(book, axis, top, bottom),
    releaseRules(axis, top, bottom),
    releaseNames(axis, top),
    axisNames(axis, bottom),
  );
}

/** A place from the top, or a share of a height that is not known: "100%". */
type Height = number | string;

/** Rules of months, the floor and releases without their words, for a chart whose rows are no part of its picture. */
export function axisRules(book: Book, axis: Axis): SVGGElement {
  const [top, bottom] = [0, "100%"];
  return s("g", {}, monthRules(axis, top, bottom), floorRule(book, axis, top, bottom), releaseRules(axis, top, bottom));
}

function monthRules(axis: Axis, top: Height, bottom: Height): readonly SVGElement[] {
  return axis.months.map((tick) => s("line", { class: "ax", x1: r(tick.x), x2: r(tick.x), y1: top, y2: bottom }));
}

function releaseRules(axis: Axis, top: number, bottom: Height): readonly SVGElement[] {
  return axis.releases.map((release) =>
    s("line", {
      class: release.onLine ? "tag" : "tag off",
      x1: r(release.x),
      x2: r(release.x),
      y1: release.label === null ? top - 6 : top - 8 - release.row * 15 - 8,
      y2: bottom,
    }),
  );
}

/** Labels of releases above a chart that begins at `top`. */
export function releaseNames(axis: Axis, top: number): readonly (SVGElement | false)[] {
  return axis.releases.map(
    (release) =>
      release.label !== null &&
      s(
        "text",
        {
          class: "t3 halo",
          x: r(release.x + (release.side === "right" ? 4 : -4)),
          y: top - 8 - release.row * 15,
          "text-anchor": release.side === "right" ? "start" : "end",
        },
        release.label,
      ),
  );
}

/** Months and commit numbers below a chart that ends at `bottom`. */
export function axisNames(axis: Axis, bottom: number): readonly (SVGElement | false)[] {
  return [
    ...axis.months.map(
      (tick) => tick.label !== null && s("text", { class: "t3", x: r(tick.x), y: bottom + 16 }, tick.label),
    ),
    ...axis.numbers.map((tick) =>
      s("text", { class: "t3 num", x: r(tick.x), y: bottom + 32, "text-anchor": "end" }, tick.label),
    ),
  ];
}

/** A shallow history starts at a dashed rule that says so. */
function floorRule(book: Book, axis: Axis, top: Height, bottom: Height): SVGGElement | null {
  const { floor } = book.notebook;
  if (floor.kind !== "shallow" && floor.kind !== "since") return null;
  return s("g", {}, s("line", { class: "floor", x1: axis.x0, x2: axis.x0, y1: top, y2: bottom }));
}

/** Sentences that captions of every axis end in. */
export function axisWords(book: Book, hidden: number): string {
  const { floor, tags } = book.notebook;
  const words: string[] = [];
  if (tags.length > 0) words.push("Upright rules are releases.");
  if (tags.some((t) => !t.onLine)) words.push("One with * was cut off the line and stands where it left.");
  if (hidden > 0) words.push(`${hidden} more tags are not drawn.`);
  if (floor.kind === "shallow" || floor.kind === "since") {
    words.push(`History before ${floor.oid.slice(0, 9)} is not here.`);
  }
  return words.join(" ");
}

/** "4 Jun 2026, commit 1,021, 68a2d2986" is longer than a tip wants: day and number. */
export function whenWords(book: Book, position: number): HTMLElement {
  return h("span", {}, `${dayOf(book, position)}, commit ${(position + 1).toLocaleString("en-GB")}`);
}

/** The commit under a pointer inside a chart. */
export function pointed(axis: Axis, element: Element, clientX: number): number {
  const box = element.closest("svg")?.getBoundingClientRect();
  return axis.at(clientX - (box?.left ?? 0));
}

/** A pixel, rounded to a tenth. */
export function r(n: number): number {
  return Math.round(n * 10) / 10;
}
