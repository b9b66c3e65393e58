// Adds to a store, after the walk, all that is told of one kind: at once, or nothing of it. What is stored of the same head
// and the same text is not told again.

import { createHash } from "node:crypto";
import { BinnacleError } from "./error.ts";
import type { Oid } from "./model.ts";
import { readStamp, writeStamp } from "./stamp.ts";
import { Database, replaceStore, type Value } from "./store/database.ts";
import { readMeta } from "./store/notebook.ts";
import { codeStamp } from "./version.ts";

type Row = { readonly [column: string]: Value };

export interface Addition {
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  /** The key of `meta` under which it is kept what these rows are of. */
  readonly key: string;
  readonly head: Oid;
  /** All that was read to know what to tell: another text, other rows. */
  readonly text: string;
  /** Takes away what an earlier addition left, its stamp too. */
  readonly clear: (database: Database) => Promise<void>;
  /** The rows of each table. Not asked where they are stored already. */
  readonly rows: () => Promise<{ readonly [table: string]: readonly Row[] }>;
}

/** Answers whether anything was done. Throws what telling the rows throws, and what writing a store throws. */
export async function add({ store, key, head, text, clear, rows }: Addition): Promise<boolean> {
  const digest = createHash("sha256")
    .update(JSON.stringify([codeStamp(), head, text]))
    .digest("hex")
    .slice(0, 24);
  if ((await storedDigest(store, key)) === digest) return false;
  const told = await rows();
  const walk = readStamp(store);
  await replaceStore(
    store,
    () => false,
    async (database) => {
      if ((await readMeta(database))?.head !== head)
        throw new BinnacleError(
          "store-busy",
          `${store}: another run brought it to another commit meanwhile. Nothing is changed; run the command again.`,
        );
      await clear(database);
      for (const [table, each] of Object.entries(told)) await database.append(table, each);
      await database.append("meta", [{ key, value: JSON.stringify(digest) }]);
    },
  );
  // The file is another one now, and still what the walk left but for this.
  if (walk !== null) writeStamp(store, walk);
  return true;
}

async function storedDigest(store: string, key: string): Promise<string | null> {
  const database = await Database.read(store);
  try {
    const rows = await database.rows<{ value: string }>(`SELECT "value" FROM meta WHERE "key" = '${key}'`);
    return rows[0] === undefined ? null : (JSON.parse(rows[0].value) as string);
  } finally {
    database.close();
  }
}
