// The sample engine's issues and review threads, imported as the command line does it: what its page is to show of them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine, type SampleEngine } from "../data/sample-engine/build.ts";
import { sampleThreads } from "../data/sample-engine/threads.ts";
import { PLAIN } from "../loaders/audit/configuration.ts";
import { sampleFlags } from "../loaders/commands/sample.ts";
import { openRepository } from "../loaders/git/repository.ts";
import { issuesBeside, recordIssues } from "../loaders/issues.ts";
import { extract } from "../loaders/report/extracts.ts";
import type { IssueRow, IssuesExtract } from "../loaders/report/pages.ts";
import { openIssues } from "../loaders/store/issues.ts";
import { shippedProfile } from "../loaders/surface/profile.ts";
import { ask, cleanFolders, folder, ingestAt } from "./support/stores.ts";

describe("the sample's issues", () => {
  const cache = process.env.XDG_CACHE_HOME;
  let place: string;
  let engine: SampleEngine;
  let store: string;
  let issues: IssuesExtract;

  before(async () => {
    place = folder();
    process.env.XDG_CACHE_HOME = place;
    store = join(place, "n.duckdb");
    const flags = await sampleFlags("notebook", { store });
    engine = await buildSampleEngine(String(flags.repo));
    await ingestAt(String(flags.repo), store, { profile: shippedProfile("sample") });
    const repo = await openRepository(String(flags.repo));
    await recordIssues({ repo, store, head: engine.head, configuration: PLAIN, text: "" });
    repo.close();
    issues = await extract("issues", store);
  });

  after(() => {
    if (cache === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = cache;
    cleanFolders();
  });

  const row = (id: string): IssueRow => issues.rows.find((each) => each.id === id) as IssueRow;

  test("are imported once, for commands that tell of them alone", async () => {
    const other = join(place, "other.duckdb");
    await sampleFlags("surface", { store: other });
    assert.equal(await openIssues(issuesBeside(other)), null);
    const sources = async () => {
      const opened = await openIssues(issuesBeside(store));
      const all = await opened?.sources();
      opened?.close();
      return all;
    };
    const first = await sources();
    assert.equal(first?.length, sampleThreads().length);
    await sampleFlags("issues", { store });
    assert.deepEqual(await sources(), first);
  });

  test("leave alone what somebody else imported", async () => {
    const mine = join(place, "mine.duckdb");
    writeFileSync(issuesBeside(mine), "precious");
    await sampleFlags("notebook", { store: mine });
    assert.equal(readFileSync(issuesBeside(mine), "utf8"), "precious");
  });

  test("are written into no store of another commit", async () => {
    const elsewhere = join(place, "elsewhere.duckdb");
    const repo = await openRepository(join(place, "binnacle", "sample-engine.git"));
    const older = (await repo.commit(engine.head)).parents[0]!;
    await ingestAt(repo.gitDir, elsewhere, { profile: shippedProfile("sample"), branch: older });
    await assert.rejects(recordIssues({ repo, store: elsewhere, head: engine.head, configuration: PLAIN, text: "" }), {
      code: "store-busy",
      message: /another run brought it to another commit meanwhile/,
    });
    repo.close();
    assert.deepEqual(await ask(elsewhere, "SELECT * FROM reference"), []);
  });

  test("name commits that the story has", () => {
    const known = [...engine.byId.values()];
    for (const file of sampleThreads())
      for (const [oid] of readFileSync(file, "utf8").matchAll(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g))
        assert.ok(
          known.some((each) => each.startsWith(oid)),
          `${oid} of ${file} is no commit of the story any more`,
        );
  });

  test("have findings, one open in each of two threads, and an issue that was filed and stays open", async () => {
    assert.deepEqual(row("#44").findings, { open: 1, all: 5 });
    assert.deepEqual(row("#52").findings, { open: 1, all: 3 });
    const { rows } = await extract("issueDetails", store);
    const links = rows[issues.rows.findIndex(({ id }) => id === "#44")]?.links ?? [];
    assert.ok(
      links.some(({ kind, to, target, state }) => kind === "filed" && to && target === "#47" && state === "open"),
    );
  });

  test("were opened before their commits, and merged with them", async () => {
    const { time } = await extract("notebook", store);
    for (const id of ["#44", "#45", "#52"]) {
      const { opened, closed, commits } = row(id);
      const at = time[commits[0]?.[0] ?? -1] ?? 0;
      assert.ok(opened !== undefined && opened < at, id);
      assert.equal(closed, at, id);
    }
  });

  test("speak of a name that is gone, and cite what held when they said it and does not now", async () => {
    assert.deepEqual([row("#46").state, row("#46").gone?.includes("spare")], ["open", true]);
    const { rows } = await extract("issueDetails", store);
    const cites = rows[issues.rows.findIndex(({ id }) => id === "#39")]?.cites ?? [];
    assert.ok(
      cites.some(({ said, verdict }) => said?.verdict === "holds" && verdict === "missing"),
      JSON.stringify(cites),
    );
  });
});
