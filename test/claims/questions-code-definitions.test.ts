// Questions about what is defined where, asked of small sources in Python, TypeScript and other languages.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ask, type Files, found, lines, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const PYTHON = `import functools
from enum import Enum

LIMIT = 3
_hidden = 1


class State(str, Enum):
    """What a run is in."""

    IDLE = "idle"
    BUSY = "busy"
    label: str
    _ignore_ = ["x"]

    @property
    def is_busy(self):
        return self is State.BUSY


@functools.total_ordering
class Engine:
    limit: int = 3
    name = "engine"
    __slots__ = ("a",)

    def __init__(self, config, *, timeout=10.0, **rest):
        self.config = config
        self.name, self.late = "x", 0
        rest.x = 1

    @property
    def depth(self):
        return self._depth

    @depth.setter
    def depth(self, value):
        self._depth = value

    @staticmethod
    def make(kind, self=None):
        return kind

    class Part:
        def go(self, n: int = 1):
            def step(by, at=2):
                pass


def run(engine, hours=24):
    pass


async def _quiet():
    pass
`;

const SCRIPT = `import { Enum } from "enum";

export const LIMIT = 3;
const hidden = 1;

export enum State {
  Idle = "idle",
  Busy = "busy",
}

export interface Options {
  readonly limit: number;
  name?: string;
  go(n: number): void;
}

export type Shape = { kind: string; size: number };

@frozen({ deep: true })
export class Engine extends Base<string> implements Options {
  limit = 3;
  static readonly name = "engine";
  #depth = 0;
  onDone = () => {};

  constructor(private readonly config: Config, timeout = 10.0) {
    this.late = 0;
    this.config = config;
  }

  get depth() {
    return this.#depth;
  }

  set depth(value) {
    this.#depth = value;
  }

  @bound
  protected check(n: number) {}

  private static make({ kind, size = 2 }: Shape, ...rest: string[]) {}
}

export function run(engine: Engine, hours = 24) {}
export { hidden as shown };
export * from "./other.js";
export * as all from "./all.js";
export default run;
`;

const SIDES = [
  { name: "Python", files: { "pkg/engine.py": PYTHON } as Files },
  { name: "TypeScript", files: { "pkg/engine.ts": SCRIPT } as Files },
] as const;

for (const { name, files } of SIDES) {
  const isPython = name === "Python";

  describe(`definitions of ${name}`, () => {
    test("are classes, functions and methods", () => {
      assert.deepEqual(found(files, "classes"), isPython ? ["State", "Engine", "Engine.Part"] : ["Engine"]);
      assert.deepEqual(found(files, "functions in pkg"), isPython ? ["run", "_quiet"] : ["run"]);
      assert.equal(found(files, "methods").includes(isPython ? "Engine.Part.go" : "Engine.onDone"), true);
    });

    test("have methods, each name once", () => {
      assert.deepEqual(
        found(files, "methods of Engine"),
        isPython ? ["__init__", "depth", "make"] : ["onDone", "constructor", "depth", "check", "make"],
      );
      assert.deepEqual(found(files, "public methods of Engine"), isPython ? ["depth", "make"] : ["onDone", "depth"]);
    });

    test("have fields, and attributes that methods set", () => {
      assert.deepEqual(
        found(files, "fields of Engine"),
        isPython ? ["limit", "name"] : ["limit", "name", "#depth", "config"],
      );
      assert.deepEqual(
        found(files, "attributes of Engine"),
        isPython ? ["limit", "name", "config", "late", "_depth"] : ["limit", "name", "#depth", "config", "late"],
      );
    });

    test("have members: of an enum its own, of a class fields and methods", () => {
      assert.deepEqual(found(files, "members of State"), isPython ? ["IDLE", "BUSY"] : ["Idle", "Busy"]);
      assert.equal(found(files, "members of Engine").length, isPython ? 5 : 9);
    });

    test("have bases", () => {
      assert.deepEqual(
        found(files, isPython ? "bases of State" : "bases of Engine"),
        isPython ? ["str", "Enum"] : ["Base"],
      );
      const none = ask(files, isPython ? "bases of Engine" : "bases of Options");
      assert.deepEqual([none.items.length, none.looked], [0, isPython ? 1 : 0]);
    });

    test("have parameters, without what they are called on", () => {
      assert.deepEqual(
        found(files, isPython ? "parameters of Engine.__init__" : "parameters of Engine.constructor"),
        isPython ? ["config", "timeout", "rest"] : ["config", "timeout"],
      );
      assert.deepEqual(
        found(files, "parameters of make"),
        isPython ? ["kind", "self"] : ["{ kind, size = 2 }", "rest"],
      );
      assert.deepEqual(found(files, "parameters of run"), ["engine", "hours"]);
      assert.deepEqual(found(files, "required parameters of run"), ["engine"]);
      assert.deepEqual(found(files, "default of hours in run"), ["24"]);
      assert.deepEqual(found(files, "default of engine in run"), []);
      if (isPython) assert.deepEqual(found(files, "parameters of go.step"), ["by", "at"]);
    });

    test("have decorators", () => {
      assert.deepEqual(
        found(files, "decorators of Engine"),
        isPython ? ["functools.total_ordering"] : ["frozen({ deep: true })"],
      );
      assert.deepEqual(
        found(files, isPython ? "decorators of Engine.depth" : "decorators of Engine.check"),
        isPython ? ["property", "depth.setter"] : ["bound"],
      );
      assert.deepEqual(found(files, "decorators of run"), []);
      assert.equal(ask(files, "decorators of run").looked, 1);
      assert.deepEqual(found(files, `definitions decorated with ${isPython ? "total_ordering" : "frozen"}`), [
        "Engine",
      ]);
      assert.deepEqual(found(files, "definitions decorated with total"), []);
    });

    test("are given out", () => {
      assert.deepEqual(
        found(files, `exports of pkg/engine.${isPython ? "py" : "ts"}`),
        isPython
          ? ["LIMIT", "State", "Engine", "run"]
          : ["LIMIT", "State", "Options", "Shape", "Engine", "run", "shown", "* from ./other.js", "all", "default"],
      );
    });
  });
}

test("definitions stand on the lines of their names", () => {
  const files = { "a.py": "@one\n@two\nclass A:\n    @three\n    def f(self):\n        pass\n    x = 1\n" };
  assert.deepEqual(lines(files, "classes"), [3]);
  assert.deepEqual(lines(files, "methods of A"), [5]);
  assert.deepEqual(lines(files, "fields of A"), [7]);
  assert.deepEqual(lines(files, "parameters of f"), []);
  const script = { "a.ts": "class A {\n  @three\n  f(\n    n: number,\n  ) {}\n  x = 1;\n}\n" };
  assert.deepEqual(lines(script, "members of A"), [3, 6]);
  assert.deepEqual(lines(script, "parameters of A.f"), [3]);
});

test("interfaces and types have fields and methods", () => {
  const files = { "a.ts": SCRIPT };
  assert.deepEqual(found(files, "fields of Options"), ["limit", "name"]);
  assert.deepEqual(found(files, "methods of Options"), ["go"]);
  assert.deepEqual(found(files, "fields of Shape"), ["kind", "size"]);
});

test("a field that a method sets before it is declared is a field", () => {
  const files = { "a.py": "class A:\n    def f(self):\n        self.x = 1\n        self.y = 2\n    x: int = 2\n" };
  assert.deepEqual(found(files, "fields of A"), ["x"]);
  assert.deepEqual(found(files, "attributes of A"), ["y", "x"]);
});

test("a list of names says what a module of Python gives out", () => {
  const files = { "a.py": '__all__ = [\'run\', "Engine"]\n__all__ += ["late"]\nother = 1\n' };
  assert.deepEqual(found(files, "exports of a.py"), ["run", "Engine", "late"]);
});

test("what an older script gives out is told too", () => {
  const files = {
    "a.cjs": "exports.one = 1;\nmodule.exports.two = 2;\n",
    "b.cjs": "module.exports = { three, four: 4 };\n",
  };
  assert.deepEqual(found(files, "exports of a.cjs"), ["one", "two"]);
  assert.deepEqual(found(files, "exports of b.cjs"), ["three", "four"]);
});

test("destructured names are given out one by one", () => {
  const files = { "a.ts": "export const { a, b: c, ...d } = e, [f] = g;\n" };
  assert.deepEqual(found(files, "exports of a.ts"), ["a", "c", "d", "f"]);
});

describe("subclasses", () => {
  test("are those of subclasses too, wherever they stand and whatever their base is called there", () => {
    const files = {
      "pkg/base.py": "class Runner:\n    pass\n",
      "pkg/night.py": "from pkg.base import Runner as Day\nclass Night(Day):\n    pass\n",
      "pkg/late.py": "import pkg.night\nclass Late(pkg.night.Night[int], metaclass=M):\n    pass\n",
      "pkg/other.py": "class Night(object):\n    pass\nclass Odd(Night):\n    pass\n",
    };
    assert.deepEqual(found(files, "subclasses of Runner"), ["Late", "Night"]);
    assert.deepEqual(found(files, 'subclasses of "pkg/other.py: Night"'), ["Odd"]);
  });

  test("of a class of another package are those that name it, and theirs", () => {
    const files = {
      "a.py": "class A(nn.Module): pass\n",
      "b.py": "from a import A\nclass B(A): pass\nclass C: pass\n",
    };
    assert.deepEqual(found(files, "subclasses of nn.Module"), ["A", "B"]);
    assert.equal(ask(files, "subclasses of nn.Modul").looked, 0);
  });

  test("of scripts are found through imports with any ending", () => {
    const files = {
      "src/base.ts": "export class Writer {}\n",
      "src/one.ts": 'import { Writer } from "./base.js";\nexport class Value extends Writer {}\n',
      "src/two.ts": 'import { Writer } from "./base.ts";\nexport class Value extends Writer {}\n',
      "src/deep.ts": 'import { Value } from "./two";\nexport class Deep extends Value {}\n',
    };
    assert.deepEqual(found(files, "subclasses of Writer"), ["Deep", "Value", "Value"]);
    assert.deepEqual(found(files, 'subclasses of "src/one.ts: Value"'), []);
    assert.deepEqual(found(files, 'subclasses of "src/two.ts: Value"'), ["Deep"]);
  });
});

test("other languages have classes, functions, methods and fields too", () => {
  const files = {
    "a.go": "package a\ntype Engine struct { A int; B string }\nfunc (e *Engine) Go() {}\nfunc Run() {}\n",
    "b.rs":
      "pub struct Worker { a: i32 }\nimpl Worker { fn go(&self) {} }\nenum State { Idle, Busy }\nfn run() { fn inner() {} }\n",
    "C.java": "class Runner { int x; void go() {} }\n",
  };
  assert.deepEqual(found(files, "fields of Engine"), ["A", "B"]);
  assert.deepEqual(found(files, "methods of Engine"), ["Go"]);
  assert.deepEqual(found(files, "methods of Worker"), ["go"]);
  assert.deepEqual(found(files, "members of State"), ["Idle", "Busy"]);
  assert.deepEqual(found(files, "functions in a.go"), ["Run"]);
  assert.deepEqual(found(files, "functions in b.rs"), ["run"]);
  assert.deepEqual(found(files, "methods in C.java"), ["Runner.go"]);
});

test("tests are functions of Python and titles of a script", () => {
  const files = {
    "tests/test_a.py":
      "def test_one(): pass\ndef helper(): pass\nclass TestA:\n    def test_two(self): pass\nclass B(unittest.TestCase):\n    def test_three(self): pass\nclass C:\n    def test_none(self): pass\n",
    "tests/a.test.ts":
      'describe("a", () => {\n  test("one", () => {});\n  it.only("two", async () => {});\n  test(`three`, { skip: true }, () => {});\n  pattern.test("no", 1);\n  test.todo;\n});\n',
  };
  assert.deepEqual(found(files, "tests in tests"), [
    "one",
    "two",
    "three",
    "test_one",
    "TestA.test_two",
    "B.test_three",
  ]);
});
