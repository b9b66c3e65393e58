import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { cell, csv } from "../../src/components/csv.ts";
import {
  blobLink,
  commitLink,
  contractLink,
  forgeBase,
  pullLink,
  spotName,
  swhid,
} from "../../src/components/links.ts";
import { KEYS, readState, writeState } from "../../src/components/url.ts";

const head = { oid: "f".repeat(40) };
const spot = { path: "a dir/b#c?.py", line: 3, endLine: 5, oid: "a".repeat(40) };

test("state is read from the address, what is unknown or empty left out", () => {
  assert.deepEqual(readState("?x=commit&q=&kind=wait&other=1"), { x: "commit", kind: "wait" });
});

test("every key of the state is read by some page, and written by some page", () => {
  const folder = new URL("../../src/components/", import.meta.url);
  const text = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
  for (const key of KEYS) {
    assert.ok(text.includes(`address.get("${key}")`), `nobody reads ${key}`);
    // A chip is told the key that a press of it writes.
    const writes = text.includes(`address.set("${key}"`) || new RegExp(`chip\\(book, \\{\\s*key: "${key}"`).test(text);
    assert.ok(writes, `nobody writes ${key}`);
  }
});

test("state is written with its keys in one order, defaults left out, other parameters kept", () => {
  assert.equal(writeState({}), "");
  assert.equal(writeState({ kind: "wait", x: "commit" }), "?x=commit&kind=wait");
  assert.equal(writeState({ q: "a b&c" }, "?x=commit&keep=1"), "?keep=1&q=a+b%26c");
});

test("state that is written is read back", () => {
  for (const q of ["ü=&?#", 'SELECT "a" + 1\nFROM b -- %20', "a+b"])
    assert.deepEqual(readState(writeState({ q, x: "commit" })), { q, x: "commit" });
});

test("places, commits and pull requests have the forge's own addresses", () => {
  const github = { forge: "https://github.com/o/r/", head };
  const gitlab = { forge: "https://gitlab.com/o/r", head };
  assert.equal(blobLink(github, spot), `https://github.com/o/r/blob/${head.oid}/a%20dir/b%23c%3F.py#L3-L5`);
  assert.equal(blobLink(gitlab, spot), `https://gitlab.com/o/r/-/blob/${head.oid}/a%20dir/b%23c%3F.py#L3-5`);
  assert.equal(blobLink(github, { ...spot, endLine: 3 })?.endsWith("#L3"), true);
  assert.equal(commitLink(github, "abc"), "https://github.com/o/r/commit/abc");
  assert.equal(commitLink(gitlab, "abc"), "https://gitlab.com/o/r/-/commit/abc");
  assert.equal(pullLink(github, 7), "https://github.com/o/r/pull/7");
  assert.equal(pullLink(gitlab, 7), "https://gitlab.com/o/r/-/merge_requests/7");
});

test("without a forge, with one that does not exist, or with a script for one, nothing links", () => {
  for (const forge of [
    null,
    "https://example.invalid/o/r",
    "https://invalid/o",
    "javascript:alert(1)",
    "no address",
    "file:///etc",
  ]) {
    assert.equal(forgeBase(forge), null);
    assert.equal(blobLink({ forge, head }, spot), null);
    assert.equal(commitLink({ forge, head }, "abc"), null);
    assert.equal(pullLink({ forge, head }, 1), null);
  }
  assert.equal(forgeBase("https://user:secret@github.com/o/r"), "https://github.com/o/r");
});

test("a SWHID names blob and lines, and is left out where the blob is not known", () => {
  assert.equal(swhid(spot), `swh:1:cnt:${"a".repeat(40)};lines=3-5`);
  assert.equal(swhid({ ...spot, endLine: 3 }), `swh:1:cnt:${"a".repeat(40)};lines=3`);
  assert.equal(swhid({ ...spot, oid: null }), null);
  assert.equal(swhid({ ...spot, oid: "a".repeat(64) }), null);
});

test("a place is named by file and lines", () => {
  assert.equal(spotName(spot), "b#c?.py:3-5");
  assert.equal(spotName({ path: "x.py", line: 1, endLine: 1 }), "x.py:1");
});

test("a contract's page stays inside its folder, whatever the slug", () => {
  assert.equal(contractLink("..", "forward"), "../contract/forward.html");
  assert.equal(contractLink(".", "../../x y"), "./contract/..%2F..%2Fx%20y.html");
});

test("a cell that a spreadsheet would run is text", () => {
  for (const [value, expected] of [
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@a", "'@a"],
    ["\t=1", "'\t=1"],
    [" =1", "' =1"],
    ["a ", '"a "'],
    [-1, "-1"],
    ["a,b", '"a,b"'],
    ['a"b', '"a""b"'],
    ["a\nb", '"a\nb"'],
    [null, ""],
    [true, "true"],
    ["plain", "plain"],
  ] as const) {
    assert.equal(cell(value), expected);
  }
});

test("rows end as RFC 4180 has them", () => {
  assert.equal(
    csv(
      ["a", "b"],
      [
        [1, "x"],
        [null, "y,z"],
      ],
    ),
    'a,b\r\n1,x\r\n,"y,z"\r\n',
  );
});
