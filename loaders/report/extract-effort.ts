// Turns what a store says of the costs of commits into effort.json: each commit with its parts, and what was not measured.

import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import type { Book } from "./book.ts";
import { pageSubject } from "./extract-subject.ts";
import type { EffortExtract, EffortNumbers } from "./pages.ts";

/** Endings of what was not measured. */
const MOST_LEFT = 20;

interface EffortRow {
  readonly position: number;
  readonly part: string | null;
  readonly statements: number;
  readonly with_docstrings: number;
  readonly source: number;
  readonly physical: number;
  readonly disagreement: number | null;
  readonly files: number;
  readonly unread: number;
  readonly unread_lines: number;
  readonly binary_files: number;
}

export async function effortExtract({ commits }: Book, database: Database): Promise<EffortExtract> {
  const parts = await partsOf(database);
  if (parts === null)
    return { recorded: false, parts: [], commits: [], missing: 0, left: [], beyond: { endings: 0, changes: 0 } };
  const rows = groupBy(
    await database.rows<EffortRow>("SELECT * FROM effort ORDER BY position"),
    ({ position }) => position,
  );
  const [line] = await database.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM "commit" WHERE on_line`);
  const place = new Map(parts.map((part, at) => [part, at]));
  const told = commits.flatMap(({ position, oid, pr, subject }) => {
    const own = rows.get(position) ?? [];
    const all = own.find(({ part }) => part === null);
    if (all === undefined) return [];
    const each = own
      .flatMap((row) => (row.part === null ? [] : [[place.get(row.part) ?? 0, numbersOf(row)] as const]))
      .sort(([a], [b]) => a - b);
    return [{ position, oid, pr, subject: pageSubject(subject), all: numbersOf(all), parts: each }];
  });
  return {
    recorded: true,
    parts,
    commits: told,
    missing: (line?.n ?? told.length) - told.length,
    ...(await leftOf(database)),
  };
}

/** A file without an ending has a row of its own: those behind the first are a sum. */
async function leftOf(database: Database): Promise<Pick<EffortExtract, "left" | "beyond">> {
  const order = "ORDER BY changes DESC, why, ending";
  const left = await database.rows<EffortExtract["left"][number]>(
    `SELECT ending, why, changes, lines FROM effort_left ${order} LIMIT ${MOST_LEFT}`,
  );
  const [beyond] = await database.rows<EffortExtract["beyond"]>(
    `SELECT count(*)::INTEGER AS endings, coalesce(sum(changes), 0)::INTEGER AS changes
     FROM (SELECT changes FROM effort_left ${order} OFFSET ${MOST_LEFT})`,
  );
  return { left, beyond: beyond ?? { endings: 0, changes: 0 } };
}

/** The parts that have any changed file, in the order in which they are told; null where nothing was recorded. */
async function partsOf(database: Database): Promise<readonly string[] | null> {
  const parts = await database.rows<{ name: string; used: boolean }>(
    "SELECT name, name IN (SELECT part FROM effort WHERE part IS NOT NULL) AS used FROM effort_part ORDER BY place",
  );
  return parts.length === 0 ? null : parts.filter(({ used }) => used).map(({ name }) => name);
}

/** A factor has three digits on a page; more would be half of the file. */
function numbersOf(row: EffortRow): EffortNumbers {
  return [
    row.statements,
    row.with_docstrings,
    row.source,
    row.physical,
    row.disagreement === null ? -1 : Math.round(row.disagreement * 100) / 100,
    row.files,
    row.unread,
    row.unread_lines,
    row.binary_files,
  ];
}
