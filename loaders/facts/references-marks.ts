// Finds the marks in a passage's text that say what its parts are: code spans, targets of links, addresses. What stands in
// them is read elsewhere; what is left over is plain text, handed back with the marks blanked out.

import { codeSpansOf } from "../syntax/code-spans.ts";
import { targetAt, urlEnd } from "./citations-links.ts";

/** A part of a passage's text: offsets in characters, half-open. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Marks {
  /** What stands between back quotes, without them and the white space inside. */
  readonly spans: readonly Part[];
  /** Targets of links as written: of Markdown's `[…](…)` and `[…]: …`, of HTML's `href` and `src`. */
  readonly targets: readonly Part[];
  /** Addresses with a scheme that stand in plain text. */
  readonly addresses: readonly Part[];
  /** The text with blanks for all of these: of the same length. */
  readonly plain: string;
}

const ATTRIBUTE = /\b(?:href|src)=(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/g;
const DEFINITION = /^\[[^\]\n]{1,200}\]:[ \t]{1,8}<?([^\s<>]{1,500})>?/gm;

/** The marks of a passage's text. Linear in its length. */
export function marksIn(text: string): Marks {
  const spans: Part[] = [];
  const taken = new Blanks(text);
  for (const { from, start, end, to } of codeSpansOf(text, (span) => span.end - span.from <= LONGEST_SPAN)) {
    spans.push(trimmed(text, start, end));
    taken.add(from, to);
  }
  const targets: Part[] = [];
  if (/\]\(|\]:|href|src=/.test(text)) for (const part of targetsIn(taken.text(), text)) targets.push(part);
  for (const { from, to } of targets) taken.add(from, to);
  const addresses: Part[] = [];
  for (const { index } of text.includes("://") ? taken.text().matchAll(/\bhttps?:\/\//g) : []) {
    const last = addresses.at(-1);
    if (last !== undefined && index < last.to) continue;
    const to = urlEnd(text, index);
    addresses.push({ from: index, to, text: text.slice(index, to) });
  }
  for (const { from, to } of addresses) taken.add(from, to);
  return { spans, targets, addresses, plain: taken.text() };
}

/** The text with blanks for what is taken. */
class Blanks {
  private readonly pieces: [from: number, to: number][] = [];
  private readonly whole: string;
  private known: string | null;

  constructor(text: string) {
    this.whole = text;
    this.known = text;
  }

  add(from: number, to: number): void {
    this.pieces.push([from, to]);
    this.known = null;
  }

  text(): string {
    if (this.known !== null) return this.known;
    let blanked = "";
    let at = 0;
    for (const [from, to] of this.pieces.sort((a, b) => a[0] - b[0])) {
      if (to <= at) continue;
      const start = Math.max(from, at);
      // A blank that keeps lines apart, and no word of the text.
      blanked += this.whole.slice(at, start) + this.whole.slice(start, to).replace(/[^\n]/g, "\u0000");
      at = to;
    }
    this.known = blanked + this.whole.slice(at);
    return this.known;
  }
}

function trimmed(text: string, from: number, to: number): Part {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return { from: start, to: end, text: text.slice(start, end) };
}

/** Longer ones are no spans that anybody wrote: a back quote somewhere has no partner. */
const LONGEST_SPAN = 1_000;

function targetsIn(plain: string, text: string): readonly Part[] {
  const found = new Map<number, Part>();
  for (let at = plain.indexOf("]("); at !== -1; at = plain.indexOf("](", at + 2)) {
    const link = targetAt(text, at + 1);
    const from = link === null || link.target === "" ? -1 : text.indexOf(link.target, at + 2);
    if (link !== null && from !== -1 && from < link.end)
      found.set(from, { from, to: from + link.target.length, text: link.target });
  }
  for (const pattern of [ATTRIBUTE, DEFINITION])
    for (const { 0: whole, 1: first, 2: second, index } of plain.matchAll(pattern)) {
      const target = first ?? second ?? "";
      // `[measured]: the cause` is no definition of a link.
      if (!/[./#]/.test(target)) continue;
      const from = index + whole.lastIndexOf(target);
      found.set(from, { from, to: from + target.length, text: target });
    }
  return [...found.values()];
}
