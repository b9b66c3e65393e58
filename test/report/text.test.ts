// Holds what goes to a terminal, a spreadsheet and a file system to being harmless there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { slugsOf } from "../../loaders/report/slugs.ts";
import { csv, printable, table } from "../../loaders/report/text.ts";
import { fc, runs } from "../support/properties.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

test("printable text obeys nothing and stands on one line", () => {
  assert.equal(
    printable("a\u001b[2Jb\rc\nd\te\u202ef\u2028g\u007f\u009b"),
    "a\\u{1b}[2Jb\\u{d}c d e\\u{202e}f\\u{2028}g\\u{7f}\\u{9b}",
  );
  assert.equal(printable("漢字 😀 é — “x”"), "漢字 😀 é — “x”");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !OBEYED.test(printable(text))));
});

test("a table's columns stand under each other, also with wide characters, numbers to the right", () => {
  assert.equal(
    table(
      ["name", "n"],
      [
        ["漢字", 1],
        ["ab", 20],
        [null, 3],
      ],
    ),
    "name   n\n漢字   1\nab    20\n       3",
  );
  assert.equal(table(["a", "b"], []), "a  b");
});

test("CSV quotes what must be, and no cell is a formula", () => {
  assert.equal(
    csv(["a"], [["=1+1"], ["+x"], ["-x"], ["@x"], ["a,b"], ['say "x"'], ["two\nlines"], [null], [-1], [true]]),
    `a\r\n'=1+1\r\n'+x\r\n'-x\r\n'@x\r\n"a,b"\r\n"say ""x"""\r\n"two\nlines"\r\n\r\n-1\r\ntrue`,
  );
  assert.equal(csv(["=head", "a,b"], []), `'=head,"a,b"`);
});

test("slugs are safe names everywhere, and no two contracts share one, letter case apart", () => {
  const name = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      "../",
      "CON",
      "con",
      "nul",
      "app:open/x",
      "forward",
      "Forward",
      "index",
      "a b",
      "",
      ".",
      "..",
      "é",
      "日本",
      "x".repeat(300),
      "com1",
      "-",
      "__proto__",
    ),
  );
  const named = fc.array(fc.record({ layer: fc.constantFrom("worker", "utility", "a/b"), name }), { maxLength: 30 });
  fc.assert(
    fc.property(named, (list) => {
      const slugOf = slugsOf(list);
      const taken = new Map<string, string>();
      for (const each of list) {
        const slug = slugOf(each);
        assert.match(slug, /^[A-Za-z0-9_][A-Za-z0-9_-]{0,119}$/);
        assert.doesNotMatch(slug, /^(con|prn|aux|nul|com\d|lpt\d|index)$/i);
        const key = `${each.layer}\n${each.name}`;
        assert.equal(taken.get(slug.toLowerCase()) ?? key, key);
        taken.set(slug.toLowerCase(), key);
      }
    }),
    { numRuns: runs(1000) },
  );
  assert.equal(slugsOf([{ layer: "w", name: "forward" }])({ layer: "w", name: "forward" }), "forward");
});
