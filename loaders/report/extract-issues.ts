// Turns a store's references and imported threads into issues.json: a row an issue or pull request with what its own commits
// did. What an opened row shows is extract-issues-details.ts.

import type { Verdict } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Naming } from "../provenance/issues/messages.ts";
import type { Database } from "../store/database.ts";
import type { Issue, Role } from "../store/issues.ts";
import type { Book } from "./book.ts";
import { isWrong } from "./citation-rows.ts";
import { deeds, issueChange, type Reference, references, subjectOf } from "./extract-issues-changes.ts";
import { cut, pageSubject, withoutPull } from "./extract-subject.ts";
import { isStranger } from "./issues.ts";
import type { IssueParts, IssueRow, IssuesExtract } from "./pages.ts";

/** Characters of a title: the whole stands on the forge. */
const LONGEST = 140;

/** The strongest first. */
const HOWS: readonly Naming[] = ["own", "closes", "reverts", "filed", "mentions"];

/** Words, members and gone names of one row: a thread that names more says no more by it. */
const MOST = 40;

/** What the rows of a store are made of: by issue. */
export interface IssueTables {
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  readonly issues: ReadonlyMap<string, StoredIssue>;
  /** By number, then id. */
  readonly ids: readonly string[];
}

type StoredIssue = Pick<Issue, "id" | "number" | "kind" | "title" | "state" | "role" | "opened" | "closed" | "merged">;

export async function issueTables(database: Database): Promise<IssueTables> {
  const named = groupBy(await references(database), ({ issue }) => issue);
  const rows = await database.rows<StoredIssue>(
    "SELECT id, number, kind, title, state, role, opened, closed, merged FROM issue",
  );
  const issues = new Map(rows.map((row) => [row.id, row]));
  const ids = [...new Set([...named.keys(), ...issues.keys()])].toSorted(
    (a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1),
  );
  return { references: named, issues, ids };
}

const numberOf = (id: string): number => Number(id.slice(1));

/** Whether a notebook's own judgement has written the store, also where it found nothing. */
async function isRecorded(database: Database): Promise<boolean> {
  const rows = await database.rows(`SELECT 1 FROM meta WHERE "key" = 'issues'`);
  return rows.length > 0;
}

/** Findings that nobody answered; null where no thread was imported. */
export async function openFindings(database: Database): Promise<number | null> {
  const [row] = await database.rows<{ issues: number; open: number }>(
    `SELECT (SELECT count(*) FROM issue)::INTEGER AS issues,
            (SELECT count(*) FROM issue_finding WHERE state = 'open')::INTEGER AS "open"`,
  );
  return row === undefined || row.issues === 0 ? null : row.open;
}

export async function issuesExtract(book: Book, database: Database): Promise<IssuesExtract> {
  const tables = await issueTables(database);
  const places = new Map(tables.ids.map((id, at) => [id, at]));
  const contracts: { layer: string; name: string; slug: string | null }[] = [];
  const known = new Map<string, number>();
  const contractAt = (layer: string, name: string): number => {
    const key = `${layer}\n${name}`;
    const at = known.get(key) ?? contracts.push({ layer, name, slug: book.slugOf({ layer, name }) || null }) - 1;
    known.set(key, at);
    return at;
  };
  const byPosition = groupBy([...tables.references.values()].flat(), ({ position }) => position);
  const issuesOf = (position: number, oid: string): number[] => [
    ...new Set(ofCommit(book, byPosition.get(position) ?? [], position, oid).map(({ issue }) => places.get(issue)!)),
  ];
  const done = await deeds(book, database);
  const changes = done.map((deed) => {
    const change = issueChange(book, deed, contractAt, issuesOf);
    return { ...change, subject: pageSubject(change.subject) };
  });
  const own = new Map<string, number[]>();
  for (const [at, { position, oid }] of changes.entries())
    for (const { issue, how } of ofCommit(book, byPosition.get(position) ?? [], position, oid))
      if (how === "own") own.set(issue, [...new Set([...(own.get(issue) ?? []), at])]);
  const parts = await threadParts(database, contractAt);
  return {
    judged: await isRecorded(database),
    imported: tables.issues.size,
    hows: HOWS,
    oids: book.commits.map(({ oid }) => oid),
    changes,
    rows: tables.ids.map((id) => {
      const made = own.get(id);
      return { ...rowOf(book, id, tables), ...(made === undefined ? {} : { changes: made }), ...parts(id) };
    }),
    // Last: what is above fills it.
    contracts,
  };
}

/** References of a commit, with those of the merge that brought it. */
function ofCommit(book: Book, all: readonly Reference[], position: number, oid: string): readonly Reference[] {
  const merge = book.commits[position]?.oid;
  return all.filter(({ commit }) => commit === oid || commit === merge);
}

function rowOf(book: Book, id: string, tables: IssueTables): IssueRow {
  const issue = tables.issues.get(id);
  const named = tables.references.get(id) ?? [];
  const isOfLine = ({ position, commit }: Reference): boolean => book.commits[position]?.oid === commit;
  const own = named.filter(({ how }) => how === "own");
  const first = own.find(isOfLine) ?? own[0] ?? named.find(isOfLine) ?? named[0];
  const subject = first === undefined ? "" : subjectOf(book, first.position, first.commit);
  const closed = issue?.merged ?? issue?.closed ?? null;
  return {
    id,
    title: cut(issue?.title ?? withoutPull(subject), LONGEST),
    commits: [
      ...new Map(
        named.map(({ position, how }) => [`${position} ${how}`, [position, HOWS.indexOf(how)] as const]),
      ).values(),
    ],
    ...(issue === undefined ? {} : { kind: issue.kind, state: issue.state, role: issue.role }),
    ...(issue === undefined || issue.opened === null ? {} : { opened: issue.opened }),
    ...(closed === null ? {} : { closed }),
    ...(issue !== undefined && first?.how === "own" && isStranger(issue, subject) ? { stranger: true as const } : {}),
  };
}

type Parts = Partial<Pick<IssueParts, "raisers" | "findings" | "cites" | "speaks" | "members" | "gone">>;

/** What imported threads hold, by issue. */
async function threadParts(
  database: Database,
  contractAt: (layer: string, name: string) => number,
): Promise<(id: string) => Parts> {
  const findings = groupBy(
    await database.rows<{ issue: string; role: Role; state: string }>("SELECT issue, role, state FROM issue_finding"),
    ({ issue }) => issue,
  );
  const cites = groupBy(
    await database.rows<{ issue: string; verdict: Verdict }>("SELECT issue, verdict FROM issue_citation"),
    ({ issue }) => issue,
  );
  const names = groupBy(
    await database.rows<{
      issue: string;
      kind: string;
      layer: string | null;
      name: string | null;
      text: string;
      gone: boolean;
    }>("SELECT issue, kind, layer, name, text, gone FROM issue_name ORDER BY issue, times DESC, text"),
    ({ issue }) => issue,
  );
  return (id) => {
    const raised = findings.get(id) ?? [];
    const cited = cites.get(id) ?? [];
    const spoken = names.get(id) ?? [];
    const unique = (texts: readonly string[]) => [...new Set(texts)].slice(0, MOST);
    const [members, gone] = [
      unique(spoken.filter(({ kind }) => kind === "member").map(({ text }) => text)),
      unique(spoken.filter((each) => each.gone).map(({ text }) => text)),
    ];
    const speaks = spoken.flatMap(({ layer, name }) =>
      layer === null || name === null ? [] : [contractAt(layer, name)],
    );
    return {
      ...(raised.length === 0
        ? {}
        : {
            raisers: [...new Set(raised.map(({ role }) => role))],
            findings: { open: raised.filter(({ state }) => state === "open").length, all: raised.length },
          }),
      ...(cited.length === 0
        ? {}
        : {
            cites: {
              wrong: cited.filter(({ verdict }) => isWrong(verdict)).length,
              judged: cited.filter(({ verdict }) => verdict === "holds" || isWrong(verdict)).length,
            },
          }),
      ...(speaks.length === 0 ? {} : { speaks: [...new Set(speaks)].slice(0, MOST) }),
      ...(members.length === 0 ? {} : { members }),
      ...(gone.length === 0 ? {} : { gone }),
    };
  };
}
