// The loaders of issues over a small repository whose commits name issues, with threads that were imported beside it.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { PLAIN } from "../../loaders/audit/configuration.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { issuesBeside, recordIssues } from "../../loaders/issues.ts";
import type { Oid } from "../../loaders/model.ts";
import { importFiles } from "../../loaders/provenance/issues/import.ts";
import { extract } from "../../loaders/report/extracts.ts";
import type { IssueDetail, IssueRow, IssuesExtract } from "../../loaders/report/pages.ts";
import { issueViews, pairsOf } from "../../src/components/issues-rows.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { cleanFolders, engine, folder, ingestAt, runner } from "../support/stores.ts";

const HOUR = 3600;
const START = 1_700_000_000;

let built: BuiltRepository;
let store: string;
let issues: IssuesExtract;

const row = (id: string): IssueRow => issues.rows.find((each) => each.id === id) as IssueRow;

async function detail(id: string): Promise<IssueDetail> {
  const details = await extract("issueDetails", store);
  return details.rows[issues.rows.findIndex((each) => each.id === id)] as IssueDetail;
}

/** Records what commits name, after an import of these files' contents. */
async function record(at: string, files: Readonly<Record<string, string>>, of = built): Promise<void> {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder(), name);
    writeFileSync(path, text);
    return path;
  });
  if (paths.length > 0)
    await importFiles({ store: issuesBeside(at), files: paths, forge: null, now: START, onProgress: () => {} });
  const repo = await openRepository(of.dir);
  try {
    const head = of.oids.at(-1) as Oid;
    assert.equal(await recordIssues({ repo, store: at, head, configuration: PLAIN, text: "" }), true);
  } finally {
    repo.close();
  }
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const FORGE = JSON.stringify([
  {
    number: 2,
    title: "Emptying, asked for",
    state: "MERGED",
    url: "https://example.invalid/o/r/pull/2",
    author: { login: "somebody-known" },
    isDraft: false,
    createdAt: iso(START - 4 * HOUR),
    mergedAt: iso(START + HOUR),
    closedAt: iso(START + HOUR),
    body: "It asks for `drain`. Filed: #9. See pkg/engine.py:2.",
    comments: [],
    reviews: [
      {
        id: "r1",
        author: { login: "another-one" },
        state: "CHANGES_REQUESTED",
        submittedAt: iso(START),
        body: "Findings\n\nA. Nobody answers `drain` at pkg/engine.py:70.\nB. It is sent twice.\n",
      },
      {
        id: "r2",
        author: { login: "another-one" },
        state: "APPROVED",
        submittedAt: iso(START + 60),
        body: "Round 2.\n\n| # | finding | closed by |\n|---|---|---|\n| B | twice | once now |\n",
      },
    ],
  },
  {
    number: 9,
    title: "Say what `flush` was for",
    state: "OPEN",
    url: "https://example.invalid/o/r/issues/9",
    author: { login: "somebody-known" },
    createdAt: iso(START),
    body: "The engine still waits for `flush`, I think.",
    comments: [],
  },
]);

before(async () => {
  built = makeRepository([
    { files: { "pkg/engine.py": engine(["step!"]), "pkg/runner.py": runner({ step: ["a"] }) }, message: "Step (#1)\n" },
    { files: { "pkg/engine.py": engine(["step!", "drain"]) }, message: "Send drain (#2)\n" },
    { files: { "pkg/runner.py": runner({ step: ["a", "b"], drain: [] }) }, message: "Answer drain (#3)\n\nRefs #2.\n" },
    { files: { "pkg/engine.py": engine(["step!", "drain", "flush!"]) }, message: "Flush without a number\n" },
    { files: { "pkg/engine.py": engine(["step!", "drain"]) }, message: "Drop flush (#5)\n\nReverts #4.\n" },
    { files: { "notes.md": "A fork of #7.\n" }, message: "Docs only (#7)\n" },
  ]);
  store = join(folder(), "n.duckdb");
  await ingestAt(built.dir, store);
  const before = await extract("issues", store);
  assert.equal(before.judged, false, "a store that only the walk has written says so");
  assert.equal((await extract("notebook", store)).openFindings, null);
  await record(store, {
    "forge.json": FORGE,
    "saved.txt":
      "Elsewhere under this very number - #7\nThere was a problem hiding this comment.\nThis is wrong.\n\nAnd so on.\n",
  });
  issues = await extract("issues", store);
});

after(() => {
  built.cleanup();
  cleanFolders();
});

describe("issues of a small repository", () => {
  test("each number has a row with the commits that name it and how, imported or not", () => {
    assert.deepEqual(
      issues.rows.map(({ id }) => id),
      ["#1", "#2", "#3", "#4", "#5", "#7", "#9"],
    );
    const named = ({ commits }: IssueRow) => commits.map(([position, how]) => `${position} ${issues.hows[how]}`);
    assert.deepEqual(named(row("#2")), ["1 own", "2 mentions"]);
    assert.deepEqual(named(row("#4")), ["4 reverts"]);
    assert.deepEqual(named(row("#9")), []);
    assert.equal(row("#1").title, "Step", "of one that was not imported, the subject of its commit");
    assert.equal(row("#2").title, "Emptying, asked for");
    assert.equal(issues.imported, 3);
    assert.equal(issues.oids.length, built.oids.length);
  });

  test("what is empty is left out, so that a number alone costs little", () => {
    assert.deepEqual(Object.keys(row("#4")), ["id", "title", "commits"]);
    assert.ok(JSON.stringify(row("#4")).length < 80);
  });

  test("its own commits' changes are its, by lane, with the contracts they are of", () => {
    const did = (row("#2").changes ?? []).map((at) => issues.changes[at]);
    assert.deepEqual(
      did.map((change) => change?.oid),
      [built.oids[1]],
    );
    const lanes = did[0]?.marks.map(([lane, glyph, n]) => `${lane} ${glyph} ${n}`) ?? [];
    assert.ok(lanes.includes("names born 1"), lanes.join());
    assert.equal(issues.contracts[did[0]?.contracts[0]?.[0] ?? -1]?.name, "drain");
    assert.equal(row("#7").changes, undefined, "a commit that changed no contract gives none");
    const keys = issues.changes.find(({ oid }) => oid === built.oids[2]);
    assert.ok(keys?.keys.includes("b"));
  });

  test("a commit that changed contracts and names no issue is a row of its own", () => {
    const views = issueViews(issues);
    const unnamed = views.filter(({ state }) => state === "commit");
    assert.deepEqual(
      unnamed.map(({ id, title }) => `${id} ${title}`),
      [`${built.oids[3]?.slice(0, 9)} Flush without a number`],
    );
  });

  test("a thread's times, findings, names and roles are told, and no account's name", async () => {
    const two = row("#2");
    assert.deepEqual([two.state, two.opened, two.closed], ["merged", START - 4 * HOUR, START + HOUR]);
    assert.deepEqual(two.findings, { open: 1, all: 2 });
    assert.deepEqual(two.raisers, ["reviewer"]);
    assert.equal((await extract("notebook", store)).openFindings, 2);
    const nine = row("#9");
    assert.deepEqual([nine.state, nine.gone], ["open", ["flush"]]);
    const all = JSON.stringify([issues, await extract("issueDetails", store)]);
    assert.doesNotMatch(all, /somebody-known|another-one/);
  });

  test("a thread whose title shares no word with the commit of its number may be of another repository", () => {
    assert.equal(row("#7").stranger, true);
    assert.equal(row("#2").stranger, undefined, "it is known when this one was opened");
  });

  test("an opened row has findings, links both ways, what is cited, and what took a name away", async () => {
    const two = await detail("#2");
    assert.deepEqual(
      two.findings.map(({ label, state, closed_by }) => `${label} ${state} ${closed_by}`),
      ["A open null", "B closed once now"],
    );
    assert.deepEqual(
      two.rounds.map(({ round, verdicts }) => `${round} ${verdicts.join()}`),
      ["1 request-changes", "2 approve"],
    );
    assert.ok(
      two.links.some(({ kind, to, target, state }) => kind === "filed" && to && target === "#9" && state === "open"),
    );
    assert.ok((await detail("#9")).links.some(({ kind, to, target }) => kind === "filed" && !to && target === "#2"));
    assert.ok(two.cites.some(({ text, verdict }) => text === "pkg/engine.py:70" && verdict === "past-end"));
    assert.deepEqual(
      two.commits.map(({ oid, how, subject }) => `${oid} ${how} ${subject}`),
      [`${built.oids[1]} own Send drain (#2)`, `${built.oids[2]} mentions Answer drain (#3)`],
    );
    const [flush] = (await detail("#9")).names;
    assert.deepEqual([flush?.text, flush?.gone, flush?.goneIn], ["flush", true, built.oids[4]]);
  });

  test("an opened change says contract by contract what it did", async () => {
    const { changes } = await extract("issueDetails", store);
    const at = issues.changes.findIndex(({ oid }) => oid === built.oids[1]);
    assert.equal(changes.length, issues.changes.length);
    const drain = changes[at]?.contracts.find(({ name }) => name === "drain");
    assert.equal(drain?.slug, "drain");
    assert.match(drain?.changes.map(({ text }) => text).join() ?? "", /first sent/);
  });

  test("pairs are those that changed one contract near each other or while both were open", () => {
    const views = issueViews(issues);
    const time = built.oids.map((_, i) => START + i * HOUR);
    const named = (of: readonly number[]) =>
      pairsOf(views, of).map(
        ({ a, b, contracts }) => `${a.id} ${b.id} ${contracts.map((at) => issues.contracts[at]?.name).join()}`,
      );
    assert.ok(named(time).includes("#2 #3 drain"), named(time).join("; "));
    assert.ok(named(time).includes("#1 #3 step"));
    const far = built.oids.map((_, i) => START + i * 8 * 24 * HOUR);
    assert.deepEqual(named(far), [], "eight days are more than seven");
  });
});

test("without an import there is a row for each number, and nothing is said of threads", async () => {
  const bare = join(folder(), "bare.duckdb");
  await ingestAt(built.dir, bare);
  await record(bare, {});
  const told = await extract("issues", bare);
  assert.deepEqual([told.judged, told.imported, told.rows.length], [true, 0, 6]);
  assert.ok(told.rows.every(({ state, findings }) => state === undefined && findings === undefined));
});

test("a subject of 60,000 blanks costs no time, and of a thread of hundreds two hundred are told", async () => {
  const wide = makeRepository([
    { files: { "pkg/engine.py": engine(["step!"]), "pkg/runner.py": runner({ step: ["a"] }) }, message: "Step (#1)\n" },
    {
      files: { "pkg/engine.py": engine(Array.from({ length: 205 }, (_, i) => `name_${i}`)) },
      message: `Wide${" ".repeat(60_000)}x (#2)\n`,
    },
  ]);
  const store = join(folder(), "wide.duckdb");
  await ingestAt(wide.dir, store);
  const [thread] = JSON.parse(FORGE);
  const points = (from: number): string =>
    Array.from({ length: 70 }, (_, i) => `${i + 1}. Point ${from + i} is wrong.`).join("\n");
  const rounds = Array.from({ length: 205 }, (_, i) => ({
    id: `r${i}`,
    author: { login: "another-one" },
    state: "CHANGES_REQUESTED",
    submittedAt: iso(START + i),
    body: `Round ${i + 1}.\n\n${i < 3 ? `Findings\n\n${points(i * 70)}` : "Nothing new."}\n`,
  }));
  await record(store, { "wide.json": JSON.stringify([{ ...thread, title: "", reviews: rounds }]) }, wide);
  const start = performance.now();
  const told = await extract("issues", store);
  const details = await extract("issueDetails", store);
  const spent = performance.now() - start;
  wide.cleanup();
  assert.ok(spent < 2000, `${spent} ms`);
  assert.equal(told.changes[1]?.subject.length, 200);
  const two = details.rows[told.rows.findIndex(({ id }) => id === "#2")];
  assert.equal(two?.commits[0]?.subject.length, 200);
  assert.deepEqual([two?.findings.length, two?.rounds.length], [200, 200]);
  assert.equal(told.rows.find(({ id }) => id === "#2")?.findings?.all, 210);
  assert.ok(told.changes[1]?.contracts.length > 200);
  assert.equal(details.changes[1]?.contracts.length, 200);
});
