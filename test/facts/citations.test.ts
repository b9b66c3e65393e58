// Citations as people write them, from corpus/citations.txt: a document's name and text, and what is found in it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { citationsIn, citationsOf, mayCite } from "../../loaders/facts/citations.ts";
import { proseOfMessage } from "../../loaders/syntax/prose.ts";
import { readCorpus } from "../support/corpus.ts";
import { fc, runs } from "../support/properties.ts";

function shown(path: string, text: string): string[] {
  const { citations, unbound } = citationsIn(path, text);
  return [
    ...citations.map((each) => {
      const what = each.symbolOnly ? "symbol" : `${each.start}-${each.end}`;
      const where = each.bound === "own" ? `own ${what}` : `${each.path} ${what}`;
      const marks = [
        each.bound === "written" || each.bound === "own" ? "" : each.bound,
        each.symbol ?? "",
        each.approximate ? "about" : "",
        each.revision === null ? "" : `@${each.revision}`,
        each.host ?? "",
      ].filter((mark) => mark !== "");
      return [`${each.line}:${each.column} ${each.text} | ${where}`, ...marks].join(" ");
    }),
    ...unbound.map((each) => `unbound ${each.line}:${each.column} ${each.text} ${each.reason}`),
  ];
}

describe("citations", () => {
  for (const each of readCorpus("citations.txt")) {
    test(each.title, () => {
      const [path = "", ...lines] = each.input.split("\n");
      assert.deepEqual(shown(path, lines.join("\n")), each.expected);
    });
  }

  test("of examples are returned where they are asked for", () => {
    const { citations, unbound } = citationsIn("a.md", "```\npump.py:3\n```\n", { examples: true });
    assert.deepEqual([citations.map((each) => each.text), unbound], [["pump.py:3"], []]);
  });

  test("of a commit's message stand where its lines are", () => {
    const found = citationsOf(proseOfMessage("Fix the pump\n\nIt read pump.py:12.\n")).citations[0];
    assert.deepEqual([found?.line, found?.column, found?.start], [3, 9, 12]);
  });

  test("a hundred thousand of them take time in proportion", () => {
    const before = process.cpuUsage();
    const { citations } = citationsIn("a.md", "- see `deck/pump.py:12-14`\n".repeat(100_000));
    assert.equal(citations.length, 100_000);
    // Processor time, with room for a slow machine: what is quadratic takes minutes.
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });
});

/** Words that are near to citations, so that what is made of them is one now and then. */
const words = fc.constantFrom(
  ..."a.py b/c.rs :12 :1-3 , ( ) ` `` [ ]( / L10 #L3 line lines 12 - – : :: Foo.bar () and to of \\n \n | > - # \" ' ~ @ ../ 见 \u2028 \r\n \f \0 https:// github.com/a/b/blob/x/"
    .split(" ")
    .flatMap((word) => [word, " "]),
);
const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(""));
const name = fc.constantFrom("a.md", "a.py", "a.rs", "a.ts", "a.txt", "a.rst", "a.yaml", "a.lean", "a.sh", "Makefile");

describe("whatever stands in a document", () => {
  test("each citation is what the document's text says at its place", () => {
    fc.assert(
      fc.property(name, text, (path, document) => {
        const { prose, citations } = citationsIn(path, document, { examples: true });
        for (const each of citations) {
          const passage = prose.passages[each.passage]!;
          const written = passage.text.slice(each.from, each.to);
          assert.equal(each.text, written.replace(/\s*\n\s*/g, " "));
          const line = document.split("\n")[each.line - 1]!;
          const first = written.split("\n")[0]!;
          assert.equal(line.slice(each.column - 1, each.column - 1 + first.length), first);
          assert.ok(Number.isSafeInteger(each.start) && Number.isSafeInteger(each.end));
          assert.equal(each.symbolOnly, each.symbolOnly && each.symbol !== null);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test("a file with citations is never turned away by its bytes", () => {
    fc.assert(
      fc.property(name, text, (path, document) => {
        const { citations } = citationsIn(path, document, { examples: true });
        if (citations.length > 0) assert.ok(mayCite(new TextEncoder().encode(document)));
      }),
      { numRuns: runs(3000) },
    );
  });

  test("no number is bound to a path that stands behind it", () => {
    fc.assert(
      fc.property(text, (document) => {
        const { prose, citations } = citationsIn("a.md", document);
        for (const each of citations) {
          if (each.bound !== "continued" || each.path === null || each.path.startsWith("..")) continue;
          const above = prose.passages.slice(0, each.passage).map((passage) => passage.text);
          const before = [...above, prose.passages[each.passage]!.text.slice(0, each.from)].join("\n");
          assert.ok(/\.(?:py|rs)|[/\\]\w*\.bar/.test(before), `${each.text} in ${JSON.stringify(document)}`);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test("bytes without a citation are mostly turned away", () => {
    assert.equal(mayCite(new TextEncoder().encode("def f(x):\n    return x + 1\n")), false);
    assert.equal(mayCite(new TextEncoder().encode("see pump.py: Pump.stop")), true);
  });
});
