// Questions whether code is still the same, asked of two versions of small files.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ask, found, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const changes = (path: string, before: string, after: string): readonly string[] =>
  found({ [path]: after }, `code changes of ${path} since old`, { [`old:${path}`]: before });

const PYTHON = `"""A module."""
import os

LIMIT = 1000


class Engine(object):
    """An engine."""

    kind = "a"

    def run(self, x=1):
        """Runs."""
        if x:
            return self.go({'a': 1, "b": (2)})
        # nothing
        return None

    def go(self, table):
        return f"{table}-{1}"


def main():
    from pkg import a, b
    Engine().run()
`;

const SCRIPT = `/** A module. */
import os from "os";

const LIMIT = 1000;

export class Engine extends Base {
  kind = "a";

  /** Runs. */
  run(x = 1) {
    if (x) return this.go({ a: 1, b: 2 });
    // nothing
    return null;
  }

  go(table: Table) {
    return \`\${table}-1\`;
  }
}

export function main() {
  for (let i = 0; i < 3; i++) new Engine().run();
}
`;

const SIDES = [
  { name: "Python", path: "a.py", text: PYTHON },
  { name: "TypeScript", path: "a.ts", text: SCRIPT },
] as const;

for (const { name, path, text } of SIDES) {
  const isPython = name === "Python";
  const after = (from: string, to: string) => {
    assert.ok(text.includes(from), from);
    return changes(path, text, text.replace(from, to));
  };

  describe(`code of ${name}`, () => {
    test("is the same as itself", () => {
      assert.deepEqual(changes(path, text, text), []);
      assert.equal(ask({ [path]: text }, `code changes of ${path} since old`, { [`old:${path}`]: text }).looked, 5);
    });

    test("is the same with other documentation, comments and blank lines", () => {
      assert.deepEqual(
        after(isPython ? '"""Runs."""' : "/** Runs. */", isPython ? "'''Runs, or not.\n\n    At all.'''" : ""),
        [],
      );
      assert.deepEqual(
        after(isPython ? "# nothing" : "// nothing", isPython ? "# something\n\n        # else" : ""),
        [],
      );
      if (isPython) assert.deepEqual(after('        """Runs."""\n', ""), []);
    });

    test("is the same in another layout: marks, quotes, parentheses, commas at the end", () => {
      assert.deepEqual(after('"a"', "'a'"), []);
      assert.deepEqual(after(isPython ? "1000" : "1000;", isPython ? "1_000" : "1_000"), []);
      assert.deepEqual(
        after(
          isPython ? "{'a': 1, \"b\": (2)}" : "{ a: 1, b: 2 }",
          isPython ? '{\n"a": 1,\n"b": 2,\n}' : "{ a: 1, b: (2), }",
        ),
        [],
      );
      if (isPython)
        assert.deepEqual(after("from pkg import a, b", "from pkg import (\n        a,\n        b,\n    )"), []);
    });

    test("is other where a value, a name, a condition or the nesting is", () => {
      assert.deepEqual(after('"a"', '"b"'), ["Engine"]);
      assert.deepEqual(after("1000", "1001"), ["<module>"]);
      assert.deepEqual(after(isPython ? "x=1" : "x = 1", "x = 2"), ["Engine.run"]);
      assert.deepEqual(after(isPython ? "return None" : "return null", "return 0"), ["Engine.run"]);
      assert.deepEqual(
        after(
          isPython ? "    Engine().run()" : "new Engine().run()",
          isPython ? "    Engine().walk()" : "new Engine().walk()",
        ),
        ["main"],
      );
      if (isPython)
        assert.deepEqual(after("        # nothing\n        return None", "            return None"), ["Engine.run"]);
    });

    test("tells what came and what went, by name", () => {
      assert.deepEqual(after("go(", "gone("), ["Engine.run"]);
      const moved = isPython
        ? text.replace("    def go(self, table)", "    def stay(self, table)")
        : text.replace("  go(table: Table)", "  stay(table: Table)");
      assert.deepEqual(changes(path, text, moved).toSorted(), ["Engine.go", "Engine.stay"]);
    });

    test("tells where only the order is another", () => {
      const [a, b] = isPython
        ? ["def f():\n    pass\n", "def g():\n    pass\n"]
        : ["function f() {}\n", "function g() {}\n"];
      assert.deepEqual(changes(path, `${a}${b}`, `${b}${a}`), ["<module> (order)"]);
      assert.deepEqual(changes(path, `${a}${b}`, `${a}${b}${b.replace("g", "h")}`), ["h"]);
    });
  });
}

test("a definition that comes to stand under a condition is another", () => {
  assert.deepEqual(
    changes("a.py", "if A:\n    x = 1\ndef f():\n    pass\n", "if A:\n    x = 1\n    def f():\n        pass\n"),
    ["<module> (order)", "f"],
  );
});

test("three parts of a loop are told apart", () => {
  assert.deepEqual(changes("a.ts", "function f() { for (x;;) g(); }", "function f() { for (;x;) g(); }"), ["f"]);
});

test("a string that is no documentation is code", () => {
  assert.deepEqual(changes("a.py", 'def f():\n    x = 1\n    "one"\n', 'def f():\n    x = 1\n    "two"\n'), ["f"]);
  assert.deepEqual(changes("a.py", 'if A:\n    "one"\n', 'if A:\n    "two"\n'), ["<module>"]);
  assert.deepEqual(changes("a.py", 'x = f"{a}"\n', "x = f'{a}'\n"), []);
  assert.deepEqual(changes("a.py", 'x = f"{a}"\n', 'x = f"{b}"\n'), ["<module>"]);
  assert.deepEqual(changes("a.py", 'x = "a"\n', 'x = b"a"\n'), ["<module>"]);
});

test("other languages are compared by their definitions", () => {
  const go = "package a\n\n// One.\nfunc One() int { return 1 }\n\nfunc Two() int {\n\treturn 2\n}\n";
  assert.deepEqual(changes("a.go", go, go.replace("// One.", "// Uno.")), []);
  assert.deepEqual(changes("a.go", go, go.replace("return 2", "return 3")), ["Two"]);
});

test("between two revisions the file of today does not count", () => {
  const versions = { "one:a.py": "def f():\n    return 1\n", "two:a.py": "def f():\n    return 2\n" };
  assert.deepEqual(found({ "a.py": "" }, "code changes of a.py from one to two", versions), ["f"]);
  assert.deepEqual(found({ "a.py": "" }, "code changes of a.py from one to one", versions), []);
});

test("without the file at the revision there is nothing to compare", () => {
  assert.equal(ask({ "a.py": "x = 1\n" }, "code changes of a.py since old").looked, 0);
  assert.equal(
    ask({ "a.md": "x\n" }, "code changes of a.md since old", { "old:a.md": "x\n" }).looked,
    0,
    "no language",
  );
  assert.equal(
    ask({ "a.py": "" }, "code changes of a.py since old", { "old:a.py": "" }).looked,
    1,
    "an empty file is one",
  );
});
