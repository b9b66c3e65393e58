// Holds the pipeline to its one promise: however a store came to be current, its rows are those of one walk of that tip.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine, type SampleEngine } from "../data/sample-engine/build.ts";
import { openRepository } from "../loaders/git/repository.ts";
import { shippedProfile } from "../loaders/surface/profile.ts";
import { digestOf } from "../loaders/target.ts";
import { type BuiltRepository, type CommitPlan, makeRepository, runGit } from "./support/repository.ts";
import { ask, cleanFolders, dump, engine, folder, ingestAt, PROFILE, plans, runner } from "./support/stores.ts";

const built: BuiltRepository[] = [];
function make(list: readonly CommitPlan[], options: Parameters<typeof makeRepository>[1] = {}): BuiltRepository {
  const repository = makeRepository(list, options);
  built.push(repository);
  return repository;
}
after(() => {
  for (const repository of built) repository.cleanup();
  cleanFolders();
});

const walks = new Map<string, Promise<Rows>>();

/** What one walk of a tip stores. A tip that does not move is walked once. */
async function scratch(dir: string, options: Parameters<typeof ingestAt>[2] = {}): Promise<Rows> {
  const key = JSON.stringify([dir, runGit(dir, ["rev-parse", "HEAD"]), runGit(dir, ["tag"]), options]);
  const walk = walks.get(key) ?? freshWalk(dir, options);
  walks.set(key, walk);
  return walk;
}

async function freshWalk(dir: string, options: Parameters<typeof ingestAt>[2]): Promise<Rows> {
  const store = join(folder(), "fresh.duckdb");
  await ingestAt(dir, store, options);
  return dump(store);
}

type Rows = Awaited<ReturnType<typeof dump>>;

/** Fails with the first table that differs, and only the rows that do. */
function same(found: Rows, wanted: Rows, message = ""): void {
  assert.deepEqual(Object.keys(found), Object.keys(wanted), message);
  for (const [table, rows] of Object.entries(wanted)) {
    const here = new Set(found[table]);
    const there = new Set(rows);
    const more = [...here].filter((row) => !there.has(row));
    const less = rows.filter((row) => !here.has(row));
    assert.deepEqual(
      { more, less, count: found[table]?.length },
      { more: [], less: [], count: rows.length },
      `${message} ${table}`,
    );
  }
}

describe("the sample engine", () => {
  let engineDir: string;
  let sample: SampleEngine;
  let store: string;
  const profile = shippedProfile("sample");
  before(async () => {
    engineDir = join(folder(), "sample.git");
    sample = await buildSampleEngine(engineDir);
    store = join(folder(), "all.duckdb");
    await ingestAt(engineDir, store, { profile });
  });

  test("ingesting twice changes no row and walks nothing", async () => {
    const rows = await dump(store);
    const again = await ingestAt(engineDir, store, { profile });
    assert.equal(again.walked, 0);
    assert.equal(again.commits, sample.commits.length);
    same(await dump(store), rows);
  });

  test("twenty commits and then the rest are the rows of one go", async () => {
    const wanted = await dump(store);
    const parts = join(folder(), "parts.duckdb");
    await ingestAt(engineDir, parts, { profile, branch: sample.commits[19]! });
    const rest = await ingestAt(engineDir, parts, { profile });
    assert.equal(rest.walked, sample.commits.length - 20);
    same(await dump(parts), wanted);
  });

  test("going back to an older commit, and forward again, leaves no trace", async () => {
    const wanted = await dump(store);
    const old = sample.commits[11]!;
    const walk = join(folder(), "walk.duckdb");
    copyFileSync(store, walk);
    const back = await ingestAt(engineDir, walk, { profile, branch: old });
    assert.equal(back.cut, sample.commits.length - 12);
    same(await dump(walk), await scratch(engineDir, { profile, branch: old }));
    await ingestAt(engineDir, walk, { profile });
    same(await dump(walk), wanted);
  });

  test("a branch beside the line is walked from where it left, and back", async () => {
    const walk = join(folder(), "branch.duckdb");
    copyFileSync(store, walk);
    const side = await ingestAt(engineDir, walk, { profile, branch: "release-0.3" });
    assert.equal(side.walked, 1);
    same(await dump(walk), await scratch(engineDir, { profile, branch: "release-0.3" }));
    assert.equal(
      (await ask<{ value: string }>(walk, "SELECT value FROM meta WHERE key = 'branch'"))[0]?.value,
      '"release-0.3"',
    );
    await ingestAt(engineDir, walk, { profile });
    same(await dump(walk), await dump(store));
  });

  test("spans of one id never overlap, and their lives count up from one", async () => {
    for (const table of await spanTables(store)) {
      const overlaps = await ask(
        store,
        `SELECT a.id FROM ${table} a JOIN ${table} b ON a.id = b.id AND a.first < b.first AND (a.last IS NULL OR a.last >= b.first)
         UNION ALL SELECT id FROM ${table} GROUP BY id, first HAVING count(*) > 1`,
      );
      assert.deepEqual(overlaps, [], table);
      const odd = await ask(
        store,
        `SELECT * FROM ${table} WHERE (last IS NOT NULL AND last < first) OR born > first OR life < 1`,
      );
      assert.deepEqual(odd, [], table);
      const lives = await ask(
        store,
        `SELECT id FROM ${table} GROUP BY id HAVING max(life) <> count(DISTINCT life) OR max(life) <> count(DISTINCT born)`,
      );
      assert.deepEqual(lives, [], table);
    }
  });

  test("each cited span slices to what it cites, at its first and its last commit", async () => {
    const repo = await openRepository(engineDir);
    const texts = new Map<string, readonly string[]>();
    const linesOf = async (position: number, path: string) => {
      const key = `${position}:${path}`;
      let lines = texts.get(key);
      if (!lines) {
        lines = runGit(engineDir, ["show", `${sample.commits[position]}:${path}`]).split("\n");
        texts.set(key, lines);
      }
      return lines;
    };
    const blobAt = new Map<string, string>();
    for (const [at, oid] of sample.commits.entries()) {
      for (const line of runGit(engineDir, ["ls-tree", "-r", oid]).split("\n")) {
        const [, , blob, path] = /^(\d+) blob (\w+)\t(.*)$/.exec(line) ?? [];
        if (path) blobAt.set(`${at}:${path}`, blob === undefined ? "" : (line.split(/\s/)[2] as string));
      }
    }
    const head = sample.commits.length - 1;
    let cited = 0;
    for (const table of await spanTables(store)) {
      const columns = (
        await ask<{ column_name: string }>(
          store,
          `SELECT column_name FROM duckdb_columns() WHERE table_name = '${table}'`,
        )
      ).map((each) => each.column_name);
      if (!columns.includes("path")) continue;
      for (const row of await ask<Record<string, string | number | null>>(store, `SELECT * FROM ${table}`)) {
        if (row.path === null) continue;
        for (const position of [row.first as number, (row.last as number | null) ?? head]) {
          const where = `${table} ${row.id} at ${position}`;
          assert.equal(blobAt.get(`${position}:${row.path}`), row.blob, `${where}: the blob is the path's`);
          const lines = await linesOf(position, row.path as string);
          const line = row.line as number;
          const end = (row.end_line as number | null) ?? line;
          assert.ok(
            line >= 1 && end >= line && end <= lines.length,
            `${where}: lines ${line}-${end} of ${lines.length}`,
          );
          const text = lines.slice(line - 1, end).join("\n");
          for (const word of wordsOf(table, row))
            assert.ok(text.includes(word), `${where}: ${row.path}:${line}-${end} holds ${word}, found: ${text}`);
          cited++;
        }
      }
    }
    assert.ok(cited > 1000, `${cited} spans were looked at`);
    repo.close();
  });
});

async function spanTables(store: string): Promise<string[]> {
  return (
    await ask<{ table_name: string }>(
      store,
      "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE '%_span' AND table_name NOT IN ('citation_span', 'claim_span') ORDER BY 1",
    )
  ).map((each) => each.table_name);
}

/** Words that a span's lines must hold, by what it is. */
function wordsOf(table: string, row: Readonly<Record<string, string | number | null>>): string[] {
  const text = (column: string) => String(row[column] ?? "");
  switch (table) {
    case "site_span":
      return [text("callee"), row.name === null ? "" : text("name")];
    case "name_span":
      return [text("name")];
    case "answerer_span":
      return text("layer") === "runner" ? [`def ${text("name")}(`] : [text("name")];
    case "read_span":
      return text("kind") === "call" || text("key").startsWith("[") ? [] : [text("key")];
    case "product_span":
      return text("shape") === "none" ? [] : ["return"];
    case "in_process_span":
      return [`.${text("name")}(`];
    default:
      return [];
  }
}

describe("a line that is rewritten", () => {
  test("commit by commit gives the rows of one go", async () => {
    const repository = make(plans(8));
    const store = join(folder(), "single.duckdb");
    for (const branch of repository.oids) await ingestAt(repository.dir, store, { branch });
    await ingestAt(repository.dir, store);
    same(await dump(store), await scratch(repository.dir));
  });

  test("a walk so long that a second thread extracts for it gives the rows of short ones", async () => {
    const repository = make(plans(130));
    const store = join(folder(), "short.duckdb");
    for (const at of [59, 118, 129]) await ingestAt(repository.dir, store, { branch: repository.oids[at]! });
    await ingestAt(repository.dir, store);
    same(await dump(store), await scratch(repository.dir));
  });

  const base = plans(12);
  const forked = [
    ...base,
    { ...plans(14)[13]!, message: "Other\n", parents: [6], branch: "other" },
    { files: { "pkg/engine.py": engine(["alone!"]) }, message: "Other still\n", branch: "other" },
  ];

  test("a site that moved, went and came back is one site, also where the walk was taken up in between", async () => {
    const repository = make([
      { files: { "pkg/a.py": engine(["one!", "two"]) }, message: "Here\n" },
      { files: { "pkg/a.py": engine(["two"]), "pkg/b.py": engine(["one!"]) }, message: "There\n" },
      { files: { "pkg/b.py": engine([]) }, message: "Gone\n" },
      { files: { "c.txt": "c\n" }, message: "Nothing\n" },
      { files: { "pkg/b.py": engine(["one!"]) }, message: "Back\n" },
    ]);
    const store = join(folder(), "s.duckdb");
    for (const branch of repository.oids.slice(2)) await ingestAt(repository.dir, store, { branch });
    const lives = await ask(store, "SELECT DISTINCT id, life, born FROM site_span WHERE name = 'one' ORDER BY life");
    const id = "site:pkg/a.py#Engine.do_one!ask(one)[0]";
    assert.deepEqual(lives, [
      { id, life: 1, born: 0 },
      { id, life: 2, born: 4 },
    ]);
    const kinds = await ask(
      store,
      `SELECT position, kind, returned FROM event WHERE subject = '${id}' ORDER BY position`,
    );
    assert.deepEqual(kinds, [
      { position: 0, kind: "appeared", returned: false },
      { position: 1, kind: "moved", returned: false },
      { position: 2, kind: "disappeared", returned: false },
      { position: 4, kind: "appeared", returned: true },
    ]);
  });

  test("a force-push regrows from the merge base, with the rows of a fresh walk", async () => {
    const repository = make(forked);
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store);
    repository.git("update-ref", "refs/heads/main", repository.git("rev-parse", "other"));
    const pushed = await ingestAt(repository.dir, store);
    assert.deepEqual([pushed.walked, pushed.cut, pushed.rebuilt], [2, 5, false]);
    same(await dump(store), await scratch(repository.dir));
  });

  test("an amended root has nothing in common, and is walked anew", async () => {
    const repository = make([
      ...plans(5),
      { files: { "pkg/engine.py": engine(["other!"]) }, message: "Another root\n", parents: [], branch: "other" },
      { files: { "pkg/engine.py": engine(["other!", "more"]) }, message: "More\n", branch: "other" },
    ]);
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store);
    const other = await ingestAt(repository.dir, store, { branch: "other" });
    assert.deepEqual([other.commits, other.walked, other.cut], [2, 2, 5]);
    same(await dump(store), await scratch(repository.dir, { branch: "other" }));
  });

  test("a line cut back before the profile's first match finds its floor again", async () => {
    const repository = make([
      { files: { "a.txt": "nothing\n" }, message: "Nothing yet\n" },
      { files: { "b.txt": "nothing\n" }, message: "Nothing still\n" },
      { files: { "pkg/engine.py": engine(["one!"]) }, message: "Match\n" },
      { files: { "c.txt": "late\n" }, message: "Late nothing\n", parents: [1], branch: "late" },
      { files: { "pkg/engine.py": engine(["one!"]) }, message: "Late match\n", branch: "late" },
    ]);
    const store = join(folder(), "s.duckdb");
    for (const branch of [repository.oids[1]!, "late", "main"]) {
      await ingestAt(repository.dir, store, { branch });
      same(await dump(store), await scratch(repository.dir, { branch }), branch);
    }
    const floors = await ask<{ floor: string; position: number }>(store, "SELECT DISTINCT position, floor FROM event");
    assert.deepEqual(floors, [{ position: 2, floor: "profile" }]);
  });
});

describe("what makes a store be walked anew", () => {
  test("another profile rebuilds, and so does the first one again", async () => {
    const repository = make(plans(4));
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store);
    const wanted = await dump(store);
    const other = await ingestAt(repository.dir, store, { profile: { ...PROFILE, exclude: ["pkg/runner.py"] } });
    assert.deepEqual([other.walked, other.rebuilt], [4, true]);
    assert.notDeepEqual(await dump(store), wanted);
    assert.equal((await ingestAt(repository.dir, store)).rebuilt, true);
    same(await dump(store), wanted);
  });

  test("a run that dies in the middle leaves the facts it had, and the next parses only the rest", async () => {
    const repository = make(plans(12));
    const store = join(folder(), "s.duckdb");
    const dies = ingestAt(repository.dir, store, {
      saveEvery: 500,
      onProgress: ({ done }) => {
        if (done === 10) throw new Error("killed");
      },
    });
    await assert.rejects(dies, /killed/);
    assert.equal(existsSync(store), false);
    const rest = await ingestAt(repository.dir, store);
    const fresh = join(folder(), "fresh.duckdb");
    const all = await ingestAt(repository.dir, fresh);
    assert.ok(rest.parsedBytes < all.parsedBytes / 2, `${rest.parsedBytes} of ${all.parsedBytes}`);
    same(await dump(store), await dump(fresh));
  });

  test("a commit with few new facts leaves the file of facts as it was", async () => {
    const repository = make(plans(6));
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store, { branch: repository.oids[4]! });
    const facts = readFileSync(store.replace(".duckdb", ".facts.duckdb"));
    assert.equal((await ingestAt(repository.dir, store)).walked, 1);
    assert.deepEqual(readFileSync(store.replace(".duckdb", ".facts.duckdb")), facts);
    same(await dump(store), await scratch(repository.dir));
  });

  test("a new tag on an old commit is seen without a walk", async () => {
    const repository = make(plans(4));
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store);
    repository.git("tag", "late", repository.oids[1]!);
    assert.equal((await ingestAt(repository.dir, store)).walked, 0);
    assert.deepEqual(await ask(store, "SELECT name, position FROM tag WHERE name = 'late'"), [
      { name: "late", position: 1 },
    ]);
    same(await dump(store), await scratch(repository.dir));
  });

  test("a malformed commit in the new part does not cost the old part", async () => {
    const repository = make(plans(6));
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store, { branch: repository.oids[4]! });
    const tree = repository.git("rev-parse", "main^{tree}");
    const broken = runGit(
      repository.dir,
      ["hash-object", "-w", "--literally", "-t", "commit", "--stdin"],
      `tree ${tree}\nparent ${repository.oids[4]}\nauthor nobody\n\nbroken\n`,
    );
    const after = runGit(repository.dir, ["commit-tree", "-p", broken, "-m", "After", tree]);
    repository.git("update-ref", "refs/heads/main", after);
    const done = await ingestAt(repository.dir, store);
    assert.equal(done.commits, 6);
    assert.match(done.warnings.join("\n"), new RegExp(broken));
    same(await dump(store), await scratch(repository.dir));
  });
});

describe("where a line begins", () => {
  const floorsOf = (store: string) =>
    ask<{ position: number; floor: string | null }>(
      store,
      "SELECT position, floor FROM event WHERE floor IS NOT NULL GROUP BY ALL ORDER BY 1",
    );
  const list = plans(10);

  test("the root is a floor", async () => {
    const store = join(folder(), "s.duckdb");
    await ingestAt(make(list).dir, store);
    assert.deepEqual(await floorsOf(store), [{ position: 0, floor: "root" }]);
  });

  test("--since takes a revision or a day, and its births are floors", async () => {
    const repository = make(list.map((plan, at) => ({ ...plan, time: 1_700_000_000 + at * 86_400 })));
    for (const since of [repository.oids[6]!, "HEAD~3", "2023-11-20"]) {
      const store = join(folder(), "s.duckdb");
      const done = await ingestAt(repository.dir, store, { since });
      assert.equal(done.commits, 4, since);
      assert.deepEqual(await floorsOf(store), [{ position: 0, floor: "since" }]);
    }
  });

  test("--since HEAD~1 moves with the head", async () => {
    const repository = make(list);
    const store = join(folder(), "s.duckdb");
    repository.git("update-ref", "refs/heads/main", repository.oids[7]!);
    await ingestAt(repository.dir, store, { since: "HEAD~1" });
    repository.git("update-ref", "refs/heads/main", repository.oids[9]!);
    await ingestAt(repository.dir, store, { since: "HEAD~1" });
    assert.deepEqual(
      await ask(store, `SELECT oid FROM "commit" ORDER BY position`),
      repository.oids.slice(8).map((oid) => ({ oid })),
    );
  });

  test("a day that is in no calendar or yet to come, and a commit of another branch, are refused in words", async () => {
    const repository = make([
      ...list,
      { files: { "x.txt": "x\n" }, message: "Side\n", parents: [3], branch: "side" },
      { files: { "y.txt": "y\n" }, message: "Alone\n", parents: [], branch: "alone" },
    ]);
    const short = (at: number) => repository.oids[at]?.slice(0, 9);
    const refused = (since: string, code: string, message: string, options: Parameters<typeof ingestAt>[2] = {}) =>
      assert.rejects(ingestAt(repository.dir, store, { since, ...options }), { code, message });
    const store = join(folder(), "s.duckdb");
    await assert.rejects(ingestAt(repository.dir, store, { since: "2023-02-31x" }), { code: "unknown-revision" });
    await assert.rejects(ingestAt(repository.dir, store, { since: "2023-13-40" }), {
      code: "bad-usage",
      message: /no day/,
    });
    await refused(
      "side",
      "unknown-revision",
      `--since side: expected an ancestor of HEAD (${short(9)}), found ${short(10)}, which left its line at ${short(3)}. Pass ${short(3)}, another ancestor, or a day.`,
    );
    await refused(
      "alone",
      "unknown-revision",
      `--since alone: expected an ancestor of HEAD (${short(9)}), found ${short(11)}, which has no history in common with it. Pass an ancestor or a day.`,
    );
    await refused(
      "main",
      "unknown-revision",
      `--since main: expected an ancestor of main~2 (${short(7)}), found ${short(9)}, which comes after it. Pass an ancestor or a day.`,
      { branch: "main~2" },
    );
    for (const allParents of [false, true])
      await refused(
        "2031-01-01",
        "bad-usage",
        `--since 2031-01-01: expected a day that is followed by commits, found none: HEAD (${short(9)}) is of 2023-11-15. Pass an earlier day.`,
        { allParents },
      );
    assert.equal(existsSync(store), false);
  });

  test("a shallow clone is a floor where it ends, and is walked anew once it is deepened", async () => {
    const repository = make(list);
    const clone = repository.sibling("shallow");
    repository.git("clone", "--quiet", "--depth=3", `file://${repository.dir}`, clone);
    const store = join(folder(), "s.duckdb");
    assert.equal((await ingestAt(clone, store)).commits, 3);
    assert.deepEqual(await floorsOf(store), [{ position: 0, floor: "shallow" }]);
    runGit(clone, ["fetch", "--quiet", "--unshallow"]);
    const said: string[] = [];
    const whole = await ingestAt(clone, store, { onAgain: (why) => said.push(why) });
    assert.deepEqual([whole.commits, whole.rebuilt], [10, true]);
    assert.deepEqual(said, [`${store}: walked again from the beginning: the clone was shallow and is whole.`]);
    assert.deepEqual(await floorsOf(store), [{ position: 0, floor: "root" }]);
  });

  test("a profile whose keys stand in another order is the same", () => {
    assert.equal(digestOf({ a: [1, 2], b: { c: 1, d: null } }), digestOf({ b: { d: null, c: 1 }, a: [1, 2] }));
    assert.notEqual(digestOf({ a: [1, 2] }), digestOf({ a: [2, 1] }));
  });

  test("a bare repository gives the rows of the one with a work tree", async () => {
    const repository = make(list);
    const bare = make(list, { bare: true });
    assert.deepEqual(await scratch(bare.dir), await scratch(repository.dir));
  });
});

describe("--all-parents", () => {
  const events = (store: string) =>
    ask<{ position: number; kind: string; name: string; origin: string | null }>(
      store,
      "SELECT position, kind, name, origin FROM event WHERE side = 'dispatched' AND topic = '' AND name IS NOT NULL ORDER BY position, ordinal",
    );

  /** A criss-cross: two branches that merge each other, and then one another again. */
  const crossed: readonly CommitPlan[] = [
    { files: { "pkg/engine.py": engine(["base"]), "pkg/runner.py": runner({ base: ["a"] }) }, message: "0 base\n" },
    { files: { "pkg/left.py": engine(["left!"]) }, message: "1 left\n", parents: [0], branch: "left" },
    { files: { "pkg/right.py": engine(["right!"]) }, message: "2 right\n", parents: [0], branch: "right" },
    { files: { "pkg/right.py": engine(["right!"]) }, message: "3 left takes right\n", parents: [1, 2], branch: "left" },
    { files: { "pkg/left.py": engine(["left!"]) }, message: "4 right takes left\n", parents: [2, 1], branch: "right" },
    { files: { "pkg/left.py": engine(["left!", "later"]) }, message: "5 right goes on\n", branch: "right" },
    {
      files: { "pkg/left.py": engine(["left!", "later"]) },
      message: "Merge pull request #8 from right\n",
      parents: [3, 5],
      branch: "main",
    },
  ];

  test("commits inside merges have events of their own, and spans begin and end on the line alone", async () => {
    const repository = make(crossed);
    const store = join(folder(), "all.duckdb");
    await ingestAt(repository.dir, store, { allParents: true });
    const at = (index: number) => repository.oids[index] as string;
    const commits = await ask<{ oid: string; on_line: boolean; pr: number | null }>(
      store,
      `SELECT oid, on_line, pr FROM "commit" ORDER BY position`,
    );
    assert.deepEqual(
      commits.map(({ oid }) => repository.oids.indexOf(oid)),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(
      commits.filter(({ on_line }) => on_line).map(({ oid }) => repository.oids.indexOf(oid)),
      [0, 1, 3, 6],
    );
    assert.deepEqual(
      commits.map(({ pr }) => pr),
      [null, null, null, null, 8, 8, 8],
    );
    assert.deepEqual(await events(store), [
      { position: 0, kind: "appeared", name: "base", origin: null },
      { position: 1, kind: "appeared", name: "left", origin: null },
      { position: 2, kind: "appeared", name: "right", origin: null },
      { position: 3, kind: "appeared", name: "right", origin: at(2) },
      { position: 4, kind: "appeared", name: "left", origin: at(1) },
      { position: 5, kind: "appeared", name: "later", origin: null },
      { position: 6, kind: "appeared", name: "later", origin: at(5) },
    ]);
    const names = await ask(store, "SELECT DISTINCT name, born FROM name_span ORDER BY born");
    assert.deepEqual(names, [
      { name: "base", born: 0 },
      { name: "left", born: 1 },
      { name: "right", born: 3 },
      { name: "later", born: 6 },
    ]);
    assert.deepEqual(
      await ask(store, `SELECT s.id FROM site_span s JOIN "commit" c ON c.position = s.first WHERE NOT c.on_line`),
      [],
    );
  });

  test("the spans are those of the first-parent line, at other positions", async () => {
    const dir = join(folder(), "sample.git");
    await buildSampleEngine(dir);
    const profile = shippedProfile("sample");
    const stores = { line: join(folder(), "line.duckdb"), all: join(folder(), "all.duckdb") };
    await ingestAt(dir, stores.line, { profile });
    await ingestAt(dir, stores.all, { profile, allParents: true });
    const spans = (store: string) =>
      ask(
        store,
        `SELECT s.id, s.life, s.line, s.blob, a.oid AS first, (SELECT oid FROM "commit" WHERE position > s.last AND on_line ORDER BY position LIMIT 1) AS ended FROM site_span s JOIN "commit" a ON a.position = s.first ORDER BY ALL`,
      );
    assert.deepEqual(await spans(stores.all), await spans(stores.line));
    const told = (store: string) =>
      ask(
        store,
        `SELECT c.oid, e.kind, e.side, e.topic, e.name, e.subject, e.detail, e.origin, e.returned FROM event e JOIN "commit" c USING (position) WHERE c.on_line ORDER BY ALL`,
      );
    assert.deepEqual(await told(stores.all), await told(stores.line));
    const inside = await ask<{ name: string; oid: string; pr: number }>(
      stores.all,
      `SELECT e.name, c.subject, c.pr FROM event e JOIN "commit" c USING (position) WHERE NOT c.on_line AND e.side = 'dispatched' AND e.topic = '' ORDER BY position`,
    );
    assert.deepEqual(
      inside.map(({ name, pr }) => [name, pr]),
      [
        ["collect_gauges", 19],
        ["post_gauges", 19],
      ],
    );
  });

  test("walked in parts, also where new commits come to stand between known ones, it has the rows of one go", async () => {
    const repository = make(crossed);
    const store = join(folder(), "parts.duckdb");
    const walked: number[] = [];
    for (const index of [1, 3, 4, 3, 6]) {
      const branch = repository.oids[index]!;
      walked.push((await ingestAt(repository.dir, store, { allParents: true, branch })).walked);
      same(await dump(store), await scratch(repository.dir, { allParents: true, branch }), crossed[index]!.message);
    }
    assert.deepEqual(walked, [2, 2, 3, 3, 3], "what stands the same at the start of the order is kept");
  });
});
