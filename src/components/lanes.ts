// Draws names as lanes over time: a bar while some site sends the name, marks where something changed, words on the right
// for what is so now. Grouping and order come with the extract; this decides only where things stand.

import type { EventRow, Glyph, Lane } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { bookAxis, drawAxis, footroom, headroom, pointed, r } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { s } from "./dom.js";
import { birth, glyph, isAlone, waits } from "./glyphs.js";
import { bar, stateAt } from "./lane-bar.js";
import { allEvents, atPointer, spoken } from "./lane-facts.js";
import { laneNotes, type Note } from "./lane-notes.js";
import { contractLink } from "./links.js";
import { fitted, width } from "./text.js";
import { oneStop, tells } from "./tip.js";
import { elided, measured } from "./words.js";

/** Groups in order, each with its lanes in order. */
export interface LaneGroup {
  readonly label: string;
  readonly lanes: readonly Lane[];
}

/** Where the parts of a lanes chart stand. */
interface Layout {
  readonly total: number;
  /** Under 620 pixels a lane's label stands above it, and one phrase replaces the columns. */
  readonly narrow: boolean;
  readonly row: number;
  readonly labelRoom: number;
  readonly replyRoom: number;
  readonly axis: Axis;
  readonly columns: { readonly waits: number; readonly sites: number; readonly reply: number };
}

/** The lanes chart at a width. */
export function lanesChart(
  book: Book,
  groups: readonly LaneGroup[],
  events: readonly EventRow[],
  total: number,
): SVGSVGElement {
  const lanes = groups.flatMap((g) => g.lanes);
  const at = layOut(book, lanes, total);
  const { axis, narrow } = at;
  const place = { x: axis.x, x0: axis.x0, x1: axis.x1, time: book.notebook.time };
  const notes = new Map(narrow ? [] : laneNotes(lanes, events, place, (t) => width(t)).map((n) => [n.slug, n]));
  const top = headroom(axis) + (narrow ? 2 : 0);
  const rows: SVGElement[] = [];
  const body: SVGElement[] = [];
  let y = top + 4;
  for (const group of groups) {
    if (group.lanes.length === 0) continue;
    body.push(s("text", { class: "grp halo", x: 0, y: y + 15 }, `${group.label}, ${group.lanes.length}`));
    y += narrow ? 26 : 22;
    for (const lane of group.lanes) {
      const line = laneRow(book, lane, notes.get(lane.slug), at, y);
      rows.push(line);
      body.push(line);
      y += at.row;
    }
    y += narrow ? 8 : 4;
  }
  oneStop(rows);
  const bottom = y + 2;
  const size = { width: total, height: bottom + footroom(axis) };
  return s(
    "svg",
    { class: "chart lanes", ...size, role: "group", "aria-label": "names over time" },
    drawAxis(book, axis, top, bottom),
    !narrow && columnHeads(at, top),
    body,
  );
}

function layOut(book: Book, lanes: readonly Lane[], total: number): Layout {
  const narrow = total < 620;
  const widest = Math.max(40, ...lanes.map((l) => width(elided(l.name), "mono")));
  const labelRoom = narrow ? 0 : Math.min(widest, total * 0.34);
  const replies = Math.max(width("reply is", "small"), ...lanes.map((l) => width(l.now?.replies ?? "")));
  const replyRoom = Math.min(replies, 150);
  const x1 = narrow ? total - 8 : total - 110 - replyRoom;
  const axis = bookAxis(book, axisMode(book), narrow ? 2 : labelRoom + 14, x1, total);
  const columns = { waits: x1 + 16, sites: x1 + 88, reply: x1 + 110 };
  return { total, narrow, row: narrow ? 36 : 17, labelRoom, replyRoom, axis, columns };
}

/** One lane: a link to its contract, whose words are its name. */
function laneRow(book: Book, lane: Lane, note: Note | undefined, at: Layout, y: number): SVGElement {
  const { axis, narrow, total } = at;
  const middle = narrow ? y + 25 : y + at.row / 2;
  const label = fitted(elided(lane.name), narrow ? total * 0.62 : at.labelRoom, "mono");
  const line = s(
    "a",
    {
      class: lane.now ? "row" : "row dead",
      href: contractLink(book.root, lane.slug),
      "aria-description": spoken(lane),
    },
    s("rect", { class: "hit", x: 0, y: y + (narrow ? 1 : 0), width: total, height: at.row - (narrow ? 2 : 0) }),
    narrow
      ? s("text", { class: "m nm halo", x: 0, y: y + 14 }, label)
      : s("text", { class: "m nm", x: axis.x0 - 12, y: middle + 4.5, "text-anchor": "end" }, label),
    lane.spans.map((span) => bar(span, axis.x(span.first), axis.end(span.last), middle)),
    weightiest(lane.marks).map((m) =>
      glyph(birth(m.glyph, stateAt(lane, m.position)?.state), axis.x(m.position), middle, 11),
    ),
    note && s("text", { class: "note halo", x: r(note.x), y: middle + 4.5, "text-anchor": note.anchor }, note.text),
    narrow ? phoneWords(lane, total, y + 14) : nowWords(lane, at, middle + 4.5),
  );
  tells(line, (pointer) => (pointer ? atPointer(book, lane, pointed(axis, line, pointer.x)) : allEvents(book, lane)));
  return line;
}

const WEIGHT: readonly Glyph[] = [
  "lost",
  "breach",
  "died",
  "born",
  "back",
  "wait",
  "unreadLost",
  "unread",
  "defaulted",
];

/** One mark a commit: where several stand on one place, the weightiest is drawn and the tip tells them all. */
export function weightiest(marks: Lane["marks"]): Lane["marks"] {
  const rank = (glyph: Glyph): number => (WEIGHT.includes(glyph) ? WEIGHT.indexOf(glyph) : WEIGHT.length);
  return marks.filter(
    (mark, i) =>
      !marks.some(
        (other, j) =>
          other.position === mark.position &&
          (rank(other.glyph) < rank(mark.glyph) || (rank(other.glyph) === rank(mark.glyph) && j < i)),
      ),
  );
}

function columnHeads(at: Layout, top: number): SVGGElement {
  const { columns } = at;
  return s(
    "g",
    { "aria-hidden": "true" },
    s("text", { class: "t3", x: columns.waits, y: top - 8 }, "waits"),
    s("text", { class: "t3", x: columns.sites, y: top - 8, "text-anchor": "end" }, "sites"),
    s("text", { class: "t3", x: columns.reply, y: top - 8 }, "reply is"),
  );
}

function nowWords(lane: Lane, at: Layout, y: number): SVGGElement | null {
  const now = lane.now;
  if (!now) return null;
  const tone =
    now.waits === "parks" || now.waits === "raises"
      ? "bad strong"
      : now.waits === "skipped"
        ? "bad"
        : now.waits === "waited"
          ? "t2"
          : "strong";
  return s(
    "g",
    {},
    s("text", { class: tone, x: at.columns.waits, y }, waits(now.waits)),
    s("text", { class: "num", x: at.columns.sites, y, "text-anchor": "end" }, now.sites),
    s("text", { class: "t2", x: at.columns.reply, y }, fitted(now.replies, at.replyRoom)),
  );
}

function phoneWords(lane: Lane, total: number, y: number): SVGTextElement {
  const text = lane.now
    ? measured(lane.now.sites, "site") +
      (lane.now.waits === "waited" ? "" : `, ${lane.now.waits === "unwaited" ? "nobody waits" : waits(lane.now.waits)}`)
    : "no longer sent";
  const bad = isAlone(lane.now?.waits);
  return s("text", { class: bad ? "bad halo" : "t2 halo", x: total, y, "text-anchor": "end" }, text);
}
