// What a text holds by three instruments, and what a change cost.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openRepository } from "../../loaders/git/repository.ts";
import { Efforts } from "../../loaders/provenance/effort/effort.ts";
import { type Measured, measure } from "../../loaders/provenance/effort/measure.ts";
import { type Net, partOf } from "../../loaders/provenance/effort/net.ts";
import { parseParts, USUAL } from "../../loaders/provenance/effort/parts.ts";
import { Pieces } from "../../loaders/provenance/effort/pieces.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { type BuiltRepository, makeRepository, runGit } from "../support/repository.ts";
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
  for (const [text, message] of [
    ["a=/etc", /--split has "\/etc"; expected a folder inside the repository/],
    ["a=b/../../c", /expected a folder inside the repository/],
    ["a=b,a=c", /names "a" twice/],
    ["total=a", /names a part "total"/],
    ["a=", /expected NAME=FOLDER/],
    ["a=b++c", /expected NAME=FOLDER/],
    [Array.from({ length: 9 }, (_, i) => `p${i}=d${i}`).join(), /names 9 parts; expected at most 8/],
  ] as const)
    assert.throws(() => parseParts(text), { code: "bad-usage", message });
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
      files.map(({ path, unmeasured }) => [path, unmeasured]),
      [
        ["pic.png", "binary"],
        ["src/a.py", null],
      ],
    );
    assert.deepEqual(total.net, { statements: -2, statementsWithDocstrings: -1, source: -2, physical: -3 });
    assert.deepEqual(total.left, { measured: 1, unread: 0, binary: 1, unreadLines: 0 });
    assert.deepEqual([...parts.keys()], ["production", "other"]);
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
    assert.match(first, /production +\+4 +\+4 +\+4 +\+6 +1\.4x/);
    assert.match(first, /of the estimate +2\.50x +2\.50x +2\.50x +3\.50x/);
    assert.match(run("main...main").stderr, /expected A\.\.B, or a revision/);
    assert.match(run("main").stdout, /1 of 2 files is binary and not measured\./);
  });

  test("names the parts of --split in which nothing changed", () => {
    const run = (split: string) =>
      binnacle(["effort", "main", "--split", split, "--repo", built.dir], { env: { XDG_CACHE_HOME: folder() } });
    assert.match(run("code=src/,tset=tset/").stdout, /No file that changed lies in "tset" \(tset\/\)\./);
    assert.doesNotMatch(run("code=src/").stdout, /No file/);
  });

  test("is split as binnacle.yaml says, unless --split says otherwise; a mistake there is told with its line", () => {
    const file = join(folder(), "effort.yaml");
    const run = (...args: string[]) =>
      binnacle(["effort", "main", "--repo", built.dir, "--config", file, ...args], {
        env: { XDG_CACHE_HOME: folder() },
      });
    writeFileSync(file, "effort:\n  split:\n    code: [src/]\n    pictures: '*.png'\n");
    assert.match(run().stdout, /^code +-2/m);
    assert.match(run().stdout, /^pictures +0/m);
    assert.match(run("--split", "mine=src/").stdout, /^mine +-2/m);
    for (const [text, message] of [
      ["effort:\n  split:\n    code: [/src]\n", /effort\.yaml:3: effort\.split\.code\[0\] is "\/src"/],
      ["effort:\n  split:\n    total: [src/]\n", /effort\.yaml:3: effort\.split names a part "total"/],
      ["effort:\n  parts: {}\n", /effort\.yaml:2: unknown key "parts"; expected split/],
      ["effort:\n  split: {}\n", /effort\.yaml:2: .*expected at least one part/],
    ] as const) {
      writeFileSync(file, text);
      const said = run();
      assert.match(said.stderr, message);
      assert.equal(said.status, 2);
    }
  });
});

describe("how far the instruments are apart", () => {
  const rows: readonly [title: string, Net, unreadLines: number, measured: number, expected: number | null][] = [
    ["all say the same", net(3, 3, 3, 3), 0, 1, 1],
    ["nothing changed by any", net(0, 0, 0, 0), 0, 1, 1],
    ["no statement, and lines", net(0, 2, 17, 44), 0, 1, 45],
    ["all shrank", net(-1, -1, -3, -9), 0, 1, 5],
    ["one gains, another loses", net(3, 3, -4, 13), 0, 1, 14 * 5],
    ["physical below source", net(10, 10, 12, 5), 0, 1, 13 / 6],
    ["lines of what no grammar reads stay out of it", net(4, 4, 4, 104), 100, 1, 1],
    ["nothing was measured by all", net(0, 0, 0, 50), 50, 0, null],
  ];
  for (const [title, cost, lines, measured, expected] of rows)
    test(title, () => {
      const files = [
        ...(measured > 0 ? [{ net: { ...cost, physical: cost.physical - lines }, unmeasured: null }] : []),
        ...(lines > 0 ? [{ net: net(0, 0, 0, lines), unmeasured: "no grammar" as const }] : []),
      ];
      assert.equal(partOf(files).disagreement?.toFixed(6), expected?.toFixed(6));
    });
});

function net(statements: number, statementsWithDocstrings: number, source: number, physical: number): Net {
  return { statements, statementsWithDocstrings, source, physical };
}

const WHOLE = [
  '"""M."""\nimport a\n\n\nclass A:\n    """C."""\n\n    x = 1\n\n    def f(self):\n        "F"\n        return 1\n\n    # between\n    @d\n    def g(self):\n        pass\n\n\nY = 2\n"no docstring"\n',
  "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
  "def f():\n    pass\nif a:\n    def g():\n        pass\nelse:\n    def g():\n        'G'\n",
  "\ufeffclass A(B):\r\n    def f(self):\r\n        return '''\r\n\r\nx'''\r\n    class C:\r\n        'doc'\r\n        def h(self): return 1\r\ndef z(): pass\r\n",
  "@d\nclass A:\n\tdef f(self):\n\t\tx = [\n1,\n# c\n2]\n\tdef g(self):\n\t\tpass\n\n'''s'''\ndef h():\n  '''\n  a\n  '''\n",
];

test("a Python file holds what its pieces hold, in every version, and a broken one is measured too", () => {
  const pieces = new Pieces();
  const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");
  for (const text of [...WHOLE, ...WHOLE.toReversed(), "def f(:\n  x\n class", ""])
    assert.deepEqual(pieces.measure("a.py", Buffer.from(text), decode), measure("a.py", text), text);
});

describe("each commit of a range", () => {
  let built: BuiltRepository;
  before(() => {
    built = makeRepository([
      { files: { "a.py": "a = 1\n" }, message: "Root\n" },
      { files: { "a.py": "a = 1\nb = 2\n" }, message: "Main\n" },
      { files: { "c.py": "c = 3\n" }, message: "Side\n", parents: [0], branch: "side" },
      { files: { "c.py": "c = 3\nd = 4\n" }, message: "Side again\n", parents: [2], branch: "side" },
      {
        files: { "c.py": "c = 3\nd = 4\n", "a.py": null, "e.py": "a = 1\nb = 2\n" },
        message: "Merge\n",
        parents: [1, 3],
      },
    ]);
  });
  after(() => {
    built.cleanup();
    cleanFolders();
  });
  const told = (...args: string[]) => {
    const said = binnacle(["effort", ...args, "--json", "--repo", built.dir], { env: { XDG_CACHE_HOME: folder() } });
    return JSON.parse(said.stdout) as { title: string; total: Net; files: { kind: string }[] };
  };
  const titles = (...args: string[]) => {
    const each: unknown = told(...args);
    return ((Array.isArray(each) ? each : [each]) as { title: string }[]).map(({ title }) => title.slice(10));
  };

  test("is of the right side's line alone, where the left side is another branch", () => {
    assert.deepEqual(titles(`${built.oids[1]}..side`, "--commits"), ["Side", "Side again"]);
    assert.deepEqual(titles(`${built.oids[0]}..main`, "--commits"), ["Main", "Merge"]);
  });

  test("a merge is held against its first parent; a rename costs nothing; a root is all that it holds", () => {
    const merge = told("main");
    assert.equal(merge.total.statements, 2, "what the side brought");
    assert.deepEqual(merge.files.map(({ kind }) => kind).sort(), ["added", "added", "deleted"]);
    assert.equal(told(built.oids[0]!).total.statements, 1);
  });

  test("the edge of a shallow clone is told, not measured against nothing", () => {
    const shallow = built.sibling("shallow");
    runGit(built.dir, ["clone", "--quiet", "--depth=1", `file://${built.dir}`, shallow]);
    const said = binnacle(["effort", "HEAD", "--repo", shallow], { env: { XDG_CACHE_HOME: folder() } });
    assert.equal(said.status, 2);
    assert.match(said.stderr, /This shallow clone begins at [0-9a-f]{9}; what that commit changed is not here\./);
  });
});
