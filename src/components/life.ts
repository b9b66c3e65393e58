// Draws the life of one contract as a single bar, for pages that have no members to draw. The bar is that of lanes.ts.

import type { Contract } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, headroom, pointed, whenWords } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { h, s } from "./dom.js";
import { stateWords } from "./glyphs.js";
import { bar, stateAt } from "./lane-bar.js";
import { oneStop, tells } from "./tip.js";
import { measured } from "./words.js";

/** The chart at a width. */
export function lifeChart(book: Book, contract: Contract, total: number): SVGSVGElement {
  const axis = bookAxis(book, axisMode(book), 2, total - 8, total);
  const top = headroom(axis);
  const middle = top + 18;
  const node = s(
    "g",
    {
      class: "row",
      role: "img",
      "aria-label": `${contract.name}: ${contract.alive ? stateWords(contract.state) : "no longer sent"}`,
    },
    s("rect", { class: "hit", x: 0, y: top + 4, width: total, height: 28 }),
    contract.lifespan.map((x) => bar(x, axis.x(x.first), axis.end(x.last), middle)),
  );
  tells(node, (at) => {
    const position = at ? pointed(axis, node, at.x) : book.notebook.time.length - 1;
    const span = stateAt({ spans: contract.lifespan }, position);
    return [
      h("code", {}, contract.name),
      whenWords(book, position),
      span ? `${measured(span.sites, "site")}, ${stateWords(span.state)}` : "not sent here",
    ];
  });
  oneStop([node]);
  const bottom = top + 36;
  return s(
    "svg",
    { class: "chart", width: total, height: bottom + footroom(axis), role: "group", "aria-label": "its life" },
    drawAxis(book, axis, top, bottom),
    node,
  );
}
