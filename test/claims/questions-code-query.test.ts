// Tree-sitter queries of a configuration: what they find, what is refused, and that they end.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { safeQuery } from "../../loaders/claims/questions/code/query.ts";
import { syntaxQuestion } from "../../loaders/claims/questions/syntax-query.ts";
import { answerTo, type Files, loadCode } from "./questions-code-asked.ts";

before(loadCode);

const FILES: Files = {
  "a.py": 'def f():\n    q.put_nowait(1)\n    q.put(2)\n    eval("x")\n',
  "b.ts": "function f() {\n  q.putNowait(1);\n  eval('x');\n}\n",
  "c.go": "package c\nfunc F() { eval() }\n",
  "d.md": "eval\n",
};

const ask = (query: string, capture: string | null = null, glob?: string, files = FILES) =>
  answerTo(syntaxQuestion(query, capture, glob), files);
const found = (query: string, capture: string | null = null, glob?: string) =>
  ask(query, capture, glob).items.map(({ text, path, line }) => `${text} ${path}:${line}`);

describe("a query", () => {
  test("finds what it captures, with its place", () => {
    assert.deepEqual(found("(call function: (attribute attribute: (identifier) @name))"), [
      "put_nowait a.py:2",
      "put a.py:3",
    ]);
    assert.deepEqual(found("(call function: (attribute object: (_) @on attribute: (_) @name))", "@on"), [
      "q a.py:2",
      "q a.py:3",
    ]);
  });

  test("is asked of each language that takes it", () => {
    assert.deepEqual(found("(call_expression function: (identifier) @name)"), ["eval b.ts:3", "eval c.go:2"]);
    assert.equal(ask("(call_expression function: (identifier) @name)").looked, 2);
    assert.deepEqual(found("(identifier) @x", null, "c.go"), ["F c.go:2", "eval c.go:2"]);
  });

  test("that no language of the files takes is refused with the grammar's words", () => {
    assert.throws(() => ask("(nonsense) @x"), /`\(nonsense\) @x`: A python query is wrong: Bad node name 'nonsense'/);
    assert.throws(() => ask("(call", null), /captures nothing/);
    assert.throws(() => ask("(call @x"), /query is wrong/);
    assert.throws(
      () => ask('(cal function: (identifier) @f (#eq? @f "nowhere"))'),
      /Bad node name/,
      "also where no file could match",
    );
  });

  test("of files that are not there is about nothing", () => {
    assert.equal(ask("(call) @x", null, "none").looked, 0);
  });

  test("needs to say which of its captures is meant", () => {
    assert.throws(() => ask("(call function: (_) @a arguments: (_) @b)"), /captures @a, @b, and one capture is needed/);
    assert.throws(() => ask("(call) @a", "b"), /captures @a, and `@b` is asked for/);
  });
});

describe("predicates", () => {
  const names = (predicate: string) =>
    ask(`(call function: (_) @f ${predicate})`, "f", "a.py").items.map(({ text }) => text);

  test("compare texts and match patterns", () => {
    assert.deepEqual(names('(#eq? @f "eval")'), ["eval"]);
    assert.deepEqual(names('(#not-eq? @f "eval")'), ["q.put_nowait", "q.put"]);
    assert.deepEqual(names('(#match? @f "^q[.]put")'), ["q.put_nowait", "q.put"]);
    assert.deepEqual(names('(#not-match? @f "nowait$")'), ["q.put", "eval"]);
    assert.deepEqual(names('(#any-of? @f "eval" "q.put")'), ["q.put", "eval"]);
    assert.deepEqual(names('(#not-any-of? @f "eval" "q.put")'), ["q.put_nowait"]);
    assert.deepEqual(names('(#match? @f "^q") (#not-eq? @f "q.put")'), ["q.put_nowait"]);
  });

  test("compare one capture with another", () => {
    const files = { "a.py": "x = x\ny = z\n" };
    const answer = ask("(assignment left: (_) @a right: (_) @b (#eq? @a @b))", "a", undefined, files);
    assert.deepEqual(
      answer.items.map(({ text }) => text),
      ["x"],
    );
  });

  test("hold in a pattern of several for it alone", () => {
    const query = '((call function: (identifier) @f) (#eq? @f "eval")) (call function: (attribute) @f)';
    assert.deepEqual(
      ask(query, "f", "a.py").items.map(({ text }) => text),
      ["q.put_nowait", "q.put", "eval"],
    );
  });

  test("that are not known are refused, and so are patterns that backtrack", () => {
    assert.throws(() => names('(#eqq? @f "x")'), /`#eqq\?` is not known/);
    assert.throws(() => names('(#set! "a" "b")'), /asks about no capture/);
    assert.throws(() => names('(#match? @f "(?=x)")'), /is no pattern/);
    assert.throws(() => names('(#eq? @f "x"'), /is not closed|query is wrong/);
  });

  test("say which words a file needs, where they hold for all that can match", () => {
    assert.deepEqual(safeQuery('(call function: (_) @f (#eq? @f "a"))').words, ["a"]);
    assert.deepEqual(safeQuery('(call (_)? @f (#eq? @f "a"))').words, [], "it may be left out");
    assert.deepEqual(safeQuery('(a) @f (b (#eq? @f "a"))').words, [], "the other pattern may match");
    assert.deepEqual(safeQuery('[(a) (b)] @f (#eq? @f "a")').words, []);
    assert.deepEqual(safeQuery('(a) @f (#not-eq? @f "a")').words, []);
  });
});

describe("a query of a hostile configuration ends", () => {
  test("over a pattern that would backtrack", () => {
    const files = { "a.py": `${"a".repeat(3000)}!x\n` };
    const began = performance.now();
    ask('((identifier) @x (#match? @x "^(a+)+$"))', "x", undefined, files);
    assert.ok(performance.now() - began < 5000);
  });

  test("over more matches than anybody reads: such a file is told as not read", () => {
    const files = { "a.py": "x\n".repeat(20_000), "b.py": "x\n" };
    const answer = ask("(identifier) @x", null, undefined, files);
    assert.deepEqual([answer.items.length, answer.looked], [1, 1]);
    assert.match(answer.of, /1 could not be read/);
  });

  test("over a text that a parser breaks on, or that is very long", () => {
    const files = {
      "a.cpp": "(".repeat(20_000),
      "b.py": `x = ${"[".repeat(5000)}`,
      "c.py": "y".repeat(2 ** 20 + 1),
      "d.py": "z\n",
    };
    const answer = ask("(identifier) @x", null, undefined, files);
    assert.deepEqual(
      answer.items.map(({ text }) => text),
      ["z"],
    );
    assert.match(answer.of, /3 could not be read/);
  });

  test("over files of which it pairs everything with everything, and is refused after a few", () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.py`, "x = 1\n".repeat(2000)]));
    const began = process.cpuUsage();
    assert.throws(
      () => ask("(module (_)* @a (_)* @b (#eq? @a @b))", "a", undefined, files),
      /it takes too long, or finds too much, in 0.py/,
    );
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 60_000_000);
  });

  test("where it is too long or too deep, at once", () => {
    assert.throws(() => ask(`${"(a ".repeat(70)}@x`), /nested more than/);
    assert.throws(() => ask(`(a) @x ;${"x".repeat(5000)}`), /characters, at most/);
  });
});
