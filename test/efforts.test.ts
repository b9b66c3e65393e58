// What a notebook keeps of the costs of commits: the same numbers as the command, the same rows from nothing and from what was
// kept, and no measuring of what is known.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Ledger } from "../loaders/audit/ledger.ts";
import { recordEffort } from "../loaders/efforts.ts";
import { openRepository } from "../loaders/git/repository.ts";
import { type Parts, parseParts, USUAL } from "../loaders/provenance/effort/parts.ts";
import { readBook } from "../loaders/report/book.ts";
import { effortExtract } from "../loaders/report/extract-effort.ts";
import { Database } from "../loaders/store/database.ts";
import { EFFORT_VERSION } from "../loaders/version.ts";
import { type BuiltRepository, makeRepository, runGit } from "./support/repository.ts";
import { ask, cleanFolders, dump, folder, ingestAt, plans, say } from "./support/stores.ts";

let built: BuiltRepository;

before(() => {
  built = makeRepository([
    ...plans(8),
    {
      files: { "tests/test_a.py": 'def test_a():\n    """Doc."""\n    assert 1\n', "README.md": "# A\n\ntext\n" },
      message: "Tests\n",
    },
    { files: { "side.py": "x = 1\n" }, message: "Side\n", parents: [3], branch: "side" },
    { files: { "pic.png": new Uint8Array([0, 1]), "side.py": "x = 1\n" }, message: "Merge (#90)\n", parents: [8, 9] },
    { files: { "pkg/runner.py": null }, message: "Less\n" },
  ]);
});

after(() => {
  built.cleanup();
  cleanFolders();
});

interface Recorded {
  readonly store: string;
  readonly kept: string;
}

/** Records what the commits up to a revision cost; of a store that is there, what is new. */
async function record(branch: string, at: Recorded, parts: Parts = USUAL, dir = built.dir): Promise<boolean> {
  mkdirSync(at.kept, { recursive: true });
  const { head } = await ingestAt(dir, at.store, { branch });
  const repo = await openRepository(dir);
  try {
    return await recordEffort({ repo, store: at.store, head, parts, folder: at.kept });
  } finally {
    repo.close();
  }
}

function fresh(): Recorded {
  const place = folder();
  return { store: join(place, "notebook.duckdb"), kept: join(place, "kept") };
}

async function costs(store: string) {
  const { effort, effort_left, effort_part } = await dump(store);
  return { effort, effort_left, effort_part };
}

interface Row {
  readonly oid: string;
  readonly part: string | null;
  readonly statements: number;
  readonly with_docstrings: number;
  readonly source: number;
  readonly physical: number;
  readonly disagreement: number | null;
  readonly binary_files: number;
  readonly unread: number;
}

test("each row has what the command prints of its commit", async () => {
  for (const split of [null, "code=pkg/,tests=tests/"]) {
    const at = fresh();
    await record("main", at, split === null ? USUAL : parseParts(split));
    const rows = await ask<Row>(at.store, `SELECT c.oid, e.* FROM effort e JOIN "commit" c USING (position)`);
    const commits = new Set(rows.map(({ oid }) => oid));
    assert.equal(commits.size, 11);
    for (const oid of commits) {
      const flags = split === null ? [] : ["--split", split];
      const told = JSON.parse((await say("effort", oid, "--json", "--repo", built.dir, ...flags)).out);
      const own = rows.filter((row) => row.oid === oid);
      const all = own.find(({ part }) => part === null)!;
      assert.deepEqual(four(all), told.total);
      assert.equal(all.disagreement, told.disagreement.total);
      assert.deepEqual([all.unread, all.binary_files], [told.left.unread, told.left.binary]);
      const parts = Object.fromEntries(own.flatMap((row) => (row.part === null ? [] : [[row.part, four(row)]])));
      assert.deepEqual(parts, told.parts);
    }
  }
});

function four(row: Row) {
  return {
    statements: row.statements,
    statementsWithDocstrings: row.with_docstrings,
    source: row.source,
    physical: row.physical,
  };
}

test("a line that grew has the rows that it has from nothing, and nothing is done twice", async () => {
  const grown = fresh();
  for (const oid of [built.oids[2]!, built.oids[7]!, "main"]) assert.equal(await record(oid, grown), true);
  const whole = fresh();
  await record("main", whole);
  assert.deepEqual(await costs(grown.store), await costs(whole.store));
  assert.equal(await record("main", grown), false);
  assert.equal(await record("main", grown, parseParts("code=pkg/")), true, "other parts, other rows");
});

test("a blob that is known is not measured again", async () => {
  const at = fresh();
  await record("main~1", at);
  const ledger = new Ledger<[string, { statements: number } | null][]>(at.kept);
  const known = ledger.get("blobs", String(EFFORT_VERSION))!;
  const oid = built.git("rev-parse", "main~1:tests/test_a.py");
  const place = known.findIndex(([key]) => key === `python ${oid}`);
  ledger.put(
    "blobs",
    String(EFFORT_VERSION),
    known.with(place, [known[place]![0], { ...known[place]![1]!, statements: 70 }]),
  );
  const again = { ...fresh(), kept: at.kept };
  await record("main", again);
  const [row] = await ask<Row>(again.store, "SELECT * FROM effort WHERE part = 'tests'");
  assert.equal(row?.statements, 70, "what was kept is believed");
  assert.deepEqual(readdirSync(at.kept).length, 1);
});

test("of a shallow clone the first commit has no row, and the page is told", async () => {
  const shallow = built.sibling("shallow");
  runGit(built.dir, ["clone", "--quiet", "--depth=3", `file://${built.dir}`, shallow]);
  const at = fresh();
  await record("HEAD", at, USUAL, shallow);
  const database = await Database.read(at.store);
  const extract = await effortExtract(await readBook(database), database);
  database.close();
  assert.equal(extract.missing, 1);
  assert.deepEqual(
    extract.commits.map(({ subject }) => subject),
    ["Merge (#90)", "Less"],
  );
});

test("the page gets each commit with its parts in order, and what was not measured", async () => {
  const at = fresh();
  await ingestAt(built.dir, at.store, { branch: "main" });
  const read = async () => {
    const database = await Database.read(at.store);
    try {
      return await effortExtract(await readBook(database), database);
    } finally {
      database.close();
    }
  };
  assert.equal((await read()).recorded, false);
  await record("main", at);
  const extract = await read();
  assert.deepEqual(extract.parts, ["production", "tests", "other"]);
  assert.deepEqual(extract.left, [
    { ending: "png", why: "binary", changes: 1, lines: 0 },
    { ending: "md", why: "no grammar", changes: 1, lines: 3 },
  ]);
  const tests = extract.commits.find(({ subject }) => subject === "Tests");
  assert.deepEqual(tests?.parts, [
    [1, [2, 3, 2, 3, 4 / 3, 1, 0, 0, 0].map((n) => Math.round(n * 100) / 100)],
    [2, [0, 0, 0, 3, -1, 0, 1, 3, 0]],
  ]);
  assert.deepEqual(tests?.all, [2, 3, 2, 6, 1.33, 1, 1, 3, 0]);
  const merge = extract.commits.find(({ pr }) => pr === 90);
  assert.deepEqual(merge?.all, [1, 1, 1, 1, 1, 1, 0, 0, 1]);
});
