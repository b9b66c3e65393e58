// Says of a self-test that its shifted citations are judged as the audit judges written ones, that its counts add up, and
// that nothing but numbers comes of it.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Archive } from "../../loaders/audit/archive.ts";
import { auditSnapshot } from "../../loaders/audit/audit.ts";
import { PLAIN } from "../../loaders/audit/configuration.ts";
import { MOST_SHIFTED, type SelfTest, SHIFTS, selfTest } from "../../loaders/audit/self-test.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { greenMeans } from "../../loaders/report/audit/self-test.ts";
import { auditOf, prose } from "../support/audit.ts";
import { each, filler, give, Module, PYTHON, type Routine, refuse, set } from "../support/audit-code.ts";
import { type CommitPlan, makeRepository, runGit } from "../support/repository.ts";
import { cleanFolders, say } from "../support/stores.ts";

after(cleanFolders);

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

const code = new Module(PYTHON, [...filler(0, 7), SETTLE, ...filler(7, 7)]);
const [START, END] = code.range("settle invoice");
const named = (from: number, to: number) =>
  `A frozen ledger is refused by \`settle_invoice\` (src/engine.py:${from}-${to}) before \`sum_postings\` is asked.`;
const bare = (line: number) => `Whatever comes next is dealt with at src/engine.py:${line}.`;
const plan = (...paragraphs: readonly string[]): readonly CommitPlan[] => [
  { files: { "src/engine.py": code.text, "docs/engine.md": prose(...paragraphs) }, message: "Start" },
];

async function testOf(plans: readonly CommitPlan[]): Promise<SelfTest> {
  const built = makeRepository(plans, { bare: true });
  try {
    const repo = await openRepository(built.dir);
    const snapshot = await commitSnapshot(repo, await repo.resolve("HEAD"));
    const archive = new Archive(repo, false);
    const audited = await auditSnapshot({ archive, snapshot, configuration: PLAIN });
    const found = await selfTest(archive, snapshot, PLAIN, audited);
    assert.deepEqual(await selfTest(archive, snapshot, PLAIN, audited), found, "a second time it says the same");
    repo.close();
    return found;
  } finally {
    built.cleanup();
  }
}

describe("a self-test", () => {
  test("counts each shift as the audit judges the same numbers when they are written", async () => {
    const { sound, taken, shifts } = await testOf(plan(named(START, END)));
    assert.deepEqual([sound, taken], [1, 1]);
    for (const { by, tried, skipped, caught, unknown, ledBack } of shifts) {
      const verdicts: string[] = [];
      let back = 0;
      for (const step of [-by, by]) {
        if (START + step < 1 || END + step > code.count) continue;
        const { findings } = await auditOf(plan(named(START + step, END + step)));
        verdicts.push(findings[0]!.verdict);
        if (Math.abs((findings[0]!.suggestion?.start ?? -100) - START) <= 2) back++;
      }
      assert.equal(tried, verdicts.length, `±${by}`);
      assert.equal(skipped, 2 - verdicts.length, `±${by}`);
      assert.equal(unknown, verdicts.filter((verdict) => verdict === "unknown").length, `±${by}`);
      assert.equal(caught, verdicts.filter((verdict) => verdict !== "unknown" && verdict !== "holds").length, `±${by}`);
      assert.equal(ledBack.strong + ledBack.hint, back, `±${by}`);
    }
    assert.deepEqual(
      shifts.map(({ by }) => by),
      SHIFTS,
    );
    assert.ok(shifts.at(-1)!.caught === 2 && shifts.at(-1)!.ledBack.hint === 2, "another function is seen to be one");
  });

  test("takes only citations that hold, and skips shifts that leave the file", async () => {
    const { sound, shifts } = await testOf(plan(named(START, END), named(START, END + 900), bare(3)));
    assert.equal(sound, 1);
    assert.deepEqual(
      shifts.map(({ tried, skipped }) => tried + skipped),
      SHIFTS.map(() => 2),
    );
    const short = new Module(PYTHON, [SETTLE]);
    const cited = short.cite("src/engine.py", "settle invoice");
    const doc = prose(`A frozen ledger is refused by \`settle_invoice\` (${cited}) before \`sum_postings\` is asked.`);
    const small = await testOf([{ files: { "src/engine.py": short.text, "docs/engine.md": doc }, message: "Start" }]);
    assert.deepEqual(
      small.shifts.map(({ by, tried, skipped }) => [by, tried, skipped]),
      [
        [1, 1, 1],
        [5, 0, 2],
        [15, 0, 2],
        [30, 0, 2],
        [55, 0, 2],
      ],
    );
  });

  test("has nothing to try where nothing holds, and says so", async () => {
    const none = await testOf(plan("Nothing is cited here."));
    assert.deepEqual([none.sound, none.taken], [0, 0]);
    assert.match(greenMeans(none), /nothing to try/);
  });

  test("takes a bounded number, evenly spread", async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      Array.from({ length: 150 }, (_, next) => named(START, END).replace("frozen", `frozen ${at} ${next}`)).join(" "),
    );
    const { sound, taken, shifts } = await testOf(plan(...many));
    assert.equal(sound, 3_000);
    assert.equal(taken, MOST_SHIFTED);
    for (const { tried, skipped } of shifts) assert.equal(tried + skipped, 2 * MOST_SHIFTED);
  });
});

test("what neither the cited lines nor those around them speak of is not called right, and told where it stands", async () => {
  const away = code.range("settle invoice")[1] + 40;
  const said = (line: number) =>
    `Whatever a request says, a frozen ledger is refused before \`sum_postings\` is asked, as src/engine.py:${line} shows.`;
  const found = (await auditOf(plan(said(away), said(START + 2)))).findings;
  assert.deepEqual(
    found.map(({ verdict, suggestion }) => [verdict, suggestion]),
    [
      ["unknown", null],
      ["holds", null],
    ],
  );
  const [far, near] = found.map(({ evidence }) => evidence.map(({ says }) => says).join("\n"));
  assert.match(far!, /nothing within 10 lines fits; what fits best begins at \d+/);
  assert.doesNotMatch(near!, /nothing within/);
});

describe("audit --self-test", () => {
  test("prints a table and a sentence, or JSON; it writes nothing and fails nothing", async () => {
    const built = makeRepository(plan(named(START, END)));
    try {
      const { out } = await say("audit", "--repo", built.dir, "--self-test");
      assert.match(out, /^Self-test of engine, work tree\n\nOne citation holds and was given wrong numbers/);
      assert.match(out, /^±1 +2 /m);
      assert.match(out, /\nGreen means here that .*55 lines off/);
      const json = JSON.parse((await say("audit", "--repo", built.dir, "--self-test", "--json")).out);
      assert.deepEqual(
        [json.schema, json.sound, json.taken, json.shifts.map(({ by }: { by: number }) => by)],
        [1, 1, 1, SHIFTS],
      );
      assert.equal(json.shifts[4].share, 1);
      assert.equal(runGit(built.dir, ["status", "--porcelain"]), "");
      for (const [args, message] of [
        [["--format", "sarif"], /text or json, not as sarif/],
        [["--update-baseline"], /--self-test writes nothing/],
      ] as const)
        await assert.rejects(say("audit", "--repo", built.dir, "--self-test", ...args), message);
    } finally {
      built.cleanup();
    }
  });
});
