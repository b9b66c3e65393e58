// The axes of instrument against instrument: how far they reach, ticks by tens on either side of 0, and the line on which all of
// history would lie. It draws no commit.

import { extent, line as makeLine, type scaleSymlog } from "d3";
import { r } from "./axis-draw.js";
import { s } from "./dom.js";
import type { Box } from "./effort-labels.js";
import { type EffortRow, type Pair, ratioOf } from "./effort-rows.js";
import { signed, UNITS } from "./effort-words.js";
import { width as measure } from "./text.js";
import { sentence } from "./words.js";

type Scale = ReturnType<typeof scaleSymlog<number, number>>;

/** From the least to the most, with 0 among them. */
export function reach(values: readonly number[]): [number, number] {
  const [least = 0, most = 0] = extent(values);
  return [Math.min(0, least), Math.max(1, most)];
}

/** 0, and the tens on either side as far as the values go. */
export function tens(values: readonly number[]): readonly number[] {
  const [least, most] = reach(values);
  const up = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7].filter((n) => n <= most);
  const down = [1e7, 1e6, 1e5, 1e4, 1000, 100, 10, 1].filter((n) => -n >= least).map((n) => -n);
  return [...down, 0, ...up];
}

/** Ticks whose labels stand clear of each other: 0 before all, then the largest. */
function spaced(
  ticks: readonly number[],
  place: (tick: number) => number,
  room: (a: number, b: number) => number,
): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const tick of [...ticks].sort((a, b) => (a === 0 ? -1 : b === 0 ? 1 : Math.abs(b) - Math.abs(a))))
    if ([...shown].every((other) => Math.abs(place(other) - place(tick)) >= room(other, tick))) shown.add(tick);
  return shown;
}

export function grid(
  x: Scale,
  y: Scale,
  xTicks: readonly number[],
  yTicks: readonly number[],
  plot: Box,
  pair: Pair,
): SVGGElement {
  const wide = (tick: number): number => measure(signed(tick), "small");
  const shownX = spaced(
    xTicks,
    (tick) => x(tick),
    (a, b) => (wide(a) + wide(b)) / 2 + 8,
  );
  const shownY = spaced(
    yTicks,
    (tick) => y(tick),
    () => 14,
  );
  const across = xTicks.map((tick) => [
    s("line", { class: tick === 0 ? "ax0" : "ax", x1: r(x(tick)), x2: r(x(tick)), y1: plot.top, y2: plot.bottom }),
    shownX.has(tick) &&
      s(
        "text",
        {
          class: "t3 num",
          x: r(Math.min(x(tick), plot.right - wide(tick) / 2)),
          y: plot.bottom + 16,
          "text-anchor": "middle",
        },
        signed(tick),
      ),
  ]);
  const upwards = yTicks.map((tick) => [
    s("line", { class: tick === 0 ? "ax0" : "ax", x1: plot.left, x2: plot.right, y1: r(y(tick)), y2: r(y(tick)) }),
    shownY.has(tick) &&
      s("text", { class: "t3 num", x: plot.left - 6, y: r(y(tick) + 4), "text-anchor": "end" }, signed(tick)),
  ]);
  return s(
    "g",
    { "aria-hidden": "true" },
    across,
    upwards,
    s(
      "text",
      { class: "strong", x: plot.right, y: plot.bottom + 36, "text-anchor": "end" },
      `${sentence(`${UNITS[pair.x]}s`)}, net`,
    ),
  );
}

/** The line of all of history, which bends where the axes do; null where there is none. */
export function agreement(
  list: readonly EffortRow[],
  pair: Pair,
  x: Scale,
  y: Scale,
  plot: Box,
): SVGPathElement | null {
  const ratio = ratioOf(list, pair);
  if (ratio === null) return null;
  const points = Array.from({ length: 161 }, (_, i): [number, number] => {
    const px = plot.left + ((plot.right - plot.left) * i) / 160;
    return [px, y(ratio * x.invert(px))];
  }).filter(([, py]) => py >= plot.top && py <= plot.bottom);
  const path = makeLine<[number, number]>(
    (d) => r(d[0]),
    (d) => r(d[1]),
  );
  return s("path", { class: "agree", d: path(points) });
}
