// The marks and words of verdicts on claims, notes and measurements, as the audit's own reports have them: a shape and a role
// for each, worst first. It draws glyphs and judges nothing.

import type { ClaimKind, ClaimVerdict } from "../../loaders/claim.ts";
import { h } from "./dom.js";
import { drawn, drawnInline, type Shape } from "./glyphs.js";
import { VERDICTS, type VerdictMark } from "./verdicts.js";

const RING = "M6 1a5 5 0 1 0 .01 0z";
const BOX = "M1.6 1.6h8.8v8.8H1.6z";

function mark(
  label: string,
  group: VerdictMark["group"],
  shape: Omit<Shape, "word">,
  many: string = label,
): VerdictMark {
  return { label, many, group, shape: { word: label, ...shape } };
}

/** Worst first. A test holds label, order, role and group to the audit's own table. */
export const CLAIM_VERDICTS: Readonly<Record<ClaimVerdict, VerdictMark>> = {
  false: mark("false", "off", { role: "alarm", d: `${RING}M4 4l4 4M8 4l-4 4`, w: 1.8 }),
  unchecked: mark("unchecked", "off", {
    role: "alarm",
    d: BOX,
    w: 1.5,
    dash: "2.2 2.2",
    half: "M4.6 4.6h2.8v2.8H4.6z",
  }),
  missing: mark("missing", "off", VERDICTS.missing.shape),
  stale: mark("stale", "off", { role: "drift", d: "M2.5 1.2h7L2.5 10.8h7z", w: 1.7 }),
  changed: mark("changed", "off", { role: "drift", d: "M6 1 11 6 6 11 1 6z", w: 1.8, hollow: true }),
  squashed: mark("squashed", "off", { role: "drift", d: "M1.2 2.5v7l9.6-7v7z", w: 1.7 }),
  elsewhere: mark("elsewhere", "off", { role: "drift", d: "M2 11V2M2 8c0-3 7-2 7-6", w: 1.8 }),
  differs: mark("differs", "off", { role: "drift", d: "M1.5 4.2h9M1.5 7.8h9M8.6 1.2l-5.2 9.6", w: 1.7 }, "differ"),
  ambiguous: mark("ambiguous", "off", VERDICTS.ambiguous.shape),
  moved: mark("moved", "order", { ...VERDICTS.moved.shape, role: "order" }),
  unknown: mark("unknown", "unjudged", VERDICTS.unknown.shape),
  external: mark("external", "unjudged", VERDICTS.external.shape),
  holds: mark("holds", "order", VERDICTS.holds.shape, "hold"),
};

/** All verdicts, worst first. */
export const CLAIM_VERDICT_ORDER = Object.keys(CLAIM_VERDICTS) as readonly ClaimVerdict[];

/** What holds means of each kind; of others it is "holds". */
const FINE: Partial<Readonly<Record<ClaimKind, string>>> = { note: "attached", measurement: "fresh" };

/** The verdict's word as it is said of a kind: a measurement that holds is fresh. */
export function verdictLabel(verdict: ClaimVerdict, kind: ClaimKind): string {
  return (verdict === "holds" ? FINE[kind] : undefined) ?? CLAIM_VERDICTS[verdict].label;
}

/** A verdict's glyph in a chart, its middle at a place. */
export function claimGlyph(verdict: ClaimVerdict, x: number, y: number, size = 12): SVGGElement {
  return drawn(CLAIM_VERDICTS[verdict].shape, x, y, size);
}

/** A verdict's glyph in a line of text, for words that stand beside it. */
export function claimInline(verdict: ClaimVerdict, size = 12): SVGSVGElement {
  return drawnInline(CLAIM_VERDICTS[verdict].shape, size);
}

/** Class of words in the verdict's colour. */
export function claimTone(verdict: ClaimVerdict): string {
  return { order: "ok", drift: "dr", alarm: "bad" }[CLAIM_VERDICTS[verdict].shape.role as string] ?? "q";
}

/** Glyph and word together. */
export function claimWord(verdict: ClaimVerdict, kind: ClaimKind): HTMLElement {
  return h("span", { class: `nb ${claimTone(verdict)}` }, claimInline(verdict), verdictLabel(verdict, kind));
}
