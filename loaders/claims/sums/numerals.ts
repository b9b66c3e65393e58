// Reads the numeral that stands at a place of a text: digits, thousands, decimals and what is glued behind them. What looks
// like one and is a version, a date, a time, an ordinal or part of a name is none.

import type { Figure } from "./sum.ts";

/** A numeral as it is written. The sign is the token reader's. */
export interface Numeral extends Figure {
  /** Behind its last character, unit included. */
  readonly to: number;
  /** `~40`, `1,200+`, "about 40": no number to hold anybody to. */
  readonly approximate: boolean;
  /** `150-line`. */
  readonly compound: boolean;
  /** `+` or `-` glued in front; else empty. */
  readonly sign: "+" | "-" | "";
}

/** More digits than a count has: what goes beyond is no number that somebody added up. */
const MOST_DIGITS = 15;
const LONGEST_UNIT = 12;

/** The unsigned numeral at `at`, where a digit stands; null where the digits belong to something else. */
export function numeralAt(text: string, at: number): Numeral | null {
  let end = at;
  let digits = "";
  while (isDigit(text, end) || groupAt(text, at, end)) {
    if (digits.length < MOST_DIGITS + 1 && isDigit(text, end)) digits += text[end];
    end++;
  }
  const whole = end;
  if (text[end] === "." && isDigit(text, end + 1)) {
    end++;
    while (isDigit(text, end)) {
      if (digits.length < MOST_DIGITS + 1) digits += text[end];
      end++;
    }
    if (text[end] === "." && isDigit(text, end + 1)) return null;
  }
  if (digits.length > MOST_DIGITS || isDate(text, at)) return null;
  const decimals = Math.max(0, end - whole - 1);
  const value = Number(digits) / 10 ** decimals;
  const half = decimals > 0 ? 0.5 / 10 ** decimals : 0;
  const tail = tailOf(text, end);
  if (!tail) return null;
  return { value, low: value - half, high: value + half, decimals, sign: "", ...tail };
}

interface Tail {
  to: number;
  unit: string;
  approximate: boolean;
  compound: boolean;
}

/** What is glued behind the digits that end at `end`; null where it makes something else of them. */
function tailOf(text: string, end: number): Tail | null {
  const plain = { to: end, unit: "", approximate: false, compound: false };
  const next = text[end] ?? "";
  if (next === "%" || (isGap(next) && text[end + 1] === "%" && !/[\dA-Za-z]/.test(text[end + 2] ?? ""))) {
    const to = next === "%" ? end + 1 : end + 2;
    return isLetter(text, to) ? { ...plain, to: lettersEnd(text, to), unit: "%p" } : { ...plain, to, unit: "%" };
  }
  if (next === "×" && !isDigit(text, end + 1) && !isDigit(text, end + 2)) return { ...plain, to: end + 1, unit: "x" };
  if (next === "+" && !/[\d\w+(]/.test(text[end + 1] ?? "") && !isDigit(text, end + 2))
    return { ...plain, to: end + 1, approximate: true };
  // `12:30`, `2_000_x`, `10^6`, `3'`, `5\n`, `7#`: no plain numbers.
  if ((next === ":" && /[\d:]/.test(text[end + 1] ?? "")) || (next !== "" && "_^#@\\$".includes(next))) return null;
  if (next === "-" && isLetter(text, end + 1)) return { ...plain, compound: true };
  // `4x4` is two numbers.
  if (next === "x" && isDigit(text, end + 1)) return text[end - 1] === "0" && !isDigit(text, end - 2) ? null : plain;
  if (!isLetter(text, end)) return plain;
  const to = lettersEnd(text, end);
  const unit = text.slice(end, to);
  const behind = text[to] ?? "";
  if (unit.length > LONGEST_UNIT || /^(?:st|nd|rd|th)$/i.test(unit)) return null;
  if (/[\d_#@:^\\]/.test(behind) && !(behind === ":" && !/[\w:]/.test(text[to + 1] ?? ""))) return null;
  // `12.foo`, `3d-array`, `5a.py`: parts of names.
  if ((behind === "." || behind === "-" || behind === "'") && /[\w]/.test(text[to + 1] ?? "")) return null;
  return { ...plain, to, unit };
}

/** Whether the comma, underscore or narrow space at `at` parts thousands of a numeral that began at `start`. */
function groupAt(text: string, start: number, at: number): boolean {
  const mark = text[at];
  if (!mark || !",_\u00a0\u202f\u2009".includes(mark) || !isDigit(text, at - 1)) return false;
  for (let index = 1; index <= 3; index++) if (!isDigit(text, at + index)) return false;
  if (isDigit(text, at + 4)) return false;
  let head = 0;
  while (head < 4 && at - 1 - head >= start && isDigit(text, at - 1 - head)) head++;
  // Behind another group there are three digits, at the front one to three; `0,125` is no number in thousands.
  const first = at - head === start;
  return first ? head <= 3 && text[start] !== "0" : head === 3;
}

const DATE = /\d{4}-\d{2}(?:-\d{2})?(?!\d)/y;

function isDate(text: string, at: number): boolean {
  DATE.lastIndex = at;
  return DATE.test(text);
}

function isGap(mark: string): boolean {
  return mark === " " || mark === "\u00a0" || mark === "\u202f" || mark === "\u2009";
}

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

export function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return /\p{L}/u.test(text[at] ?? "");
}

function lettersEnd(text: string, at: number): number {
  let end = at;
  while (isLetter(text, end)) end++;
  return end;
}
