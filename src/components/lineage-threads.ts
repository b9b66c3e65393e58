// Draws all copies of one sentence as threads over time, each under the one that it was copied from, with curves where it
// branched off, marks for what became of it, and its place at its end. The same as a table is in lineage-detail.ts.

import type { LineageCopy, LineageDetails } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, headroom, pointed, r, whenWords } from "./axis-draw.js";
import { axisMode, type Book, shortDay } from "./book.js";
import { h, s } from "./dom.js";
import { copyWords } from "./lineage-facts.js";
import { type LineageRow, missedSince } from "./lineage-rows.js";
import { branch, type ThreadPlace, threadLines, threadMarks } from "./lineage-thread.js";
import { endGlyph, endWord } from "./lineage-words.js";
import { basename } from "./links.js";
import { fitted, width as measure } from "./text.js";
import { oneStop, tells } from "./tip.js";

type Detail = LineageDetails[number][number];

interface Thread {
  readonly copy: LineageCopy;
  readonly detail: Detail | undefined;
}

const PITCH = 22;
/** On a phone a thread's place stands above it. */
const TALL = 36;
const SIZE = 11;

/** The chart at a width. */
export function threadsChart(
  book: Book,
  row: LineageRow,
  details: LineageDetails[number],
  total: number,
): SVGSVGElement {
  const threads = ordered(row, details);
  const narrow = total < 620;
  const state = narrow ? 0 : Math.max(...threads.map(({ copy }) => measure(stateWords(book, copy), "small"))) + 16;
  const widest = Math.max(...threads.map(({ copy }) => measure(placeOf(copy), "mono")));
  const room = narrow ? 0 : Math.min(widest + 14, total * 0.3);
  const axis = bookAxis(book, axisMode(book), 8, Math.max(120, total - room - state - 4), total);
  const top = headroom(axis) + 4;
  const pitch = narrow ? TALL : PITCH;
  const y = (at: number): number => top + at * pitch + (narrow ? 26 : pitch / 2);
  const since = missedSince(row);
  const place = (at: number): ThreadPlace => ({ axis, y: y(at), size: SIZE, since });
  const bottom = top + threads.length * pitch + 4;
  const nodes = threads.map(({ copy, detail }, at) => {
    const tone = copy.survives ? "bad" : copy.fate === "stands" ? "" : "t3";
    const node = s(
      "g",
      { class: "row", role: "img", "aria-label": `${copy.doc}:${copy.line}: ${copyWords(book, copy)}` },
      s("rect", { class: "hit", x: 0, y: r(top + at * pitch), width: total, height: pitch }),
      threadLines(copy, place(at)),
      moves(detail).map((position) => endGlyph("moved", axis.x(position), y(at), SIZE - 1)),
      threadMarks(copy, place(at)),
      narrow
        ? s("text", { class: `nm halo ${tone}`, x: 8, y: r(y(at) - 11) }, fitted(placeOf(copy), total - 16, "mono"))
        : [
            s(
              "text",
              { class: `nm ${tone}`, x: r(axis.x1 + 12), y: r(y(at) + 4.5) },
              fitted(placeOf(copy), room - 12, "mono"),
            ),
            s("text", { class: tone, x: r(total - state + 12), y: r(y(at) + 4.5) }, stateWords(book, copy)),
          ],
    );
    tells(node, (pointer) => facts(book, copy, detail, pointer === null ? null : pointed(axis, node, pointer.x)));
    return node;
  });
  oneStop(nodes);
  return s(
    "svg",
    {
      class: "chart threads",
      width: total,
      height: bottom + footroom(axis),
      role: "group",
      "aria-label": "its copies over time",
    },
    drawAxis(book, axis, top, bottom),
    threads.map(({ copy }, at) => {
      const from = threads.findIndex((other) => other.copy === row.copies[copy.of]);
      return from >= 0 && branch(copy, y(from), place(at));
    }),
    nodes,
  );
}

/** Each copy under the one that it was copied from, of one the oldest first: so few curves cross threads. */
function ordered(row: LineageRow, details: LineageDetails[number]): readonly Thread[] {
  const threads: Thread[] = [];
  const add = (copy: LineageCopy, at: number): void => {
    threads.push({ copy, detail: details[at] });
    for (const [other, each] of row.copies.entries()) if (each.of === at && other !== at) add(each, other);
  };
  for (const [at, copy] of row.copies.entries()) if (copy.of < 0) add(copy, at);
  return threads;
}

function placeOf({ doc, line }: LineageCopy): string {
  return `${basename(doc)}:${line}`;
}

function stateWords(book: Book, copy: LineageCopy): string {
  if (copy.fate === "stands") return copy.survives ? "still says so" : "stands";
  return `${endWord(copy.fate)}${copy.lost < 0 ? "" : ` ${shortDay(book, copy.lost)}`}`;
}

function moves(detail: Detail | undefined): readonly number[] {
  return (detail?.steps ?? []).flatMap(({ did, position }) => (did === "moved" && position !== null ? [position] : []));
}

function facts(book: Book, copy: LineageCopy, detail: Detail | undefined, position: number | null) {
  const place = h("code", {}, `${copy.doc}:${copy.line}`);
  if (position !== null) {
    const isThere = copy.first <= position && (copy.last === null || copy.last >= position);
    const says = isThere && (copy.lost < 0 || copy.lost > position);
    return [place, whenWords(book, position), says ? "says so" : isThere ? "says something else" : "is not there"];
  }
  return [place, copyWords(book, copy), ...(detail?.reasons ?? [])];
}
