// Questions about files and their text, and which files a question looks at.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { scopeOf } from "../../loaders/claims/questions/code/scope.ts";
import { fc, runs } from "../support/properties.ts";
import { ask, type Files, found, lines, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const FILES: Files = {
  "pkg/__init__.py": "",
  "pkg/core.py": "trace_dir = 1\nprint(trace_dir, trace_dirs)\n\nx = trace_dir",
  "pkg/deep/late.py": "trace_dirs = 2\n",
  "pkg/index.ts": "export const n = 1;\r\nexport const v = '1.2.3';\r\n",
  "pkg/types.d.ts": "declare const n: number;\n",
  "docs/a.md": "trace_dir\n",
  "data.json": '{"trace_dir": 1}\n',
  "binnacle.yaml": "trace_dir\n",
  ".binnacle/claims/a.yaml": "trace_dir\n",
  ".binnacle/check.py": "trace_dir\n",
  "run.sh": "echo trace_dir\n",
};

describe("a text", () => {
  test("is looked for in files of code, and nowhere else", () => {
    assert.deepEqual(found(FILES, "files containing trace_dir"), ["pkg/core.py", "pkg/deep/late.py", "run.sh"]);
    assert.equal(ask(FILES, "files containing trace_dir").looked, 6);
  });

  test("is looked for in any file of a glob, but in Binnacle's own only where they are named", () => {
    assert.deepEqual(found(FILES, 'files containing trace_dir in "**"'), [
      "data.json",
      "docs/a.md",
      "pkg/core.py",
      "pkg/deep/late.py",
      "run.sh",
    ]);
    assert.deepEqual(found(FILES, "files containing trace_dir in .binnacle"), [
      ".binnacle/check.py",
      ".binnacle/claims/a.yaml",
    ]);
    assert.deepEqual(found(FILES, "files containing trace_dir in binnacle.yaml"), ["binnacle.yaml"]);
  });

  test("stands in lines, each once", () => {
    assert.deepEqual(found(FILES, "lines containing trace_dir in pkg/core.py"), [
      "pkg/core.py:1",
      "pkg/core.py:2",
      "pkg/core.py:4",
    ]);
  });

  test("is a word where no letter, digit or `_` touches it", () => {
    assert.deepEqual(found(FILES, "files containing word trace_dir in pkg"), ["pkg/core.py"]);
    assert.deepEqual(lines(FILES, "lines containing word trace_dirs in pkg"), [2, 1]);
    assert.deepEqual(found(FILES, "files containing word trace"), []);
  });

  test("is not there, and files were looked at", () => {
    const answer = ask(FILES, "files containing trace_folder");
    assert.deepEqual([answer.items.length, answer.looked, answer.of], [0, 6, "files of code"]);
    assert.equal(ask(FILES, "files containing trace_dir in nowhere").looked, 0);
  });

  test("that fits a pattern is found by lines, and taken out by its first group", () => {
    assert.deepEqual(found(FILES, 'lines matching "^print" in pkg'), ["pkg/core.py:2"]);
    assert.deepEqual(found(FILES, 'files matching "dirs?$"'), ["pkg/core.py", "run.sh"]);
    assert.deepEqual(found(FILES, 'matches of "([0-9]+\\.[0-9.]+)" in pkg/index.ts'), ["1.2.3"]);
    assert.deepEqual(found(FILES, 'matches of "trace_\\w+" in pkg/core.py'), [
      "trace_dir",
      "trace_dir",
      "trace_dirs",
      "trace_dir",
    ]);
  });

  test("takes no time that grows faster than it, whatever the pattern", () => {
    const files = { "a.py": `${"a".repeat(50_000)}!` };
    const began = performance.now();
    assert.deepEqual(found(files, 'lines matching "^(a+)+$"'), []);
    assert.ok(performance.now() - began < 5000);
    assert.throws(() => found(files, 'lines matching "(?<=a)b"'), /is no pattern/);
    assert.throws(() => found(files, 'lines matching "(a"'), /is no pattern/);
    assert.throws(() => found({ "a.py": "b\n".repeat(10_001) }, "lines containing b"), /more than 10000 such lines/);
  });
});

describe("files", () => {
  test("of code are those that a language is known for, and no data or documents", () => {
    assert.deepEqual(found(FILES, "files"), [
      "pkg/__init__.py",
      "pkg/core.py",
      "pkg/deep/late.py",
      "pkg/index.ts",
      "pkg/types.d.ts",
      "run.sh",
    ]);
    assert.deepEqual(found(FILES, "files in docs"), ["docs/a.md"]);
    assert.deepEqual(found(FILES, 'files in "pkg/*.py"'), ["pkg/__init__.py", "pkg/core.py"]);
  });

  test("of a package are its modules, right in it and without `__init__`", () => {
    assert.deepEqual(found(FILES, "modules in pkg"), ["core", "index"]);
    assert.deepEqual(found(FILES, "modules in pkg/"), ["core", "index"]);
    assert.deepEqual(found(FILES, 'modules in "pkg/**"'), ["core", "late", "index"]);
    assert.equal(ask(FILES, "modules in pkgs").looked, 0);
  });

  test("have lines, one that no line end ends too", () => {
    assert.equal(ask(FILES, "lines of pkg/core.py").number, 4);
    assert.equal(ask(FILES, "lines of pkg/__init__.py").number, 0);
    assert.equal(ask(FILES, 'lines of "pkg/*.py"').number, 4);
    assert.equal(ask(FILES, "lines of pkg/none.py").looked, 0);
  });

  test("have a text, whole or some lines of it, with their line ends", () => {
    assert.deepEqual(found(FILES, "text of pkg/deep/late.py"), ["trace_dirs = 2\n"]);
    assert.deepEqual(found(FILES, "text of pkg/core.py lines 1-2"), ["trace_dir = 1\nprint(trace_dir, trace_dirs)"]);
    assert.deepEqual(found(FILES, "text of pkg/index.ts lines 1"), ["export const n = 1;\r"]);
    assert.equal(ask(FILES, "text of pkg/core.py lines 4-5").looked, 0, "there are only four");
    assert.throws(() => ask(FILES, "text of pkg/core.py lines 3-2"), /are no lines/);
  });
});

describe("a glob", () => {
  const fits = (glob: string, path: string) => scopeOf(glob)(path);

  test("is a file, a folder or a pattern", () => {
    assert.ok(fits("pkg", "pkg/a.py") && fits("./pkg/", "pkg/b/c.py") && fits(".", "a.py"));
    assert.ok(!fits("pkg", "pkgs/a.py") && !fits("pk", "pkg/a.py"));
    assert.ok(fits("**/*.py", ".hidden/a.py") && !fits("*.py", "pkg/a.py"));
    assert.ok(fits("!pkg/**", "a.py") && !fits("!pkg/**", "pkg/a.py"));
    assert.ok(fits("app/(group)/page.tsx", "app/(group)/page.tsx"));
    assert.ok(fits("app/(group)/*.tsx", "app/(group)/page.tsx"));
  });

  test("that could take for ever is refused", () => {
    for (const glob of ["*a*a*a*a*b", "**/a/**/b/**/c/**", "a\\*", "x".repeat(501)])
      assert.throws(() => scopeOf(glob), /a glob has at most/, glob.slice(0, 20));
  });

  test("takes little time on any path", () => {
    const part = fc.constantFrom("*", "**", "?", "a", "aa", "/", "[ab]", "{a,b}", "+", "(", ")", "|", "@", "!");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 14 }), (parts) => {
        let wants: (path: string) => boolean;
        try {
          wants = scopeOf(parts.join(""));
        } catch {
          return;
        }
        const began = performance.now();
        wants(`${"a".repeat(200)}/${"ab".repeat(100)}!`);
        assert.ok(performance.now() - began < 1000, parts.join(""));
      }),
      { numRuns: runs(200) },
    );
  });
});
