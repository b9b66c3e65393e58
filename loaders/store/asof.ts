// Turns the spans of a store into the rows that hold at any position, and says at which positions they are others. It asks
// the store once for each kind; what rows mean is not known here.

import { readFileSync } from "node:fs";
import type { Database, Value } from "./database.ts";

/** A row as it stands at one position: the columns of its span that say nothing of time. */
export interface StandingRow {
  readonly id: string;
  readonly [column: string]: Value;
}

interface Span {
  readonly row: StandingRow;
  readonly first: number;
  readonly last: number | null;
}

/** Columns of a span that are about time. */
const TIME = "life, born, first, last";

/** The rows of some kinds along a line. */
export class AsOf {
  readonly #database: Database;
  readonly #kinds = new Map<string, Standing>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the spans of a kind, once. Throws what a query throws. */
  async of(kind: string): Promise<Standing> {
    let standing = this.#kinds.get(kind);
    if (!standing) {
      const stored = await this.#database.rows<{ first: number; last: number | null; [column: string]: Value }>(
        `SELECT * EXCLUDE (life, born) FROM ${kind}_span ORDER BY first, id`,
      );
      standing = new Standing(stored.map(({ first, last, ...row }) => ({ row: row as StandingRow, first, last })));
      this.#kinds.set(kind, standing);
    }
    return standing;
  }
}

/** The rows of one kind along a line. */
export class Standing {
  readonly #spans: readonly Span[];
  readonly #edges: readonly number[];
  #last: { readonly edge: number; readonly rows: readonly StandingRow[] } | null = null;
  readonly #edgesOf = new Map<string, readonly number[]>();

  constructor(spans: readonly Span[]) {
    this.#spans = spans;
    this.#edges = edgesOf(spans, null);
  }

  /** The rows that hold at a position, the same array for as long as it is asked between two edges. */
  rows(position: number): readonly StandingRow[] {
    const edge = this.#edges[lastUpTo(this.#edges, position)] ?? -1;
    if (this.#last?.edge !== edge)
      this.#last = {
        edge,
        rows: this.#spans
          .filter(({ first, last }) => first <= edge && (last === null || last >= edge))
          .map(({ row }) => row),
      };
    return this.#last.rows;
  }

  /**
   * Positions, ascending, from which on other rows hold than before. With `columns`, those only at which the rows differ
   * in one of these, however often each stands.
   */
  edges(columns: ReadonlySet<string> | null = null): readonly number[] {
    if (columns === null) return this.#edges;
    const key = [...columns].sort().join();
    const known = this.#edgesOf.get(key) ?? edgesOf(this.#spans, columns);
    this.#edgesOf.set(key, known);
    return known;
  }
}

function edgesOf(spans: readonly Span[], columns: ReadonlySet<string> | null): readonly number[] {
  // By position, how many more rows of each wording hold from there on.
  const changes = new Map<number, Map<string, number>>();
  const change = (position: number, wording: string, by: number) => {
    const at = changes.get(position) ?? new Map<string, number>();
    changes.set(position, at.set(wording, (at.get(wording) ?? 0) + by));
  };
  for (const { row, first, last } of spans) {
    const wording = columns === null ? "" : wordingOf(row, columns);
    change(first, wording, 1);
    if (last !== null) change(last + 1, wording, -1);
  }
  return [...changes]
    .filter(([, at]) => columns === null || [...at.values()].some((by) => by !== 0))
    .map(([position]) => position)
    .sort((a, b) => a - b);
}

function wordingOf(row: StandingRow, columns: ReadonlySet<string>): string {
  return JSON.stringify(
    Object.keys(row)
      .filter((column) => columns.has(column))
      .map((column) => row[column]),
  );
}

/** The place of the last of ascending numbers that is at most `limit`; -1 where all are greater. */
export function lastUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Makes an empty table for the rows of a kind at one position: the columns of its spans, and nothing about time. */
export async function createStanding(database: Database, kind: string): Promise<void> {
  const schema = readFileSync(new URL("./schema.sql", import.meta.url), "utf8");
  const spans = new RegExp(`CREATE TABLE ${kind}_span \\([\\s\\S]*?\\n\\);`).exec(schema);
  if (!spans) throw new Error(`schema.sql has no table ${kind}_span`);
  await database.run(spans[0]);
  await database.run(`CREATE TABLE "${kind}" AS SELECT * EXCLUDE (${TIME}) FROM ${kind}_span; DROP TABLE ${kind}_span`);
}
