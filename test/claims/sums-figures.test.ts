// When a stated number is the computed one, as rows of what is written; and which digits are a numeral at all.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { combined, compared, exactly, folded, judged } from "../../loaders/claims/sums/figures.ts";
import { numeralAt } from "../../loaders/claims/sums/numerals.ts";
import type { Figure } from "../../loaders/claims/sums/sum.ts";

function figure(text: string): Figure {
  const numeral = numeralAt(text, 0);
  assert.ok(numeral, text);
  return numeral;
}

describe("a stated number", () => {
  const rows: readonly (readonly [stated: string, of: string, outcome: string])[] = [
    ["41", "20 + 12 + 9", "closes"],
    ["42", "20 + 12 + 9", "fails"],
    ["40", "20 + 12 + 9", "fails"],
    // Rounded to hundreds, perhaps; not to tens.
    ["3,200", "3120 + 48", "open"],
    ["3,160", "3120 + 48", "fails"],
    ["2.09", "313 / 150", "closes"],
    // Cut off, not rounded.
    ["2.08", "313 / 150", "open"],
    ["2.07", "313 / 150", "fails"],
    // Each part may be half of its last digit off.
    ["1.85", "3.07 / 1.66", "closes"],
    ["1.84", "3.07 / 1.66", "closes"],
    ["1.82", "3.07 / 1.66", "fails"],
    ["4.0", "1.5 + 1.7 + 0.9", "closes"],
    ["4.5", "1.5 + 1.7 + 0.9", "fails"],
    ["56", "7 * 8", "closes"],
    ["57", "7 * 8", "fails"],
    ["1,000", "2 * 512", "open"],
  ];
  for (const [stated, of, outcome] of rows)
    test(`${stated} of ${of}: ${outcome}`, () => {
      const parts = of.split(" ");
      const operands = parts.filter((_, at) => at % 2 === 0).map(figure);
      const operators = parts.filter((_, at) => at % 2 === 1);
      const computed = folded(operands, operators);
      assert.ok(computed);
      assert.equal(
        compared(
          figure(stated),
          computed,
          operators.every((each) => each === "+"),
        ),
        outcome,
      );
    });

  test("that is off is told only where a sum is surely meant", () => {
    const draft = { from: 0, to: 1, form: "parts", stated: exactly(7), computed: exactly(8), what: "sum" } as const;
    assert.equal(judged(draft, { sure: false, counted: true }), null);
    assert.equal(judged(draft, { sure: true, counted: true })?.closes, false);
  });

  test("there is none of a division by what may be nought", () => {
    assert.equal(combined("/", exactly(3), figure("0.0")), null);
    assert.equal(combined("/", exactly(3), exactly(0)), null);
  });
});

describe("a numeral", () => {
  const rows: readonly (readonly [text: string, value: number | null, unit?: string])[] = [
    ["39", 39],
    ["4,518,000", 4518000],
    ["1_000", 1000],
    ["13\u202f029", 13029],
    ["1,23", 1],
    ["0,125", 0],
    ["3.07", 3.07],
    ["97.2 %", 97.2, "%"],
    ["97.2%", 97.2, "%"],
    ["1.66x", 1.66, "x"],
    ["723×", 723, "x"],
    ["80 GB", 80],
    ["80GB", 80, "GB"],
    ["32분", 32, "분"],
    ["150-line", 150],
    ["1.2.3", null],
    ["12:14", null],
    ["2026-08-15", null],
    ["1b473e5", null],
    ["0x1F", null],
    ["3rd", null],
    ["2^10", null],
    ["5a.py", null],
    ["1234567890123456", null],
  ];
  for (const [text, value, unit = ""] of rows)
    test(`${text} is ${value === null ? "none" : `${value} ${unit}`.trim()}`, () => {
      const numeral = numeralAt(text, 0);
      assert.deepEqual(numeral && [numeral.value, numeral.unit], value === null ? null : [value, unit]);
    });
});
