// Turns the outline of a Python file and the bytes of its next version into the next version's outline: what stands byte
// for byte is taken over, and only what lies between is read. It answers what python-outline.ts would of the whole file.

import type { Chunk } from "../model.ts";
import { newlinesIn } from "./python-lines.ts";
import { Outliner } from "./python-outline.ts";

/** A version of a file, outlined by indentation. */
export interface Outlined {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
}

/** The next version's outline, and for each chunk the index of the one before it that has its bytes, or -1. */
export interface Edited {
  readonly chunks: readonly Chunk[];
  readonly origins: readonly number[];
}

/** Chunks from one definition up to the next that stands in nothing but classes: indices, half-open. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Byte offsets: where it begins, and where the next one does. */
  readonly start: number;
  readonly end: number;
  /** How far its bytes have to be the same: over the next definition's keyword too, so that none of its own are missing. */
  readonly sure: number;
  readonly line: number;
  /** How many lines it has. */
  readonly lines: number;
  readonly indent: number;
  readonly owner: string | null;
  /** Whether it begins with a definition; only what a file begins with may not. */
  readonly defines: boolean;
  /** Where it begins with a class: the indentation of the class's body. Null where that has none in lines of its own. */
  readonly body: number | null;
}

/** Bytes that tell a definition: as long as "async def ". */
const KEYWORDS = 10;
/** So many of its first bytes are looked for where it may have gone. */
const SOUGHT = 64;
const NEWLINE = 10;
const FORM_FEED = 12;
const SPACE = 32;
const TAB = 9;

/** Null where indentation does not decide. */
export function outlineEdited(before: Outlined, bytes: Uint8Array): Edited | null {
  const origins: number[] = [];
  const outliner = new Outliner(bytes);
  const old = asBuffer(before.bytes);
  const now = asBuffer(bytes);
  let at = 0;
  let row = 1;
  for (const stretch of stretches(before)) {
    const found = placeOf(stretch, old, now, at);
    if (found < 0) continue;
    if (!outliner.take(at, found, row)) return null;
    row += newlinesIn(now, at, found);
    at = found;
    while (origins.length < outliner.chunks.length) origins.push(-1);
    const moved = { bytes: found - stretch.start, lines: row - stretch.line };
    if (!outliner.takeOver(before.chunks.slice(stretch.from, stretch.to), stretch, moved)) continue;
    for (let index = stretch.from; index < stretch.to; index++) origins.push(index);
    at += stretch.end - stretch.start;
    row += stretch.lines;
  }
  if (!outliner.take(at, bytes.length, row) || !outliner.isAtRest) return null;
  while (origins.length < outliner.chunks.length) origins.push(-1);
  return { chunks: outliner.chunks, origins };
}

/** What stands before the first such definition, and then a stretch for each. */
function stretches({ bytes, chunks }: Outlined): readonly Stretch[] {
  const found: Stretch[] = [];
  const classes: { readonly path: string; readonly body: number }[] = [];
  let from: Chunk | null = null;
  let indent = 0;
  let body: number | null = null;
  const close = (next: Chunk | null, sure: number): void => {
    const start = from?.start ?? 0;
    const line = from?.firstLine ?? 1;
    found.push({
      from: from?.index ?? 0,
      to: next?.index ?? chunks.length,
      start,
      end: next?.start ?? bytes.length,
      sure,
      line,
      lines: (next?.firstLine ?? line) - line,
      indent,
      owner: from?.owner ?? null,
      defines: from !== null,
      body,
    });
  };
  for (const chunk of chunks) {
    while (classes.length > 0 && chunk.owner !== classes.at(-1)?.path) classes.pop();
    const around = classes.at(-1);
    if (chunk.kind === "statement" || chunk.owner !== (around?.path ?? null)) continue;
    const columns = indentOf(bytes, chunk);
    if (columns !== (around?.body ?? 0)) continue;
    if (chunk.index > 0) close(chunk, Math.min(chunk.end, chunk.start + columns + KEYWORDS));
    from = chunk;
    indent = columns;
    const first = chunk.kind === "class" ? chunks[chunk.index + 1] : undefined;
    body = first && isMember(first, chunk) ? indentOf(bytes, first) : null;
    if (body !== null) classes.push({ path: first?.owner as string, body });
  }
  if (chunks.length > 0) close(null, bytes.length);
  return found;
}

/** Whether the chunk behind a class's is the first of its body. */
function isMember({ owner }: Chunk, of: Chunk): boolean {
  if (owner === null || owner === of.owner) return false;
  return of.owner === null ? owner === of.name : owner === `${of.owner}.${of.name}`;
}

/** Where a stretch stands in the next version, at `at` or behind; -1 where it does not, or not in a place of its kind. */
function placeOf({ defines, start, end, sure }: Stretch, old: Buffer, now: Buffer, at: number): number {
  // Statements join those before and behind them: they stand only where a file begins, up to a definition or its end.
  if (!defines) return end < old.length || now.length === old.length ? placeAt(old, start, sure, now, at) : -1;
  if (end === old.length) return placeAt(old, start, sure, now, Math.max(at, now.length - (sure - start)));
  const here = placeAt(old, start, sure, now, at);
  if (here >= 0) return here;
  const found = now.indexOf(old.subarray(start, Math.min(sure, start + SOUGHT)), at);
  return found < 0 ? -1 : placeAt(old, start, sure, now, found);
}

/** `at`, where bytes of the old version stand there in the new one and begin a line; else -1. */
function placeAt(old: Buffer, start: number, end: number, now: Buffer, at: number): number {
  const until = at + end - start;
  if (until > now.length || !isLineStart(now, at)) return -1;
  return old.compare(now, at, until, start, end) === 0 ? at : -1;
}

function isLineStart(bytes: Uint8Array, at: number): boolean {
  return at === 0 || bytes[at - 1] === NEWLINE;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Columns before a chunk's first byte, a tab counting eight as in python-lines.ts; behind a form feed equal to nothing. */
function indentOf(bytes: Uint8Array, chunk: Chunk): number {
  let indent = 0;
  let at = chunk.start;
  for (; bytes[at] === SPACE || bytes[at] === TAB; at++) indent += bytes[at] === TAB ? 8 : 1;
  return bytes[at] === FORM_FEED ? Number.NaN : indent;
}
