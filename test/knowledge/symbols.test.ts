// Notes on definitions stay attached through renames of files and functions and through moves; what changed in one is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommitPlan } from "../support/repository.ts";
import { judged, note, told } from "./knowledge.ts";

const METER = `class Meter:
    """Sums what it is shown."""

    unit = "s"

    def total(self, readings):
        """The sum of all readings that are not negative."""
        seen = [each for each in readings if each >= 0]
        self.count = len(seen)
        return sum(seen)

    def reset(self):
        self.count = 0
`;
const OTHER = `def idle():\n    while True:\n        tick()\n        yield None\n`;
const start = (symbol: string): CommitPlan => ({
  files: { "pkg/meter.py": METER, "pkg/idle.py": OTHER, ".binnacle/notes/n.md": note(`symbol:pkg/${symbol}`) },
  message: "Start (#1)\n",
});

async function verdict(symbol: string, ...plans: readonly Readonly<Record<string, string | null>>[]): Promise<string> {
  const { findings, oids } = await judged(
    [start(symbol), ...plans.map((files, at) => ({ files, message: `Step (#${at + 2})\n` }))],
    { profile: false },
  );
  assert.equal(findings.length, 1);
  return told(findings[0]!, oids);
}

const TOTAL = "meter.py#Meter.total";

test("a definition that shifts is attached, and so is one that is only indented otherwise or spaced", async () => {
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": `import math\n\n${METER}` }), `holds symbol:pkg/${TOTAL}`);
  const spaced = METER.replaceAll("    ", "  ").replace("  unit", "\n  unit");
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": spaced }), `holds symbol:pkg/${TOTAL}`);
});

test("a function that is renamed takes its note with it, calls of itself and all", async () => {
  const renamed = METER.replace("def total", "def sum_up");
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": renamed }),
    "moved symbol:pkg/meter.py#Meter.sum_up · 1 renamed it to `Meter.sum_up`",
  );
  const deep = "def depth(node):\n    if node is None:\n        return 0\n    return 1 + depth(node.below)\n";
  assert.equal(
    await verdict("idle.py#idle", { "pkg/idle.py": OTHER.replaceAll("idle", "rest") }),
    "moved symbol:pkg/idle.py#rest · 1 renamed it to `rest`",
  );
  const { findings, oids } = await judged(
    [
      { files: { "deep.py": deep, ".binnacle/notes/n.md": note("symbol:deep.py#depth") }, message: "Start\n" },
      { files: { "deep.py": deep.replaceAll("depth", "height") }, message: "Rename\n" },
    ],
    { profile: false },
  );
  assert.equal(told(findings[0]!, oids), "moved symbol:deep.py#height · 1 renamed it to `height`");
});

test("a class that is renamed takes notes on its members with it", async () => {
  const renamed = METER.replace("class Meter", "class Gauge");
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": renamed }),
    "moved symbol:pkg/meter.py#Gauge.total · 1 renamed it to `Gauge.total`",
  );
  assert.equal(
    await verdict("meter.py#Meter", { "pkg/meter.py": renamed }),
    "moved symbol:pkg/meter.py#Gauge · 1 renamed it to `Gauge`",
  );
});

test("a file that is renamed takes its notes with it, also when the function is renamed with it and later", async () => {
  const renamed = METER.replace("def total", "def sum_up");
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": null, "pkg/gauge.py": METER }),
    "moved symbol:pkg/gauge.py#Meter.total · 1 moved it to pkg/gauge.py",
  );
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": null, "pkg/gauge.py": renamed }),
    "moved symbol:pkg/gauge.py#Meter.sum_up · 1 moved it to pkg/gauge.py as `Meter.sum_up`",
  );
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": null, "pkg/gauge.py": METER }, { "pkg/gauge.py": renamed }),
    "moved symbol:pkg/gauge.py#Meter.sum_up · 1 moved it to pkg/gauge.py",
  );
});

test("a function that is put into another file is followed there", async () => {
  const total = METER.slice(METER.indexOf("    def total"), METER.indexOf("    def reset"));
  const rest = METER.replace(total, "");
  const sums = `import math\n\n\n${total.replaceAll(/^ {4}/gm, "").trimEnd()}\n`;
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": rest, "pkg/sums.py": sums }),
    "moved symbol:pkg/sums.py#total · 1 moved it to pkg/sums.py as `total`",
  );
});

test("a body that changes is changed, with the lines and the commits that did it", async () => {
  const { findings, oids } = await judged(
    [
      start(TOTAL),
      { files: { "pkg/meter.py": METER.replace("each >= 0", "each > 0") }, message: "Stricter (#2)\n" },
      {
        files: { "pkg/meter.py": METER.replace("each >= 0", "each > 0").replace("reset", "clear") },
        message: "Another (#3)\n",
      },
      {
        files: { "pkg/meter.py": METER.replace("each >= 0", "each > 0").replace("sum(seen)", "fsum(seen)") },
        message: "Exact (#4)\n",
      },
    ],
    { profile: false },
  );
  const [{ verdict, says, missing, extra, broke }] = findings as [(typeof findings)[number]];
  assert.deepEqual(
    [verdict, missing, extra, broke?.commit],
    [
      "changed",
      ["seen = [each for each in readings if each >= 0]", "return sum(seen)"],
      ["seen = [each for each in readings if each > 0]", "return fsum(seen)"],
      oids[1],
    ],
  );
  assert.equal(
    says,
    `it was changed since the note was written, 2 lines went and 2 came, by ${oids[1]!.slice(0, 9)} (#2) and ${oids[3]!.slice(0, 9)} (#4)`,
  );
});

test("a definition that is renamed and changed is changed, and its new address is told", async () => {
  const both = METER.replace("def total", "def sum_up").replace("each >= 0", "each > 0");
  assert.equal(
    await verdict(TOTAL, { "pkg/meter.py": both }),
    "changed symbol:pkg/meter.py#Meter.sum_up · 1 changed it",
  );
});

test("what is taken out is missing, and what comes back is attached again", async () => {
  const less = METER.slice(0, METER.indexOf("    def total")) + METER.slice(METER.indexOf("    def reset"));
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": less }), "missing · 1 removed `Meter.total`");
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": null }), "missing · 1 deleted the file");
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": less }, { "pkg/meter.py": METER }), `holds symbol:pkg/${TOTAL}`);
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": null }, { "pkg/meter.py": METER }), `holds symbol:pkg/${TOTAL}`);
});

test("a short function is not taken for another short one that came elsewhere", async () => {
  const less = METER.replace("    def reset(self):\n        self.count = 0\n", "    pass\n");
  const short = "class Clock:\n    def wind(self):\n        self.count = 0\n";
  assert.equal(
    await verdict("meter.py#Meter.reset", { "pkg/meter.py": less, "pkg/clock.py": short }),
    "missing · 1 removed `Meter.reset`",
  );
});

test("a short function that is renamed where it stands is known by its place", async () => {
  assert.equal(
    await verdict("meter.py#Meter.reset", { "pkg/meter.py": METER.replace("def reset", "def clear") }),
    "moved symbol:pkg/meter.py#Meter.clear · 1 renamed it to `Meter.clear`",
  );
});

test("a function that is replaced by one that says something else is gone, though it stands in its place", async () => {
  const replaced = METER.replace(
    /def total[\s\S]*?return sum\(seen\)\n/,
    'def total_of_all(self, sheet):\n        """Writes the sheet."""\n        with open(sheet) as file:\n            file.write(str(self.unit))\n        return None\n',
  );
  assert.equal(await verdict(TOTAL, { "pkg/meter.py": replaced }), "missing · 1 removed `Meter.total`");
});

test("a name that the file does not define is unchecked, with what is near", async () => {
  const { findings } = await judged([start("meter.py#Meter.totl")], { profile: false });
  assert.match(findings[0]!.says, /near it: symbol:pkg\/meter\.py#Meter\.total$/);
  assert.deepEqual([findings[0]!.verdict, findings[0]!.fails], ["unchecked", true]);
});

test("a property and its setter are one definition", async () => {
  const property =
    "class A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, value):\n        self._x = value\n";
  const { findings } = await judged(
    [
      { files: { "a.py": property, ".binnacle/notes/n.md": note("symbol:a.py#A.x") }, message: "Start\n" },
      { files: { "a.py": property.replace("= value", "= int(value)") }, message: "Convert\n" },
    ],
    { profile: false },
  );
  assert.deepEqual([findings[0]!.verdict, findings[0]!.extra], ["changed", ["self._x = int(value)"]]);
});

test("definitions of languages without a surface are followed too", async () => {
  const rust =
    "struct Meter;\n\nimpl Meter {\n    fn total(&self) -> u32 {\n        let seen = self.seen();\n        seen.iter().sum()\n    }\n}\n";
  const { findings, oids } = await judged(
    [
      {
        files: { "src/meter.rs": rust, ".binnacle/notes/n.md": note("symbol:src/meter.rs#Meter.total") },
        message: "Start\n",
      },
      { files: { "src/meter.rs": rust.replace("fn total", "fn sum_up") }, message: "Rename\n" },
    ],
    { profile: false },
  );
  assert.equal(told(findings[0]!, oids), "moved symbol:src/meter.rs#Meter.sum_up · 1 renamed it to `Meter.sum_up`");
});
