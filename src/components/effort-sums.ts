// The figure of how the parts of a code base grew: the running sum of what commits cost by one instrument, a line a part.

import { axisWords } from "./axis-draw.js";
import { type Book, dayOf } from "./book.js";
import { h } from "./dom.js";
import { sumsTitle } from "./effort-headlines.js";
import { type EffortRow, INSTRUMENTS, type Instrument, instrumentOf } from "./effort-rows.js";
import { nameOf, UNITS } from "./effort-words.js";
import { axisSwitch, empty, figure, head, longTable, segment } from "./figure.js";
import { type StepLine, stepLines } from "./step-lines.js";
import { digits, measured } from "./words.js";

/** The figure. */
export function sumsFigure(book: Book, rows: readonly EffortRow[], parts: readonly string[]): HTMLElement {
  const instrument = (): Instrument => instrumentOf(book.address.get("of"));
  const choose = segment(
    "instrument",
    INSTRUMENTS.map((each) => ({ value: each, text: each })),
    instrument(),
    (value) => book.address.set("of", value === INSTRUMENTS[0] ? undefined : value),
  );
  const made = figure(book, {
    id: "sums",
    span: 2,
    title: sumsTitle(rows, instrument()),
    keys: ["x", "of"],
    controls: [choose, axisSwitch(book)],
    caption: () => [
      `${instrument() === "physical" ? "Lines of all text" : `What a grammar reads, in ${UNITS[instrument()]}s`}, summed from commit to commit. `,
      axisWords({ ...book, notebook: { ...book.notebook, tags: [] } }, 0),
    ],
    draw: (total) => {
      const lines = linesOf(rows, parts, instrument());
      if (lines.length === 0) return empty(`No commit changed the number of ${UNITS[instrument()]}s.`);
      return stepLines(book, lines, total, {
        label: `${UNITS[instrument()]}s by part over time`,
        isCode: false,
        counted: (n) => measured(n, UNITS[instrument()]),
        height: 220,
      });
    },
    behind: () => table(book, rows, parts, instrument()),
  });
  book.address.listen(["of"], () => {
    const title = made.querySelector("h2");
    if (title) title.textContent = sumsTitle(rows, instrument());
  });
  return made;
}

/** A line for each part that ever had any, in the order in which parts are told. */
function linesOf(rows: readonly EffortRow[], parts: readonly string[], instrument: Instrument): readonly StepLine[] {
  return parts.flatMap((name) => {
    let now = 0;
    const steps: (readonly [number, number])[] = [];
    for (const { position, parts: own } of rows) {
      const net = own.find((part) => part.name === name)?.cost[instrument] ?? 0;
      if (net === 0) continue;
      now += net;
      steps.push([position, now]);
    }
    return steps.length === 0 ? [] : [{ label: name, name, steps, now }];
  });
}

function table(book: Book, rows: readonly EffortRow[], parts: readonly string[], instrument: Instrument): HTMLElement {
  const positions = new Map(rows.map((row) => [row.position, row]));
  const all = linesOf(rows, parts, instrument).flatMap(({ name, steps }) =>
    steps.map(([p, n]) => [name, p, n] as const),
  );
  const steps = all.toSorted((a, b) => b[1] - a[1]);
  return longTable(
    head(["part", "after", "by", { n: `${UNITS[instrument]}s` }]),
    steps.map(([name, p, n]) => () => {
      const row = positions.get(p);
      return h(
        "tr",
        {},
        h("td", {}, name),
        h("td", { class: "d", "data-l": "after" }, dayOf(book, p)),
        h("td", { "data-l": "by" }, row ? nameOf(row) : ""),
        h("td", { class: "n", "data-l": instrument }, digits(n)),
      );
    }),
  );
}
