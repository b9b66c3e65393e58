// Draws the copies of a sentence in a row of the list: a thread each, the telling ones where there are many.

import type { LineageCopy } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { s } from "./dom.js";
import { isMended, type LineageRow, missedSince } from "./lineage-rows.js";
import { branch, threadLines, threadMarks } from "./lineage-thread.js";

/** Threads of a row. */
export const MOST_THREADS = 5;
const PITCH = 7;
const SIZE = 7;

/** The strip on an axis whose left end is at 0. */
export function lineageStrip(row: LineageRow, axis: Axis, total: number): SVGSVGElement {
  const drawn = telling(row.copies);
  const height = Math.max(18, drawn.length * PITCH + 5);
  const top = (height - (drawn.length - 1) * PITCH) / 2;
  const since = missedSince(row);
  const places = drawn.map((_, at) => ({ axis, y: top + at * PITCH, size: SIZE, since }));
  return s(
    "svg",
    { class: "strip", width: total, height, "aria-hidden": "true", focusable: "false" },
    drawn.map((copy, at) => {
      const from = drawn.indexOf(row.copies[copy.of] as LineageCopy);
      return from >= 0 && branch(copy, places[from]?.y ?? 0, places[at] as (typeof places)[number]);
    }),
    drawn.map((copy, at) => threadLines(copy, places[at] as (typeof places)[number])),
    drawn.map((copy, at) => threadMarks(copy, places[at] as (typeof places)[number])),
  );
}

/** Those that were corrected and those that were missed, then the oldest; by birth. */
function telling(copies: readonly LineageCopy[]): readonly LineageCopy[] {
  const rank = (copy: LineageCopy): number => (isMended(copy) ? 0 : copy.survives ? 1 : 2);
  // Neither side takes all the room.
  const half = (list: readonly LineageCopy[]): readonly LineageCopy[] => list.slice(0, 2);
  const first = [0, 1].flatMap((n) => half(copies.filter((copy) => rank(copy) === n)));
  const chosen = new Set([...first, ...[...copies].sort((a, b) => rank(a) - rank(b))].slice(0, MOST_THREADS));
  for (const copy of first) chosen.add(copy);
  return copies.filter((copy) => chosen.has(copy)).slice(0, MOST_THREADS);
}
