// Turns replacements into the text and the bytes of an edited document: line ends, byte-order mark and all other bytes
// stay as they are. It refuses bytes that are not those that were judged, and writes nothing.

/** One replacement in a document as it was judged; it stays on its line. */
export interface Replacement {
  /** 1-based. Only `\n` ends a line. */
  readonly line: number;
  /** 1-based, in characters. */
  readonly column: number;
  readonly old: string;
  readonly becomes: string;
}

/** Whether two replacements touch the same characters, or stand at one place. */
export function overlap(a: Replacement, b: Replacement): boolean {
  if (a.line !== b.line) return false;
  return a.column === b.column || (a.column < b.column + b.old.length && b.column < a.column + a.old.length);
}

/** The lines of a text with replacements made, right to left; null where one does not find what it replaces. */
export function editLines(lines: readonly string[], replacements: readonly Replacement[]): readonly string[] | null {
  const edited = [...lines];
  for (const { line, column, old, becomes } of replacements.toSorted(
    (a, b) => b.line - a.line || b.column - a.column,
  )) {
    const text = edited[line - 1];
    if (text === undefined || !text.startsWith(old, column - 1)) return null;
    edited[line - 1] = text.slice(0, column - 1) + becomes + text.slice(column - 1 + old.length);
  }
  return edited;
}

/** Where a column of a line is once replacements are made; null inside of one. */
export function columnAfter(replacements: readonly Replacement[], line: number, column: number): number | null {
  let now = column;
  for (const each of replacements) {
    if (each.line !== line || each.column > column) continue;
    if (column < each.column + each.old.length) return null;
    now += each.becomes.length - each.old.length;
  }
  return now;
}

/** Bytes as they are to be written, or why they are not touched. */
export type EditedBytes = { readonly bytes: Uint8Array; readonly why?: never } | { readonly why: string };

/** The bytes on the disk with replacements made, where they are the judged ones but for what git itself changes. */
export function editBytes(disk: Uint8Array, judged: Uint8Array, replacements: readonly Replacement[]): EditedBytes {
  const text = decoded(disk);
  const stored = decoded(judged);
  if (text === null || stored === null) return { why: "the document is not UTF-8" };
  const lines = text.split("\n");
  if (!sameLines(lines, stored.split("\n"))) return { why: "the document changed since it was judged" };
  const edited = editLines(lines, replacements);
  return edited === null
    ? { why: "the document changed since it was judged" }
    : { bytes: new TextEncoder().encode(edited.join("\n")) };
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Git takes a `\r` from line ends and closes `$Id: …$`; a line that differs in anything else is another line. */
function sameLines(disk: readonly string[], judged: readonly string[]): boolean {
  return disk.length === judged.length && disk.every((line, at) => isSame(line, judged[at]!));
}

function isSame(disk: string, judged: string): boolean {
  if (disk === judged) return true;
  const [one, other] = [disk, judged].map((line) => line.replace(/\$Id: [^$\n]*\$/g, "$Id$$"));
  return one === other || one === `${other}\r` || `${one}\r` === other;
}
