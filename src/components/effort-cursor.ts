// What pointer and keyboard do over dots of commits: the nearest dot tells its facts; arrows go from the farthest off the
// line to the next; a click and Enter open the commit's row. It draws one ring.

import { Delaunay } from "d3";
import { r } from "./axis-draw.js";
import type { Book } from "./book.js";
import { s } from "./dom.js";
import type { Box, Dot } from "./effort-labels.js";
import type { EffortRow } from "./effort-rows.js";
import { effortFacts, factor, nameOf, signed } from "./effort-words.js";
import { hideTip, tipAt, tipDock } from "./tip.js";

interface CursorParts {
  readonly rows: readonly EffortRow[];
  /** In the order of the rows. */
  readonly dots: readonly Dot[];
  /** Places of rows in the order in which the keyboard goes through them. */
  readonly order: readonly number[];
  readonly plot: Box;
}

/** Pixels from a dot at which the pointer still means it. */
const NEAR = 24;

/** The one tab stop of the chart. */
export function effortCursor(book: Book, { rows, dots, order, plot }: CursorParts): SVGGElement {
  const ring = s("circle", { class: "ringed", r: 7, visibility: "hidden" });
  const hit = s("rect", {
    class: "hit",
    x: plot.left,
    y: plot.top,
    width: plot.right - plot.left,
    height: plot.bottom - plot.top,
  });
  const g = s(
    "g",
    {
      role: "slider",
      tabindex: 0,
      class: "slide",
      "aria-label": "commit, the farthest from the line first",
      "aria-orientation": "horizontal",
      "aria-valuemin": 1,
      "aria-valuemax": rows.length,
    },
    hit,
    ring,
  );
  const nearest = Delaunay.from(
    dots,
    (dot) => dot.x,
    (dot) => dot.y,
  );
  let now = 0;
  const to = (at: number): EffortRow | null => {
    const dot = dots[at];
    ring.setAttribute("visibility", dot ? "visible" : "hidden");
    if (!dot) return null;
    ring.setAttribute("cx", String(r(dot.x)));
    ring.setAttribute("cy", String(r(dot.y)));
    return rows[at] ?? null;
  };
  const pointedAt = (event: MouseEvent): number => {
    const box = g.closest("svg")?.getBoundingClientRect();
    const [x, y] = [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
    const at = nearest.find(x, y);
    const dot = dots[at];
    return dot && Math.hypot(dot.x - x, dot.y - y) <= NEAR ? at : -1;
  };
  const hide = (): void => {
    ring.setAttribute("visibility", "hidden");
    hideTip();
  };
  const say = (): void => {
    const row = rows[order[now] ?? -1];
    g.setAttribute("aria-valuenow", String(now + 1));
    g.setAttribute("aria-valuetext", row ? spoken(row) : "none");
  };
  const show = (): void => {
    const row = to(order[now] ?? -1);
    if (row) tipDock(effortFacts(book, row));
  };
  say();
  g.addEventListener("pointermove", (event) => {
    const row = to(pointedAt(event));
    if (!row) hideTip();
    else if (event.pointerType !== "touch") tipAt(effortFacts(book, row), event.clientX, event.clientY);
  });
  g.addEventListener("pointerleave", hide);
  g.addEventListener("blur", hide);
  g.addEventListener("focus", () => {
    if (g.matches(":focus-visible")) show();
  });
  g.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      // The row's button takes the focus; the same key would press it.
      event.preventDefault();
      book.address.set("c", rows[order[now] ?? -1]?.key);
    }
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    now = Math.max(0, Math.min(order.length - 1, now + move));
    say();
    show();
  });
  g.addEventListener("click", (event) => {
    const row = rows[pointedAt(event)];
    if (row) book.address.set("c", row.key);
  });
  return g;
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function spoken(row: EffortRow): string {
  const { statements, source, physical, disagreement } = row.cost;
  const apart = disagreement === null ? "" : `, ${factor(disagreement)} apart`;
  return `${nameOf(row)} ${row.subject}: ${signed(statements)} statements, ${signed(source)} source, ${signed(physical)} physical${apart}`;
}
