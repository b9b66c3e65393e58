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
const HASH = 35;
const COLON = 58;
const BACKSLASH = 92;

/** What a byte means inside a logical line: nearly all mean nothing and are passed over in one look. */
const ORDINARY = 0;
const ENDS_LINE = 1;
const QUOTES = 2;
const COMMENTS = 3;
const CONTINUES = 4;
const OPENS = 5;
const CLOSES = 6;
const MEANING = new Uint8Array(256);
for (const [meaning, bytes] of [
  [ENDS_LINE, "\n"],
  [QUOTES, "\"'"],
  [COMMENTS, "#"],
  [CONTINUES, "\\"],
  [OPENS, "([{"],
  [CLOSES, ")]}"],
] as const) {
  for (const byte of bytes) MEANING[byte.charCodeAt(0)] = meaning;
}

/**
 * The logical lines of whole lines from one offset to another, in order, the first of them line `first`. Null: an unclosed
 * string or bracket, a continuation into what follows, or tabs behind spaces.
 */
export function logicalLines(bytes: Uint8Array, from: number, to: number, first: number): LogicalLine[] | null {
  const lines: LogicalLine[] = [];
  let at = from === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : from;
  let row = first;
  while (at < to) {
    const start = at;
    let indent = 0;
    let spaces = false;
    for (; at < to; at++) {
      const byte = bytes[at];
      if (byte === SPACE) {
        indent++;
        spaces = true;
      } else if (byte === TAB) {
        if (spaces) return null;
        indent += 8;
      } else if (byte === FORM_FEED) indent = 0;
      else break;
    }
    if (at >= to) break;
    const opening = bytes[at];
    if (opening === NEWLINE || opening === RETURN || opening === HASH) {
      at = indexOrEnd(bytes, at, NEWLINE) + 1;
      row++;
      continue;
    }
    const head = at;
    const line = row;
    let depth = 0;
    let end = -1;
    while (end < 0) {
      while (at < to && MEANING[bytes[at] as number] === ORDINARY) at++;
      if (at >= to) {
        if (depth > 0 || bytes[to - 1] === NEWLINE) return null;
        end = to;
        break;
      }
      switch (MEANING[bytes[at] as number]) {
        case ENDS_LINE:
          if (depth === 0) end = at;
          else {
            row++;
            at++;
          }
          break;
        case QUOTES: {
          const closes = endOfString(bytes, at, to);
          if (closes < 0) return null;
          row += newlinesIn(bytes, at, closes);
          at = closes;
          break;
        }
        case COMMENTS:
          if (depth === 0) end = at;
          at = indexOrEnd(bytes, at, NEWLINE);
          break;
        case CONTINUES:
          if (bytes[at + 1] === NEWLINE) at += 2;
          else if (bytes[at + 1] === RETURN && bytes[at + 2] === NEWLINE) at += 3;
          else return null;
          row++;
          break;
        case OPENS:
          depth++;
          at++;
          break;
        default:
          if (--depth < 0) return null;
          at++;
      }
    }
    end = trimmed(bytes, head, end);
    lines.push({ indent, start, end, line, endLine: row, opens: bytes[end - 1] === COLON, head });
    at++;
    row++;
  }
  return lines;
}

/** `to` without the white space before it. */
function trimmed(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from) {
    const byte = bytes[end - 1];
    if (byte !== SPACE && byte !== RETURN && byte !== TAB && byte !== FORM_FEED) break;
    end--;
  }
  return end;
}

function indexOrEnd(bytes: Uint8Array, from: number, byte: number): number {
  const found = bytes.indexOf(byte, from);
  return found < 0 ? bytes.length : found;
}

/** Where the string that opens at `at` ends, behind its closing quotes; -1 where it does not before `length`. */
function endOfString(bytes: Uint8Array, at: number, length: number): number {
  const quote = bytes[at] as number;
  const triple = bytes[at + 1] === quote && bytes[at + 2] === quote;
  for (let next = at + (triple ? 3 : 1); next < length; next++) {
    const byte = bytes[next];
    if (byte === BACKSLASH) next += bytes[next + 1] === RETURN && bytes[next + 2] === NEWLINE ? 2 : 1;
    else if (byte === quote) {
      if (!triple) return next + 1;
      if (bytes[next + 1] === quote && bytes[next + 2] === quote) return next + 3;
    } else if (byte === NEWLINE && !triple) return -1;
  }
  return -1;
}

/** How many lines end between two offsets, half-open. */
export function newlinesIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === NEWLINE) count++;
  return count;
}
