// Runs the program itself, where exit codes, streams, signals and pipes are what is asked about.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { progressBar, progressLine } from "../../loaders/commands/progress.ts";
import { COLOUR, PLAIN, styleFor } from "../../loaders/report/text.ts";
import { VERSION } from "../../loaders/version.ts";
import { gitEnvironment, makeRepository } from "../support/repository.ts";
import { BINNACLE, binnacle, cleanFolders, engine, folder, PROFILE_TEXT, runner, say } from "../support/stores.ts";

/** What a terminal would obey, or what turns a line around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
let sampleDir: string;
before(async () => {
  sampleDir = join(folder(), "sample.git");
  await buildSampleEngine(sampleDir);
});
after(cleanFolders);

describe("exit codes", () => {
  test("0 with help, a version and an answer on standard output", () => {
    for (const [args, out] of [
      [["--help"], /^Binnacle /],
      [["--version"], new RegExp(`^${VERSION}\\n$`)],
      [["surface", sampleDir, "--sample"], /^23 names/],
    ] as const) {
      const said = binnacle(args, { env: { XDG_CACHE_HOME: folder() } });
      assert.deepEqual([said.status, said.stderr], [0, ""], args.join(" "));
      assert.match(said.stdout, out);
      assert.doesNotMatch(said.stdout, ESCAPES);
    }
  });

  test("2 and one line on standard error where nothing could be looked at", () => {
    for (const args of [
      ["ingset"],
      ["ingest", "/nowhere/at/all"],
      ["surface", sampleDir, "--profile", "sample", "--at", "v9"],
    ]) {
      const said = binnacle(args);
      assert.deepEqual([said.status, said.stdout], [2, ""], args.join(" "));
      assert.match(said.stderr, /^binnacle: [^\n]+\n$/, args.join(" "));
      assert.doesNotMatch(said.stderr, /is a bug/);
    }
  });
});

describe("streams", () => {
  test("a pipe that is closed early is no error and no noise", {
    skip: process.platform === "win32" ? "pipes" : false,
  }, () => {
    const script = `set -o pipefail; "$0" "$1" query "SELECT range FROM range(300000)" --format csv --repo "$2" --profile sample --store "$3" | head -1`;
    const said = spawnSync("bash", ["-c", script, process.execPath, BINNACLE, sampleDir, join(folder(), "s.duckdb")], {
      encoding: "utf8",
      env: gitEnvironment(),
    });
    assert.deepEqual([said.stdout, said.stderr, said.status], ["range\r\n", "", 0]);
  });

  test("colour is for a terminal without NO_COLOR", () => {
    assert.equal(styleFor({ isTTY: true }, {}), COLOUR);
    assert.equal(styleFor({ isTTY: true }, { NO_COLOR: "" }), COLOUR, "an empty NO_COLOR is none");
    assert.equal(styleFor({ isTTY: true }, { NO_COLOR: "1" }), PLAIN);
    assert.equal(styleFor({ isTTY: true }, { TERM: "dumb" }), PLAIN);
    assert.equal(styleFor({}, {}), PLAIN);
  });

  test("progress is drawn on a terminal alone, in one line that fits", () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    const step = (done: number) => ({
      phase: "walk" as const,
      done,
      total: 10,
      what: "\u001b]0;title\u0007 subject ".repeat(20),
    });
    const silent = progressBar({ write }, () => 0);
    silent.onProgress(step(1));
    silent.done();
    assert.deepEqual(written, []);
    let now = 0;
    const bar = progressBar({ isTTY: true, columns: 60, write }, () => (now += 1000));
    bar.onProgress(step(1));
    bar.onProgress(step(10));
    bar.done();
    assert.equal(written.length, 3);
    for (const line of written as readonly string[]) {
      assert.ok(line.startsWith("\r\u001b[2K"));
      assert.doesNotMatch(line.slice(5), ESCAPES);
      assert.ok(line.length - 5 < 60);
    }
    assert.match(progressLine(step(5), 10_000, 200), /^commits 5 of 10 █{12}░{12} 10 s left · /);
  });
});

describe("what a repository holds cannot steer a terminal", () => {
  test("controls in subjects, paths, branches and names are shown and not obeyed", async () => {
    const evil = "\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m\r";
    const path = `pkg/\u001b[31mred\u0007\nline.py`;
    const repository = makeRepository(
      [
        {
          files: {
            [path]: engine(["one!"]).replaceAll('"one"', `"one\\u001b[2J"`),
            "pkg/runner.py": runner({ one: ["a"] }),
          },
          message: `Subject ${evil} here\n`,
        },
        {
          files: {
            [path]: engine(["two!"]).replace("class Engine", "class Engine").replaceAll('"two"', `"t\u001b[2Jwo"`),
          },
          message: "Second\n",
        },
      ],
      { name: "en\u001b[31mgine" },
    );
    try {
      const profile = join(folder(), "small.yaml");
      writeFileSync(profile, PROFILE_TEXT);
      const on = ["--repo", repository.dir, "--profile", profile, "--store", join(folder(), "s.duckdb")];
      const told: string[] = [];
      for (const args of [
        ["ingest"],
        ["surface"],
        ["surface", "--diff", "HEAD~1..HEAD"],
        ["trace", "ask", "Runner", "Engine.do_one"],
        ["query", 'SELECT subject FROM "commit"'],
        ["query", "SELECT DISTINCT path FROM site_span"],
        ["init", "--print"],
      ]) {
        const flags = args[0] === "init" ? on.slice(0, 2) : args[0] === "surface" ? on.slice(0, 4) : on;
        const { out, notes } = await say(...args, ...flags);
        told.push(out, notes);
        assert.doesNotMatch(out.replaceAll("\n", "") + notes.replaceAll("\n", ""), ESCAPES, args.join(" "));
      }
      assert.match(told.join("\n"), /Subject \\u\{1b\}\[2J/);
      assert.match(told.join("\n"), /pkg\/\\u\{1b\}\[31mred/);
      const wrong = binnacle(["surface", repository.dir, "--at", "\u001b[31mv1", "--profile", profile]);
      assert.equal(wrong.status, 2);
      assert.doesNotMatch(wrong.stderr.trimEnd(), ESCAPES);
      const mistake = binnacle(["query", "SELECT '\u001b[2J'::INTEGER", ...on]);
      assert.doesNotMatch(mistake.stderr.trimEnd(), ESCAPES);
    } finally {
      repository.cleanup();
    }
  });
});
