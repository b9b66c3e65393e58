// Turns a repository's index into one list of entries, a split one joined and a sparse one's folders opened.
// It reads the index and trees, never the work tree; which bytes an entry stands for is decided by those who ask.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import { FOLDER, type IndexEntry, type IndexFile, LINK, parseIndex, SUBMODULE, UnreadableIndex } from "./index-file.ts";
import { type Location, locate } from "./locate.ts";
import type { Repository } from "./repository.ts";
import { type Leaf, walkTree } from "./walk.ts";

/** The index as it was when it was read. */
export interface Staged {
  readonly location: Location;
  /** The folder with the files. */
  readonly workTree: string;
  /** By path, then by stage. None if there is no index file, as after `clone --no-checkout`: nothing is staged then. */
  readonly entries: readonly IndexEntry[];
  /** When the index was written, in nanoseconds since 1970: a file that is not older may have changed since. */
  readonly written: bigint;
  /** HEAD, and during a merge what is merged into it. Empty on a branch without a commit. */
  readonly heads: readonly Oid[];
  readonly exists: boolean;
}

/** Reads the index. Throws bad-usage for a bare repository, corrupt-repository, unsupported-repository, missing-object. */
export async function readStaged(repo: Repository): Promise<Staged> {
  if (repo.workTree === null)
    throw new BinnacleError(
      "bad-usage",
      `${locate(repo.gitDir).name}: a bare repository has no index and no work tree. Name a commit with --at.`,
    );
  const location = locate(repo.workTree);
  const path = join(repo.gitDir, "index");
  const heads = await headsOf(repo, location);
  const base = { location, workTree: repo.workTree, heads };
  if (!existsSync(path)) return { ...base, entries: [], written: 0n, exists: false };
  const written = statSync(path, { bigint: true }).mtimeNs;
  const entries = await withoutFolders(repo, readEntries(location, path));
  return { ...base, entries, written, exists: true };
}

function readEntries(location: Location, path: string): readonly IndexEntry[] {
  const index = parsed(location, path);
  if (index.link === null) return index.entries;
  const { base, deleted, replaced } = index.link;
  const shared = join(location.gitDir, `sharedindex.${base}`);
  if (!existsSync(shared)) throw unreadable(path, "the shared index it is built on is gone");
  const entries = [...parsed(location, shared).entries];
  // The first entries have no path of their own: they take the place of the base's, in order.
  replaced.forEach((place, i) => {
    const old = entries[place];
    const now = index.entries[i];
    if (old === undefined || now === undefined) throw unreadable(path, "it replaces what its base does not have");
    entries[place] = { ...now, path: old.path, raw: old.raw };
  });
  const all = [...entries.filter((_, place) => !deleted.has(place)), ...index.entries.slice(replaced.length)];
  if (all.some((entry) => entry.path === "")) throw unreadable(path, "an entry has no path");
  return all.sort((a, b) => Buffer.compare(a.raw, b.raw) || a.stage - b.stage);
}

function parsed(location: Location, path: string): IndexFile {
  try {
    return parseIndex(readFileSync(path), location.width);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableIndex)) throw thrown;
    if (!thrown.unknown) throw unreadable(path, thrown.message, thrown);
    throw new BinnacleError(
      "unsupported-repository",
      `${path}: ${thrown.message}, which is not known here. Judge a commit instead, with --at HEAD.`,
      { cause: thrown },
    );
  }
}

function unreadable(path: string, why: string, cause?: unknown): BinnacleError {
  return new BinnacleError(
    "corrupt-repository",
    `${path}: the index cannot be read (${why}). Run "git status"; if that fails too, remove the file and run "git reset".`,
    cause === undefined ? {} : { cause },
  );
}

/** Opens the folders of a sparse index: what is in them is not in the work tree. */
async function withoutFolders(repo: Repository, entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
  if (!entries.some((entry) => entry.mode === FOLDER)) return entries;
  const all: IndexEntry[] = [];
  for (const entry of entries) {
    if (entry.mode !== FOLDER) all.push(entry);
    else
      for (const [path, leaf] of await walkTree(repo, entry.oid, entry.path.replace(/\/$/, "")))
        all.push({ ...entry, path, mode: modeOf(leaf), oid: leaf.oid, raw: rawOf(path), skipWorktree: true });
  }
  return all;
}

/** A path's bytes, from the spelling that `nameOf` gives them. */
function rawOf(path: string): Buffer {
  if (!path.includes("\\x")) return Buffer.from(path);
  const parts = path.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, i) => Buffer.from(part, i % 2 === 1 ? "hex" : "utf8")));
}

function modeOf(leaf: Leaf): number {
  return leaf.kind === "link" ? LINK : leaf.kind === "submodule" ? SUBMODULE : leaf.executable ? 0o100755 : 0o100644;
}

async function headsOf(repo: Repository, location: Location): Promise<readonly Oid[]> {
  const heads: Oid[] = [];
  try {
    heads.push(await repo.resolve("HEAD"));
  } catch (thrown) {
    if (!(thrown instanceof BinnacleError) || thrown.code !== "unknown-revision") throw thrown;
  }
  const merging = join(location.gitDir, "MERGE_HEAD");
  if (existsSync(merging))
    heads.push(...(readFileSync(merging, "utf8").match(/^(?:[0-9a-f]{64}|[0-9a-f]{40})$/gm) ?? []));
  return [...new Set(heads)];
}
