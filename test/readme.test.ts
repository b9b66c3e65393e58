// Holds the README to the program: its generated parts are what the program says now, and the paths it names are there.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseAuditConfiguration } from "../loaders/audit/configuration.ts";
import { GENERATED, generate } from "../scripts/readme.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** What a configuration is told to hold, by the complaint about one that holds something else. */
function expected(configuration: string): readonly string[] {
  let complaint = "";
  try {
    parseAuditConfiguration(configuration, "binnacle.yaml");
  } catch (thrown) {
    complaint = (thrown as Error).message;
  }
  return (/expected (.*)\.$/.exec(complaint)?.[1] ?? "").split(", ");
}

describe("the README", () => {
  test("shows what the program prints (node --import tsx scripts/readme.ts renews it)", () => {
    const cache = mkdtempSync(join(tmpdir(), "binnacle-readme-"));
    try {
      for (const name of GENERATED) {
        const text = readFileSync(join(root, name), "utf8");
        assert.equal(generate(text, cache), text, name);
      }
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

  test("shows a configuration of the audit that is taken, with all keys and all that can fail", () => {
    const shown = /```yaml\n(audit:\n[\s\S]*?)```/.exec(readme)?.[1] ?? "";
    const keys = [...shown.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]);
    assert.deepEqual(keys, expected("audit: { nonsense: 1 }"));
    const failable = /fail_on:.*/.exec(shown)?.[0] ?? "";
    for (const verdict of expected("audit: { fail_on: [nonsense] }")) assert.ok(failable.includes(verdict), verdict);
    const { baseline, failOn } = parseAuditConfiguration(shown, "binnacle.yaml");
    assert.equal(baseline, "docs/citations-baseline.json");
    assert.deepEqual([...failOn], [...parseAuditConfiguration("audit: {}", "binnacle.yaml").failOn]);
  });

  test("says the test command that CI runs", () => {
    assert.ok(readme.includes("$ npm ci && npm test"));
    assert.match(readFileSync(join(root, ".ci/run"), "utf8"), /npm ci && npm test/);
  });
});
