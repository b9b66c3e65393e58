// Turns a document into lines, and pieces of lines into passages whose every line can be found again in the document.
// Knows no language: what is a comment or a list item is said by the other prose modules.

import type { Passage, Prose } from "../citation.ts";

/** A part of one line: the document's line sliced at `column` begins with `text`. Both 1-based, columns in characters. */
export interface Piece {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Only `\n` ends a line: a form feed or U+2028 is part of one, and so is a `\r` that no `\n` follows. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** The lines of a document as pieces. */
export function piecesOf(text: string): Piece[] {
  return linesOf(text).map((line, index) => ({ line: index + 1, column: 1, text: line }));
}

/** The piece without its first `count` characters. */
export function dropped(piece: Piece, count: number): Piece {
  return count === 0 ? piece : { line: piece.line, column: piece.column + count, text: piece.text.slice(count) };
}

/** The piece without white space at either end. */
export function trimmed(piece: Piece): Piece {
  const start = piece.text.length - piece.text.trimStart().length;
  const text = piece.text.trim();
  return text.length === piece.text.length ? piece : { line: piece.line, column: piece.column + start, text };
}

/** The piece without white space at its end. */
export function cut(piece: Piece): Piece {
  const text = piece.text.trimEnd();
  return text.length === piece.text.length ? piece : { line: piece.line, column: piece.column, text };
}

export interface Around {
  readonly headings?: readonly string[];
  readonly columns?: readonly string[];
  readonly quoted?: boolean;
}

const NONE: readonly string[] = [];

/** One passage of pieces in order; of none, null. */
export function passageOf(kind: Passage["kind"], pieces: readonly Piece[], around: Around = {}): Passage | null {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (!first || !last || pieces.every((piece) => piece.text === "")) return null;
  let offset = 0;
  const lines = pieces.map((piece) => {
    const line = { offset, line: piece.line, column: piece.column };
    offset += piece.text.length + 1;
    return line;
  });
  return {
    kind,
    line: first.line,
    endLine: last.line,
    text: pieces.length === 1 ? first.text : pieces.map((piece) => piece.text).join("\n"),
    lines,
    headings: around.headings ?? NONE,
    columns: around.columns ?? NONE,
    quoted: around.quoted ?? false,
  };
}

/** The opener stands right before the word: prose that speaks of the comment, in code marks, asks for nothing. */
const IGNORE = /(?<!`)(<!--|\{\/\*|\/\*+|\/\/+|#+|--|;+|%+|\*|\.\.) {0,3}binnacle-ignore\b(?: {0,3}: ?)?/;

/** Lines that ask not to be judged, with the lines they speak of. */
export function ignoresOf(text: string): Prose["ignores"] {
  if (!text.includes("binnacle-ignore")) return [];
  const lines = linesOf(text);
  const found: { line: number; of: number; reason: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const at = line.indexOf("binnacle-ignore");
    if (at < 0) continue;
    const from = Math.max(0, at - 12);
    const match = IGNORE.exec(line.slice(from, at + 2000));
    if (!match) continue;
    const behind = line.slice(from + match.index + match[0].length);
    const closer = ["-->", "*/}", "*/"].map((mark) => behind.indexOf(mark)).filter((place) => place >= 0);
    const end = Math.min(...closer, behind.length);
    const alone = line.slice(0, from + match.index).trim() === "" && !/[^\s\-*/}>]/.test(behind.slice(end));
    found.push({
      line: index + 1,
      of: alone ? nextFull(lines, index) : index + 1,
      reason: behind.slice(0, end).trim(),
    });
  }
  return found;
}

function nextFull(lines: readonly string[], index: number): number {
  // A page of such comments in a row must not make this quadratic: a comment speaks of something near.
  const end = Math.min(lines.length, index + 6);
  for (let next = index + 1; next < end; next++) if (lines[next]?.trim()) return next + 1;
  return index + 1;
}
