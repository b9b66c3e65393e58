// Counts as people meet them: in an audit that is asked for numbers, and when a sentence is to become a claim.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const cache = folder();
let repository: BuiltRepository;
before(() => {
  repository = makeRepository([
    {
      message: "Begin",
      files: {
        "a.py": "class Valve:\n    def open(self):\n        return 1\n\n    def close(self):\n        return 2\n",
        "README.md": "# Valves\n\n`Valve` has three methods.\n\n`Valve` defines two methods.\n",
      },
    },
  ]);
});
after(() => {
  repository.cleanup();
  cleanFolders();
});

const run = (...args: string[]) => binnacle([...args, "--repo", repository.dir], { env: { XDG_CACHE_HOME: cache } });

describe("counts in prose", () => {
  test("are candidates of an audit that is asked for numbers, and fail nothing", () => {
    const { status, stdout } = run("audit", "--numbers", "--format", "json");
    const { claims } = JSON.parse(stdout) as {
      claims: { kind: string; line: number; verdict: string; fails: boolean }[];
    };
    assert.equal(status, 0);
    assert.deepEqual(
      claims.map(({ kind, line, verdict, fails }) => ({ kind, line, verdict, fails })),
      [{ kind: "count", line: 3, verdict: "differs", fails: false }],
    );
  });

  test("are not looked for where nobody asks", () => {
    assert.deepEqual((JSON.parse(run("audit", "--format", "json").stdout) as { claims: unknown[] }).claims, []);
  });

  test("become a claim without a question where one comes to what the sentence states", () => {
    const { status, stdout, stderr } = run("claim", "add", "README.md:5");
    assert.equal(status, 0, stderr);
    assert.match(stdout, /asks: methods of `Valve`/);
    assert.match(stderr, /also found by:\n {2}--asks 'two = public methods of `Valve`'/);
  });

  test("become none where the sentence is wrong: nothing comes to it", () => {
    const { status, stderr } = run("claim", "add", "README.md:3");
    assert.equal(status, 2);
    assert.match(stderr, /No question is known whose answer is what the sentence states/);
  });
});
