// Judges what threads cite as the audit judges it, now and at the commit that each comment spoke of: one that stands on a diff
// names its commit; others spoke of their pull request's head, or of what stood on the line on their day.

import type { Archive } from "../../audit/archive.ts";
import { auditSnapshot } from "../../audit/audit.ts";
import type { AuditConfiguration } from "../../audit/configuration.ts";
import type { Past } from "../../audit/past.ts";
import type { Finding, Snapshot } from "../../citation.ts";
import { commitSnapshot } from "../../git/snapshot.ts";
import { groupBy } from "../../group.ts";
import type { Oid } from "../../model.ts";
import type { Comment, Thread } from "../../store/issues.ts";
import { type ThreadDocument, threadDocument } from "./thread-document.ts";

export interface Cited {
  readonly comment: number;
  /** As it is now. */
  readonly finding: Finding;
  /** As it was at the commit that the comment spoke of; null where that is not known, or not in this clone. */
  readonly whenSaid: { readonly commit: Oid; readonly finding: Finding } | null;
}

/** Commits that are looked at beside the one that is judged; what speaks of others is judged now only. */
const MOST_COMMITS = 200;

/** By issue, those that cite anything; in a thread by place. Throws what an audit throws. */
export async function citedIn(
  threads: readonly Thread[],
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
): Promise<ReadonlyMap<string, readonly Cited[]>> {
  const citing = threads
    .map((thread) => ({ thread, ...threadDocument(thread) }))
    .filter(({ document }) => document.read.citations.length > 0);
  if (citing.length === 0) return new Map();
  const judge = async (at: Snapshot, of: readonly ThreadDocument[]) => {
    const beside = () => of.map(({ document }) => document);
    return (await auditSnapshot({ archive, snapshot: at, configuration, wanted: () => false, beside })).findings;
  };
  const now = groupBy(await judge(snapshot, citing), ({ doc }) => doc);
  const spokenOf = await commitsSpokenOf(citing, now, archive, await archive.open(snapshot));
  const then = new Map<string, { readonly commit: Oid; readonly finding: Finding }>();
  const wanted = [...groupBy(spokenOf, ({ commit }) => commit)].slice(0, MOST_COMMITS);
  for (const [commit, spoken] of wanted) {
    const of = citing.filter(({ document }) => spoken.some(({ doc }) => doc === document.path));
    const asked = new Set(spoken.map(placeOf));
    for (const finding of await judge(await commitSnapshot(archive.repo, commit, commit), of))
      if (asked.has(placeOf(finding))) then.set(placeOf(finding), { commit, finding });
  }
  return new Map(
    citing.map(({ thread, document, commentAt }) => [
      thread.issue.id,
      (now.get(document.path) ?? []).map((finding) => ({
        comment: commentAt(finding.line),
        finding,
        whenSaid: then.get(placeOf(finding)) ?? null,
      })),
    ]),
  );
}

function placeOf({ doc, line, column }: Pick<Finding, "doc" | "line" | "column">): string {
  return `${doc}\n${line}:${column}`;
}

interface SpokenOf extends Pick<Finding, "doc" | "line" | "column"> {
  readonly commit: Oid;
}

async function commitsSpokenOf(
  citing: readonly (ThreadDocument & { readonly thread: Thread })[],
  now: ReadonlyMap<string, readonly Finding[]>,
  { repo }: Archive,
  past: Past,
): Promise<readonly SpokenOf[]> {
  const resolved = new Map<string, Oid | null>();
  const commitOf = async (written: string | null): Promise<Oid | null> => {
    if (written === null || !/^[0-9a-f]{7,64}$/i.test(written)) return null;
    if (!resolved.has(written)) resolved.set(written, await repo.resolve(written).catch(() => null));
    return resolved.get(written)!;
  };
  const spoken: SpokenOf[] = [];
  for (const { thread, document, commentAt } of citing)
    for (const { doc, line, column } of now.get(document.path) ?? []) {
      const comment = thread.comments[commentAt(line)]!;
      const commit =
        (await commitOf(comment.commit)) ?? (await commitOf(thread.issue.head)) ?? standingAt(past, comment);
      if (commit !== null) spoken.push({ doc, line, column, commit });
    }
  return spoken;
}

/** The last commit of the line on the comment's day. */
function standingAt({ commits, line }: Past, { time }: Comment): Oid | null {
  if (time === null) return null;
  const at = line.find((position) => commits[position]!.time <= time);
  return at === undefined ? null : commits[at]!.oid;
}
