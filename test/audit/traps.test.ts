// The traps of citations in the wild, 1 to 8: what stands at a cited line, and which file is meant. Each in several
// languages, over real repositories.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, prose, told } from "../support/audit.ts";
import {
  each,
  filler,
  give,
  LANGUAGES,
  type Language,
  LEAN,
  lineOf,
  Module,
  note,
  PYTHON,
  type Routine,
  refuse,
  set,
  TYPESCRIPT,
} from "../support/audit-code.ts";

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
const DRAIN: Routine = {
  name: "drain queue",
  steps: [set("backlog", "open backlog", "request"), each("flush parcel", "backlog"), give("backlog")],
};

const HOLDS = { verdict: "holds", fails: false, suggestion: null };

for (const language of LANGUAGES) {
  const { id, extension } = language;
  const engine = `src/engine.${extension}`;

  describe(`in ${language.name}`, () => {
    test("1: a row whose cited line only mentions the function in a comment is wrong, and the definition is suggested", async () => {
      const readable: Routine = {
        name: "readable",
        steps: [set("frame", "peek frame", "request"), give("frame")],
      };
      const poll: Routine = {
        name: "poll socket",
        steps: [
          set("socket", "next socket", "request"),
          note("A read that blocks is worse than none, which is why readable() comes first."),
          each("wake reader", "socket"),
          give("socket"),
        ],
      };
      const code = new Module(language, [...filler(0, 5), poll, ...filler(5, 4), readable, ...filler(9, 4)]);
      const [start] = code.range("readable");
      const line = code.line("comes first");
      const doc = prose(
        `| where | what |\n|---|---|\n| ${engine}:${line} | \`readable()\` tells whether a frame waits |`,
      );
      const audit = await auditOf([{ files: { [engine]: code.text, "docs/engine.md": doc }, message: "Start" }]);
      const found = audit.of(`${engine}:${line}`);
      assert.deepEqual(told(found), {
        verdict: "wrong-when-written",
        fails: false,
        suggestion: `${engine}:${start} hint`,
      });
      assert.match(found.says, /a comment in `poll.?[sS]ocket`/);
    });

    test("1: a comment that stands upon the definition, or is what the sentence speaks of, holds", async () => {
      const readable: Routine = {
        name: "readable",
        steps: [
          note("Whether a frame waits, so that readable() never blocks."),
          set("frame", "peek frame", "request"),
          give("frame"),
        ],
      };
      const poll: Routine = {
        name: "poll socket",
        steps: [note("A read that blocks is worse than none: readable() comes first."), give("socket")],
      };
      const code = new Module(language, [...filler(0, 5), poll, ...filler(5, 4), readable, ...filler(9, 4)]);
      const [inside, remark] = [code.line("never blocks"), code.line("comes first")];
      const doc = prose(
        `\`readable()\` never blocks on a frame that waits, as ${engine}:${inside} has it.`,
        `The comment at ${engine}:${remark} says why \`readable()\` comes first.`,
      );
      const audit = await auditOf([{ files: { [engine]: code.text, "docs/engine.md": doc }, message: "Start" }]);
      assert.deepEqual(told(audit.of(`${engine}:${inside}`)), HOLDS);
      assert.deepEqual(told(audit.of(`${engine}:${remark}`)), HOLDS);
    });

    test("2: of two citations in one breath each is judged for itself", async () => {
      const old = new Module(language, [...filler(0, 3), DRAIN, ...filler(3, 3), SETTLE, ...filler(6, 3)]);
      const now = new Module(language, [...filler(0, 3), DRAIN, ...filler(3, 3), ...filler(20, 2), SETTLE]);
      const [flush, discount] = [old.line(id("flush parcel")), old.line(id("apply discount"))];
      const doc = prose(
        `Both loops end early: \`${id("flush parcel")}\` stops at a full parcel and \`${id("apply discount")}\` at a discount of nothing (\`${engine}:${flush}\`, \`:${discount}\`).`,
      );
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of the loops" },
        { files: { [engine]: now.text }, message: "Put two more before settling" },
      ]);
      assert.deepEqual(told(audit.of(`${engine}:${flush}`)), HOLDS);
      const second = audit.of(`:${discount}`);
      assert.deepEqual(told(second), {
        verdict: "moved",
        fails: false,
        suggestion: `${engine}:${now.line(id("apply discount"))} strong`,
      });
      assert.equal(second.broke?.commit, audit.oids[2]);
      assert.equal(second.born?.commit, audit.oids[1]);
    });

    test("4: of two files of one name the one that has so many lines is meant, however near the other is", async () => {
      const near = new Module(language, [...filler(0, 3), DRAIN]);
      const far = new Module(language, [...filler(0, 12), SETTLE, ...filler(12, 4)]);
      const [start, end] = far.range("settle invoice");
      assert.ok(end > near.count);
      const doc = prose(
        `A frozen ledger is refused before the postings are summed (stream.${extension}:${start}-${end}).`,
      );
      const audit = await auditOf([
        {
          files: {
            [`api/stream.${extension}`]: near.text,
            [`core/stream.${extension}`]: far.text,
            "api/README.md": doc,
          },
          message: "Start",
        },
      ]);
      const found = audit.of(`stream.${extension}:${start}-${end}`);
      assert.equal(found.path, `core/stream.${extension}`);
      assert.deepEqual(told(found), HOLDS);
    });

    test("4: where two files are long enough and nothing decides, it is ambiguous", async () => {
      const one = new Module(language, filler(0, 12));
      const other = new Module(language, filler(8, 12));
      const doc = prose(`Whatever comes late is put aside (stream.${extension}:30-34).`);
      const audit = await auditOf([
        {
          files: {
            [`api/stream.${extension}`]: one.text,
            [`core/stream.${extension}`]: other.text,
            "docs/late.md": doc,
          },
          message: "Start",
        },
      ]);
      const found = audit.of(`stream.${extension}:30-34`);
      assert.deepEqual(told(found), { verdict: "ambiguous", fails: false, suggestion: null });
      assert.match(found.says, /api\/stream.*core\/stream/);
    });

    test("5: only a line feed ends a line, whatever else the file holds", async () => {
      const odd: Routine = {
        name: "strip separators",
        steps: [
          note("A line separator \u2028 and a paragraph separator \u2029 stand here,"),
          note("\fa form feed, \v and \u0085."),
        ],
      };
      const code = new Module(language, [odd, ...filler(0, 6), SETTLE, ...filler(6, 4)]);
      const cited = `${engine}:${code.line(id("sum postings"))}`;
      const doc = prose(`Only \`${id("sum postings")}\` adds up (${cited}).`);
      const windows = code.text.replaceAll("\n", "\r\n");
      for (const text of [code.text, windows]) {
        const audit = await auditOf([{ files: { [engine]: text, "docs/engine.md": doc }, message: "Start" }]);
        assert.deepEqual(told(audit.of(cited)), HOLDS);
      }
    });

    test("6: what never matched is wrong when written, and moving it is no repair", async () => {
      const old = new Module(language, [...filler(0, 4), DRAIN, ...filler(4, 5), SETTLE, ...filler(9, 4)]);
      const now = new Module(language, [...filler(20, 2), ...filler(0, 4), DRAIN, ...filler(4, 5), SETTLE]);
      // Never true: the lines are those of another routine.
      const cited = old.cite(engine, "drain queue");
      const doc = prose(
        `A frozen ledger is refused, and postings are summed, in \`${id("settle invoice")}\` (${cited}).`,
      );
      const start = [
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of invoices" },
      ];
      for (const [plans, code] of [
        [start, old],
        [[...start, { files: { [engine]: now.text }, message: "Put two before" }], now],
      ] as const) {
        const audit = await auditOf(plans);
        const found = audit.of(cited);
        const [first] = code.range("settle invoice");
        assert.equal(found.verdict, "wrong-when-written");
        assert.equal(found.suggestion?.start, first);
        assert.equal(found.suggestion?.strength, "hint");
        assert.equal(found.fails, false);
        assert.equal(found.broke?.commit, audit.oids[1]);
      }
    });

    test("6: lines without any of the names are no more right where they moved to, and by words alone it is at most a hint", async () => {
      const old = new Module(language, [...filler(0, 4), DRAIN, ...filler(4, 5), SETTLE, ...filler(9, 4)]);
      const now = new Module(language, [...filler(20, 2), ...filler(0, 4), DRAIN, ...filler(4, 5), SETTLE]);
      const cited = old.cite(engine, "drain queue");
      const [start, end] = old.range("drain queue");
      const inner = `${engine}:${start + 1}-${end}`;
      const doc = prose(
        `Nobody may pay from what is frozen; \`${id("sum postings")}\` adds up for a discount (${cited}).`,
        `Nobody may pay from a frozen ledger: discounts follow what was summed (${inner}).`,
      );
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of ledgers" },
        { files: { [engine]: now.text }, message: "Put two before" },
      ]);
      const named = audit.of(cited);
      assert.deepEqual(told(named), { verdict: "wrong-when-written", fails: false, suggestion: null });
      assert.equal(named.broke?.commit, audit.oids[1]);
      const worded = audit.of(inner);
      assert.notEqual(worded.suggestion?.strength, "strong");
      assert.equal(worded.fails, false);
    });

    test("6: a name that stands a few lines away still speaks for the lines, and they have moved", async () => {
      const old = new Module(language, [...filler(0, 8), SETTLE, ...filler(8, 5)]);
      const now = new Module(language, [...filler(20, 2), ...filler(0, 8), SETTLE, ...filler(8, 5)]);
      const cited = `${engine}:${old.line(id("apply discount"))}`;
      const doc = prose(`Whatever \`${id("sum postings")}\` gives is cheaper afterwards (${cited}).`);
      const audit = await auditOf([
        { files: { [engine]: old.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of prices" },
        { files: { [engine]: now.text }, message: "Put two before" },
      ]);
      assert.deepEqual(told(audit.of(cited)), {
        verdict: "moved",
        fails: false,
        suggestion: `${engine}:${now.line(id("apply discount"))} hint`,
      });
    });

    test("7: a cited line that stands many times and fits nothing is unknown, without a place to go", async () => {
      const code = new Module(language, [...filler(0, 6), SETTLE, ...filler(6, 6)]);
      const raise = lineOf(code.text, "the ledger is frozen") - 1;
      const doc = prose(`When too many walrus tickets are open, the office closes (${engine}:${raise}).`);
      const start = [
        { files: { [engine]: code.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of the office" },
      ];
      const unmoved = (await auditOf(start)).of(`${engine}:${raise}`);
      assert.deepEqual(told(unmoved), { verdict: "unknown", fails: false, suggestion: null });
      // The routine is rewritten: the same bracket stands in every other, and none of them is this one.
      const cancel: Routine = { name: "cancel order", steps: [set("order", "find order", "request"), give("order")] };
      const gone = new Module(language, [...filler(0, 6), cancel, ...filler(6, 6)]);
      const audit = await auditOf([...start, { files: { [engine]: gone.text }, message: "Cancel instead" }]);
      const lost = audit.of(`${engine}:${raise}`);
      assert.equal(lost.suggestion, null);
      assert.equal(lost.fails, false);
      assert.ok(["unknown", "changed"].includes(lost.verdict), lost.verdict);
    });

    test("7: a bracket says nothing, even where it stands once and the words around it fit a little", async () => {
      const plain = (number: number): Routine => ({
        name: `count tray ${"abcdefgh"[number]}`,
        steps: [set("tray", `find tray ${"abcdefgh"[number]}`, "request"), give("tray")],
      });
      const code = new Module(language, [plain(0), plain(1), plain(2), SETTLE, plain(3), plain(4), plain(5)]);
      const bracket = code.line("the ledger is frozen") + 1;
      const doc = prose(`An invoice goes through \`${id("apply discount")}\` in the end (${engine}:${bracket}).`);
      const audit = await auditOf([{ files: { [engine]: code.text, "docs/engine.md": doc }, message: "Start" }]);
      const { verdict } = audit.of(`${engine}:${bracket}`);
      // Lean has no bracket there: the line is the statement that follows.
      assert.equal(verdict, language === LEAN ? "holds" : "unknown");
    });

    test("7: the same line, followed exactly, has moved; a blank one says nothing wherever it went", async () => {
      const code = new Module(language, [...filler(0, 6), SETTLE, ...filler(6, 6)]);
      const longer = new Module(language, [...filler(20, 2), ...filler(0, 6), SETTLE, ...filler(6, 6)]);
      const raise = code.line("the ledger is frozen") - 1;
      const blank = code.range("settle invoice")[1] + 1;
      const doc = prose(
        `What is frozen is refused in such a case (${engine}:${raise}).`,
        `Discounts end there (${engine}:${blank}).`,
      );
      const audit = await auditOf([
        { files: { [engine]: code.text }, message: "Start" },
        { files: { "docs/engine.md": doc }, message: "Tell of ledgers" },
        { files: { [engine]: longer.text }, message: "Put two before" },
      ]);
      const found = audit.of(`${engine}:${raise}`);
      assert.equal(found.verdict, "moved");
      assert.equal(found.suggestion?.start, longer.line("the ledger is frozen") - 1);
      const nothing = { verdict: "unknown", fails: false, suggestion: null };
      assert.deepEqual(told(audit.of(`${engine}:${blank}`)), nothing);
    });

    test("8: a sentence that names only what is absent is never wrong", async () => {
      const code = new Module(language, [...filler(0, 5), SETTLE, ...filler(5, 5)]);
      const cited = code.cite(engine, "settle invoice");
      const one = code.line(id("apply discount"));
      const doc = prose(
        `This removes \`READABLE\` for good (${cited}).`,
        `\`Selector.${id("apply discount")}\` is no more a method (${engine}:${one}).`,
      );
      const audit = await auditOf([{ files: { [engine]: code.text, "docs/engine.md": doc }, message: "Start" }]);
      for (const each of [cited, `${engine}:${one}`]) {
        const { verdict, ...rest } = told(audit.of(each));
        assert.ok(verdict === "holds" || verdict === "unknown", verdict);
        assert.deepEqual(rest, { fails: false, suggestion: null });
      }
    });
  });
}

describe("7: such a line in the function that the sentence names", () => {
  for (const language of [PYTHON, TYPESCRIPT]) {
    test(`holds, though the sentence speaks more of another one, in ${language.name}`, async () => {
      const charge: Routine = { name: "charge card", steps: [set("terminal", "wake terminal", "request")] };
      const code = new Module(language, [...filler(0, 6), SETTLE, charge, ...filler(6, 6)]);
      const raise = code.line("the ledger is frozen") - 1;
      const other = code.text.split("\n")[code.line(language.id("wake terminal")) - 1]!.trim();
      const cited = `engine.${language.extension}:${raise}`;
      const doc = prose(`\`${other}\` goes on when \`${language.id("settle invoice")}\` gives up at ${cited}.`);
      const audit = await auditOf([
        { files: { [`engine.${language.extension}`]: code.text, "docs/engine.md": doc }, message: "Start" },
      ]);
      assert.deepEqual(told(audit.of(cited)), HOLDS);
    });
  }
});

describe("3: a continuation that opens a line", () => {
  const codes = (language: Language) => ({
    pool: new Module(language, [...filler(0, 8), DRAIN, ...filler(8, 3)]),
    stream: new Module(language, [...filler(12, 8), SETTLE, ...filler(20, 3)]),
  });
  for (const language of [PYTHON, TYPESCRIPT]) {
    const { extension, id } = language;
    const { pool, stream } = codes(language);
    const [start, end] = pool.range("drain queue");
    const cited = stream.cite(`stream.${extension}`, "settle invoice");
    const files = { [`pool.${extension}`]: pool.text, [`stream.${extension}`]: stream.text };

    test(`binds to the file that stands before it, in ${language.name}`, async () => {
      const doc = prose(
        `The backlog lives in \`pool.${extension}\`, and what is said of it here\nwas so from the first day on.\n\`:${start}-${end}\` flushes parcels; \`${cited}\` settles invoices.`,
      );
      const audit = await auditOf([{ files: { ...files, "docs/pool.md": doc }, message: "Start" }]);
      const found = audit.of(`:${start}-${end}`);
      assert.equal(found.path, `pool.${extension}`);
      assert.deepEqual(told(found), HOLDS);
    });

    test(`is told as unbound where no file stands before it, in ${language.name}`, async () => {
      const doc = prose(`\`:${start}-${end}\` flushes \`${id("flush parcel")}\`; \`${cited}\` settles invoices.`);
      const audit = await auditOf([{ files: { ...files, "docs/pool.md": doc }, message: "Start" }]);
      assert.deepEqual(
        audit.findings.map(({ text }) => text),
        [cited],
      );
      assert.deepEqual(
        audit.unbound.map(({ text, reason }) => [text, reason]),
        [[`:${start}-${end}`, "no path before it"]],
      );
    });
  }
});
