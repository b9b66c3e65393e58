// The loader of effort.json over a small repository: long subjects and many endings that nothing measures.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { recordEffort } from "../../loaders/efforts.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { USUAL } from "../../loaders/provenance/effort/parts.ts";
import { extract } from "../../loaders/report/extracts.ts";
import { makeRepository } from "../support/repository.ts";
import { cleanFolders, folder, ingestAt, plans } from "../support/stores.ts";

after(cleanFolders);

test("subjects are cut, and endings behind the first twenty are one sum", async () => {
  const names = Array.from({ length: 23 }, (_, i) => [`docs/NAME${String(i).padStart(2, "0")}`, `${i}\n`] as const);
  const built = makeRepository([
    ...plans(2),
    { files: { "docs/NAME22": "first\n" }, message: `${"w ".repeat(200)}(#7)\n` },
    { files: Object.fromEntries(names), message: "Names\n" },
  ]);
  const store = join(folder(), "notebook.duckdb");
  const kept = folder();
  mkdirSync(kept, { recursive: true });
  const { head } = await ingestAt(built.dir, store);
  const repo = await openRepository(built.dir);
  try {
    await recordEffort({ repo, store, head, parts: USUAL, folder: kept });
  } finally {
    repo.close();
    built.cleanup();
  }
  const { commits, left, beyond } = await extract("effort", store);
  const long = commits[2]?.subject ?? "";
  assert.equal(long.length, 200);
  assert.match(long, /w…$/);
  assert.equal(left.length, 20);
  assert.deepEqual([left[0]?.ending, left[0]?.changes], ["NAME22", 2], "the most changed first");
  assert.deepEqual(beyond, { endings: 3, changes: 3 });
});
