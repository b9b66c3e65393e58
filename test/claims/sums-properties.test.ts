// Sums that are made up: whatever the numbers, one that is right closes, one that is off is told, and nothing else is said.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Sum } from "../../loaders/claims/sums/sum.ts";
import { sumsIn } from "../../loaders/claims/sums/sums.ts";
import { proseOf } from "../../loaders/syntax/prose.ts";
import { fc, runs } from "../support/properties.ts";

function sumsOf(text: string, path = "a.md"): readonly Sum[] {
  return sumsIn(proseOf(path, text));
}

function outcomes(text: string): string[] {
  return sumsOf(text).map((sum) => `${sum.stated} ${sum.closes ? "=" : "≠"} ${sum.computed}`);
}

const counts = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 3, maxLength: 8 });
const off = fc.constantFrom(-3, -2, -1, 1, 2, 3);
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
/** What a number that ends in two noughts says of its last digits is left open. */
const isRound = (number: number): boolean => number % 100 === 0;

describe("a sum that is made up", () => {
  test("closes as an equation, and does not where it is off", () => {
    fc.assert(
      fc.property(counts, off, (numbers, by) => {
        const sum = total(numbers);
        const written = numbers.map((number) => number.toLocaleString("en-US")).join(" + ");
        assert.deepEqual(outcomes(`In all ${written} = ${sum} valves.`), [`${sum} = ${sum}`]);
        assert.deepEqual(outcomes(`In all ${sum} = ${written}.`), [`${sum} = ${sum}`]);
        if (isRound(sum + by)) return;
        assert.deepEqual(outcomes(`In all ${written} = ${sum + by} valves.`), [`${sum + by} ≠ ${sum}`]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("closes in brackets, and does not where it is off by a little", () => {
    fc.assert(
      fc.property(counts, off, (numbers, by) => {
        const sum = total(numbers);
        const parts = numbers.map((number, at) => `part_${"abcdefgh"[at]} ${number}`).join(", ");
        assert.deepEqual(outcomes(`${sum} valves (${parts}).`), [`${sum} = ${sum}`]);
        fc.pre(!isRound(sum + by) && sum > 30 && numbers.every((number) => number < sum + by));
        assert.deepEqual(outcomes(`${sum + by} valves (${parts}).`), [`${sum + by} ≠ ${sum}`]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("closes in a table, and does not where it is off by a little", () => {
    fc.assert(
      fc.property(counts, off, (numbers, by) => {
        const sum = total(numbers);
        const rows = numbers.map((number, at) => `| part_${"abcdefgh"[at]} | ${number} |`).join("\n");
        const table = (stated: number) => `| part | valves |\n|---|---|\n${rows}\n| **total** | **${stated}** |\n`;
        assert.deepEqual(outcomes(table(sum)), [`${sum} = ${sum}`]);
        fc.pre(!isRound(sum + by) && sum > 30);
        assert.deepEqual(outcomes(table(sum + by)), [`${sum + by} ≠ ${sum}`]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("is rounded to the digits that it shows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1000, max: 9999 }), (part, whole) => {
        const share = ((part / whole) * 100).toFixed(1);
        const [found, ...more] = sumsOf(`It is ${part} of ${whole} (${share} %).`);
        assert.deepEqual([found?.form, found?.closes, more.length], ["share", true, 0]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("stands where it says, whatever stands around it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Word ", "and\n", "`code` ", "7 ", "**so** ", "(see) "), { maxLength: 20 }),
        (around) => {
          const text = `${around.join("")}or 20 + 12 + 9 = 41.`;
          const found = sumsOf(text).find((sum) => sum.form === "equation");
          const line = text.split("\n")[(found?.line ?? 0) - 1] ?? "";
          assert.equal(line.slice((found?.column ?? 0) - 1).startsWith("20 + 12 + 9 = 41"), true);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

const piece = fc.constantFrom(
  ..."0 1 7 39 1,234 3.07 97.2% 1.66x +7 -3 −2 ~40 $5 150-line 4ms = == ≈ + - * / × ÷ ( ) [ ] | , ; : . → -> — -- total of out vs 150 estimate Delta Δ and twelve four `a` ** # #82 a.py:12 \n \n\n |--|--| | 1 | ](x) <b> ^ ... <".split(
    " ",
  ),
  " ",
  "\n",
  "| a | b |\n|---|---|\n",
);

describe("any text", () => {
  test("is survived, and what is found lies in it", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom("a.md", "a.txt", "a.py", "a.rst"),
        (pieces, path) => {
          const text = pieces.join(" ");
          const lines = text.split("\n").length;
          for (const sum of sumsOf(text, path)) {
            assert.ok(sum.line >= 1 && sum.line <= lines && sum.column >= 1);
            assert.ok(Number.isFinite(sum.stated) && Number.isFinite(sum.computed) && sum.says.length < 200);
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test("that repeats one thing without end is read in time that grows with its length", () => {
    const hostile = [
      "9",
      "1,",
      "1.",
      "+",
      "1 + ",
      "1+",
      "1 = ",
      "1 + 1 = ",
      "1 +",
      "(",
      "(1 + ",
      "9 (1, ",
      "9, ",
      "99 a (1 b, ",
      "1 / ",
      "1 / 2 / 3 total, ",
      "1 → 2 (+1, ",
      "1 of 2 (",
      "](",
      "<a ",
      "*",
      "~",
      "150-line estimate 1.22x ",
      "| 1 ",
      "|--|--|",
      "| total | 1 |\n",
      "합계 1분 + ",
      "| a | b |\n|---|---|\n| 1 | 2 |\n\nDelta +1\n\n",
      "a.",
      "1 a b c (d e f) + ",
      "9 — 1 a, ",
    ];
    for (const each of hostile)
      for (const path of ["a.md", "a.txt"]) {
        const start = performance.now();
        sumsOf(`| a | b |\n|---|---|\n${each.repeat(Math.ceil(40_000 / each.length))} = 2`, path);
        const took = performance.now() - start;
        assert.ok(took < 8000, `${JSON.stringify(each)} in ${path} took ${Math.round(took)} ms`);
      }
  });

  test("a million digits are no number", () => {
    assert.deepEqual(sumsOf(`${"9".repeat(1_000_000)} + 1 = 2 and 20 + ${"1".repeat(40)} = 7.`), []);
  });
});
