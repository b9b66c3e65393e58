// Small pictures of the surface, of one contract and of citations: the index' navigation. They carry no labels but the ends of time.

import { scaleLinear } from "d3";
import type { Contract, Lane, VerdictStep } from "../../loaders/report/pages.ts";
import { bookAxis, r } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { extent, layers } from "./citations-layers.js";
import { s } from "./dom.js";
import { readings } from "./gaps.js";
import { month } from "./words.js";

const HEIGHT = 112;

/** Lanes as hairs, in their groups. */
export function surfaceThumb(book: Book, lanes: readonly Lane[], total: number): SVGSVGElement {
  const axis = bookAxis(book, axisMode(book), 0, total, total);
  const gaps = new Set(lanes.map((l) => `${l.layer} ${l.group}`)).size - 1;
  const step = Math.min(7, (HEIGHT - gaps * 5) / Math.max(1, lanes.length));
  const high = Math.max(0.8, Math.min(3, step * 0.5));
  let y = 2;
  let group = "";
  const bars = lanes.map((lane, i) => {
    const key = `${lane.layer} ${lane.group}`;
    if (i > 0 && key !== group) y += 5;
    group = key;
    const row = lane.spans.map((st) =>
      s("rect", {
        class: st.state === "waited" || st.state === "mixed" ? "w-yes" : st.state === "unwaited" ? "th-no" : "s-alarm",
        opacity: lane.now ? 1 : 0.55,
        x: r(axis.x(st.first)),
        y: r(y),
        width: r(Math.max(1, axis.end(st.last) - axis.x(st.first))),
        height: r(high),
      }),
    );
    y += step;
    return row;
  });
  return framed(book, total, bars);
}

/** The contract that tells most: an interrupted or unread member first, then the most members. */
export function telling(contracts: readonly Contract[]): Contract | null {
  const score = (c: Contract): number => {
    const list = readings(c);
    return (
      (c.alive ? 1000 : 0) +
      (list.some((x) => x.state === "interrupted") ? 100 : 0) +
      (list.some((x) => x.state === "never") ? 30 : 0) +
      Math.min(20, list.length)
    );
  };
  const best = [...contracts].filter((c) => c.members.length > 0).sort((a, b) => score(b) - score(a))[0];
  return best ?? null;
}

/** Members of a contract as bars and hatches. */
export function contractThumb(book: Book, contract: Contract, total: number): SVGSVGElement {
  const axis = bookAxis(book, axisMode(book), 0, total, total);
  const list = readings(contract).slice(0, 16);
  const step = Math.min(13, HEIGHT / Math.max(1, list.length));
  const high = Math.max(2, step * 0.6);
  const rows = list.map((x, i) => {
    const box = (st: { first: number; last: number | null }): Record<string, number> => ({
      x: r(axis.x(st.first)),
      y: r(i * step + 2),
      width: r(Math.max(1, axis.end(st.last) - axis.x(st.first))),
      height: r(high),
    });
    return [
      x.unread.map((st) => s("rect", { class: "unread", fill: "url(#hatch-drift)", ...box(st) })),
      x.read.map((st) => s("rect", { class: "w-yes", ...box(st) })),
      x.unsent.map((st) => s("rect", { class: "unsent", fill: "url(#hatch-alarm)", ...box(st) })),
    ];
  });
  return framed(book, total, rows);
}

/** Verdicts as layers on both sides of a line. */
export function citationsThumb(book: Book, steps: readonly VerdictStep[], total: number): SVGSVGElement {
  const axis = bookAxis(book, axisMode(book), 0, total, total);
  const { up, down } = extent(steps);
  const y = scaleLinear([Math.max(up, 0.5), -Math.max(down, 0.5)], [2, HEIGHT]);
  return framed(book, total, [
    layers(steps, axis, y),
    s("line", { class: "base", x1: 0, x2: total, y1: r(y(0)), y2: r(y(0)) }),
  ]);
}

function framed(book: Book, total: number, marks: Parameters<typeof s>[2]): SVGSVGElement {
  const { day } = book.notebook;
  const name = (iso: string | undefined): string =>
    iso ? month(Number(iso.slice(5, 7)) - 1, Number(iso.slice(0, 4))) : "";
  const from = name(day[0]);
  const to = name(day.at(-1));
  return s(
    "svg",
    { class: "chart", width: total, height: HEIGHT + 22, "aria-hidden": "true" },
    marks,
    s("text", { class: "t3", x: 0, y: HEIGHT + 18 }, from),
    to !== from && s("text", { class: "t3", x: total, y: HEIGHT + 18, "text-anchor": "end" }, to),
  );
}
