// Exports of a forge, the store that keeps them, and the commands that ask it beside a history.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { piecesOf } from "../../loaders/provenance/issues/exports.ts";
import { effectsOf } from "../../loaders/provenance/issues/history.ts";
import { valuesIn } from "../../loaders/provenance/issues/json.ts";
import { mergedPieces } from "../../loaders/provenance/issues/merge.ts";
import { Database, replaceStore } from "../../loaders/store/database.ts";
import { openIssues, writeIssues } from "../../loaders/store/issues.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { cleanFolders, folder, PROFILE_TEXT, say } from "../support/stores.ts";

after(cleanFolders);

const REST = {
  number: 4,
  title: "Leak",
  state: "closed",
  body: "See #3.",
  user: null,
  labels: [{ name: "bug" }],
  comments: 1,
  created_at: "2026-01-01T00:00:00Z",
  closed_at: "2026-01-02T00:00:00Z",
};

describe("exports", () => {
  const rows: readonly [title: string, text: string, expected: number][] = [
    ["one value", "{}", 1],
    ["a list", "[{}, {}]", 2],
    ["lists one after another, as pages are printed", '[{"a": "]["}]\n[{}, {}]', 3],
    ["a value a line", '{"a": "}\\""}\n{}\n', 2],
    ["lists in a list", "[[{}], [{}]]", 2],
    ["none", "[]", 0],
  ];
  for (const [title, text, expected] of rows)
    test(`${title} is read whole`, () => assert.equal(valuesIn("x.json", text).length, expected));

  for (const text of ['[{"a": 1}', '[{"a": 1}][{', "[1, 2", `${"[".repeat(200_000)}`])
    test(`${text.slice(0, 12)} breaks off, and is refused in words`, () =>
      assert.throws(() => valuesIn("x.json", text), /x\.json: expected JSON/));

  test("shapes are told apart: REST, what gh prints, GitLab's; what is of none is counted", () => {
    const { pieces, unknown } = piecesOf([
      REST,
      {
        number: 5,
        title: "Mend",
        state: "MERGED",
        mergedAt: "2026-01-03T00:00:00Z",
        headRefOid: "a".repeat(40),
        author: { login: "first" },
      },
      { iid: 6, title: "Gauge", state: "opened", author: { username: "x" } },
      {
        iid: 6,
        title: "Gauge it",
        state: "merged",
        source_branch: "g",
        merged_at: "2026-01-03T00:00:00Z",
        author: { username: "x" },
      },
      { hello: "world" },
      7,
    ]);
    assert.equal(unknown, 2);
    assert.deepEqual(
      pieces.map(({ id, issue }) => `${id} ${issue?.kind} ${issue?.state} ${issue?.role}`),
      ["#4 issue closed ghost", "#5 pull merged author", "#6 issue open author", "!6 pull merged author"],
    );
  });

  test("what gh prints of one pull request holds its reviews and comments", () => {
    const person = (login: string) => ({ author: { login } });
    const { pieces } = piecesOf([
      {
        number: 5,
        title: "Mend",
        state: "OPEN",
        isDraft: true,
        body: "It closes #4.",
        ...person("first"),
        comments: [{ id: "C1", body: "Why?", createdAt: "2026-01-02T00:00:00Z", ...person("second") }],
        reviews: [
          { id: "R1", body: "Yes.", state: "APPROVED", submittedAt: "2026-01-03T00:00:00Z", ...person("second") },
        ],
      },
    ]);
    const [thread] = mergedPieces(new Map(), pieces);
    assert.deepEqual(
      thread?.comments.map(({ kind, role, verdict }) => `${kind} ${role} ${verdict}`),
      ["body author null", "comment other null", "review reviewer approve"],
    );
    assert.equal(thread?.issue.draft, true);
  });

  test("what is known is kept where another source does not speak of it", () => {
    const [first] = mergedPieces(new Map(), piecesOf([REST]).pieces);
    const [second] = mergedPieces(
      new Map([["#4", first!]]),
      piecesOf([{ number: 4, title: "A leak", state: "OPEN" }]).pieces,
    );
    assert.deepEqual(
      [second?.issue.title, second?.issue.state, second?.issue.labels, second?.issue.role, second?.comments.length],
      ["A leak", "open", ["bug"], "ghost", 1],
    );
  });
});

describe("the store", () => {
  const source = { name: "x", kind: "export", imported: 1, issues: 1, etag: null, cursor: null } as const;
  const none = { links: [], findings: [], tables: [], unchecked: [] };
  const thread = (title: string) => ({
    ...mergedPieces(new Map(), piecesOf([{ ...REST, title }]).pieces)[0]!,
    ...none,
  });

  test("is written in one step: what fails half-way leaves what was there", async () => {
    const path = join(folder(), "a.issues.duckdb");
    await writeIssues(path, async () => ({ threads: [thread("Before")], source }));
    await assert.rejects(
      writeIssues(path, async () => ({
        threads: [thread("After"), { ...thread("Bad"), findings: [{ nothing: 1 } as never] }],
        source,
      })),
    );
    const issues = await openIssues(path);
    assert.equal((await issues?.threads(null))?.get("#4")?.issue.title, "Before");
    issues?.close();
  });

  test("importing twice changes no row", async () => {
    const path = join(folder(), "a.issues.duckdb");
    const rows = async () => {
      const issues = await openIssues(path);
      const all = await issues?.rows("SELECT * FROM issue, comment ORDER BY ALL");
      issues?.close();
      return all;
    };
    await writeIssues(path, async () => ({ threads: [thread("One")], source }));
    const once = await rows();
    await writeIssues(path, async () => ({ threads: [thread("One")], source }));
    assert.deepEqual(await rows(), once);
  });

  test("of an older schema is migrated and keeps its rows; of a newer one it is refused and left alone", async () => {
    const path = join(folder(), "a.issues.duckdb");
    await writeIssues(path, async () => ({ threads: [thread("Old")], source }));
    await writeIssues(path, async () => ({ threads: [], source }), ["ALTER TABLE issue ADD COLUMN colour VARCHAR"]);
    const database = await Database.read(path);
    assert.deepEqual(await database.rows("SELECT title, colour FROM issue"), [{ title: "Old", colour: null }]);
    database.close();
    const bytes = readFileSync(path);
    await assert.rejects(openIssues(path), /made by a newer Binnacle \(schema 2, this one reads 1\)/);
    await assert.rejects(
      writeIssues(path, async () => ({ threads: [], source })),
      /newer/,
    );
    assert.deepEqual(readFileSync(path), bytes);
  });

  test("that is none is refused in words", async () => {
    const path = join(folder(), "a.issues.duckdb");
    assert.equal(await openIssues(path), null);
    await replaceStore(
      path,
      () => true,
      (database) => database.run(`CREATE TABLE meta ("key" VARCHAR, "value" VARCHAR)`),
    );
    await assert.rejects(openIssues(path), /expected a store of issues/);
  });
});

describe("a notebook", () => {
  test("tells of commits what they did to the surface, to claims and to citations; of others, nothing", async () => {
    const path = join(folder(), "n.duckdb");
    const [one, two] = ["1".repeat(40), "2".repeat(40)];
    const told = await replaceStore(
      path,
      () => true,
      async (database) => {
        await database.run(readFileSync(new URL("../../loaders/store/schema.sql", import.meta.url), "utf8"));
        const commit = { tree: "", time: 0, offset: 0, day: "", subject: "", parents: 1, on_line: true };
        await database.append("commit", [
          { position: 0, oid: one, ...commit },
          { position: 1, oid: two, ...commit },
        ]);
        const event = { kind: "appeared", side: "read", topic: "", subject: "k", detail: "", returned: false };
        await database.append("event", [
          { position: 0, ordinal: 0, ...event, name: "first" },
          { position: 0, ordinal: 1, ...event, name: "inside", origin: two },
        ]);
        // Of the claim only its address matters here, whatever else a claim must have.
        const strict = await database.rows<{ column_name: string }>(
          "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database() AND table_name = 'claim' AND NOT is_nullable AND column_name <> 'id'",
        );
        for (const { column_name } of strict)
          await database.run(`ALTER TABLE claim ALTER "${column_name}" DROP NOT NULL`);
        await database.run("INSERT INTO claim (id, address) VALUES (0, 'claim:x')");
        await database.append("claim_span", [
          { claim: 0, first: 0, last: 0, verdict: "holds", says: "so" },
          { claim: 0, first: 1, last: null, verdict: "false", says: "not so" },
        ]);
        await database.run(
          `INSERT INTO citation (id, fingerprint, doc, line, col, text, start_line, end_line, verdict, fails, says, sentence, first, evidence, broke_commit)
           VALUES (0, 'f', 'a.md', 3, 1, 'a.py:1', 1, 1, 'changed', true, '', '', 0, '[]', '${two}')`,
        );
        return [
          await effectsOf(database, [two]),
          await effectsOf(database, []),
          await effectsOf(database, ["x' OR 1=1"]),
        ];
      },
    );
    const [effects, ...none] = told;
    assert.deepEqual(
      effects?.events.map(({ commit, name }) => `${commit[0]} ${name}`),
      ["2 inside"],
    );
    assert.deepEqual(
      effects?.claims.map(({ address, before, verdict }) => `${address} ${before} ${verdict}`),
      ["claim:x holds false"],
    );
    assert.deepEqual(
      effects?.broken.map(({ doc, line, text }) => `${doc}:${line} ${text}`),
      ["a.md:3 a.py:1"],
    );
    for (const each of none) assert.deepEqual(each, { events: [], claims: [], broken: [] });
  });
});

describe("issues, on the command line", () => {
  let built: BuiltRepository;
  let place: string;
  const run = async (...words: string[]) =>
    (await say("issues", ...words, "--repo", built.dir, "--store", join(place, "n.duckdb"))).out;

  before(() => {
    place = folder();
    const engine = (keys: string) => `class Runner:\n    def ping(self):\n        return {${keys}}\n`;
    const sent = 'class Engine:\n    def go(self):\n        return self.crew.ask("ping", reply=True)["a"]\n';
    built = makeRepository([
      {
        files: { "binnacle.yaml": PROFILE_TEXT, "pkg/runner.py": engine('"a": 1'), "pkg/engine.py": sent },
        message: "First (#1)\n",
      },
      { files: { "pkg/runner.py": engine('"a": 1, "b": 2') }, message: "Add b (#4)\n\nFiled as #9.\n" },
      { files: { "docs/a.md": "See pkg/runner.py:3.\n" }, message: "Docs (#5)\n\nCloses #4.\n" },
    ]);
    writeFileSync(
      join(place, "all.json"),
      JSON.stringify([
        {
          ...REST,
          title: "Add \u001b[2Jb\n::error::x ##[error]",
          pull_request: {},
          body: "It adds b, pkg/runner.py:3. Opened: #9. pkg/runner.py:70 is gone.",
        },
        { number: 9, title: "Later", state: "open", user: { login: "x" }, body: "Closes nothing; stacked on #4." },
      ]),
    );
    writeFileSync(join(place, "thread.txt"), "Docs - #5\nThere was a problem hiding this comment.\nWrong page.\n");
  });
  after(() => built.cleanup());

  test("nothing is there before anything was imported", async () => {
    await assert.rejects(run("list"), /binnacle issues import/);
  });

  test("text of Windows is read, and a pipe is no file", async () => {
    const wide = join(place, "wide.json");
    writeFileSync(wide, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("[]", "utf16le")]));
    const marked = join(place, "marked.json");
    writeFileSync(marked, "\ufeff[]");
    assert.match(await run("import", wide, marked), /^wide\.json: nothing new\nmarked\.json: nothing new$/);
    const pipe = join(place, "pipe");
    if (spawnSync("mkfifo", [pipe]).status === 0) await assert.rejects(run("import", pipe), /pipe is no file/);
  });

  test("an import says what came, and a list what is so", async () => {
    const told = await run("import", join(place, "all.json"), join(place, "thread.txt"));
    assert.match(
      told,
      /^all\.json: one pull request, one issue and two comments\nthread\.txt: one pull request, one comment and one finding$/,
    );
    assert.ok(existsSync(join(place, "n.issues.duckdb")));
    const open = JSON.parse(await run("list", "--state", "open", "--json")) as { id: string }[];
    assert.deepEqual(
      open.map(({ id }) => id),
      ["#9"],
    );
    assert.match(await run("list"), /#5 +unknown +1 +1 +1 +Docs/);
  });

  test("show tells what a pull request brought, changed, filed and leaves open, and obeys nothing in it", async () => {
    const stdout = await run("show", "4", "--citations");
    assert.match(stdout, /^#4 {2}Add b ::error::x #\\u\{23\}\[error\]$/m);
    assert.doesNotMatch(stdout, /^::error|##\[/m);
    assert.equal(stdout.includes("\u001b"), false);
    assert.match(stdout, /Commits that it brought: one\n {2}[0-9a-f]{9} \(#4, .*\) {2}Add b \(#4\)/);
    assert.match(stdout, /Commits that say they close it: one\n.*Docs \(#5\)/);
    assert.match(stdout, /Filed #9 \(open\)/);
    assert.match(stdout, /Stacked under #9/);
    assert.match(stdout, /Its commits changed the surface: \w+\n(?:.*\n)*?.*produced appeared {2}ping {2}b/);
    assert.match(stdout, /two citations: .*one past-end/i);
    assert.match(stdout, /Stays open:\n {2}#9, filed here/);
  });

  test("show as JSON has the same, and of what was not imported what history says", async () => {
    const told = JSON.parse(await run("show", "#4", "--json"));
    assert.deepEqual([told.schema, told.issue.role, told.commits.length, told.open.filed], [1, "ghost", 2, ["#9"]]);
    const unknown = JSON.parse(await run("show", "1", "--json"));
    assert.deepEqual([unknown.issue, unknown.commits[0].how], [null, "own"]);
    assert.match(await run("show", "77"), /No commit of this history names #77/);
  });

  test("touches proves a zero, and counts what is there", async () => {
    assert.match(await run("touches", "4", "docs"), /^No: #4 touches no file under docs \(one commit looked at\)/);
    assert.match(await run("touches", "4", "pkg/"), /^Yes: #4 touches one file under pkg: \+one −one lines/);
    await assert.rejects(run("touches", "4", "runner.py"), /no file or folder here.*Did you mean "pkg\/runner\.py"/);
    await assert.rejects(run("touches", "4", "pk"), /no file or folder here/);
    await assert.rejects(run("show", "4", "5"), /takes at most 1; found "5" too/);
    assert.match(await run("touches", "9", "pkg"), /cannot be looked at/);
  });

  test("what is asked wrongly is answered in words", async () => {
    for (const [words, expected] of [
      [["dance"], /expected import, list, show, touches, changed, gone, unnamed/],
      [["import"], /Nothing is named/],
      [["import", "nowhere.json"], /cannot be read/],
      [["import", "github"], /has no remote/],
      [["show", "x"], /expected its number/],
      [["touches", "4"], /Which path/],
      [["list", "--state", "odd"], /--state is odd/],
    ] as const) {
      await assert.rejects(run(...words), expected);
    }
  });
});
