// Draws a contract's members over time: above, when an answerer produces one; below, when a caller reads it; hatched,
// where only one of the two is so; under them, where reader and answerer disagree.

import type { Contract, Member, Stretch } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { bookAxis, drawAxis, footroom, headroom, pointed, r, whenWords } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { h, s } from "./dom.js";
import { type Reading, readings } from "./gaps.js";
import { glyph } from "./glyphs.js";
import { basename, blobLink, spotName } from "./links.js";
import { fitted, width } from "./text.js";
import { type Facts, oneStop, tells } from "./tip.js";
import { days, digits, elided, measured } from "./words.js";

/** The chart at a width. Under 620 pixels a member's name stands above its row. */
export function membersChart(book: Book, contract: Contract, total: number): SVGSVGElement {
  const narrow = total < 620;
  const list = readings(contract);
  const nowWords = list.map((x) => readNowWords(contract, x));
  const labelRoom = narrow
    ? 0
    : Math.min(total * 0.3, Math.max(60, ...list.map((x) => width(elided(x.member.key), "monoStrong"))));
  const rightRoom = narrow
    ? 0
    : Math.min(
        total * 0.26,
        Math.max(width("read now at", "small"), ...nowWords.map((w) => width(w.text, w.bold ? "monoStrong" : "mono"))),
      );
  const axis = bookAxis(
    book,
    axisMode(book),
    narrow ? 2 : labelRoom + 14,
    narrow ? total - 8 : total - rightRoom - 16,
    total,
  );
  const top = headroom(axis);
  const row = narrow ? 48 : 29;
  const rows: SVGElement[] = [];
  list.forEach((x, i) => {
    const y = top + 6 + i * row;
    const line = y + (narrow ? 24 : 7);
    const words = nowWords[i] ?? { text: "", bold: false, tone: "t2" };
    const spot = x.member.read.find((read) => read.last === null)?.spot;
    const href = spot ? blobLink(book, spot) : null;
    const heavy = x.state === "read" ? "" : " strong";
    const content = [
      s("rect", { class: "hit", x: 0, y, width: total, height: row - 1 }),
      narrow
        ? s(
            "text",
            { class: `m nm halo${heavy}`, x: 0, y: y + 14 },
            fitted(elided(x.member.key), total * 0.55, "monoStrong"),
          )
        : s(
            "text",
            { class: `m nm${heavy}`, x: axis.x0 - 12, y: line + 8, "text-anchor": "end" },
            fitted(elided(x.member.key), labelRoom, "monoStrong"),
          ),
      stretches(book, axis, x, line),
      narrow
        ? s(
            "text",
            { class: `m halo ${words.tone}`, x: total, y: y + 14, "text-anchor": "end" },
            fitted(words.text, total * 0.42, "monoStrong"),
          )
        : s(
            "text",
            { class: `m ${words.tone}`, x: axis.x1 + 14, y: line + 8 },
            fitted(words.text, rightRoom, words.bold ? "monoStrong" : "mono"),
          ),
    ];
    const label = `${x.member.key}: ${spoken(contract, x)}`;
    const node =
      href === null
        ? s("g", { class: "row", role: "img", "aria-label": label }, content)
        : s("a", { class: "row", href, "aria-description": label }, content);
    tells(node, (at) => facts(book, contract, x, at ? pointed(axis, node, at.x) : null));
    rows.push(node);
  });
  oneStop(rows);
  const bottom = top + 6 + list.length * row + 4;
  return s(
    "svg",
    {
      class: "chart",
      width: total,
      height: bottom + footroom(axis),
      role: "group",
      "aria-label": "members produced and read over time",
    },
    drawAxis(book, axis, top, bottom),
    narrow ? null : s("text", { class: "t3", x: axis.x1 + 14, y: top - 8, "aria-hidden": "true" }, "read now at"),
    rows,
  );
}

function stretches(book: Book, axis: Axis, x: Reading, line: number): SVGGElement {
  const bar = line + 4;
  const box = (st: Stretch, y: number, height: number, inset = 0): Record<string, number> => ({
    x: r(axis.x(st.first) + inset),
    y: y + inset,
    width: r(Math.max(1, axis.end(st.last) - axis.x(st.first) - 2 * inset)),
    height: height - 2 * inset,
  });
  const files = x.read.length > 1;
  return s(
    "g",
    {},
    x.produced.map((st) =>
      s("line", { class: "produced", x1: r(axis.x(st.first)), x2: r(axis.end(st.last)), y1: line, y2: line }),
    ),
    x.produced.filter((st) => st.last !== null).map((st) => glyph("died", axis.end(st.last), line, 8)),
    x.unread.map((st) => [
      s("rect", { class: "unread", fill: "url(#hatch-drift)", ...box(st, bar, 9, 0.6) }),
      plate(book, axis, x, st, bar),
    ]),
    x.read.map((st) => [s("rect", { class: "w-yes", ...box(st, bar, 9) }), files && fileOn(axis, x.member, st, bar)]),
    x.unsent.map((st) => s("rect", { class: "unsent", fill: "url(#hatch-alarm)", ...box(st, bar, 9, 0.6) })),
    x.member.trouble.map((t) => [
      s("rect", { class: t.status === "breach" ? "breach" : "defaulted", ...box(t, bar + 12, 3) }),
      glyph(t.status, Math.min(axis.x(t.first), axis.x1 - 6), bar + 13.5, 9),
    ]),
    x.read.slice(1).map((st) => glyph("back", axis.x(st.first), bar + 4.5, 10)),
    x.read
      .filter((st) => st.last !== null && x.unread.some((u) => u.first === (st.last ?? 0) + 1))
      .map((st) => glyph("unreadLost", axis.end(st.last), bar + 4.5, 10)),
  );
}

/** The words on a stretch without a reader, as many as fit. */
function plate(book: Book, axis: Axis, x: Reading, st: Stretch, bar: number): SVGGElement | null {
  const from = axis.x(st.first);
  const room = axis.end(st.last) - from - 24;
  const { time } = book.notebook;
  const end = st.last === null ? time.length - 1 : st.last + 1;
  const age = measured(days(time[st.first] ?? 0, time[end] ?? 0), "day");
  const start = x.state === "never" ? "produced, never read" : "nobody reads it";
  const text = [`${start}, ${age}, ${measured(end - st.first, "commit")}`, `${start}, ${age}`, start].find(
    (t) => width(t, "strong") <= room,
  );
  if (text === undefined) return null;
  const wide = width(text, "strong") + 10;
  const left = from + (axis.end(st.last) - from - wide) / 2;
  return s(
    "g",
    {},
    s("rect", { class: "w-paper", x: r(left), y: bar - 2, width: r(wide), height: 13 }),
    s("text", { class: "dr strong", x: r(left + 5), y: bar + 9 }, text),
  );
}

/** The file on a bar, where a read has returned elsewhere. */
function fileOn(axis: Axis, member: Member, st: Stretch, bar: number): SVGTextElement | null {
  const at = member.read.find((read) => read.first >= st.first && (st.last === null || read.first <= st.last));
  const name = at ? basename(at.spot.path) : "";
  const room = axis.end(st.last) - axis.x(st.first) - 14;
  if (name === "" || width(name, "mono") * 0.86 > room) return null;
  return s("text", { class: "onbar", x: r(axis.x(st.first) + 7), y: bar + 8 }, name);
}

function readNowWords(contract: Contract, x: Reading): { text: string; bold: boolean; tone: string } {
  const now = x.member.read.filter((read) => read.last === null);
  const first = now[0];
  const produced = x.produced.some((st) => st.last === null);
  if (first && !produced && x.produced.length === 0 && contract.answerers.length > 0)
    return { text: "nobody sends it", bold: true, tone: "bad strong" };
  if (first)
    return {
      text: spotName({ ...first.spot, endLine: first.spot.line }) + (now.length > 1 ? ` +${now.length - 1}` : ""),
      bold: false,
      tone: "t2",
    };
  if (produced && x.unread.some((st) => st.last === null))
    return { text: "read by nobody", bold: true, tone: "dr strong" };
  if (produced) return { text: "passed on", bold: false, tone: "t3" };
  return { text: "gone", bold: false, tone: "t3" };
}

function spoken(contract: Contract, x: Reading): string {
  const produced = x.produced.some((st) => st.last === null) ? "produced" : "not produced";
  return `${produced} now, ${readNowWords(contract, x).text}${x.member.trouble.some((t) => t.last === null) ? ", reader and answerer disagree" : ""}`;
}

function facts(book: Book, contract: Contract, x: Reading, position: number | null): Facts {
  const at = position ?? book.notebook.time.length - 1;
  const holds = (st: Stretch): boolean => st.first <= at && (st.last === null || st.last >= at);
  const reads = x.member.read.filter(holds);
  return [
    h("code", {}, x.member.key),
    whenWords(book, at),
    x.produced.some(holds) ? "produced" : "not produced",
    reads.length === 0 ? (x.unread.some(holds) ? "read by nobody" : "passed on to where it cannot be followed") : null,
    ...reads
      .slice(0, 5)
      .map((read) =>
        h(
          "span",
          {},
          "read at ",
          h("code", {}, spotName(read.spot)),
          ` in ${read.function}`,
          read.required ? ", required" : `, default ${read.default ?? "None"}`,
        ),
      ),
    reads.length > 5 && `and ${digits(reads.length - 5)} more places`,
    ...x.member.trouble
      .filter(holds)
      .map(
        (t) =>
          `${t.class} sends none: ${t.status === "breach" ? t.detail : `falls back to ${t.detail}`}${t.when === "" ? "" : `, when ${t.when}`}`,
      ),
    position === null &&
      contract.members.length > 0 &&
      x.unread.length > 0 &&
      `${measured(x.unread.length, "stretch", "stretches")} without a reader`,
  ];
}
