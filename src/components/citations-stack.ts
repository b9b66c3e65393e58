// The figure of verdicts over history: a diverging stack with its labels at the ends, and the table behind it. What a layer
// is, is citations-layers.ts; what pointer and keyboard do, citations-cursor.ts.

import { scaleLinear, tickStep } from "d3";
import type { CitationsExtract, VerdictStep } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { axisWords, bookAxis, drawAxis, footroom, headroom, r } from "./axis-draw.js";
import { axisMode, type Book, commitMark, dayOf, pullMark } from "./book.js";
import { cursor } from "./citations-cursor.js";
import { bandsOf, extent, layers } from "./citations-layers.js";
import { type Child, h, s } from "./dom.js";
import { axisSwitch, empty, figure, head, longTable } from "./figure.js";
import { dodged } from "./step-lines.js";
import { width } from "./text.js";
import { DRAWN, VERDICTS, verdictGlyph } from "./verdicts.js";
import { digits } from "./words.js";

const HEIGHT = 250;

/** The figure; `left` says what is not drawn. */
export function stackFigure(book: Book, extract: CitationsExtract, left: Child, span: 2 | 3): HTMLElement {
  const { steps } = extract;
  return figure(book, {
    id: "history",
    span,
    title: steps.some((step) => step.slice(2).some((n) => n > 0)) ? "How the rot grew" : "What stood, and stands",
    keys: ["x"],
    ...(steps.length > 0 ? { controls: [axisSwitch(book)] } : {}),
    caption: () => steps.length > 0 && caption(book, left),
    draw: (total) =>
      steps.length === 0
        ? empty("No citation of this tree was judged at any commit. ", left)
        : chart(book, extract, total),
    behind: () => table(book, extract),
  });
}

function caption(book: Book, left: Child): Child {
  const { hidden } = bookAxis(book, axisMode(book), 0, 800, 800);
  return [
    "Citations standing in the tree after each commit, by verdict: those that hold above the line, those that are not true below it. ",
    left,
    " ",
    axisWords(book, hidden),
  ];
}

interface Scale {
  readonly y: (citations: number) => number;
  readonly ticks: readonly number[];
}

/** One unit both ways; ticks are counted from the line. */
function scaleOf(steps: readonly VerdictStep[], top: number): Scale {
  const { up, down } = extent(steps);
  const y = scaleLinear([Math.max(up, 1), -Math.max(down, 1)], [top + 6, top + HEIGHT]);
  const step = Math.max(1, tickStep(0, Math.max(1, up) + Math.max(1, down), 6));
  const ticks: number[] = [];
  for (let n = step; n <= Math.max(up, down); n += step) {
    if (n <= up) ticks.push(n);
    if (n <= down) ticks.push(-n);
  }
  return { y, ticks };
}

function chart(book: Book, extract: CitationsExtract, total: number): SVGSVGElement {
  const { steps } = extract;
  const last = steps.at(-1);
  const ever = DRAWN.map((verdict, i) => ({ verdict, n: last?.[i + 1] ?? 0, i })).filter(({ i }) =>
    steps.some((step) => (step[i + 1] ?? 0) > 0),
  );
  const words = ever.map(({ verdict, n }) => ({
    n: digits(n),
    word: n === 1 ? VERDICTS[verdict].label : VERDICTS[verdict].many,
  }));
  const room = Math.max(...words.map(({ n, word }) => width(n, "strong") + width(word, "label"))) + 34;
  const widest = Math.max(...scaleOf(steps, 0).ticks.map((n) => width(digits(Math.abs(n)), "small")), 6);
  const axis = bookAxis(book, axisMode(book), widest + 12, total - room, total);
  const top = headroom(axis);
  const bottom = top + HEIGHT + 8;
  const { y, ticks } = scaleOf(steps, top);
  const bands = last ? bandsOf(last) : [];
  const middles = ever.map(({ i }) => y(((bands[i]?.near ?? 0) + (bands[i]?.far ?? 0)) / 2));
  const places = dodged(middles, 15, bottom - 4);
  const labels = ever.map(({ verdict }, k) => {
    const at = places[k] ?? 0;
    return s(
      "g",
      { "aria-hidden": "true" },
      s("path", { class: "lead", fill: "none", d: `M${axis.x1 + 1} ${r(middles[k] ?? 0)}L${axis.x1 + 8} ${r(at)}` }),
      verdictGlyph(verdict, axis.x1 + 16, at, 12, false),
      s(
        "text",
        { class: "halo", x: axis.x1 + 26, y: r(at + 4.5) },
        s("tspan", { class: "strong num" }, words[k]?.n),
        s("tspan", { dx: 4 }, words[k]?.word),
      ),
    );
  });
  return s(
    "svg",
    {
      class: "chart stackchart",
      width: total,
      height: bottom + footroom(axis),
      role: "group",
      "aria-label": "verdicts over history",
    },
    drawAxis(book, axis, top, bottom),
    ticks.map((n) => [
      s("line", { class: "ax", x1: axis.x0, x2: axis.x1, y1: r(y(n)), y2: r(y(n)) }),
      s(
        "text",
        { class: "t3 num", x: axis.x0 - 6, y: r(y(n) + 4), "text-anchor": "end", "aria-hidden": "true" },
        digits(Math.abs(n)),
      ),
    ]),
    layers(steps, axis, y),
    s("line", { class: "base", x1: axis.x0, x2: axis.x1, y1: r(y(0)), y2: r(y(0)) }),
    sides(steps, axis, y(0)),
    note(extract, axis, y),
    labels,
    cursor(book, extract, axis, top, bottom),
  );
}

/** What stands above the line and below it, where the beginning of the chart is white. */
function sides(steps: readonly VerdictStep[], axis: Axis, line: number): SVGGElement | null {
  const first = steps[0];
  if (!first || axis.x(first[0]) < axis.x0 + width("not true", "small") + 14) return null;
  return s(
    "g",
    { "aria-hidden": "true" },
    s("text", { class: "t3 halo", x: axis.x0 + 6, y: r(line - 6) }, "true"),
    s("text", { class: "t3 halo", x: axis.x0 + 6, y: r(line + 14) }, "not true"),
  );
}

/** The commit after which most citations more were not true, in the white before it; null where fewer than three were. */
function worstStep(steps: readonly VerdictStep[]): { readonly at: number; readonly rise: number } | null {
  let worst: { at: number; rise: number } | null = null;
  steps.forEach((step, at) => {
    const wrong = (of: VerdictStep | undefined): number => (of ? of.slice(2).reduce((sum, n) => sum + n, 0) : 0);
    const rise = wrong(step) - wrong(steps[at - 1]);
    if (rise >= 3 && rise > (worst?.rise ?? 0)) worst = { at, rise };
  });
  return worst;
}

function note(extract: CitationsExtract, axis: Axis, y: Scale["y"]): SVGTextElement | null {
  const { steps, commits } = extract;
  const worst = worstStep(steps);
  const step = worst && steps[worst.at];
  const commit = worst && commits[worst.at];
  if (!worst || !step || !commit) return null;
  const text = `${commit.pr === null ? commit.oid.slice(0, 9) : `#${commit.pr}`}: ${digits(worst.rise)} more not true`;
  const x = axis.x(step[0]) - 8;
  const from = x - width(text, "label");
  const deepest = Math.max(
    0,
    ...steps
      .slice(0, worst.at)
      .map(([position, , ...others]) => (axis.x(position) < x ? others.reduce((a, b) => a + b, 0) : 0)),
  );
  const depth = step.slice(2).reduce((a, b) => a + b, 0);
  const place = Math.min(y(-depth) - 2, y(-deepest) + 22);
  if (from < axis.x0 + 4 || place < y(-deepest) + 14) return null;
  return s("text", { class: "note halo", x: r(x), y: r(place), "text-anchor": "end", "aria-hidden": "true" }, text);
}

function table(book: Book, { steps, commits }: CitationsExtract): HTMLElement {
  const used = DRAWN.map((verdict, i) => ({ verdict, i })).filter(({ i }) =>
    steps.some((step) => (step[i + 1] ?? 0) > 0),
  );
  const rows = steps.map((step, k) => () => {
    const commit = commits[k];
    return h(
      "tr",
      {},
      h("td", { class: "d il" }, dayOf(book, step[0])),
      h(
        "td",
        { class: "il" },
        commit && (commit.pr === null ? commitMark(book, commit.oid) : pullMark(book, commit.pr)),
      ),
      used.map(({ verdict, i }) =>
        h("td", { class: "n il", "data-l": VERDICTS[verdict].label }, digits(step[i + 1] ?? 0)),
      ),
    );
  });
  return longTable(
    head(["after", "commit", ...used.map(({ verdict }) => ({ n: VERDICTS[verdict].label }))]),
    rows.reverse(),
  );
}
