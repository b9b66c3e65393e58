// How source is compared: blanks, quotation marks and parentheses aside, and conditions with their opposites.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callPattern, isCall } from "../../loaders/claims/questions/code/calls.ts";
import { conditionOf, standsUnder } from "../../loaders/claims/questions/code/conditions.ts";
import { fitsModule, moduleTest } from "../../loaders/claims/questions/code/modules.ts";
import { isNamed, wantedName } from "../../loaders/claims/questions/code/names.ts";
import { piecesOf, plainSource, sourceOf } from "../../loaders/claims/questions/code/source.ts";
import type { Call } from "../../loaders/model.ts";
import { fc, runs } from "../support/properties.ts";

describe("source", () => {
  test("is the same in another layout", () => {
    for (const [a, b] of [
      ["f( a,\n  b )", "f(a, b)"],
      ["f(a, b,)", "f(a, b)"],
      ["x['k']", 'x["k"]'],
      ["(out is not None)", "out is not None"],
      ["((a))", "a"],
    ] as const)
      assert.equal(plainSource(a), plainSource(b), a);
  });

  test("is another where words run together, or a string holds blanks", () => {
    for (const [a, b] of [
      ["not a", "nota"],
      ['"a  b"', '"a b"'],
      ["(a) + (b)", "a) + (b"],
      ["'a\"b'", '"a"b"'],
      ["a", "b"],
    ] as const)
      assert.notEqual(plainSource(a), plainSource(b), a);
  });

  test("is what it was when it is taken apart twice, whatever it is", () => {
    const part = fc.constantFrom(
      "a",
      "_b",
      "1",
      " ",
      "\n",
      "'",
      '"',
      "`",
      '"""',
      "\\",
      "(",
      ")",
      "[",
      "]",
      ",",
      ".",
      "=",
      "==",
      "é",
      "…",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const once = sourceOf(piecesOf(parts.join("")));
        assert.equal(sourceOf(piecesOf(once)), once);
      }),
      { numRuns: runs(500) },
    );
  });

  test("takes time in proportion to its length", () => {
    const began = performance.now();
    plainSource("(".repeat(20_000));
    plainSource('"'.repeat(100_001));
    plainSource("a ,)".repeat(50_000));
    assert.ok(performance.now() - began < 5000);
  });
});

describe("conditions", () => {
  test("have opposites", () => {
    for (const [a, b] of [
      ["not (x is None)", "x is not None"],
      ["not (x is not None)", "x is None"],
      ["not x is None", "x is not None"],
      ["not (a == b)", "a != b"],
      ["!(a === b)", "a !== b"],
      ["not (k in table)", "k not in table"],
      ["not not x", "x"],
      ["!ready", "not ready"],
      ["not (not x)", "x"],
      ["(a  and b)", "a and b"],
    ] as const)
      assert.equal(conditionOf(a), conditionOf(b), a);
  });

  test("are others where only a part is denied, or more is said", () => {
    for (const [a, b] of [
      ["not a and b", "not (a and b)"],
      ["!a === b", "!(a === b)"],
      ["not (a == b == c)", "a != b == c"],
      ["not (a < b)", "a > b"],
      ["not f(a is None)", "f(a is not None)"],
      ["x", "not x"],
      ["a is None or b", "a is None"],
    ] as const)
      assert.notEqual(conditionOf(a), conditionOf(b), a);
  });

  test("hold where `and` joins them, and not where `or` does", () => {
    assert.ok(standsUnder(["a", "b and c is not None"], "c is not None"));
    assert.ok(standsUnder(["b && (c && d)"], "d"));
    assert.ok(!standsUnder(["b or c"], "c"));
    assert.ok(!standsUnder(["not (b and c)"], "c"));
    assert.ok(!standsUnder([], "a"));
  });
});

describe("a call that is asked for", () => {
  const call = (
    receiver: string | null,
    callee: string,
    args: readonly string[],
    keywords: Readonly<Record<string, string>> = {},
  ) =>
    ({
      receiver,
      callee,
      args: args.map((text) => ({ kind: "other", text })),
      keywords: Object.entries(keywords).map(([name, text]) => ({ name, value: { kind: "other", text } })),
    }) as unknown as Call;

  test("is one by name, by receiver, by arguments", () => {
    const rows: readonly (readonly [string, Call, boolean])[] = [
      ["f", call(null, "f", []), true],
      ["f()", call("a", "f", ["1"]), true],
      ["a.f", call("self.a", "f", []), true],
      ["a.f", call("self.ba", "f", []), false],
      ["f(1)", call(null, "f", ["1"]), true],
      ["f(1)", call(null, "f", ["1", "2"]), false],
      ["f(1, ...)", call(null, "f", ["1", "2"], { k: "3" }), true],
      ["f(1, …)", call(null, "f", ["1"]), true],
      ["f(...)", call(null, "f", []), true],
      ["f(k=1)", call(null, "f", [], { k: "1" }), true],
      ["f(k=1)", call(null, "f", ["1"]), false],
      ["f(a, k = g(1, 2))", call(null, "f", ["a"], { k: "g(1,2)" }), true],
      ["f((a, b))", call(null, "f", ["(a,  b)"]), true],
      ["f(await x)", call(null, "f", ["x"]), true],
      ["super().f", call("super()", "f", []), true],
      ["get(x).f(1)", call("get(x)", "f", ["1"]), true],
      ["f(a == b)", call(null, "f", ["a == b"]), true],
    ];
    for (const [pattern, given, expected] of rows) assert.equal(isCall(callPattern(pattern), given), expected, pattern);
  });

  test("has a word that stands wherever the call does", () => {
    assert.equal(callPattern("a.b.f(x)").word, "f");
    assert.equal(callPattern("this.#go()").word, "go");
  });
});

test("a name is one by its last parts, in its path", () => {
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ["f", "a.py", "f", true],
    ["f", "a.py", "A.f", true],
    ["A.f", "a.py", "B.f", false],
    ["A.f", "a.py", "pkg.A.f", true],
    ["a.py: A.f", "a.py", "A.f", true],
    ["a.py::f", "b.py", "f", false],
    ["pkg: f", "pkg/a.py", "f", false],
    ["pkg/: f", "pkg/a.py", "f", true],
    ["A::f", "a.cpp", "A.f", true],
    ["f()", "a.py", "f", true],
  ];
  for (const [given, path, name, expected] of rows) {
    let is: boolean;
    try {
      const wanted = wantedName(given);
      is = wanted.in(path) && isNamed(wanted, name);
    } catch {
      is = false;
    }
    assert.equal(is, expected, given);
  }
});

test("a module is one by its dotted name or its path", () => {
  const fits = (module: string, from: string, imported: string, names: readonly string[] = []) =>
    moduleTest(module).fits(
      { module: imported, names, when: "load", line: 1 },
      from,
      from.endsWith(".py") ? "python" : "typescript",
    );
  assert.ok(fits("a.b", "x.py", "a.b.c") && fits("a.b", "x.py", "a", ["b"]) && !fits("a.b", "x.py", "a.bc"));
  assert.ok(fits("a.b", "a/c.py", ".", ["b"]) && fits("a.b", "a/c/d.py", "..b") && !fits("a.b", "c/d.py", ".b"));
  assert.ok(fits("a/b.py", "x.py", "a.b") && fits("src/a/b.py", "src/a/c.py", ".b"));
  assert.ok(
    fits("src/a", "src/b.ts", "./a/c.js") &&
      fits("src/a/index.ts", "src/b.ts", "./a") &&
      !fits("src/a", "src/b.ts", "./ab"),
  );
  assert.ok(fits("@scope/p", "x.ts", "@scope/p/sub") && fits("p", "x.ts", "./p") && !fits("p", "x.ts", "pq"));
  assert.equal(fitsModule("src/pkg/base.py", "pkg.base", "src/pkg/a.py"), "is");
  assert.equal(fitsModule("pkg/deep/base.py", "pkg", "a.py"), "inside");
  assert.equal(fitsModule("other/base.py", "pkg.base", "a.py"), null);
});
