// Holds a profile's globs to what they say: which paths are looked at, and which folders need not be entered for that.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathScope } from "../../loaders/surface/scope.ts";
import { fc, runs } from "../support/properties.ts";

const scope = (paths: readonly string[], exclude: readonly string[] = []) => pathScope({ paths, exclude });

test("a path is looked at that a glob covers, none excludes and a grammar reads", () => {
  const { include } = scope(["pkg/**/*.py", "tools/*.ts"], ["pkg/tests/**"]);
  const rows: readonly [string, boolean][] = [
    ["pkg/a.py", true],
    ["pkg/deep/er/a.py", true],
    ["pkg/.hidden/a.py", true],
    ["pkg/tests/a.py", false],
    ["pkg/tests/deep/a.py", false],
    ["pkg/a.txt", false],
    ["a.py", false],
    ["tools/a.ts", true],
    ["tools/deep/a.ts", false],
    ["tools/a.d.ts", false],
  ];
  for (const [path, wanted] of rows) assert.equal(include(path), wanted, path);
});

test("a folder that no glob reaches is not entered", () => {
  const { enter } = scope(["pkg/core/**/*.py", "lib/*.py"]);
  const rows: readonly [string, boolean][] = [
    ["pkg", true],
    ["pkg/core", true],
    ["pkg/core/deep", true],
    ["pkg/other", false],
    ["lib", true],
    ["docs", false],
    ["pk", false],
    ["pkg/core2", false],
  ];
  for (const [path, wanted] of rows) assert.equal(enter(path), wanted, path);
  assert.equal(scope(["**/*"]).enter("anything"), true);
  assert.equal(scope(["a/b.py"]).enter("a"), true);
});

test("no path that is looked at lies in a folder that is not entered", () => {
  const name = fc.constantFrom("a", "b", "core", "x.py", "[x]", "{a,b}", "tests");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("/")}/f.py`);
  const glob = fc
    .array(fc.oneof(name, fc.constantFrom("*", "**", "?", "a*", "{a,core}", "!(a)", "+(a|b)", "@(a)")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => `${parts.join("/")}/*.py`);
  fc.assert(
    fc.property(fc.array(glob, { minLength: 1, maxLength: 3 }), path, (globs, each) => {
      const { include, enter } = scope(globs);
      if (!include(each)) return;
      const parts = each.split("/").slice(0, -1);
      parts.forEach((_, at) => assert.ok(enter(parts.slice(0, at + 1).join("/")), `${globs.join(" ")}: ${each}`));
    }),
    { numRuns: runs(3000) },
  );
});
