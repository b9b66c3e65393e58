// Questions about what stands inside of functions, and about imports, asked of small sources in Python and TypeScript.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ask, type Files, found, lines, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const PYTHON = `class Wire:
    def read(self, wire, strict=False):
        """Takes two keys."""
        if not isinstance(wire, dict):
            raise TypeError("no dict")
        if strict:
            raise errors.WireError()
        elif (wire):
            pass

        def inner(x):
            if wire:
                return 1
            raise KeyError(x)

        try:
            return make(wire["kind"], wire.get("epoch", 0), wire.size)
        except ValueError:
            raise

    def close(self):
        self.done = True

    def maybe(self, wire):
        if wire:
            return
        return None

    def table(self):
        if self.done:
            return {"a": 1, **rest}
        return {"b": 2, "c": 3}

    def steps(self):
        yield 1
`;

const SCRIPT = `export class Wire {
  read(wire: Wire, strict = false) {
    // Takes two keys.
    if (!isObject(wire)) throw new TypeError("no dict");
    if (strict) {
      throw new errors.WireError();
    } else if (wire) {
    }
    const inner = (x: string) => {
      if (wire) return 1;
      throw new KeyError(x);
    };
    try {
      return make(wire["kind"], wire.epoch ?? 0, wire.size());
    } catch (error) {
      throw error;
    }
  }

  close() {
    this.done = true;
  }

  maybe(wire: Wire) {
    if (wire) return;
    return undefined;
  }

  table() {
    if (this.done) return { a: 1, ...rest };
    return { b: 2, "c": 3 };
  }

  *steps() {
    yield 1;
  }
}

export const twice = (n: number) => n * 2;
`;

const SIDES = [
  { name: "Python", files: { "pkg/wire.py": PYTHON } as Files },
  { name: "TypeScript", files: { "pkg/wire.ts": SCRIPT } as Files },
] as const;

for (const { name, files } of SIDES) {
  const isPython = name === "Python";

  describe(`functions of ${name}`, () => {
    test("have guards: each `if` with exactly this condition, parentheses and blanks aside", () => {
      assert.equal(found(files, "guards wire in Wire.read").length, 2);
      assert.equal(found(files, "guards wire in Wire.read.inner").length, 1);
      assert.equal(found(files, "guards wire in Wire").length, 3);
      assert.equal(found(files, "guards wire in pkg").length, 3);
      assert.equal(found(files, "guards strict in read").length, 1);
      const opposite = ask(files, `guards "${isPython ? "not strict" : "!strict"}" in read`);
      assert.deepEqual([opposite.items.length, opposite.looked], [0, 1]);
    });

    test("return what is written, without what a nested one returns", () => {
      const value = isPython
        ? 'make(wire["kind"], wire.get("epoch", 0), wire.size)'
        : 'make(wire["kind"], wire.epoch ?? 0, wire.size())';
      assert.deepEqual(found(files, "returns of Wire.read"), [value]);
      assert.deepEqual(found(files, "returns of read.inner"), ["1"]);
    });

    test("return with or without a value, and may fall off their end", () => {
      const none = isPython ? "None" : "undefined";
      assert.deepEqual(found(files, "returns of close"), []);
      assert.equal(ask(files, "returns of close").looked, 1);
      assert.deepEqual(found(files, "returns of close without a value"), ["(falls off the end)"]);
      assert.deepEqual(found(files, "returns of maybe"), [none, none]);
      assert.deepEqual(found(files, "returns of maybe with a value"), []);
      assert.deepEqual(found(files, "returns of maybe without a value"), [none, none]);
      assert.deepEqual(found(files, "returns of read.inner without a value"), []);
      assert.deepEqual(found(files, "returns of steps"), [], "a generator answers nothing");
    });

    test("return tables with keys", () => {
      assert.deepEqual(found(files, "keys returned by Wire.table"), ["a", "...", "b", "c"]);
    });

    test("end in a statement", () => {
      assert.deepEqual(found(files, "last statement of maybe"), [isPython ? "return None" : "return undefined;"]);
      assert.deepEqual(found(files, "last statement of read.inner"), [
        isPython ? "raise KeyError(x)" : "throw new KeyError(x);",
      ]);
      assert.match(found(files, "last statement of Wire.read")[0] ?? "", /^try/);
    });

    test("hold statements, by their source or how it begins", () => {
      const count = (statement: string) => found(files, `statements ${statement} in Wire.read`).length;
      assert.equal(count(isPython ? "'raise TypeError(\"no dict\")'" : "'throw new TypeError(\"no dict\");'"), 1);
      assert.equal(count(isPython ? '"raise ..."' : '"throw ..."'), 4);
      assert.equal(
        count(isPython ? '"if wire:"' : '"if (wire)"'),
        isPython ? 1 : 2,
        "without its block; an elif is none",
      );
      assert.equal(count(isPython ? '"if w"' : '"if (w)"'), 0);
    });

    test("have an order of statements", () => {
      const [raise, first] = isPython ? ["raise KeyError(x)", "if strict"] : ["throw new KeyError(x)", "if (strict)"];
      assert.equal(found(files, `statements "${raise}" after "${first}" in Wire.read`).length, 1);
      assert.equal(found(files, `statements "${raise}" before "${first}" in Wire.read`).length, 0);
      assert.equal(ask(files, `statements "${raise}" after "${first}x" in Wire.read`).looked, 0);
      assert.throws(() => found(files, 'statements "..." in Wire.read'), /statement is empty/);
    });

    test("raise exceptions by name, and what has no name by its statement", () => {
      assert.deepEqual(found(files, "exceptions raised by Wire.read"), [
        "TypeError",
        "errors.WireError",
        "KeyError",
        isPython ? "raise" : "throw error;",
      ]);
      assert.deepEqual(found(files, "exceptions raised by inner"), ["KeyError"]);
      assert.deepEqual(
        [ask(files, "exceptions raised by close").items, ask(files, "exceptions raised by close").looked],
        [[], 1],
      );
      assert.deepEqual(found(files, "functions that raise WireError"), ["Wire.read"]);
      assert.deepEqual(found(files, "functions that raise errors.WireError in pkg"), ["Wire.read"]);
      assert.deepEqual(found(files, "functions that raise Error"), []);
    });

    test("read names off a variable", () => {
      assert.deepEqual(found(files, "names read off wire in Wire.read"), ["kind", "epoch", "size"]);
      assert.deepEqual(found(files, "functions that read size off wire"), ["Wire.read"]);
      assert.equal(ask(files, "names read off wire in Wire.maybe").items.length, 0);
      assert.ok(ask(files, "names read off wire in Wire.maybe").looked > 0, "it is there, and nobody reads it");
    });

    test("that are no functions are refused", () => {
      assert.throws(() => found(files, "returns of pkg/wire.py"), /is no name of code/);
    });
  });
}

test("a name that is read twice is one name and two reads", () => {
  const files = { "a.py": "def f(x):\n    g(x.a, x.b, x.a)\n    x.c = 1\n    del x.d\n" };
  assert.deepEqual(found(files, "names read off x in f"), ["a", "b"]);
  assert.deepEqual(found(files, "reads off x in f"), ["a", "b", "a"]);
});

test("a dotted object is another than its end", () => {
  const files = { "a.py": "def f(self, x):\n    g(self.reply.x.a, x.b)\n" };
  assert.deepEqual(found(files, "names read off x"), ["b"]);
  assert.deepEqual(found(files, "names read off self.reply.x"), ["a"]);
});

test("an arrow function ends in its expression", () => {
  assert.deepEqual(found({ "a.ts": SCRIPT }, "last statement of twice"), ["n * 2"]);
});

describe("imports of Python", () => {
  const files: Files = {
    "pkg/engine/core.py": `import os
from typing import TYPE_CHECKING

try:
    import pkg.fast
except ImportError:
    from pkg import slow

with suppressed():
    from . import sibling
if TYPE_CHECKING:
    from pkg.types import Reply
else:
    from pkg.engine.real import Reply
if not TYPE_CHECKING:
    import pkg.a
else:
    import pkg.b


class Engine:
    import pkg.inside

    def run(self):
        import pkg.late
        if TYPE_CHECKING:
            import pkg.never
        return (lambda: __import__("pkg.later"))


plugin = importlib.import_module("pkg.plugin")
if __name__ == "__main__":
    import pkg.main
`,
    "pkg/engine/other.py": "from .core import Engine\nfrom ..top import x\nimport pkgs\n",
    "pkg/split.py": `if TYPE_CHECKING:
    import pkg.one
    def f():
        pass
    import pkg.two
`,
    "docs/a.md": "import pkg.fast\n",
  };
  const core = (...numbers: readonly number[]) => numbers.map((line) => `pkg/engine/core.py:${line}`);

  test("run with their module in `try`, `with`, `if` and classes, and not in functions or for types", () => {
    assert.deepEqual(
      found(files, "imports of pkg at import time in pkg/engine/core.py"),
      core(5, 7, 10, 14, 16, 22, 31),
    );
    assert.deepEqual(found(files, "imports of pkg for types only in pkg/engine/core.py"), core(12, 18, 27));
    assert.deepEqual(found(files, "imports of pkg inside functions in pkg/engine/core.py"), core(25, 28));
  });

  test("are all of them where nothing more is said, also those of a program", () => {
    assert.deepEqual(
      found(files, "imports of pkg in pkg/engine/core.py"),
      core(5, 7, 10, 12, 14, 16, 18, 22, 25, 27, 28, 31, 33),
    );
  });

  test("under a condition that a definition interrupts are still under it", () => {
    assert.deepEqual(found(files, "imports of pkg for types only in pkg/split.py"), [
      "pkg/split.py:2",
      "pkg/split.py:5",
    ]);
  });

  test("of a module are those of what is inside of it, and relative ones", () => {
    assert.deepEqual(found(files, "files that import pkg.engine.core"), ["pkg/engine/other.py"]);
    assert.deepEqual(found(files, "files that import pkg/engine/core.py"), ["pkg/engine/other.py"]);
    assert.deepEqual(found(files, "imports of pkg.top"), ["pkg/engine/other.py:2"]);
    assert.deepEqual(found(files, "imports of pkg.engine.sibling"), ["pkg/engine/core.py:10"]);
    assert.deepEqual(found(files, "imports of pkg in pkg/engine/other.py"), [
      "pkg/engine/other.py:1",
      "pkg/engine/other.py:2",
    ]);
  });

  test("name a module in full, each once", () => {
    assert.deepEqual(found(files, "modules imported in pkg/engine/other.py"), ["pkg.engine.core", "pkg.top", "pkgs"]);
  });

  test("count from below a folder of sources", () => {
    const nested = { "src/pkg/a.py": "from .b import x\n" };
    assert.deepEqual(found(nested, "imports of pkg.b"), ["src/pkg/a.py:1"]);
  });
});

describe("imports of scripts", () => {
  const files: Files = {
    "src/app/main.ts": `import fs from "node:fs";
import type { A } from "./types.js";
import { type B, C } from "../lib/c.js";
import { type D } from "../lib/d.js";
export * from "./all.js";
export type { E } from "./types.js";
import "./effect.js";
const old = require("react/jsx");
import legacy = require("legacy");

export async function load() {
  const { x } = await import("./lazy.js");
  return require("react");
}

class Holder {
  static now = require("now");
  later = require("later");
}
type Q = typeof import("./query.js");
`,
    "src/app/index.ts": "export { load } from './main';\n",
  };
  const main = (...numbers: readonly number[]) => numbers.map((line) => `src/app/main.ts:${line}`);

  test("of a path are found from wherever they are written", () => {
    assert.deepEqual(found(files, "imports of src/lib"), main(3, 4));
    assert.deepEqual(found(files, "imports of src/lib/c.ts"), main(3));
    assert.deepEqual(found(files, "files that import src/app/main.ts"), ["src/app/index.ts"]);
  });

  test("of a package are found with what is inside of it", () => {
    assert.deepEqual(found(files, "imports of react"), main(8, 13));
    assert.deepEqual(found(files, "imports of fs"), main(1));
    assert.deepEqual(found(files, "imports of node:fs"), main(1));
    assert.deepEqual(found(files, "imports of rea"), []);
  });

  test("run with their module, when a function is called, or never", () => {
    assert.deepEqual(found(files, "imports of src/app at import time in src/app/main.ts"), main(5, 7));
    assert.deepEqual(found(files, "imports of src/app inside functions"), main(12));
    assert.deepEqual(found(files, "imports of src/app for types only"), main(2, 6));
    assert.deepEqual(found(files, "imports of src/lib for types only"), main(4));
    assert.deepEqual(found(files, "imports of now at import time"), main(17));
    assert.deepEqual(found(files, "imports of later at import time"), [], "a field is worked out with its object");
    assert.deepEqual(found(files, "imports of legacy at import time"), main(9));
  });

  test("name paths and packages, each once", () => {
    assert.deepEqual(found(files, "modules imported in src/app/main.ts"), [
      "node:fs",
      "src/app/types.js",
      "src/lib/c.js",
      "src/lib/d.js",
      "src/app/all.js",
      "src/app/effect.js",
      "react/jsx",
      "legacy",
      "src/app/lazy.js",
      "react",
      "now",
      "later",
    ]);
  });
});

test("an import in a bundle's piece is not read, and the file does not count as looked at", () => {
  const bundle = `${"go(1);".repeat(50_000)}require("fs")\n`;
  const answer = ask({ "a.js": 'require("fs");\n', "bundle.js": bundle }, "imports of fs");
  assert.deepEqual([answer.items.length, answer.looked], [1, 1]);
  assert.match(answer.of, /1 too large/);
});

test("lines of a member's statements are the file's", () => {
  const files = {
    "a.ts": "// one\nclass A {\n  @bound\n  f() {\n    if (x) y();\n  }\n}\n",
    "b.py": "class A:\n\n    @bound\n    def f(self):\n        if x:\n            y()\n",
  };
  assert.deepEqual(lines(files, "guards x in A.f"), [5, 5]);
  assert.deepEqual(lines(files, "last statement of A.f"), [5, 5]);
});
