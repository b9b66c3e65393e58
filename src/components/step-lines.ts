// Draws numbers that change at commits as steps from one zero over the time axis, each line ending in its number and name.
// What is counted, and how many lines there are, is said by whoever asks.

import { curveStepAfter, line as makeLine, max, min, scaleLinear } from "d3";
import { bookAxis, drawAxis, footroom, headroom, r, whenWords } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { h, s } from "./dom.js";
import { type Face, fitted, width } from "./text.js";
import { oneStop, tells } from "./tip.js";
import { digits } from "./words.js";

export type Steps = readonly (readonly [position: number, value: number])[];

export interface StepLine {
  readonly label: string;
  /** The whole of what the label shortens. */
  readonly name: string;
  readonly steps: Steps;
  readonly now: number;
}

export interface StepParts {
  /** What the chart is called. */
  readonly label: string;
  /** Whether labels are greppable, and so set in mono. */
  readonly isCode: boolean;
  /** "12 sites". */
  readonly counted: (value: number) => string;
  /** Pixels between the top and the bottom of the plot. */
  readonly height: number;
}

/** The value that holds at a position; 0 before the first step. */
export function valueAt(steps: Steps, position: number): number {
  return steps.findLast((d) => d[0] <= position)?.[1] ?? 0;
}

/** Places of labels at least `gap` apart, as near their own as may be, in the order given from top to bottom. */
export function dodged(wanted: readonly number[], gap: number, lowest: number): readonly number[] {
  const out: number[] = [];
  for (const y of wanted) out.push(Math.max(y, (out.at(-1) ?? Number.NEGATIVE_INFINITY) + gap));
  let limit = lowest;
  for (let i = out.length - 1; i >= 0; i--) {
    out[i] = Math.min(out[i] ?? 0, limit);
    limit = (out[i] ?? 0) - gap;
  }
  return out;
}

/** The chart at a width; the first line is the strongest. */
export function stepLines(book: Book, series: readonly StepLine[], total: number, parts: StepParts): SVGSVGElement {
  const values = series.flatMap((f) => f.steps.map((d) => d[1]));
  const scale = scaleLinear([Math.min(0, min(values) ?? 0), Math.max(1, max(values) ?? 0)], [1, 0]).nice(4);
  const ticks = scale.ticks(4).filter(Number.isInteger);
  const face: Face = parts.isCode ? "mono" : "label";
  const numberRoom = Math.max(...series.map((f) => width(digits(f.now), "strong")));
  const labelRoom = Math.min(total * 0.45, Math.max(...series.map((f) => width(f.label, face))) + numberRoom + 14);
  const left = Math.max(26, Math.ceil(Math.max(...ticks.map((t) => width(digits(t), "small"))) + 10));
  const axis = bookAxis(
    { ...book, notebook: { ...book.notebook, tags: [] } },
    axisMode(book),
    left,
    total - labelRoom - 4,
    total,
  );
  const top = headroom(axis);
  const bottom = top + parts.height;
  const y = (value: number): number => top + scale(value) * parts.height;
  const path = makeLine<readonly [number, number]>(
    (d) => r(d[0]),
    (d) => r(y(d[1])),
  ).curve(curveStepAfter);
  const order = series.map((f, i) => ({ f, i })).sort((a, b) => b.f.now - a.f.now);
  const places = dodged(
    order.map(({ f }) => y(f.now)),
    15,
    bottom,
  );
  const lines = order.map(({ f, i }, rank) => {
    const first = f.steps[0];
    const points: [number, number][] = f.steps.map(([p, v]) => [axis.x(p), v]);
    if (first) points.unshift([axis.x(first[0]), 0]);
    points.push([axis.x1, f.now]);
    const at = places[rank] ?? 0;
    const count = digits(f.now);
    const room = labelRoom - width(count, "strong") - 12;
    const node = s(
      "g",
      { class: "line", role: "img", "aria-label": `${f.name}: ${parts.counted(f.now)} now` },
      s("path", { class: "hitline", d: path(points) }),
      s("path", { class: `step st-${i}`, d: path(points) }),
      s("line", { class: "lead", x1: axis.x1, x2: axis.x1 + 4, y1: r(y(f.now)), y2: r(at) }),
      s(
        "text",
        { x: axis.x1 + 7, y: r(at + 4.5), class: "halo" },
        s("tspan", { class: "strong num" }, count),
        s("tspan", { class: parts.isCode ? "m" : null, dx: 5 }, fitted(f.label, room, face)),
      ),
    );
    const name = parts.isCode ? h("code", {}, f.name) : f.name;
    tells(node, (pointer) => {
      const position = pointer ? axis.at(pointer.x - (node.closest("svg")?.getBoundingClientRect().left ?? 0)) : null;
      return position === null
        ? [name, `${parts.counted(f.now)} now`, first && ["since ", whenWords(book, first[0])]]
        : [name, whenWords(book, position), parts.counted(valueAt(f.steps, position))];
    });
    return node;
  });
  oneStop(lines);
  return s(
    "svg",
    { class: "chart", width: total, height: bottom + footroom(axis), role: "group", "aria-label": parts.label },
    drawAxis(book, axis, top, bottom),
    ticks.map((t) => [
      s("line", { class: t === 0 ? "ax0" : "ax", x1: axis.x0, x2: axis.x1, y1: r(y(t)), y2: r(y(t)) }),
      s("text", { class: "t3 num", x: axis.x0 - 6, y: r(y(t) + 4), "text-anchor": "end" }, digits(t)),
    ]),
    lines,
  );
}
