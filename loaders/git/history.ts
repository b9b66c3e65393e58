// Turns a tip into the line of commits that led to it, and a commit's message into its subject and pull request.
// It reads commits only; what a commit changed is told by changes.ts, and who is whose ancestor by ancestry.ts.
import { BinnacleError } from "../error.ts";
import type { Commit, Floor, Oid } from "../model.ts";
import { ancestorsOf, mergeBase } from "./ancestry.ts";
import { MalformedObject } from "./parse.ts";
import type { Repository } from "./repository.ts";

export { mergeBase, originsInside } from "./ancestry.ts";

/** A line of history. */
export interface Line {
  /** Oldest first, parents before children. Order: `git rev-list --topo-order --reverse`, with `--first-parent` unless all parents are walked. */
  readonly commits: readonly Commit[];
  /** Why the line begins where it does; null if it was cut at commits that are known already. */
  readonly floor: Floor | null;
  /** Malformed commits that the line goes on without. */
  readonly skipped: readonly { readonly oid: Oid; readonly reason: string }[];
}

/** What a walk may be told. */
export interface WalkOptions {
  readonly allParents?: boolean;
  /** The commit that the line begins with (it is on the line), or seconds: commits older than that end the line. */
  readonly since?: Oid | number;
  /** Commits that are known already: they and what is behind them are left out. */
  readonly until?: ReadonlySet<Oid>;
  /** What an error calls the tip and `since`: as they were asked for. Without, their ids. */
  readonly named?: { readonly tip: string; readonly since: string };
  readonly onWarning?: (line: string) => void;
}

/** How many commits in a row must be older than `since` before a walk believes that all further ones are, as in git. */
const SLOP = 5;

interface Found {
  readonly commit: Commit | null;
  readonly parents: readonly Oid[];
}

/**
 * Walks a line. Throws missing-object if a commit is missing that no shallow edge explains, corrupt-repository if one cannot
 * be read at all, unknown-revision if `since` is no ancestor of the tip, bad-usage if no commit is as young as it asks.
 */
export async function walkLine(repo: Repository, tip: Oid, options: WalkOptions = {}): Promise<Line> {
  const since = typeof options.since === "string" ? options.since : null;
  if (options.until?.has(tip)) return { commits: [], floor: null, skipped: [] };
  if (since === null) return walk(repo, tip, options, null);
  if (options.allParents !== true) {
    // Mostly it lies on the line itself; what is behind it then need not be known.
    const line = await walk(repo, tip, options, null);
    if (line.floor === null || line.commits.some((commit) => commit.oid === since)) return line;
  }
  const base = await mergeBase(repo, tip, since);
  if (base !== since) throw offTheLine(repo, tip, since, base, options);
  const behind = new Set(await ancestorsOf(repo, since));
  behind.delete(since);
  return walk(repo, tip, options, behind);
}

function offTheLine(repo: Repository, tip: Oid, since: Oid, base: Oid | null, { named }: WalkOptions): BinnacleError {
  const short = (oid: Oid) => oid.slice(0, 9);
  const line = named === undefined ? short(tip) : `${named.tip} (${short(tip)})`;
  const unrelated = `has no history in common with it${repo.shallow.size > 0 ? " in this shallow clone" : ""}`;
  const where = base === null ? unrelated : base === tip ? "comes after it" : `left its line at ${short(base)}`;
  const instead = base === null || base === tip ? "an ancestor or a day" : `${short(base)}, another ancestor, or a day`;
  return new BinnacleError(
    "unknown-revision",
    `--since ${named?.since ?? short(since)}: expected an ancestor of ${line}, found ${short(since)}, which ${where}. Pass ${instead}.`,
  );
}

/** Walks without looking whether `since` is met; `behind` are the commits that lie behind it, where those are known. */
async function walk(repo: Repository, tip: Oid, options: WalkOptions, behind: ReadonlySet<Oid> | null): Promise<Line> {
  const skipped: { oid: Oid; reason: string }[] = [];
  const edges: Edges = { known: false, since: false, shallow: false };

  async function find(oid: Oid): Promise<Found> {
    try {
      const commit = await repo.commit(oid);
      return { commit, parents: commit.parents };
    } catch (thrown) {
      const cause = thrown instanceof BinnacleError ? thrown.cause : null;
      if (!(cause instanceof MalformedObject)) throw thrown;
      skipped.push({ oid, reason: cause.message });
      options.onWarning?.(`Commit ${oid} is left out: ${cause.message}.`);
      return { commit: null, parents: cause.parents };
    }
  }

  function parentsOf(oid: Oid, parents: readonly Oid[]): readonly Oid[] {
    if (repo.shallow.has(oid)) {
      edges.shallow ||= parents.length > 0;
      return [];
    }
    const followed = options.allParents === true ? parents : parents.slice(0, 1);
    return followed.filter((parent) => {
      if (options.until?.has(parent)) edges.known = true;
      else if (oid === options.since || behind?.has(parent)) edges.since = true;
      else return true;
      return false;
    });
  }

  const after = typeof options.since === "number" ? options.since : null;
  const commits = await (options.allParents === true ? walkAll : walkFirst)(tip, find, parentsOf, after, edges);
  // Of new commits alone, all may be older than what is known already.
  if (after !== null && options.until === undefined && !commits.some((commit) => commit.time >= after))
    throw tooLate(tip, calendarDay(await repo.commit(tip)), after, options);
  return { commits: commits.reverse(), floor: floorOf(edges), skipped };
}

function tooLate(tip: Oid, day: string, after: number, { named }: WalkOptions): BinnacleError {
  const line = named === undefined ? tip.slice(0, 9) : `${named.tip} (${tip.slice(0, 9)})`;
  return new BinnacleError(
    "bad-usage",
    `--since ${named?.since ?? new Date(after * 1000).toISOString()}: expected a day that is followed by commits, found none: ${line} is of ${day}. Pass an earlier day.`,
  );
}

interface Edges {
  known: boolean;
  since: boolean;
  shallow: boolean;
}

function floorOf(edges: Edges): Floor | null {
  if (edges.known) return null;
  return edges.since ? "since" : edges.shallow ? "shallow" : "root";
}

type Find = (oid: Oid) => Promise<Found>;
type ParentsOf = (oid: Oid, parents: readonly Oid[]) => readonly Oid[];

/** By first parent, newest first. */
async function walkFirst(
  tip: Oid,
  find: Find,
  parentsOf: ParentsOf,
  after: number | null,
  edges: Edges,
): Promise<Commit[]> {
  const commits: Commit[] = [];
  let young = 0;
  let old = 0;
  let next: Oid | undefined = tip;
  while (next !== undefined) {
    const { commit, parents }: Found = await find(next);
    if (commit !== null) {
      commits.push(commit);
      if (after === null || commit.time >= after) {
        young = commits.length;
        old = 0;
      } else if (++old >= SLOP) break;
    }
    next = parentsOf(next, parents)[0];
  }
  if (after !== null && young < commits.length) {
    edges.since = true;
    edges.known = false;
  }
  return commits.slice(0, young);
}

/** By all parents, newest first, in git's topological order: what a merge brought in stands together. */
async function walkAll(
  tip: Oid,
  find: Find,
  parentsOf: ParentsOf,
  after: number | null,
  edges: Edges,
): Promise<Commit[]> {
  const nodes = new Map<Oid, { readonly commit: Commit | null; readonly parents: readonly Oid[]; children: number }>();
  const pending = [tip];
  for (let oid = pending.pop(); oid !== undefined; oid = pending.pop()) {
    if (nodes.has(oid)) continue;
    const { commit, parents } = await find(oid);
    if (commit !== null && after !== null && commit.time < after && oid !== tip) {
      edges.since = true;
      nodes.set(oid, { commit: null, parents: [], children: 0 });
      continue;
    }
    const followed = parentsOf(oid, parents);
    nodes.set(oid, { commit, parents: followed, children: 0 });
    pending.push(...followed);
  }
  for (const { parents } of nodes.values()) for (const parent of parents) nodes.get(parent)!.children++;
  const commits: Commit[] = [];
  const ready = [tip];
  for (let oid = ready.pop(); oid !== undefined; oid = ready.pop()) {
    const { commit, parents } = nodes.get(oid)!;
    if (commit !== null) commits.push(commit);
    for (const parent of parents) if (--nodes.get(parent)!.children === 0) ready.push(parent);
  }
  return commits;
}

/** The first paragraph of a message on one line, as git prints a subject. */
export function subjectOf(message: string): string {
  // By lines and not by one expression: on a line of a million spaces, that would look for its end from each of them.
  const lines = message.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line !== "");
  if (first === -1) return "";
  const end = lines.indexOf("", first);
  return lines.slice(first, end === -1 ? lines.length : end).join(" ");
}

/**
 * The pull request that a commit landed: the last `(#n)` of its subject, else that of a merge's subject as GitHub, Bitbucket
 * or, in its body, GitLab writes it; else that of `merge`, the subject of the merge that brought it in. Other numbers are references.
 */
export function pullRequestOf(message: string, merge?: string): number | null {
  const subject = subjectOf(message);
  const squashed = [...subject.matchAll(/\(#(\d{1,9})\)/g)].at(-1)?.[1];
  const merged =
    squashed ??
    /^Merge(?:d)? (?:pull request|PR) #(\d{1,9})\b/i.exec(subject)?.[1] ??
    /^Merged in .+ \(pull request #(\d{1,9})\)/i.exec(subject)?.[1] ??
    (/^Merge\b/.test(subject) ? /^See merge request (?:[\w./-]*)!(\d{1,9})\s*$/m.exec(message)?.[1] : undefined);
  if (merged !== undefined) return Number(merged);
  return merge === undefined ? null : pullRequestOf(merge);
}

/** The committer's own day, `YYYY-MM-DD`. */
export function calendarDay(commit: Commit): string {
  return new Date((commit.time + commit.offset * 60) * 1000).toISOString().replace(/T.*$/, "");
}
