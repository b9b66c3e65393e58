// Turns the bytes of git's index (versions 2, 3 and 4, either width of ids) into its entries.
// It checks all that the bytes say of themselves and opens nothing: a split or sparse index is put together by staged.ts.
import { createHash } from "node:crypto";
import type { Oid } from "../model.ts";
import { nameOf } from "./parse.ts";

/** What the index remembers of a file on the disk, each number cut to 32 bits. 0: it does not know. */
export interface Stat {
  readonly ctime: number;
  /** The part of the second, in nanoseconds. */
  readonly ctimeNs: number;
  readonly mtime: number;
  readonly mtimeNs: number;
  readonly ino: number;
  readonly size: number;
}

/** One entry. `path` is spelled by `nameOf`, `raw` holds its bytes; a folder of a sparse index ends with `/`. */
export interface IndexEntry {
  readonly path: string;
  readonly raw: Buffer;
  readonly mode: number;
  readonly oid: Oid;
  /** 0, or of an unmerged path 1 (base), 2 (ours), 3 (theirs). */
  readonly stage: number;
  readonly stat: Stat;
  readonly assumeValid: boolean;
  readonly skipWorktree: boolean;
  readonly intentToAdd: boolean;
}

/** A split index: what it takes from the index it is built on. */
export interface IndexLink {
  readonly base: Oid;
  /** Places in the base's entries. */
  readonly deleted: ReadonlySet<number>;
  readonly replaced: readonly number[];
}

export interface IndexFile {
  readonly version: number;
  /** In the file's order: by path, then by stage. Of a split index, replaced ones first, with an empty path. */
  readonly entries: readonly IndexEntry[];
  readonly link: IndexLink | null;
}

/** An index that cannot be read, in words. `unknown`: it is sound, and this reader too old. */
export class UnreadableIndex extends Error {
  readonly unknown: boolean;

  constructor(reason: string, unknown = false) {
    super(reason);
    this.name = "UnreadableIndex";
    this.unknown = unknown;
  }
}

/** Modes, as the index stores them. */
export const FOLDER = 0o040000;
export const LINK = 0o120000;
export const SUBMODULE = 0o160000;

const ENTRY_HEAD = 40;

/** Reads an index. `width` is the length of an object id in bytes. Throws UnreadableIndex. */
export function parseIndex(bytes: Buffer, width: 20 | 32): IndexFile {
  if (bytes.length < 12 + width || bytes.toString("latin1", 0, 4) !== "DIRC")
    throw new UnreadableIndex('it does not begin with "DIRC"');
  const end = bytes.length - width;
  const wanted = bytes.subarray(end);
  const found = createHash(width === 20 ? "sha1" : "sha256")
    .update(bytes.subarray(0, end))
    .digest();
  // Zeros: it was written without one (`index.skipHash`).
  if (!wanted.equals(found) && wanted.some((byte) => byte !== 0))
    throw new UnreadableIndex("its checksum does not fit its bytes");
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new UnreadableIndex(`it is of version ${version}`, true);
  const count = bytes.readUInt32BE(8);
  const entries: IndexEntry[] = [];
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_HEAD + width + 2 > end) throw new UnreadableIndex(`it ends in entry ${i + 1} of ${count}`);
    const start = at;
    const flags = bytes.readUInt16BE(at + ENTRY_HEAD + width);
    const extended = (flags & 0x4000) !== 0;
    if (extended && version < 3) throw new UnreadableIndex(`entry ${i + 1} has flags that version 2 does not know`);
    const more = extended ? bytes.readUInt16BE(at + ENTRY_HEAD + width + 2) : 0;
    at += ENTRY_HEAD + width + (extended ? 4 : 2);
    let kept = Buffer.alloc(0);
    if (version === 4) {
      const strip = varint(bytes, at, end);
      at = strip.next;
      if (strip.value > before.length) throw new UnreadableIndex(`entry ${i + 1} shortens the path before it too much`);
      kept = before.subarray(0, before.length - strip.value) as Buffer<ArrayBuffer>;
    }
    const close = bytes.indexOf(0, at);
    if (close === -1 || close >= end) throw new UnreadableIndex(`the path of entry ${i + 1} has no end`);
    const raw = Buffer.concat([kept, bytes.subarray(at, close)]);
    at = version === 4 ? close + 1 : start + ((close - start + 8) & ~7);
    before = raw;
    const mode = bytes.readUInt32BE(start + 24);
    entries.push({
      path: pathOf(raw, mode, i),
      raw,
      mode,
      oid: bytes.toString("hex", start + ENTRY_HEAD, start + ENTRY_HEAD + width),
      stage: (flags >> 12) & 3,
      stat: {
        ctime: bytes.readUInt32BE(start),
        ctimeNs: bytes.readUInt32BE(start + 4),
        mtime: bytes.readUInt32BE(start + 8),
        mtimeNs: bytes.readUInt32BE(start + 12),
        ino: bytes.readUInt32BE(start + 20),
        size: bytes.readUInt32BE(start + 36),
      },
      assumeValid: (flags & 0x8000) !== 0,
      skipWorktree: (more & 0x4000) !== 0,
      intentToAdd: (more & 0x2000) !== 0,
    });
  }
  const link = linkOf(bytes, at, end, width);
  if (link === null && entries.some((entry) => entry.path === "")) throw new UnreadableIndex("an entry has no path");
  return { version, entries, link };
}

/** Refuses a path that leads out of the work tree or into the repository. Of a split index it may be empty. */
function pathOf(raw: Buffer, mode: number, index: number): string {
  const path = nameOf(raw);
  const whole = mode === FOLDER && path.endsWith("/") ? path.slice(0, -1) : path;
  if (raw.length > 0 && !whole.split("/").every(isPlainName))
    throw new UnreadableIndex(`entry ${index + 1} has the path "${path}", which can be no file's`);
  return path;
}

function isPlainName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || name.toLowerCase() === ".git") return false;
  return process.platform !== "win32" || !/[\\:]/.test(name);
}

/** A number in git's way of offsets: seven bits a byte, highest first, each further byte adding one. */
function varint(bytes: Buffer, from: number, end: number): { readonly value: number; readonly next: number } {
  let at = from;
  let byte = bytes[at++]!;
  let value = byte & 0x7f;
  while (byte & 0x80) {
    if (at >= end || value > 2 ** 31) throw new UnreadableIndex("a path's length is broken");
    byte = bytes[at++]!;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}

/** Looks through the extensions. One whose name begins in lower case must be understood; others are only for speed. */
function linkOf(bytes: Buffer, from: number, end: number, width: 20 | 32): IndexLink | null {
  let link: IndexLink | null = null;
  for (let at = from; at < end; ) {
    if (at + 8 > end) throw new UnreadableIndex("an extension is torn");
    const name = bytes.toString("latin1", at, at + 4);
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    if (next > end) throw new UnreadableIndex("an extension is torn");
    if (name === "link") link = parseLink(bytes.subarray(at + 8, next), width);
    else if (name !== "sdir" && !/^[A-Z]/.test(name)) throw new UnreadableIndex(`it has the extension "${name}"`, true);
    at = next;
  }
  return link;
}

function parseLink(bytes: Buffer, width: 20 | 32): IndexLink | null {
  if (bytes.length < width) throw new UnreadableIndex('the extension "link" is torn');
  const base = bytes.toString("hex", 0, width);
  if (/^0+$/.test(base)) return null;
  if (bytes.length === width) return { base, deleted: new Set(), replaced: [] };
  const deleted = parseBits(bytes, width);
  const replaced = parseBits(bytes, deleted.next);
  return { base, deleted: new Set(deleted.bits), replaced: replaced.bits };
}

/** More entries than any index holds: a run of ones may say that it is as long as it likes. */
const MOST = 5_000_000;

/** Reads a compressed bitmap (EWAH): words that say how many equal words follow, and how many are written out. */
function parseBits(bytes: Buffer, from: number): { readonly bits: readonly number[]; readonly next: number } {
  const torn = new UnreadableIndex('a bitmap of the extension "link" is torn');
  if (from + 8 > bytes.length) throw torn;
  const size = bytes.readUInt32BE(from);
  const words = bytes.readUInt32BE(from + 4);
  const next = from + 8 + words * 8 + 4;
  if (next > bytes.length || size > MOST) throw torn;
  const bits: number[] = [];
  let place = 0;
  for (let word = 0; word < words; ) {
    const marker = bytes.readBigUInt64BE(from + 8 + word++ * 8);
    const run = Number((marker >> 1n) & 0xffffffffn) * 64;
    if (marker & 1n) for (let i = 0; i < run && place + i < size; i++) bits.push(place + i);
    place += run;
    for (let literals = Number(marker >> 33n); literals > 0; literals--, word++, place += 64) {
      if (word >= words) throw torn;
      const literal = bytes.readBigUInt64BE(from + 8 + word * 8);
      for (let bit = 0; bit < 64; bit++) if ((literal >> BigInt(bit)) & 1n) bits.push(place + bit);
    }
  }
  return { bits, next };
}
