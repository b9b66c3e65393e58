// Draws a number's history as a small step line from zero, with a word at its start and a dot at its end.

import { curveStepAfter, line as makeLine, max, scaleLinear } from "d3";
import { bookAxis, r } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { s } from "./dom.js";
import { width } from "./text.js";

type Steps = readonly (readonly [position: number, value: number])[];

/** The line at a width, 34 pixels high. `tone` says whether it is ink, good news or trouble. */
export function sparkline(
  book: Book,
  steps: Steps,
  word: string,
  tone: "" | "ok" | "alarm" | "drift",
  total: number,
): SVGSVGElement {
  const axis = bookAxis({ ...book, notebook: { ...book.notebook, tags: [] } }, axisMode(book), 1, total - 6, total);
  const y = scaleLinear([0, Math.max(1, max(steps, (d) => d[1]) ?? 0)], [30, 5]);
  const now = steps.at(-1)?.[1] ?? 0;
  const first = steps[0];
  const points: [number, number][] = steps.map(([p, v]) => [axis.x(p), v]);
  if (first) points.unshift([axis.x(first[0]), 0]);
  else points.push([axis.x0, 0]);
  points.push([axis.x1, now]);
  const path = makeLine<[number, number]>(
    (d) => r(d[0]),
    (d) => r(y(d[1])),
  ).curve(curveStepAfter);
  const at = (first ? axis.x(first[0]) : axis.x0) + 6;
  const wide = width(word, "small");
  const highest =
    max(
      points.filter((d) => d[0] < at + wide + 8),
      (d) => d[1],
    ) ?? 0;
  const base = y(highest) - 5;
  const place = base >= 10 && at + wide < axis.x1 ? base : null;
  return s(
    "svg",
    { class: "chart", width: total, height: 36, "aria-hidden": "true" },
    s("line", { class: "ax", x1: 0, x2: total, y1: 30.5, y2: 30.5 }),
    s("path", { class: `spark ${tone}`, d: path(points) }),
    s("circle", { class: `dot ${tone}`, cx: axis.x1, cy: r(y(now)), r: 3.5 }),
    place !== null && s("text", { class: "t3", x: r(at), y: r(place) }, word),
  );
}
