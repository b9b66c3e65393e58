// Reads what a number is in, and says whether two units are of one size. Units are not converted: what would need that is
// not judged.

import type { Token } from "./tokens.ts";

/** Units that change a number's size: of two that differ, either may have been converted. `32분` is minutes, too. */
const SCALE =
  /^(?:%p?|[$€£].*|bps|(?:[kKMGTPmµun]|[KMGTP]i)?(?:[Bb]|bits?|[Bb]ytes?)|[kKMGTP]|[nuµm]?s|[mhd]|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|[kMGT]?Hz|[mµnkc]m|[kKMGT]?(?:FLOPs?|FLOPS|OPS|MACs?|[Tt]oks?)|million|billion|thousand)$/;

/** A unit in letters of another script is not looked up: it may be any. */
export function isScale(unit: string): boolean {
  return SCALE.test(unit) || /[^ -~]/.test(unit);
}

/** What the number at `at` is in: what is glued to it, or the unit of measure that is the next word. */
export function unitAt(tokens: readonly Token[], at: number): string {
  const unit = tokens[at]?.numeral?.unit ?? "";
  const next = tokens[at + 1];
  if (unit !== "" || next?.kind !== "word") return unit;
  const word = /^[^/]*/.exec(next.text)?.[0] ?? "";
  return SCALE.test(word) ? word : "";
}

/** Whether two units, empty where there is none, are of one size. */
export function alike(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return false;
  return left === right || !(isScale(left) || isScale(right));
}

/** What one unit the result has: a sum's operands share it, a product has one at most, a ratio of two alike has none. */
export function unitOf(operands: readonly (string | null)[], operators: readonly string[]): string | null {
  const units = new Set(operands);
  if (units.has(null)) return null;
  if (operators.includes("/") && units.size === 1 && operators.length === 1) return "";
  const named = [...units].filter((unit) => unit !== "");
  if (named.length > 1) return null;
  if (named.length === 1 && operators.some((operator) => operator === "*" || operator === "/")) {
    const count = operands.filter((unit) => unit !== "").length;
    return count === 1 && !operators.includes("/") ? (named[0] ?? "") : null;
  }
  return named[0] ?? "";
}
