// Turns the bytes of a commit, a tag or a tree into values, the same ones whichever program read the bytes.
// It reads nothing itself, keeps nobody's name, and gives names that are not UTF-8 a spelling of their own.
import { isUtf8 } from "node:buffer";
import type { Commit, Oid } from "../model.ts";

/** What git stores. */
export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** One entry of a tree. `path` is its name in that tree, spelled by `nameOf`; `mode` is octal as stored (`100644`, `40000`). */
export interface TreeEntry {
  readonly mode: string;
  readonly path: string;
  readonly oid: Oid;
  /** `commit` is a submodule. A symbolic link is a `blob` with mode `120000`. */
  readonly kind: "blob" | "tree" | "commit";
}

/** A commit or tag whose header git would not have written. What can still be read of it is kept, so that a walk goes on. */
export class MalformedObject extends Error {
  readonly parents: readonly Oid[];

  constructor(reason: string, parents: readonly Oid[]) {
    super(reason);
    this.name = "MalformedObject";
    this.parents = parents;
  }
}

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** The last second that a JavaScript date can hold. */
const LAST_SECOND = 8.64e12;

/**
 * Reads a commit's bytes. Only the committer's clock is looked at, so an author line without `<>` loses nothing.
 * Throws MalformedObject: no tree first, a parent that is no oid, a committer line without seconds and zone.
 */
export function parseCommit(oid: Oid, data: Uint8Array): Commit {
  const bytes = asBuffer(data);
  const blank = bytes.indexOf("\n\n");
  const header = bytes.toString("latin1", 0, blank === -1 ? bytes.length : blank).split("\n");
  const parents: Oid[] = [];
  let next = 1;
  // As git does: the tree, then the run of parents; a `parent` further down is an unknown header.
  while (header[next]?.startsWith("parent ")) parents.push(header[next++]!.slice("parent ".length));
  if (!parents.every((parent) => OID.test(parent))) throw new MalformedObject("a parent is no object id", []);
  const tree = header[0]?.startsWith("tree ") ? header[0].slice("tree ".length) : "";
  if (!OID.test(tree)) throw new MalformedObject("it does not begin with a tree", parents);
  const rest = header.slice(next);
  const committer = rest.find((line) => line.startsWith("committer "));
  const clock = committer === undefined ? null : /\s(\d+) ([+-])(\d+)(\d\d)\s*$/.exec(committer.slice(-200));
  if (clock === null) throw new MalformedObject("its committer line has no time", parents);
  const time = Number(clock[1]);
  if (time > LAST_SECOND) throw new MalformedObject("its committer's time lies beyond any calendar", parents);
  const minutes = Number(clock[3]) * 60 + Number(clock[4]);
  // A zone of more than a day is nonsense; git shows such times as UTC.
  const offset = minutes > 24 * 60 || minutes === 0 ? 0 : clock[2] === "-" ? -minutes : minutes;
  const encoding = rest.find((line) => line.startsWith("encoding "))?.slice("encoding ".length);
  const message = blank === -1 ? "" : decode(bytes.subarray(blank + 2), encoding);
  return { oid, tree, parents, time, offset, message };
}

/** What a tag object points at. Throws MalformedObject. */
export function parseTag(data: Uint8Array): { readonly oid: Oid; readonly type: string } {
  const [object, type] = asBuffer(data).toString("latin1", 0, 200).split("\n", 2);
  const oid = object?.startsWith("object ") ? object.slice("object ".length) : "";
  if (!OID.test(oid) || !type?.startsWith("type "))
    throw new MalformedObject("it does not begin with an object and its type", []);
  return { oid, type: type.slice("type ".length) };
}

/**
 * Reads a tree's bytes, in git's order. `width` is the length of an object id in bytes: 20 or 32.
 * Throws MalformedObject on a torn entry and on a name no file can have (empty, `.`, `..`, `.git`, with `/`).
 */
export function parseTree(data: Uint8Array, width: 20 | 32): readonly TreeEntry[] {
  const bytes = asBuffer(data);
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const end = space === -1 ? -1 : bytes.indexOf(0, space);
    if (end === -1 || end + 1 + width > bytes.length) throw new MalformedObject("an entry is torn", []);
    const mode = bytes.toString("latin1", at, space);
    const path = nameOf(bytes.subarray(space + 1, end));
    if (path === "" || path === "." || path === ".." || path.toLowerCase() === ".git" || path.includes("/"))
      throw new MalformedObject(`"${path}" can be no file's name`, []);
    const kind = mode === "40000" || mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
    entries.push({ mode, path, oid: bytes.toString("hex", end + 1, end + 1 + width), kind });
    at = end + 1 + width;
  }
  return entries;
}

/** The entries of two trees that differ, as one finds them after leaving out what both begin and end with. */
export interface Differing {
  readonly old: readonly TreeEntry[];
  readonly now: readonly TreeEntry[];
}

/**
 * What differs between two trees' bytes, decoded without the entries that both begin and end with: neighbours in history
 * mostly differ in one of a hundred. Others that are equal may be among what is answered. Throws MalformedObject.
 */
export function differingEntries(before: Uint8Array, after: Uint8Array, width: 20 | 32): Differing {
  const a = asBuffer(before);
  const b = asBuffer(after);
  const starts = entryStarts(a, width);
  const known = new Set(entryStarts(b, width));
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  let first = 0;
  while (first < starts.length) {
    const next = starts[first + 1] ?? a.length;
    if (next > shorter || a.compare(b, head, next, head, next) !== 0) break;
    head = next;
    first++;
  }
  let tail = 0;
  for (let i = starts.length - 1; i >= first; i--) {
    const start = starts[i]!;
    const there = b.length - (a.length - start);
    if (there < head || !known.has(there) || a.compare(b, there, b.length - tail, start, a.length - tail) !== 0) break;
    tail = a.length - start;
  }
  return {
    old: parseTree(a.subarray(head, a.length - tail), width),
    now: parseTree(b.subarray(head, b.length - tail), width),
  };
}

/** Where entries begin. A torn last one is left to `parseTree`, which says so. */
function entryStarts(bytes: Buffer, width: number): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(at);
    const end = bytes.indexOf(0, at);
    if (end === -1) break;
    at = end + 1 + width;
  }
  return starts;
}

/**
 * The spelling of a file's name, such that different bytes give different spellings.
 * A name in UTF-8 is itself. Bytes that are no UTF-8 are written `\xNN` (lower-case hex); so that nothing else can be
 * spelled that way, a backslash that already stands before `x` and two hex digits is written `\x5c`.
 */
export function nameOf(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  const text = isUtf8(buffer) ? buffer.toString("utf8") : null;
  if (text !== null) return text.includes("\\x") ? escapeEscapes(text) : text;
  let name = "";
  let at = 0;
  while (at < buffer.length) {
    const length = sequenceLength(buffer[at]!);
    const sequence = buffer.subarray(at, at + length);
    if (length > 0 && sequence.length === length && isUtf8(sequence)) {
      name += sequence.toString("utf8");
      at += length;
    } else {
      // A marker that no decoded name can hold, because NUL ends a name in a tree.
      name += `\0${buffer[at]!.toString(16).padStart(2, "0")}`;
      at += 1;
    }
  }
  return escapeEscapes(name).replaceAll("\0", "\\x");
}

function escapeEscapes(name: string): string {
  return name.replace(/\\(?=x[0-9a-f]{2})/g, "\\x5c");
}

/** How many bytes a UTF-8 sequence has that begins with this one; 0 for a byte that begins none. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined || /^utf-?8$/i.test(encoding.trim())) return bytes.toString("utf8");
  try {
    return new TextDecoder(encoding.trim(), { ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
