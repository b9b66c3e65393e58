// What became of a sentence that stood in several places, and of each copy: glyph, role and words. It decides none of it.

import type { CopyFate, CopyOrigin, LineageFate } from "../../loaders/report/pages.ts";
import { drawn, drawnInline, SHAPES, type Shape } from "./glyphs.js";

const CROSS = SHAPES.died;
const BRANCH = "M1 9h10M2 9C6 9 5 3 8 3";

interface Fate {
  /** Beside a glyph and in chips. */
  readonly label: string;
  /** Over the rows of it. */
  readonly head: string;
  readonly shape: Shape;
}

/** Worst first: the order of groups and chips. */
export const FATE_ORDER: readonly LineageFate[] = ["survives", "part", "stands", "gone"];

export const FATES: Readonly<Record<LineageFate, Fate>> = {
  survives: {
    label: "missed by a correction",
    head: "Corrected in one place, standing in another",
    shape: { word: "missed by a correction", role: "alarm", d: BRANCH, w: 2 },
  },
  part: {
    label: "gone in part",
    head: "Gone in some places, standing in others",
    shape: { word: "gone in part", role: "ink-2", d: BRANCH, w: 2 },
  },
  stands: {
    label: "stand everywhere",
    head: "Standing everywhere",
    shape: { word: "stand everywhere", role: "order", d: "M1 9h10M2 9C6 9 5 3 8 3h3", w: 2 },
  },
  gone: { label: "all gone", head: "All gone", shape: { ...CROSS, word: "all gone", role: "ink-3" } },
};

/** A sentence's glyph inside a line of text; words stand beside it. */
export function copyInline(fate: LineageFate, size = 12): SVGSVGElement {
  return drawnInline(FATES[fate].shape, size);
}

const ENDS: Readonly<Record<Exclude<CopyFate, "stands"> | "moved", Shape>> = {
  corrected: { word: "corrected", role: "ink", d: "M6 1 11 6 6 11 1 6z" },
  renamed: { ...SHAPES.wait, word: "its names changed" },
  removed: { ...CROSS, word: "deleted" },
  file: { ...SHAPES.lost, role: "ink", word: "deleted with its file" },
  moved: { ...SHAPES.moved, word: "moved" },
};

/** The words of an end: "corrected". */
export function endWord(end: CopyFate | "moved"): string {
  return end === "stands" ? "stands" : ENDS[end].word;
}

/** The glyph of an end as part of a chart, and in a line of text. */
export function endGlyph(end: keyof typeof ENDS, x: number, y: number, size: number): SVGGElement {
  return drawn(ENDS[end], x, y, size);
}

export function endInline(end: keyof typeof ENDS): SVGSVGElement {
  return drawnInline(ENDS[end]);
}

const DISC = "M6 2.2a3.8 3.8 0 1 0 .01 0z";
const BIRTHS: Readonly<Record<CopyOrigin, Shape>> = {
  first: { word: "the first of them", role: "order", d: DISC },
  copied: { word: "copied", role: "order", d: DISC },
  independent: { word: "written independently", role: "order", d: DISC, w: 2, hollow: true },
  unclear: { word: "unclear whether copied", role: "ink-3", d: DISC, w: 1.8, hollow: true, dash: "2.2 1.6" },
};

/** The words of an origin: "copied", "written independently". */
export function originWord(origin: CopyOrigin): string {
  return BIRTHS[origin].word;
}

export function birthGlyph(origin: CopyOrigin, x: number, y: number, size: number): SVGGElement {
  return drawn(BIRTHS[origin], x, y, size);
}

export function birthInline(origin: CopyOrigin): SVGSVGElement {
  return drawnInline(BIRTHS[origin]);
}
