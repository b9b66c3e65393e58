// Adds to a store, after the walk, all that is told of one kind: at once, or nothing of it. What is stored of the same head
// and the same text is not told again.

import { createHash } from "node:crypto";
import { BinnacleError } from "./error.ts";
import type { Oid } from "./model.ts";
import { readStamp, writeStamp } from "./stamp.ts";
import { forget, type Addition as Kind } from "./store/additions.ts";
import { Database, replaceStore, type Value } from "./store/database.ts";
import { readMeta } from "./store/notebook.ts";
import { codeStamp } from "./version.ts";

type Row = { readonly [column: string]: Value };

export interface Addition {
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  readonly addition: Kind;
  readonly head: Oid;
  /** All that was read to know what to tell: another text, other rows. */
  readonly text: string;
  /** The rows of each table. Not asked where they are stored already. */
  readonly rows: () => Promise<{ readonly [table: string]: readonly Row[] }>;
}

/** Answers whether anything was done. Throws what telling the rows throws, and what writing a store throws. */
export async function add({ store, addition, head, text, rows }: Addition): Promise<boolean> {
  const digest = createHash("sha256")
    .update(JSON.stringify([codeStamp(), head, text]))
    .digest("hex")
    .slice(0, 24);
  if ((await storedDigest(store, addition)) === digest) return false;
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
      await forget(database, addition);
      for (const [table, each] of Object.entries(told)) await database.append(table, each);
      await database.append("meta", [{ key: addition, value: JSON.stringify(digest) }]);
    },
  );
  // The file is another one now, and still what the walk left but for this.
  if (walk !== null) writeStamp(store, walk);
  return true;
}

async function storedDigest(store: string, addition: Kind): Promise<string | null> {
  const database = await Database.read(store);
  try {
    const rows = await database.rows<{ value: string }>(`SELECT "value" FROM meta WHERE "key" = '${addition}'`);
    return rows[0] === undefined ? null : (JSON.parse(rows[0].value) as string);
  } finally {
    database.close();
  }
}
