// Turns what a store knows of issues into issue-details.json: what opened rows show, in the order of the rows, and what
// commits did. It gives no word of a comment but what was taken for a finding.

import type { Verdict } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import type { Issue, Link, Role } from "../store/issues.ts";
import { list } from "../store/spans.ts";
import type { Book } from "./book.ts";
import { issueTables } from "./extract-issues.ts";
import { changeDetail, deeds, subjectOf } from "./extract-issues-changes.ts";
import { pageSubject } from "./extract-subject.ts";
import type { IssueChangeDetail, IssueDetail, IssueDetails } from "./pages.ts";

/** Of everything that one row lists, and one change of it; a thread of thousands is opened on its forge. */
const MOST = 200;

export async function issueDetails(book: Book, database: Database): Promise<IssueDetails> {
  const tables = await issueTables(database);
  const [rounds, findings, cites, names] = [
    await roundsOf(database),
    await findingsOf(database),
    await citesOf(database),
    await namesOf(book, database),
  ];
  const links = await linksOf(database, new Map([...tables.issues.values()].map(({ id, state }) => [id, state])));
  return {
    rows: tables.ids.map((id) => ({
      commits: (tables.references.get(id) ?? []).slice(0, MOST).map(({ position, commit, how }) => ({
        position,
        oid: commit,
        how,
        subject: pageSubject(subjectOf(book, position, commit)),
      })),
      rounds: rounds(id),
      findings: findings(id),
      links: links(id),
      cites: cites(id),
      names: names(id),
    })),
    changes: (await deeds(book, database)).map((deed) => shortened(changeDetail(book, deed))),
  };
}

function shortened({ contracts, claims, citations }: IssueChangeDetail): IssueChangeDetail {
  return {
    contracts: contracts.slice(0, MOST).map((each) => ({ ...each, changes: each.changes.slice(0, MOST) })),
    claims: claims.slice(0, MOST),
    citations: citations.slice(0, MOST),
  };
}

/** Rounds of reviews with what each decided. */
async function roundsOf(database: Database): Promise<(id: string) => IssueDetail["rounds"]> {
  const rows = await database.rows<{ issue: string; round: number | null; verdict: string }>(
    `SELECT issue, round, verdict FROM issue_text
     WHERE kind = 'review' AND verdict IS NOT NULL ORDER BY issue, ordinal`,
  );
  const of = groupBy(rows, ({ issue }) => issue);
  return (id) =>
    [...groupBy(of.get(id) ?? [], ({ round }) => round)].slice(0, MOST).map(([round, same]) => ({
      round,
      verdicts: [...new Set(same.map(({ verdict }) => verdict))],
    }));
}

async function findingsOf(database: Database): Promise<(id: string) => IssueDetail["findings"]> {
  const rows = await database.rows<
    Omit<IssueDetail["findings"][number], "tests"> & { issue: string; role: Role; tests: string }
  >(
    `SELECT issue, round, label, role, text, path, line, state, answered, fixed_in, fixed_by, tests, closed_by
     FROM issue_finding ORDER BY issue, ordinal`,
  );
  const of = groupBy(rows, ({ issue }) => issue);
  return (id) =>
    (of.get(id) ?? []).slice(0, MOST).map(({ issue: _, tests, ...rest }) => ({ ...rest, tests: list(tests) }));
}

async function citesOf(database: Database): Promise<(id: string) => IssueDetail["cites"]> {
  const rows = await database.rows<{
    issue: string;
    text: string;
    path: string | null;
    start_line: number;
    end_line: number;
    then_commit: string | null;
    then_verdict: Verdict | null;
    verdict: Verdict;
    says: string;
  }>("SELECT * FROM issue_citation ORDER BY issue, comment, rowid");
  const of = groupBy(rows, ({ issue }) => issue);
  return (id) =>
    (of.get(id) ?? []).slice(0, MOST).map((row) => ({
      text: row.text,
      path: row.path,
      start: row.start_line,
      end: row.end_line,
      said:
        row.then_commit === null || row.then_verdict === null
          ? null
          : { oid: row.then_commit, verdict: row.then_verdict },
      verdict: row.verdict,
      says: row.says,
    }));
}

async function namesOf(book: Book, database: Database): Promise<(id: string) => IssueDetail["names"]> {
  const rows = await database.rows<{
    issue: string;
    kind: IssueDetail["names"][number]["kind"];
    layer: string | null;
    name: string | null;
    text: string;
    gone: boolean;
    gone_commit: string | null;
  }>("SELECT * FROM issue_name ORDER BY issue, gone DESC, times DESC, text");
  const of = groupBy(rows, ({ issue }) => issue);
  return (id) =>
    (of.get(id) ?? []).slice(0, MOST).map(({ kind, layer, name, text, gone, gone_commit }) => ({
      kind,
      text,
      contract: layer === null || name === null ? null : { name, slug: book.slugOf({ layer, name }) || null },
      gone,
      goneIn: gone_commit,
    }));
}

/** Links both ways; those to commits are left out, for the commits say it themselves. */
async function linksOf(
  database: Database,
  states: ReadonlyMap<string, Issue["state"]>,
): Promise<(id: string) => IssueDetail["links"]> {
  const rows = await database.rows<{
    issue: string;
    kind: Link["kind"];
    repository: string | null;
    target: string;
  }>(
    `SELECT issue, kind, repository, target FROM issue_link
     WHERE target IS NOT NULL ORDER BY issue, ordinal`,
  );
  const to = groupBy(rows, ({ issue }) => issue);
  const from = groupBy(
    rows.filter(({ repository }) => repository === null),
    ({ target }) => target,
  );
  const stateOf = (id: string) => states.get(id) ?? null;
  return (id) =>
    [
      ...(to.get(id) ?? []).map(({ kind, repository, target }) => ({
        kind,
        to: true,
        repository,
        target,
        state: repository === null ? stateOf(target) : null,
      })),
      ...(from.get(id) ?? []).map(({ kind, issue }) => ({
        kind,
        to: false,
        repository: null,
        target: issue,
        state: stateOf(issue),
      })),
    ].slice(0, MOST);
}
