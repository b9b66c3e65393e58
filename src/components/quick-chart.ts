// Draws a quick chart of a query's result where its columns allow one: bars of the first number by the first words, or
// steps over days and positions. Where neither fits it gives null.

import { curveStepAfter, line as makeLine, max, min, scaleLinear } from "d3";
import { r } from "./axis-draw.js";
import type { Result } from "./database.js";
import { s } from "./dom.js";
import { fitted, width } from "./text.js";
import { digits } from "./words.js";

const MOST_BARS = 25;

/** What is drawn of a result: the label column and the number column, or null. */
export function chartable(
  result: Result,
): { readonly kind: "steps" | "bars"; readonly label: number; readonly value: number } | null {
  if (result.rows.length < 2) return null;
  const ordered = result.columns.findIndex(
    (c, i) =>
      /^(position|time)$/.test(c) ||
      result.rows.every((row) => typeof row[i] === "string" && /^\d{4}-\d{2}(-\d{2})?$/.test(row[i])),
  );
  const value = result.numeric.findIndex(
    (n, i) => n && i !== ordered && !/^(position|line|pr|first|last|id|time)$/.test(result.columns[i] ?? ""),
  );
  if (value < 0) return null;
  if (ordered >= 0) {
    const keys = result.rows.map((row) => row[ordered] as string | number);
    if (keys.every((key, i) => i === 0 || (keys[i - 1] ?? key) <= key)) return { kind: "steps", label: ordered, value };
  }
  const label = result.columns.findIndex((_, i) => !result.numeric[i]);
  return label < 0 ? null : { kind: "bars", label, value };
}

/** The chart at a width, or null. */
export function quickChart(result: Result, total: number): SVGSVGElement | null {
  const plan = chartable(result);
  if (!plan) return null;
  return plan.kind === "bars"
    ? bars(result, plan.label, plan.value, total)
    : steps(result, plan.label, plan.value, total);
}

function number(raw: unknown): number {
  return typeof raw === "number" && Number.isFinite(raw) ? raw : 0;
}

function bars(result: Result, label: number, value: number, total: number): SVGSVGElement {
  const rows = result.rows.slice(0, MOST_BARS);
  const names = rows.map((row) => String(row[label] ?? "none"));
  const room = Math.min(total * 0.4, Math.max(...names.map((n) => width(n, "mono"))));
  const most = Math.max(1e-9, max(rows, (row) => number(row[value])) ?? 1);
  const x = scaleLinear([0, most], [room + 12, total - 60]);
  const marks = rows.map((row, i) => {
    const y = i * 20 + 4;
    const n = number(row[value]);
    return [
      s("text", { class: "m", x: room + 4, y: y + 13, "text-anchor": "end" }, fitted(names[i] ?? "", room, "mono")),
      s("rect", { class: "w-yes", x: room + 12, y: y + 2, width: r(Math.max(0, x(n) - room - 12)), height: 13 }),
      s(
        "text",
        { class: "num", x: r(Math.max(room + 12, x(n)) + 6), y: y + 13 },
        Number.isInteger(n) ? digits(n) : n.toPrecision(4),
      ),
    ];
  });
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: rows.length * 20 + 8,
      role: "img",
      "aria-label": `${result.columns[value]} by ${result.columns[label]}`,
    },
    marks,
  );
}

function steps(result: Result, label: number, value: number, total: number): SVGSVGElement {
  const keys = result.rows.map((row, i) => {
    const raw = row[label];
    return typeof raw === "number"
      ? raw
      : Date.parse(`${String(raw)}${String(raw).length === 7 ? "-01" : ""}T00:00:00Z`) || i;
  });
  const values = result.rows.map((row) => number(row[value]));
  const most = Math.max(1, max(values) ?? 1);
  const y = scaleLinear([Math.min(0, min(values) ?? 0), most], [150, 14]).nice(4);
  const ticks = y.ticks(4);
  const left = Math.max(...ticks.map((t) => width(digits(t), "small"))) + 10;
  const x = scaleLinear([keys[0] ?? 0, keys.at(-1) ?? 1], [left, total - 8]);
  const path = makeLine<number>(
    (_, i) => r(x(keys[i] ?? 0)),
    (d) => r(y(d)),
  ).curve(curveStepAfter);
  const from = String(result.rows[0]?.[label]);
  const to = String(result.rows.at(-1)?.[label]);
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: 176,
      role: "img",
      "aria-label": `${result.columns[value]} over ${result.columns[label]}`,
    },
    ticks.map((t) => [
      s("line", { class: t === 0 ? "ax0" : "ax", x1: left, x2: total - 8, y1: r(y(t)), y2: r(y(t)) }),
      s("text", { class: "t3 num", x: left - 6, y: r(y(t) + 4), "text-anchor": "end" }, digits(t)),
    ]),
    s("path", { class: "step st-1", d: path(values) }),
    s("text", { class: "t3", x: left, y: 168 }, from),
    s("text", { class: "t3", x: total - 8, y: 168, "text-anchor": "end" }, to),
  );
}
