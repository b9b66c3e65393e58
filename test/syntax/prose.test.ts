// Prose of documents, from corpus/prose.txt: a document's name and text, and its passages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { proseOf } from "../../loaders/syntax/prose.ts";
import { readCorpus } from "../support/corpus.ts";
import { fc, runs } from "../support/properties.ts";

function shown(path: string, text: string): string[] {
  const prose = proseOf(path, text);
  return [
    ...prose.passages.map((each) => {
      const under = each.headings.length > 0 ? ` under ${each.headings.join(" / ")}` : "";
      const columns = each.columns.length > 0 ? ` of ${each.columns.join(",")}` : "";
      const said = each.text.replaceAll("\n", "⏎");
      return `${each.kind} ${each.line}-${each.endLine} "${said}"${under}${columns}${each.quoted ? " quoted" : ""}`;
    }),
    ...(prose.dated === null ? [] : [`dated ${prose.dated}`]),
    ...prose.ignores.map((each) => `ignore ${each.line} of ${each.of} ${each.reason}`),
  ];
}

describe("prose", () => {
  for (const each of readCorpus("prose.txt")) {
    test(each.title, () => {
      const [path = "", ...lines] = each.input.split("\n");
      assert.deepEqual(shown(path, lines.join("\n")), each.expected);
    });
  }

  test("only a line feed ends a line, and a carriage return before it is no text", () => {
    const prose = proseOf("a.md", "one\u2028two\fthree\rfour\r\nfive");
    assert.deepEqual(
      prose.passages.map((each) => [each.text, each.lines.map((line) => line.line)]),
      [["one\u2028two\fthree\rfour\nfive", [1, 2]]],
    );
  });
});

const NAMES =
  "a.md a.rst a.py a.ts a.rs a.go a.lean a.ml a.hs a.lua a.sh a.cpp a.yaml a.txt a.php a.rb a.html a.sql Makefile".split(
    " ",
  );

const marks = fc.constantFrom(
  ...'# // /* */ \'\'\' """ " \' ` ``` ~~~ -- --[[ ]] /- -/ (* *) {- -} <!-- --> r#" R"( )" <<E E $ { } \\ | |- - 1. > :: .. = == <pre> </pre> word two.py:3 \n \n \n \r\n \r \u2028 \0 \t'.split(
    " ",
  ),
  " ",
  "    ",
);

describe("whatever a document holds", () => {
  test("each line of a passage is the document's own, at its line and column", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.array(marks, { maxLength: 80 }), (path, parts) => {
        const text = parts.join("");
        const lines = text.split("\n");
        let last = 0;
        for (const passage of proseOf(path, text).passages) {
          const own = passage.text.split("\n");
          assert.equal(own.length, passage.lines.length);
          for (const [index, line] of passage.lines.entries()) {
            const said = passage.text.slice(line.offset, line.offset + own[index]!.length);
            assert.equal(said, own[index]);
            assert.equal(lines[line.line - 1]!.slice(line.column - 1, line.column - 1 + said.length), said);
          }
          assert.equal(passage.line, passage.lines[0]!.line);
          assert.equal(passage.endLine, passage.lines.at(-1)!.line);
          assert.ok(passage.line >= last, "in order");
          last = passage.line;
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  for (const unit of ["`", "'", '"""', "/*", "`$" + "{", "> ", "- ", "|", "[", "(*", "<<A ", "word "]) {
    test(`a line of a million characters of ${JSON.stringify(unit)} takes time in proportion`, () => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const before = process.cpuUsage();
      for (const path of ["a.md", "a.py", "a.ts", "a.sh", "a.ml", "a.txt"]) proseOf(path, text);
      assert.ok(process.cpuUsage(before).user < 20_000_000);
    });
  }
});
