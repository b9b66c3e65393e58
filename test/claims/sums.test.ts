// Sums as people write them, from corpus/sums.txt: a document's name and text, and what is found in it. "≠" is one that
// does not close.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sumsIn } from "../../loaders/claims/sums/sums.ts";
import { proseOf } from "../../loaders/syntax/prose.ts";
import { readCorpus } from "../support/corpus.ts";

function shown(path: string, text: string): string[] {
  return sumsIn(proseOf(path, text)).map(
    (sum) => `${sum.line}:${sum.column} ${sum.form} ${sum.closes ? "=" : "≠"} ${sum.text} | ${sum.says}`,
  );
}

describe("sums", () => {
  for (const each of readCorpus("sums.txt")) {
    test(each.title, () => {
      const [path = "", ...lines] = each.input.split("\n");
      assert.deepEqual(shown(path, lines.join("\n")), each.expected);
    });
  }
});
