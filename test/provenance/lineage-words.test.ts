// What makes two sentences the same one, and which sentence of a version became which of the next.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { likeness, partnersOf } from "../../loaders/provenance/lineage/match.ts";
import { sentencesOf } from "../../loaders/provenance/lineage/sentences.ts";
import { wordsOf } from "../../loaders/provenance/lineage/words.ts";
import { fc, runs } from "../support/properties.ts";

describe("words", () => {
  const same: readonly (readonly [string, string])[] = [
    ["The `pump` waits for it.", "the **pump** waits, for it"],
    ["See [the guide](docs/a.md#x) first.", "See the guide first"],
    ["It reads core.py:12-14 once.", "It reads `core.py:40` once."],
    ["It’s _very_ late.", "It's very late!"],
    ["call `run()` now", "call run now"],
    ["<b>Bold</b> words", "bold words"],
  ];
  for (const [one, other] of same)
    test(`of ${JSON.stringify(one)} are those of ${JSON.stringify(other)}`, () =>
      assert.equal(wordsOf(one).key, wordsOf(other).key));

  test("keep numbers, and names apart in the key and alike in the shape", () => {
    assert.notEqual(wordsOf("four sites of it").key, wordsOf("12 sites of it").key);
    const [one, other] = [wordsOf("it reads `pool_blocks` twice"), wordsOf("it reads freeEntries twice")];
    assert.notEqual(one.key, other.key);
    assert.equal(one.shape, other.shape);
    assert.deepEqual([one.count, one.plain], [4, 3]);
  });

  test("of scripts without blanks are their characters", () => assert.equal(wordsOf("契約を破る").count, 5));
});

describe("sentences of a document", () => {
  const told = (path: string, text: string) => sentencesOf(path, text).map(({ line, text: said }) => `${line} ${said}`);

  test("stand on their first line, and have five words", () =>
    assert.deepEqual(
      told(
        "a.md",
        "# A\n\nToo short. The first one of them runs\nover a line. The second one e.g. Ends it all here.\n",
      ),
      ["3 The first one of them runs over a line.", "4 The second one e.g. Ends it all here."],
    ));

  test("are comments and docstrings of code; neither its strings nor what is commented out", () =>
    assert.deepEqual(
      told(
        "a.py",
        'def f():\n    """Says what it does in a few words."""\n    # It waits here until all have gone.\n    x = "This is a string of many words, not prose."\n    # x = call(a) if b else {}; y = {1: 2}; z = x and y or b or c\n',
      ),
      ["2 Says what it does in a few words.", "3 It waits here until all have gone."],
    ));

  test("are no scripts that a configuration holds", () => {
    for (const script of [
      "python3 - <<'PY' import json import os import sys from pathlib import Path",
      "with open(path) as f: json.dump(data, f) or so it says PY",
      "echo nothing of that was found here exit 1 else echo all of it was there",
      "git push origin gh-pages git checkout main and all that follows",
    ])
      assert.deepEqual(told("a.md", `${script}\n`), [], script);
    assert.equal(told("a.md", "A word of PY in it, and git push origin main, is prose.\n").length, 1);
  });

  test("of ten megabytes on one line are none, and what follows is found in no time", () => {
    const start = performance.now();
    const endless = `${"word ".repeat(2_000_000)}ends. The next one has words enough.`;
    assert.deepEqual(told("a.txt", endless), ["1 The next one has words enough."]);
    assert.ok(performance.now() - start < 20_000);
  });
});

describe("partners", () => {
  const worded = (...texts: readonly string[]) => texts.map(wordsOf);
  const told = (old: readonly string[], now: readonly string[]) =>
    partnersOf(worded(...old), worded(...now)).map((each) => (each === null ? "new" : `${each.old} ${each.became}`));

  test("are the same sentence wherever it went, then one with other names, then one reworded in its place", () => {
    assert.deepEqual(
      told(
        [
          "the first one stays here",
          "it reads pool_size before that",
          "a caller waits for the answer",
          "the last one stays",
        ],
        [
          "the last one stays",
          "the first one stays here",
          "it reads heapSize before that",
          "a caller never waits for an answer",
        ],
      ),
      ["3 same", "0 same", "1 renamed", "2 corrected"],
    );
    assert.deepEqual(told(["a caller waits for the answer"], ["the moon was full over town"]), ["new"]);
  });

  test("are in one pair each, and equal sentences never stay apart", () => {
    const words = fc.array(fc.constantFrom("a", "pump", "waits", "for", "pool_size", "heapSize", "core", "now"), {
      minLength: 1,
      maxLength: 6,
    });
    const page = fc.array(words, { maxLength: 12 });
    fc.assert(
      fc.property(page, page, (before, after) => {
        const [old, now] = [before, after].map((each) => each.map((one) => wordsOf(one.join(" "))));
        const partners = partnersOf(old!, now!);
        const taken = partners.flatMap((each) => (each === null ? [] : [each.old]));
        assert.equal(new Set(taken).size, taken.length);
        for (const [at, { key }] of now!.entries()) {
          const partner = partners[at];
          if (partner?.became === "same") assert.equal(old![partner.old]!.key, key);
          else assert.ok(old!.every((each, from) => each.key !== key || taken.includes(from)));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test("are measured by the words that they share", () => {
    assert.equal(likeness("a b c", "a b c"), 1);
    assert.equal(likeness("a b", "c d"), 0);
    assert.equal(likeness("a a b", "a c"), 0.4);
  });
});
