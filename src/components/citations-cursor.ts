// The cursor of verdicts over history: a slider that pointer and keyboard move from change to change, and that says what stood
// there. It opens the commit that made it so.

import type { CitationsExtract, VerdictStep } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { pointed, r, whenWords } from "./axis-draw.js";
import { type Book, dayOf } from "./book.js";
import { stepAt } from "./citations-layers.js";
import { h, s } from "./dom.js";
import { commitLink } from "./links.js";
import { type Facts, hideTip, tipAt, tipDock } from "./tip.js";
import { DRAWN, VERDICTS, verdictInline } from "./verdicts.js";
import { digits } from "./words.js";

/** The line that pointer and keyboard move; arrows go from change to change. */
export function cursor(book: Book, extract: CitationsExtract, axis: Axis, top: number, bottom: number): SVGGElement {
  const { steps, commits } = extract;
  const line = s("line", { class: "cursor", y1: top - 4, y2: bottom, visibility: "hidden" });
  const hit = s("rect", {
    class: "hit",
    x: axis.x0,
    y: top,
    width: Math.max(1, axis.x1 - axis.x0),
    height: bottom - top,
  });
  const g = s(
    "g",
    {
      role: "slider",
      tabindex: 0,
      class: "slide",
      "aria-label": "commit",
      "aria-orientation": "horizontal",
      "aria-valuemin": 1,
      "aria-valuemax": book.notebook.time.length,
    },
    hit,
    line,
  );
  let now = steps.length - 1;
  const to = (position: number): void => {
    line.setAttribute("x1", String(r(axis.x(position))));
    line.setAttribute("x2", String(r(axis.x(position))));
    line.setAttribute("visibility", "visible");
  };
  const say = (): void => {
    const position = steps[now]?.[0] ?? 0;
    g.setAttribute("aria-valuenow", String(position + 1));
    g.setAttribute("aria-valuetext", `${dayOf(book, position)}: ${spoken(steps[now] ?? null)}`);
  };
  say();
  const hide = (): void => {
    line.setAttribute("visibility", "hidden");
    hideTip();
  };
  g.addEventListener("pointermove", (event) => {
    const position = pointed(axis, g, event.clientX);
    to(position);
    if (event.pointerType !== "touch") tipAt(facts(book, extract, position), event.clientX, event.clientY);
  });
  g.addEventListener("pointerleave", hide);
  g.addEventListener("blur", hide);
  g.addEventListener("focus", () => {
    if (g.matches(":focus-visible")) show();
  });
  const show = (): void => {
    const position = steps[now]?.[0] ?? 0;
    to(position);
    tipDock(facts(book, extract, position));
  };
  g.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (event.key === "Enter") open(book, commits[now]?.oid);
    if (move === undefined) return;
    event.preventDefault();
    now = Math.max(0, Math.min(steps.length - 1, now + move));
    say();
    show();
  });
  g.addEventListener("click", (event) => {
    const step = stepAt(steps, pointed(axis, g, event.clientX));
    if (step) open(book, commits[steps.indexOf(step)]?.oid);
  });
  return g;
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function open(book: Book, oid: string | undefined): void {
  const href = oid === undefined ? null : commitLink(book, oid);
  if (href !== null) location.assign(href);
}

function facts(book: Book, extract: CitationsExtract, position: number): Facts {
  const step = stepAt(extract.steps, position);
  if (!step) return [whenWords(book, position), "no citation was judged yet"];
  const commit = extract.commits[extract.steps.indexOf(step)];
  return [
    whenWords(book, position),
    ...DRAWN.flatMap((verdict, i) => {
      const n = step[i + 1] ?? 0;
      return n === 0
        ? []
        : [
            h(
              "span",
              {},
              verdictInline(verdict),
              `${digits(n)} ${n === 1 ? VERDICTS[verdict].label : VERDICTS[verdict].many}`,
            ),
          ];
    }),
    commit &&
      `so since ${commit.pr === null ? commit.oid.slice(0, 9) : `#${commit.pr}`}, ${dayOf(book, step[0])}; a click opens it`,
  ];
}

function spoken(step: VerdictStep | null): string {
  if (!step) return "nothing was judged yet";
  const parts = DRAWN.flatMap((verdict, i) => {
    const n = step[i + 1] ?? 0;
    return n === 0 ? [] : [`${digits(n)} ${n === 1 ? VERDICTS[verdict].label : VERDICTS[verdict].many}`];
  });
  return parts.length === 0 ? "none stands" : parts.join(", ");
}
