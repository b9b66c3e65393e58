// Draws how many sites each file holds after each change, as steps from one zero. At most five files have a line of their
// own; the rest are summed.

import { curveStepAfter, line as makeLine, max, scaleLinear } from "d3";
import type { EventRow, SurfaceExtract } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, headroom, r, whenWords } from "./axis-draw.js";
import { axisMode, type Book, currentLayer, dayOf } from "./book.js";
import { h, s } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { stepsTitle } from "./headlines.js";
import { basename } from "./links.js";
import { fitted, width } from "./text.js";
import { oneStop, tells } from "./tip.js";
import { digits, measured } from "./words.js";

type Steps = readonly (readonly [position: number, sites: number])[];

interface Series {
  readonly label: string;
  readonly path: string;
  readonly steps: Steps;
  readonly now: number;
}

const MOST = 5;

/** The figure "38 sites in three files". */
export function stepsFigure(book: Book, surface: SurfaceExtract, span: 1 | 3): HTMLElement {
  const layer = currentLayer(book);
  const events = surface.events.filter((e) => e.layer === layer);
  const files = surface.files.filter((f) => f.layer === layer);
  const series = topFiles(files);
  return figure(book, {
    id: "files",
    span,
    title: stepsTitle(files, events),
    keys: ["x"],
    caption: () => (series.length > 0 ? "Sites per file after each change." : null),
    draw: (total) => (series.length === 0 ? empty("No file sends a name.") : chart(book, series, total)),
    behind: () => table(book, files, events),
  });
}

/** The files with most sites, now and then ever, and the sum of the others. */
export function topFiles(files: readonly { readonly path: string; readonly steps: Steps }[]): readonly Series[] {
  const named = files.map((f) => ({
    label: basename(f.path),
    path: f.path,
    steps: f.steps,
    now: f.steps.at(-1)?.[1] ?? 0,
  }));
  const peak = (f: Series): number => max(f.steps, (d) => d[1]) ?? 0;
  const sorted = [...named].sort((a, b) => b.now - a.now || peak(b) - peak(a) || (a.path < b.path ? -1 : 1));
  if (sorted.length <= MOST) return sorted;
  const rest = sorted.slice(MOST - 1);
  const steps = summed(rest.map((f) => f.steps));
  const label = `${digits(rest.length)} other files`;
  return [...sorted.slice(0, MOST - 1), { label, path: label, steps, now: steps.at(-1)?.[1] ?? 0 }];
}

/** The sum of step functions, a step wherever one of them has one. */
export function summed(all: readonly Steps[]): Steps {
  const positions = [...new Set(all.flatMap((steps) => steps.map((d) => d[0])))].sort((a, b) => a - b);
  return positions.map((p) => [p, all.reduce((sum, steps) => sum + valueAt(steps, p), 0)] as const);
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

function chart(book: Book, series: readonly Series[], total: number): SVGSVGElement {
  const most = Math.max(1, ...series.map((f) => max(f.steps, (d) => d[1]) ?? 0));
  const labelRoom = Math.min(total * 0.45, Math.max(...series.map((f) => width(f.label, "mono"))) + 34);
  const axis = bookAxis(
    { ...book, notebook: { ...book.notebook, tags: [] } },
    axisMode(book),
    26,
    total - labelRoom - 4,
    total,
  );
  const top = headroom(axis);
  const bottom = top + 196;
  const y = scaleLinear([0, most], [bottom, top]).nice(4);
  const path = makeLine<readonly [number, number]>(
    (d) => r(d[0]),
    (d) => r(y(d[1])),
  ).curve(curveStepAfter);
  const ticks = y.ticks(4).filter(Number.isInteger);
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
      { class: "line", role: "img", "aria-label": `${f.path}: ${measured(f.now, "site")} now` },
      s("path", { class: "hitline", d: path(points) }),
      s("path", { class: `step st-${i}`, d: path(points) }),
      s("line", { class: "lead", x1: axis.x1, x2: axis.x1 + 4, y1: r(y(f.now)), y2: r(at) }),
      s(
        "text",
        { x: axis.x1 + 7, y: r(at + 4.5), class: "halo" },
        s("tspan", { class: "strong num" }, count),
        s("tspan", { class: "m", dx: 5 }, fitted(f.label, room, "mono")),
      ),
    );
    tells(node, (pointer) => {
      const position = pointer ? axis.at(pointer.x - (node.closest("svg")?.getBoundingClientRect().left ?? 0)) : null;
      return position === null
        ? [h("code", {}, f.path), `${measured(f.now, "site")} now`, first && ["since ", whenWords(book, first[0])]]
        : [h("code", {}, f.path), whenWords(book, position), measured(valueAt(f.steps, position), "site")];
    });
    return node;
  });
  oneStop(lines);
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: bottom + footroom(axis),
      role: "group",
      "aria-label": "sites per file over time",
    },
    drawAxis(book, axis, top, bottom),
    ticks.map((t) => [
      s("line", { class: t === 0 ? "ax0" : "ax", x1: axis.x0, x2: axis.x1, y1: r(y(t)), y2: r(y(t)) }),
      s("text", { class: "t3 num", x: axis.x0 - 6, y: r(y(t) + 4), "text-anchor": "end" }, t),
    ]),
    lines,
  );
}

function table(
  book: Book,
  files: readonly { readonly path: string; readonly steps: Steps }[],
  events: readonly EventRow[],
): HTMLElement {
  const pr = new Map(events.map((e) => [e.position, e.pr]));
  const rows = files.flatMap((f) =>
    f.steps.map(([p, v]) => () => {
      const number = pr.get(p) ?? null;
      return h(
        "tr",
        {},
        h("td", { class: "path" }, h("code", {}, f.path)),
        h("td", { class: "d", "data-l": "from" }, dayOf(book, p)),
        h("td", { "data-l": "by" }, number === null ? "" : `#${number}`),
        h("td", { class: "n", "data-l": "sites" }, v),
      );
    }),
  );
  return longTable(head(["file", "from", "by", { n: "sites" }]), rows);
}
