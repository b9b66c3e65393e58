// Holds the SARIF to the official schema of 2.1.0 and to what the schema cannot say: columns, baselines, suppressions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import Ajv from "ajv";
import type { AuditReport } from "../../loaders/citation.ts";
import { auditSarif } from "../../loaders/report/audit/sarif.ts";
import {
  CHANGE_REPORT,
  finding,
  HOSTILE_REPORT,
  hostileReport,
  PLAIN_REPORT,
  reportOf,
} from "../support/audit-report.ts";
import { fc, runs } from "../support/properties.ts";

const require = createRequire(import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(require.resolve(name), "utf8")) as object;
// The schema of OASIS, as schemastore and Microsoft's matchers ship it; it is written in draft 4.
const ajv = new Ajv({ schemaId: "id", meta: false, allErrors: true });
ajv.addMetaSchema(read("ajv/lib/refs/json-schema-draft-04.json"));
const isSarif = ajv.compile(read("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  baselineState?: string;
  suppressions: { justification: string }[];
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> } }[];
  fixes?: { artifactChanges: { replacements: { deletedRegion: object; insertedContent: { text: string } }[] }[] }[];
}

function resultsOf(report: AuditReport, all = false): Result[] {
  const log = JSON.parse(auditSarif(report, { all }));
  assert.ok(isSarif(log), ajv.errorsText(isSarif.errors));
  return log.runs[0].results;
}

test("every report is valid against the official schema of SARIF 2.1.0", () => {
  assert.ok(!isSarif({ version: "2.1.0", runs: [{}] }), "the schema refuses what is wrong");
  for (const report of [PLAIN_REPORT, CHANGE_REPORT, HOSTILE_REPORT, reportOf([]), { ...PLAIN_REPORT, forge: null }]) {
    for (const all of [false, true]) resultsOf(report, all);
  }
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }), (texts) => {
      resultsOf(hostileReport(texts), true);
    }),
    { numRuns: runs(50) },
  );
});

test("what holds or is not judged is left out unless all is asked for", () => {
  assert.deepEqual(
    resultsOf(PLAIN_REPORT).map((each) => `${each.ruleId} ${each.level}`),
    [
      "moved warning",
      "changed error",
      "wrong-when-written error",
      "wrong-when-written warning",
      "past-end error",
      "missing error",
      "ambiguous warning",
      "pin-false error",
      "pin-unchecked error",
      "sum-false error",
    ],
  );
  const all = resultsOf(PLAIN_REPORT, true);
  assert.equal(all.length, 17);
  assert.ok(
    all
      .filter((each) => /holds|external|historical|quoted|unknown/.test(each.ruleId))
      .every((each) => each.level === "note"),
  );
});

test("each result's rule is the one its index names", () => {
  const log = JSON.parse(auditSarif(PLAIN_REPORT, { all: true }));
  const { rules } = log.runs[0].tool.driver;
  for (const { ruleId, ruleIndex } of log.runs[0].results) assert.equal(rules[ruleIndex].id, ruleId);
});

test("columns count UTF-16 units from 1, and the end is behind the last", () => {
  const [result] = resultsOf(reportOf([finding({ verdict: "moved", text: "𝒻.py:1", column: 3 })]));
  assert.deepEqual(result?.locations[0]?.physicalLocation.region, { startLine: 12, startColumn: 3, endColumn: 10 });
  const [wrapped] = resultsOf(reportOf([finding({ verdict: "moved", text: "lines 3\nto 5", column: 3 })]));
  assert.deepEqual(wrapped?.locations[0]?.physicalLocation.region, { startLine: 12, startColumn: 3 });
});

test("a strong suggestion in the citation's own form is a fix; a hint and another form are none", () => {
  const suggestion = { path: "pkg/core.py", start: 20, end: 22, symbol: null, strength: "strong" as const };
  const moved = finding({ verdict: "moved", suggestion });
  const [strong, hint, other] = resultsOf(
    reportOf([
      moved,
      { ...moved, suggestion: { ...suggestion, strength: "hint" } },
      { ...moved, text: ":12-14", suggestion: { ...suggestion, path: "pkg/other.py" } },
    ]),
  );
  assert.deepEqual(strong?.fixes?.[0]?.artifactChanges[0]?.replacements, [
    {
      deletedRegion: { startLine: 12, startColumn: 8, endLine: 12, endColumn: 21 },
      insertedContent: { text: "core.py:20-22" },
    },
  ]);
  assert.equal(hint?.fixes, undefined);
  assert.equal(other?.fixes, undefined);
});

test("with a base results are new or unchanged; without one they say nothing", () => {
  assert.deepEqual(
    resultsOf(CHANGE_REPORT).map((each) => each.baselineState),
    [
      ...["new", "new", "new", "unchanged", "unchanged", "unchanged", "unchanged"],
      ...["new", "unchanged", "unchanged"],
    ],
  );
  assert.ok(resultsOf(PLAIN_REPORT).every((each) => each.baselineState === undefined));
});

test("what is excused is suppressed, and every other result says that it is not", () => {
  assert.deepEqual(
    resultsOf(PLAIN_REPORT).map((each) => each.suppressions.map(({ justification }) => justification)),
    [[], [], [], ["binnacle-ignore: the numbers are of the talk"], [], [], [], [], [], []],
  );
});

test("paths are percent-encoded, also half a surrogate, and no message makes a link or a placeholder", () => {
  const [result] = resultsOf(reportOf([finding({ verdict: "moved", doc: "a b/ü#?%:\ud800.md", says: "[x](1) {0}" })]));
  assert.equal(result?.locations[0]?.physicalLocation.artifactLocation.uri, "a%20b/%C3%BC%23%3F%25%3A%EF%BF%BD.md");
  assert.match(result?.message.text ?? "", /\[x\] \(1\) \{\{0\}\}/);
});
