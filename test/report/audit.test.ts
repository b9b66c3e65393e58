// Holds every format to what its readers see (golden files), and each to a test of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMATS } from "../../loaders/report/audit/formats.ts";
import {
  count,
  counted,
  day,
  headline,
  momentWords,
  VERDICT_ORDER,
  VERDICTS,
} from "../../loaders/report/audit/words.ts";
import { COLOUR, PLAIN } from "../../loaders/report/text.ts";
import { VERSION } from "../../loaders/version.ts";
import { CHANGE_REPORT, finding, HOSTILE_REPORT, longReport, PLAIN_REPORT, reportOf } from "../support/audit-report.ts";
import { matchGolden } from "../support/golden.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  text: "txt",
  json: "json",
  sarif: "sarif",
  github: "log",
  gitlab: "json",
  rdjson: "json",
  junit: "xml",
  markdown: "md",
};

/** A line of the made-up documents: blanks up to the citation. */
const lineOf = (doc: string, line: number): string | null => {
  const cited = PLAIN_REPORT.citations.find((each) => each.doc === doc && each.line === line);
  return cited ? `${"é".repeat(cited.column - 1)}${cited.text} and so on` : null;
};

for (const { name, render } of FORMATS) {
  test(`${name} says what its golden file says, and no line end ends it`, () => {
    const extension = EXTENSIONS[name];
    assert.ok(extension, `test/report/audit.test.ts does not know the format ${name}`);
    for (const [which, report] of [
      ["plain", PLAIN_REPORT],
      ["change", CHANGE_REPORT],
      ["hostile", HOSTILE_REPORT],
    ] as const) {
      const text = render(report, { style: PLAIN, all: false, lineOf });
      assert.ok(!text.endsWith("\n"));
      matchGolden(`audit/${which}-${name}.${extension}`, `${text.replaceAll(`"${VERSION}"`, '"VERSION"')}\n`);
    }
  });

  test(`${name} renders a report in which nothing is cited`, () => {
    const text = render(reportOf([]), { style: PLAIN, all: false });
    if (/json|gitlab|sarif/.test(name)) JSON.parse(text);
    else assert.match(text, /Nothing is cited here|<testsuites .*tests="0"/);
  });
}

test("text tells every citation with its evidence where all is asked for", () => {
  const text = FORMATS[0]?.render(PLAIN_REPORT, { style: PLAIN, all: true }) ?? "";
  matchGolden("audit/plain-text-all.txt", `${text}\n`);
  assert.match(text, /\+4\.3 bits {2}support/);
  assert.match(text, /−0\.8 bits/);
  matchGolden("audit/change-text-all.txt", `${FORMATS[0]?.render(CHANGE_REPORT, { style: PLAIN, all: true })}\n`);
});

test("what fails is shown by every format, also where it was so before the change", () => {
  const report = reportOf([finding({ verdict: "changed", fails: true, introduced: false })], { base: "b" });
  for (const { name, render } of FORMATS) {
    const text = render(report, { style: PLAIN, all: false });
    assert.ok(text.replaceAll("%3A", ":").includes("core.py:12-14"), name);
  }
});

test("text colours what fails only through its style", () => {
  const text = FORMATS[0]?.render(PLAIN_REPORT, { style: COLOUR, all: false }) ?? "";
  assert.ok(text.includes(COLOUR.alarm("◆ changed, fails")));
});

test("a long text shows what fails in full and folds the rest", () => {
  const text = FORMATS[0]?.render(longReport(60, 30), { style: PLAIN, all: false }) ?? "";
  matchGolden("audit/long-text.txt", `${text}\n`);
  assert.ok(text.split("\n").length < 100);
  const whole = FORMATS[0]?.render(longReport(60, 30), { style: PLAIN, all: true }) ?? "";
  assert.ok(whole.split("\n").length > 1800);
});

test("a headline counts what fails, and says so where nothing does", () => {
  const changed = finding({ verdict: "changed", fails: true });
  const moved = finding({ verdict: "moved" });
  assert.equal(headline(reportOf([])), "Nothing is cited here.");
  assert.equal(headline(reportOf([finding()])), "No citation is wrong.");
  assert.equal(headline(reportOf([changed, finding()])), "One of two citations fails.");
  assert.equal(headline(reportOf([moved, moved])), "Two citations are not in order; none fails.");
  assert.equal(headline(reportOf([moved], { base: "b" })), "This change makes no citation wrong.");
  assert.equal(
    headline(reportOf([{ ...moved, introduced: true }], { base: "b" })),
    "One citation is not in order by this change; none fails.",
  );
});

test("each verdict has words, its own glyph, and four fail by default", () => {
  assert.equal(VERDICT_ORDER.length, 11);
  assert.equal(new Set(VERDICT_ORDER.map((each) => VERDICTS[each].glyph)).size, 11);
  assert.deepEqual(
    VERDICT_ORDER.filter((each) => VERDICTS[each].fails),
    ["missing", "past-end", "wrong-when-written", "changed"],
  );
});

test("numbers up to twelve are words, days have no leading nought, a moment names commit, request and day", () => {
  assert.deepEqual([0, 1, 12, 13, 1168].map(count), ["no", "one", "twelve", "13", "1,168"]);
  assert.equal(counted(1, "citation"), "one citation");
  assert.deepEqual(["2026-06-04", "", "x"].map(day), ["4 Jun 2026", "", "x"]);
  const commit = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
  assert.equal(momentWords({ commit, pr: 860, date: "2026-06-04" }), "1a2b3c4d5 (#860, 4 Jun 2026)");
  assert.equal(momentWords({ commit, pr: null, date: "" }), "1a2b3c4d5");
  assert.equal(momentWords({ commit: "uncommitted", pr: null, date: "" }), "not committed yet");
});
