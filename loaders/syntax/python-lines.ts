// Turns the bytes of a Python file into its logical lines: a statement's head with its indentation, brackets, strings
// and continuations closed. Knows no grammar beyond that, and answers null wherever it is in doubt.

/** One logical line. Offsets are bytes, half-open, without the newline; lines are 1-based. */
export interface LogicalLine {
  readonly indent: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  /** Whether it ends in a colon, so that a block has to follow. */
  readonly opens: boolean;
  /** Offset of its first byte that is no white space. */
  readonly head: number;
}

const TAB = 9;
const NEWLINE = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COLON = 58;
const BACKSLASH = 92;

/** The logical lines of `bytes`, in order, or null: an unclosed string or bracket, or tabs that follow spaces. */
export function logicalLines(bytes: Uint8Array): LogicalLine[] | null {
  const lines: LogicalLine[] = [];
  const length = bytes.length;
  let at = length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let row = 1;
  while (at < length) {
    const start = at;
    let indent = 0;
    let spaces = false;
    for (; at < length; at++) {
      const byte = bytes[at];
      if (byte === SPACE) {
        indent++;
        spaces = true;
      } else if (byte === TAB) {
        if (spaces) return null;
        indent += 8;
      } else if (byte === FORM_FEED) {
        indent = 0;
      } else break;
    }
    const first = bytes[at];
    if (at >= length) break;
    if (first === NEWLINE || first === RETURN || first === HASH) {
      while (at < length && bytes[at] !== NEWLINE) at++;
      at++;
      row++;
      continue;
    }
    const head = at;
    const line = row;
    let depth = 0;
    let last = first as number;
    let end = at;
    for (;;) {
      if (at >= length) {
        if (depth > 0) return null;
        break;
      }
      const byte = bytes[at] as number;
      if (byte === NEWLINE) {
        if (depth === 0) break;
        row++;
        at++;
      } else if (byte === QUOTE || byte === APOSTROPHE) {
        const triple = bytes[at + 1] === byte && bytes[at + 2] === byte;
        at += triple ? 3 : 1;
        let closed = false;
        while (at < length) {
          const inside = bytes[at];
          if (inside === BACKSLASH) {
            if (bytes[at + 1] === NEWLINE) row++;
            else if (bytes[at + 1] === RETURN && bytes[at + 2] === NEWLINE) {
              row++;
              at++;
            }
            at += 2;
          } else if (inside === NEWLINE) {
            if (!triple) return null;
            row++;
            at++;
          } else if (inside === byte && (!triple || (bytes[at + 1] === byte && bytes[at + 2] === byte))) {
            at += triple ? 3 : 1;
            closed = true;
            break;
          } else at++;
        }
        if (!closed) return null;
        last = byte;
        end = at;
      } else if (byte === HASH) {
        while (at < length && bytes[at] !== NEWLINE) at++;
      } else if (byte === BACKSLASH) {
        if (bytes[at + 1] === NEWLINE) at += 2;
        else if (bytes[at + 1] === RETURN && bytes[at + 2] === NEWLINE) at += 3;
        else return null;
        row++;
      } else {
        if (byte === 40 || byte === 91 || byte === 123) depth++;
        else if (byte === 41 || byte === 93 || byte === 125) {
          if (--depth < 0) return null;
        }
        at++;
        if (byte !== SPACE && byte !== RETURN && byte !== TAB && byte !== FORM_FEED) {
          last = byte;
          end = at;
        }
      }
    }
    lines.push({ indent, start, end, line, endLine: row, opens: last === COLON, head });
    at++;
    row++;
  }
  return lines;
}
