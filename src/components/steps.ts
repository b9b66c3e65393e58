// Draws how many sites each file holds after each change, as steps from one zero. At most five files have a line of their
// own; the rest are summed.

import { max } from "d3";
import type { EventRow, SurfaceExtract } from "../../loaders/report/pages.ts";
import { type Book, currentLayer, dayOf } from "./book.js";
import { h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { stepsTitle } from "./headlines.js";
import { basename } from "./links.js";
import { type StepLine, type StepParts, type Steps, stepLines, valueAt } from "./step-lines.js";
import { digits, measured } from "./words.js";

const MOST = 5;

const SITES: StepParts = {
  label: "sites per file over time",
  isCode: true,
  counted: (sites) => measured(sites, "site"),
  height: 196,
};

/** The figure "38 sites in three files". */
export function stepsFigure(book: Book, surface: SurfaceExtract, span: 1 | 3): HTMLElement {
  const layer = currentLayer(book);
  const events = surface.events.filter((e) => e.layer === layer);
  const files = surface.files.filter((f) => f.layer === layer);
  const series = topFiles(files);
  return figure(book, {
    id: "files",
    span,
    title: stepsTitle(files, events),
    keys: ["x"],
    caption: () => (series.length > 0 ? "Sites per file after each change." : null),
    draw: (total) => (series.length === 0 ? empty("No file sends a name.") : stepLines(book, series, total, SITES)),
    behind: () => table(book, files, events),
  });
}

/** The files with most sites, now and then ever, and the sum of the others. */
export function topFiles(files: readonly { readonly path: string; readonly steps: Steps }[]): readonly StepLine[] {
  const named = files.map((f) => ({
    label: basename(f.path),
    name: f.path,
    steps: f.steps,
    now: f.steps.at(-1)?.[1] ?? 0,
  }));
  const peak = (f: StepLine): number => max(f.steps, (d) => d[1]) ?? 0;
  const sorted = [...named].sort((a, b) => b.now - a.now || peak(b) - peak(a) || (a.name < b.name ? -1 : 1));
  if (sorted.length <= MOST) return sorted;
  const rest = sorted.slice(MOST - 1);
  const steps = summed(rest.map((f) => f.steps));
  const label = `${digits(rest.length)} other files`;
  return [...sorted.slice(0, MOST - 1), { label, name: label, steps, now: steps.at(-1)?.[1] ?? 0 }];
}

/** The sum of step functions, a step wherever one of them has one. */
export function summed(all: readonly Steps[]): Steps {
  const positions = [...new Set(all.flatMap((steps) => steps.map((d) => d[0])))].sort((a, b) => a - b);
  return positions.map((p) => [p, all.reduce((sum, steps) => sum + valueAt(steps, p), 0)] as const);
}

function table(
  book: Book,
  files: readonly { readonly path: string; readonly steps: Steps }[],
  events: readonly EventRow[],
): HTMLElement {
  const pr = new Map(events.map((e) => [e.position, e.pr]));
  const rows = files.flatMap((f) =>
    f.steps.map(([p, v]) => () => {
      const number = pr.get(p) ?? null;
      return h(
        "tr",
        {},
        h("td", { class: "path" }, h("code", {}, f.path)),
        h("td", { class: "d", "data-l": "from" }, dayOf(book, p)),
        h("td", { "data-l": "by" }, number === null ? "" : `#${number}`),
        h("td", { class: "n", "data-l": "sites" }, v),
      );
    }),
  );
  return longTable(head(["file", "from", "by", { n: "sites" }]), rows);
}
