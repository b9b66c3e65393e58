// Files of a work tree that are written anew: only what was read, only inside, only through no link, all or nothing.

import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { readWorkFile, replaceWorkFile } from "../../loaders/git/put.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-put-")));
let tree: string;
let count = 0;
beforeEach(() => {
  tree = join(root, `tree-${count++}`);
  mkdirSync(join(tree, "docs"), { recursive: true });
  writeFileSync(join(tree, "docs/a.md"), "old");
});
after(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, expected = "old", becomes = "new") =>
  replaceWorkFile(tree, path, Buffer.from(expected), Buffer.from(becomes));
const read = (path: string) => readFileSync(join(tree, path), "utf8");

test("a file gets its new bytes and keeps its mode; nothing is left beside it", () => {
  chmodSync(join(tree, "docs/a.md"), 0o751);
  assert.equal(put("docs/a.md"), null);
  assert.equal(read("docs/a.md"), "new");
  assert.equal(statSync(join(tree, "docs/a.md")).mode & 0o7777, 0o751);
  assert.deepEqual(readdirSync(join(tree, "docs")), ["a.md"]);
});

test("a file that changed since it was read keeps what it has", () => {
  writeFileSync(join(tree, "docs/a.md"), "newer");
  assert.equal(put("docs/a.md"), "it changed since it was judged");
  assert.equal(read("docs/a.md"), "newer");
  assert.deepEqual(readdirSync(join(tree, "docs")), ["a.md"]);
});

test("no link is written through, whichever part of the path it is, and nothing outside", () => {
  const outside = join(root, `outside-${count}`);
  mkdirSync(outside);
  writeFileSync(join(outside, "a.md"), "old");
  symlinkSync(outside, join(tree, "folder"));
  symlinkSync("docs/a.md", join(tree, "file.md"));
  symlinkSync(join(outside, "a.md"), join(tree, "away.md"));
  const paths = [
    "folder/a.md",
    "file.md",
    "away.md",
    `../outside-${count}/a.md`,
    "docs/../docs/a.md",
    "/etc/hosts",
    "",
    "docs",
    "gone.md",
    ".git/config",
    "docs//a.md",
    "docs/\\xff.md",
  ];
  for (const path of paths) {
    assert.equal(put(path), "it is not in the work tree", path);
    assert.equal(readWorkFile(tree, path), null, path);
  }
  assert.equal(readFileSync(join(outside, "a.md"), "utf8"), "old");
  assert.equal(read("docs/a.md"), "old");
});

test("a work tree that is itself reached through a link is one", () => {
  const link = join(root, `link-${count}`);
  symlinkSync(tree, link);
  assert.equal(replaceWorkFile(link, "docs/a.md", Buffer.from("old"), Buffer.from("new")), null);
  assert.equal(read("docs/a.md"), "new");
});

test("a file that may not be written stays", () => {
  chmodSync(join(tree, "docs/a.md"), 0o444);
  assert.equal(put("docs/a.md"), "it may not be written");
  assert.equal(read("docs/a.md"), "old");
});
