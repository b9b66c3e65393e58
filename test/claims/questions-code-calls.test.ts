// Questions about calls, asked of small sources in Python and in TypeScript that say the same.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { ask, type Files, found, lines, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const PYTHON = `import queue

class Worker:
    def busy_loop(self):
        while True:
            out = self.run()
            if out is not None:
                self.queue.put_nowait(out)
                if self.primary:
                    self.primary.put_nowait(("OUT", out), timeout=1.0)
            if out is None:
                continue
            self.log("done", level=2)

    def exit(self):
        def later():
            self.queue.put_nowait(None)
        try:
            self.queue.put_nowait(SystemExit())
            self.finalizer()
        except OSError:
            self.log('gone')
        later()

    async def relay(self, *args):
        await self.queue.put_nowait(*args)
        return self.run()

top = Worker().run()
`;

const SCRIPT = `import queue from "queue";

export class Worker {
  busyLoop() {
    while (true) {
      const out = this.run();
      if (out !== null) {
        this.queue.putNowait(out);
        if (this.primary) this.primary?.putNowait(["OUT", out], 1.0);
      }
      if (out === null) continue;
      this.log("done", 2);
    }
  }

  exit() {
    const later = () => {
      this.queue.putNowait(null);
    };
    try {
      this.queue.putNowait(new SystemExit());
      this.finalizer();
    } catch (error) {
      this.log('gone');
    }
    later();
  }

  async relay(...args: unknown[]) {
    await this.queue.putNowait(...args);
    return this.run();
  }
}

const top = new Worker().run();
`;

/** The same question to both, with the names of each. */
const SIDES = [
  {
    name: "Python",
    files: { "pkg/worker.py": PYTHON } as Files,
    put: "put_nowait",
    loop: "busy_loop",
    some: "out is not None",
    none: "out is None",
  },
  {
    name: "TypeScript",
    files: { "pkg/worker.ts": SCRIPT } as Files,
    put: "putNowait",
    loop: "busyLoop",
    some: "out !== null",
    none: "out === null",
  },
] as const;

for (const { name, files, put, loop, some, none } of SIDES) {
  const path = Object.keys(files)[0] as string;
  const nothing = name === "Python" ? `${put}(None)` : `${put}(null)`;
  const at = (...texts: readonly string[]) =>
    texts.map((text) => {
      const rows = (files[path] as string).split("\n");
      const line = rows.findIndex((row) => row.includes(text));
      assert.ok(line >= 0, text);
      return `${path}:${line + 1}`;
    });

  describe(`calls of ${name}`, () => {
    test("are found by the name that is called, on whatever they are called", () => {
      assert.deepEqual(
        found(files, `calls of ${put}`),
        at(`.queue.${put}(out)`, '"OUT"', nothing, "SystemExit()", "await"),
      );
    });

    test("are narrowed by what they are called on, from its end", () => {
      assert.equal(found(files, `calls of queue.${put}`).length, 4);
      assert.deepEqual(found(files, `calls of primary.${put}`), at('"OUT"'));
      assert.deepEqual(found(files, `calls of e.${put}`), [], "half a name is none");
    });

    test("in a function are those of what is nested in it too, unless that is named itself", () => {
      assert.equal(found(files, `calls of ${put} in Worker.exit`).length, 2);
      assert.equal(found(files, `calls of ${put} in exit.later`).length, 1);
      assert.equal(found(files, `calls of ${put} in later`).length, 1);
    });

    test("in a class, a file and a folder are all that stand there", () => {
      assert.equal(found(files, `calls of ${put} in Worker`).length, 5);
      assert.equal(found(files, `calls of ${put} in ${path}`).length, 5);
      assert.equal(found(files, `calls of ${put} in pkg`).length, 5);
      assert.equal(found(files, `calls of ${put} in "${path}: Worker.${loop}"`).length, 2);
      assert.equal(found(files, `calls of ${put} in other/`).length, 0);
      assert.equal(ask(files, `calls of ${put} in other/`).looked, 0);
    });

    test("by their arguments are those with just these, or with these first", () => {
      const exit = name === "Python" ? "SystemExit()" : "new SystemExit()";
      assert.deepEqual(found(files, `calls of "${put}(${exit})"`), at("SystemExit()"));
      assert.deepEqual(found(files, "calls of \"log('done', ...)\""), at('"done"'));
      assert.deepEqual(found(files, `calls of 'log("gone")'`), at("'gone'"), "a mark is as good as the other");
      assert.deepEqual(found(files, "calls of \"log('done')\""), [], "there is one more");
    });

    test("under a condition are all where there is one guard, and none are not", () => {
      assert.equal(found(files, `calls of ${put} in ${loop} under "${some}"`).length, 2);
      const outside = ask(files, `calls of ${put} in ${loop} not under "${some}"`);
      assert.deepEqual([outside.items.length, outside.looked], [0, 2]);
    });

    test("behind a guard that leaves stand under its opposite", () => {
      assert.deepEqual(found(files, `calls of log in ${loop} under "${some}"`), at('"done"'));
      assert.deepEqual(found(files, `calls of log in ${loop} under "not (${none})"`), at('"done"'));
      assert.deepEqual(found(files, `calls of log in ${loop} under "${none}"`), []);
    });

    test("before and after each other go by where they stand", () => {
      assert.equal(found(files, `calls of "${put}(...)" before calls of finalizer in exit`).length, 2);
      assert.deepEqual(found(files, `calls of log after calls of finalizer in exit`), at("'gone'"));
      assert.deepEqual(found(files, `calls of log before calls of finalizer in exit`), []);
      assert.equal(ask(files, "calls of log after calls of run in exit").looked, 0, "without the other, no order");
    });

    test("inside of another come before it", () => {
      assert.equal(
        found(files, `calls of SystemExit before calls of ${put} in exit`).length,
        name === "Python" ? 0 : 0,
      );
      const source = name === "Python" ? "def f():\n    a(b())\n" : "function f() { a(b()); }\n";
      const one = { [`one.${path.slice(-2)}`]: source };
      assert.equal(found(one, "calls of b before calls of a in f").length, 1);
      assert.equal(found(one, "calls of a before calls of b in f").length, 0);
      const two = { [Object.keys(one)[0] as string]: source.replace("a(b())", "a(a(), b())") };
      assert.equal(found(two, "calls of b after calls of a in f").length, 1, "the inner one has run");
    });

    test("that are caught are told from those that are not", () => {
      assert.deepEqual(found(files, "caught calls of finalizer"), at(".finalizer()"));
      assert.deepEqual(found(files, "uncaught calls of finalizer"), []);
      assert.equal(found(files, "uncaught calls of run").length, 3);
    });

    test("that nobody takes the value of are discarded", () => {
      assert.equal(found(files, "discarded calls of run").length, 0);
      assert.equal(found(files, `discarded calls of ${put}`).length, 5);
    });

    test("are told by what they are given", () => {
      assert.deepEqual(found(files, "argument 1 of calls of log"), ["done", "gone"]);
      assert.deepEqual(found(files, "argument 2 of calls of log"), name === "Python" ? [] : ["2"]);
      assert.equal(ask(files, "argument 9 of calls of log").looked, 2);
    });

    test("are counted by how much they are given", () => {
      assert.equal(found(files, "calls of run with no arguments").length, 3);
      assert.equal(found(files, "calls of log with 2 arguments").length, 1);
      assert.equal(found(files, "calls of log with 1 arguments").length, 1);
    });

    test("are told by function and by file", () => {
      assert.deepEqual(found(files, `functions that call ${put}`), [`Worker.${loop}`, "Worker.exit", "Worker.relay"]);
      assert.deepEqual(found(files, "functions that call run"), [`Worker.${loop}`, "Worker.relay", "<module>"]);
      assert.deepEqual(found(files, `files that call ${put}`), [path]);
    });
  });
}

describe("calls", () => {
  test("with a keyword are Python's alone", () => {
    const files = { "a.py": "f(1, k=2)\nf(1)\nf(**rest)\n" };
    assert.deepEqual(found(files, "calls of f with keyword k"), ["a.py:1"]);
    assert.deepEqual(found(files, "calls of f without keyword k"), ["a.py:2", "a.py:3"]);
    assert.deepEqual(found(files, "keyword k of calls of f"), ["2"]);
    assert.deepEqual(found(files, 'calls of "f(k=2, ...)"'), ["a.py:1"]);
    assert.deepEqual(found(files, 'calls of "f(1, k = 2)"'), ["a.py:1"]);
    assert.deepEqual(found(files, 'calls of "f(1, k=3)"'), []);
  });

  test("that are joined by `and` stand under each of its parts", () => {
    const files = { "a.py": "def f(a, b):\n    if a and b is not None:\n        g()\n    elif c:\n        h()\n" };
    for (const condition of ["a", "b is not None", "a and b is not None"])
      assert.equal(found(files, `calls of g in f under "${condition}"`).length, 1, condition);
    assert.equal(found(files, 'calls of h in f under "not (a and b is not None)"').length, 1);
    assert.equal(found(files, "calls of h in f under a").length, 0);
  });

  test("of what stands in a table count to the function that it holds", () => {
    const files = { "a.ts": "export const handlers = { open() { go(); }, close: () => go() };\nsetup(() => go());\n" };
    assert.deepEqual(found(files, "functions that call go"), ["open", "close", "<module>"]);
    assert.equal(found(files, "calls of go in close").length, 1);
  });

  test("of two functions of one name are looked at in both, and say where", () => {
    const files = { "a.py": "def f():\n    g()\n", "b.py": "class A:\n    def f(self):\n        g()\n" };
    assert.deepEqual(found(files, "calls of g in f"), ["a.py:2", "b.py:3"]);
    assert.deepEqual(found(files, "calls of g in A.f"), ["b.py:3"]);
    assert.deepEqual(found(files, "calls of g in a.py::f"), ["a.py:2"]);
    assert.equal(ask(files, "calls of g in f").looked, 2);
  });

  test("in a word that is a folder and a function are refused, and with a slash the folder's", () => {
    const files = { "run/a.py": "def run():\n    g()\n", "b.py": "g()\n" };
    assert.throws(() => found(files, "calls of g in run"), /is a folder, and a function/);
    assert.deepEqual(found(files, "calls of g in run/"), ["run/a.py:2"]);
    assert.deepEqual(found(files, 'calls of g in "run/a.py: run"'), ["run/a.py:2"]);
  });

  test("that only look like one are refused in words", () => {
    assert.throws(() => ask({}, "calls of ()"), /is no call/);
    assert.throws(() => ask({}, "argument 0 of calls of f"), /is no number/);
    assert.throws(() => ask({}, 'calls of f in g under " "'), /condition is empty/);
    assert.throws(() => ask({}, 'calls of f in "a b"'), /is no name of code/);
  });

  test("of a bundle's piece are not read, and the file does not count as looked at", () => {
    const files = { "a.js": "go();\n", "bundle.js": `${"go(1);".repeat(50_000)}\n` };
    const answer = ask(files, "calls of go");
    assert.deepEqual([answer.items.length, answer.looked], [1, 1]);
    assert.match(answer.of, /1 too large to be read/);
  });

  test("stand in lines of the file, whatever stands before their function", () => {
    const files = { "a.py": "# one\n\n\n@decorated\ndef f():\n    # two\n    g()\n" };
    assert.deepEqual(lines(files, "calls of g in f"), [7]);
  });
});
