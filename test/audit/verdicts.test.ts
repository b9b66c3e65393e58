// One test for each way to each verdict: what a finding says of a citation, whether it fails, and what it suggests.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, oidsOf, prose, told } from "../support/audit.ts";
import { each, filler, GO, give, Module, PYTHON, type Routine, refuse, set } from "../support/audit-code.ts";
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
/** What stands there once invoices are settled another way. */
const CHARGE: Routine = {
  name: "charge card",
  steps: [set("terminal", "wake terminal", "request"), each("swipe", "terminal"), give("terminal")],
};

for (const language of [PYTHON, GO]) {
  const { id, extension } = language;
  const engine = `src/engine.${extension}`;
  const old = new Module(language, [...filler(0, 5), SETTLE, ...filler(5, 8)]);
  const now = new Module(language, [...filler(20, 2), ...filler(0, 5), SETTLE, ...filler(5, 8)]);
  const without = new Module(language, [...filler(0, 5), CHARGE, ...filler(5, 8)]);
  const cited = old.cite(engine, "settle invoice");
  const after = now.cite(engine, "settle invoice");
  const sentence = (of: string) =>
    `A frozen ledger is refused by \`${id("settle invoice")}\` before \`${id("sum postings")}\` is asked (${of}).`;
  const start: readonly CommitPlan[] = [
    { files: { [engine]: old.text }, message: "Start" },
    { files: { "docs/engine.md": prose(sentence(cited)) }, message: "Tell of ledgers (#12)" },
  ];

  describe(`in ${language.name}`, () => {
    test("holds: the lines are what the sentence speaks of", async () => {
      const { of, oids } = await auditOf(start);
      const found = of(cited);
      assert.deepEqual(told(found), { verdict: "holds", fails: false, suggestion: null });
      assert.equal(found.symbol, id("settle invoice"));
      assert.deepEqual(found.born, { commit: oids[1], pr: 12, date: "2023-11-14", floor: null });
      assert.equal(found.broke, null);
    });

    test("moved: the same code is elsewhere, and the commit that moved it is told", async () => {
      const { of, oids } = await auditOf([
        ...start,
        { files: { [engine]: now.text }, message: "Put two before (#13)" },
      ]);
      const found = of(cited);
      assert.deepEqual(told(found), { verdict: "moved", fails: false, suggestion: `${after} strong` });
      assert.equal(found.suggestion?.symbol, id("settle invoice"));
      assert.equal(found.broke?.commit, oids[2]);
      assert.equal(found.broke?.pr, 13);
      assert.match(found.broke?.says ?? "", /^moved them \d+ lines down$/);
    });

    test("changed: that code is gone, and nothing is invented in its place", async () => {
      const { of, oids } = await auditOf([...start, { files: { [engine]: without.text }, message: "Charge cards" }]);
      const found = of(cited);
      assert.equal(found.verdict, "changed");
      assert.equal(found.suggestion, null);
      assert.equal(found.broke?.commit, oids[2]);
    });

    test("wrong-when-written: the numbers are of before the commit's own changes", async () => {
      const { of, oids } = await auditOf([
        start[0]!,
        { files: { [engine]: now.text, "docs/engine.md": prose(sentence(cited)) }, message: "Put two before, tell" },
      ]);
      const found = of(cited);
      assert.deepEqual(told(found), { verdict: "wrong-when-written", fails: true, suggestion: `${after} strong` });
      assert.deepEqual([found.born?.commit, found.broke?.commit], [oids[1], oids[1]]);
    });

    test("past-end: the file has fewer lines, or lines are counted from one, or the range runs backwards", async () => {
      const [first, last] = old.range("settle invoice");
      const cut = old.text
        .split("\n")
        .slice(0, first - 2)
        .join("\n");
      const shorter = (await auditOf([...start, { files: { [engine]: `${cut}\n` }, message: "Cut" }])).of(cited);
      assert.deepEqual(told(shorter), { verdict: "past-end", fails: true, suggestion: null });
      assert.match(shorter.says, /^the file has \d+ lines now/);
      const odd = prose(
        `A ledger (${engine}:0) is frozen.`,
        `It is frozen (${engine}:9999) for long.`,
        `It runs (${engine}:${last}-${first}) backwards.`,
      );
      const { of } = await auditOf([{ files: { [engine]: old.text, "docs/odd.md": odd }, message: "Start" }]);
      assert.deepEqual(told(of(`${engine}:0`)), { verdict: "past-end", fails: true, suggestion: null });
      assert.deepEqual(told(of(`${engine}:9999`)), { verdict: "past-end", fails: true, suggestion: null });
      assert.deepEqual(told(of(`${engine}:${last}-${first}`)), {
        verdict: "wrong-when-written",
        fails: false,
        suggestion: null,
      });
    });

    test("missing: a deleted file, with the commit that deleted it", async () => {
      const { of, oids } = await auditOf([...start, { files: { [engine]: null }, message: "Remove the engine" }]);
      const found = of(cited);
      assert.deepEqual(told(found), { verdict: "missing", fails: true, suggestion: null });
      assert.deepEqual([found.broke?.commit, found.broke?.says], [oids[2], "deleted the file"]);
      assert.equal(found.path, null);
      assert.equal(found.says, `${engine} is gone`);
    });

    test("missing: a renamed file, with its new name and lines", async () => {
      const renamed = `src/core/motor.${extension}`;
      const { of, oids } = await auditOf([
        ...start,
        { files: { [engine]: null, [renamed]: now.text }, message: "Name it motor" },
      ]);
      const found = of(cited);
      assert.equal(found.verdict, "missing");
      assert.equal(found.fails, true);
      assert.equal(told(found).suggestion, `${now.cite(renamed, "settle invoice")} strong`);
      assert.deepEqual([found.broke?.commit, found.broke?.says], [oids[2], `moved the file to ${renamed}`]);
    });

    test("missing: a file split in two, with the half that took the lines", async () => {
      const left = new Module(language, [...filler(20, 4), ...filler(0, 4)]);
      const right = new Module(language, [...filler(24, 4), SETTLE, ...filler(5, 3)]);
      const { of, oids } = await auditOf([
        ...start,
        {
          files: { [engine]: null, [`src/front.${extension}`]: left.text, [`src/back.${extension}`]: right.text },
          message: "Split the engine",
        },
      ]);
      const found = of(cited);
      assert.equal(found.verdict, "missing");
      assert.equal(found.suggestion?.path, `src/back.${extension}`);
      assert.equal(found.suggestion?.start, right.range("settle invoice")[0]);
      assert.equal(found.broke?.commit, oids[2]);
    });

    test("ambiguous: two files fit and nothing decides", async () => {
      const files = { [`api/pool.${extension}`]: old.text, [`core/pool.${extension}`]: old.text };
      const doc = prose(`A frozen ledger is refused (pool.${extension}:40-44).`);
      const { of } = await auditOf([{ files: { ...files, "docs/pool.md": doc }, message: "Start" }]);
      const found = of(`pool.${extension}:40-44`);
      assert.deepEqual(told(found), { verdict: "ambiguous", fails: false, suggestion: null });
      assert.equal(found.path, null);
    });

    test("external: a path that never was here, another forge's file, a submodule's", async () => {
      const link = `https://github.com/elsewhere/motor/blob/main/${engine}#L10-L14`;
      const doc = prose(
        `Upstream has it in \`upstream/pool.${extension}:12\`.`,
        `Theirs is [the same](${link}).`,
        `The wheels are in \`wheels/spoke.${extension}:3\`.`,
      );
      const { findings } = await auditOf(
        [
          {
            files: { [engine]: old.text, "docs/others.md": doc },
            submodules: { wheels: "1".repeat(40) },
            message: "Start",
          },
        ],
        { remote: "https://github.com/example/engine" },
      );
      assert.deepEqual(
        findings.map((each) => told(each)),
        findings.map(() => ({ verdict: "external", fails: false, suggestion: null })),
      );
      assert.deepEqual(
        findings.map(({ says }) => says),
        ["no such path is or was here", "it is in github.com/elsewhere/motor", "it is in the submodule wheels"],
      );
    });

    test("historical: a permalink to a commit of this history; its lines are looked up there", async () => {
      const [first] = oidsOf(start);
      const url = (oid: string, lines: string) => `https://github.com/example/engine/blob/${oid}/${engine}#${lines}`;
      const doc = prose(
        `It was [so](${url(first!, "L20-L24")}) once.`,
        `It was [longer](${url(first!, "L9000")}) never.`,
        `It was [there](${url("f".repeat(40), "L5")}) for others.`,
      );
      const { findings } = await auditOf([...start, { files: { "docs/old.md": doc }, message: "Look back" }], {
        remote: "https://github.com/example/engine",
      });
      const links = findings.filter((found) => found.doc === "docs/old.md");
      assert.deepEqual(
        links.map(({ verdict, fails }) => [verdict, fails]),
        [
          ["historical", false],
          ["past-end", true],
          ["external", false],
        ],
      );
    });

    test("historical: a document as of a commit, and a record of the configuration; of others nothing is excused", async () => {
      const [first] = oidsOf(start);
      const page = (lead: string) => prose(lead, sentence(cited));
      const { findings } = await auditOf(
        [
          ...start,
          {
            files: {
              [engine]: now.text,
              "docs/stated.md": page(`As of ${first!.slice(0, 10)}, this is how it works.`),
              "docs/unknown.md": page("As of 0123456789, this is how it works."),
              "notes/2023-11-14.md": page("Decided today."),
            },
            message: "Put two before, tell",
          },
        ],
        { configuration: "audit:\n  records: [notes/**]\n" },
      );
      assert.deepEqual(
        findings.map(({ doc, verdict }) => [doc, verdict]),
        [
          ["docs/engine.md", "moved"],
          ["docs/stated.md", "historical"],
          ["docs/unknown.md", "wrong-when-written"],
          ["notes/2023-11-14.md", "historical"],
        ],
      );
    });

    test("quoted: an example in a text about citations; a sentence in quotation marks about code is none", async () => {
      const doc = prose(
        `Line references go stale: a citation like "${cited}" is wrong a week later.`,
        `He said "the frozen ledger is refused (${old.cite(`./${engine}`, "settle invoice")})" and left.`,
      );
      const { findings } = await auditOf([{ files: { [engine]: old.text, "docs/citing.md": doc }, message: "Start" }]);
      assert.deepEqual(
        findings.map(({ verdict }) => verdict),
        ["quoted", "holds"],
      );
    });

    test("unknown: nothing to judge by, and a file that is no text", async () => {
      const [first] = old.range("settle invoice");
      const doc = prose(`See ${engine}:${first + 1}.`, "The walrus is in bin/logo.py:3.");
      const { of } = await auditOf([
        {
          files: {
            [engine]: old.text,
            "bin/logo.py": new Uint8Array([137, 80, 0, 10, 10, 10, 0, 1]),
            "docs/see.md": doc,
          },
          message: "Start",
        },
      ]);
      assert.deepEqual(told(of(`${engine}:${first + 1}`)), { verdict: "unknown", fails: false, suggestion: null });
      assert.equal(of("bin/logo.py:3").verdict, "unknown");
      assert.equal(of("bin/logo.py:3").says, "the file cannot be read as text");
    });
  });
}
