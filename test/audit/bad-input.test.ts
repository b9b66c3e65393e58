// Gives the audit what no repository should hold and some do: each is a verdict, a row of what was not looked at, or one
// clear line; never a crash, and never a changed verdict about the rest.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { Archive } from "../../loaders/audit/archive.ts";
import { auditSnapshot } from "../../loaders/audit/audit.ts";
import { PLAIN } from "../../loaders/audit/configuration.ts";
import { habitOf, Resolver } from "../../loaders/audit/resolve.ts";
import type { AuditReport, Citation, Finding, Snapshot } from "../../loaders/citation.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { type BuiltRepository, type CommitPlan, makeRepository, runGit } from "../support/repository.ts";
import { cleanFolders, folder, say } from "../support/stores.ts";

process.env.XDG_CACHE_HOME = folder();

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
  cleanFolders();
});

function make(plans: readonly CommitPlan[], options: Parameters<typeof makeRepository>[1] = {}): BuiltRepository {
  const repository = makeRepository(plans, options);
  built.push(repository);
  return repository;
}

const NAMES = "anchor basket copper dolphin ember falcon garnet harbor island jasmine kettle lantern".split(" ");
const CORE = `${NAMES.flatMap((name) => [`def open_${name}(request):`, `    return seal_${name}(request)`, ""]).join("\n")}`;
const lineOf = (name: string) => NAMES.indexOf(name) * 3 + 1;
/** A sentence that is right, and stays right beside whatever else is in the tree. */
const SOUND = `The copper comes from \`open_copper\` (pkg/core.py:${lineOf("copper")}).`;
const BASE = { "pkg/core.py": CORE, "docs/sound.md": `${SOUND}\n` };

async function audited(dir: string, ...flags: readonly string[]): Promise<AuditReport> {
  return JSON.parse((await say("audit", "--repo", dir, "--json", ...flags)).out) as AuditReport;
}

/** Audits a tree; what is sound in it must hold. */
async function auditOf(files: CommitPlan["files"], more: Partial<CommitPlan> = {}): Promise<AuditReport> {
  const report = await audited(make([{ ...more, files: { ...BASE, ...files }, message: "Start" }]).dir);
  soundHolds(report);
  return report;
}

function soundHolds({ citations }: AuditReport): void {
  const sound = citations.filter(({ doc }) => doc === "docs/sound.md");
  assert.deepEqual(
    sound.map(({ verdict }) => verdict),
    ["holds"],
  );
}

function verdicts({ citations }: AuditReport, doc = "docs/a.md"): readonly string[] {
  return citations.filter((each) => each.doc === doc).map(({ text, verdict }) => `${text} ${verdict}`);
}

function skipped(report: AuditReport): readonly string[] {
  return report.skipped.map(({ reason, count, examples }) => `${count} ${reason}: ${examples.join(", ")}`);
}

async function refused(work: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  await assert.rejects(work, (thrown: { code: string; message: string }) => {
    assert.equal(thrown.code, code, thrown.message);
    assert.match(thrown.message, message);
    assert.doesNotMatch(thrown.message, /\n/);
    assert.match(thrown.message, /[.?]$/, "it is a sentence");
    return true;
  });
}

describe("numbers that are no lines", () => {
  test("line 0, numbers past all numbers, ranges that run backwards, lines past the end", async () => {
    const report = await auditOf({
      "docs/a.md": [
        "Look at pkg/core.py:0 first.",
        "Look at pkg/core.py:99999999999999999999 then.",
        "Look at pkg/core.py:30-20 then.",
        "Look at pkg/core.py:20-99999999999999999999 then.",
        "Look at pkg/core.py:0-0 then.",
        `Look at pkg/core.py:${"9".repeat(5000)} at last.`,
      ].join("\n\n"),
    });
    assert.deepEqual(
      report.citations.filter(({ doc }) => doc === "docs/a.md").map(({ verdict }) => verdict),
      ["past-end", "past-end", "wrong-when-written", "past-end", "past-end", "past-end"],
    );
    for (const { suggestion } of report.citations) assert.equal(suggestion, null);
  });

  test("an empty file has no line at all, and one without a line end has its last", async () => {
    const report = await auditOf({
      "pkg/empty.py": "",
      "pkg/open.py": "def seal():\n    return 1",
      "docs/a.md": "Look at pkg/empty.py:1 and pkg/open.py:2 and pkg/open.py:3 here.",
    });
    assert.deepEqual(
      verdicts(report).map((each) => each.replace(/holds|unknown/, "–")),
      ["pkg/empty.py:1 past-end", "pkg/open.py:2 –", "pkg/open.py:3 past-end"],
    );
  });
});

describe("documents that are hard to read", () => {
  test("binary ones and data are told and left out; Latin-1 is read", async () => {
    const report = await auditOf({
      "docs/blob.md": Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(" pkg/core.py:1 ")]),
      "docs/rows.csv": "pkg/core.py:1\n",
      "docs/a.md": Buffer.from(
        `Gr\xfc\xdfe aus K\xf6ln, siehe \`open_copper\` (pkg/core.py:${lineOf("copper")}).`,
        "latin1",
      ),
    });
    assert.deepEqual(verdicts(report), [`pkg/core.py:${lineOf("copper")} holds`]);
    assert.deepEqual(skipped(report), ["1 binary: docs/blob.md", "1 data, not prose: docs/rows.csv"]);
  });

  test("a line of a million characters, and one word of a million", async () => {
    const words = "what the engine does about it ".repeat(34_000);
    const report = await auditOf({
      "docs/a.md": `${words}\`open_copper\` (pkg/core.py:${lineOf("copper")}) ${words}`,
      "docs/b.md": `${"a".repeat(1_000_000)} pkg/core.py:1`,
      "docs/c.md": `${"a-".repeat(300_000)} pkg/core.py:1`,
      "docs/d.md": `${"/".repeat(300_000)} ${"a/".repeat(300_000)}:12 pkg/core.py:1`,
      "docs/e.md": `${"`".repeat(300_000)} pkg/core.py:1 ${"(".repeat(300_000)}`,
      "docs/f.md": `${"e.g. ".repeat(100_000)} pkg/core.py:1 ${"[".repeat(200_000)}`,
      "docs/g.md": `${"|".repeat(300_000)} pkg/core.py:1\n${"> ".repeat(100_000)} pkg/core.py:2`,
      "pkg/wide.py": `x = "${"y".repeat(1_000_000)}"\n`,
      "docs/h.md": "See pkg/wide.py:1.",
    });
    assert.deepEqual(verdicts(report), [`pkg/core.py:${lineOf("copper")} holds`]);
    for (const finding of report.citations) {
      assert.ok(finding.sentence.length < 10_000, `${finding.doc}: a sentence of ${finding.sentence.length}`);
      const lines = [...(finding.now?.lines ?? []), ...(finding.written?.lines ?? [])];
      assert.ok(
        lines.every((line) => line.length < 10_000),
        `${finding.doc}: a line is shown in whole`,
      );
    }
  });

  test("one larger than any document, and a large target", async () => {
    const large = Buffer.alloc(65 * 2 ** 20, "what is said about pkg/core.py:1 here\n");
    const target = Buffer.alloc(50 * 2 ** 20, "value = 1\n");
    const report = await auditOf({
      "docs/large.md": large,
      "pkg/large.py": target,
      "docs/a.md": "See pkg/large.py:5 and pkg/large.py:99000000.",
    });
    assert.deepEqual(verdicts(report), ["pkg/large.py:5 unknown", "pkg/large.py:99000000 past-end"]);
    assert.deepEqual(skipped(report), ["1 larger than 64 MB: docs/large.md"]);
  });
});

describe("very many citations", () => {
  const many = (count: number, join: string) =>
    Array.from({ length: count }, (_, at) => {
      const name = NAMES[at % NAMES.length]!;
      return `\`open_${name}\` (pkg/core.py:${lineOf(name)})`;
    }).join(join);

  test("in paragraphs of their own, in one paragraph, in one row and on one line are all judged", async () => {
    const count = 4_000;
    const report = await auditOf({
      "docs/apart.md": many(count, "\n\n"),
      "docs/paragraph.md": many(count, "\n"),
      "docs/row.md": `| a | b |\n|---|---|\n| x | ${many(count, ", ")} |\n`,
      "docs/line.md": many(count, " and "),
    });
    const { citations } = report;
    assert.equal(citations.length, 4 * count + 1);
    assert.equal(report.counts.holds, citations.length);
    assert.equal(new Set(citations.map(({ fingerprint }) => fingerprint)).size, citations.length);
  });

  test("of a file too large to be kept beside others read it a few times, however many they are", async () => {
    const lines = Array.from({ length: 120_000 }, (_, at) => `def routine_${at}(request): return ${at}`).join("\n");
    const reads = async (count: number, target: string) => {
      const cited = Array.from({ length: count }, (_, at) => `\`routine_${at * 9}\` (core.py:${at * 9 + 1})`);
      const repository = make([{ files: { "core.py": target, "a.md": cited.join("\n\n") }, message: "Start" }]);
      const repo = await openRepository(repository.dir);
      const snapshot = await commitSnapshot(repo, await repo.resolve("HEAD"));
      let read = 0;
      const blob = (oid: string) => {
        read++;
        return snapshot.blob(oid);
      };
      const counted: Snapshot = { ...snapshot, blob };
      const { findings } = await auditSnapshot({
        archive: new Archive(repo, false),
        snapshot: counted,
        configuration: PLAIN,
      });
      repo.close();
      assert.equal(findings.length, count);
      return read;
    };
    for (const target of [lines, lines.repeat(3)]) {
      const few = await reads(5, target);
      assert.equal(await reads(200, target), few);
      assert.ok(few < 12, `${few} reads`);
    }
  });

  test("are excused and resolved by looking each one up", async () => {
    let looked = 0;
    const paths = Array.from({ length: 40 }, (_, at) => `p${at}/util.py`);
    const asked = async (count: number) => {
      looked = 0;
      const lines = async () => {
        looked++;
        return 9;
      };
      const fit = { lines, defines: async () => false, holds: async () => 0 };
      const files = new Map(paths.map((path) => [path, "0"]));
      const resolver = new Resolver({ files, submodules: new Set(), links: new Set() }, [], fit);
      const habit = habitOf([], files);
      const citation = { path: "util.py", start: 1, end: 1, symbol: null, bound: "written" } as Citation;
      for (let at = 0; at < count; at++) await resolver.resolve({ doc: "a.md", citation, names: () => [], habit });
      return looked;
    };
    assert.ok((await asked(1_000)) <= 15 * (await asked(100)));
  });
});

describe("targets that are no plain text", () => {
  test("a binary one, a folder, a submodule, a symbolic link, and what is behind one", async () => {
    const report = await auditOf(
      {
        "pkg/blob.py": Buffer.from([0, 10, 1, 10, 2]),
        "pkg/sub.py/inner.txt": "x\n",
        "docs/a.md": [
          "See pkg/blob.py:2.",
          "See pkg/blob.py:9.",
          "See pkg/sub.py:1.",
          "See vendor/engine/core2.py:3.",
          "See pkg/link.py:1.",
          "See linked/core.py:1.",
          "See pkg/away.py:1.",
        ].join("\n\n"),
      },
      {
        submodules: { "vendor/engine": "1".repeat(40) },
        links: { "pkg/link.py": "core.py", linked: "pkg", "pkg/away.py": "/etc/passwd", "docs/linked.md": "sound.md" },
      },
    );
    assert.deepEqual(verdicts(report), [
      "pkg/blob.py:2 unknown",
      "pkg/blob.py:9 unknown",
      "pkg/sub.py:1 external",
      "vendor/engine/core2.py:3 external",
      "pkg/link.py:1 external",
      "linked/core.py:1 external",
      "pkg/away.py:1 external",
    ]);
    const says = (start: string) => report.citations.find(({ text }) => text.startsWith(start))!.says;
    assert.match(says("vendor"), /submodule vendor\/engine/);
    assert.equal(says("pkg/link"), "pkg/link.py is a symbolic link, which is not followed");
    assert.equal(says("linked/"), "linked is a symbolic link, which is not followed");
    assert.ok(
      skipped(report).includes("4 a symbolic link, which is not followed: docs/linked.md, linked, pkg/away.py"),
    );
  });

  test("paths that lead out, absolute ones, and ones with odd names", async () => {
    const odd = Buffer.from([0x70, 0x6b, 0x67, 0x2f, 0xff, 0xfe, 0x2e, 0x70, 0x79]);
    const report = await auditOf(
      {
        "pkg/two\nlines.py": CORE,
        "docs/a.md": [
          `See ${"../".repeat(40)}etc/passwd.py:1.`,
          `See ../../pkg/core.py:${lineOf("copper")} of copper.`,
          "See /etc/hosts.conf:1.",
          `See \`open_copper\` (/home/somebody/engine/pkg/core.py:${lineOf("copper")}).`,
          "See C:\\engine\\missing.py:1.",
          "See \ufffd\ufffd.py:1.",
        ].join("\n\n"),
        "docs/two\nnames.md": `${SOUND}\n`,
      },
      { rawFiles: [{ path: odd, content: CORE }] },
    );
    const found = verdicts(report).map((each) => each.slice(each.lastIndexOf(" ") + 1));
    assert.equal(found[0], "external");
    assert.equal(found[2], "external");
    assert.equal(found[3], "holds");
    for (const { path } of report.citations) assert.ok(path === null || !path.startsWith(".."));
    assert.deepEqual(verdicts(report, "docs/two\nnames.md"), [`pkg/core.py:${lineOf("copper")} holds`]);
  });
});

describe("repositories of every kind", () => {
  const plans: readonly CommitPlan[] = [
    { files: BASE, message: "Start" },
    { files: { "pkg/core.py": `# Head.\n# More.\n# Yet more.\n${CORE}` }, message: "Three lines on top" },
  ];
  const cited = `pkg/core.py:${lineOf("copper")}`;
  const of = ({ citations }: AuditReport): Finding => citations.find(({ text }) => text === cited)!;

  test("bare, SHA-256, detached: the same verdict", async () => {
    const plain = make(plans);
    const first = of(await audited(plain.dir));
    assert.equal(first.verdict, "moved");
    runGit(plain.dir, ["checkout", "--quiet", "--detach"]);
    for (const dir of [plain.dir, make(plans, { bare: true }).dir, make(plans, { format: "sha256" }).dir]) {
      const { verdict, suggestion } = of(await audited(dir));
      assert.deepEqual([verdict, suggestion], ["moved", first.suggestion]);
    }
  });

  test("one commit, an empty tree, an unborn branch, none at all", async () => {
    assert.equal(of(await audited(make([plans[0]!]).dir)).verdict, "holds");
    const empty = make([{ files: {}, message: "Nothing" }]);
    const report = await audited(empty.dir);
    assert.deepEqual([report.citations, report.counts.documents], [[], 0]);
    const unborn = folder();
    runGit(unborn, ["init", "--quiet"]);
    await refused(audited(unborn), "empty-repository", /no commit yet/);
    await refused(audited(unborn, "--staged"), "empty-repository", /no commit yet/);
    await refused(audited(folder()), "not-a-repository", /no git repository/);
    writeFileSync(join(unborn, "core.py"), CORE);
    writeFileSync(join(unborn, "a.md"), `See \`open_copper\` (core.py:${lineOf("copper")}).\n`);
    runGit(unborn, ["add", "."]);
    await refused(audited(unborn, "--staged"), "empty-repository", /no commit yet/);
  });

  test("a shallow clone claims nothing that its edge hides, and says so", async () => {
    const deep = make([
      ...plans,
      { files: { "README.md": "Engine.\n" }, message: "Say what it is" },
      { files: { "README.md": "An engine.\n" }, message: "Say it better" },
    ]);
    const shallow = deep.sibling("shallow");
    runGit(deep.dir, ["clone", "--quiet", "--depth=2", `file://${deep.dir}`, shallow]);
    const report = await audited(shallow);
    const found = of(report);
    assert.equal(of(await audited(deep.dir)).verdict, "moved");
    assert.ok(!["moved", "changed", "wrong-when-written"].includes(found.verdict), found.verdict);
    assert.equal(found.fails, false);
    assert.equal(found.broke, null);
    assert.ok(found.born === null || found.born.floor === "shallow");
    assert.match(report.notices.join("\n"), /shallow at [0-9a-f]{9}/);
    await refused(audited(shallow, "--require-history"), "missing-object", /git fetch --unshallow/);
  });

  test("a shallow clone still tells what moved behind its edge, where the lines say that they are meant", async () => {
    const deep = make([
      { files: { "README.md": "Engine.\n" }, message: "Say what it is" },
      { files: { ...BASE, "docs/a.md": `Look at pkg/core.py:${lineOf("ember")} as well.\n` }, message: "Start" },
      plans[1]!,
    ]);
    const shallow = deep.sibling("shallow");
    runGit(deep.dir, ["clone", "--quiet", "--depth=2", `file://${deep.dir}`, shallow]);
    const report = await audited(shallow);
    const found = of(report);
    assert.deepEqual(
      [found.verdict, found.suggestion?.start, found.born?.floor],
      ["moved", lineOf("copper") + 3, "shallow"],
    );
    assert.match(found.broke!.says, /3 lines down/);
    const [silent] = report.citations.filter(({ doc }) => doc === "docs/a.md");
    assert.deepEqual([silent!.verdict, silent!.fails], ["unknown", false]);
    assert.match(silent!.says, /beyond the edge of this shallow clone/);
    const [whole] = (await audited(deep.dir)).citations.filter(({ doc }) => doc === "docs/a.md");
    assert.equal(whole!.verdict, "moved");
  });

  test("an index with conflicts, and a merge that conflicts", async () => {
    const repository = make([
      { files: { ...BASE, "docs/a.md": `${SOUND}\n` }, message: "Start" },
      { files: { "docs/a.md": `Ours. ${SOUND}\n` }, message: "Ours" },
      { files: { "docs/a.md": `Theirs. ${SOUND}\n` }, message: "Theirs", parents: [0], branch: "theirs" },
    ]);
    const merged = await audited(repository.dir, "--merge", "main", "--merge", "theirs");
    assert.ok(merged.citations.length > 0);
    assert.ok(merged.citations.every(({ fails }) => !fails));
    const { notes } = await say("audit", "--repo", repository.dir, "--merge", "main", "--merge", "theirs");
    assert.match(notes, /^theirs: the merge with main conflicts in 1 file; /);
    assert.throws(() => runGit(repository.dir, ["merge", "--quiet", "theirs"]));
    for (const flags of [[], ["--staged"]]) {
      const report = await audited(repository.dir, ...flags);
      assert.ok(
        report.citations.every(({ verdict }) => verdict === "holds"),
        JSON.stringify(report.counts),
      );
    }
  });

  test("a partial clone names what it lacks and how to get it", async () => {
    const deep = make(plans);
    runGit(deep.dir, ["config", "uploadpack.allowFilter", "true"]);
    const partial = deep.sibling("partial");
    runGit(deep.dir, ["clone", "--quiet", "--no-checkout", "--filter=blob:none", `file://${deep.dir}`, partial]);
    await refused(audited(partial, "--at", "HEAD"), "missing-object", /--fetch-missing/);
    assert.equal(of(await audited(partial, "--at", "HEAD", "--fetch-missing")).verdict, "moved");
  });

  test("a work tree with a folder, a link or nothing where a file was", async () => {
    const repository = make([
      { files: { ...BASE, "docs/a.md": "See pkg/gone.py:1.\n", "pkg/gone.py": "x = 1\n" }, message: "Start" },
    ]);
    runGit(repository.dir, ["rm", "--quiet", "--cached", "docs/sound.md"]);
    writeFileSync(join(repository.dir, "docs/untracked.md"), "See pkg/core.py:900.\n");
    symlinkSync("/etc/passwd", join(repository.dir, "docs/link.md"));
    runGit(repository.dir, ["rm", "--quiet", "pkg/gone.py"]);
    mkdirSync(join(repository.dir, "pkg/gone.py"));
    const report = await audited(repository.dir);
    assert.deepEqual(verdicts(report), ["pkg/gone.py:1 missing"]);
    assert.equal(report.citations.length, 1);
  });
});

describe("a configuration", () => {
  const repository = make([{ files: BASE, message: "Start" }]);
  const judged = (text: string) => {
    writeFileSync(join(repository.dir, "binnacle.yaml"), text);
    return audited(repository.dir);
  };

  test("with unknown keys, wrong kinds and paths that lead out is refused with its line", async () => {
    for (const [text, message] of [
      ["audit:\n  recods: []\n", /^binnacle\.yaml:2: unknown key "recods"; expected documents/],
      ["audit: 7\n", /^binnacle\.yaml:1: audit is 7; expected a mapping/],
      ["audit:\n  exclude: docs\n", /^binnacle\.yaml:2: audit\.exclude is "docs"; expected a list/],
      ["audit:\n  records: ['../*']\n", /expected a path inside the repository/],
      ["audit:\n  records: ['/etc/*']\n", /expected a path inside the repository/],
      ["audit:\n  fail_on: [everything]\n", /expected moved, changed/],
      ["audit:\n  baseline: ../../x.json\n", /expected a path inside the repository/],
      [`audit:\n  exclude:\n${"    - docs\n".repeat(600)}`, /at most 500 entries/],
      [`# ${"x".repeat(300_000)}\n`, /300003 characters; a configuration has at most/],
    ] as const)
      await refused(judged(text), "bad-configuration", message);
  });

  test("with hostile globs is answered", async () => {
    const hostile = [
      `${"*".repeat(60)}a${"*".repeat(60)}b`,
      `${"**/".repeat(60)}x`,
      `+(${"+(".repeat(20)}a${")".repeat(20)})+b`,
      `{${Array.from({ length: 80 }, (_, at) => `a${at}`).join(",")}}/{1..400}`,
      `${"{a,b}".repeat(20)}c`,
      "(a+)+$",
      `*(${"a|".repeat(100)}a)*(${"a|".repeat(100)}a)z`,
      "[".repeat(200),
      "!(!(!(a)))",
    ];
    const names = { [`docs/${"a".repeat(120)}.md`]: `${SOUND}\n` };
    const report = await (async () => {
      const own = make([{ files: { ...BASE, ...names }, message: "Start" }]);
      writeFileSync(
        join(own.dir, "binnacle.yaml"),
        `audit:\n  exclude:\n${hostile.map((glob) => `    - ${JSON.stringify(glob)}\n`).join("")}`,
      );
      return audited(own.dir);
    })();
    soundHolds(report);
  });

  after(() => assert.ok(readFileSync(join(repository.dir, "pkg/core.py"), "utf8") === CORE));
});
