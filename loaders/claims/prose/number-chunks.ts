// Turns a text into the chunks that white space, brackets and dashes part, each told apart: words, figures in digits, or
// something in which digits are no number: a version, a path, a date, a citation, an identifier, a hash.

import { type CodeSpan, codeSpansOf } from "../../syntax/code-spans.ts";

/** A figure in digits as it is written. Offsets in the text, half-open; the unit is glued, or a per cent sign. */
export interface Figure {
  readonly value: number;
  readonly from: number;
  /** Behind the sign, and behind the digits. */
  readonly start: number;
  readonly end: number;
  readonly to: number;
  readonly unit: "" | "percent" | "ratio" | "ordinal" | "quantity" | "more";
}

/** A chunk without the punctuation around it. Offsets in the text, half-open. */
export type Chunk = { readonly from: number; readonly to: number } & (
  | { readonly kind: "words" }
  /** One, or several: the ends of a range, or all of `7/7` and `19+11`. `isCompound`: "12-row". */
  | {
      readonly kind: "figures";
      readonly figures: readonly Figure[];
      readonly isRange: boolean;
      readonly isCompound: boolean;
    }
  | { readonly kind: "other" }
);

/** Spaces that part thousands: no-break, thin, narrow no-break. */
const THIN = "\\u00a0\\u2009\\u202f";
/** Chinese and Japanese stand beside figures without a space. */
const CHUNK = new RegExp(
  `[a-z][a-z0-9+.-]*://[^\\s<>\`]+|(?:[^\\s()[\\]{}<>"“”‘’\`|;!?*=→←↔⇒≥≤≈~—…&·•\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]|(?<=\\d)[${THIN}](?=\\d{3}(?!\\d)))+`,
  "giu",
);
const DIGITS = `(?:\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?:_\\d{3})+|\\d{1,3}(?:[${THIN}]\\d{3})+|0|[1-9]\\d*)(?:\\.\\d+)?`;
const UNITS = "[kKMGT]i?B|ns|us|µs|μs|ms|s|min|px|Hz|kHz|MHz|GHz|W|kW|°C?|pp";
const FIGURE = new RegExp(`^([+−–-]?)(${DIGITS})(?:(%|x|×|st|nd|rd|th|\\+)|(${UNITS}))?$`);
const EXPONENT = /^([+−–-]?)(\d{1,4}(?:\.\d{1,10})?e[+-]?\d{1,2})$/;
const COMPOUND = new RegExp(`^(${DIGITS})[-‐‑](?=[A-Za-z]{2,})[A-Za-z]+(?:[-‐‑][A-Za-z]+)*$`);
/** Whole numbers that a count may reach and a double holds exactly. */
const MOST_DIGITS = 15;
/** In backticks, so many digits in a row are the hash of a commit. */
const HASH = /^\d{7,}$/;
const THOUSANDS = new RegExp(`[,_${THIN}]`, "g");

/** The chunks of a text, in order; code in backticks only where it is a figure. Linear in its length. */
export function chunksOf(text: string): readonly Chunk[] {
  const spans = codeSpansOf(text);
  const calls = callsOf(text);
  const chunks: Chunk[] = [];
  let nextSpan = 0;
  let nextCall = 0;
  for (const match of text.matchAll(CHUNK)) {
    const at = match.index;
    while (spans[nextSpan] !== undefined && spans[nextSpan]!.to <= at) nextSpan++;
    while (calls[nextCall] !== undefined && calls[nextCall]!.to <= at) nextCall++;
    const span = spans[nextSpan];
    const inCode = span !== undefined && at >= span.from;
    if (inCode && !isFigure(text, span)) continue;
    if (!inCode && calls[nextCall] !== undefined && at >= calls[nextCall]!.from) continue;
    // `wait=0` is code whether or not it is marked.
    const isBound = /[\p{L}_][\p{L}\p{N}_.\])]*[=!]?=$/u.test(text.slice(Math.max(0, at - 40), at));
    const { from, to } = trimmed(text, at, at + match[0].length);
    if (from < to) chunks.push(isBound ? { kind: "other", from, to } : chunkOf(text, from, to));
  }
  return chunks;
}

function isFigure(text: string, { from, start, end }: CodeSpan): boolean {
  const inner = text.slice(start, end).trim();
  // With a role in front, `:pep:` or `:rfc:`, it is a reference.
  if (text[from - 1] === ":") return false;
  return FIGURE.test(inner) && !HASH.test(inner);
}

/** What stands in brackets that are glued to a word: arguments, subscripts, and where links lead. */
function callsOf(text: string): readonly { readonly from: number; readonly to: number }[] {
  return [...text.matchAll(/(?<=[\p{L}\p{N}_])[([]|(?<=\])[([]/gu)].flatMap(({ index }) => {
    const close = text[index] === "(" ? ")" : "]";
    const end = text.slice(index, index + 200).indexOf(close);
    return end < 0 ? [] : [{ from: index, to: index + end }];
  });
}

/** Punctuation goes, and marks of emphasis that stand at both ends. */
function trimmed(text: string, first: number, last: number): { readonly from: number; readonly to: number } {
  let [from, to] = [first, last];
  while (from < to && ",'".includes(text[from]!)) from++;
  while (to > from && ".,:'/\\-‐‑–".includes(text[to - 1]!)) to--;
  while (to - from > 2 && text[from] === "_" && text[to - 1] === "_") {
    from++;
    to--;
  }
  while (to > from && ".,:'".includes(text[to - 1]!)) to--;
  return { from, to };
}

function chunkOf(text: string, from: number, to: number): Chunk {
  const chunk = text.slice(from, to);
  if (/^[A-Za-z]+(?:[-‐‑][A-Za-z]+)*$/.test(chunk)) return { kind: "words", from, to };
  if (chunk.length > 200 || !/^[+−–-]?\d/.test(chunk)) return { kind: "other", from, to };
  const one = figureOf(text, from, to);
  if (one !== null) return { kind: "figures", from, to, figures: [one], isRange: false, isCompound: false };
  const row = COMPOUND.exec(chunk)?.[1];
  if (row !== undefined) {
    const figure = figureOf(text, from, from + row.length);
    if (figure !== null) return { kind: "figures", from, to, figures: [figure], isRange: false, isCompound: true };
  }
  return severalOf(text, from, to) ?? { kind: "other", from, to };
}

/** `5-7`, `7/7`, `19+11+9`, `1,2,3`. */
function severalOf(text: string, from: number, to: number): Chunk | null {
  const chunk = text.slice(from, to);
  if (/^\d+[/.-]\d+[/.-]\d{2,4}$/.test(chunk) && !chunk.includes(",")) return null;
  for (const mark of ["-", "–", "/", "+", "×", "−", ","] as const) {
    const parts = chunk.split(mark);
    const isRange = mark === "-" || mark === "–";
    if (parts.length < 2 || (isRange && parts.length > 2)) continue;
    let at = from;
    const figures = parts.map((part) => {
      const start = at;
      at += part.length + 1;
      return figureOf(text, start, start + part.length);
    });
    if (figures.every((figure) => figure !== null && figure.unit !== "ordinal" && figure.from === figure.start))
      return { kind: "figures", from, to, figures: figures as Figure[], isRange, isCompound: false };
  }
  return null;
}

/** The figure that is all of a range of the text; null where it is none. A per cent sign may stand apart behind it. */
export function figureOf(text: string, from: number, to: number): Figure | null {
  const written = text.slice(from, to);
  const match = FIGURE.exec(written) ?? EXPONENT.exec(written);
  if (match === null) return null;
  const [, sign = "", digits = "", mark, unit] = match;
  const plain = digits.replace(THOUSANDS, "");
  if (plain.replace(/\D/g, "").length > MOST_DIGITS) return null;
  if (mark !== undefined && unitOf(mark) === "ordinal" && /\D/.test(sign + plain)) return null;
  const start = from + sign.length;
  const end = start + digits.length;
  const value = Number(plain) * (sign === "" || sign === "+" ? 1 : -1);
  const percent = mark === undefined && unit === undefined ? /^\s?%/.exec(text.slice(to, to + 2))?.[0] : undefined;
  if (percent !== undefined) return { value, from, start, end, to: to + percent.length, unit: "percent" };
  return { value, from, start, end, to, unit: unit === undefined ? unitOf(mark) : "quantity" };
}

const MARKS: Readonly<Record<string, Figure["unit"]>> = { "%": "percent", x: "ratio", "×": "ratio", "+": "more" };

function unitOf(mark: string | undefined): Figure["unit"] {
  return mark === undefined ? "" : (MARKS[mark] ?? "ordinal");
}
