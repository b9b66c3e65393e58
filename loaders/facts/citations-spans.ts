// Reads line numbers: `12`, `12-14`, `L12-L20`, `12:5`, `12,14/20`, `12 and 14`. It says where they stand and what they
// are; what they number is said by what stands before them.

/** One span of lines, where it is written: offsets in the text, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly approximate: boolean;
}

/** `words`: behind "lines", where a sentence goes on after the last number; `marks`: behind a colon. */
export type Manner = "words" | "marks";

const NUMBER = /(~?)[Ll]?(\d+)(?:C\d{1,6})?/y;
const RANGE = /(?:\.\.\.?=?|--?|[–—‑−…])~?:?[Ll]?(\d+)(?:C\d{1,6})?/y;
const WORDED = /[`"]{0,2}\s(?:to|through|until|thru|[–—])\s[`"]{0,2}:?[Ll]?(\d+)/y;
const SPACED = /\s?[-–—]\s?[Ll]?(\d+)/y;
const COLUMN = /:\d{1,5}(?:-(\d+)(:\d{1,5})?)?/y;
const CLOSE = /(?:,|\/|;|&|\+)(?=[~Ll]?\d)/y;
const APART = /(?:, (?:and |or )?| (?:and|or|&|\+) |\n)(?=[~Ll]?\d)/y;
const SETTLED = /(?:$|[)\]}`"'*,;|]|[.:](?=\s|$)|\s(?=[^\s\p{L}\p{N}`"']|$|(?:and|or|&)\s[~Ll]?\d)|-(?=\d))/uy;
const SETTLED_WORDS = /(?![\p{L}\p{N}_%])(?!\.\d)/uy;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Fifteen digits are beyond any file; more would no longer be a whole number. */
function lineOf(digits: string): number {
  const bare = digits.replace(/^0+(?=\d)/, "");
  return bare.length > 15 ? Number.MAX_SAFE_INTEGER : Number(bare);
}

/** `1264-70` is 1264 to 1270: two digits or more of an end that only makes sense with the start's first digits. */
function endOf(start: string, end: string): number {
  const value = lineOf(end);
  if (value >= lineOf(start) || end.length < 2 || end.length >= start.length) return value;
  const whole = lineOf(start.slice(0, start.length - end.length) + end);
  return whole > lineOf(start) ? whole : value;
}

/** The span that begins at `at`, or null. */
export function spanAt(text: string, at: number, manner: Manner): Span | null {
  const first = matchAt(NUMBER, text, at);
  if (!first) return null;
  const digits = first[2] ?? "";
  const start = lineOf(digits);
  const approximate = first[1] === "~";
  const to = at + first[0].length;
  const span = (length: number, end: number): Span => ({ from: at, to: to + length, start, end, approximate });
  const range = matchAt(RANGE, text, to);
  if (range?.[1] !== undefined) return span(range[0].length, endOf(digits, range[1]));
  const column = manner === "marks" ? matchAt(COLUMN, text, to) : null;
  // `12:5-20:3` ends in line 20; `12:5-9` in its own.
  if (column) return span(column[0].length, column[2] === undefined ? start : lineOf(column[1] ?? ""));
  const worded = matchAt(WORDED, text, to) ?? (manner === "words" ? matchAt(SPACED, text, to) : null);
  if (worded?.[1] !== undefined && lineOf(worded[1]) > start) {
    const end = to + worded[0].length;
    if (manner === "words" || matchAt(SETTLED, text, end)) return span(worded[0].length, lineOf(worded[1]));
  }
  return span(0, start);
}

/** Whether the number ending at `to` may end there: `12.5` and `12%` are no lines, `12px` is glued to a word. */
export function endsWell(text: string, to: number): "yes" | "no" | "glued" {
  const next = text[to] ?? "";
  if (next === "%") return "no";
  if (next === "." && /\d/.test(text[to + 1] ?? "")) return "no";
  return /[\p{L}\p{N}_]/u.test(next) ? "glued" : "yes";
}

/** The span at `at` and those that go on from it, each as written. Empty where there is none. */
export function spansAt(text: string, at: number, manner: Manner, several: boolean): Span[] {
  const first = spanAt(text, at, manner);
  if (!first) return [];
  const spans = [first];
  for (let last = first; spans.length < 1000; ) {
    const close = matchAt(CLOSE, text, last.to);
    const apart = close ? null : matchAt(APART, text, last.to);
    const separator = close ?? apart;
    if (!separator) break;
    const next = spanAt(text, last.to + separator[0].length, manner);
    if (!next || endsWell(text, next.to) !== "yes") break;
    // `12, 2026-06-04` goes on with a date.
    if (/^-\d/.test(text.slice(next.to, next.to + 2))) break;
    if (apart) {
      const settled = matchAt(several ? SETTLED_WORDS : SETTLED, text, next.to);
      if (!settled || next.start <= last.start) break;
    }
    spans.push(next);
    last = next;
  }
  return spans;
}
