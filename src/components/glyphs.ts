// The marks of the notebook: one shape and one role for each event and state. It draws glyphs and says their words.

import type { Glyph, LaneState } from "../../loaders/report/pages.ts";
import { s } from "./dom.js";

/** Marks beyond those of events: outcomes of a meeting, and rows of "wrong now". */
export type Mark = Glyph | "ring" | "parks" | "answered" | "skipped" | "raises" | "dropped";

export interface Shape {
  /** What stands beside it in a caption or chip. */
  readonly word: string;
  readonly role: "order" | "drift" | "alarm" | "never" | "ink" | "ink-2" | "ink-3" | "mute";
  /** Path in a box of 12 units. */
  readonly d: string;
  /** Stroke width in units; absent: filled. */
  readonly w?: number;
  readonly dash?: string;
  /** A part that is filled besides. */
  readonly half?: string;
  /** Filled with paper, so that a bar does not show through. */
  readonly hollow?: boolean;
}

const RING = "M6 2a4 4 0 1 0 .01 0z";
const CROSS = "M2.5 2.5l7 7M9.5 2.5l-7 7";

export const SHAPES: Readonly<Record<Mark, Shape>> = {
  born: { word: "appears", role: "order", d: RING },
  ring: { word: "appears, nobody waits", role: "order", d: RING, w: 2, hollow: true },
  died: { word: "no longer sent", role: "ink", d: CROSS, w: 2 },
  back: { word: "returns", role: "order", d: RING, w: 2, hollow: true },
  wait: {
    word: "wait changes",
    role: "ink",
    d: "M6 .8 11.2 6 6 11.2 .8 6z",
    w: 1.4,
    half: "M6 .8 11.2 6 6 11.2z",
    hollow: true,
  },
  more: { word: "more sites", role: "ink", d: "M6 2.5 10 9H2z" },
  less: { word: "fewer sites", role: "ink", d: "M6 9.5 2 3h8z" },
  lost: { word: "loses its last answerer", role: "alarm", d: "M2 2h8v8H2zM2 6h8", w: 2, hollow: true },
  moved: { word: "moves", role: "ink-2", d: "M1 6h8M6 2.5 9.5 6 6 9.5", w: 2 },
  unread: { word: "produced, read by nobody", role: "drift", d: RING, w: 2, hollow: true },
  unreadLost: { word: "loses its only reader", role: "drift", d: CROSS, w: 2 },
  breach: { word: "reader and answerer disagree", role: "alarm", d: "M6 .7 11.3 6 6 11.3 .7 6z" },
  defaulted: { word: "falls back to a default", role: "drift", d: "M6 .9 11 10.2H1z", w: 1.8, hollow: true },
  changed: { word: "changes", role: "ink", d: "M6 1.2 10.8 6 6 10.8 1.2 6z", w: 1.6, hollow: true },
  shape: { word: "reply's shape changes", role: "order", d: "M2 3h8M2 6h5M2 9h8", w: 2 },
  parks: { word: "parks", role: "alarm", d: "M1.3 1.3h9.4v9.4H1.3zM4 4l4 4M8 4l-4 4", w: 1.9 },
  raises: { word: "raises", role: "alarm", d: "M6 1 11 10.5H1zM6 4.5v2.5M6 8.6v.4", w: 1.6 },
  answered: { word: "answered", role: "order", d: "M3 3h6v6H3z" },
  skipped: { word: "skipped", role: "ink-3", d: "M3 3h6v6H3z", w: 1.2, dash: "1.6 1.4" },
  dropped: { word: "not seen", role: "mute", d: "M6 1a5 5 0 1 0 .01 0z", w: 1.4, dash: "2 2" },
};

/** A glyph as part of a chart, its middle at a place. With a halo it stands clear of a bar below it. */
export function glyph(mark: Mark, x: number, y: number, size = 12, halo = true): SVGGElement {
  return drawn(SHAPES[mark], x, y, size, halo);
}

/** A shape as part of a chart, as `glyph` is. */
export function drawn(shape: Shape, x: number, y: number, size = 12, halo = true): SVGGElement {
  const k = size / 12;
  const stroke = { "stroke-width": shape.w ?? 0, "stroke-linejoin": "round", "stroke-dasharray": shape.dash };
  return s(
    "g",
    { transform: `translate(${round(x - 6 * k)} ${round(y - 6 * k)}) scale(${round(k)})`, class: `gm g-${shape.role}` },
    halo && s("path", { d: shape.d, class: "gh", "stroke-width": (shape.w ?? 0) + 3.5, "stroke-linejoin": "round" }),
    s("path", { d: shape.d, class: shape.w === undefined ? "gf" : shape.hollow ? "gr" : "gs", ...stroke }),
    shape.half !== undefined && s("path", { d: shape.half, class: "gf" }),
  );
}

/** A glyph inside a line of text. Words stand beside it, so it is hidden from readers of the screen. */
export function inline(mark: Mark, size = 12): SVGSVGElement {
  return drawnInline(SHAPES[mark], size);
}

/** A shape inside a line of text, as `inline` is. */
export function drawnInline(shape: Shape, size = 12): SVGSVGElement {
  return s(
    "svg",
    { class: "gl", width: size, height: size, viewBox: "-0.5 -0.5 13 13", "aria-hidden": "true", focusable: "false" },
    drawn(shape, 6, 6, 12, false),
  );
}

/** The mark of a birth says whether somebody waits. */
export function birth(mark: Glyph, state: LaneState | undefined): Mark {
  return mark === "born" && (state === "unwaited" || state === "skipped") ? "ring" : mark;
}

const WAITS: Readonly<Record<LaneState, string>> = {
  waited: "yes",
  unwaited: "nobody",
  mixed: "mixed",
  parks: "parks",
  raises: "fails",
  skipped: "skipped",
};

/** Whether nobody answers. */
export function isAlone(state: LaneState | undefined): boolean {
  return state === "parks" || state === "raises" || state === "skipped";
}

/** The word of a state in a "waits" column. */
export function waits(state: LaneState): string {
  return WAITS[state];
}

const STATES: Readonly<Record<LaneState, string>> = {
  waited: "its callers wait",
  unwaited: "nobody waits",
  mixed: "some callers wait",
  parks: "waited on and nobody answers: it parks",
  raises: "nobody answers: the call fails",
  skipped: "nobody answers and nobody waits",
};

/** A state as words of a sentence. */
export function stateWords(state: LaneState): string {
  return STATES[state];
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
