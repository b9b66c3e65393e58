// Turns a repository's history into what it says of one issue: the commits that name it and how, what these changed under a
// path, and what a notebook store tells of them: events of the surface, edges of claims, citations that they broke.

import { diffTrees } from "../../git/changes.ts";
import { diffLines } from "../../git/diff.ts";
import { calendarDay, mergeBase, pullRequestOf, subjectOf, walkLine } from "../../git/history.ts";
import type { Repository } from "../../git/repository.ts";
import type { Commit, Moment, Oid } from "../../model.ts";
import type { Database } from "../../store/database.ts";
import { issuesIn, type Naming, strongest } from "./messages.ts";

/** A commit that names an issue. */
export interface NamingCommit {
  readonly moment: Moment;
  readonly subject: string;
  readonly how: Naming;
  readonly inSubject: boolean;
}

/** Newest first, commits inside merges too; each commit once, with its strongest naming. */
export async function commitsNaming(repo: Repository, tip: Oid, number: number): Promise<readonly NamingCommit[]> {
  const { commits } = await walkLine(repo, tip, { allParents: true });
  return commits.toReversed().flatMap((commit) => {
    // Looking at each number of each message costs more than looking for this one.
    if (!commit.message.includes(String(number))) return [];
    const named = issuesIn(commit.message, repo.forge).filter((each) => each.number === number);
    const [best] = strongest(named);
    if (best === undefined) return [];
    return [
      {
        moment: momentOf(commit),
        subject: subjectOf(commit.message),
        how: best.how,
        inSubject: named.some(({ inSubject }) => inSubject),
      },
    ];
  });
}

function momentOf(commit: Commit): Moment {
  return { commit: commit.oid, pr: pullRequestOf(commit.message), date: calendarDay(commit) };
}

/**
 * Lines that a change adds to a file and takes from it; null of a binary one. Git may count a few more on both sides, where it
 * matches fewer lines; what is zero here is zero there.
 */
export interface Touched {
  readonly commit: Oid;
  readonly path: string;
  readonly added: number | null;
  readonly removed: number | null;
}

/** One change between two commits: a commit against its first parent, or a pull request's head against where it left. */
export interface Change {
  readonly from: Oid | null;
  readonly to: Oid;
}

/** The change that a pull request is: its head, where the clone has it, else the commits of the history that brought it. */
export async function changesOf(
  repo: Repository,
  tip: Oid,
  number: number,
  head: string | null,
  named: readonly NamingCommit[],
): Promise<{ readonly changes: readonly Change[]; readonly by: "head" | "commits" | "none" }> {
  const own = await withoutMerged(
    repo,
    named.filter(({ how }) => how === "own").map(({ moment }) => moment.commit as Oid),
  );
  if (own.length > 0) {
    const changes = await Promise.all(
      own.map(async (to) => ({ from: (await repo.commit(to)).parents[0] ?? null, to })),
    );
    return { changes, by: "commits" };
  }
  for (const revision of [
    `refs/pull/${number}/head`,
    `refs/remotes/origin/pr/${number}`,
    `refs/remotes/origin/pull/${number}/head`,
    `refs/merge-requests/${number}/head`,
    ...(head === null ? [] : [head]),
  ]) {
    const to = await repo.resolve(revision).catch(() => null);
    if (to !== null) return { changes: [{ from: await mergeBase(repo, tip, to), to }], by: "head" };
  }
  return { changes: [], by: "none" };
}

/** Without commits that another of them merged: the merge's change is theirs. */
async function withoutMerged(repo: Repository, commits: readonly Oid[]): Promise<readonly Oid[]> {
  const merged = new Set<Oid>();
  for (const merge of commits) {
    const { parents } = await repo.commit(merge);
    if (parents.length < 2) continue;
    for (const commit of commits) {
      if (commit === merge || (await mergeBase(repo, commit, merge)) !== commit) continue;
      if ((await mergeBase(repo, commit, parents[0]!)) !== commit) merged.add(commit);
    }
  }
  return commits.filter((commit) => !merged.has(commit));
}

/** What these changes touch at a path or under it; "" for everything. By change, then path. */
export async function touchedUnder(
  repo: Repository,
  changes: readonly Change[],
  path: string,
): Promise<readonly Touched[]> {
  const folder = path.replace(/\/+$/, "");
  const include = (each: string) => folder === "" || each === folder || each.startsWith(`${folder}/`);
  const enter = (dir: string) => include(dir) || folder.startsWith(`${dir}/`);
  const found: Touched[] = [];
  for (const { from, to } of changes)
    for (const change of await diffTrees(repo, from, to, { include, enter })) {
      const [before, after] = [await bytesOf(repo, change.oldOid), await bytesOf(repo, change.oid)];
      const isBinary = before.subarray(0, 8000).includes(0) || after.subarray(0, 8000).includes(0);
      const hunks = isBinary ? [] : diffLines(before, after);
      const sum = (of: (hunk: (typeof hunks)[number]) => number) => hunks.reduce((total, hunk) => total + of(hunk), 0);
      found.push({
        commit: to,
        path: change.path,
        added: isBinary ? null : sum(({ newLines }) => newLines),
        removed: isBinary ? null : sum(({ oldLines }) => oldLines),
      });
    }
  return found;
}

async function bytesOf(repo: Repository, oid: Oid | null | undefined): Promise<Uint8Array> {
  return oid ? repo.blob(oid) : new Uint8Array();
}

/** What a notebook store tells of commits. */
export interface Effects {
  readonly events: readonly {
    readonly commit: Oid;
    readonly kind: string;
    readonly side: string;
    readonly name: string | null;
    readonly subject: string;
    readonly detail: string;
    readonly path: string | null;
    readonly line: number | null;
  }[];
  readonly claims: readonly {
    readonly commit: Oid;
    readonly address: string;
    readonly verdict: string;
    readonly before: string | null;
    readonly says: string;
  }[];
  readonly broken: readonly {
    readonly commit: Oid;
    readonly doc: string;
    readonly line: number;
    readonly text: string;
    readonly verdict: string;
  }[];
}

/** In the order of the line. */
export async function effectsOf(database: Database, commits: readonly Oid[]): Promise<Effects> {
  const plain = commits.filter((oid) => /^[0-9a-f]{40,64}$/.test(oid));
  const oids = plain.length === 0 ? "''" : plain.map((oid) => `'${oid}'`).join(", ");
  return {
    events: await database.rows(
      `SELECT coalesce(e.origin, c.oid) AS "commit", e.kind, e.side, e.name, e.subject, e.detail, e.path, e.line
       FROM event e JOIN "commit" c USING (position) WHERE c.oid IN (${oids}) OR e.origin IN (${oids})
       ORDER BY position, ordinal`,
    ),
    claims: await database.rows(
      `SELECT c.oid AS "commit", claim.address, s.verdict, b.verdict AS before, s.says
       FROM claim_span s JOIN "commit" c ON c.position = s.first JOIN claim ON claim.id = s.claim
       LEFT JOIN claim_span b ON b.claim = s.claim AND b.last = s.first - 1
       WHERE c.oid IN (${oids}) ORDER BY s.first, claim.id`,
    ),
    broken: await database.rows(
      `SELECT broke_commit AS "commit", doc, line, text, verdict FROM citation WHERE broke_commit IN (${oids}) ORDER BY id`,
    ),
  };
}
