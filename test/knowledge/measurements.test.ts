// A figure is fresh while what it depends on is byte for byte what it was; else it is stale since the first commit that
// touched it, and which commits did is told.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { worktreeSnapshot } from "../../loaders/git/snapshot.ts";
import { measurementNamed } from "../../loaders/knowledge/judge-measurements.ts";
import { type CommitPlan, makeRepository } from "../support/repository.ts";
import { judged, judgedIn } from "./knowledge.ts";

const CODE: CommitPlan = {
  files: { "pkg/core.py": "x = 1\n", "pkg/sub/deep.py": "y = 1\n", "docs/a.md": "a\n" },
  message: "Code (#1)\n",
  tags: ["v1"],
};

function measurement(fields: Readonly<Record<string, string>>): string {
  const all = {
    name: "warm-audit",
    of: "an audit of the sample, warm",
    value: "12.5",
    unit: "s",
    command: "time binnacle audit --sample",
    ...fields,
  };
  return Object.entries(all)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
}
const AT = ".binnacle/measurements/warm.yaml";

async function measuredOn(fields: Readonly<Record<string, string>>, ...later: readonly CommitPlan[]) {
  const plans = [CODE, { files: { [AT]: measurement(fields) }, message: "Measure (#2)\n" }, ...later];
  const { measured, oids } = await judged(plans, { profile: false });
  return { finding: measured.findings[0]!, measured, oids };
}

const FIELDS = { commit: "v1", depends_on: '["pkg/**"]' };

test("a figure is fresh while nothing that it depends on is touched", async () => {
  const { finding, oids } = await measuredOn(FIELDS, {
    files: { "docs/a.md": "b\n", "pkgs/x.py": "z\n" },
    message: "Docs (#3)\n",
  });
  assert.deepEqual(
    [finding.kind, finding.address, finding.verdict, finding.fails, finding.text, finding.stated, finding.born?.commit],
    [
      "measurement",
      "measurement:warm-audit",
      "holds",
      false,
      "an audit of the sample, warm: 12.5 s",
      "12.5 s",
      oids[0],
    ],
  );
});

test("it is stale since the first commit that touched it, and all that did are counted", async () => {
  const { finding, measured, oids } = await measuredOn(
    FIELDS,
    { files: { "docs/a.md": "b\n" }, message: "Docs (#3)\n" },
    {
      files: { "pkg/sub/deep.py": "y = 2\n", "pkg/core.py": "x = 2\n" },
      message: "Faster (#4)\n",
      time: 1_800_000_000,
    },
    { files: { "pkg/new.py": "n = 1\n" }, message: "New (#5)\n" },
  );
  assert.deepEqual(
    [finding.verdict, finding.fails, finding.says, finding.broke],
    [
      "stale",
      false,
      "it is stale: what it depends on has changed since; 2 commits touched it since",
      { commit: oids[3], pr: 4, date: "2027-01-15", says: "touched pkg/core.py and 1 more path" },
    ],
  );
  assert.deepEqual(
    finding.places.map(({ path, text }) => [path, text.replace(/^\S+ /, "")]),
    [
      ["pkg/core.py", "(#4, 2027-01-15)"],
      ["pkg/new.py", "(#5, 2023-11-15)"],
    ],
  );
  assert.equal(measured.measurements[0]!.touches, 2);
});

test("a file that is renamed away or deleted is touched", async () => {
  const away = await measuredOn(FIELDS, {
    files: { "pkg/core.py": null, "lib/core.py": "x = 1\n" },
    message: "Away (#3)\n",
  });
  assert.deepEqual([away.finding.verdict, away.finding.broke?.says], ["stale", "touched pkg/core.py"]);
  const gone = await measuredOn(FIELDS, { files: { "pkg/core.py": null }, message: "Gone (#3)\n" });
  assert.deepEqual([gone.finding.verdict, gone.finding.broke?.pr], ["stale", 3]);
});

test("what was changed and put back is fresh again", async () => {
  const { finding } = await measuredOn(
    FIELDS,
    { files: { "pkg/core.py": "x = 2\n" }, message: "Change\n" },
    { files: { "pkg/core.py": "x = 1\n" }, message: "Revert\n" },
  );
  assert.deepEqual(
    [finding.verdict, finding.says],
    ["holds", "it is fresh: what it depends on has not changed since, or was put back"],
  );
});

test("a change that is not committed makes it stale too", async () => {
  const built = makeRepository([CODE, { files: { [AT]: measurement(FIELDS) }, message: "Measure\n" }]);
  try {
    writeFileSync(join(built.dir, "pkg/core.py"), "x = 2\n");
    const { measured } = await judgedIn(built.dir, { profile: false, snapshot: (repo) => worktreeSnapshot(repo) });
    assert.deepEqual([measured.findings[0]!.verdict, measured.findings[0]!.broke?.commit], ["stale", "uncommitted"]);
  } finally {
    built.cleanup();
  }
});

test("a figure of a side branch is stale where the merge brought other changes of the same files", async () => {
  const plans = (main: string): CommitPlan[] => [
    { files: { "pkg/a.py": "a = 1\n", "pkg/b.py": "b = 1\n" }, message: "Base\n" },
    { files: { "pkg/b.py": "b = 2\n" }, message: "Side\n", branch: "side", tags: ["side-tag"] },
    { files: { "pkg/a.py": main }, message: "Main\n", parents: [0] },
    { files: { "pkg/b.py": "b = 2\n" }, message: "Merge pull request #9 from a/side\n", parents: [2, 1] },
    { files: { [AT]: measurement({ ...FIELDS, commit: "side-tag" }) }, message: "Measure\n" },
  ];
  const apart = await judged(plans("a = 2\n"), { profile: false });
  assert.deepEqual(
    [apart.measured.findings[0]!.verdict, apart.measured.findings[0]!.broke?.commit],
    ["stale", apart.oids[3]],
  );
  const same = await judged(plans("a = 1\n"), { profile: false });
  assert.equal(same.measured.findings[0]!.verdict, "holds");
});

test("a commit or a glob that fits nothing is a mistake, and says so", async () => {
  const rows: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [{ commit: "v9", depends_on: '["pkg/**"]' }, /^it was measured at v9, which is no commit behind what is judged/],
    [{ commit: "main", depends_on: '["pkg/**"]' }, /^it was measured at main, which is no commit/],
    [
      { commit: "v1", depends_on: '["pkg/**", "lib/**", "pkg"]' },
      /^lib\/\*\* and pkg fit no file at [0-9a-f]{9}, where it was measured$/,
    ],
    [{ commit: "v1", depends_on: "[]" }, /depends_on is \[\]; expected globs/],
    [{ commit: "v1", depends_on: "../x" }, /expected a path inside the repository/],
    [{ commit: "v1", depends_on: "pkg/", value: "fast" }, /value is "fast"; expected a number/],
    [{ commit: "v1", depends_on: "pkg/", value: ".inf" }, /expected a number/],
    [{ commit: "v1", depends_on: "pkg/", name: "Two Words" }, /expected a name of small letters/],
    [{ commit: "v1", depends_on: "pkg/", colour: "red" }, /unknown key "colour"/],
  ];
  for (const [fields, says] of rows) {
    const { finding } = await measuredOn(fields);
    assert.deepEqual([finding.verdict, finding.fails], ["unchecked", true], JSON.stringify(fields));
    assert.match(finding.says, says);
  }
});

test("a file may hold several, one by its own name, and a second of one name is refused", async () => {
  const item = (name: string) =>
    `- { name: ${name}, value: -3, unit: "%", commit: v1, depends_on: pkg/, environment: { cores: 2, cpu: "x86" } }\n`;
  const files = {
    ".binnacle/measurements/many.yaml": item("a") + item("b") + item("a"),
    ".binnacle/measurements/own.yml": "value: 1\ncommit: v1\ndepends_on: [pkg/core.py]\n",
    ".binnacle/measurements/broken.yaml": "value: [\n",
  };
  const { measured } = await judged([CODE, { files, message: "Measure\n" }], { profile: false });
  assert.deepEqual(
    measured.measurements.map(({ measurement, finding }) => [
      measurement.name,
      finding.verdict,
      finding.text,
      measurement.environment,
    ]),
    [
      ["a", "holds", "a: -3 %", ["cores: 2", "cpu: x86"]],
      ["b", "holds", "b: -3 %", ["cores: 2", "cpu: x86"]],
      ["own", "holds", "own: 1", []],
    ],
  );
  assert.deepEqual(
    measured.findings.slice(0, 2).map(({ doc, line, fails }) => [doc, line, fails]),
    [
      [".binnacle/measurements/broken.yaml", 1, true],
      [".binnacle/measurements/many.yaml", 3, true],
    ],
  );
  assert.equal(measurementNamed(measured, "b")?.finding.verdict, "holds");
  assert.equal(measurementNamed(measured, "none"), null);
});

test("staleness fails where that is configured", async () => {
  const plans = [
    CODE,
    { files: { [AT]: measurement(FIELDS) }, message: "Measure\n" },
    { files: { "pkg/core.py": "x = 2\n" }, message: "Change\n" },
  ];
  const { measured } = await judged(plans, { profile: false, configuration: "notes:\n  fail_on: [stale]\n" });
  assert.equal(measured.findings[0]!.fails, true);
});
