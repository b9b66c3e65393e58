// Turns two trees into the files that differ between them, and one tree into the files it holds.
// It compares ids and opens only folders that differ; what differs inside a file is told by diff.ts.
import type { FileChange, Oid } from "../model.ts";
import type { Repository, TreeEntry } from "./repository.ts";

export { withRenames } from "./renames.ts";

/** What is looked at. Both are asked with whole paths; a folder's has no `/` at its end. */
export interface Scope {
  readonly include?: (path: string) => boolean;
  /** Whether a folder is opened at all: what it prunes is never read. */
  readonly enter?: (dir: string) => boolean;
}

/**
 * The files that differ between two trees (a commit stands for its own), by path in code-unit order. Files only: a
 * submodule and a symbolic link are no files, so a link that becomes a file is "added"; a mode alone is no change.
 * `before` null: everything is "added". Renames are two rows here: see `withRenames`. Throws missing-object,
 * corrupt-repository.
 */
export async function diffTrees(
  repo: Repository,
  before: Oid | null,
  after: Oid,
  options: Scope = {},
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  await compare(repo, "", before, after, options, changes);
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** All files of a commit or a tree with the blobs they hold, by path in code-unit order. Same scope and errors as `diffTrees`. */
export async function listTree(repo: Repository, tree: Oid, options: Scope = {}): Promise<ReadonlyMap<string, Oid>> {
  const changes = await diffTrees(repo, null, tree, options);
  return new Map(changes.map((change) => [change.path, change.oid!]));
}

async function compare(
  repo: Repository,
  dir: string,
  before: Oid | null,
  after: Oid | null,
  scope: Scope,
  changes: FileChange[],
): Promise<void> {
  if (before === after) return;
  const { old, now } = await repo.differing(before, after);
  const seen = byName(old);
  for (const entry of now) {
    const key = keyOf(entry);
    const other = seen.get(key);
    if (other !== undefined) seen.delete(key);
    if (other?.oid !== entry.oid) await one(repo, dir, other ?? null, entry, scope, changes);
  }
  for (const entry of seen.values()) await one(repo, dir, entry, null, scope, changes);
}

function byName(entries: readonly TreeEntry[]): Map<string, TreeEntry> {
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

/** A folder and a file of the same name are two things; a NUL cannot be in a name. */
function keyOf(entry: TreeEntry): string {
  return entry.kind === "tree" ? `${entry.path}\0` : isFile(entry) ? entry.path : `${entry.path}\0\0`;
}

function isFile(entry: TreeEntry): boolean {
  return entry.kind === "blob" && entry.mode !== "120000";
}

async function one(
  repo: Repository,
  dir: string,
  old: TreeEntry | null,
  now: TreeEntry | null,
  scope: Scope,
  changes: FileChange[],
): Promise<void> {
  const entry = (now ?? old)!;
  const path = dir === "" ? entry.path : `${dir}/${entry.path}`;
  if (entry.kind === "tree") {
    if (scope.enter === undefined || scope.enter(path))
      await compare(repo, path, old?.oid ?? null, now?.oid ?? null, scope, changes);
  } else if (isFile(entry) && (scope.include === undefined || scope.include(path))) {
    const kind = old === null ? "added" : now === null ? "deleted" : "modified";
    changes.push({ kind, path, from: null, oid: now?.oid ?? null, oldOid: old?.oid ?? null });
  }
}
