// Draws the shape of a contract's reply over time, a row a class, a box a stretch. It says shapes in the extract's words.

import type { Contract } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, headroom, pointed, r, whenWords } from "./axis-draw.js";
import { axisMode, type Book, dayOf } from "./book.js";
import { h, plain, prose, s, ticked } from "./dom.js";
import { head, longTable } from "./figure.js";
import { fitted, width } from "./text.js";
import { oneStop, tells } from "./tip.js";
import { elided } from "./words.js";

type Shape = Contract["shapes"][number];

/** Rows of a class: stretches that overlap, under different guards, stand under each other. */
export function stacked(shapes: readonly Shape[]): readonly (readonly Shape[])[] {
  const rows: Shape[][] = [];
  for (const shape of [...shapes].sort((a, b) => a.first - b.first)) {
    const row = rows.find((list) => {
      const before = list.at(-1);
      return before?.last !== null && before !== undefined && before.last < shape.first;
    });
    if (row) row.push(shape);
    else rows.push([shape]);
  }
  return rows;
}

/** The chart at a width. */
export function shapesChart(book: Book, contract: Contract, total: number): SVGSVGElement {
  const narrow = total < 620;
  const classes = [...new Set(contract.shapes.map((x) => x.class))];
  const labelRoom = narrow ? 0 : Math.min(total * 0.3, Math.max(...classes.map((c) => width(elided(c), "mono"))));
  const axis = bookAxis(book, axisMode(book), narrow ? 2 : labelRoom + 14, total - 8, total);
  const top = headroom(axis);
  const nodes: SVGElement[] = [];
  const labels: SVGElement[] = [];
  let y = top + 6;
  for (const name of classes) {
    if (narrow) {
      labels.push(s("text", { class: "m halo", x: 0, y: y + 14 }, fitted(elided(name), total, "mono")));
      y += 20;
    } else
      labels.push(
        s(
          "text",
          { class: "m", x: axis.x0 - 12, y: y + 15, "text-anchor": "end" },
          fitted(elided(name), labelRoom, "mono"),
        ),
      );
    for (const row of stacked(contract.shapes.filter((x) => x.class === name))) {
      row.forEach((shape, i) => {
        const from = axis.x(shape.first);
        const wide = Math.max(2, axis.end(shape.last) - from);
        const before = row[i - 1];
        const node = s(
          "g",
          {
            class: "line",
            role: "img",
            "aria-label": `${name}: ${plain(ticked(shape.label))}${shape.when === "" ? "" : ` when ${shape.when}`}`,
          },
          s("rect", { class: "shape", x: r(from + 0.5), y: y + 1.5, width: r(wide - 1), height: 19 }),
          wide > 26 && s("text", { x: r(from + 6), y: y + 15.5 }, inBox(plain(ticked(shape.label)), wide - 11)),
        );
        tells(node, (at) => [
          h("span", {}, name, ": ", prose(ticked(shape.label))),
          at ? whenWords(book, pointed(axis, node, at.x)) : ["since ", whenWords(book, shape.first)],
          shape.when !== "" && h("span", {}, "when ", h("code", {}, shape.when)),
          shape.keys.length > 0 && h("code", {}, shape.keys.join(", ")),
          before && difference(before.keys, shape.keys),
        ]);
        nodes.push(node);
      });
      y += 25;
    }
    y += 5;
  }
  oneStop(nodes);
  const bottom = y + 2;
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: bottom + footroom(axis),
      role: "group",
      "aria-label": "the reply's shape over time",
    },
    drawAxis(book, axis, top, bottom),
    labels,
    nodes,
  );
}

/** "new: a, b; gone: c". */
export function difference(before: readonly string[], after: readonly string[]): string | null {
  const born = after.filter((k) => !before.includes(k));
  const gone = before.filter((k) => !after.includes(k));
  const parts = [
    born.length > 0 ? `new: ${born.join(", ")}` : "",
    gone.length > 0 ? `gone: ${gone.join(", ")}` : "",
  ].filter((p) => p !== "");
  return parts.length === 0 ? null : parts.join("; ");
}

/** The same as a table. */
export function shapesTable(book: Book, contract: Contract): HTMLElement {
  return longTable(
    head(["class", "reply", "when", "from", "until", "members"]),
    contract.shapes.map(
      (x) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, x.class)),
          h("td", { "data-l": "reply" }, prose(ticked(x.label))),
          h("td", { "data-l": "when" }, x.when === "" ? "" : h("code", {}, x.when)),
          h("td", { class: "d", "data-l": "from" }, dayOf(book, x.first)),
          h("td", { class: "d", "data-l": "until" }, x.last === null ? "now" : dayOf(book, x.last + 1)),
          h("td", { class: "path", "data-l": "members" }, h("code", {}, x.keys.join(", "))),
        ),
    ),
  );
}

function inBox(label: string, room: number): string {
  const text = fitted(label, room);
  // Less than half of a label says nothing; the tip has it whole.
  return text.length < label.length * 0.6 ? "" : text;
}
