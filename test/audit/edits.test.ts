// Replacements in a document: rows for what is refused, properties for what stays as it is.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { columnAfter, editBytes, editLines, overlap, type Replacement } from "../../loaders/audit/edits.ts";
import { fc } from "../support/properties.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (from: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(from);
const at = (line: number, column: number, old: string, becomes: string): Replacement => ({
  line,
  column,
  old,
  becomes,
});

describe("bytes", () => {
  const edits = [at(2, 3, "12", "140"), at(2, 7, "9", "10")];

  test("keep what git changes: line ends, $Id$, and the mark at the start", () => {
    const judged = "\uFEFF$Id$\n- 12: 9\nend";
    for (const [disk, becomes] of [
      [judged, "\uFEFF$Id$\n- 140: 10\nend"],
      ["\uFEFF$Id: 1a2b3c $\r\n- 12: 9\r\nend", "\uFEFF$Id: 1a2b3c $\r\n- 140: 10\r\nend"],
      ["\uFEFF$Id$\r\n- 12: 9\nend", "\uFEFF$Id$\r\n- 140: 10\nend"],
    ] as const) {
      const edited = editBytes(bytes(disk), bytes(judged), edits);
      assert.ok(edited.why === undefined);
      assert.equal(text(edited.bytes), becomes);
    }
  });

  test("are refused where they are not those that were judged", () => {
    const judged = "one\n- 12: 9\n";
    for (const disk of [
      "one\n- 12: 8\n",
      "two\n- 12: 9\n",
      "one\n- 12: 9\n\n",
      "one\n- 12: 9",
      "\uFEFFone\n- 12: 9\n",
      "",
    ])
      assert.deepEqual(editBytes(bytes(disk), bytes(judged), edits), {
        why: "the document changed since it was judged",
      });
    assert.deepEqual(editBytes(bytes(judged), bytes(judged), [at(9, 1, "x", "y")]), {
      why: "the document changed since it was judged",
    });
    for (const odd of [Uint8Array.of(0x6f, 0xe9), Buffer.from("one\n- 12: 9\n", "utf16le").fill(0xff, 0, 1)])
      assert.deepEqual(editBytes(odd, bytes(judged), edits), { why: "the document is not UTF-8" });
  });
});

test("two that touch overlap, two that only meet do not", () => {
  const one = at(1, 5, "core.py:12", "");
  assert.ok(overlap(one, at(1, 13, "12, 14", "")));
  assert.ok(overlap(at(1, 1, "see core.py", ""), one));
  assert.ok(overlap(one, one));
  assert.ok(!overlap(one, at(1, 15, ",", "")));
  assert.ok(!overlap(one, at(2, 5, "core.py:12", "")));
});

/** A text, and replacements in it that do not overlap. */
const edited = fc
  .array(
    fc.array(fc.constantFrom("a", "b", "12", "7", " ", "\t", "é", "漢", "\u2028", "\r", "😀"), { maxLength: 12 }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .chain((words) =>
    fc
      .array(fc.tuple(fc.boolean(), fc.constantFrom("", "9", "1234", "é")), {
        minLength: words.flat().length,
        maxLength: words.flat().length,
      })
      .map((choices) => {
        const replacements: Replacement[] = [];
        const expected: string[] = [];
        let which = 0;
        for (const [row, line] of words.entries()) {
          let column = 1;
          let now = "";
          for (const word of line) {
            const [chosen, becomes] = choices[which++]!;
            if (chosen) replacements.push(at(row + 1, column, word, becomes));
            now += chosen ? becomes : word;
            column += word.length;
          }
          expected.push(now);
        }
        return { lines: words.map((line) => line.join("")), replacements, expected };
      }),
  );

test("replacements are made whatever their order, and nothing else changes", () => {
  fc.assert(
    fc.property(edited, fc.boolean(), ({ lines, replacements, expected }, turned) => {
      assert.deepEqual(editLines(lines, turned ? replacements.toReversed() : replacements), expected);
      const disk = lines.join("\r\n");
      const done = editBytes(bytes(disk), bytes(lines.join("\n")), replacements);
      assert.ok(done.why === undefined);
      assert.equal(text(done.bytes), expected.join("\r\n"));
    }),
  );
});

test("a column outside of all replacements leads to the same character", () => {
  fc.assert(
    fc.property(edited, ({ lines, replacements, expected }) => {
      for (const [row, line] of lines.entries())
        for (let column = 1; column <= line.length; column++) {
          const inside = replacements.some(
            (each) => each.line === row + 1 && each.column <= column && column < each.column + each.old.length,
          );
          const now = columnAfter(replacements, row + 1, column);
          if (inside) assert.equal(now, null);
          else assert.equal(expected[row]![now! - 1], line[column - 1]);
        }
    }),
  );
});
