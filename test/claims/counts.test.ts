// Counts in prose that nobody pinned: told where the code, or the list below, has another number, and silent elsewhere.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fc, runs } from "../support/properties.ts";
import { counted, differing, proposed, type Tree } from "./counts-tree.ts";

const CODE: Tree = {
  "pkg/__init__.py": '"""The package."""\n',
  "pkg/core.py": `class Valve:
    def open(self, hard, slow=1):
        return 1

    def close(self):
        return 2

    def _seal(self):
        return 3


class Gate(Valve):
    def lift(self):
        return send(1)


class Colour(Enum):
    RED = 1
    BLUE = 2
    GREEN = 3


TABLE = {"a": 1, "b": 2, "c": 3, "d": 4}
NAMES = ["x", "y", "z"]


def send(value):
    return value
`,
  "pkg/more.py": "from pkg.core import send\n\n\ndef twice():\n    send(1)\n    send(2)\n",
};

const saying = (text: string, path = "README.md"): Tree => ({ ...CODE, [path]: `${text}\n` });
const none = async (text: string, path?: string) => assert.deepEqual(await differing(saying(text, path)), [], text);

describe("a count of code", () => {
  const rows: readonly (readonly [says: string, finds: string])[] = [
    ["The package `pkg/` has four modules.", "four are stated, and `modules in `pkg`` finds 2: core, more"],
    ["`Colour` has four members.", "four are stated, and `members of `Colour`` finds 3: RED, BLUE, GREEN"],
    ["The five keys of `TABLE` are letters.", "five are stated, and `keys of `TABLE` in .` finds 4: a, b, c, d"],
    ["`NAMES` holds 5 entries.", "5 are stated, and `items of `NAMES` in .` finds 3: x, y, z"],
    ["`Valve.open` takes three parameters.", "three are stated, and `parameters of `Valve.open`` finds 2: hard, slow"],
    [
      "All nine functions in `pkg/core.py` are pure.",
      "nine are stated, and `functions in `pkg/core.py`` finds 1: send",
    ],
    [
      "`pkg/core.py` (9 classes) is the heart.",
      "9 are stated, and `classes in `pkg/core.py`` finds 3: Valve, Gate, Colour",
    ],
    ["There are four `Colour` variants.", "four are stated, and `members of `Colour`` finds 3: RED, BLUE, GREEN"],
    ["The six callers of `send` wait.", "six are stated, and"],
  ];
  for (const [says, finds] of rows)
    test(`that disagrees is told: ${says}`, async () => {
      const [told, ...more] = await differing(saying(says));
      assert.ok(told?.startsWith(`README.md:1 ${finds}`), told);
      assert.deepEqual(more, []);
    });

  const right = [
    "The package `pkg/` has two modules.",
    "`Colour` has three members.",
    "The four keys of `TABLE` are letters.",
    "The two public methods of `Valve` are named so.",
    "`Valve` has three methods.",
    "`send` has two callers.",
    "`send` is called from three places.",
  ];
  for (const says of right)
    test(`that agrees is counted and not told: ${says}`, async () => {
      const { findings, seen, derived, agree, differ } = await counted(saying(says));
      assert.deepEqual(findings, []);
      assert.deepEqual({ seen, derived, agree, differ }, { seen: 1, derived: 1, agree: 1, differ: 0 });
    });

  test("in a docstring is of the class or the module it stands in", async () => {
    const tree = {
      "a.py":
        '"""This module has three classes."""\n\n\nclass A:\n    """This class has two methods."""\n\n    def f(self):\n        return 1\n',
    };
    assert.deepEqual(await differing(tree), [
      "a.py:1 three are stated, and `classes in `a.py`` finds 1: A",
      "a.py:5 two are stated, and `methods of `a.py: A`` finds 1: f",
    ]);
  });

  test("is a candidate: it never fails, and its fingerprint survives another number and another line", async () => {
    const [first] = (await counted(saying("`Colour` has four members."))).findings;
    const [second] = (await counted(saying("Words.\n\n`Colour` has 9 members."))).findings;
    assert.deepEqual(
      [first!.kind, first!.verdict, first!.fails, first!.stated, first!.found],
      ["count", "differs", false, "4", "3"],
    );
    assert.equal(first!.fingerprint, second!.fingerprint);
    assert.deepEqual(
      first!.places.map(({ path, line }) => `${path}:${line}`),
      ["pkg/core.py:18", "pkg/core.py:19", "pkg/core.py:20"],
    );
  });
});

describe("nothing is said", () => {
  const silent = [
    ["of what is about that many", "`Colour` has about four members."],
    ["of what was", "`Colour` used to have four members."],
    ["of what would be", "If `Colour` had four members, this would break."],
    ["of some of them", "Two methods of `Valve` fail under load."],
    ["of others", "`Colour` has four other members."],
    ["of what is changed", "This adds four members to `Colour`."],
    ["of a name that stands nowhere", "`Missing` has four members."],
    ["of one", "`Colour` has one member."],
    ["of a name's figure", "The Tier 2 keys of `TABLE` are letters."],
    ["of a quotation", 'It printed "`Colour` has four members".'],
    ["of what a base may bring", "`Gate` has four methods."],
  ] as const;
  for (const [of, says] of silent) test(of, () => none(says));

  test("of a name that two classes have", async () => {
    const tree = {
      "a.py": "class A:\n    x = 1\n",
      "b.py": "class A:\n    y = 1\n    z = 2\n",
      "README.md": "`A` has five fields.\n",
    };
    assert.deepEqual(await differing(tree), []);
  });

  test("of a table into which another is spread", async () => {
    const tree = { "a.py": 'BASE = {"z": 1}\nT = {"a": 1, **BASE}\n', "README.md": "`T` has five keys.\n" };
    assert.deepEqual(await differing(tree), []);
  });

  test("in a changelog, a decision, a plan, a dated page, an example", async () => {
    const says = "`Colour` has four members.";
    for (const path of ["CHANGELOG.md", "docs/decisions/a.md", "docs/plans/a.md", "docs/2026-01-02-a.md"])
      await none(says, path);
    await none(`---\ndate: 2026-01-02\n---\n\n${says}`);
    await none(`\`\`\`\n${says}\n\`\`\``);
    await none(`## History\n\n${says}`);
    await none(`<!-- binnacle-ignore: a joke -->\n${says}`);
  });
});

describe("a count of a list", () => {
  test("is borne out or refuted by the list below it", async () => {
    const list = "- one\n  goes on\n\n  more of it\n- two\n  - inner\n- three\n- four\n";
    assert.deepEqual(await differing({ "a.md": `It has four reasons:\n\n${list}` }), []);
    assert.deepEqual(await differing({ "a.md": `It has three reasons:\n\n${list}` }), [
      "a.md:1 three are stated, and the list below has 4: one goes on, two, three, four",
    ]);
  });

  test("by the table below it", async () => {
    const table = `| rule | why |\n|---|---|\n${"| a | b |\n".repeat(6)}| total | c |\n`;
    assert.deepEqual(await differing({ "a.md": `These are the following five rules:\n\n${table}` }), [
      `a.md:1 five are stated, and the table below has 6: ${Array(6).fill("| a | b |").join(", ")}`,
    ]);
  });

  test("by what stands in the brackets behind it", async () => {
    assert.deepEqual(await differing({ "a.md": "It needs four things (oil, water and salt).\n" }), [
      "a.md:1 four are stated, and the brackets behind it has 3: oil, water, salt",
    ]);
    assert.deepEqual(await differing({ "a.md": "It needs four things (`a`, `b`, `c` and `d`).\n" }), []);
    assert.deepEqual(await differing({ "a.md": "It needs four things (e.g. oil, water and salt).\n" }), []);
  });

  test("by what is numbered behind it", async () => {
    assert.deepEqual(await differing({ "a.md": "Three things matter: (1) oil, (2) salt.\n" }), [
      "a.md:1 Three are stated, and the list behind it has 2: oil, salt",
    ]);
  });

  test("in a docstring and in a comment too", async () => {
    const tree = {
      "a.py":
        'def f():\n    """Two steps:\n\n    * one\n    * two\n    * three\n    """\n\n\n# Four steps:\n#  1. a\n#  2. b\n',
    };
    assert.deepEqual(await differing(tree), [
      "a.py:2 Two are stated, and the list below has 3: one, two, three",
      "a.py:10 Four are stated, and the list below has 2: a, b",
    ]);
  });

  const silent = [
    ["All four configurations use:\n\n- a\n- b\n"],
    ["Three of our six rows (`a`, `b`, `c`) are old.\n"],
    ["It took four minutes:\n\n- a\n- b\n"],
    ["Two commands:\n\n- `start` / `stop`\n"],
    ["It has four parts:\n\nWords.\n\n- a\n- b\n"],
    ["A floor of 14 names (`TABLE`, `core.py:3-66`) stays.\n"],
  ] as const;
  for (const [text] of silent)
    test(`is not read into ${JSON.stringify(text.slice(0, 40))}`, async () => {
      assert.deepEqual(await differing({ "a.md": text }), []);
    });
});

describe("prose that is hostile", () => {
  test("is survived, in time that grows with its length", async () => {
    const parts = [
      "two ",
      "`x` has ",
      "three methods of ",
      "`",
      "(",
      ":",
      "- ",
      "\n",
      "1. ",
      "|",
      "**",
      "a/b.py",
      ", and ",
      "\u0000",
      "🜂",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 200 }), async (words) => {
        const { seen, derived, agree, differ, findings } = await counted({
          "a.md": words.join(""),
          "b.py": `"""${words.join("")}"""`,
        });
        assert.ok(seen >= derived && derived === agree + differ && differ === findings.length);
      }),
      { numRuns: runs(60) },
    );
    const start = performance.now();
    for (const part of ["two a (", "`x` has two methods of ", "two a:\n- ", "(1) ", "two ", "a/", "- x\n"])
      await counted({ "a.md": part.repeat(20_000), "b.py": `# ${part.repeat(2_000).replaceAll("\n", " ")}` });
    assert.ok(performance.now() - start < 30_000);
  });
});

describe("a question for a sentence", () => {
  const asked = async (...of: Parameters<typeof proposed>) => (await proposed(...of)).map(({ question }) => question);

  test("is the likeliest of those that find as many as it states", async () => {
    assert.equal((await asked("`Colour` has three members.", CODE))[0], "members of `Colour`");
    assert.equal((await asked("`TABLE` has four keys.", CODE))[0], "keys of `TABLE` in .");
    assert.equal((await asked("The package `pkg/` has two modules.", CODE))[0], "modules in `pkg`");
    assert.deepEqual(await asked("`Colour` has seven members.", CODE), []);
  });

  test("is of where a word stands, as nobody asks of a sentence that was not chosen", async () => {
    assert.deepEqual(await asked("`NAMES` appears in one file.", CODE), [
      "files containing word `NAMES`",
      "files containing `NAMES`",
    ]);
  });

  test("is of what the sentence stands in where it names nothing", async () => {
    const where = { path: "pkg/core.py", line: 18, headings: [] };
    assert.equal((await asked("Three members in all.", CODE, where))[0], "members of `pkg/core.py: Colour`");
  });

  test("is of a list where its things are the same", async () => {
    const [best] = await proposed("The members of `Colour` are `RED`, `BLUE` and `GREEN`.", CODE);
    assert.deepEqual(best, { number: null, list: "`RED`, `BLUE` and `GREEN`", question: "members of `Colour`" });
    assert.deepEqual(await proposed("The members of `Colour` are `RED` and `BLUE`.", CODE), []);
  });
});
