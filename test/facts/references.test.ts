// References as people write them, from corpus/references.txt: a document's name and text, and what is found in it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { citationsIn } from "../../loaders/facts/citations.ts";
import { type Reference, referencesOf } from "../../loaders/facts/references.ts";
import { proseOfMessage } from "../../loaders/syntax/prose.ts";
import { readCorpus } from "../support/corpus.ts";
import { fc, runs } from "../support/properties.ts";

function referencesIn(path: string, text: string) {
  const { prose, citations } = citationsIn(path, text);
  return { prose, references: referencesOf(prose, citations) };
}

function said(reference: Reference): readonly (string | number | null)[] {
  switch (reference.kind) {
    case "symbol":
      return [reference.shape, reference.parts.join("."), reference.called ? "called" : null];
    case "commit":
      return ["commit", reference.id, reference.by, reference.host];
    case "issue":
      return ["issue", reference.number, reference.host, reference.repository];
    case "path": {
      const host = reference.host === null ? null : `${reference.host}@${reference.revision}`;
      const anchor = reference.anchor === null ? null : `#${reference.anchor}`;
      return ["path", reference.path === "" ? null : reference.path, anchor, reference.how, host];
    }
  }
}

describe("references", () => {
  for (const each of readCorpus("references.txt")) {
    test(each.title, () => {
      const [path = "", ...lines] = each.input.split("\n");
      const { references } = referencesIn(path, lines.join("\n"));
      const shown = references.map((reference) =>
        [`${reference.line}:${reference.column}`, ...said(reference)].filter((part) => part !== null).join(" "),
      );
      assert.deepEqual(shown, each.expected);
    });
  }

  test("of a commit's message stand where its lines are", () => {
    const found = referencesOf(proseOfMessage("Mend the pump\n\nIt called drain_all (#12).\n"), []);
    assert.deepEqual(
      found.map(({ kind, line, column }) => [kind, line, column]),
      [
        ["symbol", 3, 11],
        ["issue", 3, 22],
      ],
    );
  });

  test("a hundred thousand of them, and a line of half a million characters, take time in proportion", () => {
    const before = process.cpuUsage();
    const many = referencesIn("a.md", "- see `Engine.step` in [x](a/b.py), #12 and commit 1a2b3c4\n".repeat(25_000));
    assert.equal(many.references.length, 100_000);
    for (const piece of ["](", "`", "#1", "a/b_c.d ", "1a2b3c4 ", "--", "x.y.", "[a]: b\n", "owner/name"])
      referencesIn("a.md", piece.repeat(500_000 / piece.length));
    // Processor time, with room for a slow machine: what is quadratic takes minutes.
    assert.ok(process.cpuUsage(before).user < 40_000_000);
  });
});

/** Words that are near to references, so that what is made of them is one now and then. */
const words = fc.constantFrom(
  ..."a.py b/c.rs x/y.css#12 src/ #12 GH-3 PR 45 1a2b3c4 commit at Foo.bar foo_bar MAX_X --flag ( ) ` `` [ ]( # - , : :: . @ ../ 见 \u2028 \r\n \f \0 https:// github.com/a/b/pull/1 **"
    .split(" ")
    .flatMap((word) => [word, " "]),
  "\n",
  "\n\n",
  "```\n",
  "a.py:12",
);
const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(""));
const name = fc.constantFrom("a.md", "a.py", "a.rs", "a.ts", "a.txt", "a.rst", "a.yaml", "a.lean", "a.sh", "Makefile");

describe("whatever stands in a document", () => {
  test("each reference is what the document's text says at its place", () => {
    fc.assert(
      fc.property(name, text, (path, document) => {
        const { prose, references } = referencesIn(path, document);
        for (const each of references) {
          const written = prose.passages[each.passage]!.text.slice(each.from, each.to);
          assert.equal(each.text, written.replace(/\s*\n\s*/g, " "));
          const line = document.split("\n")[each.line - 1]!;
          const first = written.split("\n")[0]!;
          assert.equal(line.slice(each.column - 1, each.column - 1 + first.length), first);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test("no two references overlap, none a citation, and they come in order", () => {
    fc.assert(
      fc.property(name, text, (path, document) => {
        const { prose, citations } = citationsIn(path, document);
        const references = referencesOf(prose, citations);
        for (const [at, each] of references.entries()) {
          assert.ok(each.from < each.to);
          const before = references[at - 1];
          if (before?.passage === each.passage) assert.ok(before.to <= each.from, `${before.text} and ${each.text}`);
          else assert.ok((before?.passage ?? -1) < each.passage);
          const over = citations.filter(
            ({ passage, from, to }) => passage === each.passage && from < each.to && each.from < to,
          );
          assert.deepEqual(over, []);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});
