// What opened rows fetch, and what Find takes words for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { detailsOf } from "../../src/components/citations-detail.ts";
import { fetchOnce } from "../../src/components/fetched.ts";
import { finds } from "../../src/components/found.ts";

/** A file whose first fetch fails. */
function flaky(content: unknown): { json(): Promise<unknown>; readonly asked: number } {
  let asked = 0;
  return {
    json: async () => {
      asked++;
      if (asked === 1) throw new Error("no network");
      return content;
    },
    get asked() {
      return asked;
    },
  };
}

test("a file is fetched once, and again only where that failed", async () => {
  const file = flaky([1]);
  const all = fetchOnce<readonly number[]>(file);
  assert.equal(file.asked, 0, "not before it is asked for");
  await assert.rejects(all(), /no network/);
  assert.deepEqual(await Promise.all([all(), all()]), [[1], [1]]);
  assert.equal(file.asked, 2);
});

test("sentences of citations are fetched again where that failed", async () => {
  const { sentences } = detailsOf([], flaky(["A word."]), 10);
  await assert.rejects(sentences(), /no network/);
  assert.deepEqual(await sentences(), ["A word."]);
});

test("words find by number, by the beginning of a commit, else by text", () => {
  const moment = { oid: "abcdef0123", pr: 86 };
  for (const [words, expected] of [
    ["", true],
    [" #86 ", true],
    ["#8", false],
    ["ABCDEF0", true],
    ["abcdef", false],
    ["deadbee", false],
    ["tides", true],
    ["moons", false],
  ] as const)
    assert.equal(finds(words, [null, moment], ["Of Tides"]), expected, words);
  assert.equal(finds("deadbee", [], ["see deadbeef"]), true, "hex that is no commit here may be a word");
});
