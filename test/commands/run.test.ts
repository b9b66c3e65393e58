// Runs the commands on real repositories: what each prints, which flag changes what, and what a query cannot reach.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine, type SampleEngine } from "../../data/sample-engine/build.ts";
import type { Flags } from "../../loaders/commands/context.ts";
import { COMMANDS } from "../../loaders/commands/flags.ts";
import { RUNNERS } from "../../loaders/commands/run.ts";
import { PLAIN } from "../../loaders/report/text.ts";
import { Database } from "../../loaders/store/database.ts";
import { readMeta } from "../../loaders/store/notebook.ts";
import { matchGolden } from "../support/golden.ts";
import { type BuiltRepository, makeRepository, runGit } from "../support/repository.ts";
import { cleanFolders, engine, folder, PROFILE_TEXT, runner, say } from "../support/stores.ts";

let sample: SampleEngine;
let sampleDir: string;
let store: string;
let on: readonly string[];
let small: BuiltRepository;
const cwd = process.cwd();
const cache = folder();

before(async () => {
  process.env.XDG_CACHE_HOME = cache;
  delete process.env.BINNACLE_STORE;
  sampleDir = join(folder(), "sample.git");
  sample = await buildSampleEngine(sampleDir);
  store = join(folder(), "sample.duckdb");
  on = ["--repo", sampleDir, "--profile", "sample", "--store", store];
  small = makeRepository([
    {
      files: {
        "binnacle.yaml": PROFILE_TEXT,
        "pkg/engine.py": engine(["one!"]),
        "pkg/runner.py": runner({ one: ["a"] }),
      },
      message: "First (#1)\n",
    },
    { files: { "pkg/engine.py": engine(["one!", "two"]) }, message: "Second (#2)\n" },
    { files: { "pkg/engine.py": engine(["one!", "two", "three"]) }, message: "Side (#3)\n", branch: "side" },
    { files: { "pkg/runner.py": runner({ one: ["a", "b"], two: [] }) }, message: "Third (#4)\n", parents: [1] },
  ]);
});
after(() => {
  process.chdir(cwd);
  small.cleanup();
  cleanFolders();
});

test("what is proposed for a commit is looked for once, and again for another commit", async () => {
  const ownStore = join(folder(), "own.duckdb");
  const kept = join(ownStore, "../own.proposal.json");
  const words = ["--repo", sampleDir, "--store", ownStore];
  await say("ingest", ...words);
  const { of, profile } = JSON.parse(readFileSync(kept, "utf8"));
  assert.ok(of.includes(sample.head));
  const { layers } = profile;
  writeFileSync(kept, JSON.stringify({ of, profile: { ...profile, layers: [{ ...layers[0], name: "kept" }] } }));
  assert.match((await say("query", "SELECT DISTINCT layer FROM name_span", ...words)).out, /kept/);
  await say("ingest", ...words, "--branch", "HEAD~1");
  assert.notEqual(JSON.parse(readFileSync(kept, "utf8")).of, of);
  writeFileSync(kept, "{");
  await say("ingest", ...words);
  assert.deepEqual(JSON.parse(readFileSync(kept, "utf8")).profile, profile);
});

test("a store knows whether a person wrote its profile, and is not walked again for that", async () => {
  const ownStore = join(folder(), "own.duckdb");
  const words = ["--repo", sampleDir, "--store", ownStore];
  const proposed = async () => {
    const database = await Database.read(ownStore);
    try {
      return (await readMeta(database))?.proposed;
    } finally {
      database.close();
    }
  };
  await say("ingest", ...words);
  assert.equal(await proposed(), true);
  const written = join(folder(), "binnacle.yaml");
  writeFileSync(written, (await say("init", "--print", "--repo", sampleDir)).out);
  const { notes, out } = await say("ingest", ...words, "--config", written);
  assert.deepEqual([notes, await proposed()], ["", false]);
  assert.match(out, /already current/);
  await say("ingest", ...words);
  assert.equal(await proposed(), true);
});

test("a word nearly right is answered with the right one, --branch is the tip, and --at beside --diff says what to pass", async () => {
  const { out } = await say("trace", "get_capacty", ...on);
  assert.match(out, /Near: .*get_capacity/);
  const before = await say("surface", ...on.slice(0, 4), "--at", "HEAD~10");
  assert.equal((await say("surface", ...on, "--branch", "HEAD~10")).out, before.out);
  assert.equal(
    (await say("surface", ...on, "--branch", "HEAD~10", "--diff", "HEAD~16..")).out,
    (await say("surface", ...on, "--diff", "HEAD~16..HEAD~10")).out,
  );
  await assert.rejects(say("surface", ...on.slice(0, 4), "--at", "HEAD", "--diff", "HEAD~1..HEAD"), /--at and --diff/);
});

describe("what a program reads", () => {
  test("surface --json at the sample's head is the golden one, twice", async () => {
    const { out } = await say("surface", "--json", ...on.slice(0, 4));
    assert.equal((await say("surface", "--json", ...on.slice(0, 4))).out, out);
    const surface = JSON.parse(out);
    assert.deepEqual([surface.schema, surface.commit], [1, sample.head]);
    matchGolden("sample-surface.json", `${out}\n`);
  });

  test("trace --json of one name is the golden one", async () => {
    const { out } = await say("trace", "drain", "--json", ...on);
    assert.equal(JSON.parse(out).schema, 1);
    matchGolden("sample-trace-drain.json", `${out}\n`);
    matchGolden("sample-trace-drain.txt", `${(await say("trace", "drain", ...on)).out}\n`);
  });

  test("surface --diff is the golden one, as JSON and as a table", async () => {
    const range = ["--diff", "v0.1.0..v0.2.0", ...on.slice(0, 4)];
    const { out } = await say("surface", "--json", ...range);
    const { from, to } = JSON.parse(out);
    assert.deepEqual([from, to], [sample.tags.get("v0.1.0"), sample.tags.get("v0.2.0")]);
    matchGolden("sample-diff.json", `${out}\n`);
    matchGolden("sample-diff.txt", `${(await say("surface", ...range)).out}\n`);
  });

  test("ingest --json says what it did", async () => {
    const path = join(folder(), "s.duckdb");
    const first = JSON.parse((await say("ingest", small.dir, "--store", path, "--json")).out);
    const { schema, head, commits, walked, cut, rebuilt, warnings } = first;
    assert.deepEqual(
      { schema, store: first.store, head, commits, walked, cut, rebuilt, warnings },
      { schema: 1, store: path, head: small.oids[3], commits: 3, walked: 3, cut: 0, rebuilt: false, warnings: [] },
    );
    assert.equal(JSON.parse((await say("ingest", small.dir, "--store", path, "--json")).out).walked, 0);
  });
});

describe("the repository", () => {
  test("is the one word, --repo, or where one stands", async () => {
    const path = join(folder(), "s.duckdb");
    const sql = "SELECT name FROM name_span WHERE last IS NULL ORDER BY name";
    const wanted = '[\n  {\n    "name": "one"\n  },\n  {\n    "name": "two"\n  }\n]';
    await say("ingest", small.dir, "--store", path);
    assert.equal((await say("query", sql, "--json", "--repo", small.dir, "--store", path)).out, wanted);
    process.chdir(join(small.dir, "pkg"));
    assert.equal((await say("query", sql, "--json", "--store", path)).out, wanted);
    assert.match((await say("trace", "two", "--store", path)).out, /^two \(runner\)\n/);
    assert.match((await say("surface")).out, /^2 names, 2 sites/);
    assert.match((await say("ingest", "--store", path)).out, /already current/);
    process.chdir(cwd);
    assert.match((await say("surface", small.dir)).out, /^2 names, 2 sites/);
    assert.match((await say("surface", "--repo", small.dir)).out, /^2 names, 2 sites/);
  });

  test("has its store in the cache folder, one for all of its worktrees, unless BINNACLE_STORE or --store say otherwise", async () => {
    const { out } = await say("ingest", small.dir);
    const kept = out.split("\n")[1] as string;
    assert.ok(kept.startsWith(join(cache, "binnacle", "engine-")), kept);
    const tree = small.sibling("worktree");
    small.git("worktree", "add", "--quiet", tree, "HEAD");
    assert.equal((await say("ingest", tree)).out.split("\n")[1], kept);
    process.env.BINNACLE_STORE = join(folder(), "env.duckdb");
    assert.equal((await say("ingest", small.dir)).out.split("\n")[1], process.env.BINNACLE_STORE);
    const flag = join(folder(), "flag.duckdb");
    assert.equal((await say("ingest", small.dir, "--store", flag)).out.split("\n")[1], flag);
    delete process.env.BINNACLE_STORE;
    assert.deepEqual(runGit(small.dir, ["status", "--porcelain"]), "", "nothing is written into the work tree");
  });
});

describe("each flag does something", () => {
  const first = async (...argv: string[]) => (await say(...argv)).out.split("\n")[0] as string;

  test("--branch, --since and --all-parents choose the line", async () => {
    const path = join(folder(), "s.duckdb");
    const commits = async (...flags: string[]) =>
      (await first("ingest", small.dir, "--store", path, ...flags)).replace(/^engine: (\d+) commits.*$/, "$1");
    assert.equal(await commits(), "3");
    assert.equal(await commits("--branch", "side"), "3");
    assert.match(
      (
        await say(
          "query",
          "SELECT DISTINCT name FROM name_span WHERE name = 'three'",
          "--format",
          "csv",
          "--repo",
          small.dir,
          "--store",
          path,
          "--branch",
          "side",
        )
      ).out,
      /three/,
    );
    assert.equal(await commits("--branch", "HEAD~1"), "2");
    assert.equal(await commits("--since", "HEAD~1"), "2");
    assert.equal(
      await first("ingest", sampleDir, "--profile", "sample", "--store", store).then((line) => line.slice(0, 27)),
      "sample/lodestar: 45 commits",
    );
    const all = join(folder(), "all.duckdb");
    assert.match(
      await first("ingest", sampleDir, "--profile", "sample", "--store", all, "--all-parents"),
      /^sample\/lodestar: 47 commits/,
    );
  });

  test("--profile comes before --config, that before binnacle.yaml", async () => {
    const path = join(folder(), "s.duckdb");
    const other = join(folder(), "other.yaml");
    writeFileSync(other, PROFILE_TEXT.replace("name: small", "name: other"));
    const short = join(folder(), "short.yaml");
    writeFileSync(short, "# shipped\nprofile: sample\n");
    assert.match(await first("ingest", small.dir, "--store", path), /profile small \(binnacle\.yaml\)/);
    assert.match(await first("ingest", small.dir, "--store", path, "--config", other), /profile other \(/);
    assert.match(await first("ingest", small.dir, "--store", path, "--config", short), /profile sample \(/);
    assert.match(
      await first("ingest", small.dir, "--store", path, "--config", short, "--profile", other),
      /profile other \(/,
    );
    assert.match(
      await first("ingest", small.dir, "--store", path, "--profile", "nano-vllm"),
      /profile nano-vllm \(nano-vllm\)/,
    );
  });

  test("what makes a store be walked again is said in one line, before the walk", async () => {
    const path = join(folder(), "s.duckdb");
    const other = join(folder(), "other.yaml");
    writeFileSync(other, PROFILE_TEXT.replace("name: small", "name: other"));
    const both = " Pass --store elsewhere.duckdb to keep both.";
    const note = async (...flags: string[]) =>
      (await say("query", "SELECT 1", "--repo", small.dir, "--store", path, ...flags)).notes.replace(
        `${path}: walked again from the beginning: `,
        "",
      );
    assert.equal(await note(), "", "a first walk is none again");
    assert.equal(await note(), "");
    assert.equal(await note("--branch", "HEAD~1"), "", "another tip goes on from what is stored");
    assert.equal(await note("--profile", other), `the profile was small and is other.${both}`);
    assert.equal(await note("--profile", other), "");
    writeFileSync(other, PROFILE_TEXT.replace("name: small", "name: other").replace("miss: park", "miss: skip"));
    assert.equal(await note("--profile", other), `the profile other is not what it was.${both}`);
    assert.equal(
      await note("--since", "HEAD~1"),
      `the profile was other and is small; --since was not given and is HEAD~1.${both}`,
    );
    assert.equal(
      await note("--since", "HEAD~1", "--branch", "HEAD~1"),
      "",
      "a revision that has not moved with the tip is the same commit",
    );
    assert.equal(await note("--since", "HEAD"), `--since was HEAD~1 and is HEAD.${both}`);
    assert.equal(
      await note("--all-parents"),
      `--since was HEAD and is not given; --all-parents was not given and is.${both}`,
    );
    const write = async (sql: string) => {
      const database = await Database.write(path);
      await database.run(sql);
      database.close();
    };
    await write(`DELETE FROM meta WHERE "key" IN ('decided', 'digest')`);
    assert.equal(await note("--all-parents"), "another version of Binnacle made it.");
    await write(`UPDATE meta SET "value" = '1' WHERE "key" = 'schema'`);
    assert.equal(await note("--all-parents"), "another version of Binnacle made it.");
  });

  test("a bare repository is judged by its head's binnacle.yaml", async () => {
    const bare = small.sibling("bare.git");
    small.git("clone", "--quiet", "--bare", small.dir, bare);
    assert.match(
      await first("ingest", bare, "--store", join(folder(), "s.duckdb")),
      /profile small \(binnacle\.yaml\)/,
    );
  });

  test("--at and --diff choose the commits of surface", async () => {
    assert.match(await first("surface", small.dir, "--at", "HEAD~2"), /^1 names?, 1 sites?$/);
    assert.match((await say("surface", small.dir, "--diff", "HEAD~2..HEAD~1")).out, /dispatched appeared +two/);
    assert.equal(
      (await say("surface", small.dir, "--diff", "HEAD..")).out,
      "The surface is the same at HEAD and HEAD.",
    );
    await assert.rejects(say("surface", small.dir, "--diff", "HEAD"), {
      code: "bad-usage",
      message: '--diff is "HEAD"; expected A..B.',
    });
    await assert.rejects(say("surface", small.dir, "--diff", "HEAD...main"), { code: "bad-usage" });
  });

  test("surface in a shallow clone says that it is one, and in a whole one nothing", async () => {
    const clone = small.sibling("shallow");
    small.git("clone", "--quiet", "--depth=1", `file://${small.dir}`, clone);
    const note = `engine: this clone is shallow at ${small.git("rev-parse", "--short=9", "main").trim()}. The surface of a commit is whole, but none before that can be asked for. Run "git fetch --unshallow" for all of history.`;
    const { out, notes } = await say("surface", clone);
    assert.deepEqual([out.slice(0, 16), notes.replace(/^\S+: /, "engine: ")], ["2 names, 2 sites", note]);
    assert.equal((await say("surface", clone, "--diff", "HEAD..")).notes, notes);
    assert.equal((await say("surface", small.dir)).notes, "");
  });

  test("--format prints a table, JSON or CSV, and refuses others before anything is walked", async () => {
    const path = join(folder(), "s.duckdb");
    await assert.rejects(say("query", "SELECT 1", "--format", "xml", "--repo", small.dir, "--store", path), {
      code: "bad-usage",
      message: "--format is xml; expected table, json, csv.",
    });
    assert.equal(existsSync(path), false);
    const ask = (format: string) =>
      say("query", "SELECT 1 AS a, '=x,y' AS b, NULL AS c, true AS d", "--format", format, ...on);
    assert.equal((await ask("csv")).out, 'a,b,c,d\r\n1,"\'=x,y",,true');
    assert.deepEqual(JSON.parse((await ask("json")).out), [{ a: 1, b: "=x,y", c: null, d: true }]);
    assert.equal((await ask("table")).out, "a  b     c  d\n1  =x,y     true");
  });

  test("--fetch-missing lets a partial clone be read, which without it is refused in words", async () => {
    runGit(small.dir, ["config", "uploadpack.allowFilter", "true"]);
    runGit(small.dir, ["config", "uploadpack.allowAnySHA1InWant", "true"]);
    const clone = small.sibling("partial");
    small.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", `file://${small.dir}`, clone);
    writeFileSync(join(clone, "binnacle.yaml"), PROFILE_TEXT);
    const path = join(folder(), "s.duckdb");
    await assert.rejects(say("ingest", clone, "--store", path), { code: "missing-object", message: /--fetch-missing/ });
    assert.match(await first("ingest", clone, "--store", path, "--fetch-missing"), /: 3 commits/);
  });

  test("no flag of a command that walks or looks is never read", async () => {
    const path = join(folder(), "s.duckdb");
    const words: Readonly<Record<string, readonly string[]>> = { trace: ["one"], query: ["SELECT 1"] };
    for (const command of COMMANDS.filter(({ name }) => words[name] ?? ["ingest", "surface", "init"].includes(name))) {
      const read = new Set<string>();
      const given: Record<string, string | true> = {
        repo: small.dir,
        store: path,
        ...(command.name === "init" ? { print: true } : {}),
      };
      const flags: Flags = new Proxy(given, {
        get: (target, name) => {
          read.add(String(name));
          return target[String(name)];
        },
      });
      await (await RUNNERS[command.name]?.())?.(flags, words[command.name] ?? [], {
        print: () => {},
        note: () => {},
        terminal: { write: () => {} },
        style: PLAIN,
        stopped: Promise.resolve(),
      });
      assert.deepEqual(
        command.flags.map((flag) => flag.name).filter((name) => !["help", "sample"].includes(name) && !read.has(name)),
        [],
        command.name,
      );
    }
  });

  test("--port is looked at before anything is built", async () => {
    for (const port of ["99999", "http", "-1", "80.5"]) {
      const wrong = { code: "bad-usage", message: `--port is ${port}; expected a number from 0 to 65535.` };
      await assert.rejects(say("notebook", small.dir, "--serve", `--port=${port}`), wrong);
      await assert.rejects(say("dev", small.dir, `--port=${port}`), wrong);
    }
  });

  test("init --print writes nothing, init writes binnacle.yaml once, and --at chooses the commit", async () => {
    const clone = small.sibling("sample");
    small.git("clone", "--quiet", sampleDir, clone);
    const { out } = await say("init", clone, "--print");
    assert.match(out, /callee: ask\b/);
    assert.doesNotMatch((await say("init", clone, "--print", "--at", sample.commits[5]!)).out, /broadcast_command/);
    const path = join(clone, "binnacle.yaml");
    assert.equal(existsSync(path), false);
    await say("init", clone);
    assert.equal(readFileSync(path, "utf8").trimEnd(), out);
    await assert.rejects(say("init", clone), { code: "bad-usage", message: /there already/ });
    await assert.rejects(say("init", sampleDir), { code: "bad-usage", message: /is bare: .*--print/ });
    assert.match(
      (await say("ingest", clone, "--store", join(folder(), "s.duckdb"))).out,
      /45 commits, .*\(binnacle\.yaml\)/,
    );
  });
});

describe("query", () => {
  const ask = (sql: string) => say("query", sql, ...on, "--format", "json");

  test("without SQL lists the tables", async () => {
    assert.match((await say("query", ...on)).out, /^table +rows\n/);
    assert.match((await say("query", ...on)).out, /^name_span +\d+$/m);
  });

  test("reads no other file, writes nothing, loads nothing and changes no setting", async () => {
    const secret = join(folder(), "secret.csv");
    writeFileSync(secret, "a,b\nvery,secret\n");
    const aside = join(folder(), "aside");
    mkdirSync(aside);
    const before = readFileSync(store);
    const hostile = [
      `SELECT * FROM read_csv('${secret}')`,
      `SELECT * FROM '${secret}'`,
      `SELECT * FROM read_text('${secret}')`,
      `SELECT * FROM read_blob('${secret}')`,
      `SELECT * FROM read_json('${secret}')`,
      `SELECT * FROM read_parquet('${secret}')`,
      `SELECT * FROM sniff_csv('${secret}')`,
      `SELECT * FROM glob('${aside}/*')`,
      `COPY (SELECT 1) TO '${aside}/out.csv'`,
      `COPY event FROM '${secret}'`,
      `EXPORT DATABASE '${aside}/all'`,
      `IMPORT DATABASE '${aside}'`,
      `ATTACH '${aside}/x.duckdb'`,
      `ATTACH '${store}' AS again (READ_WRITE)`,
      "INSTALL httpfs",
      "LOAD httpfs",
      "SET enable_external_access = true",
      "SET lock_configuration = false",
      "RESET lock_configuration",
      "SET memory_limit = '64GB'",
      `PRAGMA enable_profiling = 'json'`,
      "CREATE TABLE x (a INTEGER)",
      "DROP TABLE event",
      "DELETE FROM event",
      `UPDATE meta SET value = '0'`,
      "INSERT INTO tag VALUES ('x', 'y', 0, 0, true)",
      "CREATE SECRET (TYPE s3)",
      `SELECT 1; COPY (SELECT 1) TO '${aside}/two.csv'`,
    ];
    for (const sql of hostile) {
      await assert.rejects(ask(sql), (thrown: { code: string; message: string }) => {
        assert.equal(thrown.code, "bad-query", `${sql}: ${thrown.message}`);
        assert.doesNotMatch(thrown.message, /very|\n/, sql);
        return true;
      });
    }
    assert.deepEqual(readFileSync(store), before);
    assert.equal(
      existsSync(join(aside, "out.csv")) || existsSync(join(aside, "two.csv")) || existsSync(join(aside, "all")),
      false,
    );
  });

  test("says of a mistake in one line what it is", async () => {
    const message = async (sql: string) =>
      ask(sql).then(
        () => "no mistake",
        (thrown: { code: string; message: string }) => `${thrown.code}: ${thrown.message}`,
      );
    assert.equal(await message("SELEC 1"), 'bad-query: Parser Error: syntax error at or near "SELEC"');
    assert.match(await message("SELECT *\nFROM evnt"), /^bad-query: Catalog Error: .*evnt.*Did you mean "event"\?$/);
    for (const nothing of ["", "  ", ";", "-- only a comment", "/* nothing */ ;\n"])
      assert.equal(await message(nothing), "bad-query: There is no statement in the query.");
    const two = "bad-query: There are 2 statements in the query. Ask one at a time.";
    assert.equal(await message("SELECT 1; SELECT 2"), two);
    for (const one of ["SELECT 1;", "SELECT ';' AS a; -- ; ;"]) assert.equal(await message(one), "no mistake");
    assert.match(await message("SELECT ?"), /^bad-query: [^\n]+$/);
    assert.match(await message("SELECT 1/0 UNION SELECT error('own words')"), /^bad-query: [^\n]+$/);
  });

  test("gives lists and structs as JSON has them, and a number only where one holds the value", async () => {
    const values = {
      "1::HUGEINT": 1,
      "-9007199254740991": -9007199254740991,
      "9007199254740993": "9007199254740993",
      "'170141183460469231731687303715884105727'::HUGEINT": "170141183460469231731687303715884105727",
      "18446744073709551615::UBIGINT": "18446744073709551615",
      "1.5::DECIMAL(4,2)": 1.5,
      "100.00::DECIMAL(6,2)": 100,
      "0::DECIMAL(38,20)": 0,
      "0.1::DECIMAL(38,20)": 0.1,
      "-123456789012345.00::DECIMAL(38,2)": -123456789012345,
      "12345678901234567890.5::DECIMAL(38,1)": "12345678901234567890.5",
      "0.1234567890123456::DECIMAL(18,16)": "0.1234567890123456",
      "[1, 2, NULL]": [1, 2, null],
      "[]": [],
      "[9007199254740993, 1]": ["9007199254740993", 1],
      "array_value(1, 2)": [1, 2],
      "{a: 1, b: [{c: 'x', d: 2.50::DECIMAL(4,2)}]}": { a: 1, b: [{ c: "x", d: 2.5 }] },
      "MAP {'one': 1}": [{ key: "one", value: 1 }],
      "union_value(n := 3)": { tag: "n", value: 3 },
      "INTERVAL '14 months 3 days 1.5 seconds'": { months: 14, days: 3, micros: 1500000 },
      "[to_microseconds(9007199254740993)]": [{ months: 0, days: 0, micros: "9007199254740993" }],
      "'\\x01\\xFFa'::BLOB": "01ff61",
      "''::BLOB": "",
      "['\\x0A'::BLOB]": ["0a"],
      "'101'::BIT": "101",
      "TIMESTAMP '2024-01-02 03:04:05'": "2024-01-02T03:04:05.000Z",
      true: true,
      NULL: null,
      "'[1]'": "[1]",
    };
    const sql = `SELECT ${Object.keys(values)
      .map((expression, at) => `${expression} AS "${at}"`)
      .join(", ")}`;
    const [row] = JSON.parse((await ask(sql)).out);
    assert.deepEqual(Object.fromEntries(Object.keys(values).map((expression, at) => [expression, row[at]])), values);
  });

  test("gives a table and CSV the same values as text, numbers and booleans", async () => {
    const sql =
      "SELECT [1, 2] AS list, {'a': 1} AS struct, 1.5::DECIMAL(4,2) AS dec, 9007199254740993 AS past, INTERVAL 1 DAY AS span, '\\x01'::BLOB AS blob";
    assert.equal(
      (await say("query", sql, ...on, "--format", "csv")).out,
      'list,struct,dec,past,span,blob\r\n"[1,2]","{""a"":1}",1.5,9007199254740993,"{""months"":0,""days"":1,""micros"":""0""}","{""type"":""Buffer"",""data"":[1]}"',
    );
    assert.match(
      (await say("query", sql, ...on)).out,
      /\n\[1,2\] {2}\{"a":1\} {2}1\.5 {2}9007199254740993 {2}\{"months"/,
    );
  });
});

describe("trace", () => {
  test("takes a name, a key, name.key, a class, a function or an address", async () => {
    const lines = async (word: string) => (await say("trace", word, ...on)).out.split("\n").length;
    for (const word of [
      "get_capacity",
      "get_capacity.slots",
      "slots",
      "SurveyRunner",
      "Engine.close",
      "name:drain",
      "key:get_capacity.slots",
      "site:lodestar/engine.py#Engine.close!ask(stop)[0]",
    ])
      assert.ok((await lines(word)) > 1, word);
  });

  test("says of a word that was never anything what is near", async () => {
    assert.match(
      (await say("trace", "capacity", ...on)).out,
      /^Nothing was ever sent, read or produced as "capacity"\. Near: get_capacity/,
    );
    assert.match(
      (await say("trace", "doc:docs/a.md:3", ...on)).out,
      /^No citation stands at doc:docs\/a\.md:3, and none cites it\./,
    );
    await assert.rejects(say("trace", "key:", ...on), { code: "bad-usage" });
  });
});
