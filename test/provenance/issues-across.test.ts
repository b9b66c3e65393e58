// What is asked across issues: whose lines a pull request replaced and who replaced its own, stacks, the contracts that threads
// speak of, and the questions that a notebook answers.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Archive } from "../../loaders/audit/archive.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { type Dependency, dependenciesOf } from "../../loaders/provenance/issues/dependencies.ts";
import { spokenIn } from "../../loaders/provenance/issues/spoken.ts";
import { stacksOf } from "../../loaders/provenance/issues/stacks.ts";
import { type BuiltRepository, makeRepository, runGit } from "../support/repository.ts";
import { ask, cleanFolders, folder, PROFILE_TEXT, say } from "../support/stores.ts";

after(cleanFolders);

const lines = (...all: (string | number)[]) => all.map((each) => `${each}\n`).join("");

/** Lines that nobody touches: by them a renamed file is known again. */
const REST = Array.from({ length: 9 }, (_, at) => `line ${at}`);

describe("dependencies", () => {
  let built: BuiltRepository;
  before(() => {
    built = makeRepository([
      { files: { "a.txt": lines(1, 2, 3, 4, 5, ...REST), "b.bin": "x\0y" }, message: "First (#1)\n" },
      { files: { "a.txt": lines(1, 2, "three", 4, 5, ...REST) }, message: "Three (#2)\n" },
      // The change that is asked: replaces a line of #1 and one of #2, brings five, in a file that it renames.
      {
        files: {
          "a.txt": null,
          "c.txt": lines(0, 1, "TWO", "THREE", 4, 5, ...REST),
          "n.txt": lines("x", "y"),
          "b.bin": "x\0z",
        },
        message: "Rewrite (#3)\n",
      },
      { files: { "c.txt": lines(0, 1, "TWO", "Three", 4, 5, ...REST) }, message: "Again (#4)\n" },
      {
        files: { "n.txt": null, "d.txt": lines(0, 1, "TWO", "Three", 4, 5, ...REST), "c.txt": null },
        message: "Move (#5)\n",
      },
      { files: { "d.txt": lines(0, 1, "Two", "Three", 4, 5, ...REST) }, message: "Two (#6)\n" },
    ]);
  });
  after(() => built.cleanup());

  const asked = async (at: number) => {
    const repo = await openRepository(built.dir);
    const archive = new Archive(repo, false);
    const past = await archive.open(await commitSnapshot(repo, built.oids.at(-1)!));
    const change = { from: built.oids[at - 1] ?? null, to: built.oids[at]! };
    const told = await dependenciesOf(repo, archive.library, past, [change]);
    repo.close();
    return told;
  };
  const told = (all: readonly Dependency[]) =>
    all.map(({ moment, lines: count, paths }) => `#${moment.pr} ${count} ${paths.join(",")}`);

  test("are the commits whose lines were replaced, and those that replaced its own, through renames", async () => {
    const { replaces, replacedBy, brought, standing } = await asked(2);
    assert.deepEqual(told(replaces), ["#2 1 c.txt", "#1 1 c.txt"]);
    assert.deepEqual(told(replacedBy), ["#5 2 n.txt", "#6 1 c.txt", "#4 1 c.txt"]);
    assert.deepEqual([brought, standing], [5, 1]);
  });

  test("of the first commit there is nothing before, of the last nothing since; what is binary has no lines", async () => {
    const first = await asked(0);
    assert.deepEqual([first.replaces, first.brought], [[], 14]);
    const last = await asked(5);
    assert.deepEqual([told(last.replaces), last.replacedBy, last.standing], [["#3 1 d.txt"], [], 1]);
  });
});

test("a stack is told from both of its ends, and a trunk is none", () => {
  const pull = (id: string, base: string, head: string) => ({ id, base_branch: base, head_branch: head });
  const all = [pull("#1", "main", "one"), pull("#2", "one", "two"), pull("#3", "two", "main"), pull("#4", "main", "x")];
  const of = (at: number) =>
    stacksOf({ ...all[at]! } as Parameters<typeof stacksOf>[0], all).map(({ id, how }) => `${how} ${id}`);
  assert.deepEqual([of(0), of(1), of(2), of(3)], [["under #2"], ["on #1", "under #3"], ["on #2"], []]);
});

describe("what a thread speaks of", () => {
  const known = [
    { layer: "worker", name: "forward", keys: new Set(["req_ids", "id"]) },
    { layer: "worker", name: "get_blocks", keys: new Set(["free"]) },
    { layer: "ipc", name: "fs:read", keys: new Set<string>() },
  ];
  const spoken = (...texts: string[]) =>
    spokenIn(texts, known).map(
      ({ name, key, times, first }) => `${name}${key === null ? "" : `.${key}`} ${times} ${first}`,
    );

  for (const [text, expected] of [
    ["we move forward, and read the id", []],
    ["`forward` is called", ["forward 1 0"]],
    ["it calls forward(batch)", ["forward 1 0"]],
    ['call_func("forward") waits', ["forward 1 0"]],
    ["get_blocks waits; free is no key here", ["get_blocks 1 0"]],
    ["`get_blocks` answers `free`", ["get_blocks 1 0", "get_blocks.free 1 0"]],
    ["`forward.req_ids`", ["forward 1 0", "forward.req_ids 1 0"]],
    ["`req_ids` without its contract", []],
    ["the fs:read channel", ["fs:read 1 0"]],
    ["my_get_blocks and get_blocks_2", []],
  ] as const)
    test(text, () => assert.deepEqual(spoken(text), expected));

  test("is counted by texts, with the first", () =>
    assert.deepEqual(spoken("none", "`forward` and `forward`", "forward(x)"), ["forward 2 1"]));
});

describe("a pull request", () => {
  let built: BuiltRepository;
  let store: string;
  const run = async (...words: string[]) => (await say("issues", ...words, "--repo", built.dir, "--store", store)).out;

  before(() => {
    store = join(folder(), "n.duckdb");
    built = makeRepository([
      { files: { "a.txt": lines(1, 2, 3) }, message: "First (#1)\n" },
      { files: { "a.txt": lines(1, "x", 3) }, message: "Draft (#5)\n", branch: "side" },
      { files: { "a.txt": lines(1, "two", 3) }, message: "Mend (#5)\n", parents: [1], branch: "side" },
      { files: { "a.txt": lines(1, "two", 3) }, message: "Merge pull request #5 from a/side\n", parents: [0, 2] },
      { files: { "a.txt": lines(1, "two", 3, 4, 5) }, message: "Open\n", branch: "open" },
    ]);
    runGit(built.dir, ["update-ref", "refs/pull/9/head", built.oids[4]!]);
  });
  after(() => built.cleanup());

  test("that a merge brought is the merge's change, and not its commits' too", async () => {
    assert.match(await run("show", "5"), /It replaces lines of: one commit\n.*\(#1, .*one line in a\.txt\n/);
    assert.match(await run("show", "5"), /Of one line that it brought, one stands\./);
    assert.match(await run("touches", "5", "a.txt"), /\+one −one lines \(one commit looked at\)/);
  });

  test("that is not merged brings lines of which none is said to stand", async () => {
    assert.match(await run("show", "9"), /It brings two lines, and is not merged here\./);
    const { dependencies } = JSON.parse(await run("show", "9", "--json"));
    assert.deepEqual([dependencies.brought, dependencies.standing], [2, null]);
  });
});

describe("what messages name has the place of its commit", () => {
  let built: BuiltRepository;
  const placed = async (...flags: string[]) => {
    const store = join(folder(), "n.duckdb");
    await say("issues", "unnamed", "--repo", built.dir, "--store", store, ...flags);
    return ask<{ subject: string; issue: string }>(
      store,
      `SELECT c.subject, r.issue FROM reference r JOIN "commit" c USING (position) ORDER BY position, r.issue`,
    );
  };
  before(() => {
    const runner = (keys: string) => `class Runner:\n    def ping(self):\n        return {${keys}}\n`;
    const sent = 'class Engine:\n    def go(self):\n        return self.crew.ask("ping", reply=True)["a"]\n';
    built = makeRepository([
      {
        files: { "binnacle.yaml": PROFILE_TEXT, "pkg/runner.py": runner('"a": 1'), "pkg/engine.py": sent },
        message: "First (#1)\n",
      },
      { files: { "pkg/runner.py": runner('"a": 1, "b": 2') }, message: "Side (#2)\n", branch: "side" },
      { files: { "x.txt": "x" }, message: "Main (#3)\n", parents: [0] },
      {
        files: { "x.txt": "x", "pkg/runner.py": runner('"a": 1, "b": 2') },
        message: "Merge pull request #4 from a/side\n",
        parents: [2, 1],
      },
      { files: { "y.txt": "y" }, message: "Last (#5)\n" },
    ]);
  });
  after(() => built.cleanup());

  for (const [flags, expected] of [
    [
      [],
      [
        "First (#1) #1",
        "Main (#3) #3",
        "Merge pull request #4 from a/side #2",
        "Merge pull request #4 from a/side #4",
        "Last (#5) #5",
      ],
    ],
    [
      ["--all-parents"],
      ["First (#1) #1", "Side (#2) #2", "Main (#3) #3", "Merge pull request #4 from a/side #4", "Last (#5) #5"],
    ],
    [
      ["--since", "HEAD~1"],
      ["Merge pull request #4 from a/side #2", "Merge pull request #4 from a/side #4", "Last (#5) #5"],
    ],
  ] as const)
    test(flags.join(" ") || "the first-parent line", async () => {
      const told = (await placed(...flags)).map(({ subject, issue }) => `${subject} ${issue}`);
      assert.deepEqual(told.toSorted(), [...expected].toSorted());
    });
});

describe("questions across issues", () => {
  let built: BuiltRepository;
  let place: string;
  let store: string;
  const run = async (...words: string[]) => (await say("issues", ...words, "--repo", built.dir, "--store", store)).out;

  before(async () => {
    place = folder();
    store = join(place, "n.duckdb");
    const runner = (body: string) => `class Runner:\n${body}`;
    const ping = (keys: string) => `    def ping(self):\n        return {${keys}}\n`;
    const engine = (names: readonly string[]) =>
      `class Engine:\n    def go(self):\n${names.map((name) => `        self.crew.ask("${name}", reply=True)["a"]\n`).join("")}`;
    built = makeRepository([
      {
        files: {
          "binnacle.yaml": PROFILE_TEXT,
          "pkg/runner.py": runner(ping('"a": 1') + ping('"a": 1').replace("ping", "pong")),
          "pkg/engine.py": engine(["ping", "pong"]),
          "pkg/old.py": "def helper():\n    return 1\n",
        },
        message: "First (#1)\n",
      },
      {
        files: { "pkg/runner.py": runner(ping('"a": 1, "b": 2') + ping('"a": 1').replace("ping", "pong")) },
        message: "Add b (#2)\n",
      },
      { files: { "pkg/engine.py": engine(["ping"]), "pkg/old.py": null }, message: "Drop pong without a number\n" },
      { files: { "pkg/runner.py": runner(`${ping('"a": 1, "b": 2, "c": 3')}`) }, message: "More\n\nRefs #9.\n" },
    ]);
    writeFileSync(
      join(place, "all.json"),
      JSON.stringify([
        {
          number: 9,
          title: "pong is slow",
          state: "open",
          user: { login: "x" },
          created_at: "2023-11-14T23:30:00Z",
          body: "`pong` in pkg/engine.py:4 is slow, and so is `helper()` of `pkg/old.py`.",
        },
        { number: 10, title: "done", state: "closed", user: { login: "x" }, body: "`pong` was slow." },
        { number: 11, title: "fine", state: "open", user: { login: "x" }, body: "`ping` is well." },
      ]),
    );
    await run("import", join(place, "all.json"));
  });
  after(() => built.cleanup());

  test("which pull requests changed a contract, or one member of it", async () => {
    const told = JSON.parse(await run("changed", "ping", "--json")) as {
      issues: string[];
      events: { subject: string }[];
    }[];
    assert.deepEqual(
      told.map(({ issues }) => issues),
      [[], ["#2"], ["#1"]],
    );
    assert.match(
      await run("changed", "ping"),
      /^ping {2}two pull requests changed it, in two commits; one commit of no pull request\n/,
    );
    assert.match(await run("changed", "ping.b"), /\(#2, [^)]*\) {2}Add b \(#2\)\n {6}produced appeared {2}b/);
    await assert.rejects(run("changed", "pin"), /"pin" is no contract.*Did you mean "ping"/);
    await assert.rejects(run("changed"), /Which contract is not said/);
  });

  test("which commits changed the surface and name no issue: one that refers to an issue names it", async () => {
    const told = await run("unnamed");
    assert.match(
      told,
      /^One commit of three that changed the surface names no issue\.\n.*Drop pong without a number\n/,
    );
    assert.match(told, /dispatched disappeared {2}pong/);
    assert.doesNotMatch(told, /More|First/);
  });

  test("which open issues speak of what is gone, and since when", async () => {
    const told = await run("gone");
    assert.match(told, /^One issue of two that are open speaks of what is gone\.\n {2}#9 {2}pong is slow\n/);
    assert.match(told, new RegExp(`name pong, in one text: gone since ${built.oids[2]!.slice(0, 9)}`));
    assert.match(told, /symbol helper.*gone/);
    assert.match(told, /path pkg\/old\.py.*gone/);
    assert.match(await run("gone", "--state", "closed"), /#10/);
    assert.match(await run("gone", "--state", "merged"), /No imported issue is merged/);
    await assert.rejects(run("gone", "--state", "odd"), /--state is odd; expected open/);
  });

  test("show tells what was cited, when it was said and now", async () => {
    assert.match(
      await run("show", "9", "--citations"),
      new RegExp(`engine\\.py:4 {2}unknown at ${built.oids[1]!.slice(0, 9)}, now past-end `),
    );
  });

  test("the notebook holds the same, and an import renews it", async () => {
    const named = "SELECT issue, kind, text, gone FROM issue_name WHERE issue = '#11'";
    assert.deepEqual(await ask(store, named), [{ issue: "#11", kind: "name", text: "ping", gone: false }]);
    assert.deepEqual(await ask(store, "SELECT position, issue, how FROM reference ORDER BY ALL"), [
      { position: 0, issue: "#1", how: "own" },
      { position: 1, issue: "#2", how: "own" },
      { position: 3, issue: "#9", how: "mentions" },
    ]);
    writeFileSync(
      join(place, "more.json"),
      JSON.stringify({ number: 12, title: "new", state: "open", body: "`pong` again." }),
    );
    await run("import", join(place, "more.json"));
    assert.match(await run("gone"), /^Two issues of three that are open speak/);
  });
});
