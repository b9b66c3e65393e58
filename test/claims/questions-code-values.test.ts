// Questions about literals, asked of small sources in Python and TypeScript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, describe, test } from "node:test";
import { fc, runs } from "../support/properties.ts";
import { ask, type Files, found, lines, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const PYTHON = `LIMIT = 1_000
MEBI: Final[int] = 16 * 2 ** 20
LESS = -0.5
NAME = "lode" 'star' \\
    "\\x21\\u00e9\\n"
RAW = r"\\d+"
JOINED = ("a"
          "b" + "c")
FORMATTED = f"{NAME}"
WHERE = here.there
A, B = 1, "two"
LEFT = RIGHT = "both"
KEYS = {"transfer": 1, 'checkpoint': "x", 3: None, Kind.ODD: [], **MORE}
NAMED = dict(one=1, two="2")
ITEMS = ["a", 1, *REST]
FROZEN = frozenset({
    "a",
    "b",  # the last
})
EMPTY = {}
if WHERE:
    EITHER = 1
else:
    EITHER = 2


class Engine:
    LIMIT = 5
    TABLE = {"status": "_do_status"}

    def from_wire(self):
        expected = {"transfer", "spec"}
        self.late = 3
        if (size := 7):
            pass


class Other:
    def from_wire(self):
        expected = {"kind"}
`;

const SCRIPT = `const LIMIT = 1_000;
export const MEBI = 16 * 2 ** 20 as const;
const LESS = -0.5;
const NAME = "lode" + 'star' + \`\\x21\\u00e9\\n\`;
const JOINED = ("a" + "b") + "c";
const FORMATTED = \`\${NAME}\`;
const WHERE = here.there;
const KEYS = { transfer: 1, "checkpoint": "x", 3: null, [Kind.ODD]: [], ...MORE };
const SHORT = { one, two() {}, get three() { return 3; } };
const ITEMS = ["a", 1, ...REST] as const;
const FROZEN = new Set<string>([
  "a",
  "b", // the last
]);
const PAIRS = new Map([["a", 1], ["b", 2]]);
const EMPTY = Object.freeze({});
enum State { Idle = "idle", Busy }

class Engine {
  static readonly LIMIT = 5;
  TABLE = { status: "_doStatus" };

  fromWire() {
    const expected = new Set(["transfer", "spec"]);
    this.late = 3;
  }
}

class Other {
  fromWire() {
    const expected = ["kind"];
  }
}

export default { a: 1 };
`;

const SIDES = [
  { name: "Python", path: "pkg/a.py", text: PYTHON, method: "from_wire" },
  { name: "TypeScript", path: "pkg/a.ts", text: SCRIPT, method: "fromWire" },
] as const;

for (const { name, path, text, method } of SIDES) {
  const files: Files = { [path]: text };
  const value = (of: string) => found(files, `value of ${of} in ${path}`);
  const isPython = name === "Python";

  describe(`values of ${name}`, () => {
    test("are numbers, also calculated ones, and texts", () => {
      assert.equal(ask(files, `value of LIMIT in ${path}`).number, 1000);
      assert.deepEqual(value("LIMIT"), ["1_000"]);
      assert.equal(ask(files, `value of MEBI in ${path}`).number, 16 * 2 ** 20);
      assert.equal(ask(files, `value of LESS in ${path}`).number, -0.5);
      assert.deepEqual(value("NAME"), ["lodestar!é\n"]);
      assert.equal(ask(files, `value of NAME in ${path}`).number, null);
      assert.deepEqual(value("JOINED"), ["abc"]);
    });

    test("that are put together at run time are their source", () => {
      assert.deepEqual(value("FORMATTED"), [isPython ? 'f"{NAME}"' : "`$".concat("{NAME}`")]);
      assert.deepEqual(value("WHERE"), ["here.there"]);
    });

    test("of a bare name are the module's, of a dotted one those of classes and functions", () => {
      assert.deepEqual(value("Engine.LIMIT"), ["5"]);
      assert.deepEqual(value("late"), []);
      assert.deepEqual(value(`${isPython ? "self" : "this"}.late`), ["3"]);
      assert.deepEqual(value("Engine.TABLE.status"), [isPython ? "_do_status" : "_doStatus"]);
      assert.deepEqual(value("KEYS.checkpoint"), ["x"]);
    });

    test("of a table are its keys and what they hold, with what is spread into it", () => {
      assert.deepEqual(found(files, `keys of KEYS in ${path}`), [
        "transfer",
        "checkpoint",
        "3",
        "Kind.ODD",
        isPython ? "**MORE" : "...MORE",
      ]);
      assert.deepEqual(found(files, `values of KEYS in ${path}`).slice(0, 4), [
        "1",
        "x",
        isPython ? "None" : "null",
        "[]",
      ]);
      const empty = ask(files, `keys of EMPTY in ${path}`);
      assert.deepEqual([empty.items.length, empty.looked], [0, 1], "an empty table is one that was looked at");
      assert.equal(ask(files, `keys of ITEMS in ${path}`).looked, 0, "a list is none");
    });

    test("of a list are its items, wrapped or not", () => {
      assert.deepEqual(found(files, `items of ITEMS in ${path}`), ["a", "1", isPython ? "*REST" : "...REST"]);
      assert.deepEqual(found(files, `items of FROZEN in ${path}`), ["a", "b"]);
    });

    test("of a function's variable are told by the function, each by itself", () => {
      assert.deepEqual(found(files, `items of Engine.${method}.expected in ${path}`), ["transfer", "spec"]);
      assert.deepEqual(found(files, `items of ${method}.expected in pkg`), ["transfer", "spec", "kind"]);
    });

    test("stand on their lines", () => {
      const row = text.split("\n").findIndex((each) => each.includes('"b",')) + 1;
      assert.deepEqual(lines(files, `items of FROZEN in ${path}`), [row - 1, row]);
    });
  });
}

test("Python binds several at once, one to several names, and in either branch", () => {
  const files = { "a.py": PYTHON };
  assert.deepEqual(found(files, "value of A in a.py"), ["1"]);
  assert.deepEqual(found(files, "value of B in a.py"), ["two"]);
  assert.deepEqual(found(files, "value of LEFT in a.py"), ["both"]);
  assert.deepEqual(found(files, "value of RIGHT in a.py"), ["both"]);
  assert.deepEqual(found(files, "value of EITHER in a.py"), ["1", "2"]);
  assert.deepEqual(found(files, "value of from_wire.size in a.py"), ["7"]);
  assert.deepEqual(found(files, "keys of NAMED in a.py"), ["one", "two"]);
  assert.deepEqual(found(files, "value of RAW in a.py"), ["\\d+"]);
});

test("scripts have maps, enums, short forms and a default", () => {
  const files = { "a.ts": SCRIPT };
  assert.deepEqual(found(files, "keys of PAIRS in a.ts"), ["a", "b"]);
  assert.deepEqual(found(files, "values of PAIRS in a.ts"), ["1", "2"]);
  assert.deepEqual(found(files, "keys of State in a.ts"), ["Idle", "Busy"]);
  assert.deepEqual(found(files, "values of State in a.ts"), ["idle", "Busy"]);
  assert.deepEqual(found(files, "keys of SHORT in a.ts"), ["one", "two", "three"]);
  assert.deepEqual(found(files, "keys of default in a.ts"), ["a"]);
});

test("a number that is too large to be one is its source", () => {
  const files = { "a.py": "HUGE = 2 ** 4000\nLONG = 12345678901234567890\nZERO = 1 / 0\n" };
  assert.deepEqual(found(files, "value of HUGE in a.py"), ["2 ** 4000"]);
  assert.equal(ask(files, "value of LONG in a.py").number, null);
  assert.deepEqual(found(files, "value of ZERO in a.py"), ["1 / 0"]);
});

test("a string of Python says what Python says", { skip: !hasPython() }, () => {
  const character = fc.constantFrom(
    "a",
    "\\n",
    "\\t",
    "\\\\",
    "\\'",
    '\\"',
    "\\x41",
    "\\u00e9",
    "\\U0001f600",
    "\\101",
    "\\q",
    "é",
    "{",
    " ",
    "\\0",
    "\\\n",
  );
  const literal = fc
    .tuple(
      fc.constantFrom("", "r", "u", "R"),
      fc.constantFrom('"', "'", '"""', "'''"),
      fc.array(character, { maxLength: 12 }),
    )
    .map(([prefix, mark, parts]) => `${prefix}${mark}${parts.join("")}${mark}`)
    // A raw string's last backslash takes its mark away.
    .filter((source) => !/^r/i.test(source) || !/\\+["']+$/.test(source));
  const sources = fc.sample(literal, { numRuns: runs(200), seed: 7 });
  const said = JSON.parse(
    execFileSync(
      "python3",
      [
        "-W",
        "ignore",
        "-c",
        "import sys,json,ast;print(json.dumps([ast.literal_eval(s) for s in json.load(sys.stdin)]))",
      ],
      {
        input: JSON.stringify(sources),
        encoding: "utf8",
      },
    ),
  ) as readonly string[];
  for (const [at, source] of sources.entries())
    assert.deepEqual(found({ "a.py": `X = ${source}\n` }, "value of X in a.py"), [said[at]], source);
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("a literal can be compared with the bytes of a file", () => {
  const files = { "a.py": 'TEMPLATE = """\\\nfirst\n  second "quoted"\n"""\nBYTES = b"\\xc3\\xa9"\nODD = b"\\xff"\n' };
  assert.deepEqual(found(files, "value of TEMPLATE in a.py"), ['first\n  second "quoted"\n']);
  assert.deepEqual(found(files, "value of BYTES in a.py"), ["é"]);
  assert.deepEqual(found(files, "value of ODD in a.py"), ['b"\\xff"']);
  const windows = { "a.py": 'TEMPLATE = """a\r\nb\r\n"""\r\n' };
  assert.deepEqual(found(windows, "value of TEMPLATE in a.py"), ["a\nb\n"]);
});
