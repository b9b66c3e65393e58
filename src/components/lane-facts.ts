// What a lane tells: to the pointer its state at a commit, to the keyboard its whole list of events, to readers of the
// screen one sentence. It draws nothing.

import type { Lane } from "../../loaders/report/pages.ts";
import { whenWords } from "./axis-draw.js";
import { type Book, shortDay } from "./book.js";
import { h } from "./dom.js";
import { inline, SHAPES, stateWords } from "./glyphs.js";
import { stateAt } from "./lane-bar.js";
import type { Facts } from "./tip.js";
import { measured } from "./words.js";

/** One sentence of now. */
export function spoken(lane: Lane): string {
  return lane.now
    ? `${lane.name}: ${measured(lane.now.sites, "site")}, ${stateWords(lane.now.waits)}, reply ${lane.now.replies}`
    : `${lane.name}: no longer sent`;
}

/** The state at a commit, and what changed in it. */
export function atPointer(book: Book, lane: Lane, position: number): Facts {
  const span = stateAt(lane, position);
  const near = lane.marks.filter((m) => m.position === position);
  return [
    h("code", {}, lane.name),
    whenWords(book, position),
    span ? `${measured(span.sites, "site")}, ${stateWords(span.state)}` : "not sent here",
    ...near.map((m) => `${SHAPES[m.glyph].word}${m.text === "" ? "" : `: ${m.text}`}`),
  ];
}

/** Now, and the latest nine changes. */
export function allEvents(book: Book, lane: Lane): Facts {
  const shown = lane.marks.slice(-9);
  return [
    h("code", {}, lane.name),
    lane.now ? `${measured(lane.now.sites, "site")}, ${stateWords(lane.now.waits)}` : "no longer sent",
    ...shown.map((m) =>
      h("span", {}, inline(m.glyph), `${shortDay(book, m.position)} ${m.text || SHAPES[m.glyph].word}`),
    ),
    lane.marks.length > shown.length && `and ${lane.marks.length - shown.length} earlier changes`,
  ];
}
