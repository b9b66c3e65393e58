// Runs `audit` as people do: of a change, of what is staged, of merges, with a baseline; and twice, since the second run is
// answered from what the first one found.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ENGINE, lines, NEW, OLD } from "../support/fix.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const cache = folder();
const run = (repository: BuiltRepository, ...args: string[]) =>
  binnacle(["audit", "--repo", repository.dir, ...args], { env: { XDG_CACHE_HOME: cache } });
const report = (repository: BuiltRepository, ...args: string[]) => {
  const said = run(repository, ...args, "--json");
  return { ...JSON.parse(said.stdout), status: said.status };
};
interface Told {
  readonly doc: string;
  readonly text: string;
  readonly verdict: string;
  readonly fails: boolean;
  readonly introduced: boolean | null;
  readonly excused: string | null;
}
const told = (citations: readonly Told[]) =>
  citations.map(({ doc, text, verdict, fails, introduced }) => ({ doc, text, verdict, fails, introduced }));

const SETTLE = lines(OLD, "settle invoice");
const about = (name: string, range: string) =>
  `# Guide\n\nA frozen ledger is refused by \`${name}\` (${ENGINE}:${range}) before it sums the postings.\n`;
const GONE = `# Old\n\nIt was done in \`settle_invoice\` (${ENGINE}:9${SETTLE.split("-")[0]}) for years.\n`;

let built: BuiltRepository;
before(() => {
  built = makeRepository([
    { files: { [ENGINE]: OLD.text, "docs/a.md": about("settle_invoice", SETTLE) }, message: "First (#1)\n" },
    { files: { "docs/old.md": GONE }, message: "A wrong one (#2)\n" },
    { files: { [ENGINE]: NEW.text }, message: "Move it down (#3)\n", branch: "down" },
    {
      files: { "docs/b.md": about("settle_invoice", SETTLE) },
      message: "Cite it again (#4)\n",
      parents: [1],
      branch: "cites",
    },
    { files: { "docs/c.md": GONE.replace("Old", "New") }, message: "Another wrong one (#5)\n", parents: [1] },
  ]);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

describe("a change", () => {
  test("fails for the wrong citation that it adds, and not for the old one", () => {
    const { citations, status, counts } = report(built, "--at", "main", "--base", "main~1");
    assert.equal(status, 1);
    assert.deepEqual(told(citations), [
      {
        doc: "docs/c.md",
        text: `${ENGINE}:9${SETTLE.split("-")[0]}`,
        verdict: "past-end",
        fails: true,
        introduced: true,
      },
    ]);
    assert.equal(counts.newExemptions, 0);
    assert.equal(report(built, "--at", "main").counts.failing, 2);
  });

  test("that only moves code is told with the patch and fails nothing", () => {
    const { citations, status } = report(built, "--at", "down", "--base", "main");
    assert.equal(status, 0);
    const moved = citations.filter((each: Told) => each.verdict === "moved");
    assert.deepEqual(told(moved), [
      { doc: "docs/a.md", text: `${ENGINE}:${SETTLE}`, verdict: "moved", fails: false, introduced: true },
    ]);
  });

  test("is judged from what is staged, whatever the work tree holds", () => {
    const own = makeRepository([
      { files: { [ENGINE]: OLD.text, "docs/a.md": about("settle_invoice", SETTLE) }, message: "First\n" },
    ]);
    try {
      assert.equal(run(own, "--staged").status, 0);
      writeFileSync(join(own.dir, "docs/a.md"), GONE);
      assert.equal(run(own, "--staged").status, 0);
      own.git("add", "-A");
      writeFileSync(join(own.dir, "docs/a.md"), about("settle_invoice", SETTLE));
      const staged = report(own, "--staged");
      assert.deepEqual(
        [staged.status, staged.citations[0].verdict, staged.citations[0].born.commit],
        [1, "past-end", "uncommitted"],
      );
      assert.equal(run(own).status, 0);
    } finally {
      own.cleanup();
    }
  });

  test("says of exemptions how many it adds", () => {
    const own = makeRepository([
      { files: { [ENGINE]: OLD.text, "docs/a.md": "Nothing yet.\n" }, message: "First\n" },
      {
        files: { "docs/a.md": `<!-- binnacle-ignore: kept as it was said -->\n${GONE.split("\n")[2]}\n` },
        message: "Second\n",
      },
    ]);
    try {
      const { citations, counts, status } = report(own, "--at", "HEAD", "--base", "HEAD~1");
      assert.deepEqual([status, counts.newExemptions, counts.exemptions], [0, 1, 1]);
      assert.equal(citations[0].excused, "binnacle-ignore: kept as it was said");
      assert.match(run(own, "--at", "HEAD", "--base", "HEAD~1").stdout, /This change adds one exemption/);
    } finally {
      own.cleanup();
    }
  });
});

describe("a merge", () => {
  test("made in memory tells what neither side has, and touches nothing", () => {
    const refs = built.git("for-each-ref");
    const objects = built.git("count-objects", "-v");
    const { citations, judged } = report(built, "--merge", "cites", "down");
    assert.match(judged, /cites.*down/);
    const fresh = citations.filter((each: Told) => each.introduced);
    assert.deepEqual(told(fresh), [
      { doc: "docs/b.md", text: `${ENGINE}:${SETTLE}`, verdict: "moved", fails: false, introduced: true },
    ]);
    const { stdout } = run(built, "--merge", "cites", "down");
    assert.match(stdout, /What this change breaks or adds\n\ndocs\/b\.md: one of one not in order/);
    assert.deepEqual([built.git("for-each-ref"), built.git("count-objects", "-v")], [refs, objects]);
  });

  test("fails where a project says that what has moved fails", () => {
    const config = join(folder(), "strict.yaml");
    writeFileSync(config, "audit:\n  fail_on: [moved]\n");
    const of = (branch: string) => run(built, "--merge", "cites", "--merge", branch, "--config", config).status;
    assert.deepEqual([of("down"), of("main")], [1, 0]);
  });

  test("of a pattern is each of the branches, and one that matches none is refused", () => {
    const reports = JSON.parse(run(built, "--merge", "cites", "{down,main}", "--json").stdout);
    assert.equal(reports.length, 2);
    const none = run(built, "--merge", "cites", "--merge", "feature/*");
    assert.deepEqual([none.status, none.stdout], [2, ""]);
    assert.match(none.stderr, /No branch matches "feature\/\*"/);
  });
});

describe("a baseline", () => {
  test("excuses what it lists until its day, only shrinks, and says what is wrong with it", () => {
    const file = join(folder(), "baseline.json");
    const at = ["--at", "main", "--baseline", file];
    assert.match(run(built, ...at).stderr, /does not exist/);
    run(built, "--at", "main~1", "--baseline", file, "--update-baseline");
    const first = JSON.parse(readFileSync(file, "utf8"));
    assert.deepEqual(
      first.entries.map(({ doc }: Told) => doc),
      ["docs/old.md"],
    );
    const { citations, status } = report(built, ...at);
    assert.equal(status, 1);
    assert.deepEqual(
      citations.filter((each: Told) => each.fails).map(({ doc }: Told) => doc),
      ["docs/c.md"],
    );
    run(built, ...at, "--update-baseline");
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), first, "what is new does not get in");
    writeFileSync(file, JSON.stringify({ ...first, entries: [{ ...first.entries[0], until: "2020-01-01" }] }));
    assert.equal(report(built, ...at).counts.failing, 2);
    writeFileSync(file, '{"schema": 1, "entries": [{}]}');
    assert.match(run(built, ...at).stderr, /entries\[0\]\.fingerprint is missing/);
  });
});

describe("a document from elsewhere", () => {
  test("is judged against a revision, and nothing is claimed of its past", () => {
    const file = join(folder(), "thread.txt");
    writeFileSync(
      file,
      `${about("settle_invoice", SETTLE)}\nAnd \`route_parcel\` (${ENGINE}:${SETTLE}) finds the depot.\n`,
    );
    const { citations, notices } = report(built, file, "--at", "main");
    assert.deepEqual(
      citations.map((each: Told) => each.verdict),
      ["holds", "unknown"],
    );
    assert.match(notices.join("\n"), /nothing says which version it was written of/);
    const none = run(built, join(folder(), "none.txt"));
    assert.deepEqual([none.status, none.stdout], [2, ""]);
  });
});

describe("commit messages", () => {
  test("are judged where asked, by the tree they left, and never fail", () => {
    const own = makeRepository([
      { files: { [ENGINE]: OLD.text }, message: "First\n" },
      {
        files: { "a.txt": "1\n" },
        message: `Refuse a frozen ledger\n\nSee \`settle_invoice\` (${ENGINE}:${SETTLE}) and ${ENGINE}:9999.\n`,
      },
    ]);
    try {
      assert.equal(report(own, "--at", "HEAD").citations.length, 0);
      const { citations, status } = report(own, "--at", "HEAD", "--messages");
      assert.equal(status, 0);
      assert.deepEqual(
        citations.map((each: Told) => each.verdict),
        ["holds", "past-end"],
      );
      assert.match(citations[0].doc, /^commit [0-9a-f]{9}$/);
    } finally {
      own.cleanup();
    }
  });
});

describe("a second audit", () => {
  const fresh = () =>
    binnacle(["audit", "--repo", built.dir, "--at", "main", "--json"], { env: { XDG_CACHE_HOME: folder() } }).stdout;

  test("says the same, whether all is kept, some of it, or nothing", () => {
    const cold = fresh();
    const own = folder();
    const again = (at: string) =>
      binnacle(["audit", "--repo", built.dir, "--at", at, "--json"], { env: { XDG_CACHE_HOME: own } }).stdout;
    again("main~1");
    assert.equal(again("main"), cold, "from the commit before");
    assert.equal(again("main"), cold, "from itself");
    rmSync(own, { recursive: true, force: true });
    assert.equal(again("main"), cold, "from nothing");
  });

  test("believes no file that is broken", () => {
    const own = folder();
    const again = () =>
      binnacle(["audit", "--repo", built.dir, "--at", "main", "--json"], { env: { XDG_CACHE_HOME: own } }).stdout;
    const cold = again();
    const files = filesUnder(join(own, "binnacle"));
    assert.ok(files.length > 0);
    for (const file of files) writeFileSync(file, "no gzip");
    assert.equal(again(), cold);
  });

  test("of several revisions is a list, the oldest first", () => {
    const reports = JSON.parse(run(built, "--at", "main", "--at", "main~1", "--json").stdout);
    assert.deepEqual(
      reports.map(({ judged, counts }: { judged: string; counts: Record<string, number> }) => [judged, counts.failing]),
      [
        ["main~1", 1],
        ["main", 2],
      ],
    );
    assert.equal(run(built, "--at", "main", "--at", "main~1", "--format", "sarif").status, 2);
  });
});

test("another repository is judged where the command line says in which folder it is", () => {
  const config = join(folder(), "externals.yaml");
  writeFileSync(config, 'audit:\n  externals:\n    - { name: upstream, paths: ["upstream/**"], at: main~1 }\n');
  const own = makeRepository([
    {
      files: {
        "docs/a.md": `A frozen ledger is refused by \`settle_invoice\` (upstream/${ENGINE}:${SETTLE}).\n\nAnd \`upstream/${ENGINE}:9999\`, \`upstream/gone.py:3\`.\n`,
      },
      message: "First\n",
    },
  ]);
  try {
    const verdicts = (...args: string[]) =>
      report(own, "--at", "HEAD", "--config", config, ...args).citations.map((each: Told) => each.verdict);
    assert.deepEqual(verdicts(), ["external", "external", "external"]);
    assert.deepEqual(verdicts("--external", `upstream=${built.dir}`), ["holds", "past-end", "missing"]);
    assert.match(run(own, "--config", config, "--external", `other=${built.dir}`).stderr, /it has upstream/);
  } finally {
    own.cleanup();
  }
});

test("flags that do not go together are refused with what to pass", () => {
  for (const [args, says] of [
    [["--at", "main", "--staged"], /Pass one of them/],
    [["--merge", "main"], /two or more/],
    [["--merge", "main", "--merge", "down", "--base", "main"], /Leave --base out/],
    [["--format", "sarfi"], /Did you mean "sarif"/],
    [["--update-baseline"], /--baseline or audit\.baseline names/],
  ] as const) {
    const said = run(built, ...args);
    assert.equal(said.status, 2, args.join(" "));
    assert.match(said.stderr, says);
  }
});

function filesUnder(dir: string): readonly string[] {
  assert.ok(existsSync(dir));
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((path) => join(dir, path))
    .filter((path) => path.endsWith(".gz"));
}
