// Draws one copy of a sentence as a thread on the time axis: blue while it says so, alarm from where it was corrected in
// another copy, thin after its own words were changed; and the curve from the copy that it was copied from.

import { linkHorizontal } from "d3";
import type { LineageCopy } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { r } from "./axis-draw.js";
import { s } from "./dom.js";
import { isMended } from "./lineage-rows.js";
import { birthGlyph, endGlyph } from "./lineage-words.js";

/** Where a thread stands, and how large its marks are; `since` as `missedSince` says. */
export interface ThreadPlace {
  readonly axis: Axis;
  readonly y: number;
  readonly size: number;
  readonly since: number | null;
}

/** The place of a copy's birth. */
function birthX(copy: LineageCopy, axis: Axis): number {
  return axis.x(Math.max(0, copy.first));
}

/** The lines of a thread, without marks. */
export function threadLines(copy: LineageCopy, { axis, y, since }: ThreadPlace): readonly (SVGElement | false)[] {
  const from = birthX(copy, axis);
  const to = Math.max(from + 1.5, copy.lost < 0 ? axis.x1 : axis.x(copy.lost));
  const turns = copy.survives && since !== null ? Math.min(to, Math.max(from, axis.x(since))) : to;
  const end = axis.end(copy.last);
  const line = (name: string, x1: number, x2: number): SVGElement =>
    s("line", { class: name, x1: r(x1), x2: r(x2), y1: r(y), y2: r(y) });
  return [
    isMended(copy) && end > to && line("thread after", to, end),
    turns > from && line("thread", from, turns),
    to > turns && line("thread missed", turns, to),
  ];
}

/** Marks of its birth and of how it ended. */
export function threadMarks(copy: LineageCopy, { axis, y, size }: ThreadPlace): readonly (SVGElement | false)[] {
  const from = birthX(copy, axis);
  return [
    birthGlyph(copy.origin, from, y, size),
    copy.fate !== "stands" && copy.lost >= 0 && endGlyph(copy.fate, Math.max(from + 2, axis.x(copy.lost)), y, size),
  ];
}

const curve = linkHorizontal<unknown, readonly [number, number]>();

/** From the copy that it was copied from, or may have been; one that was written independently has none. */
export function branch(copy: LineageCopy, from: number, { axis, y, size }: ThreadPlace): SVGElement | false {
  if (copy.origin !== "copied" && copy.origin !== "unclear") return false;
  const x = birthX(copy, axis);
  const reach = Math.min(1.6 * size, Math.max(6, Math.abs(y - from)));
  const d = curve({ source: [r(x - reach), r(from)], target: [r(x), r(y)] });
  return s("path", { class: copy.origin === "copied" ? "branch" : "branch unclear", d });
}
