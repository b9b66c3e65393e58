// Patterns of a configuration fit what they say, and none of them costs more than its length times the text's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calleePattern, pathPattern, textPattern } from "../../loaders/knowledge/patterns.ts";
import { fc, runs } from "../support/properties.ts";

/** What a pattern means, as an expression that may take its time. */
function oracle(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split("*")
      .map((each) => each.replace(/[.+?^${}()[\]\\]/g, "\\$&"))
      .join("[^]*")}$`,
  );
}

test("a star stands for any characters, also none", () => {
  const letters = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", ".", "*") });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      fc.pre(pattern !== "");
      assert.equal(textPattern(pattern)(text), oracle(pattern).test(text), `${pattern} on ${text}`);
    }),
    { numRuns: runs(5000) },
  );
});

test("a pattern with a dot is of the receiver too, one without of the callee alone", () => {
  const { fits } = calleePattern("recv | self.*_queue.get|os.path.*");
  const rows: readonly [string | null, string, boolean][] = [
    [null, "recv", true],
    ["self.socket", "recv", true],
    ["self.in_queue", "get", true],
    ["self.config", "get", false],
    [null, "get", false],
    ["os.path", "join", true],
    ["thread", "join", false],
    [null, "recv_all", false],
  ];
  for (const [receiver, callee, expected] of rows)
    assert.equal(fits(receiver, callee), expected, `${receiver}.${callee}`);
});

test("a file that holds none of the words holds no such call", () => {
  assert.deepEqual(calleePattern("recv*|self.*.get_nowait").words, ["recv", "get_nowait"]);
  assert.deepEqual(calleePattern("recv|*").words, []);
});

test("hostile patterns take no time", () => {
  const start = process.cpuUsage();
  const stars = `${"*a".repeat(200)}*b`;
  assert.equal(textPattern(stars)("a".repeat(100_000)), false);
  assert.equal(pathPattern([`${"**/a".repeat(60)}/b`, `${"*a".repeat(60)}b`])("a/".repeat(2_000)), false);
  assert.ok(process.cpuUsage(start).user < 2_000_000);
});

test("a glob is of the whole path, and a folder is all that is in it", () => {
  const rows: readonly [string, string, boolean][] = [
    ["pkg/**", "pkg/a/b.py", true],
    ["pkg/", "pkg/a/b.py", true],
    ["pkg", "pkg/a.py", false],
    ["*.py", "a.py", true],
    ["*.py", "pkg/a.py", false],
    ["**/*.py", "pkg/a.py", true],
    ["**/*.py", "a.py", true],
  ];
  for (const [glob, path, expected] of rows) assert.equal(pathPattern([glob])(path), expected, `${glob} on ${path}`);
  assert.equal(pathPattern([])("a"), false);
});
