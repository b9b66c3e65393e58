// Holds the Python extractor to its corpus, and to a full parse: what a chunk says by itself is what it says in its file.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { extractPython } from "../../loaders/facts/python.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { readCorpus } from "../support/corpus.ts";
import { printBody } from "../support/print-body.ts";

before(() => loadGrammars(["python"]));

describe("the facts of a chunk", () => {
  for (const { title, input, expected } of readCorpus("python.txt")) {
    test(title, () => {
      const { body, errors } = extractPython(input);
      assert.deepEqual(errors, []);
      assert.deepEqual(printBody(body), expected);
    });
  }
});
