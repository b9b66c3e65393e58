// Turns a snapshot into the history behind it: its commits, what each changed, and the versions of a file through renames.
// It compares trees and reads blobs only to tell a rename; what a line became is told by follow.ts.

import type { Snapshot } from "../citation.ts";
import { diffTrees, withRenames } from "../git/changes.ts";
import { calendarDay, pullRequestOf, subjectOf, walkLine } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import type { Commit, FileChange, Floor, Moment, Oid } from "../model.ts";

/** The id under which what no commit holds yet stands as if it were one. */
export const UNCOMMITTED = "uncommitted";

/** A file at a commit that changed it. */
export interface Version {
  /** Position of the commit in `Past.commits`. */
  readonly at: number;
  readonly path: string;
  /** Null where the commit deleted it. */
  readonly oid: Oid | null;
}

/** A path that a commit took away. */
export interface Departure {
  readonly at: number;
  /** Where it went, of a rename. */
  readonly to: string | null;
  readonly oid: Oid;
}

export interface Past {
  /** Newest first, children before parents; all parents are walked. What is uncommitted stands first, as if committed. */
  readonly commits: readonly Commit[];
  /** By position: what the commit changed against its first parent, by path; of merges off the line, nothing. */
  readonly changes: readonly (readonly FileChange[])[];
  /** Positions of the commits on the first-parent line, newest first. */
  readonly line: readonly number[];
  /** By position: that of the commit on the line which brought it there; of those on the line, their own. */
  readonly landed: Int32Array;
  readonly position: ReadonlyMap<Oid, number>;
  readonly floor: Floor | null;
  /** Malformed commits and the like, one line each. */
  readonly warnings: readonly string[];
}

/** What a commit changed against its first parent: the caller keeps it, since many snapshots share their history. */
export type ChangesOf = (commit: Commit) => Promise<readonly FileChange[]>;

/** Walks everything behind a snapshot. Throws what `walkLine` and `diffTrees` throw. */
export async function pastOf(repo: Repository, snapshot: Snapshot, changesOf: ChangesOf): Promise<Past> {
  const [head] = snapshot.heads;
  if (head === undefined) return empty();
  const pending = snapshot.kind === "commit" ? null : pendingCommit(snapshot);
  const warnings: string[] = [];
  const line = await walkLine(pending === null ? repo : withCommit(repo, pending), pending?.oid ?? head, {
    allParents: true,
    onWarning: (warning) => warnings.push(warning),
  });
  const commits = line.commits.toReversed();
  const position = new Map(commits.map((commit, at) => [commit.oid, at]));
  const onLine = firstParents(commits, position);
  const isOnLine = new Set(onLine);
  const changes: (readonly FileChange[])[] = [];
  for (const [at, commit] of commits.entries()) {
    if (commit.oid === UNCOMMITTED) changes.push(await pendingChanges(repo, snapshot, head));
    else if (commit.parents.length > 1 && !isOnLine.has(at)) changes.push([]);
    else changes.push(await changesOf(commit));
  }
  return {
    commits,
    changes,
    line: onLine,
    landed: landings(commits, position, onLine),
    position,
    floor: line.floor,
    warnings,
  };
}

function empty(): Past {
  return {
    commits: [],
    changes: [],
    line: [],
    landed: new Int32Array(),
    position: new Map(),
    floor: null,
    warnings: [],
  };
}

function pendingCommit(snapshot: Snapshot): Commit {
  return { oid: UNCOMMITTED, tree: "", parents: snapshot.heads, time: 0, offset: 0, message: "" };
}

/** The same repository, with one commit more than it stores. */
function withCommit(repo: Repository, pending: Commit): Repository {
  return new Proxy(repo, {
    get(target, key) {
      if (key === "commit") return (oid: Oid) => (oid === pending.oid ? Promise.resolve(pending) : target.commit(oid));
      const value = Reflect.get(target, key, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The files that a commit changed against its first parent, renames joined. */
export async function changesAt(repo: Repository, commit: Commit): Promise<readonly FileChange[]> {
  const parent = repo.shallow.has(commit.oid) ? null : (commit.parents[0] ?? null);
  const changes = await diffTrees(repo, parent, commit.oid);
  // At a root and at a shallow edge everything is new: there is nothing that could have been renamed.
  return parent === null ? changes : withRenames(repo, changes);
}

async function pendingChanges(repo: Repository, snapshot: Snapshot, head: Oid): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  const before = new Map((await diffTrees(repo, null, head)).map((change) => [change.path, change.oid]));
  for (const [path, oid] of snapshot.files) {
    const old = before.get(path) ?? null;
    if (old !== oid) changes.push({ kind: old === null ? "added" : "modified", path, from: null, oid, oldOid: old });
  }
  for (const [path, oid] of before)
    if (!snapshot.files.has(path)) changes.push({ kind: "deleted", path, from: null, oid: null, oldOid: oid });
  changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  return withRenames({ blob: (oid: Oid) => snapshot.blob(oid) }, changes);
}

function firstParents(commits: readonly Commit[], position: ReadonlyMap<Oid, number>): readonly number[] {
  const line: number[] = [];
  let next: number | undefined = 0;
  while (next !== undefined && next < commits.length) {
    line.push(next);
    next = position.get(commits[next]!.parents[0] ?? "");
  }
  return line;
}

/** Which commit of the line first contains each: the line is walked from its oldest, each taking what nobody has. */
function landings(commits: readonly Commit[], position: ReadonlyMap<Oid, number>, line: readonly number[]): Int32Array {
  const landed = new Int32Array(commits.length).fill(-1);
  for (const at of line.toReversed()) {
    const pending = [at];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (landed[each] !== -1) continue;
      landed[each] = at;
      for (const parent of commits[each]!.parents) {
        const behind = position.get(parent);
        if (behind !== undefined && landed[behind] === -1) pending.push(behind);
      }
    }
  }
  return landed;
}

/**
 * The versions of files through their renames, newest first, by the path each bears now. Of merges only those on the line
 * are told. A name that a file bore counts in all older commits, whatever branch it stood on.
 */
export function versionsOf(past: Past, paths: Iterable<string>): ReadonlyMap<string, readonly Version[]> {
  const versions = new Map<string, Version[]>();
  const bearers = new Map<string, Set<string>>();
  for (const path of paths) {
    versions.set(path, []);
    bearers.set(path, new Set([path]));
  }
  for (const [at, changes] of past.changes.entries()) {
    for (const change of changes) {
      const files = bearers.get(change.path);
      if (files === undefined) continue;
      for (const file of files) versions.get(file)!.push({ at, path: change.path, oid: change.oid });
      if (change.from === null) continue;
      const older = bearers.get(change.from) ?? new Set();
      for (const file of files) older.add(file);
      bearers.set(change.from, older);
    }
  }
  return versions;
}

/** Every path that a commit took away, and the commits that did, newest first. */
export function departuresOf(past: Past): ReadonlyMap<string, readonly Departure[]> {
  const gone = new Map<string, Departure[]>();
  for (const [at, changes] of past.changes.entries()) {
    for (const { kind, path, from, oldOid } of changes) {
      if (oldOid === null || (kind !== "deleted" && kind !== "renamed")) continue;
      const key = from ?? path;
      const departure = { at, to: kind === "renamed" ? path : null, oid: oldOid };
      const known = gone.get(key);
      if (known === undefined) gone.set(key, [departure]);
      else known.push(departure);
    }
  }
  return gone;
}

/** Whether nothing is known before a commit: it is a root, or history is cut off there. */
export function isAtEdge({ commits, position }: Past, at: number): boolean {
  const { oid, parents } = commits[at]!;
  return oid !== UNCOMMITTED && !parents.some((parent) => position.has(parent));
}

/** A commit as reports speak of it: its pull request, or that of the merge which brought it in. */
export function momentOf(past: Past, at: number): Moment {
  const commit = past.commits[at]!;
  if (commit.oid === UNCOMMITTED) return { commit: UNCOMMITTED, pr: null, date: "" };
  const merge = past.commits[past.landed[at]!];
  const brought = merge === undefined || merge === commit ? undefined : subjectOf(merge.message);
  return { commit: commit.oid, pr: pullRequestOf(commit.message, brought), date: calendarDay(commit) };
}
