// The traps of citations in the wild, 11, 15 and 16: how a range is cut, and in which function its lines stand.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, prose, told } from "../support/audit.ts";
import { each, filler, give, LANGUAGES, Module, type Routine, refuse, set } from "../support/audit-code.ts";

const SETTLE: Routine = {
  name: "settle invoice",
  decorated: "cached",
  steps: [
    set("ledger", "open ledger", "request"),
    refuse("ledger", "the ledger is frozen"),
    set("postings", "sum postings", "ledger"),
    each("apply discount", "postings"),
    set("receipt", "print receipt", "postings"),
    each("send courier", "receipt"),
    set("archive", "find archive", "receipt"),
    give("archive"),
  ],
};
const HOLDS = { verdict: "holds", fails: false, suggestion: null };

for (const language of LANGUAGES) {
  const { id, extension } = language;
  const engine = `src/engine.${extension}`;

  describe(`in ${language.name}`, () => {
    const code = new Module(language, [...filler(0, 6), SETTLE, ...filler(6, 6)]);
    const [start, end] = code.range("settle invoice");
    // Where a decorator is a comment, the definition begins behind it.
    const isMarked = !["typescript", "go"].includes(language.name);
    const audited = (doc: string, text = code.text) =>
      auditOf([{ files: { [engine]: text, "docs/engine.md": doc }, message: "Start" }]);

    test("11: a range may start at the decorator, at the head or at the body, and end on the blank line behind", async () => {
      const name = `\`${id("settle invoice")}\``;
      const ranges = [
        [start, end],
        [start + 1, end],
        [start + 2, end],
        [start, end + 1],
        [start + 1, end + 1],
      ];
      const doc = prose(
        ...ranges.map(([from, to]) => `A frozen ledger is refused by ${name} (${engine}:${from}-${to}).`),
      );
      const { findings } = await audited(doc);
      assert.deepEqual(
        findings.map(told),
        ranges.map(() => HOLDS),
      );
      const body = `${engine}:${start + 3}-${end}`;
      assert.deepEqual(told((await audited(prose(`Look at ${name} (${body}).`))).of(body)), HOLDS);
    });

    test("11: a range that starts deep inside the function it is named for, and ends with it, starts wrong", async () => {
      const late = code.line(id("apply discount"));
      const cited = `${engine}:${late}-${end}`;
      const doc = prose(`\`${id("settle invoice")}\` (${cited}) refuses a frozen ledger before it sums the postings.`);
      const found = (await audited(doc)).of(cited);
      assert.deepEqual(told(found), {
        verdict: "wrong-when-written",
        fails: false,
        suggestion: `${engine}:${isMarked ? start : start + 1}-${end} hint`,
      });
      assert.match(found.says, /settle.?[iI]nvoice` begins at/);
    });

    test("11: the tail of a function, cited for what it does, holds", async () => {
      const late = code.line(id("send courier")) - 1;
      const cited = [`${engine}:${late}-${end}`, `${engine}:${late + 1}-${end}`] as const;
      const doc = prose(
        `\`${id("settle invoice")}\` (${cited[0]}) sends a courier and puts the receipt into the archive.`,
        `What comes last is dealt with in \`${id("settle invoice")}\` (${cited[1]}).`,
      );
      const audit = await audited(doc);
      for (const text of cited) assert.deepEqual(told(audit.of(text)), HOLDS);
    });

    const keys = ["retry budget", "drain window", "spill factor", "grace period", "settle delay", "audit interval"];
    const settings: Routine = {
      name: "read settings",
      steps: [...keys.map((key) => set(key, "read number", "request")), give("settings")],
    };

    test("15: a range that ends one line before the last key of its sentence ends wrong", async () => {
      const file = new Module(language, [...filler(0, 6), settings, ...filler(6, 6)]);
      const [first, last] = [file.line(id("retry budget")), file.line(id("audit interval"))];
      const short = `${engine}:${first}-${last - 1}`;
      const whole = `${engine}:${first}-${last}`;
      const named = keys.map((key) => `\`${id(key)}\``).join(", ");
      const audit = await audited(
        prose(`Six numbers are read, ${named} (${short}).`, `All of ${named} are numbers (${whole}).`),
        file.text,
      );
      assert.deepEqual(told(audit.of(short)), {
        verdict: "wrong-when-written",
        fails: false,
        suggestion: `${engine}:${first}-${last} hint`,
      });
      assert.deepEqual(told(audit.of(whole)), HOLDS);
    });

    test("15: a key that stands in other places too, or far behind the end, says nothing", async () => {
      const other: Routine = { name: "show settings", steps: [each("audit interval", "settings"), give("settings")] };
      const twice = new Module(language, [...filler(0, 6), other, settings, ...filler(6, 6)]);
      const first = twice.line(id("retry budget"));
      const cited = `${engine}:${first}-${first + 4}`;
      const named = keys.map((key) => `\`${id(key)}\``).join(", ");
      const doc = prose(`Six numbers are read, ${named} (${cited}).`);
      assert.deepEqual(told((await audited(doc, twice.text)).of(cited)), HOLDS);
      const short = `${engine}:${first}-${first + 2}`;
      const four = prose(
        `\`${id("retry budget")}\`, \`${id("drain window")}\` and \`${id("settle delay")}\` matter (${short}).`,
      );
      assert.deepEqual(told((await audited(four, twice.text)).of(short)), HOLDS);
    });

    test("16: lines of the right-looking loop in the wrong function are told with their function, and the right one suggested", async () => {
      const drain = (kind: string): Routine => ({
        name: `drain ${kind}`,
        steps: [
          set("backlog", `open ${kind}`, "request"),
          refuse("backlog", `no ${kind} backlog is open`),
          each("retry parcel", "backlog"),
          give("backlog"),
        ],
      });
      const file = new Module(language, [
        ...filler(0, 5),
        drain("urgent"),
        ...filler(5, 4),
        drain("weekly"),
        ...filler(9, 4),
      ]);
      const [urgent] = file.range("drain urgent");
      const [weekly] = file.range("drain weekly");
      const retry = file.text.split("\n").findLastIndex((line) => line.includes(id("retry parcel"))) + 1;
      assert.ok(retry > weekly);
      const cited = `${engine}:${retry - 1}-${retry}`;
      const doc = prose(`Each parcel of the backlog is tried again by \`${id("drain urgent")}\` (${cited}).`);
      const found = (await audited(doc, file.text)).of(cited);
      assert.deepEqual(told(found), {
        verdict: "wrong-when-written",
        fails: false,
        suggestion: `${engine}:${urgent}-${urgent + 1} hint`,
      });
      assert.ok(found.says.includes(`in \`${id("drain weekly")}\``), found.says);
      assert.ok(found.says.includes(`\`${id("drain urgent")}\` is another function, at ${urgent}`), found.says);
      assert.equal(found.suggestion?.symbol, id("drain urgent"));
    });

    test("16: a call of the named function, cited inside another one, holds", async () => {
      const caller: Routine = {
        name: "close books",
        steps: [set("outcome", "settle invoice", "request"), give("outcome")],
      };
      const file = new Module(language, [...filler(0, 5), SETTLE, ...filler(5, 4), caller, ...filler(9, 4)]);
      const [first] = file.range("close books");
      const cited = `${engine}:${first + 1}`;
      const doc = prose(`Closing the books asks \`${id("settle invoice")}\` (${cited}) for its outcome.`);
      assert.deepEqual(told((await audited(doc, file.text)).of(cited)), HOLDS);
    });
  });
}
