// Says which words of a passage speak for a citation, and how much each weighs, as rows.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sentenceOf, sentenceText, type Token } from "../../loaders/audit/sentence.ts";
import { stem } from "../../loaders/audit/words.ts";
import type { Citation, Passage, Prose } from "../../loaders/citation.ts";
import { citationsIn } from "../../loaders/facts/citations.ts";

function read(text: string, path = "docs/a.md"): { prose: Prose; citations: readonly Citation[] } {
  return citationsIn(path, text);
}

/** The sentence of the citation that is written so; the first one unless told. */
function sentence(text: string, written?: string, path?: string, inside: string | null = null) {
  const { prose, citations } = read(text, path);
  const citation = written === undefined ? citations[0] : citations.find((each) => each.text === written);
  assert.ok(citation, `no citation ${written ?? ""} in ${text}`);
  const passage = prose.passages[citation.passage] as Passage;
  const near = citations.filter((each) => each.passage === citation.passage);
  const found = sentenceOf(passage, citation, near, inside);
  assert.equal(found.text, sentenceText(passage, citation));
  const weight = (kind: Token["kind"], key: string) => {
    const token = found.tokens.find((each) => each.kind === kind && each.key === key);
    return token === undefined ? 0 : Math.round(token.weight * 1000) / 1000;
  };
  return {
    ...found,
    name: (key: string) => weight("name", key),
    word: (key: string) => weight("word", stem(key)),
    phrase: (key: string) => weight("phrase", key),
  };
}

describe("a sentence", () => {
  for (const [title, text, written, expected] of [
    [
      "ends where the next begins",
      "One is so. Two is at core.py:12. Three is not.",
      undefined,
      "Two is at core.py:12.",
    ],
    [
      "does not end at an abbreviation",
      "It is cut, e.g. At the end (core.py:12), by two.",
      undefined,
      "It is cut, e.g. At the end (core.py:12), by two.",
    ],
    [
      "does not end inside a name",
      "It asks a.b.c for core.py:12 first.",
      undefined,
      "It asks a.b.c for core.py:12 first.",
    ],
    ["ends at a semicolon", "One is at core.py:12; two is at core.py:30.", "core.py:30", "two is at core.py:30."],
    [
      "of a row is its cell",
      "| a | b |\n|---|---|\n| one core.py:12 | two core.py:30 |",
      "core.py:30",
      "two core.py:30 |",
    ],
    ["has its white space folded", "It is\nrefused\n at core.py:12.", undefined, "It is refused at core.py:12."],
  ] as const)
    test(title, () => assert.equal(sentence(text, written).text, expected));

  for (const [title, text, kind, key, weight] of [
    ["code in backticks is a name", "It asks `seal` (core.py:12).", "name", "seal", 1],
    ["what qualifies one weighs less", "It asks `Engine.seal` (core.py:12).", "name", "Engine", 0.6],
    ["a bare word shaped like a name", "It asks seal_all at core.py:12.", "name", "seal_all", 0.8],
    ["a bare call", "It asks seal() at core.py:12.", "name", "seal", 0.8],
    ["a quoted word", 'It says "frozen" at core.py:12.', "name", "frozen", 0.6],
    ["a number in backticks", "It waits `250` at core.py:12.", "name", "250", 0.5],
    ["a plain word by its stem", "It refuses ledgers at core.py:12.", "word", "ledger", 0.5],
    [
      "a word in capitals is a plain one",
      "It is done BEFORE that, ONCE, at LEDGERS in core.py:12.",
      "name",
      "LEDGERS",
      0,
    ],
    ["a part of a name", "It asks `seal_ledger` (core.py:12).", "word", "ledger", 0.35],
    ["code of several words is a phrase", "It checks `if x is None` at core.py:12.", "phrase", "ifxisNone", 0],
    ["code with a mark is a phrase", "It checks `x = seal(y, z)` at core.py:12.", "phrase", "x=seal(y,z)", 1.6],
    ["short code is no phrase", "It does `x = y` at core.py:12.", "phrase", "x=y", 0],
    ["another sentence weighs less", "It asks `seal` first. Then core.py:12 is read.", "name", "seal", 0.3],
    ["behind another citation, half", "It asks `seal` (core.py:30) and then core.py:12 too.", "name", "seal", 0.5],
    ["a stop word says nothing", "It is only then that core.py:12 is read.", "word", "only", 0],
    ["the path is no word of it", "It is in engine/core.py:12 here.", "word", "core", 0],
    [
      "where a link leads is none",
      "It is in [`core.py:12`](https://example.org/secret_name#L12) here.",
      "name",
      "secret_name",
      0,
    ],
  ] as const)
    test(title, () => {
      const at = /core\.py:12(?!\d)/.exec(text)
        ? read(text).citations.find((each) => each.text.includes("core.py:12"))!.text
        : undefined;
      const found = sentence(text, at);
      assert.equal(found[kind](key), weight);
    });

  test("names the one symbol beside its citation, if there is one", () => {
    assert.equal(sentence("`Engine.seal` (core.py:12) asks.").adjacent, "Engine.seal");
    assert.equal(sentence("`Engine.seal` asks somebody else, and that is core.py:12 here.").adjacent, null);
  });

  test("hears faintly the definition a comment stands in, the heading above and the head of a table", () => {
    const comment = sentence("# It is refused (core.py:12).\n", undefined, "a.py", "Engine.drain_queue");
    assert.equal(comment.word("queue"), 0.12);
    assert.equal(sentence("# Ledgers\n\nIt is refused (core.py:12).\n").word("ledger"), 0.12);
    assert.equal(sentence("| parcel | b |\n|---|---|\n| x | core.py:12 |").word("parcel"), 0.12);
  });

  test("of a passage that nobody wrote as one looks at what is near only", () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `word${at} stands at core.py:${at + 1}`).join(", ");
    const found = sentence(many, "core.py:1500");
    assert.ok(found.tokens.length < 60, `${found.tokens.length} tokens`);
    assert.ok(found.text.length < 1_000);
    assert.ok(found.name("word1499") + found.word("word") > 0);
  });
});
