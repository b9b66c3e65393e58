// Keeps imported issues and pull requests in a file of their own beside the notebook, and reads them back. It knows no
// forge and no format; what a thread says is derived elsewhere. What was imported is migrated, and never dropped.

import { existsSync, readFileSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import { groupBy } from "../group.ts";
import { Database, replaceStore, type Value } from "./database.ts";
import type { Comment, Derived, Finding, Issue, Link, Source, Thread, ThreadTable, Unchecked } from "./issue-rows.ts";

export type {
  Comment,
  Derived,
  Finding,
  Issue,
  Link,
  Role,
  Source,
  Thread,
  ThreadTable,
  Unchecked,
} from "./issue-rows.ts";

/** The schema of issues-schema.sql. Raise it with any change there, and add the statements that lead to it. */
export const ISSUES_SCHEMA = 1;

/** By the schema that they lead from: the first one leads from 1 to 2. */
const MIGRATIONS: readonly string[] = [];

/** Adds to a store: `merge` is given what is there and answers what is to be there instead. One step: all of it or nothing. */
export async function writeIssues(
  path: string,
  merge: (held: (ids: readonly string[]) => Promise<ReadonlyMap<string, Thread>>) => Promise<{
    readonly threads: readonly (Thread & Derived)[];
    readonly source: Source;
  }>,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  await replaceStore(
    path,
    () => false,
    async (database) => {
      await prepare(database, path, migrations);
      const { threads, source } = await merge((ids) => readThreads(database, ids));
      await clear(database, threads, source.name);
      await append(database, threads);
      await database.append("source", [{ ...source }]);
    },
  );
}

async function prepare(database: Database, path: string, migrations: readonly string[]): Promise<void> {
  const tables = await database.rows<{ n: number }>(
    "SELECT count(*) AS n FROM duckdb_tables() WHERE database_name = current_database() AND table_name = 'meta'",
  );
  const latest = ISSUES_SCHEMA + Math.max(0, migrations.length - MIGRATIONS.length);
  if (tables[0]!.n === 0) {
    await database.run(readFileSync(new URL("./issues-schema.sql", import.meta.url), "utf8"));
    await database.append("meta", [{ key: "schema", value: String(ISSUES_SCHEMA) }]);
  }
  const schema = await schemaOf(database, path, latest);
  for (const step of migrations.slice(schema - 1)) await database.run(step);
  if (schema < latest) await database.run(`UPDATE meta SET "value" = '${latest}' WHERE "key" = 'schema'`);
}

async function schemaOf(database: Database, path: string, latest = ISSUES_SCHEMA): Promise<number> {
  const [row] = await database.rows<{ value: string }>(`SELECT "value" FROM meta WHERE "key" = 'schema'`);
  const schema = Number(row?.value);
  if (!Number.isInteger(schema) || schema < 1)
    throw new BinnacleError(
      "store-corrupt",
      `${path}: expected a store of issues, found none. Pass --store elsewhere.`,
    );
  if (schema > latest)
    throw new BinnacleError(
      "store-newer",
      `${path} was made by a newer Binnacle (schema ${schema}, this one reads ${latest}). Update Binnacle; nothing is changed.`,
    );
  return schema;
}

async function clear(database: Database, threads: readonly Thread[], source: string): Promise<void> {
  const ids = listOf(threads.map(({ issue }) => issue.id));
  for (const table of ["comment", "link", "finding", "thread_table", "unchecked"])
    await database.run(`DELETE FROM ${table} WHERE issue IN (${ids})`);
  await database.run(`DELETE FROM issue WHERE id IN (${ids})`);
  await database.query("DELETE FROM source WHERE name = ?", [source]);
}

/** Ids as SQL; what is none is left out. */
function listOf(ids: readonly string[]): string {
  const plain = ids.filter((id) => /^[#!]\d{1,10}$/.test(id)).map((id) => `'${id}'`);
  return plain.length === 0 ? "''" : plain.join(", ");
}

async function append(database: Database, threads: readonly (Thread & Derived)[]): Promise<void> {
  await database.append(
    "issue",
    threads.map(({ issue }) => ({ ...issue, labels: JSON.stringify(issue.labels) })),
  );
  const each = <Part>(parts: (thread: Thread & Derived) => readonly Part[], row: (part: Part, at: number) => object) =>
    threads.flatMap((thread) =>
      parts(thread).map((part, at) => ({ issue: thread.issue.id, ...row(part, at) }) as Record<string, Value>),
    );
  await database.append(
    "comment",
    each(
      (one) => one.comments,
      (comment, at) => ({ ordinal: at, ...comment }),
    ),
  );
  await database.append(
    "link",
    each(
      (one) => one.links,
      (link, ordinal) => ({ ordinal, ...link }),
    ),
  );
  await database.append(
    "finding",
    each(
      (one) => one.findings,
      (finding) => ({ ...finding, tests: JSON.stringify(finding.tests) }),
    ),
  );
  await database.append(
    "thread_table",
    each(
      (one) => one.tables,
      ({ columns, rows, ...rest }, ordinal) => ({
        ...rest,
        ordinal,
        columns: JSON.stringify(columns),
        rows: JSON.stringify(rows),
      }),
    ),
  );
  await database.append(
    "unchecked",
    each(
      (one) => one.unchecked,
      (one, ordinal) => ({ ordinal, ...one }),
    ),
  );
}

const COMMENT = `"key", kind, role, review, thread, verdict, path, line, quoted, "commit", text, "time", round`;

/** What is held of these issues, in order. */
async function readThreads(database: Database, ids: readonly string[] | null): Promise<ReadonlyMap<string, Thread>> {
  const within = (column: string) => (ids === null ? "true" : `${column} IN (${listOf(ids)})`);
  const issues = await database.rows<Omit<Issue, "labels"> & { labels: string }>(
    `SELECT * FROM issue WHERE ${within("id")} ORDER BY number, id`,
  );
  const comments = await database.rows<Comment & { issue: string }>(
    `SELECT issue, ${COMMENT} FROM comment WHERE ${within("issue")} ORDER BY issue, ordinal`,
  );
  const by = groupBy(comments, ({ issue }) => issue);
  return new Map(
    issues.map((issue) => [
      issue.id,
      {
        issue: { ...issue, labels: JSON.parse(issue.labels) as string[] },
        comments: (by.get(issue.id) ?? []).map(({ issue: _, ...comment }) => comment),
      },
    ]),
  );
}

/** An open store of issues, for reading. */
export interface IssueStore {
  readonly threads: (ids: readonly string[] | null) => Promise<ReadonlyMap<string, Thread>>;
  readonly derived: (id: string) => Promise<Derived>;
  /** Links of all issues that lead to this one. */
  readonly leading: (id: string) => Promise<readonly (Link & { readonly issue: string })[]>;
  readonly sources: () => Promise<readonly Source[]>;
  readonly rows: Database["rows"];
  readonly close: () => void;
}

/** Null where nothing was imported yet. Throws "store-newer", "store-corrupt", "store-busy". */
export async function openIssues(path: string): Promise<IssueStore | null> {
  if (!existsSync(path)) return null;
  const database = await Database.read(path);
  await schemaOf(database, path);
  const lists = <Row extends object>(rows: readonly Row[], ...names: readonly (keyof Row)[]): Row[] =>
    rows.map((row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, JSON.parse(String(row[name]))])) }));
  return {
    threads: (ids) => readThreads(database, ids),
    derived: async (id) => ({
      links: await database.rows<Link>(
        `SELECT kind, repository, target, "commit", times, comment FROM link WHERE issue = ? ORDER BY ordinal`,
        [id],
      ),
      findings: lists(
        await database.rows<Finding>("SELECT * EXCLUDE (issue) FROM finding WHERE issue = ? ORDER BY ordinal", [id]),
        "tests",
      ),
      tables: lists(
        await database.rows<ThreadTable>(
          `SELECT comment, columns, "rows", stated FROM thread_table WHERE issue = ? ORDER BY ordinal`,
          [id],
        ),
        "columns",
        "rows",
      ),
      unchecked: await database.rows<Unchecked>(
        "SELECT comment, round, text FROM unchecked WHERE issue = ? ORDER BY ordinal",
        [id],
      ),
    }),
    leading: (id) =>
      database.rows(
        `SELECT issue, kind, repository, target, "commit", times, comment FROM link WHERE target = ? AND repository IS NULL AND issue <> ? ORDER BY issue, ordinal`,
        [id, id],
      ),
    sources: () => database.rows<Source>("SELECT * FROM source ORDER BY name"),
    rows: (sql, parameters) => database.rows(sql, parameters),
    close: () => database.close(),
  };
}
