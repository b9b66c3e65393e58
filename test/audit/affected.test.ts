// Which sentences lean on the lines of a change: edited, deleted, added between, moved, gone with their file.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { each, filler, give, Module, PYTHON, type Routine, refuse, set } from "../support/audit-code.ts";
import { ENGINE, lines, ROUTE, SETTLE } from "../support/fix.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";
import { say } from "../support/stores.ts";

const OLD = new Module(PYTHON, [...filler(0, 4), SETTLE, ...filler(4, 2), ROUTE, ...filler(6, 2)]);
const SETTLED = `A frozen ledger is refused by \`settle_invoice\` (${ENGINE}:${lines(OLD, "settle invoice")}) before it sums the postings.`;
const ROUTED = `\`route_parcel\` plans the route from the nearest depot and notifies the courier (${ENGINE}:${lines(OLD, "route parcel")}).`;
const DOCS = { "docs/a.md": `# Guide\n\n${SETTLED}\n`, "docs/b.md": `# Guide\n\n${ROUTED}\n` };

interface Lean {
  readonly doc: string;
  readonly line: number;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly symbol: string | null;
  readonly edited: readonly number[];
  readonly deleted: readonly number[];
  readonly added: number;
  readonly file: string;
  readonly now: { readonly path: string; readonly start: number; readonly end: number } | null;
  readonly answered: boolean;
}

interface AffectedJson {
  readonly counts: Readonly<Record<string, number>>;
  readonly from: { readonly name: string; readonly commit: string };
  readonly to: { readonly name: string; readonly commit: string | null };
  readonly touched: readonly Lean[];
  readonly shifted: readonly Lean[];
}

const affected = async (built: BuiltRepository, ...words: string[]) =>
  JSON.parse((await say("affected", "--json", "--repo", built.dir, ...words)).out) as AffectedJson;

async function ofChange(files: CommitPlan["files"], run: (built: BuiltRepository) => Promise<void>): Promise<void> {
  const built = makeRepository([
    { files: { [ENGINE]: OLD.text, ...DOCS }, message: "Start" },
    { files: files ?? {}, message: "Change" },
  ]);
  try {
    await run(built);
  } finally {
    built.cleanup();
  }
}

const EDITED: Routine = {
  name: "settle invoice",
  steps: [
    set("ledger", "open ledger", "request"),
    refuse("ledger", "the ledger is frozen"),
    set("postings", "sum all postings", "ledger"),
    each("apply discount", "postings"),
    give("postings"),
  ],
};

describe("a line that is edited", () => {
  const now = new Module(PYTHON, [...filler(0, 4), EDITED, ...filler(4, 2), ...filler(12, 1), ROUTE, ...filler(6, 2)]);

  test("is told with the sentence that leans on it; what only moves is counted", async () => {
    await ofChange({ [ENGINE]: now.text }, async (built) => {
      const { touched, shifted, counts, from, to } = await affected(built, "HEAD~1..HEAD");
      const [start, end] = OLD.range("settle invoice");
      const [lean, another] = touched;
      assert.equal(another, undefined);
      assert.deepEqual(
        [
          lean?.doc,
          lean?.line,
          lean?.path,
          lean?.start,
          lean?.end,
          lean?.symbol,
          lean?.edited,
          lean?.deleted,
          lean?.file,
        ],
        ["docs/a.md", 3, ENGINE, start, end, "settle_invoice", [OLD.line("= sum_postings")], [], "stays"],
      );
      const [from2, to2] = now.range("route parcel");
      assert.deepEqual(
        shifted.map(({ doc, now }) => [doc, now]),
        [["docs/b.md", { path: ENGINE, start: from2, end: to2 }]],
      );
      assert.deepEqual(counts, { sentences: 1, documents: 1, touched: 1, shifted: 1, shiftedSentences: 1, untrue: 0 });
      assert.deepEqual(
        [from, to],
        [
          { name: "HEAD~1", commit: built.oids[0] },
          { name: "HEAD", commit: built.oids[1] },
        ],
      );
    });
  });

  test("is told for people by file, with what happens to it", async () => {
    await ofChange({ [ENGINE]: now.text }, async (built) => {
      const { out } = await say("affected", "--repo", built.dir, "HEAD~1..");
      const [start, end] = OLD.range("settle invoice");
      const line = OLD.line("= sum_postings");
      assert.equal(
        out,
        [
          "pkg/engine.py",
          `  docs/a.md:3  ${ENGINE}:${start}-${end} (lines ${start}-${end}, in settle_invoice): edits ${line}; now ${start}-${end}`,
          `      ${SETTLED}`,
          "  one more citation only moves",
          "",
          "One sentence in one document leans on lines that this change edits; one more only moves.",
          "The change: HEAD~1 to HEAD.",
        ].join("\n"),
      );
    });
  });

  test("is told of the work tree, too, and whether the document answers", async () => {
    await ofChange({}, async (built) => {
      writeFileSync(join(built.dir, ENGINE), now.text);
      writeFileSync(join(built.dir, "docs/a.md"), DOCS["docs/a.md"].replace("sums the", "sums all the"));
      const { touched, to } = await affected(built, "HEAD");
      assert.deepEqual(to, { name: "work tree", commit: null });
      assert.deepEqual(
        touched.map(({ doc, answered }) => [doc, answered]),
        [["docs/a.md", true]],
      );
    });
  });
});

test("lines that are deleted, and lines that are added between", async () => {
  const short: Routine = { ...SETTLE, steps: SETTLE.steps.filter((step) => !("each" in step)) };
  const long: Routine = {
    ...ROUTE,
    steps: [...ROUTE.steps.slice(0, 2), set("toll", "pay toll", "depot"), ...ROUTE.steps.slice(2)],
  };
  const now = new Module(PYTHON, [...filler(0, 4), short, ...filler(4, 2), long, ...filler(6, 2)]);
  await ofChange({ [ENGINE]: now.text }, async (built) => {
    const { touched } = await affected(built, "HEAD~1..HEAD");
    const gone = OLD.line("apply_discount");
    assert.deepEqual(
      touched.map(({ doc, edited, deleted, added }) => [doc, edited, deleted, added]),
      [
        ["docs/a.md", [], [gone - 1, gone], 0],
        ["docs/b.md", [], [], 1],
      ],
    );
  });
});

test("a file that is deleted, or renamed", async () => {
  await ofChange({ [ENGINE]: null }, async (built) => {
    const { touched, counts } = await affected(built, "HEAD~1..HEAD");
    assert.deepEqual(
      touched.map(({ file, now }) => [file, now]),
      [
        ["deleted", null],
        ["deleted", null],
      ],
    );
    assert.equal(counts.documents, 2);
    assert.match((await say("affected", "--repo", built.dir, "HEAD~1..HEAD")).out, /^pkg\/engine.py, deleted\n/);
  });
  await ofChange({ [ENGINE]: null, "core/motor.py": OLD.text }, async (built) => {
    const { touched } = await affected(built, "HEAD~1..HEAD");
    const [start, end] = OLD.range("settle invoice");
    assert.deepEqual([touched[0]?.file, touched[0]?.now], ["renamed", { path: "core/motor.py", start, end }]);
    assert.match((await say("affected", "--repo", built.dir, "HEAD~1..HEAD")).out, /renamed to core\/motor.py\n/);
  });
});

test("a block that moves as a whole is not edited; blank lines and indentation are nothing", async () => {
  const now = new Module(PYTHON, [ROUTE, ...filler(0, 4), SETTLE, ...filler(4, 4)]);
  const indented = now.text.replace(/^( +postings = )/m, "  $1");
  await ofChange({ [ENGINE]: indented }, async (built) => {
    const { touched, shifted } = await affected(built, "HEAD~1..HEAD");
    assert.deepEqual(touched, []);
    assert.deepEqual(
      shifted.map(({ doc, now: place }) => [doc, place?.start]),
      [
        ["docs/a.md", now.range("settle invoice")[0]],
        ["docs/b.md", now.range("route parcel")[0]],
      ],
    );
  });
});

test("what is not true before the change is no ground to lean on, and is counted", async () => {
  const wrong = { "docs/c.md": `# Guide\n\nA frozen ledger is refused by \`settle_invoice\` (${ENGINE}:9999).\n` };
  const built = makeRepository([
    { files: { [ENGINE]: OLD.text, ...wrong }, message: "Start" },
    { files: { [ENGINE]: OLD.text.replace("ledger is frozen", "ledger is closed") }, message: "Change" },
  ]);
  try {
    const { counts } = await affected(built, "HEAD~1..HEAD");
    assert.deepEqual([counts.touched, counts.shifted, counts.untrue], [0, 0, 1]);
  } finally {
    built.cleanup();
  }
});

test("three dots begin at the merge base; a bare repository wants two commits", async () => {
  const plans: CommitPlan[] = [
    { files: { [ENGINE]: OLD.text, ...DOCS }, message: "Start" },
    { files: { [ENGINE]: OLD.text.replace("ledger is frozen", "ledger is closed") }, message: "Main" },
    {
      files: { [ENGINE]: OLD.text.replace("no courier rides", "no courier goes") },
      message: "Side",
      parents: [0],
      branch: "side",
    },
  ];
  const built = makeRepository(plans);
  const bare = makeRepository(plans, { bare: true });
  try {
    const docs = async (range: string) => (await affected(built, range)).touched.map(({ doc }) => doc);
    assert.deepEqual(await docs("main...side"), ["docs/b.md"]);
    assert.deepEqual(await docs("main..side"), ["docs/a.md", "docs/b.md"]);
    assert.deepEqual(await docs("main..main"), []);
    assert.equal((await affected(bare, "main...side")).counts.touched, 1);
    await assert.rejects(affected(bare, "main"), { code: "bad-usage", message: /Pass two commits: main\.\.HEAD/ });
    await assert.rejects(affected(built, "main....side"), { code: "bad-usage" });
    await assert.rejects(affected(built, "main..nowhere"), { code: "unknown-revision" });
  } finally {
    built.cleanup();
    bare.cleanup();
  }
});

test("who cites a function leans on all of it, who cites a class on its name", async () => {
  const code = [
    "class Engine:",
    "    def step(self):",
    "        run_one()",
    "",
    "",
    "def drain(queue):",
    "    queue.flush()",
    "",
  ].join("\n");
  const doc =
    "# Guide\n\nThe queue is flushed by `pkg/core.py::drain`.\n\nEverything is run by `pkg/core.py::Engine`.\n";
  const built = makeRepository([
    { files: { "pkg/core.py": code, "docs/a.md": doc }, message: "Start" },
    {
      files: {
        "pkg/core.py": code.replace("run_one()", "run_two()").replace("queue.flush()", "queue.flush(all=True)"),
      },
      message: "Change",
    },
  ]);
  try {
    const { touched } = await affected(built, "HEAD~1..HEAD");
    assert.deepEqual(
      touched.map(({ line, edited }) => [line, edited]),
      [[3, [7]]],
    );
  } finally {
    built.cleanup();
  }
});
