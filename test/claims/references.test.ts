// References judged over small repositories with real histories: what is named is here, elsewhere, gone or another's.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Archive } from "../../loaders/audit/archive.ts";
import { PLAIN, parseAuditConfiguration } from "../../loaders/audit/configuration.ts";
import { messageDocuments, outsideDocument } from "../../loaders/audit/extra-documents.ts";
import type { Skipped, Snapshot } from "../../loaders/citation.ts";
import type { ClaimFinding, ClaimVerdict } from "../../loaders/claim.ts";
import { judgeReferences } from "../../loaders/claims/references/judge.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { worktreeSnapshot } from "../../loaders/git/worktree.ts";
import { oidsOf } from "../support/audit.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";

interface Options {
  readonly remote?: string;
  readonly configuration?: string;
  /** Text of a document from elsewhere. */
  readonly outside?: string;
  /** Whether commit messages are documents too. */
  readonly messages?: boolean;
  /** Makes another state of the repository before it is judged, and says where it is. */
  readonly prepare?: (built: BuiltRepository) => string;
  readonly told?: (verdict: ClaimVerdict) => boolean;
  /** Judges the work tree. */
  readonly worktree?: boolean;
}

interface Judged {
  readonly findings: readonly ClaimFinding[];
  readonly counts: Readonly<Record<string, number>>;
  readonly skipped: readonly Skipped[];
  readonly oids: readonly string[];
  /** The one finding of that text. */
  of(text: string): ClaimFinding;
  verdicts(): Record<string, string>;
}

async function judge(plans: readonly CommitPlan[], options: Options = {}): Promise<Judged> {
  const built = makeRepository(plans, { bare: options.worktree !== true });
  try {
    if (options.remote !== undefined) built.git("remote", "add", "origin", options.remote);
    const repo = await openRepository(options.prepare?.(built) ?? built.dir);
    try {
      return { ...(await judgeIn(repo, options)), oids: built.oids };
    } finally {
      repo.close();
    }
  } finally {
    built.cleanup();
  }
}

async function judgeIn(repo: Repository, options: Options): Promise<Omit<Judged, "oids">> {
  const snapshot: Snapshot =
    options.worktree === true ? await worktreeSnapshot(repo) : await commitSnapshot(repo, await repo.resolve("HEAD"));
  const archive = new Archive(repo, false);
  const past = await archive.open(snapshot);
  const { configuration: own, outside } = options;
  const configuration = own === undefined ? PLAIN : parseAuditConfiguration(own, "binnacle.yaml");
  const beside = options.messages === true ? [...messageDocuments(past, () => true)] : [];
  const folder = mkdtempSync(join(tmpdir(), "binnacle-outside-"));
  try {
    if (outside !== undefined) {
      writeFileSync(join(folder, "thread.txt"), outside);
      beside.push(outsideDocument(join(folder, "thread.txt"), false));
    }
    const { findings, counts, skipped } = await judgeReferences({
      archive,
      snapshot,
      past,
      configuration,
      beside,
      ...(options.told === undefined ? {} : { told: options.told }),
    });
    return {
      findings,
      counts,
      skipped,
      of(text) {
        const found = findings.filter((finding) => finding.text === text);
        assert.equal(found.length, 1, `${text} among ${findings.map((each) => each.text).join(", ")}`);
        return found[0]!;
      },
      verdicts: () => Object.fromEntries(findings.map(({ text, verdict }) => [text, verdict])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const page = (...paragraphs: readonly string[]): string => `# How the pump works\n\n${paragraphs.join("\n\n")}\n`;

const PUMP = `LIMIT_BYTES = 12


class Pump:
    """Moves water."""

    depth: int = 0

    def __init__(self, valve):
        self.open_valves = {"main_valve": valve}

    def drain_all(self, level=0):
        return level


def build_pump(valve):
    return Pump(valve)
`;

describe("a symbol", () => {
  test("that code defines holds, with the place, however it is written", async () => {
    const { of } = await judge([
      {
        files: {
          "pump.py": PUMP,
          "docs/a.md": page(
            "`Pump.drain_all` and `Pump` and `build_pump(valve)`, LIMIT_BYTES; `Pump.depth`, `self.open_valves`.",
          ),
        },
        message: "Begin",
      },
    ]);
    for (const [text, place] of [
      ["Pump.drain_all", "pump.py:12"],
      ["Pump", "pump.py:4"],
      ["build_pump(valve)", "pump.py:16"],
      ["LIMIT_BYTES", "pump.py:1"],
      ["Pump.depth", "pump.py:7"],
    ] as const) {
      const { verdict, found, places, fails, kind } = of(text);
      assert.deepEqual([verdict, found, fails, kind], ["holds", place, false, "reference"], text);
      assert.equal(`${places[0]?.path}:${places[0]?.line}`, place);
    }
    assert.deepEqual([of("self.open_valves").verdict, of("self.open_valves").found], ["holds", "pump.py"]);
  });

  test("that stands as a key, a flag or a parameter holds; another program's and another language's is external", async () => {
    const { verdicts } = await judge([
      {
        files: {
          "pump.py": `${PUMP}\nimport torch\nparser.add_argument("--max-level")\nx = torch.empty(dry_run)\n`,
          "docs/a.md": page(
            "`main_valve`, `--max-level`, `--dry-run`, `torch.empty` hold; `tf.zeros_like`, `drainAllValves`, `--never-was` do not.",
          ),
        },
        message: "Begin",
      },
    ]);
    assert.deepEqual(verdicts(), {
      main_valve: "holds",
      "--max-level": "holds",
      "--dry-run": "holds",
      "torch.empty": "holds",
      "tf.zeros_like": "external",
      drainAllValves: "external",
      "--never-was": "external",
    });
  });

  const RENAMED: readonly CommitPlan[] = [
    { files: { "pump.py": PUMP, "docs/a.md": page("It calls `drain_all` at the end.") }, message: "Begin" },
    { files: { "other.py": "x = 1\n" }, message: "Something else" },
    { files: { "pump.py": PUMP.replace("drain_all", "empty_all") }, message: "Name it better (#12)" },
    { files: { "docs/b.md": page("It calls `drain_all` too.") }, message: "Write after the fact" },
  ];

  test("that was renamed is missing, with the commit, what it is called now, and its birth", async () => {
    const { findings, oids } = await judge(RENAMED);
    const { verdict, broke, born, found, says } = findings.find(({ doc }) => doc === "docs/a.md")!;
    assert.deepEqual(
      [verdict, broke?.commit, broke?.pr, born?.commit, found],
      ["missing", oids[2], 12, oids[0], "empty_all"],
    );
    assert.match(says, /renamed drain_all to empty_all/);
  });

  test("that was gone when the sentence was written is not missing", async () => {
    const { findings } = await judge(RENAMED);
    const { verdict, says } = findings.find(({ doc }) => doc === "docs/b.md")!;
    assert.deepEqual([verdict, /gone already/.test(says)], ["unknown", true]);
  });

  test("that a sentence says is gone holds, of the past nothing is claimed, and a record is left alone", async () => {
    const { findings, skipped } = await judge([
      {
        files: {
          "pump.py": PUMP,
          "docs/said.md": page("We removed `drain_all` last year."),
          "docs/past.md": page("There `drain_all` was slow."),
          "docs/struck.md": page("| name | is |\n|---|---|\n| ~~`drain_all`~~ | Use the other. |"),
          "docs/row.md": page("| name | is |\n|---|---|\n| `drain_all` | Removed. |"),
          "docs/under.md": `# Removed names\n\n- \`drain_all\`\n`,
          "CHANGELOG.md": page("Adds `drain_all`."),
          "docs/decisions/0001.md": page("`drain_all` it is."),
          "docs/plan-2026-01-03.md": page("`drain_all` it will be."),
          "docs/dated.md": `---\ndate: 2026-01-03\n---\n\n\`drain_all\` it is.\n`,
        },
        message: "Begin",
      },
      { files: { "pump.py": PUMP.replace("drain_all", "gush") }, message: "Gush" },
    ]);
    const told = Object.fromEntries(findings.map(({ doc, verdict }) => [doc, verdict]));
    assert.deepEqual(told, {
      "docs/said.md": "holds",
      "docs/past.md": "unknown",
      "docs/row.md": "holds",
      "docs/struck.md": "holds",
      "docs/under.md": "holds",
    });
    const left = skipped.find(({ reason }) => reason.includes("a record of its day"));
    assert.equal(left?.count, 4);
  });

  test("that only comments hold now is missing, and one that only comments ever held is external", async () => {
    const now = '"""Reads old_name."""\n# old_name, and never_name\nx = 1\n';
    const { verdicts } = await judge([
      { files: { "a.py": `${now}old_name = 2\n` }, message: "Begin" },
      { files: { "a.py": now }, message: "Drop it" },
      { files: { "a.py": now.replace(", and never_name", "") }, message: "Say less" },
    ]);
    assert.deepEqual(verdicts(), { old_name: "missing" });
    const { findings } = await judge([
      { files: { "a.py": "# never_name\nx = 1\n" }, message: "Begin" },
      { files: { "a.py": "# never_name\nx = 2\n" }, message: "Go on" },
    ]);
    assert.deepEqual(
      findings.map(({ verdict }) => verdict),
      ["external"],
    );
  });

  test("that code used and never defined is external: a library's, a caller's variable", async () => {
    const { verdicts } = await judge([
      {
        files: {
          "a.py": "import library\nlibrary.wait_for_it(3)\n",
          "run.sh": "export OTHERS_PORT=3\nserve --others-flag 3\n",
          "docs/a.md": page("`wait_for_it`, `OTHERS_PORT` and `--others-flag`."),
        },
        message: "Begin",
      },
      { files: { "a.py": "import library\n", "run.sh": "serve\n" }, message: "Wait no more" },
    ]);
    assert.deepEqual(verdicts(), { wait_for_it: "external", OTHERS_PORT: "external", "--others-flag": "external" });
  });

  test("went when its definition went, however long somebody went on using it", async () => {
    const doc = page("The `drain_all` ends it.");
    const { of, oids } = await judge([
      {
        files: { "a.py": "def drain_all():\n    pass\n", "b.py": "import a\na.drain_all()\n", "docs/a.md": doc },
        message: "Begin",
      },
      { files: { "a.py": "x = 1\n" }, message: "End it" },
      { files: { "b.py": "import a\n" }, message: "Use it no more" },
    ]);
    assert.deepEqual([of("drain_all").verdict, of("drain_all").broke?.commit], ["missing", oids[1]]);
  });

  test("that is a plain word is not missing as a key, but as a function", async () => {
    const plans = (first: string): CommitPlan[] => [
      { files: { "a.py": first, "docs/a.md": page("The `siphon` runs.") }, message: "Begin" },
      { files: { "a.py": "x = 1\n" }, message: "End" },
    ];
    assert.deepEqual((await judge(plans("class A:\n    def f(self):\n        self.siphon = 1\n"))).verdicts(), {
      siphon: "external",
    });
    assert.deepEqual((await judge(plans("def siphon():\n    pass\n"))).verdicts(), { siphon: "missing" });
  });

  test("of a class is missing where another class has one of that name, and not where a base class has it", async () => {
    const two = "class Base:\n    pass\n\n\nclass Pump(Base):\n    def drain_all(self):\n        pass\n";
    const doc = page("`Pump.drain_all` empties it.");
    const elsewhere = await judge([
      { files: { "pump.py": two, "docs/a.md": doc }, message: "Begin" },
      {
        files: {
          "pump.py": "class Base:\n    pass\n\n\nclass Pump(Base):\n    pass\n",
          "tank.py": "class Tank:\n    def drain_all(self):\n        pass\n",
        },
        message: "Move",
      },
    ]);
    const { verdict, broke, found } = elsewhere.of("Pump.drain_all");
    assert.deepEqual([verdict, broke?.commit, found], ["missing", elsewhere.oids[1], "Tank.drain_all in tank.py"]);
    const inherited = await judge([
      {
        files: {
          "base.py": "class Base:\n    pass\n",
          "pump.py": two.slice(two.indexOf("class Pump")),
          "docs/a.md": doc,
        },
        message: "Begin",
      },
      {
        files: {
          "base.py": "class Base:\n    def drain_all(self):\n        pass\n",
          "pump.py": "class Pump(Base):\n    pass\n",
        },
        message: "Move up",
      },
    ]);
    assert.equal(inherited.of("Pump.drain_all").verdict, "unknown");
  });

  test("whose class is gone is missing, and one that somebody else is said to have is external", async () => {
    const { of } = await judge([
      {
        files: {
          "pump.py": "class OldPump:\n    def drain_all(self):\n        pass\n\n\ndef old_start():\n    pass\n",
          "docs/a.md": page("`OldPump.drain_all` empties it. Postgres's `old_start` begins."),
        },
        message: "Begin",
      },
      { files: { "pump.py": "class NewPump:\n    def drain_all(self):\n        pass\n" }, message: "Rename" },
    ]);
    assert.deepEqual([of("OldPump.drain_all").verdict, of("OldPump.drain_all").found], ["missing", "NewPump"]);
    assert.equal(of("old_start").verdict, "external");
  });

  test("that several files define is ambiguous, but for the document's own and for tests", async () => {
    const { findings } = await judge([
      {
        files: {
          "a.py": '"""`Pump` is here."""\n\n\nclass Pump:\n    pass\n',
          "b.py": "class Pump:\n    pass\n\n\nclass Valve:\n    pass\n",
          "test_b.py": "class Valve:\n    pass\n",
          "docs/a.md": page("`Pump` and `Valve`."),
        },
        message: "Begin",
      },
    ]);
    const told = findings.map(({ doc, text, verdict, found }) => [doc, text, verdict, found]);
    assert.deepEqual(told, [
      ["a.py", "Pump", "holds", "a.py:4"],
      ["docs/a.md", "Pump", "ambiguous", null],
      ["docs/a.md", "Valve", "holds", "b.py:5"],
    ]);
  });

  test("is told of a merge by the commit inside it that took it away", async () => {
    const { of, oids } = await judge([
      { files: { "pump.py": PUMP, "docs/a.md": page("`drain_all` ends it.") }, message: "Begin" },
      { files: { "pump.py": PUMP.replace("drain_all", "gush") }, message: "Gush", branch: "side" },
      { files: { "other.py": "x = 1\n" }, message: "Meanwhile", parents: [0] },
      {
        files: { "pump.py": PUMP.replace("drain_all", "gush") },
        message: "Merge pull request #7 from a/side",
        parents: [2, 1],
      },
    ]);
    assert.deepEqual([of("drain_all").broke?.commit, of("drain_all").broke?.pr], [oids[1], 7]);
  });
});

describe("a commit", () => {
  const base: CommitPlan[] = [
    { files: { "a.py": "x = 1\n" }, message: "Begin" },
    { files: { "a.py": "x = 2\n" }, message: "Make the pump stop at the full mark (#3)" },
  ];

  test("of this history holds by its first digits; one of another branch is elsewhere, and says where", async () => {
    const plans: CommitPlan[] = [
      ...base,
      { files: { "b.py": "y = 1\n" }, message: "Try something that never landed", branch: "trial/one", parents: [0] },
    ];
    const [first, , side] = oidsOf(plans) as [string, string, string];
    const { of } = await judge([
      ...plans,
      {
        files: { "a.md": page(`Since ${first.slice(0, 7)} and \`${side.slice(0, 8)}\`.`) },
        message: "Write",
        parents: [1],
      },
    ]);
    assert.equal(of(first.slice(0, 7)).verdict, "holds");
    assert.deepEqual([of(side.slice(0, 8)).verdict, of(side.slice(0, 8)).found], ["elsewhere", "on trial/one"]);
  });

  for (const [how, files, message] of [
    ["subject", { "c.py": "z = 1\n" }, "Make the pump stop at the full mark"],
    ["the same tree", { "a.py": "x = 2\n" }, "Anything"],
  ] as const)
    test(`whose change came here in another is squashed: told by ${how}`, async () => {
      const plans: CommitPlan[] = [...base, { files, message, branch: "side", parents: [0] }];
      const [, landed, side] = oidsOf(plans) as [string, string, string];
      const { of } = await judge([
        ...plans,
        { files: { "a.md": page(`See commit ${side.slice(0, 9)}.`) }, message: "Write", parents: [1] },
      ]);
      const { verdict, found, says } = of(side.slice(0, 9));
      assert.deepEqual([verdict, found], ["squashed", landed.slice(0, 9)]);
      assert.match(says, new RegExp(how));
    });

  test("that a message lists as taken in is squashed though no object of it is here; one that a line merely names is not", async () => {
    const { verdicts } = await judge([
      {
        files: { "a.py": "x = 1\n" },
        message: "Begin\n\n(cherry picked from commit 1234567890abcdef1234567890abcdef12345678)\n",
      },
      {
        files: { "a.py": "x = 2\n" },
        message: "Squash the trial\n\n* abcdef12 Try it\n\nIt follows what\ncommit 0fedcba9 does elsewhere.\n",
      },
      { files: { "a.py": "x = 3\n" }, message: "Go on\n\n- 0a1b2c3d of the valve is the one to beat\n" },
      {
        files: { "a.md": page("Commits 1234567890a and `abcdef12`, commit 0fedcba9, commit 0a1b2c3d.") },
        message: "Write",
      },
    ]);
    assert.deepEqual(verdicts(), {
      "1234567890a": "squashed",
      abcdef12: "squashed",
      "0fedcba9": "unknown",
      "0a1b2c3d": "unknown",
    });
  });

  test("that is not here is missing where its link says so, external where it says another, else unknown", async () => {
    const id = "1234567890abcdef1234567890abcdef12345678";
    const plans: CommitPlan[] = [
      {
        files: {
          "a.md": page(
            `[one](https://github.com/a/pump/commit/${id}), [two](https://github.com/b/pump/commit/${id}), b/pump@1a2b3c4, commit 2b3c4d5, \`3c4d5e6\``,
            "v0: [0] 40c0de10 [1] 40c0de14 [2] 40c0de18; and 4d5e6f7a alone",
          ),
        },
        message: "Begin",
      },
    ];
    const { verdicts, skipped } = await judge(plans, { remote: "git@github.com:a/pump.git" });
    assert.deepEqual(verdicts(), {
      [`https://github.com/a/pump/commit/${id}`]: "missing",
      [`https://github.com/b/pump/commit/${id}`]: "external",
      "b/pump@1a2b3c4": "external",
      "2b3c4d5": "unknown",
      "3c4d5e6": "external",
    });
    assert.equal(skipped.find(({ reason }) => reason.startsWith("digits"))?.count, 1);
  });

  test("is never missing in a shallow clone, and without a remote a link says nothing", async () => {
    const id = "1234567890abcdef1234567890abcdef12345678";
    const plans: CommitPlan[] = [
      { files: { "a.py": "x = 1\n" }, message: "Begin" },
      {
        files: { "a.md": page(`[one](https://github.com/a/pump/commit/${id}) and \`lost_name\` and \`gone/a.py\``) },
        message: "Write",
      },
    ];
    const link = `https://github.com/a/pump/commit/${id}`;
    assert.equal((await judge(plans)).of(link).verdict, "unknown");
    const shallow = await judge(plans, {
      prepare: (built) => {
        const clone = built.sibling("shallow");
        built.git("clone", "--quiet", "--bare", "--depth=1", `file://${built.dir}`, clone);
        built.git("-C", clone, "remote", "set-url", "origin", "https://github.com/a/pump");
        return clone;
      },
    });
    assert.deepEqual(shallow.verdicts(), { [link]: "unknown", lost_name: "unknown", "gone/a.py": "unknown" });
  });
});

describe("an issue", () => {
  const plans: readonly CommitPlan[] = [
    { files: { "a.py": "x = 1\n" }, message: "Begin, for #5" },
    {
      files: { "a.py": "x = 2\n" },
      message: "Mend the valve (#7)\n\nCloses #5, see other/tool#9 and https://github.com/a/pump/issues/11.",
    },
    {
      files: {
        "a.md": page(
          "#5, #7, #9, #11, other/tool#7, a/pump#7, https://github.com/a/pump/pull/7, https://gitlab.com/a/pump/-/issues/7",
        ),
      },
      message: "Write",
    },
  ];

  test("holds by the commit that landed it, else by the first that names it; nobody's is unknown", async () => {
    const { of, oids } = await judge(plans, { remote: "https://github.com/a/pump.git" });
    assert.deepEqual([of("#7").verdict, of("#7").places[0]?.path], ["holds", `commit ${oids[1]!.slice(0, 9)}`]);
    assert.match(of("#7").says, /landed by/);
    assert.deepEqual([of("#5").verdict, of("#5").places[0]?.path], ["holds", `commit ${oids[0]!.slice(0, 9)}`]);
    assert.match(of("#5").says, /first named by .*, one of 2/);
    assert.equal(of("#11").verdict, "holds");
    assert.deepEqual([of("#9").verdict, /only an import of the forge/.test(of("#9").says)], ["unknown", true]);
  });

  test("of another repository or forge is external, and of none that is known without a remote", async () => {
    const named = [
      "other/tool#7",
      "a/pump#7",
      "https://github.com/a/pump/pull/7",
      "https://gitlab.com/a/pump/-/issues/7",
    ];
    const known = await judge(plans, { remote: "https://github.com/a/pump.git" });
    assert.deepEqual(
      named.map((text) => known.of(text).verdict),
      ["external", "holds", "holds", "external"],
    );
    const none = await judge(plans);
    assert.deepEqual(
      named.map((text) => none.of(text).verdict),
      ["unknown", "unknown", "unknown", "unknown"],
    );
  });

  test("in a document from elsewhere is this repository's only where the commits that it names are", async () => {
    const [, landed] = oidsOf(plans) as [string, string];
    const fork = await judge(plans, { outside: "It landed in #7 (commit 1a2b3c4d5), see #8.\n" });
    assert.deepEqual(
      [
        fork.of("1a2b3c4d5").verdict,
        fork.findings.filter(({ doc }) => doc.endsWith(".txt")).map(({ verdict }) => verdict),
      ],
      ["unknown", ["unknown", "unknown", "unknown"]],
    );
    const own = await judge(plans, { outside: `It landed in #7 (commit ${landed.slice(0, 9)}).\n` });
    assert.deepEqual(
      own.findings.filter(({ doc }) => doc.endsWith(".txt")).map(({ verdict }) => verdict),
      ["holds", "holds"],
    );
  });
});

describe("a path", () => {
  test("holds as a file, a folder, a link, a heading; several files of its name are ambiguous", async () => {
    const { verdicts } = await judge([
      {
        files: {
          "src/pump/core.py": "x = 1\n",
          "src/valve/core.py": "x = 1\n",
          "src/pump/one.py": "x = 1\n",
          "b.md": "It stands in `core.py`.",
          "docs/guide.md": "# Guide\n\n## Set-up, first **steps**\n\n## More\n\n## More\n\n<a name='old-anchor'></a>\n",
          "docs/a.md": page(
            "`src/pump/core.py`, `one.py`, `src/pump/`, `src/valve`, pump/one.py",
            "[a](guide.md), [b](guide.md#set-up-first-steps), [c](#how-the-pump-works), [d](guide.md#old-anchor), [e](../src), [f](guide.md#more-1)",
          ),
        },
        message: "Begin",
      },
    ]);
    const { "core.py": bare, ...others } = verdicts();
    assert.equal(bare, "ambiguous");
    assert.deepEqual(new Set(Object.values(others)), new Set(["holds"]));
    assert.equal(Object.keys(others).length, 11);
  });

  test("that went is missing, with the commit and where it went to; a folder with the last file in it", async () => {
    const { of, oids } = await judge([
      {
        files: { "src/old/core.py": PUMP, "docs/a.md": page("See `src/old/core.py`, `old/core.py` and `src/old/`.") },
        message: "Begin",
      },
      { files: { "src/old/core.py": null, "src/new/core.py": PUMP }, message: "Move (#4)" },
    ]);
    for (const text of ["src/old/core.py", "old/core.py"]) {
      const { verdict, found, broke, places } = of(text);
      assert.deepEqual(
        [verdict, found, broke?.commit, broke?.pr, places[0]?.path],
        ["missing", "src/new/core.py", oids[1], 4, "src/new/core.py"],
      );
    }
    assert.deepEqual([of("src/old/").verdict, of("src/old/").found], ["missing", "src/new/"]);
    const two = await judge([
      { files: { "src/a.py": "a = 1\n", "src/b.py": "b = 1\n", "docs/a.md": page("See `src/`.") }, message: "Begin" },
      { files: { "src/b.py": null }, message: "End b" },
      { files: { "src/a.py": null }, message: "End a" },
    ]);
    assert.equal(two.of("src/").broke?.commit, two.oids[2]);
  });

  test("that git is told to leave out is made by something, and not missing", async () => {
    const files = {
      "out/a.json": "{}\n",
      "pkg/made/b.txt": "b\n",
      "pkg/kept.log": "c\n",
      "pkg/sub/made": "d\n",
      "docs/a.md": page("`out/a.json`, `pkg/made/`, `pkg/made/b.txt`, `pkg/sub/made` and `pkg/kept.log`"),
    };
    const { verdicts } = await judge([
      { files, message: "Begin" },
      {
        files: {
          "out/a.json": null,
          "pkg/made/b.txt": null,
          "pkg/kept.log": null,
          "pkg/sub/made": null,
          ".gitignore": "# made\n/out/*.json\n*.log\n",
          "pkg/.gitignore": "made/\n!kept.log\n",
        },
        message: "Make them",
      },
    ]);
    assert.deepEqual(verdicts(), {
      "out/a.json": "external",
      "pkg/made/": "external",
      "pkg/made/b.txt": "external",
      "pkg/sub/made": "missing",
      "pkg/kept.log": "missing",
    });
  });

  test("that code still names may be made when it runs, and is not missing", async () => {
    const { verdicts } = await judge([
      {
        files: {
          "made/a.txt": "a\n",
          "gone/b.txt": "b\n",
          "pump.py": 'ROOT = HERE / "made"  # and "gone"\n',
          "docs/a.md": page("See `made/` and `gone/`."),
        },
        message: "Begin",
      },
      { files: { "made/a.txt": null, "gone/b.txt": null }, message: "End" },
    ]);
    assert.deepEqual(verdicts(), { "made/": "unknown", "gone/": "missing" });
  });

  test("that never was is external; a link to such a page is dead, and one that only the root explains is unknown", async () => {
    const { verdicts, of } = await judge([
      {
        files: {
          "docs/b.md": "# B\n",
          "docs/a.md": page(
            "`build/out.json`, `~/x.py`, `/etc/pump.conf`, `a/b` and `never/was/`",
            "[c](c.md), [d](docs/b.md), [e](api/index.html), [f](img/never.png)",
          ),
        },
        message: "Begin",
      },
    ]);
    assert.deepEqual(verdicts(), {
      "build/out.json": "external",
      "never/was/": "external",
      "c.md": "missing",
      "docs/b.md": "unknown",
      "api/index.html": "external",
      "img/never.png": "external",
    });
    assert.equal(of("docs/b.md").found, "docs/b.md");
  });

  test("to a heading that was renamed is missing, with the commit, and with the heading that is like it", async () => {
    const { of, oids } = await judge([
      {
        files: {
          "docs/b.md": "# B\n\n## Opening hours\n",
          "docs/a.md": page("[b](b.md#opening-hours), [c](b.md#closing-hours)"),
        },
        message: "Begin",
      },
      { files: { "docs/b.md": "# B\n\n## 4. Opening hours of the pump\n" }, message: "Say more" },
    ]);
    const { verdict, found, broke } = of("b.md#opening-hours");
    assert.deepEqual([verdict, found, broke?.commit], ["missing", "4. Opening hours of the pump", oids[1]]);
    assert.deepEqual([of("b.md#closing-hours").verdict, of("b.md#closing-hours").broke], ["missing", null]);
  });

  test("at a forge's address is this tree's where the remote is, and of a stated commit it is not", async () => {
    const at = (rest: string) => `https://github.com/${rest}`;
    const { verdicts } = await judge(
      [
        {
          files: {
            "old.md": "# Old\n\nfour\nlines\n",
            "a.md": page(
              [
                "a/pump/blob/main/a.md",
                "a/pump/blob/main/old.md",
                "b/pump/blob/main/old.md",
                "a/pump/blob/1a2b3c4d/old.md",
              ]
                .map((rest) => at(rest))
                .join(" "),
            ),
          },
          message: "Begin",
        },
        { files: { "old.md": null }, message: "End" },
      ],
      { remote: "https://github.com/a/pump" },
    );
    assert.deepEqual(Object.values(verdicts()), ["holds", "missing", "external", "external"]);
  });
});

describe("a reference", () => {
  test("was born where its text first stood, through moved lines and a renamed document", async () => {
    const { of, oids } = await judge([
      { files: { "pump.py": PUMP, "old.md": "# A\n\nSomething stands here.\n" }, message: "Begin" },
      { files: { "old.md": "# A\n\nSomething stands here.\n\nAnd `Pump.drain_all` ends it.\n" }, message: "Name it" },
      {
        files: { "old.md": "# A\n\nNew lines.\n\nAnd then\n`Pump.drain_all` ends it.\n\nSomething stands here.\n" },
        message: "Reflow",
      },
      {
        files: {
          "old.md": null,
          "new.md": "# A\n\nNew lines.\n\nAnd then\n`Pump.drain_all` ends it.\n\nSomething stands here.\n",
        },
        message: "Move",
      },
    ]);
    assert.deepEqual([of("Pump.drain_all").born?.commit, of("Pump.drain_all").born?.floor], [oids[1], null]);
  });

  test("of several equal ones in a document has the birth of its own line", async () => {
    const { findings, oids } = await judge([
      {
        files: { "pump.py": PUMP, "a.md": "# A\n\nThe first reason to call `build_pump` is speed.\n" },
        message: "Begin",
      },
      {
        files: {
          "a.md":
            "# A\n\nThe first reason to call `build_pump` is speed.\n\nOn Sundays nobody may use `build_pump` without an umbrella.\n",
        },
        message: "More",
      },
    ]);
    assert.deepEqual(
      findings.map(({ born }) => born?.commit),
      [oids[0], oids[1]],
    );
  });

  test("keeps its fingerprint when lines move and the document is renamed, and differs from its equals", async () => {
    const first: CommitPlan = {
      files: { "pump.py": PUMP, "a.md": "# A\n\n`build_pump` it, `build_pump` it.\n" },
      message: "Begin",
    };
    const before = await judge([first]);
    const after = await judge([
      first,
      { files: { "a.md": null, "b.md": "# A\n\nMore.\n\n`build_pump` it, `build_pump` it.\n" }, message: "Move" },
    ]);
    const prints = before.findings.map(({ fingerprint }) => fingerprint);
    assert.equal(new Set(prints).size, 2);
    assert.deepEqual(
      after.findings.map(({ fingerprint }) => fingerprint),
      prints,
    );
  });

  test("is excused by binnacle-ignore", async () => {
    const ignored = await judge([
      {
        files: { "a.md": "# A\n\n`c.md` is a name. <!-- binnacle-ignore: an example -->\n\n[c](c.md)\n" },
        message: "Begin",
      },
    ]);
    assert.deepEqual(
      [ignored.findings[0]?.excused, ignored.findings[1]?.excused],
      ["binnacle-ignore: an example", null],
    );
  });

  test("in a commit's message is of its day, and excused", async () => {
    const { findings, skipped } = await judge(
      [
        { files: { "pump.py": PUMP }, message: "Add `drain_all` and `build_pump`\n\nSee pump.py:12 and #3.\n" },
        { files: { "pump.py": PUMP.replace("drain_all", "gush") }, message: "Gush" },
      ],
      { messages: true },
    );
    assert.deepEqual(
      findings.map(({ text, verdict, excused, born }) => [text, verdict, excused, born !== null]),
      [
        ["build_pump", "holds", "a commit message cannot be changed", true],
        ["#3", "holds", "a commit message cannot be changed", true],
      ],
    );
    assert.equal(skipped.find(({ reason }) => reason.includes("a record of its day"))?.count, 1);
  });

  test("is looked for only where the configuration says, and in no example, string or data", async () => {
    const { findings, skipped } = await judge(
      [
        {
          files: {
            "pump.py": `${PUMP}log("drain_all the water is called")\n`,
            "docs/a.md": page("`drain_all`", "```\n`never_mind`\n```"),
            "old/a.md": page("`drain_all`"),
            "data.json": '{"say": "`drain_all` is it"}\n',
            "pump.board_pcb": "(net drain_all `drain_all`)\n",
          },
          message: "Begin",
        },
      ],
      { configuration: 'audit:\n  exclude: ["old/**"]\n' },
    );
    assert.deepEqual(
      findings.map(({ doc }) => doc),
      ["docs/a.md"],
    );
    assert.deepEqual(
      skipped.map(({ reason, count }) => [reason, count]),
      [
        ["data, not prose", 1],
        ["in an example", 1],
        ["no prose that is known", 1],
      ],
    );
  });

  test("to what the work tree takes away says that this is not committed yet", async () => {
    const { of } = await judge(
      [{ files: { "pump.py": PUMP, "a.md": page("`build_pump` builds it, see `pump.py`.") }, message: "Begin" }],
      {
        worktree: true,
        prepare: (built) => {
          rmSync(join(built.dir, "pump.py"));
          return built.dir;
        },
      },
    );
    for (const text of ["build_pump", "pump.py"]) {
      assert.deepEqual([of(text).verdict, of(text).broke?.commit], ["missing", "uncommitted"]);
      assert.match(of(text).says, /not committed yet/);
    }
  });

  test("that nobody wants told is counted, and leaves the fingerprints of the others as they are", async () => {
    const plans: CommitPlan[] = [
      { files: { "pump.py": PUMP, "a.md": page("`build_pump` and `zz_a`, `zz_a` and #4.") }, message: "Begin" },
    ];
    const all = await judge(plans);
    const some = await judge(plans, { told: (verdict) => verdict !== "holds" });
    assert.deepEqual(
      some.findings,
      all.findings.filter(({ verdict }) => verdict !== "holds"),
    );
    assert.deepEqual(some.counts, { "symbol holds": 1, "symbol external": 2, "issue unknown": 1 });
    assert.deepEqual(some.counts, all.counts);
  });

  test("is told in order of document, line and column, and never fails", async () => {
    const { findings } = await judge([
      { files: { "b.md": "`x/y.py` and `zz_a`\n", "a.md": "- `zz_b`\n- #4 and `zz_c`\n" }, message: "Begin" },
    ]);
    assert.deepEqual(
      findings.map(({ doc, line, text }) => [doc, line, text]),
      [
        ["a.md", 1, "zz_b"],
        ["a.md", 2, "#4"],
        ["a.md", 2, "zz_c"],
        ["b.md", 1, "x/y.py"],
        ["b.md", 1, "zz_a"],
      ],
    );
    assert.ok(findings.every(({ fails, address, doc, line }) => !fails && address === `doc:${doc}:${line}`));
  });
});
