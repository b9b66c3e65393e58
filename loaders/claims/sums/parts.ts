// Finds a number that is taken apart: "39 sites (core 19, head 11, rest 9)", "22 checked, 19 true, 3 false", "14 names: 7
// here and 7 there", "26 names, 12 / 7 / 7". Whether the parts overlap, or are all there are, no text says: far off is none.

import { exactly, isNear, judged, sumOf } from "./figures.ts";
import { closing } from "./labels.ts";
import { listAt, type Parts, partsAt, valueAt } from "./part-lists.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";
import { isScale } from "./units.ts";
import { numberOfWord } from "./word-values.ts";

const LONGEST_LABEL = 7;

/** A number among the tokens, in digits or, where `words` says so, in words. */
interface Total {
  readonly at: number;
  readonly figure: Figure;
  readonly words: boolean;
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
  if (list && (list.figures.length < 3 || mark === total.at + 1)) return null;
  if (!bracket && !list && !parts.labelled) return null;
  if (!list && opener.kind === "comma" && !isClause(tokens, total, mark, parts)) return null;
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

/** What is parted by commas alone is a list of other things more often than not. */
function isClause(tokens: readonly Token[], total: Total, mark: number, parts: Parts): boolean {
  // "core 20, pump 12, tank 8" is a list.
  if (mark === total.at + 1) return false;
  const before = tokens[total.at - 1]?.kind;
  if (before === "comma" || before === "open" || before === "number" || tokens[total.at]?.numeral?.approximate)
    return false;
  if (parts.style === "mixed" || parts.figures.filter((figure) => figure.value !== 0).length < 2) return false;
  // "29, deferred 0, total 29".
  if (tokens.slice(total.at + 2, parts.end).some((token) => /^totals?$/i.test(token.text))) return false;
  return total.figure.value >= 10 || parts.figures.length > 2;
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
