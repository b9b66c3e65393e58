// Turns a tip and what is stored into the commits that are still to be walked, and the position they stand on. It reads
// commits only; what a commit does to the surface is told later.

import { walkLine } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import type { Commit, Floor, Oid } from "./model.ts";
import type { StoredCommit } from "./store/notebook.ts";

export interface PlannedCommit {
  readonly commit: Commit;
  /** False of a commit inside a merge, which only a walk of all parents takes. */
  readonly onLine: boolean;
}

export interface Plan {
  /** Oldest first, parents before children; what a merge brought in stands before it. */
  readonly commits: readonly PlannedCommit[];
  /** Position of the last stored commit that is kept; -1 where the line is walked from its beginning. */
  readonly base: number;
  /** Why the line begins where it does; null where it goes on from `base`. */
  readonly floor: Floor | null;
  readonly warnings: readonly string[];
}

/** How a walk is asked for. `named` is what an error calls its ends. */
export interface Asked {
  readonly allParents: boolean;
  readonly since: Oid | number | null;
  readonly named?: { readonly tip: string; readonly since: string };
}

/** `stored` is null where nothing stored can be used. Throws what `walkLine` throws. */
export async function planWalk(
  repo: Repository,
  tip: Oid,
  stored: readonly StoredCommit[] | null,
  asked: Asked,
): Promise<Plan> {
  return asked.allParents ? planAll(repo, tip, stored, asked) : planLine(repo, tip, stored, asked);
}

async function planLine(
  repo: Repository,
  tip: Oid,
  stored: readonly StoredCommit[] | null,
  asked: Asked,
): Promise<Plan> {
  const positions = new Map((stored ?? []).map(({ oid }, at) => [oid, at]));
  const here = positions.get(tip);
  if (here !== undefined) return { commits: [], base: here, floor: null, warnings: [] };
  const walk = (until: ReadonlySet<Oid> | null) => walked(repo, tip, asked, until);
  if (stored !== null) {
    const { line, warnings } = await walk(new Set(positions.keys()));
    const base = positions.get(line.commits[0]?.parents[0] ?? "");
    // Where it met nothing that is known, or a commit between is unreadable, what was found is no whole line.
    if (line.floor === null && base !== undefined) return { ...planned(line.commits), base, floor: null, warnings };
  }
  const { line, warnings } = await walk(null);
  return { ...planned(line.commits), base: -1, floor: line.floor, warnings };
}

/** New commits can come to stand between known ones, so the whole order is made and what is the same at its start kept. */
async function planAll(
  repo: Repository,
  tip: Oid,
  stored: readonly StoredCommit[] | null,
  asked: Asked,
): Promise<Plan> {
  const { line, warnings } = await walked(repo, tip, asked, null);
  const first = new Set(
    (await walked(repo, tip, { ...asked, allParents: false }, null)).line.commits.map((commit) => commit.oid),
  );
  const commits = line.commits.map((commit) => ({ commit, onLine: first.has(commit.oid) }));
  let same = 0;
  while (same < (stored?.length ?? 0) && same < commits.length && sameCommit(stored?.[same], commits[same])) same++;
  return { commits: commits.slice(same), base: same - 1, floor: same === 0 ? line.floor : null, warnings };
}

function sameCommit(stored: StoredCommit | undefined, now: PlannedCommit | undefined): boolean {
  return stored !== undefined && stored.oid === now?.commit.oid && stored.onLine === now.onLine;
}

async function walked(repo: Repository, tip: Oid, { allParents, since, named }: Asked, until: ReadonlySet<Oid> | null) {
  const warnings: string[] = [];
  const line = await walkLine(repo, tip, {
    allParents,
    ...(since === null ? {} : { since }),
    ...(named === undefined ? {} : { named }),
    ...(until === null ? {} : { until }),
    onWarning: (warning) => warnings.push(warning),
  });
  return { line, warnings };
}

function planned(commits: readonly Commit[]): Pick<Plan, "commits"> {
  return { commits: commits.map((commit) => ({ commit, onLine: true })) };
}
