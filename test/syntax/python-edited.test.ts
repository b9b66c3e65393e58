// Holds the outline of a next version to the outline of the whole: what is taken over has the old bytes, and nothing else
// comes out than if all had been read.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readStory } from "../../data/sample-engine/story.ts";
import type { Chunk } from "../../loaders/model.ts";
import { outlineEdited } from "../../loaders/syntax/python-edited.ts";
import { outlinePython } from "../../loaders/syntax/python-outline.ts";
import { fc, runs } from "../support/properties.ts";
import { pythonLines } from "../support/python-lines.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** How many chunks the outline of `after` takes over from `before`; null where all has to be read. */
function takenOver(before: string, after: string): number | null {
  const [old, now] = [bytesOf(before), bytesOf(after)];
  const chunks = outlinePython(old);
  assert.ok(chunks, "the old version is outlined by indentation");
  const edited = outlineEdited({ bytes: old, chunks }, now);
  if (edited === null) return null;
  assert.deepEqual(edited.chunks, outlinePython(now));
  assert.equal(edited.origins.length, edited.chunks.length);
  for (const [at, origin] of edited.origins.entries()) {
    const chunk: Chunk | undefined = edited.chunks[at];
    const from: Chunk | undefined = chunks[origin];
    if (chunk && from)
      assert.deepEqual(now.subarray(chunk.start, chunk.end), old.subarray(from.start, from.end), `chunk ${at}`);
  }
  return edited.origins.filter((origin) => origin >= 0).length;
}

const BASE = `import a

class A(B):
    """What it is."""

    x = 1

    def f(self):
        return 1

    @property
    def g(self):
        return 2

    class C:
        def h(self):
            pass

y = 1

def k():
    return 3


def last():
    return 4
`;

const edit = (from: string, to: string): string => {
  assert.ok(BASE.includes(from), `${from} stands there`);
  return BASE.replace(from, to);
};

describe("the outline of a next version is that of the whole", () => {
  const kept: readonly (readonly [title: string, after: string, taken: number])[] = [
    ["nothing changed", BASE, 10],
    ["a body changed", edit("return 1", "return 10"), 9],
    ["a body grew by its last line", edit("return 2\n", "return 2\n        return 3\n"), 9],
    ["a member came first", edit("    x = 1\n", "    x = 1\n\n    def e(self):\n        pass\n"), 8],
    ["two bodies changed, far apart", edit("return 1", "return 0").replace("return 4", "return 5"), 8],
    ["an import came, and a body changed", edit("import a", "import a, b").replace("return 3", "return 0"), 8],
    ["a nested class lost its place", edit("    class C:\n        def h(self):\n            pass\n", ""), 6],
    ["the last function went", edit("\n\ndef last():\n    return 4\n", ""), 8],
    ["a class was cut in two", edit("    @property", "class D:\n    @property"), 5],
    ["a definition became a statement", edit("def k():\n    return 3\n", "del k\n"), 7],
    ["what follows belongs to an if now", edit("y = 1\n", "if y:\n    y = 1\n"), 8],
    ["a decorator came", edit("def k", "@a\ndef k"), 7],
  ];
  for (const [title, after, taken] of kept) test(title, () => assert.equal(takenOver(BASE, after), taken));

  const read: readonly (readonly [title: string, after: string])[] = [
    ["a string was opened and never closed", edit("y = 1", '"""')],
    ["a line goes on into a definition", edit("y = 1\n\n", "y = 1 + \\\n")],
    ["a function moved into a body that was read", edit("def last", "if y:\n    z = 1\n  def last")],
  ];
  for (const [title, after] of read)
    test(`all is read where ${title}`, () => assert.equal(takenOver(BASE, after), null));

  test("a file that defines nothing is taken over only as it is", () => {
    assert.equal(takenOver("x = 1\ny = 2\n", "x = 1\ny = 2\n"), 1);
    assert.equal(takenOver("x = 1\ny = 2\n", "z = 0\nx = 1\ny = 2\n"), 0);
    assert.equal(takenOver("x = 1\ny = 2\n", "x = 1\ny = 2\nz = 3\n"), 0);
    assert.equal(takenOver("x = 1\n", "x = 1\n\ndef f():\n    pass\n"), 0);
    assert.equal(takenOver("def f():\n    pass\n", "x = 1\n\ndef f():\n    pass\n"), 1);
  });

  test("on random modules of which random lines went, came or moved", () => {
    const place = fc.nat(60);
    const change = fc.record({
      at: place,
      gone: fc.nat(4),
      come: fc.array(pythonLines, { maxLength: 2 }),
      indent: fc.nat(2),
    });
    let taken = 0;
    fc.assert(
      fc.property(
        pythonLines,
        pythonLines,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (first, second, changes) => {
          const before = [...first, ...second];
          const after = [...before];
          for (const { at, gone, come, indent } of changes)
            after.splice(at % after.length, gone, ...come.flat().map((line) => `${"    ".repeat(indent)}${line}`));
          const text = `${before.join("\n")}\n`;
          if (outlinePython(bytesOf(text))) taken += takenOver(text, `${after.join("\n")}\n`) ?? 0;
        },
      ),
      { numRuns: runs(500) },
    );
    assert.ok(taken > 200, `${taken} chunks were taken over`);
  });

  test("on every next version of the sample engine's files, of which most is taken over", async () => {
    const latest = new Map<string, string>();
    let [all, taken] = [0, 0];
    for (const commit of await readStory(new URL("../../data/sample-engine/commits/", import.meta.url))) {
      for (const [path, text] of commit.files) {
        const before = latest.get(path);
        if (path.endsWith(".py")) latest.set(path, text);
        if (!path.endsWith(".py") || before === undefined || before === text) continue;
        taken += takenOver(before, text) ?? 0;
        all += outlinePython(bytesOf(text))?.length ?? 0;
      }
    }
    assert.ok(taken > all * 0.7, `${taken} of ${all} chunks were taken over`);
  });
});
