// The traps of citations in the wild, 9, 10, 12, 13 and 14: what commits did to documents and code, and which tree a
// sentence speaks of.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, oidsOf, prose, told } from "../support/audit.ts";
import { each, filler, give, LANGUAGES, Module, type Routine, refuse, set } from "../support/audit-code.ts";
import type { CommitPlan } from "../support/repository.ts";

const SETTLE: Routine = {
  name: "settle invoice",
  steps: [
    set("ledger", "open ledger", "request"),
    refuse("ledger", "the ledger is frozen"),
    set("postings", "sum postings", "ledger"),
    each("apply discount", "postings"),
    give("postings"),
  ],
};
const HOLDS = { verdict: "holds", fails: false, suggestion: null };

for (const language of LANGUAGES) {
  const { id, extension } = language;
  const engine = `src/engine.${extension}`;
  const old = new Module(language, [...filler(0, 5), SETTLE, ...filler(5, 8)]);
  const now = new Module(language, [...filler(20, 2), ...filler(0, 5), SETTLE, ...filler(5, 8)]);
  const sentence = (cited: string) =>
    `A frozen ledger is refused by \`${id("settle invoice")}\` before \`${id("sum postings")}\` is asked (${cited}).`;
  const before = old.cite(engine, "settle invoice");
  const after = now.cite(engine, "settle invoice");

  describe(`in ${language.name}`, () => {
    test("9: a citation renumbered after the code moved holds, though its new numbers were other code's before", async () => {
      const start: readonly CommitPlan[] = [
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": prose(sentence(before)) }, message: "Tell of ledgers" },
      ];
      const apart: readonly CommitPlan[] = [
        ...start,
        { files: { [engine]: now.text }, message: "Put two before" },
        { files: { "docs/engine.md": prose(sentence(after)) }, message: "Renumber" },
      ];
      const together: readonly CommitPlan[] = [
        ...start,
        {
          files: { [engine]: now.text, "docs/engine.md": prose(sentence(after)) },
          message: "Put two before, renumber",
        },
      ];
      for (const plans of [apart, together]) {
        const audit = await auditOf(plans);
        const found = audit.of(after);
        assert.deepEqual(told(found), HOLDS);
        assert.equal(found.born?.commit, audit.oids.at(-1));
        assert.equal(found.broke, null);
      }
    });

    test("10: numbers from before the commit's own insertion are broken by that commit", async () => {
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { [engine]: now.text, "docs/engine.md": prose(sentence(before)) }, message: "Put two before, tell" },
      ]);
      const found = audit.of(before);
      assert.deepEqual(told(found), { verdict: "wrong-when-written", fails: true, suggestion: `${after} strong` });
      assert.equal(found.broke?.commit, audit.oids[1]);
      assert.equal(found.born?.commit, audit.oids[1]);
    });

    test("10: so are those of a comment in the cited file itself", async () => {
      const [start, end] = old.range("settle invoice");
      const remark = language.comment(
        `What is frozen stays frozen: ${id("settle invoice")} refuses the ledger before ${id("sum postings")} (engine.${extension}:${start}-${end}).`,
      );
      const whole = `${remark}\n${language.comment("Whoever changes that asks the auditors first.")}\n\n${now.text}`;
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { [engine]: whole }, message: "Put two before, with a remark on top" },
      ]);
      const found = audit.of(`engine.${extension}:${start}-${end}`);
      const [first, last] = now.range("settle invoice");
      assert.deepEqual(told(found), {
        verdict: "wrong-when-written",
        fails: true,
        suggestion: `${engine}:${first + 3}-${last + 3} strong`,
      });
      assert.equal(found.broke?.commit, audit.oids[1]);
    });

    test("12: a record that the configuration names, and what is said as of a commit, are history", async () => {
      const start: readonly CommitPlan[] = [{ files: { [engine]: old.text }, message: "Start" }];
      const [first] = oidsOf(start);
      const stated = prose(`All line numbers are as of ${first!.slice(0, 9)}.`, sentence(before));
      const audit = await auditOf(
        [
          ...start,
          {
            files: { [engine]: now.text, "docs/decisions/0007.md": prose(sentence(before)), "docs/engine.md": stated },
            message: "Put two before, tell",
          },
        ],
        { configuration: 'audit:\n  records: ["docs/decisions/**"]\n' },
      );
      assert.equal(audit.findings.length, 2);
      for (const found of audit.findings)
        assert.deepEqual(told(found), { verdict: "historical", fails: false, suggestion: null });
    });

    test("12: a file that never was here is external, and a bad example is quoted", async () => {
      const doc = prose(
        `Upstream keeps its pool in \`vendor/upstream/pool.${extension}:120-131\`.`,
        `How to cite: a citation such as "${before}" goes stale, and one by name does not.`,
      );
      const audit = await auditOf([{ files: { [engine]: old.text, "docs/citing.md": doc }, message: "Start" }]);
      assert.equal(audit.of(`vendor/upstream/pool.${extension}:120-131`).verdict, "external");
      assert.deepEqual(told(audit.of(before)), { verdict: "quoted", fails: false, suggestion: null });
    });

    test("13: prose that was reflowed, and moved to another file, keeps the commit that wrote it", async () => {
      const words = sentence(before).split(" ");
      const reflowed = `${words.slice(0, 6).join(" ")}\n${words.slice(6).join(" ")}`;
      const page = (paragraph: string) =>
        prose(
          "Money is counted in cents.",
          paragraph,
          "Nobody is paid twice, and the auditors see to it every spring.",
        );
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": page(sentence(before)) }, message: "Tell of ledgers" },
        { files: { [engine]: now.text }, message: "Put two before" },
        { files: { "docs/engine.md": page(reflowed) }, message: "Reflow" },
        { files: { "docs/engine.md": null, "docs/money/ledgers.md": page(reflowed) }, message: "Sort the pages" },
      ]);
      const found = audit.of(before);
      assert.deepEqual(told(found), { verdict: "moved", fails: false, suggestion: `${after} strong` });
      assert.equal(found.born?.commit, audit.oids[1]);
      assert.equal(found.broke?.commit, audit.oids[2]);
    });

    test("14: what a clean merge left off by one is judged in the merge, which broke it", async (context) => {
      const inserted = `${language.comment("Counted in cents.")}\n${old.text}`;
      const [start, end] = old.range("settle invoice");
      const moved = `${engine}:${start + 1}-${end + 1} strong`;
      const base: CommitPlan = { files: { [engine]: old.text }, message: "Start" };
      const doc = { "docs/engine.md": prose(sentence(before)) };
      const code = { [engine]: inserted };
      const documentOnTheSide: readonly CommitPlan[] = [
        base,
        { files: code, message: "Say what is counted" },
        { files: doc, message: "Tell of ledgers", parents: [0], branch: "docs" },
        { files: doc, message: "Merge branch 'docs'", parents: [1, 2] },
      ];
      const codeOnTheSide: readonly CommitPlan[] = [
        base,
        { files: doc, message: "Tell of ledgers" },
        { files: code, message: "Say what is counted", parents: [0], branch: "code" },
        { files: code, message: "Merge branch 'code'", parents: [1, 2] },
      ];
      for (const [plans, wrote] of [
        [documentOnTheSide, 2],
        [codeOnTheSide, 1],
      ] as const) {
        const audit = await auditOf(plans);
        const found = audit.of(before);
        assert.deepEqual(told(found), { verdict: "moved", fails: false, suggestion: moved });
        assert.equal(found.born?.commit, audit.oids[wrote]);
      }
      const { of, oids } = await auditOf(codeOnTheSide);
      assert.equal(of(before).broke?.commit, oids[3]);
      await context.test("also where the document came with the merge", async () => {
        const { of, oids } = await auditOf(documentOnTheSide);
        assert.equal(of(before).broke?.commit, oids[3]);
      });
    });
  });
}
