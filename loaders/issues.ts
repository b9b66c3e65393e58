// Records in a store which issues and pull requests the line's messages name, and what was imported of them: findings, what
// they cite and speak of, judged. Done after the walk; what is stored of the same head and imports is not done again.

import { add } from "./addition.ts";
import { Archive } from "./audit/archive.ts";
import type { AuditConfiguration } from "./audit/configuration.ts";
import type { Past } from "./audit/past.ts";
import type { Snapshot } from "./citation.ts";
import type { Repository } from "./git/repository.ts";
import { commitSnapshot } from "./git/snapshot.ts";
import type { Oid } from "./model.ts";
import { citedIn } from "./provenance/issues/cited.ts";
import { issuesIn, strongest } from "./provenance/issues/messages.ts";
import { contractsNamed, goneNamed, type KnownNames } from "./provenance/issues/named.ts";
import { besideStore, versionOf } from "./stamp.ts";
import { Database, type Value } from "./store/database.ts";
import { type IssueStore, openIssues, type Thread } from "./store/issues.ts";
import { knownClasses, knownContracts } from "./store/known-contracts.ts";
import { type StoredCommit, storedLine } from "./store/notebook.ts";

export interface RecordIssuesOptions {
  readonly repo: Repository;
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  readonly head: Oid;
  readonly configuration: AuditConfiguration;
  /** The text that the configuration was read from. */
  readonly text: string;
}

/** Answers whether anything was done. Throws what judging throws, and what reading and writing stores throw. */
export async function recordIssues(options: RecordIssuesOptions): Promise<boolean> {
  const { repo, store, head, text } = options;
  const imported = issuesBeside(store);
  const decided = JSON.stringify([repo.forge, versionOf(imported), text]);
  return add({ store, addition: "issues", head, text: decided, rows: () => rowsFor(options, imported) });
}

/** The file of imported issues that belongs to a notebook. */
export function issuesBeside(store: string): string {
  return besideStore(store, ".issues.duckdb");
}

type Row = { readonly [column: string]: Value };

async function rowsFor(options: RecordIssuesOptions, imported: string): Promise<Record<string, readonly Row[]>> {
  const { repo, store, head, configuration } = options;
  const archive = new Archive(repo, configuration.examples);
  const snapshot = await commitSnapshot(repo, head);
  const past = await archive.open(snapshot);
  const stored = await storedIn(store);
  const issues = await openIssues(imported);
  try {
    const threads = [...((await issues?.threads(null)) ?? new Map<string, Thread>()).values()];
    return {
      reference: referenceRows(past, stored.line, repo.forge),
      ...(issues === null ? {} : await importedRows(issues, threads)),
      issue_citation: await citationRows(threads, archive, snapshot, configuration),
      issue_name: [
        ...contractsNamed(threads, stored),
        ...(await goneNamed(threads, { archive, snapshot, past, configuration })),
      ],
    };
  } finally {
    issues?.close();
  }
}

/** By position, oldest first. `line`: the commits that are stored; what landed before them, or with none of them, is left out. */
function referenceRows(past: Past, line: readonly StoredCommit[], forge: string | null): readonly Row[] {
  const place = new Map(line.map(({ oid }, position) => [oid, position]));
  return past.commits
    .flatMap(({ oid, message }, at) => {
      const position = place.get(oid) ?? place.get(past.commits[past.landed[at]!]?.oid ?? oid);
      if (position === undefined) return [];
      return strongest(issuesIn(message, forge)).map(({ number, how }) => ({
        position,
        commit: oid,
        issue: `#${number}`,
        how,
      }));
    })
    .toSorted((a, b) => a.position - b.position);
}

async function importedRows(issues: IssueStore, threads: readonly Thread[]): Promise<Record<string, readonly Row[]>> {
  const links: Row[] = [];
  const findings: Row[] = [];
  for (const { issue, comments } of threads) {
    const derived = await issues.derived(issue.id);
    for (const [ordinal, { comment: _, ...link }] of derived.links.entries())
      links.push({ issue: issue.id, ordinal, ...link });
    for (const { comment, answer: _, quoted: __, tests, ...finding } of derived.findings)
      findings.push({
        issue: issue.id,
        role: comments[comment]!.role,
        tests: JSON.stringify(tests),
        ...finding,
      });
  }
  return {
    issue: threads.map(
      ({ issue: { updated: _, base: __, base_branch: ___, head_branch: ____, labels, ...issue } }) => ({
        ...issue,
        labels: JSON.stringify(labels),
      }),
    ),
    issue_text: threads.flatMap(({ issue, comments }) =>
      comments.map(({ kind, role, verdict, round, time }, ordinal) => ({
        issue: issue.id,
        ordinal,
        kind,
        role,
        verdict,
        round,
        time,
      })),
    ),
    issue_link: links,
    issue_finding: findings,
  };
}

async function citationRows(
  threads: readonly Thread[],
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
): Promise<readonly Row[]> {
  const cited = await citedIn(threads, archive, snapshot, configuration);
  return [...cited].flatMap(([issue, each]) =>
    each.map(({ comment, finding, whenSaid }) => ({
      issue,
      comment,
      text: finding.text,
      path: finding.path,
      start_line: finding.start,
      end_line: finding.end,
      then_commit: whenSaid?.commit ?? null,
      then_verdict: whenSaid?.finding.verdict ?? null,
      verdict: finding.verdict,
      says: finding.says,
    })),
  );
}

async function storedIn(store: string): Promise<KnownNames & { readonly line: readonly StoredCommit[] }> {
  const database = await Database.read(store);
  try {
    return {
      line: await storedLine(database),
      contracts: await knownContracts(database),
      classes: await knownClasses(database),
    };
  } finally {
    database.close();
  }
}
