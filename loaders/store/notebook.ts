// Turns a walked history into the notebook file and back: what to store of spans and events, and what a later walk needs
// to go on from there. It neither walks nor derives.

import { readFileSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import type { Commit, Oid, Outcomes, Site, Use } from "../model.ts";
import { SCHEMA } from "../version.ts";
import type { Database, Value } from "./database.ts";

/** Kinds of spans, each a table `<kind>_span`. */
export interface StoredSpan {
  readonly row: { readonly id: string; readonly [column: string]: Value };
  readonly first: number;
  readonly last: number | null;
  readonly life: number;
  readonly born: number;
}

/** All that decides a store's rows, the tip and its ancestors apart. */
export interface Decided {
  /** Schema and versions of the program. */
  readonly program: readonly (string | number)[];
  readonly profile: { readonly name: string; readonly digest: string };
  readonly allParents: boolean;
  readonly since: Oid | number | null;
  readonly name: string;
  /** A clone that has been deepened has a longer history behind the same tip. */
  readonly shallow: readonly Oid[];
}

/** What the notebook is of. */
export interface Meta {
  readonly schema: number;
  readonly version: string;
  readonly repository: string;
  readonly branch: string | null;
  readonly head: Oid;
  readonly forge: string | null;
  readonly profile: string;
  /** Whether no person wrote the profile; absent from stores of a time when it was not kept. */
  readonly proposed?: boolean;
  /** Digest of everything that decides the rows: profile, walk, extractor. */
  readonly digest: string;
  /** What that is the digest of; absent from stores of a time when it was not kept. */
  readonly decided?: Decided;
  /** What `--since` was given, as typed. */
  readonly since?: string | null;
  readonly walk: "first-parent" | "all-parents";
  /** Why births at `floorPosition`, where the profile matches first, are floors; -1 where it never matches. */
  readonly floor: string;
  readonly floorPosition: number;
  /** Why the line begins where it does: root, shallow, since. */
  readonly lineFloor: string;
  readonly warnings: readonly string[];
  readonly layers: readonly {
    readonly name: string;
    readonly miss: string;
    readonly outcomes?: Readonly<Partial<Record<keyof Outcomes, ToldOutcome>>>;
  }[];
  readonly pairings: readonly {
    readonly layer: string;
    readonly broadcaster: string;
    readonly answerer: string;
    readonly when: string;
    readonly path: string;
    readonly text: string;
    /** Where it stands at the head, 1-based; null where it does not any more. */
    readonly line: number | null;
  }[];
}

/** What becomes of a caller, with the place that says so at the head; its line is null where it says so no more. */
export interface ToldOutcome {
  readonly means: string;
  readonly at: { readonly path: string; readonly text: string; readonly line: number | null } | null;
}

export async function createTables(database: Database): Promise<void> {
  await database.run(readFileSync(new URL("./schema.sql", import.meta.url), "utf8"));
}

/**
 * The meta of a store; null of an empty file and of a store of an older schema, which are made anew. Throws "store-newer",
 * and "store-corrupt" for a database that is none of ours: it is never written over.
 */
export async function readMeta(database: Database): Promise<Meta | null> {
  const tables = await database.query("SELECT table_name FROM duckdb_tables()");
  if (tables.rows.length === 0) return null;
  const cells = tables.rows.some(([name]) => name === "meta") ? await readCells(database) : {};
  if (typeof cells.schema !== "number") {
    throw new BinnacleError(
      "store-corrupt",
      `expected a store, found a database of something else, with ${tables.rows.length} tables. Nothing is changed. Pass --store elsewhere.duckdb.`,
    );
  }
  if (cells.schema > SCHEMA) {
    throw new BinnacleError(
      "store-newer",
      `this store is of a newer Binnacle (schema ${cells.schema}; this one reads ${SCHEMA}). Upgrade, or pass --store elsewhere.duckdb.`,
    );
  }
  return cells.schema === SCHEMA ? (cells as unknown as Meta) : null;
}

async function readCells(database: Database): Promise<Record<string, unknown>> {
  try {
    const rows = await database.rows<{ key: string; value: string }>(`SELECT "key", "value" FROM meta`);
    return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
  } catch {
    return {};
  }
}

export async function writeMeta(database: Database, meta: Meta): Promise<void> {
  await database.run("DELETE FROM meta");
  await database.append(
    "meta",
    Object.entries(meta).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
  );
}

/** A commit of the stored line. */
export interface StoredCommit {
  readonly oid: Oid;
  /** False of a commit inside a merge. */
  readonly onLine: boolean;
}

/** The stored line by position. */
export async function storedLine(database: Database): Promise<StoredCommit[]> {
  const { rows } = await database.query(`SELECT oid, on_line FROM "commit" ORDER BY position`);
  return rows.map(([oid, onLine]) => ({ oid: oid as string, onLine: onLine as boolean }));
}

/** Cuts the line back: what came after `position` is forgotten, and what ended after it holds again. */
export async function cutBack(database: Database, position: number, kinds: readonly string[]): Promise<void> {
  const { rows } = await database.query(`SELECT count(*) FROM "commit" WHERE position > ${position}`);
  if (rows[0]?.[0] === 0) return;
  await database.run(
    `DELETE FROM "commit" WHERE position > ${position}; DELETE FROM event WHERE position > ${position}`,
  );
  for (const kind of kinds) {
    await database.run(
      `DELETE FROM ${kind}_span WHERE first > ${position}; UPDATE ${kind}_span SET last = NULL WHERE last >= ${position}`,
    );
  }
}

/** The open spans of a kind, and the number of lives of each id. */
export async function readOpen(
  database: Database,
  kind: string,
): Promise<{ open: StoredSpan[]; lives: Map<string, number> }> {
  const lives = await database.rows<{ id: string; lives: number }>(
    `SELECT id, max(life)::INTEGER AS lives FROM ${kind}_span GROUP BY id`,
  );
  const rows = await database.rows<StoredSpan["row"] & { life: number; born: number; first: number; last: null }>(
    `SELECT * FROM ${kind}_span WHERE last IS NULL`,
  );
  return {
    lives: new Map(lives.map((each) => [each.id, each.lives])),
    open: rows.map(({ life, born, first, last: _, ...row }) => ({
      row: row as StoredSpan["row"],
      first,
      last: null,
      life,
      born,
    })),
  };
}

/** The last span of each site that is gone, by the position at which it was there last. */
export async function goneSites(database: Database): Promise<{ id: string; last: number; site: Site }[]> {
  const rows = await database.rows<StoredSpan["row"] & { last: number }>(
    `SELECT * FROM site_span WHERE id NOT IN (SELECT id FROM site_span WHERE last IS NULL)
     QUALIFY row_number() OVER (PARTITION BY id ORDER BY first DESC) = 1 ORDER BY last`,
  );
  return rows.map((row) => ({ id: row.id, last: row.last, site: siteOf(row) }));
}

/** As many ids as one statement names. */
const MOST_IDS = 500;

/** Writes what a kind lacks: takes the open spans of `withdrawn` ids out, and appends the others. */
export async function saveSpans(
  database: Database,
  kind: string,
  { spans, withdrawn }: { readonly spans: readonly StoredSpan[]; readonly withdrawn: readonly string[] },
): Promise<void> {
  for (let from = 0; from < withdrawn.length; from += MOST_IDS) {
    const ids = withdrawn.slice(from, from + MOST_IDS);
    await database.query(`DELETE FROM ${kind}_span WHERE last IS NULL AND id IN (${ids.map(() => "?").join()})`, ids);
  }
  if (spans.length === 0) return;
  await database.append(
    `${kind}_span`,
    spans.map(({ row, ...span }) => ({ ...row, ...span })),
  );
}

export async function appendCommits(
  database: Database,
  commits: readonly {
    readonly commit: Commit;
    readonly position: number;
    readonly day: string;
    readonly pr: number | null;
    readonly subject: string;
    readonly onLine: boolean;
  }[],
): Promise<void> {
  if (commits.length === 0) return;
  await database.append(
    "commit",
    commits.map(({ commit, onLine, ...rest }) => ({
      ...rest,
      on_line: onLine,
      oid: commit.oid,
      tree: commit.tree,
      time: commit.time,
      offset: commit.offset,
      parents: commit.parents.length,
    })),
  );
}

/** A stored site as the surface had it. */
export function siteOf(row: StoredSpan["row"]): Site {
  return {
    layer: row.layer as string,
    path: row.path as string,
    line: row.line as number,
    endLine: row.end_line as number,
    name: row.name as string | null,
    expression: row.expression as string,
    class: row.class as string | null,
    function: row.function as string,
    callee: row.callee as string,
    ordinal: row.ordinal as number,
    wait: row.wait as boolean | null,
    timeout: row.timeout as number | null,
    timeoutText: row.timeout_text as string | null,
    aggregating: row.aggregating as boolean,
    use: row.use as Use,
    arity: row.arity as number,
    asserted: row.asserted as boolean,
    conditions: JSON.parse(row.conditions as string) as string[],
  };
}
