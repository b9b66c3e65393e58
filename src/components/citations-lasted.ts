// The figure of how long right citations lasted: a mark each on a line of days, those that would touch stepping up, the
// median ruled; over two hundred, a histogram on the same axis. It measures nothing itself.

import { bin, max, scaleLinear, scaleLog } from "d3";
import { r } from "./axis-draw.js";
import type { Book } from "./book.js";
import { age, lastedTitle, median } from "./citations-headlines.js";
import type { Row } from "./citations-rows.js";
import { type Child, h, s } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { width } from "./text.js";
import { oneStop, tells } from "./tip.js";
import { VERDICTS, verdictGlyph, verdictWord } from "./verdicts.js";
import { count, digits, elided, sentence } from "./words.js";

const MOST_MARKS = 200;

/** The figure. Gone ones that broke before they went are counted with the others. */
export function lastedFigure(book: Book, rows: readonly Row[], nothing: string): HTMLElement {
  const broken = rows.filter((row) => row.until !== null && row.held !== null);
  const held = broken.map((row) => row.held ?? 0);
  const holding = rows.filter((row) => row.last === null && row.verdict === "holds").length;
  return figure(book, {
    id: "lasted",
    title: lastedTitle(held),
    caption: () => broken.length > 0 && caption(broken, holding, isLong(held)),
    draw: (total) =>
      broken.length === 0
        ? empty(nothing)
        : broken.length > MOST_MARKS
          ? histogram(broken, total)
          : strip(book, broken, total),
    behind: () => table(broken),
  });
}

function caption(broken: readonly Row[], holding: number, long: boolean): Child {
  const n = broken.length;
  const gone = broken.filter((row) => row.last !== null).length;
  return [
    n === 1
      ? "One citation that was right when written"
      : `${sentence(count(n))} citations that were right when written`,
    ", by days until the first commit after which they were not; the mark is what each is now. ",
    gone > 0 && `${sentence(count(gone))} of them ${gone === 1 ? "is" : "are"} no longer in the tree. `,
    holding > 0 && `Not drawn: ${count(holding)} that still ${holding === 1 ? "holds" : "hold"}. `,
    n > MOST_MARKS && "Too many for a mark each: the bars count them. ",
    long && "Each step of the axis is ten times the one before; what broke within a day stands at its beginning.",
  ];
}

/** Whether the days span more than two decades, so that a line of equal days would hide the small ones. */
function isLong(held: readonly number[]): boolean {
  return (max(held) ?? 0) > 100 * Math.max(1, Math.min(...held));
}

interface Days {
  readonly x: (days: number) => number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
}

function daysAxis(held: readonly number[], x0: number, x1: number): Days {
  const most = Math.max(1, max(held) ?? 1);
  if (isLong(held)) {
    const scale = scaleLog([1, most], [x0, x1]).clamp(true);
    const decades = [1, 10, 100, 1000, 10000].filter((n) => n <= most);
    return {
      x: (days) => scale(Math.max(1, days)),
      ticks: decades.map((n) => ({ x: scale(n), label: n === 1 ? "1 day" : digits(n) })),
    };
  }
  const scale = scaleLinear([0, most], [x0, x1]).nice(6);
  const all = scale.ticks(Math.max(2, Math.min(8, Math.floor((x1 - x0) / 70)))).filter(Number.isInteger);
  return { x: scale, ticks: all.map((n) => ({ x: scale(n), label: n === 0 ? "0 days" : digits(n) })) };
}

/** Rows of a strip: a mark that would touch one in a row takes the next. */
function stepped(xs: readonly number[], apart: number): readonly number[] {
  const ends: number[] = [];
  return xs.map((x) => {
    let row = ends.findIndex((end) => x - end >= apart);
    if (row < 0) row = ends.length;
    ends[row] = x;
    return row;
  });
}

function strip(book: Book, broken: readonly Row[], total: number): SVGSVGElement {
  const sorted = [...broken].sort((a, b) => (a.held ?? 0) - (b.held ?? 0));
  const held = sorted.map((row) => row.held ?? 0);
  const axis = daysAxis(held, 8, total - 24);
  const xs = held.map(axis.x);
  const rows = stepped(xs, 14);
  const high = Math.max(...rows) + 1;
  const base = 34 + high * 14;
  const marks = sorted.map((row, i) => {
    const words = `${row.text}: right for ${age(row.held ?? 0)}, ${now(row)}`;
    const mark = s(
      "a",
      { class: "line", href: `?c=${encodeURIComponent(row.key)}#citations`, "aria-label": words },
      s("rect", { class: "hit", x: r((xs[i] ?? 0) - 8), y: base - 9 - (rows[i] ?? 0) * 14 - 8, width: 16, height: 16 }),
      verdictGlyph(row.verdict, xs[i] ?? 0, base - 9 - (rows[i] ?? 0) * 14, 12),
    );
    tells(mark, () => [
      h("code", {}, elided(row.text, 60)),
      `right for ${(row.held ?? 0).toFixed(1)} days, ${now(row)}`,
      row.broke &&
        row.brokeAt !== null &&
        `by ${row.broke.pr === null ? row.broke.oid.slice(0, 9) : `#${row.broke.pr}`}`,
    ]);
    mark.addEventListener("click", (event) => {
      event.preventDefault();
      book.address.set("c", row.key);
    });
    return mark;
  });
  oneStop(marks);
  return framed(axis, held, total, base, 16, marks);
}

/** What it is, or was when it went. */
function now(row: Row): string {
  return `${row.last === null ? "now" : "when it went"} ${VERDICTS[row.verdict].label}`;
}

function histogram(broken: readonly Row[], total: number): SVGSVGElement {
  const held = broken.map((row) => row.held ?? 0);
  const axis = daysAxis(held, 34, total - 24);
  const cells = Math.max(10, Math.floor((total - 58) / 14));
  const bins = bin()
    .domain([axis.x(0), total - 24])
    .thresholds(equal(axis.x(0), total - 24, cells))(held.map(axis.x));
  const base = 150;
  const y = scaleLinear([0, Math.max(1, max(bins, (b) => b.length) ?? 1)], [base, 34]).nice(3);
  const ticks = y.ticks(3).filter((n) => Number.isInteger(n) && n > 0);
  return framed(axis, held, total, base, 20, [
    ...ticks.map((n) => s("line", { class: "ax", x1: 34, x2: total - 24, y1: r(y(n)), y2: r(y(n)) })),
    ...ticks.map((n) => s("text", { class: "t3 num", x: 28, y: r(y(n) + 4), "text-anchor": "end" }, digits(n))),
    ...bins
      .filter((b) => b.length > 0)
      .map((b) =>
        s("rect", {
          class: "v-moved",
          x: r((b.x0 ?? 0) + 0.5),
          y: r(y(b.length)),
          width: r(Math.max(1, (b.x1 ?? 0) - (b.x0 ?? 0) - 1)),
          height: r(base - y(b.length)),
        }),
      ),
  ]);
}

/** Edges between so many equal parts. */
function equal(from: number, to: number, parts: number): number[] {
  return Array.from({ length: parts - 1 }, (_, i) => from + ((to - from) * (i + 1)) / parts);
}

function framed(
  axis: Days,
  held: readonly number[],
  total: number,
  base: number,
  top: number,
  marks: readonly SVGElement[],
): SVGSVGElement {
  const middle = median(held);
  const label = `median ${middle < 1 ? `${digits(middle * 24)} hours` : `${middle < 10 ? middle.toFixed(1) : digits(middle)} days`}`;
  const at = axis.x(middle);
  const right = at + 6 + width(label, "strong") < total;
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: base + 22,
      role: "group",
      "aria-label": `days that right citations lasted; ${label}`,
    },
    s("line", { class: "ax0", x1: axis.x(0), x2: total - 16, y1: base + 0.5, y2: base + 0.5 }),
    axis.ticks.map((tick, i) => [
      s("line", { class: "ax0", x1: r(tick.x), x2: r(tick.x), y1: base, y2: base + 4 }),
      s(
        "text",
        { class: "t3 num", x: r(tick.x), y: base + 17, "text-anchor": i === 0 ? "start" : "middle" },
        tick.label,
      ),
    ]),
    s("line", { class: "medline", x1: r(at), x2: r(at), y1: top - 4, y2: base }),
    marks,
    s(
      "text",
      { class: "strong halo", x: r(right ? at + 6 : at - 6), y: top + 6, "text-anchor": right ? "start" : "end" },
      label,
    ),
  );
}

function table(broken: readonly Row[]): HTMLElement {
  const rows = [...broken]
    .sort((a, b) => (a.held ?? 0) - (b.held ?? 0))
    .map(
      (row) => () =>
        h(
          "tr",
          {},
          h("td", { class: "path" }, h("code", {}, row.text)),
          h("td", { class: "n il", "data-l": "days" }, (row.held ?? 0).toFixed(1)),
          h("td", { class: "il" }, verdictWord(row.verdict)),
        ),
    );
  return longTable(head(["it says", { n: "days right" }, "now"]), rows);
}
