// Turns the first-parent line of a tip into commits with what each changed: the part of history that sentences are
// followed on. It compares trees; blobs are read only to tell a rename.

import { changesAt } from "../../audit/past.ts";
import { calendarDay, pullRequestOf, walkLine } from "../../git/history.ts";
import type { Repository } from "../../git/repository.ts";
import type { Commit, FileChange, Floor, Moment, Oid } from "../../model.ts";

export interface LinePart {
  /** Oldest first. */
  readonly commits: readonly Commit[];
  /** Null where it follows the known commit. */
  readonly floor: Floor | null;
}

/** The line from behind `known` to the tip; all of it where the tip does not descend from `known` by first parents. */
export async function lineFrom(repo: Repository, tip: Oid, known: Oid | null): Promise<LinePart> {
  const { commits, floor } = await walkLine(repo, tip, known === null ? {} : { until: new Set([known]) });
  return { commits, floor };
}

/** What a commit changed against its first parent, and all paths that it touched: of a rename both. */
export async function changesOn(
  repo: Repository,
  commit: Commit,
): Promise<{ readonly changes: readonly FileChange[]; readonly paths: readonly string[] }> {
  const changes = await changesAt(repo, commit);
  const paths = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  return { changes, paths: [...paths].sort() };
}

export function momentOfLine(commit: Commit): Moment {
  return { commit: commit.oid, pr: pullRequestOf(commit.message), date: calendarDay(commit) };
}
