// What is expected against what was found: whether it is met, and the words for the difference.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answerOf } from "../../loaders/claims/answers.ts";
import { type Compared, compare } from "../../loaders/claims/compare.ts";
import type { Expectation } from "../../loaders/claims/pin.ts";
import type { Stated } from "../../loaders/claims/prose/stated.ts";
import type { Answer, Asked, Question } from "../../loaders/claims/question.ts";

const QUESTION: Question = { about: "sql", sql: "" };
const ASKED: Asked = { text: "sites", unit: ["site", "sites"], question: QUESTION };

function answer(...texts: readonly string[]): Answer {
  const items = texts.map((text, at) => ({ text, path: "a.py", line: at + 1 }));
  return { items, number: null, looked: texts.length, of: "sites" };
}

function compared(expects: Expectation, found: Answer, stated: Stated | null = null): Compared {
  const result = compare(expects, ASKED, found, stated, null);
  assert.ok(typeof result !== "string", String(result));
  return result;
}

function set(how: "same set" | "includes" | "excludes" | "only in", ...texts: readonly string[]): Expectation {
  return { how, items: texts.map((text) => ({ text, count: null })) };
}

describe("an amount", () => {
  const rows: readonly [Expectation, Answer, boolean, string][] = [
    [{ how: "equals", number: 2 }, answer("a", "b"), true, "2 sites are stated, and found"],
    [{ how: "equals", number: 1 }, answer("a", "b"), false, "1 site is stated, and there are 2"],
    [{ how: "equals", number: 3 }, answer("a"), false, "3 sites are stated, and there is 1"],
    [{ how: "at least", number: 2 }, answer("a"), false, "at least 2 sites are stated, and there is 1"],
    [{ how: "at least", number: 2 }, answer("a", "b", "c"), true, "at least 2 sites are stated, and there are 3"],
    [{ how: "at most", number: 1 }, answer("a", "b"), false, "at most 1 site is stated, and there are 2"],
    [{ how: "absent" }, answer(), true, "none is stated, and found"],
    [{ how: "equals", number: 7 }, { ...answer(), number: 7, looked: 1 }, true, "7 is stated, and found"],
  ];
  for (const [expects, found, isMet, says] of rows)
    test(`${JSON.stringify(expects)} of ${found.number ?? found.items.length} is ${isMet ? "met" : "not met"}`, () => {
      assert.deepEqual([compared(expects, found).isMet, compared(expects, found).says], [isMet, says]);
    });

  test("that is stated in words is told as it is written", () => {
    const { says, stated } = compared({ how: "stated", than: "equals" }, answer("a"), {
      kind: "number",
      value: 4,
      text: "Four",
    });
    assert.equal(says, "Four sites are stated, and there is 1");
    assert.equal(stated, "Four");
  });

  test("of nothing names what is there", () => {
    const found = compared({ how: "absent" }, answer("put_nowait"));
    assert.equal(found.isMet, false);
    assert.deepEqual(found.extra, ["put_nowait"]);
    assert.deepEqual(found.places, [{ path: "a.py", line: 1, text: "put_nowait" }]);
  });
});

describe("a set", () => {
  test("tells what is missing and what is extra", () => {
    const found = compared(set("same set", "a", "b"), answer("b", "c", "c"));
    assert.deepEqual([found.missing, found.extra], [["a"], ["c"]]);
    assert.equal(found.says, "stated and not there: a; there and not stated: c");
    assert.equal(found.found, "b, c (2)");
  });

  test("may be a part, a bound, or what must not be there", () => {
    assert.equal(compared(set("includes", "a"), answer("a", "b")).isMet, true);
    assert.equal(compared(set("includes", "a", "z"), answer("a", "b")).isMet, false);
    assert.equal(compared(set("only in", "a", "b"), answer("a")).isMet, true);
    assert.equal(compared(set("only in", "a"), answer("a", "b")).isMet, false);
    assert.equal(compared(set("excludes", "z"), answer("a")).isMet, true);
    assert.deepEqual(compared(set("excludes", "a"), answer("a")).extra, ["a"]);
  });

  test("says how often a thing is there where that is stated", () => {
    const expects: Expectation = { how: "same set", items: [{ text: "core.py", count: 2 }] };
    assert.equal(compared(expects, answer("pkg/core.py", "pkg/core.py")).isMet, true);
    assert.equal(compared(expects, answer("pkg/core.py")).isMet, false);
    assert.equal(compared(expects, answer("other_core.py", "other_core.py")).isMet, false);
  });

  test("knows a path by its end and a function by its name", () => {
    assert.equal(compared(set("same set", "b/core.py"), answer("a/b/core.py")).isMet, true);
    assert.equal(compared(set("same set", "core.py"), answer("a/xcore.py")).isMet, false);
    assert.equal(compared(set("same set", "run()"), answer("run")).isMet, true);
  });

  test("is stated as a list, or as one word", () => {
    const expects: Expectation = { how: "stated", than: "equals" };
    assert.equal(compared(expects, answer("b", "a"), { kind: "list", items: ["a", "b"], text: "a and b" }).isMet, true);
    assert.equal(compared(expects, answer("a"), { kind: "word", value: "b", text: "b" }).isMet, false);
  });
});

test("a line is named by its number, which is no amount", () => {
  const asked: Asked = { ...ASKED, question: { about: "split", of: QUESTION, by: "line" } };
  const stated: Stated = { kind: "number", value: 149, text: "149" };
  const split = answerOf(asked.question, () => answer("a", "b"));
  assert.ok(!("error" in split));
  assert.deepEqual(
    split.items.map(({ text }) => text),
    ["1", "2"],
  );
  const found = compare({ how: "stated", than: "equals" }, asked, split, stated, null);
  assert.ok(typeof found !== "string");
  assert.deepEqual([found.isMet, found.missing, found.extra], [false, ["149"], ["1", "2"]]);
});

describe("bytes of a file", () => {
  const bytes = Buffer.from("one\ntwo\nthree\n");
  const expects = { how: "bytes of", revision: "v1", path: "a.md", lines: [2, 3] } as const;

  test("are compared whole or by lines", () => {
    const found = compare(expects, ASKED, answer("two\nthree"), null, bytes);
    assert.ok(typeof found !== "string" && found.isMet);
    const other = compare(expects, ASKED, answer("two\ntree"), null, bytes);
    assert.ok(typeof other !== "string");
    assert.equal(other.says, "it is not that of v1:a.md: its line 2 differs");
  });

  test("that are not there, or are compared with more than one thing, leave a claim unchecked", () => {
    assert.equal(compare(expects, ASKED, answer("a"), null, null), "v1:a.md is not there");
    assert.match(
      String(compare(expects, ASKED, answer("a", "b"), null, bytes)),
      /one site is compared .* 2 were found/,
    );
  });
});

describe("questions put together", () => {
  const left: Question = { about: "sql", sql: "left" };
  const right: Question = { about: "sql", sql: "right" };
  const of = (how: "and" | "or" | "minus", a: Answer, b: Answer) => {
    const answered = answerOf({ about: "both", how, left, right }, (leaf) => (leaf === left ? a : b));
    assert.ok(!("error" in answered));
    return answered;
  };

  test("find what both find, either, or the first only", () => {
    const texts = (how: "and" | "or" | "minus") =>
      of(how, answer("a", "b"), answer("b", "c")).items.map(({ text }) => text);
    assert.deepEqual(texts("and"), ["b"]);
    assert.deepEqual(texts("or"), ["a", "b", "c"]);
    assert.deepEqual(texts("minus"), ["a"]);
  });

  test("are about nothing where one of them is: a name that is misspelt is no empty set", () => {
    assert.equal(of("minus", answer("a"), { ...answer(), of: "names of Runnr" }).looked, 0);
    assert.equal(of("minus", answer("a"), { ...answer(), of: "names of Runnr" }).of, "names of Runnr");
  });

  test("pass an error on", () => {
    const answered = answerOf({ about: "both", how: "and", left, right }, (leaf) =>
      leaf === left ? answer("a") : { error: "no such table" },
    );
    assert.deepEqual(answered, { error: "no such table" });
  });
});
