// The figure of instrument against instrument: a dot a commit, the line on which all of history would lie, and names beside
// the commits that are farthest from it. What pointer and keyboard do is effort-cursor.ts's.

import { scaleSymlog } from "d3";
import { r } from "./axis-draw.js";
import { type Book, commitMark, dayOf } from "./book.js";
import { type Child, h, s } from "./dom.js";
import { agreement, grid, reach, tens } from "./effort-axes.js";
import { effortCursor } from "./effort-cursor.js";
import { scatterTitle } from "./effort-headlines.js";
import { type Box, type Dot, placed } from "./effort-labels.js";
import {
  comparable,
  type EffortRow,
  FAR,
  outlying,
  PAIRS,
  type Pair,
  pairOf,
  ratioOf,
  reading,
} from "./effort-rows.js";
import { keyedMark, MARKS, nameOf, signed, UNITS } from "./effort-words.js";
import { empty, figure, head, longTable, segment } from "./figure.js";
import { drawn } from "./glyphs.js";
import { fitted, width as measure } from "./text.js";
import { digits, measured, sentence } from "./words.js";

const NAMED = 12;
const NAMED_NARROW = 6;

/** The figure. */
export function scatterFigure(book: Book, rows: readonly EffortRow[]): HTMLElement {
  const list = comparable(rows);
  const pair = (): Pair => pairOf(book.address.get("pair"));
  const choose = segment(
    "instruments",
    PAIRS.map(({ value, x, y }) => ({ value, text: `${x} and ${y}` })),
    pair().value,
    (value) => book.address.set("pair", value === PAIRS[0]?.value ? undefined : value),
  );
  const made = figure(book, {
    id: "instruments",
    title: scatterTitle(rows, pair()),
    keys: ["pair"],
    controls: list.length > 0 ? [choose] : [],
    caption: () => list.length > 0 && caption(list, rows, pair()),
    draw: (total) =>
      list.length === 0
        ? empty(`Nothing can be compared: no grammar reads what ${measured(rows.length, "commit")} changed.`)
        : chart(book, list, pair(), total),
    behind: () => table(book, list, pair()),
  });
  book.address.listen(["pair"], () => {
    const title = made.querySelector("h2");
    if (title) title.textContent = scatterTitle(rows, pair());
  });
  return made;
}

function caption(list: readonly EffortRow[], rows: readonly EffortRow[], { x, y }: Pair): Child {
  const has = (direction: EffortRow["direction"]): boolean => list.some((row) => row.direction === direction);
  const lines = rows.reduce((sum, { cost }) => sum + cost.unreadLines, 0);
  return [
    "A mark a commit, net: ",
    keyedMark("grew", "it grew"),
    has("shrank") && [", ", keyedMark("shrank", "it shrank")],
    has("split") && [", ", keyedMark("split", "it grew by one instrument and shrank by another")],
    `. Both axes go by tens on either side of 0; the line is what all of history took. What is four times off it or more is far from it, and named where there is room. `,
    rows.length > list.length &&
      `Not drawn: ${measured(rows.length - list.length, "commit")} that changed nothing a grammar reads. `,
    (x === "physical" || y === "physical") &&
      lines !== 0 &&
      `Left out: ${signed(lines)} lines of files that no grammar reads.`,
  ];
}

function chart(book: Book, list: readonly EffortRow[], pair: Pair, total: number): SVGSVGElement {
  const narrow = total < 620;
  const xs = list.map(({ cost }) => reading(cost, pair.x));
  const ys = list.map(({ cost }) => reading(cost, pair.y));
  const yTicks = tens(ys);
  const left = Math.ceil(Math.max(...yTicks.map((tick) => measure(signed(tick), "small")))) + 10;
  const [top, high] = [24, narrow ? 340 : 440];
  const bottom = top + high;
  const plot: Box = { left, right: total - 4, top, bottom };
  const x = scaleSymlog(reach(xs), [plot.left + 8, plot.right - 10]).constant(1);
  const y = scaleSymlog(reach(ys), [plot.bottom - 8, plot.top + 8]).constant(1);
  const dots: readonly Dot[] = list.map((_, i) => ({ x: x(xs[i] ?? 0), y: y(ys[i] ?? 0) }));
  const title = `${sentence(`${UNITS[pair.y]}s`)}, net`;
  const places = new Map(list.map((row, at) => [row, at]));
  const far = outlying(list, pair).map(({ row, times }) => ({ row, times, at: places.get(row) ?? 0 }));
  const names = placed(
    far
      .filter(({ times }) => times >= FAR)
      .slice(0, narrow ? NAMED_NARROW : NAMED)
      .map(({ row, at }) => ({ at, texts: namesOf(row, narrow) })),
    dots,
    plot,
    (text) => measure(text),
  );
  const marks = s(
    "g",
    { "aria-hidden": "true", class: "dots" },
    list.map((row, i) => dotOf(row, dots[i])),
  );
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: bottom + 42,
      role: "group",
      "aria-label": `${UNITS[pair.y]}s of commits against their ${UNITS[pair.x]}s`,
    },
    grid(x, y, tens(xs), yTicks, plot, pair),
    agreement(list, pair, x, y, plot),
    marks,
    s("text", { class: "strong", x: 0, y: 12 }, title),
    s(
      "text",
      { class: "agreed", x: plot.right, y: 12, "text-anchor": "end" },
      agreementWords(list, pair, total - measure(title, "strong") - 20),
    ),
    names.map(({ text, anchor, ...at }) =>
      s("text", { class: "halo", x: r(at.x), y: r(at.y), "text-anchor": anchor, "aria-hidden": "true" }, text),
    ),
    effortCursor(book, { rows: list, dots, order: far.map(({ at }) => at), plot }),
  );
}

/** What may stand beside a dot: pull request and subject, or the pull request alone. */
function namesOf(row: EffortRow, narrow: boolean): readonly string[] {
  const name = nameOf(row);
  return narrow ? [name] : [`${name} ${fitted(row.subject, 190)}`, `${name} ${fitted(row.subject, 110)}`, name];
}

function dotOf(row: EffortRow, dot: Dot | undefined): SVGGElement | null {
  return dot === undefined ? null : drawn(MARKS[row.direction], dot.x, dot.y, row.direction === "split" ? 9 : 8, false);
}

/** The words of the line, over the corner in which it ends. */
function agreementWords(list: readonly EffortRow[], pair: Pair, room: number): string {
  const ratio = ratioOf(list, pair);
  if (ratio === null) return "";
  const words = `${ratio.toFixed(1)} ${UNITS[pair.y]}s a ${UNITS[pair.x]}`;
  return [`all of history: ${words}`, words, ratio.toFixed(1)].find((text) => measure(text, "strong") <= room) ?? "";
}

function table(book: Book, list: readonly EffortRow[], pair: Pair): HTMLElement {
  return longTable(
    head(["day", "commit", "subject", { n: `${UNITS[pair.x]}s` }, { n: `${UNITS[pair.y]}s` }]),
    outlying(list, pair).map(
      ({ row }) =>
        () =>
          h(
            "tr",
            {},
            h("td", { class: "d il" }, dayOf(book, row.position)),
            h("td", { class: "il" }, commitMark(book, row.oid)),
            h("td", { class: "path q" }, row.subject),
            h("td", { class: "n il", "data-l": pair.x }, digits(reading(row.cost, pair.x))),
            h("td", { class: "n il", "data-l": pair.y }, digits(reading(row.cost, pair.y))),
          ),
    ),
  );
}
