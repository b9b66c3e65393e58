// Whether a path is read from the folder one stands in, as git reads it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { folderOf, fromHere } from "../../loaders/commands/here.ts";
import { makeRepository } from "../support/repository.ts";
import { BINNACLE } from "../support/stores.ts";

test("a path is read from the folder, then from the top", () => {
  const stands = (path: string): boolean => ["docs", "docs/a.md", "a.md", "src", "src/docs/b.md"].includes(path);
  const rows: readonly (readonly [folder: string, typed: string, path: string])[] = [
    ["", "a.md", "a.md"],
    ["", "./docs/", "docs"],
    ["", ".", ""],
    ["docs", "a.md", "docs/a.md"],
    ["docs", ".", "docs"],
    ["docs", "..", ""],
    ["docs", "../a.md", "a.md"],
    ["src", "a.md", "a.md"],
    ["src", "docs/b.md", "src/docs/b.md"],
    ["docs", "../../a.md", "../../a.md"],
  ];
  for (const [folder, typed, path] of rows) assert.equal(fromHere(folder, typed, stands), path, `${folder} ${typed}`);
});

describe("commands", () => {
  const repository = makeRepository([
    {
      files: {
        "a.md": "# Top\n\nSee `core.py:99`.\n",
        "docs/a.md": "# Docs\n\nThe core has one line, as `core.py:1` says, and no second one.\n",
        "docs/deep/b.md": "# Deep\n",
        "core.py": "x = 1\n",
      },
      message: "All (#1)\n",
    },
  ]);
  after(() => repository.cleanup());
  const inDocs = join(repository.dir, "docs");
  const run = (...words: readonly string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [BINNACLE, ...words], { cwd: inDocs, encoding: "utf8" });
    return stdout + stderr;
  };

  test("know the folder of the work tree, and none elsewhere", () => {
    mkdirSync(join(repository.dir, "empty"));
    assert.equal(folderOf({ workTree: repository.dir }, join(inDocs, "deep")), "docs/deep");
    assert.equal(folderOf({ workTree: repository.dir }, repository.dir), "");
    assert.equal(folderOf({ workTree: repository.dir }, join(repository.dir, "..")), "");
    assert.equal(folderOf({ workTree: null }, inDocs), "");
  });

  test("take a file of the folder one stands in before one at the top", () => {
    assert.match(run("audit", "a.md"), /one citation in one document: one holds|1 citation|One citation/i);
    assert.doesNotMatch(run("audit", "a.md"), /core\.py:99/);
    assert.match(run("audit", "../a.md"), /core\.py:99/);
    assert.doesNotMatch(run("audit", "."), /core\.py:99/);
    assert.match(run("audit"), /core\.py:99/);
    assert.match(run("why", "a.md:3"), /docs\/a\.md:3/);
    assert.match(run("why", "core.py:1"), /core\.py:1/);
    assert.match(run("fix", "a.md"), /othing|no citation/i);
    assert.match(run("lineage", "a.md:3"), /docs\/a\.md:3/);
  });
});
