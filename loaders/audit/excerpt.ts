// Cuts the lines that are shown as evidence out of a file: the cited ones, and a few around them to know them by.

import type { Excerpt } from "../citation.ts";

/** Lines shown before and behind the cited ones, lines at most in all, and characters of a line. */
const AROUND = 4;
const LONGEST = 16;
const WIDEST = 1_000;

/** Null where there is no such line. `start` and `end` are the cited lines, 1-based, inclusive. */
export function excerptOf(
  lines: readonly string[],
  start: number,
  end: number,
  where: Pick<Excerpt, "path" | "commit" | "symbol">,
): Excerpt | null {
  if (start < 1 || start > lines.length) return null;
  const first = Math.max(1, start - AROUND);
  const last = Math.min(lines.length, end + AROUND, first + LONGEST - 1);
  const shown = lines.slice(first - 1, last);
  return {
    ...where,
    start: first,
    lines: shown.map((line) => (line.length > WIDEST ? `${line.slice(0, WIDEST)}…` : line)),
  };
}
