// Lays verdicts over time as layers from one line: the true ones above it, the others below in a fixed order, a step
// wherever a number changes. It draws areas and no words.

import type { DrawnVerdict, VerdictStep } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { r } from "./axis-draw.js";
import { s } from "./dom.js";
import { DRAWN } from "./verdicts.js";

/** A layer's ends at a step, in citations from the line: up is positive. */
interface Band {
  readonly verdict: DrawnVerdict;
  readonly near: number;
  readonly far: number;
}

/** The bands of a step. */
export function bandsOf(step: VerdictStep): readonly Band[] {
  let depth = 0;
  return DRAWN.map((verdict, i) => {
    const n = step[i + 1] ?? 0;
    if (i === 0) return { verdict, near: 0, far: n };
    depth -= n;
    return { verdict, near: depth + n, far: depth };
  });
}

/** The most that ever stood above the line, and below it. */
export function extent(steps: readonly VerdictStep[]): { readonly up: number; readonly down: number } {
  let up = 0;
  let down = 0;
  for (const [, holds, ...others] of steps) {
    up = Math.max(up, holds);
    down = Math.max(
      down,
      others.reduce((sum, n) => sum + n, 0),
    );
  }
  return { up, down };
}

/** The step that holds at a position; null before the first. */
export function stepAt(steps: readonly VerdictStep[], position: number): VerdictStep | null {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.[0] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? null;
}

const FILLS: Readonly<Record<DrawnVerdict, string | null>> = {
  holds: null,
  moved: null,
  changed: null,
  "past-end": "url(#stripes-alarm)",
  missing: "url(#grid-alarm)",
  "wrong-when-written": "url(#hatch-never)",
};

/** The areas of all layers that ever held anything. */
export function layers(
  steps: readonly VerdictStep[],
  axis: Axis,
  y: (citations: number) => number,
): readonly SVGPathElement[] {
  const drawn = thinned(steps, axis);
  return DRAWN.flatMap((verdict, i) => {
    if (!steps.some((step) => (step[i + 1] ?? 0) > 0)) return [];
    const near: string[] = [];
    const far: string[] = [];
    drawn.forEach((step, k) => {
      const band = bandsOf(step)[i];
      const next = drawn[k + 1];
      const from = r(axis.x(step[0]));
      const to = r(next ? axis.x(next[0]) : axis.x1);
      near.push(`${from} ${r(y(band?.near ?? 0))}H${to}`);
      far.push(`${to} ${r(y(band?.far ?? 0))}H${from}`);
    });
    const d = `M${near.join("L")}L${far.reverse().join("L")}Z`;
    return [s("path", { class: `area v-${verdict}`, d, fill: FILLS[verdict] })];
  });
}

/** Of steps that share a third of a pixel the last, so that a long history draws no more than can be seen. */
function thinned(steps: readonly VerdictStep[], axis: Axis): readonly VerdictStep[] {
  if (steps.length < 1000) return steps;
  const cell = (step: VerdictStep): number => Math.round(axis.x(step[0]) * 3);
  return steps.filter((step, i) => {
    const next = steps[i + 1];
    return next === undefined || cell(next) !== cell(step);
  });
}
