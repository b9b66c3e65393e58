// Turns an offset in a passage into its line and column in the document. It reads no text.

import type { Passage } from "../../citation.ts";

/** Both 1-based; the column in characters. */
export function placeIn(passage: Passage, offset: number): { readonly line: number; readonly column: number } {
  const { lines } = passage;
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.offset <= offset) low = middle;
    else high = middle - 1;
  }
  const line = lines[low];
  return line === undefined
    ? { line: passage.line, column: 1 }
    : { line: line.line, column: line.column + offset - line.offset };
}
