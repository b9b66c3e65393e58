// Says whether code that stands under some conditions stands under a given one. It knows `not`, `and` and the comparisons
// that have an opposite; it solves nothing: `n > 1` is not found in `n > 2`.

import { depthsOf, type Piece, piecesOf, plainSource, sourceOf, splitBy, unwrapped } from "./source.ts";

/** Whether `wanted` is one of the conditions, or of the parts that `and` joins in one of them. */
export function standsUnder(conditions: readonly string[], wanted: string): boolean {
  const want = conditionOf(wanted);
  return conditions.some((each) => partsOf(each).includes(want));
}

/** A condition as it is compared: `not (x is None)` is `x is not None`, `!ready` is `not ready`. */
export function conditionOf(condition: string): string {
  return plain(piecesOf(condition));
}

/** The condition as it is written, and no opposite of it. */
export const writtenCondition = plainSource;

/** The whole condition, then what `and` joins in it. */
function partsOf(condition: string): readonly string[] {
  const pieces = unwrapped(piecesOf(condition));
  const parts = splitBy(pieces, ({ text }) => text === "and" || text === "&&");
  return parts.length > 1 ? [plain(pieces), ...parts.flatMap((part) => partsOf(sourceOf(part)))] : [plain(pieces)];
}

const JOINS = new Set(["and", "or", "&&", "||", "??", "?", "if", ","]);

function plain(all: readonly Piece[]): string {
  const pieces = unwrapped(all);
  const [first, ...rest] = pieces;
  if (first === undefined || (first.text !== "not" && first.text !== "!")) return sourceOf(pieces);
  const inside = unwrapped(rest);
  // `not a and b` denies `a` alone, and `!a === b` compares what is denied.
  const isWhole = inside !== rest || splitBy(rest, ({ text }) => JOINS.has(text)).length === 1;
  const isBare = first.text === "not" || inside !== rest || comparisonIn(rest) === null;
  if (!isWhole || !isBare) return sourceOf(pieces);
  return opposite(inside) ?? `not(${plain(inside)})`;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
  is: "is not",
  "is not": "is",
  in: "not in",
  "not in": "in",
};

/** The comparison that holds where this one does not; null of what is no single comparison. */
function opposite(pieces: readonly Piece[]): string | null {
  if (pieces[0]?.text === "not" || pieces[0]?.text === "!") {
    const inside = unwrapped(pieces.slice(1));
    const isWhole = splitBy(inside, ({ text }) => JOINS.has(text)).length === 1;
    return isWhole && comparisonIn(inside) === null ? sourceOf(inside) : null;
  }
  const found = comparisonIn(pieces);
  if (found === null) return null;
  const operator: Piece[] = (OPPOSITES[found.operator] as string).split(" ").map((text) => ({
    kind: /\w/.test(text) ? "word" : "mark",
    text,
  }));
  return sourceOf([...pieces.slice(0, found.at), ...operator, ...pieces.slice(found.at + found.length)]);
}

/** The one operator of a comparison, where it is one that has an opposite and nothing joins it to another. */
function comparisonIn(pieces: readonly Piece[]): { operator: string; at: number; length: number } | null {
  const depths = depthsOf(pieces);
  let found: { operator: string; at: number; length: number } | null = null;
  for (let at = 0; at < pieces.length; at++) {
    const { text, kind } = pieces[at] as Piece;
    if (depths[at] !== 0 || kind === "string") continue;
    if (JOINS.has(text)) return null;
    const two = `${text} ${pieces[at + 1]?.text ?? ""}`;
    const operator = two in OPPOSITES ? two : text in OPPOSITES ? text : null;
    if (operator === null) continue;
    if (found !== null) return null;
    found = { operator, at, length: operator === two ? 2 : 1 };
    at += found.length - 1;
  }
  return found;
}
