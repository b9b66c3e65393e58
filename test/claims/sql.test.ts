// Asks rows in SQL as a claim would, honest and hostile, and along the sample engine's history: an answer at a position is
// the one that a fresh look at the rows of that position gives.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import type { Answer } from "../../loaders/claims/question.ts";
import { SqlDesk } from "../../loaders/claims/sql/desk.ts";
import { Database } from "../../loaders/store/database.ts";
import { at, spansOf } from "../../loaders/store/spans.ts";
import { shippedProfile } from "../../loaders/surface/profile.ts";
import { KINDS, type Kind, type Row, type Rows } from "../../loaders/surface/rows.ts";
import { fc, runs } from "../support/properties.ts";
import { COMMITS } from "../support/sample-answers.ts";
import { cleanFolders, folder, ingestAt } from "../support/stores.ts";

let store: string;
/** Rows by position, read with nothing that the desk uses. */
const past: Rows[] = [];
const HEAD = COMMITS.length - 1;

before(async () => {
  const home = folder();
  store = join(home, "sample.duckdb");
  await buildSampleEngine(join(home, "sample.git"));
  await ingestAt(join(home, "sample.git"), store, { profile: shippedProfile("sample") });
  const database = await Database.read(store);
  const spans = new Map<Kind, Awaited<ReturnType<typeof spansOf>>>();
  for (const kind of KINDS) spans.set(kind, await spansOf(database, kind));
  database.close();
  for (let position = 0; position <= HEAD; position++)
    past.push(
      Object.fromEntries(KINDS.map((kind) => [kind, at(spans.get(kind)!, position).map(timeless)])) as unknown as Rows,
    );
});
after(cleanFolders);

function timeless({ life: _life, born: _born, first: _first, last: _last, ...row }: Row): Row {
  return row as Row;
}

async function asked(sql: string, rows: Rows = past[HEAD]!): Promise<Answer> {
  const desk = await SqlDesk.ofRows(rows);
  try {
    return await desk.ask(sql);
  } finally {
    desk.close();
  }
}

/** What a query comes to, or why it is refused. */
async function said(desk: SqlDesk, sql: string): Promise<unknown> {
  try {
    const { items, number, looked } = await desk.ask(sql);
    return { items, number, looked };
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

const texts = (answer: Answer): readonly string[] => answer.items.map((item) => item.text);

/** Queries that a person might pin. */
const QUERIES = [
  "SELECT count(*) FROM site",
  "SELECT count(DISTINCT name) FROM site WHERE layer = 'runner'",
  "SELECT name FROM name WHERE waits = 'no'",
  "SELECT path, line, function, class FROM site WHERE name = 'predict'",
  "SELECT DISTINCT key FROM read WHERE name = 'get_capacity' AND NOT required",
  "SELECT key, path, line FROM conformance WHERE status = 'breach'",
  "SELECT max(timeout) FROM site",
  "WITH busy AS (SELECT name, count(*) AS n FROM site GROUP BY ALL) SELECT name FROM busy WHERE n > 1",
  "SELECT s.name FROM site s JOIN answerer a ON a.name = s.name AND a.layer = s.layer WHERE a.class = 'NightRunner' AND NOT EXISTS (SELECT 1 FROM read r WHERE r.name = s.name)",
  "SELECT unnest(from_json(keys, '[\"VARCHAR\"]')) FROM nested",
  "SELECT DISTINCT path FROM read WHERE hops LIKE '%relay_engine%' UNION SELECT path FROM dropped",
  "SELECT name FROM name ORDER BY sites DESC, name LIMIT 1",
  "SELECT label FROM reply WHERE class = 'Runner' AND name = 'get_capacity'",
  "SELECT bool_and(wait) FROM site WHERE name = 'load_harmonics'",
  "SELECT avg(arity) FROM site",
  "SELECT name FROM (SELECT name, row_number() OVER (PARTITION BY path ORDER BY line) AS place FROM site) WHERE place = 1",
  "SELECT count(*) FROM fate, in_process, meeting, product, key",
] as const;

describe("an answer", () => {
  test("is a number where one row has one number", async () => {
    const { number, looked, items } = await asked("SELECT count(*) FROM site WHERE name = 'no_such_name'");
    assert.deepEqual({ number, looked, items }, { number: 0, looked: 1, items: [] });
    assert.equal((await asked("SELECT 1.5")).number, 1.5);
    assert.equal(
      (await asked("SELECT sum(line) FROM site")).number,
      past[HEAD]!.site.reduce((sum, row) => sum + Number(row.line), 0),
    );
    assert.equal((await asked("SELECT count(*) AS path FROM site;")).number, past[HEAD]!.site.length);
  });

  test("is texts with their places, in order of these", async () => {
    const { items } = await asked(
      "SELECT name, class, line, path, function FROM site WHERE name = 'predict' ORDER BY line DESC",
    );
    assert.deepEqual(
      items.map((item) => [item.text, item.path, item.class, item.function]),
      [
        ["predict", "lodestar/engine.py", "Engine", "Engine._run_batch"],
        ["predict", "lodestar/relay_engine.py", "RelayEngine", "RelayEngine._head_step"],
        ["predict", "lodestar/relay_engine.py", "RelayEngine", "RelayEngine._tail_step"],
      ],
    );
    assert.ok(items.every((item) => typeof item.line === "number"));
    const byFile = await asked("SELECT path, line FROM site WHERE name = 'predict'");
    assert.deepEqual(
      texts(byFile),
      byFile.items.map((item) => item.path),
    );
    assert.equal(byFile.looked, 3);
    assert.deepEqual(texts(await asked("SELECT wait FROM site WHERE name = 'stop'")), ["false"]);
  });

  test("is about nothing where no row is selected, or a lone value is null", async () => {
    for (const sql of [
      "SELECT name FROM site WHERE name = 'x'",
      "SELECT max(line) FROM site WHERE name = 'x'",
      "SELECT NULL",
    ]) {
      const { items, number, looked, of } = await asked(sql);
      assert.deepEqual({ items, number, looked }, { items: [], number: null, looked: 0 }, sql);
      assert.equal(of, sql === "SELECT NULL" ? "tables that it reads" : "rows that it selects", sql);
    }
    const constant = await asked("SELECT 26");
    assert.deepEqual([constant.number, constant.looked, constant.of], [26, 0, "tables that it reads"]);
  });

  test("is refused where it is anybody's guess what to compare", async () => {
    const strange = {
      "SELECT name, arity FROM site": /^it has a column "arity"; expected one number, or first the text/,
      "SELECT line FROM site": /^"line" has several numbers/,
      "SELECT 1, 'a'": /^it has a column "'a'"/,
      "SELECT class FROM site WHERE class IS NULL OR true ORDER BY class NULLS FIRST": null,
      "SELECT name, path AS line FROM site": /^"line" is no number$/,
      "SELECT name, line AS path FROM site": /^"path" is no text$/,
    };
    for (const [sql, message] of Object.entries(strange))
      if (message !== null) await assert.rejects(asked(sql), { code: "bad-query", message }, sql);
    const nameless = {
      ...past[HEAD]!,
      site: past[HEAD]!.site.map((row, place) => (place === 1 ? { ...row, name: null } : row)),
    };
    await assert.rejects(asked("SELECT name FROM site", nameless), {
      code: "bad-query",
      message: /^"name" is null in a row/,
    });
  });

  test("that is wrong in the query says so in DuckDB's words, in one sentence", async () => {
    await assert.rejects(asked("SELECT nam FROM site"), {
      code: "bad-query",
      message: /^Binder Error: Referenced column "nam" not found.*"name"/,
    });
    await assert.rejects(asked("SELECT FROM site WHERE"), {
      code: "bad-query",
      message: /^(?:syntax error|SELECT clause)[^\n]*$/,
    });
    await assert.rejects(asked("SELECT CAST(name AS INTEGER) FROM site"), {
      code: "bad-query",
      message: /^Conversion Error: [^\n]*$/,
    });
  });
});

describe("along a line", () => {
  test("a desk answers as one does that has the rows of that position, wherever it was before", async () => {
    const desk = await SqlDesk.ofStore(store);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...QUERIES), fc.nat({ max: HEAD }), async (sql, position) => {
        await desk.at(position);
        const fresh = await SqlDesk.ofRows(past[position]!);
        assert.deepEqual(await said(desk, sql), await said(fresh, sql), `${sql} at ${position}`);
        fresh.close();
      }),
      { numRuns: runs(30) },
    );
    desk.close();
  });

  test("an answer changes at an edge or not at all, and what is not read makes none", async () => {
    const desk = await SqlDesk.ofStore(store);
    const fresh = await SqlDesk.ofRows(past[0]!);
    const edges = new Map<string, ReadonlySet<number>>();
    for (const sql of QUERIES) edges.set(sql, new Set(await desk.edges(sql)));
    const before = new Map<string, unknown>();
    for (const [position, rows] of past.entries()) {
      await fresh.lay(rows);
      await desk.at(position);
      for (const sql of QUERIES) {
        const now = await said(fresh, sql);
        assert.deepEqual(await said(desk, sql), now, `${sql} at ${position}`);
        if (!edges.get(sql)!.has(position) && position > 0)
          assert.deepEqual(now, before.get(sql), `${sql} at ${position}`);
        before.set(sql, now);
      }
    }
    fresh.close();
    const count = async (sql: string) => (await desk.edges(sql)).length;
    assert.ok((await count("SELECT count(*) FROM site")) < (await count("SELECT path, line FROM site")));
    assert.equal(await count("SELECT * FROM site"), await count("SELECT s FROM site AS s"), "a row has all columns");
    const natural = await count("SELECT count(*) FROM site NATURAL JOIN answerer");
    assert.equal(natural, await count("SELECT * FROM site, answerer"), "a natural join goes by all columns");
    assert.deepEqual(await desk.edges("SELECT 1"), []);
    desk.close();
  });

  test("before anything stands, every table is there and empty", async () => {
    const desk = await SqlDesk.ofStore(store);
    await desk.at(-1);
    for (const kind of KINDS) assert.equal((await desk.ask(`SELECT count(*) FROM "${kind}"`)).number, 0, kind);
    await desk.at(HEAD);
    for (const kind of KINDS)
      assert.equal((await desk.ask(`SELECT count(*) FROM "${kind}"`)).number, past[HEAD]![kind].length, kind);
    desk.close();
  });

  test("questions that are asked at once are each answered for the position at which they were", async () => {
    const desk = await SqlDesk.ofStore(store);
    const order = COMMITS.map((_, position) => (position * 7) % COMMITS.length);
    const numbers = await Promise.all(
      order.map(async (position) => {
        void desk.at(position);
        return (await desk.ask("SELECT count(*) FROM site WHERE layer = 'runner'")).number;
      }),
    );
    const expected = order.map((position) => COMMITS[position]!).map(([, , , sites, , dropped]) => sites + dropped);
    assert.deepEqual(numbers, expected);
    desk.close();
  });

  test("no table has a column of time, and none of the store's others is there", async () => {
    const desk = await SqlDesk.ofStore(store);
    for (const column of ["life", "born", "first", "last"])
      await assert.rejects(desk.ask(`SELECT ${column} FROM site`), { code: "bad-query" }, column);
    for (const table of ["site_span", "meta", "commit", "event", "citation", "duckdb_tables"])
      await assert.rejects(desk.ask(`SELECT count(*) FROM "${table}"`), { message: /^there is no table/ }, table);
    desk.close();
  });

  test("other rows can be laid in the place of those that were there", async () => {
    const desk = await SqlDesk.ofRows(past[HEAD]!);
    const sql = "SELECT name FROM site WHERE name LIKE 'predict%'";
    const old = texts(await desk.ask(sql));
    await desk.lay({ ...past[HEAD]!, site: past[HEAD]!.site.filter((row) => row.name !== "predict") });
    assert.deepEqual(
      texts(await desk.ask(sql)),
      old.filter((name) => name !== "predict"),
    );
    await desk.lay(past[HEAD]!);
    assert.deepEqual(texts(await desk.ask(sql)), old);
    desk.close();
  });
});

describe("what may not be asked", () => {
  const canary = () => join(folder(), "canary.csv");
  const refused: Readonly<Record<string, readonly string[]>> = {
    "another statement": [
      "COPY site TO '%'",
      "ATTACH '%' AS other",
      "INSTALL httpfs",
      "LOAD httpfs",
      "SET memory_limit = '1TB'",
      "RESET memory_limit",
      "PRAGMA database_list",
      "CALL duckdb_settings()",
      "CREATE TABLE mine AS SELECT 1",
      "INSERT INTO site SELECT * FROM site",
      "UPDATE site SET name = 'x'",
      "DELETE FROM site",
      "DROP TABLE site",
      "EXPLAIN ANALYZE SELECT 1",
      "PREPARE p AS SELECT 1",
      "BEGIN TRANSACTION",
      "EXPORT DATABASE '%'",
      "CHECKPOINT",
      "VACUUM",
      "PIVOT site ON name",
      "SELECT 1; DELETE FROM site",
      "SELECT 1; SELECT 2",
      "",
      "-- nothing",
    ],
    "what lies outside": [
      "SELECT * FROM '%'",
      "SELECT * FROM read_csv('%')",
      "SELECT * FROM read_text('%')",
      "SELECT * FROM glob('/*')",
      "SELECT content FROM read_blob('%')",
      "SELECT * FROM parquet_scan('%')",
      "SELECT getenv('HOME')",
      "SELECT current_setting('temp_directory')",
      "SELECT * FROM duckdb_settings()",
      "SELECT * FROM duckdb_secrets()",
      "SELECT name FROM pragma_database_list",
      "SELECT table_name FROM information_schema.tables",
      "SELECT name FROM main.site",
      "SELECT name FROM memory.main.site",
      "SELECT * FROM query('SELECT 1')",
      "SELECT * FROM query_table('site')",
      "SELECT * FROM json_execute_serialized_sql('{}')",
      "SELECT json_serialize_sql('SELECT 1')",
      "SELECT nextval('s')",
      "SELECT write_log('x')",
      "DESCRIBE site",
      "SHOW TABLES",
      "SUMMARIZE site",
    ],
    "what differs from run to run": [
      "SELECT random()",
      "SELECT uuid()",
      "SELECT now()::VARCHAR",
      "SELECT current_date::VARCHAR",
      "SELECT CURRENT_TIMESTAMP::VARCHAR",
      "SELECT today()::VARCHAR",
      "SELECT version()",
      "SELECT current_user",
      "SELECT name FROM site USING SAMPLE 2",
      "SELECT name FROM site TABLESAMPLE 10%",
      "SELECT rowid FROM site",
      "SELECT name FROM site AT (VERSION => 1)",
    ],
    "what can be huge or endless": [
      "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t",
      "SELECT length(repeat('a', 1000000000))",
      "SELECT length(lpad('a', 1000000000, 'b'))",
      "SELECT length(replace(name, 'a', 'aaaaaaaaaaaaaaaa')) FROM site",
      "SELECT length(printf('%1000000000d', 1))",
      "SELECT len(range(1000000000))",
      "SELECT count(*) FROM range(1000000000)",
      "SELECT count(*) FROM generate_series(1, 1000000000)",
      "SELECT levenshtein(string_agg(routes), string_agg(hops)) FROM read",
      "SELECT list_transform([1], x -> x)",
      "SELECT CAST([1] AS INTEGER[100000])",
      "SELECT regexp_replace(name, 'a', 'b', 'g') FROM site",
      "SELECT count(*) FROM site WHERE name LIKE '%a%b'",
      "SELECT count(*) FROM site WHERE name ILIKE '%a_%b_%c'",
      "SELECT count(*) FROM site WHERE name LIKE name",
      "SELECT count(*) FROM site WHERE name GLOB '*a*'",
      "SELECT count(*) FROM site WHERE name LIKE 'a!%b' ESCAPE '!'",
    ],
    "what hides what is read": [
      "SELECT COLUMNS('name') FROM site",
      "SELECT * REPLACE (1 AS name) FROM site",
      "SELECT ? FROM site",
      "SELECT $at",
      "SELECT name COLLATE NOCASE FROM site",
    ],
  };
  for (const [why, queries] of Object.entries(refused))
    test(`is ${why}`, async () => {
      const path = canary();
      writeFileSync(path, "albatross\n");
      const desk = await SqlDesk.ofRows(past[HEAD]!);
      for (const sql of queries) {
        const begun = performance.now();
        const of = sql.replace("%'", `${path}'`);
        await assert.rejects(desk.ask(sql.includes("'%'") ? of : sql), (thrown: Error & { code?: string }) => {
          assert.equal(thrown.code, "bad-query", sql);
          assert.doesNotMatch(thrown.message, /albatross|\n/, sql);
          return true;
        });
        assert.ok(performance.now() - begun < 3000, `${sql} is refused at once`);
      }
      assert.equal(
        (await desk.ask("SELECT count(*) FROM site")).number,
        past[HEAD]!.site.length,
        "nothing was changed",
      );
      desk.close();
    });

  test("is not run by the database either, whatever looked at it before", async () => {
    const database = await Database.memory({ memory: "40MB", threads: 1 });
    await database.run("CREATE TABLE t AS SELECT 1 AS a");
    for (const sql of ["DELETE FROM t", "INSERT INTO t SELECT 2", "SET threads = 2", "COPY t TO '/tmp/never'"])
      await assert.rejects(database.select(sql, 10), { code: "bad-query" }, sql);
    await assert.rejects(database.select("SELECT * FROM read_text('/etc/hostname')", 10), { code: "bad-query" });
    assert.deepEqual((await database.select("SELECT * FROM t", 10))?.rows, [[1]]);
    assert.equal(await database.select("SELECT * FROM t, t AS u, (VALUES (1), (2)) v", 1), null);
    database.close();
  });

  test("is a name that only a WITH elsewhere in the query gives", async () => {
    await assert.rejects(asked("SELECT name FROM (WITH site_span AS (SELECT 1) SELECT 1) t, site_span"), {
      message: /^there is no table "site_span"/,
    });
    assert.deepEqual(
      texts(await asked("WITH site AS (SELECT name FROM site WHERE name = 'stop') SELECT name FROM site")),
      ["stop"],
    );
  });
});

describe("bounds", () => {
  /** Queries whose plan grows far faster than their text. `n` is how far. */
  const growing: Readonly<Record<string, (n: number) => string>> = {
    aliases: (n) => `SELECT line AS a0, ${list(n, (k) => `a${k} + a${k} + 1 AS a${k + 1}`).join(", ")} FROM site`,
    withs: (n) =>
      `WITH c0 AS (SELECT name FROM site), ${list(n, (k) => `c${k + 1} AS NOT MATERIALIZED (SELECT a.name FROM c${k} a, c${k} b)`).join(", ")} SELECT count(*) FROM c${n}`,
    joins: (n) =>
      `SELECT count(*) FROM ${list(n, (k) => `site s${k}`).join(", ")} WHERE ${list(n - 1, (k) => `s${k}.name = s${k + 1}.name`).join(" AND ")}`,
    subqueries: (n) =>
      `SELECT count(*) FROM site s0 WHERE ${"name IN (SELECT name FROM site WHERE ".repeat(n)}true${")".repeat(n)}`,
    scalars: (n) => `SELECT ${"(SELECT ".repeat(n)}1${")".repeat(n)}`,
    exists: (n) => `SELECT 1 WHERE ${"EXISTS (SELECT 1 WHERE ".repeat(n)}true${")".repeat(n)}`,
    lists: (n) => `SELECT ${"[".repeat(n)}1${"]".repeat(n)}`,
    sums: (n) => `SELECT sum(${list(n, (k) => `line * ${k % 10}`).join(" + ")}) FROM site`,
    nots: (n) => `SELECT count(*) FROM site WHERE ${"NOT (".repeat(n)}wait${")".repeat(n)}`,
    parentheses: (n) => `SELECT ${"(".repeat(n)}1${")".repeat(n)}`,
    sets: (n) => `SELECT count(*) FROM site GROUP BY CUBE (${list(n, (k) => `line + ${k}`).join(", ")})`,
  };
  function list<Item>(count: number, make: (at: number) => Item): Item[] {
    return Array.from({ length: count }, (_, at) => make(at));
  }

  test("stop a query before it is planned for longer than it may run", async () => {
    const desk = await SqlDesk.ofRows(past[HEAD]!, { one: 1 });
    for (const [what, query] of Object.entries(growing))
      for (const n of [2, 5, 10, 20, 40, 80, 160, 320, 640]) {
        const begun = performance.now();
        const answer = await said(desk, query(n));
        const seconds = (performance.now() - begun) / 1000;
        assert.ok(seconds < 8, `${what} ${n}: ${seconds} s, ${JSON.stringify(answer)}`);
      }
    assert.deepEqual(await said(desk, "SELECT 1"), { items: [], number: 1, looked: 0 });
    desk.close();
  });

  test("are on tables and expressions as they are written out, and on the text", async () => {
    await assert.rejects(asked(growing.joins!(13)), {
      message: "it asks 13 tables and subqueries, written out; expected at most 12",
    });
    await assert.rejects(asked(growing.withs!(5)), { message: /^it asks \d\d+ tables and subqueries, written out/ });
    await assert.rejects(asked(growing.aliases!(12)), { message: /^it has \d{4,} expressions, written out/ });
    await assert.rejects(asked(growing.nots!(600)), { message: /nested more than 100 deep|expression depth/i });
    await assert.rejects(asked(`SELECT '${"a".repeat(4000)}'`), {
      message: /^it has 4009 characters; expected at most 4000$/,
    });
  });

  test("are on time, and what took too long once is not tried again", async () => {
    const desk = await SqlDesk.ofStore(store, { one: 0.3 });
    await desk.at(HEAD);
    const slow =
      "SELECT count(*) FROM read a, read b, read c, read d, read e, read f, read g, read h WHERE a.line + b.line + c.line + d.line + e.line + f.line + g.line + h.line = 1";
    await assert.rejects(desk.ask(slow), { code: "bad-query", message: "it takes more than 0.3 seconds" });
    await desk.at(HEAD - 10);
    const begun = performance.now();
    await assert.rejects(desk.ask(slow), { message: "it takes more than 0.3 seconds" });
    assert.ok(performance.now() - begun < 200, "it was not asked");
    assert.ok((await desk.ask("SELECT count(*) FROM read")).number! > 0, "others are");
    desk.close();
  });

  test("are on the time of all queries of a desk together", async () => {
    const desk = await SqlDesk.ofRows(past[HEAD]!, { one: 0.2, all: 0.1 });
    await assert.rejects(
      desk.ask(
        "SELECT count(*) FROM read a, read b, read c, read d, read e, read f, read g WHERE a.line + b.line + c.line + d.line + e.line + f.line + g.line = 1",
      ),
    );
    await assert.rejects(desk.ask("SELECT 1"), {
      message: "the SQL of all claims took more than 0.1 seconds, and the rest is not asked",
    });
    desk.close();
  });

  test("are on memory and on rows", async () => {
    const desk = await SqlDesk.ofRows(past[HEAD]!, { memory: "40MB", rows: 50 });
    await assert.rejects(
      desk.ask("SELECT a.routes || b.routes || c.routes AS path FROM read a, read b, read c, read d ORDER BY 1"),
      {
        code: "bad-query",
        message: /^it needs more than 40MB of memory$/,
      },
    );
    await assert.rejects(desk.ask("SELECT a.name FROM site a, site b"), { message: "it selects more than 50 rows" });
    assert.equal((await desk.ask("SELECT a.name FROM site a, site b LIMIT 50")).looked, 50);
    desk.close();
  });
});

test("whatever is asked is answered, or refused as a bad query", async () => {
  const desk = await SqlDesk.ofRows(past[HEAD]!, { one: 1, all: 600 });
  const words =
    "SELECT FROM WHERE WITH AS JOIN USING ON GROUP BY ORDER LIMIT UNION ALL DISTINCT CASE WHEN THEN END NOT NULL IN LIKE " +
    "EXISTS OVER PARTITION FILTER HAVING VALUES LATERAL CAST INTERVAL UNNEST site name read key * ( ) ( ) , , . ; = < + || :: [ ] { } " +
    "$1 ? 'a' '%a%b' \"x\" 1 2.5 count max list random now range path line wait -- /* */";
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...words.split(" ")), { maxLength: 14 }), async (soup) => {
      for (const sql of [
        soup.join(" "),
        `SELECT ${soup.join(" ")} FROM site`,
        `SELECT name FROM site WHERE ${soup.join(" ")}`,
      ]) {
        const begun = performance.now();
        try {
          assert.equal((await desk.ask(sql)).of, "rows that it selects");
        } catch (thrown) {
          assert.equal((thrown as { code?: string }).code, "bad-query", sql);
        }
        assert.ok(performance.now() - begun < 5000, sql);
      }
    }),
    { numRuns: runs(300) },
  );
  assert.equal((await desk.ask("SELECT count(*) FROM site")).number, past[HEAD]!.site.length);
  desk.close();
});

test("words of a query that hold markup, quotes or controls come back as they are", async () => {
  const rows: Rows = {
    ...past[HEAD]!,
    site: [{ ...past[HEAD]!.site[0]!, name: "\u001b[31m'; DROP TABLE site; --", path: "a\nb" }],
  };
  const { items } = await asked("SELECT name, path FROM site", rows);
  assert.deepEqual(
    items.map((item) => [item.text, item.path]),
    [["\u001b[31m'; DROP TABLE site; --", "a\nb"]],
  );
});
