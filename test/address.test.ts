// Holds addresses to their law: what is printed is parsed back, whatever stands in a name or a path.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Address, parseAddress, printAddress } from "../loaders/address.ts";
import { fc, runs } from "./support/properties.ts";

// Lone surrogates are no text that a file could hold.
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.constantFrom(
    "a.b",
    "%",
    "%25",
    "a%20",
    "(",
    ")",
    "[1]",
    "\u2028",
    "\u00a0",
    "#",
    "!",
    "\n",
    "é",
    "😀",
    ":",
    "../x",
    "a b",
  ),
);
const count = fc.nat({ max: 10_000 });
const address: fc.Arbitrary<Address> = fc.oneof(
  fc.record({
    noun: fc.constant("site" as const),
    path: text,
    function: text,
    callee: text,
    name: fc.oneof(text, fc.constant("")),
    ordinal: count,
  }),
  fc.record({ noun: fc.constant("name" as const), name: fc.oneof(text, fc.constant("")) }),
  fc.record({ noun: fc.constant("key" as const), name: text, key: fc.oneof(text, fc.constant("")) }),
  fc.record({ noun: fc.constant("doc" as const), path: text, line: count }),
  fc.record({ noun: fc.constant("symbol" as const), path: text, name: text }),
  fc.record({
    noun: fc.constant("commit" as const),
    oid: fc.string({ minLength: 7, maxLength: 64, unit: fc.constantFrom(..."0123456789abcdef") }),
  }),
  fc.record({ noun: fc.constantFrom("claim" as const, "note" as const, "measurement" as const), name: text }),
);

test("parse(print(x)) = x, and an address is one word", () => {
  fc.assert(
    fc.property(address, (each) => {
      const printed = printAddress(each);
      assert.match(printed, /^\S+$/);
      assert.deepEqual({ ...parseAddress(printed) }, { ...each });
    }),
    { numRuns: runs(2000) },
  );
});

test("two things never have one address", () => {
  fc.assert(
    fc.property(address, address, (a, b) => {
      if (printAddress(a) === printAddress(b)) assert.deepEqual({ ...a }, { ...b });
    }),
    { numRuns: runs(2000) },
  );
});

test("an address reads as the documents write it", () => {
  const rows: readonly [string, Address][] = [
    [
      "site:pkg/core.py#Class.fn!call_func(forward)[1]",
      { noun: "site", path: "pkg/core.py", function: "Class.fn", callee: "call_func", name: "forward", ordinal: 1 },
    ],
    ["key:get_num_blocks.pool_entries", { noun: "key", name: "get_num_blocks", key: "pool_entries" }],
    ["key:a.b.c", { noun: "key", name: "a.b", key: "c" }],
    ["name:app%3aopen/x", { noun: "name", name: "app:open/x" }],
    ["doc:docs/a.md:31", { noun: "doc", path: "docs/a.md", line: 31 }],
    ["symbol:pkg/core.py#Class.fn", { noun: "symbol", path: "pkg/core.py", name: "Class.fn" }],
    ["commit:1a2b3c4", { noun: "commit", oid: "1a2b3c4" }],
    ["claim:forward-sites", { noun: "claim", name: "forward-sites" }],
    ["note:kv/transfer", { noun: "note", name: "kv/transfer" }],
    ["measurement:warm-audit", { noun: "measurement", name: "warm-audit" }],
    [
      "site:pkg/core.py#Class.fn!recv()[0]",
      { noun: "site", path: "pkg/core.py", function: "Class.fn", callee: "recv", name: "", ordinal: 0 },
    ],
  ];
  for (const [printed, parsed] of rows) {
    assert.deepEqual(parseAddress(printed), parsed);
    assert.equal(printAddress(parsed), printed);
  }
});

test("what is no address is refused with what was expected", () => {
  for (const wrong of [
    "",
    "site:",
    "site:a#b!c(d)",
    "site:a#b!c(d)[x]",
    "key:alone",
    "doc:a.md",
    "doc:a.md:x",
    "verb:a",
    "name:two words",
    "symbol:a.py",
    "symbol:a.py#",
    "commit:1A2B3C4",
    "commit:main",
    "commit:123456",
    "note:",
  ]) {
    assert.throws(() => parseAddress(wrong), { code: "bad-usage", message: /expected site:PATH/ }, wrong);
  }
});
