// Runs `query`: one question of the reader's own, on a store that is opened for reading and locked.

import { BinnacleError } from "../error.ts";
import { csv, type Style, table } from "../report/text.ts";
import { Database, type Result } from "../store/database.ts";
import { type Flags, openContext, textFlag } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";

const FORMATS = ["table", "json", "csv"];

export async function runQuery(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const format = textFlag(flags, "format") ?? (flags.json === true ? "json" : "table");
  if (!FORMATS.includes(format))
    throw new BinnacleError("bad-usage", `--format is ${format}; expected ${FORMATS.join(", ")}.`);
  const context = await openContext(flags);
  await current(context, flags, output);
  const database = await Database.read(context.store);
  try {
    const empty = words[0] === undefined ? null : await notRecorded(database, words[0]);
    if (empty !== null) output.note(`${empty} is empty in this store: "binnacle notebook" writes it.`);
    await database.lock();
    const sql =
      words[0] ?? 'SELECT table_name AS "table", estimated_size AS rows FROM duckdb_tables() ORDER BY table_name';
    output.print(
      format === "json" ? json(await database.nested(sql)) : formatted(await database.query(sql), format, output.style),
    );
  } finally {
    database.close();
  }
}

/** Tables that only a notebook writes, after the walk, by the key of `meta` that says so. */
const WRITTEN_LATER: Readonly<Record<string, RegExp>> = {
  citations: /\bcitation(?:_span|_left)?\b/i,
  claims: /\b(?:claim|claim_span|note|measurement)\b/i,
  issues: /\b(?:reference|issue|issue_\w+)\b/i,
  lineage: /\blineage(?:_\w+)?\b/i,
  effort: /\beffort(?:_\w+)?\b/i,
};

/** The first table that is asked and was never written; null where all were. */
async function notRecorded(database: Database, sql: string): Promise<string | null> {
  const written = new Set((await database.rows<{ key: string }>(`SELECT "key" FROM meta`)).map(({ key }) => key));
  for (const [key, tables] of Object.entries(WRITTEN_LATER)) {
    const table = tables.exec(sql)?.[0];
    if (table !== undefined && !written.has(key)) return table;
  }
  return null;
}

function json({ columns, rows }: Awaited<ReturnType<Database["nested"]>>): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
    null,
    2,
  );
}

function formatted({ columns, rows }: Result, format: string, style: Style): string {
  if (format === "csv") return csv(columns, rows);
  return table(
    columns,
    rows.map((row) => row.map((cell) => (typeof cell === "boolean" ? String(cell) : cell))),
    style,
  );
}
