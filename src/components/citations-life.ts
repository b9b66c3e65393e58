// Draws the life of one citation: line numbers downwards as in a file, the code as a blue step, the number that the sentence
// kept as a dashed line. The space between the two is the error.

import { scaleLinear } from "d3";
import type { CitationDetail } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, r } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { age } from "./citations-headlines.js";
import { daysBetween, type Row } from "./citations-rows.js";
import { s } from "./dom.js";
import { empty } from "./figure.js";
import { fitted, width } from "./text.js";
import { isWrong, VERDICTS, verdictGlyph } from "./verdicts.js";
import { digits } from "./words.js";

const HEIGHT = 128;

/** What the life shows, in a sentence. */
export function lifeTitle(row: Row, detail: CitationDetail): string {
  const last = detail.life.at(-1);
  const off = last && last.start !== null && row.start > 0 ? Math.abs(last.start - row.start) : null;
  if (row.verdict === "missing") return "Its life: the file went, the sentence stayed";
  if (row.verdict === "wrong-when-written") return "Its life: it was never right";
  if (row.verdict === "changed") return "Its life: the number stayed, the code was rewritten";
  if (row.verdict === "holds") return "Its life: code and number stand together";
  return off !== null && off > 0
    ? `Its life: the number stayed, the code walked ${digits(off)} ${off === 1 ? "line" : "lines"}`
    : "Its life";
}

/** The chart at a width, or a sentence where no line is known. */
export function lifeLine(book: Book, row: Row, detail: CitationDetail, total: number): Node {
  const known = detail.life.filter((span) => span.start !== null);
  if (row.start < 1 || detail.life.length === 0) return empty("It cites no line whose place could be followed.");
  if (known.length === 0) return empty("No line was what it speaks of, so there is nothing to follow.");
  const { time, day } = book.notebook;
  const first = Math.min(...detail.life.map((span) => span.first));
  const end = row.last ?? time.length - 1;
  const lines = [row.start, ...known.map((span) => span.start ?? 0)];
  const low = Math.min(...lines);
  const high = Math.max(...lines);
  const pad = Math.max(2, (high - low) * 0.08);
  const now = row.last === null ? known.find((span) => span.last === null) : known.at(-1);
  const labels = { says: `sentence: ${row.start}`, code: now ? `code: ${now.start}` : "" };
  const room = Math.max(width(labels.says, "label"), width(labels.code, "label")) + 14;
  const left = Math.max(width(digits(high), "small"), 10) + 10;
  const sliced = {
    ...book,
    notebook: {
      ...book.notebook,
      time: time.slice(first, end + 1),
      day: day.slice(first, end + 1),
      tags: [],
      floor: { ...book.notebook.floor, kind: "root" as const },
    },
  };
  const axis = bookAxis(sliced, axisMode(book), left, Math.max(left + 60, total - room), total);
  const top = 26;
  const y = scaleLinear([low - pad, high + pad], [top, top + HEIGHT]);
  const x = (position: number): number => axis.x(position - first);
  const to = (last: number | null): number => (last === null || last >= end ? axis.x1 : x(last + 1));
  const ticks = y.ticks(4).filter((n) => Number.isInteger(n) && n > 0);
  const said = r(y(row.start));
  const steps = known.map((span) => ({ from: r(x(span.first)), to: r(to(span.last)), y: r(y(span.start ?? 0)) }));
  const path = steps.map((step, i) => {
    const joined = i > 0 && steps[i - 1]?.to === step.from;
    return `${joined ? "V" : `M${step.from} `}${step.y}H${step.to}`;
  });
  const brokeX = row.brokeAt === null ? null : x(row.brokeAt);
  const code = now && steps.at(-1);
  const apart = code ? Math.abs(code.y - said) < 15 : false;
  const above = code ? code.y < said : false;
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: top + HEIGHT + footroom(axis),
      role: "img",
      "aria-label": spoken(row, detail),
    },
    drawAxis(sliced, axis, top, top + HEIGHT),
    ticks.map((n) => [
      s("line", { class: "ax", x1: axis.x0, x2: axis.x1, y1: r(y(n)), y2: r(y(n)) }),
      s("text", { class: "t3 num", x: axis.x0 - 6, y: r(y(n) + 4), "text-anchor": "end" }, digits(n)),
    ]),
    steps.map((step) =>
      step.y === said || step.to <= step.from
        ? null
        : s("rect", {
            class: "error",
            x: step.from,
            y: Math.min(step.y, said),
            width: r(step.to - step.from),
            height: r(Math.abs(step.y - said)),
          }),
    ),
    s("line", { class: isWrong(row.verdict) ? "kept" : "kept true", x1: axis.x0, x2: axis.x1, y1: said, y2: said }),
    path.length > 0 && s("path", { class: "walk", d: path.join("") }),
    known[0] && s("circle", { class: "w-yes", cx: axis.x0, cy: steps[0]?.y, r: 3.5 }),
    brokeX !== null &&
      brokeNote(
        row,
        daysBetween(time, row.first, row.brokeAt ?? row.first),
        Math.min(brokeX, axis.x1),
        top - 12,
        total,
      ),
    s(
      "text",
      {
        class: isWrong(row.verdict) ? "bad halo" : "halo",
        x: axis.x1 + 8,
        y: r(said + (apart ? (above ? 12 : -3) : 4.5)),
      },
      labels.says,
    ),
    code &&
      s("text", { class: "okt halo", x: axis.x1 + 8, y: r(code.y + (apart ? (above ? -3 : 12) : 4.5)) }, labels.code),
  );
}

function brokeNote(row: Row, lasted: number, x: number, y: number, total: number): SVGGElement {
  const by = row.broke === null ? "" : `, ${row.broke.pr === null ? row.broke.oid.slice(0, 9) : `#${row.broke.pr}`}`;
  const full = `${VERDICTS[row.verdict].label}${by}, after ${age(lasted)}`;
  const right = x + 12 + width(full) <= total;
  const text = right ? full : fitted(full, Math.max(20, x - 12));
  return s(
    "g",
    {},
    s("line", { class: "tag", x1: r(x), x2: r(x), y1: y + 4, y2: y + 12 }),
    verdictGlyph(row.verdict, x, y, 11, true),
    s(
      "text",
      { class: "t2 halo", x: r(right ? x + 10 : x - 10), y: y + 4.5, "text-anchor": right ? "start" : "end" },
      text,
    ),
  );
}

function spoken(row: Row, detail: CitationDetail): string {
  const parts = detail.life.map((span) => (span.start === null ? "no line left" : `line ${span.start}`));
  return `the sentence says ${row.start}; the code stood at ${parts.join(", then ")}`;
}
