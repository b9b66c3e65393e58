// Reads from a notebook all contracts that were ever sent, with their members and what took away those that are gone, and the
// classes that ever answered.

import type { Oid } from "../model.ts";
import type { Database } from "./database.ts";

export interface StoredContract {
  readonly layer: string;
  readonly name: string;
  /** The first commit that no longer sends it; null where the head does. */
  readonly gone: Oid | null;
  /** Keys, attributes and indices that were ever produced or read: of each the first commit without; null where it stands. */
  readonly members: ReadonlyMap<string, Oid | null>;
}

interface Row {
  readonly layer: string;
  readonly name: string;
  readonly key: string | null;
  readonly gone: Oid | null;
}

/** By layer and name. */
export async function knownContracts(database: Database): Promise<readonly StoredContract[]> {
  const rows = await database.rows<Row>(
    `WITH ever AS (
       SELECT layer, name, NULL AS "key", last FROM name_span
       UNION ALL SELECT layer, name, "key", last FROM key_span WHERE shape <> 'method'
       UNION ALL SELECT layer, name, "key", last FROM read_span WHERE kind NOT IN ('method', 'call')
     ), ended AS (
       SELECT layer, name, "key", CASE WHEN count(*) > count(last) THEN NULL ELSE max(last) + 1 END AS position
       FROM ever GROUP BY layer, name, "key"
     )
     SELECT layer, name, "key", c.oid AS gone FROM ended LEFT JOIN "commit" c ON c.position = ended.position
     ORDER BY layer, name, "key" NULLS FIRST`,
  );
  const contracts = new Map<string, StoredContract & { readonly members: Map<string, Oid | null> }>();
  for (const { layer, name, key, gone } of rows) {
    const id = `${layer}\n${name}`;
    // What a hop carries has members, and no site sends it by name.
    if (key === null) contracts.set(id, { layer, name, gone, members: new Map() });
    else contracts.get(id)?.members.set(key, gone);
  }
  return [...contracts.values()];
}

/** Classes that ever answered, by name. One that answers no more may still stand. */
export async function knownClasses(database: Database): Promise<readonly string[]> {
  const rows = await database.rows<{ class: string }>("SELECT DISTINCT class FROM answerer_span ORDER BY class");
  return rows.map(({ class: name }) => name);
}
