// Finds a number that is taken apart: "39 sites (core 19, head 11, rest 9)", "22 checked, 19 true, 3 false", "14 names: 7
// here and 7 there", "26 names, 12 / 7 / 7". Whether the parts overlap, or are all there are, no text says: far off is none.

import { exactly, isNear, judged, sumOf } from "./figures.ts";
import { closing } from "./labels.ts";
import { numberOfWord } from "./number-words.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";
import { isScale } from "./units.ts";

const LONGEST_LABEL = 7;
const MOST_PARTS = 40;
const LONGEST_PART = 14;

/** A number among the tokens, in digits or, where `words` says so, in words. */
interface Total {
  readonly at: number;
  readonly figure: Figure;
  readonly words: boolean;
}

interface Parts {
  readonly figures: readonly Figure[];
  /** Tokens, half-open. */
  readonly end: number;
  /** Each part is "name 19" or each is "19 names". */
  readonly style: "first" | "last" | "mixed";
}

/** All numbers that are taken apart among the tokens of one passage, in order. */
export function partsIn(tokens: readonly Token[]): Draft[] {
  const found: Draft[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const total = totalAt(tokens, at);
    if (!total) continue;
    const draft = taken(tokens, total);
    if (draft) found.push(draft);
  }
  return found;
}

function totalAt(tokens: readonly Token[], at: number): Total | null {
  const token = tokens[at];
  const before = tokens[at - 1]?.kind;
  if (before === "operator" || before === "odd" || before === "compare") return null;
  if (token?.numeral) {
    const { numeral } = token;
    if (numeral.sign === "-" || numeral.compound || numeral.value < 2 || numeral.unit === "x") return null;
    return { at, figure: numeral, words: false };
  }
  const value = token?.kind === "word" ? numberOfWord(token.text) : null;
  return value !== null && value > 3 ? { at, figure: exactly(value), words: true } : null;
}

/** The total with the parts behind it: in brackets, behind a dash or a colon, or behind commas. */
function taken(tokens: readonly Token[], total: Total): Draft | null {
  let mark = total.at + 1;
  while (mark - total.at <= LONGEST_LABEL && tokens[mark]?.kind === "word") {
    if (valueAt(tokens, mark, total.words) !== null) return null;
    mark++;
  }
  const opener = tokens[mark];
  if (!opener) return null;
  const bracket = opener.kind === "open" && opener.text === "(" && opener.before;
  const close = bracket ? closing(tokens, mark) : -1;
  if (bracket && close < 0) return null;
  if (!bracket && opener.kind !== "dash" && opener.kind !== "colon" && opener.kind !== "comma") return null;
  const list = bracket || opener.kind !== "comma" ? null : listAt(tokens, mark + 1);
  const parts = list ?? partsAt(tokens, mark + 1, bracket ? close : tokens.length, total.words);
  if (!parts || parts.figures.length < 2 || (bracket && parts.end !== close)) return null;
  const computed = sumOf(parts.figures);
  if (!computed || !isOneUnit(total.figure, parts.figures)) return null;
  const first = tokens[total.at];
  const last = tokens[bracket ? parts.end : parts.end - 1];
  if (!first || !last) return null;
  const exact = [total.figure, ...parts.figures].every((figure) => figure.decimals === 0);
  const large = total.figure.value >= 10 || parts.figures.length > 2;
  // What is parted by commas alone is often a list of other things.
  if (!bracket && !large && !(opener.kind === "dash" || opener.kind === "colon")) return null;
  if (list && list.figures.length < 3) return null;
  const sure = bracket && isSure(tokens, total, mark, close, parts, computed);
  return judged(
    {
      from: first.from,
      to: last.to,
      form: list ? "list" : "parts",
      stated: total.figure,
      computed: { ...computed, unit: total.figure.unit },
      what: "sum",
    },
    { sure, counted: exact },
  );
}

const PARTIAL =
  /^(?:incl|including|includes|eg|e\.g|such|like|mostly|mainly|top|first|least|most|up|was|were|from|excluding|plus|of|avg|average|median|max|min|range|between|only|over|out|after|before|previously|now|per|target|vs|at|with|line|lines)$/i;

/** Whether brackets say nothing but what the number consists of, and the figures are so near that they were meant to add up. */
function isSure(
  tokens: readonly Token[],
  total: Total,
  open: number,
  close: number,
  parts: Parts,
  computed: Figure,
): boolean {
  if (parts.style === "mixed" || total.words || total.figure.decimals > 0) return false;
  if (parts.figures.length < 3 && parts.style !== "last") return false;
  if (tokens[total.at]?.numeral?.approximate || !isNear(total.figure, computed)) return false;
  for (let at = open + 1; at < close; at++) {
    const token = tokens[at];
    if (token?.kind === "word" && PARTIAL.test(token.text)) return false;
    if (token?.numeral && (token.numeral.approximate || token.numeral.sign !== "")) return false;
  }
  return !parts.figures.some((part) => part.value > total.figure.value);
}

function isOneUnit(total: Figure, parts: readonly Figure[]): boolean {
  const units = new Set(parts.map((part) => part.unit));
  if (units.size > 1) return false;
  const [unit = ""] = units;
  return unit === total.unit || (unit === "" && !isScale(total.unit)) || (total.unit === "" && !isScale(unit));
}

/** Parts with one number each, parted by commas, "and", `+` or `/`; up to what ends a clause. */
function partsAt(tokens: readonly Token[], from: number, end: number, words: boolean): Parts | null {
  const figures: Figure[] = [];
  const styles = new Set<"first" | "last">();
  let at = from;
  let reached = from;
  while (at < end && figures.length < MOST_PARTS) {
    const part = partAt(tokens, at, end, words);
    if (!part) break;
    figures.push(part.figure);
    styles.add(part.style);
    reached = part.end;
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
  return { figures, end: reached, style };
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

function valueAt(tokens: readonly Token[], at: number, words: boolean): Figure | null {
  const token = tokens[at];
  if (token?.numeral) return words || token.numeral.sign === "-" || token.numeral.compound ? null : token.numeral;
  if (!words || token?.kind !== "word") return null;
  const value = numberOfWord(token.text);
  return value === null ? null : exactly(value);
}

/** `12 / 7 / 7`: numbers alone, parted by slashes. */
function listAt(tokens: readonly Token[], from: number): Parts | null {
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
  return figures.length > 1 ? { figures, end: at, style: "first" } : null;
}
