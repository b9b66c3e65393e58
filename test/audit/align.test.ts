// Says what an alignment of two versions is, for any file and any edit: an unedited line is found again, a shift shifts, a
// moved block is found where it went, and nothing that is asked throws.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Alignment, isTrivial, type Text } from "../../loaders/audit/align.ts";
import { fc, runs } from "../support/properties.ts";

function textOf(lines: readonly string[]): Text {
  return { bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")), lines };
}

const align = (before: readonly string[], after: readonly string[]) => new Alignment(textOf(before), textOf(after));

const WORDS = "open seal drain ledger parcel queue budget worker invoice anchor falcon timber".split(" ");
const word = fc.constantFrom(...WORDS);
/** Lines as code has them: some equal, some without a word, none longer than a line. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(word, word, fc.nat(60)).map(([a, b, n]) => `    ${a}_${n} = ${b}(${a})`) },
  { weight: 1, arbitrary: fc.constantFrom("", ")", "}", "    else:", "    return", "    try:") },
);
const file = fc.array(line, { minLength: 1, maxLength: 60 });
/** Lines that no other line is like. */
const distinct = fc
  .uniqueArray(fc.tuple(word, word, fc.nat(5_000)), { minLength: 3, maxLength: 50, selector: ([, , n]) => n })
  .map((all) => all.map(([a, b, n]) => `    value_${n} = ${a}_${n}(${b}, number_${n})`));
const range = fc.tuple(fc.integer({ min: -2, max: 70 }), fc.integer({ min: -2, max: 70 }));

describe("an alignment", () => {
  test("of a file with itself leaves every range where it is, exact and whole", () => {
    fc.assert(
      fc.property(file, range, (lines, [a, b]) => {
        const start = Math.max(1, Math.min(a, lines.length));
        const end = Math.max(start, Math.min(b, lines.length));
        assert.deepEqual(align(lines, lines).place(start, end), { start, end, exact: true, lost: 0, grown: 1 });
      }),
    );
  });

  test("shifts what stands below inserted lines by as many, and nothing above them", () => {
    fc.assert(
      fc.property(distinct, fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(), (lines, inserted, seed) => {
        const at = seed % (lines.length + 1);
        const added = inserted.map((each, n) => `# ${each} ${n} was put here`);
        const now = align(lines, [...lines.slice(0, at), ...added, ...lines.slice(at)]);
        for (const row of lines.keys()) {
          const shift = row < at ? 0 : added.length;
          assert.equal(now.place(row + 1, row + 1)?.start, row + 1 + shift);
        }
      }),
    );
  });

  test("maps a line that nobody edited to an equal one, whatever was taken out and put in around it", () => {
    fc.assert(
      fc.property(distinct, fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 }), (lines, edits) => {
        const after: string[] = [...lines];
        for (const [at, isDeleted] of edits)
          if (isDeleted) after.splice(at % (after.length + 1), 1);
          else after.splice(at % (after.length + 1), 0, `# remark ${at}`);
        const now = align(lines, after);
        for (const [row, text] of lines.entries()) {
          const place = now.place(row + 1, row + 1);
          if (!after.includes(text)) continue;
          assert.equal(after[(place?.start ?? 0) - 1], text);
          assert.deepEqual([place?.exact, place?.lost], [true, 0]);
        }
      }),
    );
  });

  test("finds a block where it was moved to, and its lines in their order", () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), fc.nat(), (lines, a, b, c) => {
        const first = a % lines.length;
        const length = 1 + (b % Math.min(8, lines.length - first));
        const block = lines.slice(first, first + length);
        const rest = [...lines.slice(0, first), ...lines.slice(first + length)];
        const to = c % (rest.length + 1);
        const after = [...rest.slice(0, to), ...block, ...rest.slice(to)];
        const place = align(lines, after).place(first + 1, first + length);
        assert.deepEqual([place?.start, place?.end, place?.exact], [to + 1, to + length, true]);
      }),
    );
  });

  test("follows a line that was edited a little, and says that it is not exact", () => {
    const before = ["def settle(ledger, postings):", "    total = sum_postings(ledger, limit)", "    return total"];
    const after = ["import money", before[0]!, "    total = sum_postings(ledger, limit, cents)", before[2]!];
    const place = align(before, after).place(2, 2);
    assert.deepEqual(place, { start: 3, end: 3, exact: false, lost: 0, grown: 1 });
  });

  test("has no place for lines of which none is left", () => {
    const before = ["alpha = first_thing(one)", "beta = second_thing(two)"];
    assert.equal(align(before, ["something", "else entirely", "stands here"]).place(1, 2), null);
    assert.equal(align(before, []).place(1, 2), null);
    assert.equal(align([], before).place(1, 1), null);
  });

  test("never throws and never leaves the file, for any two files and any range", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.array(line, { maxLength: 60 }),
        range,
        (before, after, [a, b]) => {
          const start = Math.max(1, a);
          const place = align(before, after).place(start, Math.max(start, b));
          if (place === null) return;
          assert.ok(1 <= place.start && place.start <= place.end && place.end <= after.length);
          assert.ok(place.lost >= 0 && place.grown > 0);
          assert.ok(!place.exact || place.lost === 0);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  test("of hunks too large to be compared by tokens still finds equal lines", () => {
    const before = Array.from({ length: 400 }, (_, n) => `value_${n} = first(${n})`);
    const after = Array.from({ length: 400 }, (_, n) => (n % 50 === 7 ? before[n]! : `other_${n} = second(${n})`));
    const now = align(before, after);
    for (let row = 7; row < 400; row += 50) assert.equal(now.place(row + 1, row + 1)?.start, row + 1);
  });
});

test("a line is trivial that stands everywhere and says nothing", () => {
  for (const each of ["", "  )", "});", "else:", "    } else {", "return", "raise X(", '"""'])
    assert.ok(isTrivial(each), each);
  for (const each of ["x = 1", "return x", "raise X(y)", "else: x()"]) assert.ok(!isTrivial(each), each);
});
