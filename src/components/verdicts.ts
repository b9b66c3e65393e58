// The marks and words of verdicts, as the audit's own reports have them: a shape and a role for each, worst first. It draws
// glyphs and judges nothing.

import type { Verdict } from "../../loaders/citation.ts";
import type { DrawnVerdict } from "../../loaders/report/pages.ts";
import { h } from "./dom.js";
import { drawn, drawnInline, type Shape } from "./glyphs.js";

export interface VerdictMark {
  /** What stands beside a citation, and behind a count above one. */
  readonly label: string;
  readonly many: string;
  /** `order` holds; `off` is not in order; `unjudged` is not called right or wrong. */
  readonly group: "order" | "off" | "unjudged";
  readonly shape: Shape;
}

const RING = "M6 1a5 5 0 1 0 .01 0z";

function mark(
  label: string,
  group: VerdictMark["group"],
  role: Shape["role"],
  d: string,
  of: { readonly w?: number; readonly dash?: string; readonly many?: string } = {},
): VerdictMark {
  const { many = label, ...stroke } = of;
  return { label, many, group, shape: { word: label, role, d, ...stroke } };
}

/** Worst first. A test holds label, order, role and group to the audit's own table. */
export const VERDICTS: Readonly<Record<Verdict, VerdictMark>> = {
  missing: mark("missing", "off", "alarm", "M1.5 1.5h9v9h-9zM1.5 10.5l9-9", { w: 1.7 }),
  "past-end": mark("past the end", "off", "alarm", "M1 6h6M9.5 1.5v9", { w: 2 }),
  "wrong-when-written": mark("wrong when written", "off", "never", "M2 2l8 8M10 2l-8 8", { w: 2.2 }),
  changed: mark("changed", "off", "alarm", "M6 .7 11.3 6 6 11.3 .7 6z"),
  moved: mark("moved", "off", "drift", "M1 6h8M6 2.5 9.5 6 6 9.5", { w: 2 }),
  ambiguous: mark("ambiguous", "off", "mute", "M6 11V6L2 2M6 6l4-4", { w: 1.8 }),
  unknown: mark("unknown", "unjudged", "mute", RING, { w: 1.4, dash: "2 2" }),
  historical: mark("historical", "unjudged", "mute", `${RING}M6 3.5V6l2 1.5`, { w: 1.5 }),
  external: mark("external", "unjudged", "mute", "M3 9l6-6M4.5 3H9v4.5", { w: 1.7 }),
  quoted: mark("quoted", "unjudged", "mute", "M3 3v3.5M5 3v3.5M8 3v3.5M10 3v3.5", { w: 1.7 }),
  holds: mark("holds", "order", "order", RING, { many: "hold" }),
};

/** All verdicts, worst first. */
export const VERDICT_ORDER = Object.keys(VERDICTS) as readonly Verdict[];

/** Those that are drawn, in the order of `VerdictStep`: the true one, then downwards from the line. */
export const DRAWN: readonly DrawnVerdict[] = [
  "holds",
  "moved",
  "changed",
  "past-end",
  "missing",
  "wrong-when-written",
];

/** Whether it is neither right nor left unjudged. An ambiguous one is about this tree, and nobody can say which file. */
export function isWrong(verdict: Verdict): boolean {
  return verdict !== "holds" && isJudged(verdict);
}

export function isJudged(verdict: Verdict): boolean {
  return (DRAWN as readonly Verdict[]).includes(verdict);
}

/** A verdict's glyph in a chart, its middle at a place. */
export function verdictGlyph(verdict: Verdict, x: number, y: number, size = 12, halo = true): SVGGElement {
  return drawn(VERDICTS[verdict].shape, x, y, size, halo);
}

/** A verdict's glyph in a line of text, for words that stand beside it. */
export function verdictInline(verdict: Verdict, size = 12): SVGSVGElement {
  return drawnInline(VERDICTS[verdict].shape, size);
}

/** Class of words in the verdict's colour. */
export function tone(verdict: Verdict): string {
  return { order: "ok", drift: "dr", alarm: "bad", never: "nv" }[VERDICTS[verdict].shape.role as string] ?? "q";
}

/** Glyph and word together. */
export function verdictWord(verdict: Verdict): HTMLElement {
  return h("span", { class: `nb ${tone(verdict)}` }, verdictInline(verdict), VERDICTS[verdict].label);
}
