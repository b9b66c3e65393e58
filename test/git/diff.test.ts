import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines, type Hunk, mapLine } from "../../loaders/git/diff.ts";
import { fc, runs } from "../support/properties.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The new text, made of the old one's unchanged lines and the new one's hunks. */
function applied(before: string, after: string, hunks: readonly Hunk[]): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const result: string[] = [];
  let at = 1;
  for (const hunk of hunks) {
    result.push(
      ...old.slice(at - 1, hunk.oldStart - 1),
      ...now.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newLines),
    );
    at = hunk.oldStart + hunk.oldLines;
  }
  return [...result, ...old.slice(at - 1)].join("");
}

const rows: readonly (readonly [string, string, string, readonly Hunk[]])[] = [
  ["equal texts have no hunk", "a\nb\n", "a\nb\n", []],
  [
    "a line put in stands before the line that followed",
    "a\nc\n",
    "a\nb\nc\n",
    [{ oldStart: 2, oldLines: 0, newStart: 2, newLines: 1 }],
  ],
  ["a line taken out leaves none", "a\nb\nc\n", "a\nc\n", [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 0 }]],
  [
    "a last line without its end is another line",
    "a\nb",
    "a\nb\n",
    [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1 }],
  ],
  ["a carriage return ends no line", "a\rb\n", "a\rc\n", [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }]],
  ["an empty file gains all lines", "", "a\nb\n", [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 2 }]],
  ["a file that is emptied loses all lines", "a\nb\n", "", [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 0 }]],
  [
    "far-apart changes are two hunks",
    "a\nb\nc\nd\ne\n",
    "A\nb\nc\nd\nE\n",
    [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 },
      { oldStart: 5, oldLines: 1, newStart: 5, newLines: 1 },
    ],
  ],
];
for (const [title, before, after, expected] of rows)
  test(title, () => assert.deepEqual(diffLines(bytes(before), bytes(after)), expected));

test("a line is mapped around hunks and is null inside one", () => {
  const hunks = diffLines(bytes("a\nb\nc\nd\n"), bytes("new\na\nB\nB\nc\nd\n"));
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((line) => mapLine(hunks, line)),
    [2, null, 5, 6, 7],
  );
});

const alphabet = fc.constantFrom("a", "b", "c", "d", "e", "", "x\r", "return", "\xff");
const text = fc
  .tuple(fc.array(alphabet, { maxLength: 60 }), fc.boolean())
  .map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));

test("hunks applied to the old text give the new one", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      assert.equal(applied(before, after, diffLines(bytes(before), bytes(after))), after);
    }),
    { numRuns: runs(2000) },
  );
});

test("every line outside the hunks is mapped to an equal line, in order, and hunks never touch", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = diffLines(bytes(before), bytes(after));
      const [old, now] = [linesOf(before), linesOf(after)];
      let last = 0;
      for (let line = 1; line <= old.length; line++) {
        const mapped = mapLine(hunks, line);
        if (mapped === null) continue;
        assert.equal(now[mapped - 1], old[line - 1]);
        assert.ok(mapped > last);
        last = mapped;
      }
      for (let i = 1; i < hunks.length; i++) {
        const before = hunks[i - 1]!;
        assert.ok(hunks[i]!.oldStart > before.oldStart + before.oldLines);
        assert.ok(hunks[i]!.newStart > before.newStart + before.newLines);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test("small texts get the shortest edit", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [a, b] = [linesOf(before), linesOf(after)];
      const row = new Array<number>(b.length + 1).fill(0);
      for (const x of a) {
        let corner = 0;
        for (let j = 1; j <= b.length; j++) {
          const above = row[j]!;
          row[j] = x === b[j - 1] ? corner + 1 : Math.max(above, row[j - 1]!);
          corner = above;
        }
      }
      const kept = a.length - diffLines(bytes(before), bytes(after)).reduce((sum, hunk) => sum + hunk.oldLines, 0);
      assert.equal(kept, row[b.length]);
    }),
    { numRuns: runs(1000) },
  );
});

test("two large texts with the same lines in another order are compared within bounds", () => {
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  const before = Array.from({ length: 60_000 }, () => `line ${random() % 500}\n`).join("");
  const after = Array.from({ length: 60_000 }, () => `line ${random() % 500}\n`).join("");
  assert.ok(applied(before, after, diffLines(bytes(before), bytes(after))) === after);
});

test("two lines whose numbers happen to be equal are not taken for one", () => {
  const hash = (line: string) =>
    [...Buffer.from(`${line}\n`)].reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0);
  const seen = new Map<number, string>();
  let pair: readonly [string, string] | null = null;
  for (let i = 0; pair === null && i < 1_000_000; i++) {
    const line = (i * 2654435761 + 78125).toString(36).padStart(12, "0");
    const other = seen.get(hash(line));
    if (other !== undefined) pair = [other, line];
    seen.set(hash(line), line);
  }
  assert.ok(pair !== null);
  const [before, after] = [`a\n${pair[0]}\nb\n`, `x\n${pair[1]}\ny\n`];
  assert.equal(applied(before, after, diffLines(bytes(before), bytes(after))), after);
});
