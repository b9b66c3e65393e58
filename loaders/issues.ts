// Records in a store which issues and pull requests the line's messages name, and what was imported of them: findings, what
// they cite and speak of, judged. Done after the walk; what is stored of the same head and imports is not done again.

import { add } from "./addition.ts";
import { Archive } from "./audit/archive.ts";
import type { AuditConfiguration } from "./audit/configuration.ts";
import type { Past } from "./audit/past.ts";
import type { Snapshot } from "./citation.ts";
import { judgeReferences } from "./claims/references/judge.ts";
import type { Repository } from "./git/repository.ts";
import { commitSnapshot } from "./git/snapshot.ts";
import { groupBy } from "./group.ts";
import type { Oid } from "./model.ts";
import { citedIn } from "./provenance/issues/cited.ts";
import { issuesIn, strongest } from "./provenance/issues/messages.ts";
import { spokenIn } from "./provenance/issues/spoken.ts";
import { threadDocument } from "./provenance/issues/thread-document.ts";
import { besideStore, versionOf } from "./stamp.ts";
import { Database, type Value } from "./store/database.ts";
import { type IssueStore, openIssues, type Thread } from "./store/issues.ts";
import { knownClasses, knownContracts, type StoredContract } from "./store/known-contracts.ts";
import { clearIssues } from "./store/notebook.ts";

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
  return add({ store, key: "issues", head, text: decided, clear: clearIssues, rows: () => rowsFor(options, imported) });
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
  const issues = await openIssues(imported);
  try {
    const threads = [...((await issues?.threads(null)) ?? new Map<string, Thread>()).values()];
    return {
      reference: referenceRows(past, repo.forge),
      ...(issues === null ? {} : await importedRows(issues, threads)),
      issue_citation: await citationRows(threads, archive, snapshot, configuration),
      issue_name: [
        ...nameRows(threads, await namesOf(store)),
        ...(await goneRows(threads, { archive, snapshot, past, configuration })),
      ],
    };
  } finally {
    issues?.close();
  }
}

/** By position, oldest first. */
function referenceRows(past: Past, forge: string | null): readonly Row[] {
  const place = new Map(past.line.toReversed().map((at, position) => [at, position]));
  return past.commits
    .flatMap(({ oid, message }, at) => {
      const position = place.get(past.landed[at]!);
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

/** Contracts, members and classes that threads speak of, gone or not. */
function nameRows(threads: readonly Thread[], { contracts, classes }: KnownNames): readonly Row[] {
  const known = [
    ...contracts.map(({ layer, name, members }) => ({ layer, name, keys: new Set(members.keys()) })),
    ...[...classes.keys()].map((name) => ({ layer: null, name, keys: new Set<string>() })),
  ];
  const byName = new Map(contracts.map((contract) => [`${contract.layer}\n${contract.name}`, contract]));
  return threads.flatMap(({ issue, comments }) => {
    const said = comments.map(({ kind, text }) => (kind === "commit" || kind === "event" ? "" : text));
    // The title is said with what opens the thread.
    const texts = [`${issue.title}\n${said[0] ?? ""}`, ...said.slice(1)];
    return spokenIn(texts, known).map(({ layer, name, key, times, first }) => {
      const contract = layer === null ? null : byName.get(`${layer}\n${name}`)!;
      const gone = contract === null ? classes.get(name)! : key === null ? contract.gone : contract.members.get(key)!;
      return {
        issue: issue.id,
        kind: contract === null ? "class" : key === null ? "name" : "member",
        layer,
        name,
        text: key ?? name,
        times,
        comment: first,
        gone: gone !== null,
        gone_commit: gone,
      };
    });
  });
}

interface KnownNames {
  readonly contracts: readonly StoredContract[];
  readonly classes: ReadonlyMap<string, Oid | null>;
}

async function namesOf(store: string): Promise<KnownNames> {
  const database = await Database.read(store);
  try {
    return { contracts: await knownContracts(database), classes: await knownClasses(database) };
  } finally {
    database.close();
  }
}

/** Symbols and paths that threads name and that a commit took away. */
async function goneRows(
  threads: readonly Thread[],
  given: Omit<Parameters<typeof judgeReferences>[0], "wanted" | "beside" | "told">,
): Promise<readonly Row[]> {
  if (threads.length === 0) return [];
  const documents = threads.map((thread) => ({ id: thread.issue.id, ...threadDocument(thread) }));
  const { findings } = await judgeReferences({
    ...given,
    wanted: () => false,
    beside: documents.map(({ document }) => document),
    // A thread has no commit of its own: what it names and a commit took away since is not called missing.
    told: (verdict) => verdict === "missing" || verdict === "unknown",
  });
  const gone = groupBy(
    findings.filter(({ broke }) => broke !== null),
    ({ doc }) => doc,
  );
  return documents.flatMap(({ id, document, commentAt }) =>
    [...groupBy(gone.get(document.path) ?? [], ({ stated }) => stated ?? "")].flatMap(([stated, named]) => {
      const [kind, text] = [stated.slice(0, stated.indexOf(" ")), stated.slice(stated.indexOf(" ") + 1)];
      if (kind !== "symbol" && kind !== "path") return [];
      const comments = [...new Set(named.map(({ line }) => commentAt(line)))];
      return [
        {
          issue: id,
          kind,
          layer: null,
          name: null,
          text,
          times: comments.length,
          comment: comments[0]!,
          gone: true,
          gone_commit: named[0]!.broke!.commit,
        },
      ];
    }),
  );
}
