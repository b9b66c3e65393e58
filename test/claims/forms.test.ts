// How a question's words fit the forms that are known.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, patternOf, wordsOf } from "../../loaders/claims/forms.ts";
import { fc, runs } from "../support/properties.ts";

function given(form: string, text: string): Readonly<Record<string, string>> | null {
  const words = wordsOf(text);
  assert.ok(words);
  return fit(patternOf(form), words)?.given ?? null;
}

test("words stand bare or in quotes, and a quotation that is not closed is no text", () => {
  assert.deepEqual(wordsOf('files containing "a b" in `x y`'), [
    { text: "files", quoted: false },
    { text: "containing", quoted: false },
    { text: "a b", quoted: true },
    { text: "in", quoted: false },
    { text: "x y", quoted: true },
  ]);
  assert.equal(wordsOf('files containing "a b'), null);
  assert.deepEqual(wordsOf("  "), []);
  assert.equal(wordsOf("a ".repeat(100)), null);
});

test("what is in brackets may be left out, and words in capitals stand for what is given", () => {
  const form = "sites [of NAME] [in GLOB]";
  assert.deepEqual(given(form, "sites"), {});
  assert.deepEqual(given(form, "sites of forward"), { NAME: "forward" });
  assert.deepEqual(given(form, "sites in engine/**"), { GLOB: "engine/**" });
  assert.deepEqual(given(form, "sites of forward in engine/**"), { NAME: "forward", GLOB: "engine/**" });
  assert.equal(given(form, "sites of"), null);
  assert.equal(given(form, "sites of forward in"), null);
  assert.equal(given(form, "site of forward"), null);
});

test("a word that is given in quotes is never one of the form's own", () => {
  assert.deepEqual(given("sites [of NAME] [in GLOB]", 'sites of "in" in "of"'), { NAME: "in", GLOB: "of" });
  assert.equal(given("sites of NAME", '"sites" of x'), null);
  assert.equal(given("sites of NAME", 'sites of ""'), null);
});

test("two of one kind are told apart", () => {
  assert.deepEqual(given("code changes of PATH from REV to REV", "code changes of a.py from v1 to v2"), {
    PATH: "a.py",
    REV: "v1",
    REV2: "v2",
  });
});

test("what is printed from what was given fits again", () => {
  const word = fc.stringMatching(/^[^"`'\s]{1,8}$/);
  fc.assert(
    fc.property(fc.option(word, { nil: undefined }), fc.option(word, { nil: undefined }), (name, glob) => {
      const text = `sites${name === undefined ? "" : ` of "${name}"`}${glob === undefined ? "" : ` in "${glob}"`}`;
      assert.deepEqual(given("sites [of NAME] [in GLOB]", text), {
        ...(name === undefined ? {} : { NAME: name }),
        ...(glob === undefined ? {} : { GLOB: glob }),
      });
    }),
    { numRuns: runs(300) },
  );
});
