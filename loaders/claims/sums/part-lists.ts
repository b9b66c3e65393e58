// Reads a list of parts with one number each: "core 19, head 11 and rest 9", `12 / 7 / 7`. What they are the parts of is
// found elsewhere.

import { exactly } from "./figures.ts";
import { closing } from "./labels.ts";
import type { Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";
import { numberOfWord } from "./word-values.ts";

const MOST_PARTS = 40;
const LONGEST_PART = 14;

export interface Parts {
  readonly figures: readonly Figure[];
  /** Tokens, half-open. */
  readonly end: number;
  /** Each part is "name 19" or each is "19 names". */
  readonly style: "first" | "last" | "mixed";
  /** Whether each has words with its number. */
  readonly labelled: boolean;
}

/** Parts with one number each, parted by commas, "and", `+` or `/`; up to what ends a clause. */
export function partsAt(tokens: readonly Token[], from: number, end: number, words: boolean): Parts | null {
  const figures: Figure[] = [];
  const styles = new Set<"first" | "last">();
  let labelled = true;
  let at = from;
  let reached = from;
  while (at < end && figures.length < MOST_PARTS) {
    const part = partAt(tokens, at, end, words);
    if (!part) break;
    figures.push(part.figure);
    styles.add(part.style);
    reached = part.end;
    if (part.end === at + 1) labelled = false;
    at = part.end;
    let parted = false;
    while (at < end && isParting(tokens[at])) {
      parted = true;
      at++;
    }
    if (!parted) break;
  }
  if (figures.length === 0) return null;
  const style = styles.size > 1 ? "mixed" : ([...styles][0] ?? "mixed");
  return { figures, end: reached, style, labelled };
}

function isParting(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === "comma" || (token.kind === "operator" && token.text === "+")) return true;
  if (token.kind === "operator" && token.text === "/") return token.before && token.after;
  return token.kind === "word" && (token.text === "and" || token.text === "&");
}

function partAt(
  tokens: readonly Token[],
  from: number,
  end: number,
  words: boolean,
): { figure: Figure; end: number; style: "first" | "last" } | null {
  let figure: Figure | null = null;
  let place = -1;
  let at = from;
  while (at < end && at - from < LONGEST_PART) {
    const token = tokens[at];
    if (!token || (at > from && isParting(token))) break;
    const value = valueAt(tokens, at, words);
    if (value) {
      if (figure) return null;
      figure = value;
      place = at;
    } else if (token.kind === "open") {
      const close = closing(tokens, at);
      if (close < 0 || close >= end) return null;
      at = close;
    } else if (token.kind === "number") {
      return null;
    } else if (token.kind !== "word" && token.kind !== "colon") break;
    else if (token.kind === "colon" && figure) break;
    at++;
  }
  if (!figure) return null;
  const style = place === from ? "first" : place === at - 1 || tokens[place + 1]?.kind === "open" ? "last" : null;
  return style ? { figure, end: at, style } : null;
}

/** The number at a token, in digits or, where `words` says so, in words; null of none. */
export function valueAt(tokens: readonly Token[], at: number, words: boolean): Figure | null {
  const token = tokens[at];
  if (token?.numeral) return words || token.numeral.sign === "-" || token.numeral.compound ? null : token.numeral;
  if (!words || token?.kind !== "word") return null;
  const value = numberOfWord(token.text);
  return value === null ? null : exactly(value);
}

/** `12 / 7 / 7`: numbers alone, parted by slashes. */
export function listAt(tokens: readonly Token[], from: number): Parts | null {
  const figures: Figure[] = [];
  let at = from;
  for (;;) {
    const numeral = tokens[at]?.numeral;
    if (!numeral || figures.length >= MOST_PARTS) return null;
    figures.push(numeral);
    at++;
    if (tokens[at]?.kind !== "operator" || tokens[at]?.text !== "/") break;
    at++;
  }
  return figures.length > 1 ? { figures, end: at, style: "first", labelled: false } : null;
}
