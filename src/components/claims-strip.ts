// Draws the life of one claim as a strip over history: blue while it holds, hatched while it is false, dashed while nothing
// could be checked, a thin line before it was true, nothing before it was.

import type { Axis } from "./axis.js";
import { r } from "./axis-draw.js";
import { claimGlyph } from "./claim-verdicts.js";
import type { ClaimRow, ClaimStay } from "./claims-rows.js";
import { s } from "./dom.js";

const STRIP = 18;
const MIDDLE = STRIP / 2;

/** The strip on an axis whose left end is at 0. */
export function claimStrip(row: ClaimRow, axis: Axis, total: number): SVGSVGElement {
  const life = merged(row.life);
  const [born] = life.filter(({ verdict }) => verdict !== null);
  return s(
    "svg",
    { class: "strip", width: total, height: STRIP, "aria-hidden": "true", focusable: "false" },
    life.map((stay) => stretch(stay, axis)),
    // Nothing of its past could be judged: only what is so now has a mark.
    life.length === 0 && row.verdict !== "holds" && claimGlyph(row.verdict, axis.x1 - 6, MIDDLE, 12),
    born?.verdict === "holds" && claimGlyph("holds", Math.max(5, axis.x(born.first)), MIDDLE, 10),
    life.map((stay, at) => {
      const fell = life[at - 1]?.verdict === "holds" && stay.verdict !== null && stay.verdict !== "holds";
      return fell && claimGlyph(stay.verdict ?? "false", Math.min(axis.x(stay.first), axis.x1 - 5), MIDDLE, 11);
    }),
  );
}

/** Stretches of one verdict as one: what was found in them is told by the pointer and by the opened row. */
function merged(life: readonly ClaimStay[]): readonly ClaimStay[] {
  const out: ClaimStay[] = [];
  for (const stay of life) {
    const before = out.at(-1);
    if (before && before.verdict === stay.verdict && before.last !== null && before.last + 1 === stay.first)
      out[out.length - 1] = { ...before, last: stay.last };
    else out.push(stay);
  }
  return out;
}

function stretch(stay: ClaimStay, axis: Axis): SVGElement | readonly SVGElement[] {
  const from = axis.x(stay.first);
  const wide = Math.max(1.5, axis.end(stay.last) - from);
  const box = (height: number, inset = 0): Record<string, number> => ({
    x: r(from + inset),
    y: r(MIDDLE - height / 2 + inset),
    width: r(Math.max(0.4, wide - 2 * inset)),
    height: r(height - 2 * inset),
  });
  if (stay.verdict === null)
    return s("line", { class: "notyet", x1: r(from), x2: r(from + wide), y1: MIDDLE, y2: MIDDLE });
  if (stay.verdict === "holds") return s("rect", { class: "w-yes", ...box(6) });
  if (stay.verdict === "unchecked") return s("rect", { class: "w-skip", ...box(9, 0.6) });
  return [
    s("rect", { class: "w-paper", ...box(10) }),
    s("rect", { class: "w-parks", fill: "url(#hatch-alarm)", ...box(10, 0.6) }),
  ];
}

/** The stretch that holds at a position. */
export function stayAt(row: ClaimRow, position: number): ClaimStay | undefined {
  return row.life.findLast((stay) => stay.first <= position && (stay.last === null || stay.last >= position));
}
