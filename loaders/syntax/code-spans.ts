// Finds the code that prose sets in backticks. What stands in it is not looked at.

/** Code with its backticks (`from` to `to`) and without (`start` to `end`): offsets in the text, half-open. */
export interface CodeSpan {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly to: number;
}

/**
 * The code of a text, in order: what stands between two runs of equally many backticks. A run without a partner is text, and
 * so is one whose span is refused: without `isCode`, one behind a backslash. Linear in its length.
 */
export function codeSpansOf(
  text: string,
  isCode: (span: CodeSpan) => boolean = ({ from }) => text[from - 1] !== "\\",
): readonly CodeSpan[] {
  if (!text.includes("`")) return [];
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  // For each run the next of its length: read from the end, so that none is looked for twice.
  const next = new Int32Array(runs.length).fill(-1);
  const last = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index]!;
    next[index] = last.get(length) ?? -1;
    last.set(length, index);
  }
  const spans: CodeSpan[] = [];
  for (let index = 0; index < runs.length; index++) {
    const { at, length } = runs[index]!;
    const closing = runs[next[index]!];
    if (closing === undefined) continue;
    const span = { from: at, start: at + length, end: closing.at, to: closing.at + length };
    if (!isCode(span)) continue;
    spans.push(span);
    index = next[index]!;
  }
  return spans;
}
