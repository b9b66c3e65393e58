// What is added to a notebook after the walk, by kind: the tables that hold it. All of it is of the store's head, and is
// forgotten when that moves or before it is told anew.

import type { Database } from "./database.ts";

/** Tables of each kind of addition. The kind is also the key of `meta` under which it is kept what it is of. */
const TABLES = {
  citations: ["citation", "citation_span", "citation_left"],
  claims: ["claim", "claim_span", "note", "measurement"],
  issues: ["reference", "issue", "issue_text", "issue_link", "issue_finding", "issue_citation", "issue_name"],
  lineage: ["lineage", "lineage_copy", "lineage_step", "lineage_left"],
  effort: ["effort", "effort_part", "effort_left"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Addition = keyof typeof TABLES;

export const ADDITIONS = Object.keys(TABLES) as readonly Addition[];

/** Forgets all that was added of a kind, and what it was of. */
export async function forget(database: Database, addition: Addition): Promise<void> {
  await database.run(TABLES[addition].map((table) => `DELETE FROM ${table}`).join("; "));
  await database.run(`DELETE FROM meta WHERE "key" = '${addition}'`);
}
