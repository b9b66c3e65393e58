// What a text holds by three instruments, and what a change cost.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openRepository } from "../../loaders/git/repository.ts";
import { Efforts } from "../../loaders/provenance/effort/effort.ts";
import { type Measured, measure } from "../../loaders/provenance/effort/measure.ts";
import { parseParts, USUAL } from "../../loaders/provenance/effort/parts.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

before(() => loadGrammars(["python", "typescript", "go"]));

const ROWS: readonly [title: string, path: string, text: string, Partial<Measured>][] = [
  [
    "an elif is a statement, an else and an except are none",
    "a.py",
    "if a:\n    b\nelif c:\n    d\nelse:\n    e\ntry:\n    f\nexcept X:\n    g\n",
    { statements: 8, source: 10 },
  ],
  [
    "docstrings of modules, classes and functions are told apart",
    "a.py",
    '"""M."""\nclass A:\n    """C.\n\n    More.\n    """\n    def f(self):\n        "F"\n        return 1\n',
    { statements: 3, statementsWithDocstrings: 6, source: 3, physical: 9 },
  ],
  [
    "a string that stands second is a statement like any other",
    "a.py",
    'x = 1\n"""no docstring"""\n',
    { statements: 2, statementsWithDocstrings: 2, source: 2 },
  ],
  [
    "bytes and formatted strings document nothing",
    "a.py",
    'def f():\n    f"{x}"\ndef g():\n    b"x"\n',
    { statements: 4, statementsWithDocstrings: 4 },
  ],
  [
    "two statements in a line are two, and one line",
    "a.py",
    "a = 1; b = 2\n",
    { statements: 2, source: 1, physical: 1 },
  ],
  [
    "blank lines and comments are physical",
    "a.py",
    "# one\n\nx = 1  # two\n",
    { statements: 1, source: 1, physical: 3 },
  ],
  [
    "a string over lines is source, its blank lines not",
    "a.py",
    'x = """a\n\nb"""\n',
    { statements: 1, source: 2, physical: 3 },
  ],
  [
    "decorators, cases and lambdas are no statements",
    "a.py",
    "@d\ndef f(x):\n    match x:\n        case 1:\n            return lambda: 2\n",
    { statements: 3 },
  ],
  [
    "scripts count methods and members as Python does",
    "a.ts",
    "/** Doc. */\nexport class A {\n  private x = 1;\n  f(): number {\n    return this.x; // why\n  }\n}\n",
    { statements: 5, statementsWithDocstrings: 5, source: 6, physical: 7 },
  ],
  [
    "another language is measured by its grammar",
    "a.go",
    "package a\n\n// f\nfunc f() int {\n\treturn 1\n}\n",
    { source: 4, physical: 6 },
  ],
  ["what no grammar reads has lines", "a.md", "# A\n\ntext", { statements: null, source: null, physical: 3 }],
  ["nothing has nothing", "a.py", "", { statements: 0, source: 0, physical: 0 }],
];

describe("a text", () => {
  for (const [title, path, text, expected] of ROWS)
    test(title, () => {
      const found = measure(path, text);
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as keyof Measured]])),
        expected,
      );
    });
});

test("parts are folders or globs, the first that fits; without any, tests are told by their names", () => {
  const { of, names } = parseParts("production=src/,tests=test+**/*.test.ts");
  assert.deepEqual(names, ["production", "tests", "other"]);
  assert.deepEqual(["src/a.ts", "test/a.ts", "lib/a.test.ts", "a.ts"].map(of), [
    "production",
    "tests",
    "tests",
    "other",
  ]);
  assert.deepEqual(["src/a.py", "tests/test_a.py", "README.md"].map(USUAL.of), ["production", "tests", "other"]);
  assert.throws(() => parseParts("src/"), { code: "bad-usage", message: /^--split has "src\/"; expected NAME=FOLDER/ });
});

describe("a change", () => {
  let built: BuiltRepository;
  before(() => {
    built = makeRepository([
      {
        files: {
          "src/a.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n",
          "tests/test_a.py": "assert f()\n",
        },
        message: "First (#1)\n",
      },
      {
        files: { "src/a.py": 'def f():\n    """Say."""\n    return 1\n', "pic.png": new Uint8Array([0, 1, 2]) },
        message: "Less (#2)\n",
      },
    ]);
  });
  after(() => {
    built.cleanup();
    cleanFolders();
  });

  test("is what there is after less what there was before; it may have fewer lines than it has statements", async () => {
    const efforts = new Efforts(await openRepository(built.dir));
    const { parts, total, files } = await efforts.between(built.oids[0]!, built.oids[1]!, USUAL);
    assert.deepEqual(
      files.map(({ path }) => path),
      ["src/a.py"],
    );
    assert.deepEqual(total, { statements: -2, statementsWithDocstrings: -1, source: -2, physical: -3 });
    assert.deepEqual([...parts.keys()], ["production"]);
    assert.deepEqual(await efforts.functionsBetween(built.oids[0]!, built.oids[1]!), [
      {
        path: "src/a.py",
        function: "f",
        net: { statements: 0, statementsWithDocstrings: 1, source: 0, physical: 1 },
      },
      {
        path: "src/a.py",
        function: "g",
        net: { statements: -2, statementsWithDocstrings: -2, source: -2, physical: -2 },
      },
    ]);
  });

  test("is told for a range, for each of its commits, against an estimate", () => {
    const run = (...args: string[]) =>
      binnacle(["effort", ...args, "--repo", built.dir], { env: { XDG_CACHE_HOME: folder() } });
    const each = JSON.parse(run(`${built.oids[0]}..main`, "--commits", "--json").stdout);
    assert.equal(each.title, `${built.oids[1]!.slice(0, 9)} Less (#2)`);
    assert.deepEqual(each.parts.production, { statements: -2, statementsWithDocstrings: -1, source: -2, physical: -3 });
    const first = run("main~1", "--estimate", "2").stdout;
    assert.match(first, /production +\+4 +\+4 +\+4 +\+6 +1\.00x/);
    assert.match(first, /of the estimate +2\.50x +2\.50x +2\.50x +3\.50x/);
    assert.match(run("main...main").stderr, /expected A\.\.B, or a revision/);
  });
});
