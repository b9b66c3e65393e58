// The arcs between issues, commits and what commits did: all of them quiet, and above them those of what is pointed at, has
// the focus or is chosen. It knows no issue.

import { linkVertical } from "d3";
import { s } from "./dom.js";

type Point = readonly [x: number, y: number];

const link = linkVertical<{ readonly source: Point; readonly target: Point }, Point>()
  .x(([x]) => Math.round(x * 10) / 10)
  .y(([, y]) => Math.round(y * 10) / 10);

/** The path of an arc. */
export function arc(source: Point, target: Point): string {
  return link({ source, target }) ?? "";
}

export interface Arcs {
  /** Stands behind the marks. */
  readonly element: SVGGElement;
  /** Shows the arcs of one thing, while it is pointed at or has the focus. */
  readonly follow: (item: Element, path: () => string) => void;
}

/** `quiet`: all arcs; `resting`: those that are strong while nothing is pointed at. */
export function arcs(quiet: string, resting: string): Arcs {
  const strong = s("path", { class: "arc strong", d: resting });
  return {
    element: s("g", { "aria-hidden": "true" }, s("path", { class: "arc", d: quiet }), strong),
    follow: (item, path) => {
      for (const begin of ["pointerenter", "focus"])
        item.addEventListener(begin, () => strong.setAttribute("d", path()));
      for (const end of ["pointerleave", "blur"]) item.addEventListener(end, () => strong.setAttribute("d", resting));
    },
  };
}
