// Numbers as people write them, as rows; and of all numbers, that what is printed reads back.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type NumberKind, numbersIn, parseNumber } from "../../loaders/claims/prose/numbers.ts";
import { fc, runs } from "../support/properties.ts";

describe("a text that is nothing but a number", () => {
  for (const [value, ...texts] of [
    [0, "0", "zero", "none", "no", "neither", "None."],
    [1, "one", "a single", "once", "1x", "first", "1st"],
    [2, "two", "both", "twice", "a pair", "2 times", "the two", "all of the two"],
    [3, "three times", "thrice", "third", "**3**", "_three_", "“three”"],
    [6, "half a dozen", "a half-dozen", "half-dozen"],
    [9, "all nine", "all of the nine", "exactly nine", "only 9", "(nine)"],
    [12, "12", "`12`", "Twelve", "TWELVE", "a dozen", "dozen", "twelfth", "12th", "twelve,", "12.0"],
    [21, "twenty-one", "twenty one", "twenty‑one", "21st", "twenty-first", "twenty-\none"],
    [24, "two dozen", "2 dozen"],
    [26, "Twenty-six"],
    [100, "a hundred", "one hundred", "hundred", "100", "hundredth"],
    [101, "one hundred and one", "one hundred one", "a hundred and first"],
    [112, "one hundred and twelve"],
    [1200, "twelve hundred", "one thousand two hundred", "1,200", "1_200", "1\u00a0200", "1\u2009200", "1\u202f200"],
    [4518, "4518", "4,518", "four thousand five hundred and eighteen", "4,518 times"],
    [1001, "a thousand and one"],
    [2000003, "two million and three", "2,000,003"],
    [4500000, "4.5 million"],
    [-3, "-3", "−3"],
    [141, "+141"],
    [2.09, "2.09x", "2.09×", "2.09"],
    [2.5, "two and a half"],
    [97.2, "97.2 %", "97.2%", "97.2 percent", "97.2 per cent"],
    [0.001, "1e-3", "0.001"],
  ] as const)
    for (const text of texts) test(`"${text}" is ${value}`, () => assert.equal(parseNumber(text), value));

  for (const [why, ...texts] of [
    ["is vague", "a couple", "several", "about 40", "~40", "40+", "10k", "dozens", "at least two", "one or two", "all"],
    [
      "is a name",
      "v2",
      "#12",
      "fp8",
      "RUNNER-3",
      "1.2.3",
      "2026-09-21",
      "19:18",
      "core.py:12",
      "042e8f1c0",
      "0x1f",
      "007",
    ],
    ["is more than one number", "12-14", "5–7", "12, 14", "one two", "7/7", "nineteen ninety-nine", "1,2"],
    ["is more than a number", "12 names", "twelve-row", "one's", "no one", "90s", "4 KB"],
    ["is a fraction", "two thirds", "one-third", "a quarter", "a half"],
    ["is nothing", "", " ", "*", "names", "a", "the"],
    ["is too long to be exact", "12345678901234567890"],
  ] as const)
    for (const text of texts) test(`"${text}" ${why} and no number`, () => assert.equal(parseNumber(text), null));
});

/** "ten:10 12:12:label": each number of a text with its value, and its kind where it is no count. */
function shown(text: string): string {
  return numbersIn(text)
    .map((each) => `${each.text}=${each.value}${each.kind === "count" ? "" : ` ${each.kind}`}`)
    .join(", ");
}

describe("the numbers of a text", () => {
  for (const [title, text, expected] of [
    ["are in order", "Ten of the twelve names, 26 in all.", "Ten=10, twelve=12, 26=26"],
    [
      "stand alone in a calculation",
      "39 = 19 + 11+9, and 4518+52=4570",
      "39=39, 19=19, 11=11, 9=9, 4518=4518, 52=52, 4570=4570",
    ],
    ["lose their marks", "**twelve** of _nine_ `14` “3”", "twelve=12, nine=9, 14=14, 3=3"],
    ["may wrap", "one hundred\nand twelve, twenty-\nsix", "one hundred\nand twelve=112, twenty-\nsix=26"],
    ["do not reach over a blank line", "twenty\n\nsix", "twenty=20, six=6"],
    [
      "tell ratios, shares and signs",
      "2.09x of 97.2 % and +141, −3 or 5 percent",
      "2.09x=2.09 ratio, 97.2 %=97.2 percent, +141=141 signed, −3=-3 signed, 5=5 percent",
    ],
    [
      "tell how often from how many",
      "twice, three times, exactly once per call",
      "twice=2 times, three=3 times, once=1 times",
    ],
    ["tell which from how many", "the third of the 21st", "third=3 ordinal, 21st=21 ordinal"],
    [
      "may head a word",
      "a two-key dict, a 12-row table, a 64-bit word",
      "two=2 compound, 12=12 compound, 64=64 compound",
    ],
    [
      "are none where they name",
      "round 2, line 12, lines 12, 14 and 30, No. 5, Python 3.11, in 2026, 5 May 2026",
      "2=2 label, 12=12 label, 12=12 label, 14=14 label, 30=30 label, 5=5 label, 3.11=3.11 label, 2026=2026 label, 5=5 label, 2026=2026 label",
    ],
    ["are the ends of a range", "5-7 lines, 12–14 of them", "5=5 range, 7=7 range, 12=12 range, 14=14 range"],
    [
      "are taken back",
      "about 40, at least two, more than 3, 40+, ~90, one or more",
      "40=40 approximate, two=2 approximate, 3=3 approximate, 40+=40 approximate, 90=90 approximate, one=1 approximate",
    ],
    ["may have a unit", "90s and 12 MB", "90s=90 quantity, 12=12"],
    ["are none in names", "fp8 v2 utf-8 x86-64 RUNNER-3 sha256 two_phase three.js int32", ""],
    [
      "are none in versions, dates, times and addresses",
      "1.2.3 v0.1.2 2026-09-21 19:18:21 127.0.0.1:8080 2026/9/21",
      "",
    ],
    [
      "are none in paths, citations and references",
      "core.py:12-14 :144 a/12/b #97 042e8f1c0 https://x.org/12?a=13",
      "",
    ],
    [
      "are none in code, which may be one",
      "`call(x, 3)` `12` `354965883` f(3) a[0] wait=1 see [it](a/12.md) or [it][RFC 12]",
      "12=12",
    ],
    ["are none as a noun", "this one, no one, the one that reads, one-off, one by one, the JSON one", ""],
    ["count nothing where they refuse", "no longer, no, no-op, no such. No caller waits, none of them", "No=0, none=0"],
    ["are not Python's None", "it answers None, and is None", ""],
    [
      "are no times of day or of the clock",
      "10 seconds, one second, per second, at 10 am",
      "10=10, one=1, 10=10 label",
    ],
    ["say when, not how often", "once the loop ends, at once, only once it ends", ""],
    ["are no parts of longer words", "non-zero, top-ten, pre-two", ""],
    ["are no fractions", "two thirds, a third of it, one-half", ""],
    [
      "may come in dozens",
      "half a dozen names, two dozen, the dozen names, a dozen",
      "half a dozen=6, two dozen=24, dozen=12, a dozen=12",
    ],
    ["go down from scale to scale", "two thousand three million", "two thousand=2000, three million=3000000"],
    [
      "join by a space only what belongs together",
      "twenty one-line tests, one two",
      "twenty=20, one=1 compound, one=1, two=2",
    ],
  ] as const)
    test(`${title}: ${text.replace(/\n/g, "⏎")}`, () => assert.equal(shown(text), expected));
});

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** How a number is said: with `and` or without, its tens joined by `joint`. */
function said(value: number, and: string, joint: string): string {
  if (value < 20) return SMALL[value]!;
  if (value < 100) return TENS[Math.floor(value / 10) - 2]! + (value % 10 === 0 ? "" : joint + SMALL[value % 10]!);
  const rest = (over: number) =>
    value % over === 0 ? "" : ` ${value % over < 100 ? and : ""}${said(value % over, and, joint)}`;
  if (value < 1000) return `${said(Math.floor(value / 100), and, joint)} hundred${rest(100)}`;
  if (value < 1e6) return `${said(Math.floor(value / 1000), and, joint)} thousand${rest(1000)}`;
  return `${said(Math.floor(value / 1e6), and, joint)} million${rest(1e6)}`;
}

const grouped = (value: number, mark: string) => String(value).replace(/\B(?=(?:\d{3})+$)/g, mark);
const cased = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text[0]!.toUpperCase() + text.slice(1),
);

describe("whatever number is printed", () => {
  const values = fc.oneof(fc.nat(130), fc.nat(1100), fc.nat(999_999_999));
  const ways = fc.constantFrom("and ", "");
  const joints = fc.constantFrom("-", " ", "‑", "-\n");

  test("in words reads back, alone and in a sentence", () => {
    fc.assert(
      fc.property(values, ways, joints, cased, (value, and, joint, cases) => {
        const text = cases(said(value, and, joint));
        assert.equal(parseNumber(text), value);
        const found = numbersIn(`There are ${text} names that wait.`);
        assert.deepEqual(
          found.map((each) => [each.value, each.text, each.kind]),
          [[value, text, "count"]],
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  test("in digits reads back, however its thousands are parted", () => {
    fc.assert(
      fc.property(values, fc.constantFrom("", ",", "_", "\u2009", "\u00a0", "\u202f"), (value, mark) => {
        const text = grouped(value, mark);
        assert.equal(parseNumber(text), value);
        assert.deepEqual(
          numbersIn(`of ${text} names`).map((each) => [each.value, each.text, each.kind]),
          [[value, text, "count"]],
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  test("with a part behind its point, a sign or a unit reads back", () => {
    fc.assert(
      fc.property(
        fc.nat(99_999),
        fc.nat(99),
        fc.constantFrom("", "+", "-", "−"),
        fc.constantFrom("", "x", "×", "%", " %"),
        (whole, part, sign, unit) => {
          const text = `${sign}${whole}.${String(part).padStart(2, "0")}${unit}`;
          const value = Number(`${sign === "" || sign === "+" ? "" : "-"}${whole}.${String(part).padStart(2, "0")}`);
          assert.equal(parseNumber(text), value);
          assert.deepEqual(
            numbersIn(`it is ${text} now`).map((each) => [each.value, each.text]),
            [[value, text]],
          );
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

const WORDS =
  "one two twenty six hundred thousand and a half dozen third no none once both 12 4,518 2.09x % + - − – , . / : # ` ``` _ ** ( ) [ ] = ~ core.py:12 v2 x ’ \n \u2009".split(
    " ",
  );

describe("whatever a text holds", () => {
  test("its numbers are where they say, in order and apart, and read alone as they do there", () => {
    const readsAlone: ReadonlySet<NumberKind> = new Set([
      "count",
      "decimal",
      "percent",
      "ratio",
      "signed",
      "times",
      "ordinal",
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS, " "), { maxLength: 40 }), fc.boolean(), (parts, apart) => {
        const text = parts.join(apart ? " " : "");
        let end = 0;
        for (const each of numbersIn(text)) {
          assert.ok(each.from >= end && each.to > each.from, each.text);
          assert.equal(text.slice(each.from, each.to), each.text);
          if (readsAlone.has(each.kind)) assert.equal(parseNumber(each.text), each.value, each.text);
          end = each.to;
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  for (const unit of ["twenty ", "1 ", "1,", "`", "` ", "(a(", "one hundred and ", "no one ", "1-", "a", "_", " ", "'"])
    test(`a million characters of ${JSON.stringify(unit)} take time in proportion`, () => {
      const before = process.cpuUsage();
      numbersIn(unit.repeat(Math.ceil(1_000_000 / unit.length)));
      parseNumber(unit.repeat(1_000_000));
      assert.ok(process.cpuUsage(before).user < 15_000_000);
    });
});
