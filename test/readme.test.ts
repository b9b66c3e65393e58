// Holds the README to the program: its generated parts are what the program says now, and the paths it names are there.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { generate } from "../scripts/readme.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

describe("the README", () => {
  test("shows what the program prints (node --import tsx scripts/readme.ts renews it)", () => {
    const cache = mkdtempSync(join(tmpdir(), "binnacle-readme-"));
    try {
      assert.equal(generate(readme, cache), readme);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

  test("names only files and folders that are there", () => {
    const named = [
      ...readme.matchAll(/`((?:loaders|data|docs|src|test|scripts|bin)\/[\w./-]+)`|\]\(((?!https?:)[^)]+)\)/g),
    ].map((match) => match[1] ?? match[2] ?? "");
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });

  test("says the test command that CI runs", () => {
    assert.ok(readme.includes("$ npm ci && npm test"));
    assert.match(readFileSync(join(root, ".ci/run"), "utf8"), /npm ci && npm test/);
  });
});
