// Whether a surface of which only lines moved is told as it would be derived, and given up where it cannot be.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Read, Surface } from "../../loaders/model.ts";
import { EMPTY_SURFACE } from "../../loaders/surface/derive.ts";
import { lineMap, movedSurface } from "../../loaders/surface/moved.ts";
import { treeOf } from "./trees.ts";

const BEFORE = `import x

def f():
    return 1

# between
def g():
    return 2
`;

/** Where lines of `BEFORE` stand in its next version. */
function mapOf(after: string) {
  const tree = treeOf({ "a.py": BEFORE });
  const before = tree.files.get("a.py")!;
  return lineMap(before, tree.facts.file("a.py", "2", new TextEncoder().encode(after), before)!);
}

const read = (path: string, line: number, hops: readonly string[]) =>
  ({ path, line, endLine: line, hops, routes: [{ site: "s", hops, secondHand: false }] }) as unknown as Read;
const surfaceOf = (...reads: Read[]): Surface => ({ ...EMPTY_SURFACE, reads });

test("lines go with the chunk in which they stand, each by its own distance", () => {
  const map = mapOf(BEFORE.replace("def f", "y = 1\n\ndef f").replace("# between\n", ""));
  assert.deepEqual([1, 3, 4, 7, 8].map(map), [null, 5, 6, 8, 9]);
});

test("a line that stands in no chunk, or in one that is gone or went past another, has no place", () => {
  assert.equal(mapOf(`\n${BEFORE}`)(6), null);
  assert.deepEqual([3, 4, 7].map(mapOf(BEFORE.replace("return 1", "return 10"))), [null, null, 7]);
  const swapped = mapOf("import x\n\ndef g():\n    return 2\n\ndef f():\n    return 1\n");
  assert.deepEqual([3, 7].map(swapped), [6, null]);
});

test("rows and the steps of a reply's way move with their files, and others stay", () => {
  const hops = ["a.py:4 returns it to g", "b.py:4 passes it to h"];
  const moved = movedSurface(
    surfaceOf(read("a.py", 7, hops), read("b.py", 7, hops)),
    new Map([["a.py", mapOf(`\n\n${BEFORE}`)]]),
  );
  const steps = ["a.py:6 returns it to g", "b.py:4 passes it to h"];
  assert.deepEqual(moved, surfaceOf(read("a.py", 9, steps), read("b.py", 7, steps)));
});

test("a surface of which one row has no place any more is not moved at all", () => {
  const maps = new Map([["a.py", mapOf(BEFORE.replace("return 1", "return 10"))]]);
  assert.equal(movedSurface(surfaceOf(read("a.py", 4, [])), maps), null);
  assert.equal(movedSurface(surfaceOf(read("b.py", 1, ["a.py:4 x"])), maps), null);
});
