// Turns deletions and additions that belong together into renames, by equal ids first and by similar bytes after.
// It measures likeness as git does (the share of bytes in common lines) and bounds its work; it never guesses by name alone.
import type { FileChange } from "../model.ts";
import type { Repository } from "./repository.ts";

/** How much is tried. */
export interface RenameOptions {
  /** The share of common bytes from which on two files are one, 0 to 1. */
  readonly threshold?: number;
  /** The most pairs of files that are compared by their bytes; beyond, only equal ids and equal file names count. */
  readonly limit?: number;
}

const THRESHOLD = 0.5;
const LIMIT = 10_000;
/** A larger file is renamed only if nothing in it changed. */
const LARGEST = 1 << 20;

/**
 * Joins a deletion and an addition of one commit to a row "renamed" (`path` is the new one, `from` the old). Equal ids are
 * joined always, the same file name preferred; then files that keep their name in another folder, then the most alike.
 * Each file is in one pair at most. Sorted by path. Throws missing-object, corrupt-repository.
 */
export async function withRenames(
  repo: Pick<Repository, "blob">,
  changes: readonly FileChange[],
  options: RenameOptions = {},
): Promise<readonly FileChange[]> {
  const gone = new Map(changes.filter((change) => change.kind === "deleted").map((change) => [change.path, change]));
  const come = new Map(changes.filter((change) => change.kind === "added").map((change) => [change.path, change]));
  if (gone.size === 0 || come.size === 0) return changes;
  const renamed: FileChange[] = [];
  function join(from: FileChange, to: FileChange): void {
    gone.delete(from.path);
    come.delete(to.path);
    renamed.push({ kind: "renamed", path: to.path, from: from.path, oid: to.oid, oldOid: from.oldOid });
  }
  joinEqual(gone, come, join);
  if (gone.size > 0 && come.size > 0) await joinSimilar(repo, gone, come, join, options);
  const rest = changes.filter(
    (change) =>
      change.kind === "modified" || change.kind === "renamed" || gone.has(change.path) || come.has(change.path),
  );
  return [...rest, ...renamed].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

type Join = (from: FileChange, to: FileChange) => void;

function joinEqual(gone: ReadonlyMap<string, FileChange>, come: ReadonlyMap<string, FileChange>, join: Join): void {
  const byOid = grouped(gone.values(), (change) => change.oldOid);
  for (const to of [...come.values()]) {
    const free = (byOid.get(to.oid) ?? []).filter((from) => gone.has(from.path));
    const from = free.find((one) => nameOf(one) === nameOf(to)) ?? free[0];
    if (from !== undefined) join(from, to);
  }
}

function grouped<K>(
  changes: Iterable<FileChange>,
  keyOf: (change: FileChange) => K,
): ReadonlyMap<K, readonly FileChange[]> {
  const groups = new Map<K, FileChange[]>();
  for (const change of changes) {
    const group = groups.get(keyOf(change));
    if (group === undefined) groups.set(keyOf(change), [change]);
    else group.push(change);
  }
  return groups;
}

function nameOf(change: FileChange): string {
  return change.path.slice(change.path.lastIndexOf("/") + 1);
}

async function joinSimilar(
  repo: Pick<Repository, "blob">,
  gone: ReadonlyMap<string, FileChange>,
  come: ReadonlyMap<string, FileChange>,
  join: Join,
  options: RenameOptions,
): Promise<void> {
  const threshold = options.threshold ?? THRESHOLD;
  let left = options.limit ?? LIMIT;
  const prints = new Map<string, Print | null>();
  async function print(oid: string): Promise<Print | null> {
    let known = prints.get(oid);
    if (known === undefined) {
      const bytes = await repo.blob(oid);
      known = bytes.length === 0 || bytes.length > LARGEST ? null : printOf(bytes);
      prints.set(oid, known);
    }
    return known;
  }
  async function likeness(from: FileChange, to: FileChange, least: number): Promise<number> {
    left--;
    const [a, b] = [await print(from.oldOid!), await print(to.oid!)];
    return a === null || b === null ? 0 : likenessOf(a, b, least);
  }

  // A name that went once and came once most likely is the same file: a few comparisons instead of all. As git does,
  // such a pair must be half as much again alike, because others were not asked.
  const goneByName = grouped(gone.values(), nameOf);
  const comeByName = grouped(come.values(), nameOf);
  const strict = threshold + (1 - threshold) / 2;
  for (const [name, [from, another]] of goneByName) {
    const [to, other] = comeByName.get(name) ?? [];
    if (from === undefined || to === undefined || another !== undefined || other !== undefined || left <= 0) continue;
    if ((await likeness(from, to, strict)) >= strict) join(from, to);
  }

  if (gone.size * come.size > left) return;
  const pairs: { from: FileChange; to: FileChange; like: number; named: number }[] = [];
  for (const to of come.values())
    for (const from of gone.values()) {
      const like = await likeness(from, to, threshold);
      if (like >= threshold) pairs.push({ from, to, like, named: nameOf(from) === nameOf(to) ? 1 : 0 });
    }
  pairs.sort((a, b) => b.like - a.like || b.named - a.named);
  for (const { from, to } of pairs) if (gone.has(from.path) && come.has(to.path)) join(from, to);
}

/** A file as the hashes of its pieces (lines, cut at 64 bytes) with the bytes each has in all. */
interface Print {
  readonly size: number;
  readonly pieces: ReadonlyMap<number, number>;
}

/** The longest piece that is hashed as one, in bytes: git's own measure. */
const PIECE = 64;

function printOf(bytes: Uint8Array): Print {
  const pieces = new Map<number, number>();
  const text = !bytes.subarray(0, 8000).includes(0);
  let hash = 0x811c9dc5;
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    // A change of line ends alone is none here.
    if (text && byte === 13 && bytes[i + 1] === 10) continue;
    hash = Math.imul(hash ^ byte, 0x01000193);
    length++;
    if (byte === 10 || length === PIECE || i === bytes.length - 1) {
      pieces.set(hash, (pieces.get(hash) ?? 0) + length);
      hash = 0x811c9dc5;
      length = 0;
    }
  }
  return { size: bytes.length, pieces };
}

/** The bytes both have, of the larger one's; 0 where sizes alone show that it is less than `least`. */
function likenessOf(a: Print, b: Print, least: number): number {
  const largest = Math.max(a.size, b.size);
  if (Math.min(a.size, b.size) < largest * least) return 0;
  const [few, many] = a.pieces.size <= b.pieces.size ? [a, b] : [b, a];
  let common = 0;
  for (const [hash, bytes] of few.pieces) common += Math.min(bytes, many.pieces.get(hash) ?? 0);
  return common / largest;
}
