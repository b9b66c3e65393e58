// Copied sentences in a store, of a small repository: what is recorded, what a page is told of it, and that a store that
// grew holds what one made at once does.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { PLAIN } from "../../loaders/audit/configuration.ts";
import { holdsSentences } from "../../loaders/commands/sentences.ts";
import { recordCopies } from "../../loaders/copied.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { MOST_COPIES } from "../../loaders/provenance/lineage/drafts.ts";
import { extract } from "../../loaders/report/extracts.ts";
import type { LineageExtract } from "../../loaders/report/pages.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";
import { ask, cleanFolders, dump, engine, ingestAt, runner } from "../support/stores.ts";

const HANG = "A breached contract becomes a hang of the whole engine.";
const ERROR = "A breached contract becomes an error of its caller.";
const FLEET = "A breached contract becomes a hang of the whole fleet.";
const GONE = "Both of these two sentences went away on one day.";
const STAY = "Whoever closes a port has to say so before.";
const FILLER = "Nobody reads this first paragraph of the page, which stays as it is.";

const GUIDE = "What an operator does before a release and after it.";

const page = (...sentences: readonly string[]) => `# Engine\n\n${sentences.join("\n\n")}\n`;

const PLANS: readonly CommitPlan[] = [
  {
    files: {
      "pkg/engine.py": engine(["status!"]),
      "pkg/runner.py": runner({ status: ["a"] }),
      "docs/rpc.md": page(FILLER, HANG, STAY),
    },
    message: "First (#1)\n",
  },
  {
    files: { "docs/guide.md": page(GUIDE, HANG), "pkg/core.py": `# ${HANG}\nx = 1\n` },
    message: "Copy it (#2)\n",
  },
  {
    files: { "lib/x.py": `# ${FLEET}\ny = 1\n`, "notes/a.md": page(GONE), "notes/b.md": page(GONE, STAY) },
    message: "Say it again (#3)\n",
  },
  { files: { "docs/rpc.md": page(FILLER, ERROR, STAY) }, message: "Correct it (#4)\n" },
  {
    files: {
      "docs/guide.md": null,
      "docs/manual.md": page(GUIDE, HANG),
      "pkg/core.py": "x = 1\n",
      "notes/a.md": null,
      "notes/b.md": page(STAY),
    },
    message: "Rename the guide (#5)\n",
  },
  { files: { "lib/x.py": "y = 1\n", "lib/y.py": `# ${FLEET}\nz = 1\n` }, message: "Move it (#6)\n" },
];

let built: BuiltRepository;
before(() => {
  built = makeRepository(PLANS);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

/** Walks a repository to a revision and records what was copied, both files beside it; answers whether anything was done. */
async function record(of: BuiltRepository, name: string, revision = "main", since?: string): Promise<boolean> {
  const store = of.sibling(`${name}.duckdb`);
  const { head } = await ingestAt(of.dir, store, { branch: revision, ...(since === undefined ? {} : { since }) });
  const repo = await openRepository(of.dir);
  const shelf = of.sibling(`${name}.sentences.duckdb`);
  const said: string[] = [];
  const done = await recordCopies({
    repo,
    store,
    shelf,
    head,
    wanted: () => true,
    text: "",
    onProgress: (phase) => said.push(phase),
  });
  if (!done) assert.deepEqual(said, [], "what is done already tells no progress");
  return done;
}

const lineageOf = (of: BuiltRepository, name: string): Promise<LineageExtract> =>
  extract("lineage", of.sibling(`${name}.duckdb`));

describe("copied sentences of a store", () => {
  test("are told with their fate, those first that a correction missed", async () => {
    assert.equal(await record(built, "all"), true);
    const { recorded, families, left } = await lineageOf(built, "all");
    assert.equal(recorded, true);
    assert.deepEqual(
      families.map(({ text, fate, copies }) => [text, fate, copies.length]),
      [
        [HANG, "survives", 4],
        [STAY, "stands", 2],
        [GONE, "gone", 2],
      ],
    );
    assert.deepEqual(left, []);
  });

  test("have for each copy where it is, from when to when, what became of it, and whence it came", async () => {
    const [hang] = (await lineageOf(built, "all")).families;
    assert.deepEqual(
      hang?.copies.map(({ doc, line, first, lost, last, fate, survives, origin, of }) =>
        [doc, line, first, lost, last, fate, survives, origin, of].join(" "),
      ),
      [
        "docs/rpc.md 5 0 3  corrected false first -1",
        "docs/manual.md 5 1 -1  stands true copied 0",
        "pkg/core.py 1 1 4 3 removed false copied 0",
        "lib/y.py 1 2 -1  stands true independent 0",
      ],
    );
    assert.deepEqual(hang?.lost, { oid: built.oids[3], pr: 4, day: "2023-11-15" });
  });

  test("have in their details births, reasons and steps, each with its commit", async () => {
    const [hang] = await extract("lineageDetails", built.sibling("all.duckdb"));
    assert.deepEqual(
      hang?.map(({ bornDoc, bornLine, born, likeness }) => `${bornDoc}:${bornLine} #${born.pr} ${likeness.toFixed(1)}`),
      ["docs/rpc.md:5 #1 1.0", "docs/guide.md:5 #2 1.0", "pkg/core.py:1 #2 1.0", "lib/x.py:1 #3 0.8"],
    );
    assert.deepEqual(
      hang?.map(({ steps }) => steps.map(({ did, pr, doc, text }) => `${did} #${pr} ${doc} ${text}`)),
      [[`corrected #4 docs/rpc.md ${ERROR}`], [], ["removed #5 pkg/core.py null"], [`moved #6 lib/y.py ${FLEET}`]],
    );
    assert.match(
      hang?.[1]?.reasons[0] ?? "",
      /^the earlier text stood in docs\/rpc\.md, and the commit changed files of/,
    );
  });

  test("are counted for every page, and the index names the one by its places", async () => {
    const store = built.sibling("all.duckdb");
    assert.deepEqual((await extract("notebook", store)).copied, { told: 3, surviving: 1 });
    const wrong = (await extract("index", store)).wrong.filter(({ glyph }) => glyph === "copied");
    assert.deepEqual(
      wrong.map(({ text, since }) => [text, since]),
      [["A sentence was corrected in `docs/rpc.md` and stands in `docs/manual.md`", 3]],
    );
  });

  test("are not told again of the same head, and one new commit tells what all at once does", async () => {
    for (const [at, name] of [
      [4, "grown"],
      [5, "grown"],
    ] as const)
      assert.equal(await record(built, name, built.oids[at]), true);
    assert.equal(await record(built, "grown", built.oids[5]), false);
    await record(built, "whole", built.oids[5]);
    const [grown, whole] = [await dump(built.sibling("grown.duckdb")), await dump(built.sibling("whole.duckdb"))];
    for (const table of ["lineage", "lineage_copy", "lineage_step", "lineage_left"])
      assert.deepEqual(grown[table], whole[table], table);
    assert.equal(whole.lineage_copy?.length, 8);
  });

  test("are forgotten when the walk goes on without a notebook", async () => {
    const store = built.sibling("walked.duckdb");
    await record(built, "walked", built.oids[4]);
    await ingestAt(built.dir, store, { branch: built.oids[5]! });
    assert.deepEqual(await lineageOf(built, "walked"), { recorded: false, families: [], left: [] });
    assert.equal((await extract("notebook", store)).copied, null);
  });

  test("that are older than the stored line have no position, and keep their commit", async () => {
    await record(built, "since", "main", built.oids[3]!);
    const rows = await ask<{ first: number | null; lost: number | null; born_pr: number }>(
      built.sibling("since.duckdb"),
      `SELECT first, lost, born_pr FROM lineage_copy JOIN lineage ON id = lineage
      WHERE lineage.fate = 'survives' ORDER BY copy`,
    );
    const at = (
      await ask<{ position: number }>(built.sibling("since.duckdb"), `SELECT position FROM "commit" WHERE pr = 4`)
    )[0]?.position;
    assert.equal(typeof at, "number");
    assert.deepEqual(rows[0], { first: null, lost: at, born_pr: 1 });
  });
});

test("claims files and dated records hold no sentence that a correction could miss", () => {
  const holds = holdsSentences({
    ...PLAIN,
    wanted: (path) => path !== "no.md",
    isRecord: (path) => path === "NEWS.md",
  });
  const paths = ["docs/a.md", "NEWS.md", "no.md", ".binnacle/claims/a.yaml", ".binnacle/notes/a.md"];
  assert.deepEqual(paths.filter(holds), ["docs/a.md", ".binnacle/notes/a.md"]);
});

test("a change that was taken back is no correction that missed a copy", async () => {
  const base = { "pkg/engine.py": engine(["status!"]), "pkg/runner.py": runner({ status: ["a"] }) };
  const back = makeRepository([
    { files: { ...base, "docs/a.md": page(HANG), "lib/b.md": page(HANG) }, message: "First (#1)\n" },
    { files: { "docs/a.md": page(ERROR) }, message: "Correct it (#2)\n" },
    { files: { "docs/a.md": page(HANG) }, message: "Take it back (#3)\n" },
  ]);
  try {
    await record(back, "mid", back.oids[1]);
    assert.deepEqual(
      (await lineageOf(back, "mid")).families.map(({ fate }) => fate),
      ["survives"],
    );
    await record(back, "back");
    assert.deepEqual(
      (await lineageOf(back, "back")).families.map(({ fate }) => fate),
      ["stands"],
    );
  } finally {
    back.cleanup();
  }
});

test("boilerplate and what stands in one document only are left out and counted, with an example", async () => {
  const licence = "All rights in this file are reserved by those who wrote it.";
  const many = Object.fromEntries(
    Array.from({ length: MOST_COPIES + 1 }, (_, at) => [`src/m${at}.py`, `# ${licence}\nx = ${at}\n`]),
  );
  const twice = page(STAY, FILLER, STAY);
  const crowd = makeRepository([
    {
      files: {
        "pkg/engine.py": engine(["status!"]),
        "pkg/runner.py": runner({ status: ["a"] }),
        ...many,
        "a.md": twice,
      },
      message: "First (#1)\n",
    },
  ]);
  try {
    await record(crowd, "crowd");
    const { families, left } = await lineageOf(crowd, "crowd");
    assert.deepEqual(families, []);
    assert.deepEqual(left, [
      { reason: "many", count: 1, example: licence },
      { reason: "document", count: 1, example: STAY },
    ]);
  } finally {
    rmSync(crowd.sibling("crowd.duckdb"), { force: true });
    crowd.cleanup();
  }
});
