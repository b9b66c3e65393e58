// Definitions of a file: by grammar and by words, with where they begin and end; and which of them stand around a line.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import type { Definition, Definitions } from "../../loaders/citation.ts";
import { definitionsOf, enclosing, innermostAt, loadDefinitionGrammars } from "../../loaders/syntax/definitions.ts";
import { readCorpus } from "../support/corpus.ts";
import { fc, runs } from "../support/properties.ts";

const folder = new URL("../corpus/definitions/", import.meta.url);
const files = readdirSync(folder).filter((name) => name !== "words.txt");
const paths = files.map((name) => name.replace(/\.txt$/, ""));
const BY_WORDS = new Set(["a.lean", "a.kt", "a.hs", "a.md"]);

function shown({ kind, name, line, endLine, nameLine }: Definition): string {
  return `${kind} ${name} ${line}-${endLine} @${nameLine}`;
}

before(() => loadDefinitionGrammars(paths));

for (const path of paths)
  describe(`definitions of ${path}`, () => {
    for (const { title, input, expected } of readCorpus(`definitions/${path}.txt`))
      test(title, () => {
        const { read, definitions } = definitionsOf(path, input);
        assert.deepEqual(definitions.map(shown), expected);
        assert.equal(read, BY_WORDS.has(path) ? "words" : "grammar");
      });
  });

describe("definitions by words", () => {
  for (const { title, input, expected } of readCorpus("definitions/words.txt"))
    test(title, () => {
      const { read, definitions } = definitionsOf(title, input);
      assert.deepEqual(definitions.map(shown), expected);
      assert.equal(read, title === "a.unknown" ? "none" : "words");
    });

  test("lines that end with a carriage return are read as others", () => {
    const text = "namespace A\r\ndef b :=\r\n  1\r\nend A\r\n";
    assert.deepEqual(definitionsOf("a.lean", text).definitions.map(shown), ["module A 1-4 @1", "function A.b 2-3 @2"]);
  });
});

describe("definitions around a line", () => {
  const of = (): Definitions =>
    definitionsOf("a.py", "class A:\n    def f(self):\n        pass\n\n    x = 1\n\ny = 2\n");

  test("are told outermost first, and only those that hold all of a range", () => {
    assert.deepEqual(enclosing(of(), 2, 3).map(shown), ["class A 1-5 @1", "function A.f 2-3 @2"]);
    assert.deepEqual(enclosing(of(), 3, 4).map(shown), ["class A 1-5 @1"]);
    assert.deepEqual(enclosing(of(), 3, 7), []);
  });

  test("the innermost is the last of them", () => {
    assert.equal(innermostAt(of(), 3)?.name, "A.f");
    assert.equal(innermostAt(of(), 4)?.name, "A");
    assert.equal(innermostAt(of(), 6), null);
    assert.equal(innermostAt(of(), 7)?.name, "y");
    assert.equal(innermostAt({ read: "none", definitions: [] }, 1), null);
  });
});

describe("hostile text", () => {
  const LONG = 40_000;
  const units = ["(", "{[(", "/-", "a=>", "a|", "not ", "\0", "@[", "def ", "#", "`", '"', "'", "namespace A\n", " "];
  for (const path of [...paths, "a.sql", "a.lua", "a.yaml", "a.toml", "Makefile", "a.dart", "a.swift", "a.ml"])
    test(`is survived: ${path}`, () => {
      for (const unit of units) definitionsOf(path, unit.repeat(LONG / unit.length));
    });

  test("has no definition whose name the parser put in to recover", () => {
    assert.deepEqual(definitionsOf("a.py", ': " function').definitions, []);
  });

  test("does not keep what comes after it from being read", () => {
    assert.deepEqual(definitionsOf("a.go", "package a\nfunc f() {}\n").definitions.map(shown), ["function f 2-2 @2"]);
  });

  test("is read by words where it is nested too deep for a parser", () => {
    const { read, definitions } = definitionsOf("a.py", `def f():\n    pass\nx = ${"(".repeat(5000)}\n`);
    assert.equal(read, "words");
    assert.deepEqual(definitions.map(shown), ["function f 1-2 @1", "variable x 3-3 @3"]);
  });

  test("of any kind has definitions in order, inside of each other and of the file", () => {
    const word = fc.constantFrom(
      ..."def class ( ) { } [ ] = : ; , fn function namespace A end \n \n\n    \t @a #[a] const x let module # ## --- ` /* */ /- -/ -- ' \"".split(
        " ",
      ),
      "\n",
      "\n  ",
      " ",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...paths, "a.lua", "a.swift", "a.ml"),
        fc.array(word, { maxLength: 60 }),
        (path, words) => {
          const text = words.join(" ");
          const of = definitionsOf(path, text);
          let last = 1;
          for (const { name, line, nameLine, endLine } of of.definitions) {
            assert.ok(name !== "" && last <= line && line <= nameLine && nameLine <= endLine, `${path}: ${text}`);
            assert.ok(endLine <= text.split("\n").length);
            last = line;
          }
        },
      ),
      { numRuns: runs(400) },
    );
  });
});
