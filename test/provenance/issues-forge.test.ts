// What a forge tells, over HTTP: pages, "not modified", limits, failures, answers that break off, accounts that are gone.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { importForge } from "../../loaders/commands/issues-forge.ts";
import { type IssueStore, openIssues } from "../../loaders/store/issues.ts";
import { type Forge, startForge } from "../support/forge.ts";

const PATIENCE = { retryMs: 1, limitSeconds: 3 };
const WHEN = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().replace(".000", "");

let forge: Forge;
let folder: string;

beforeEach(async () => {
  forge = await startForge();
  folder = mkdtempSync(join(tmpdir(), "binnacle-forge-"));
});
afterEach(async () => {
  await forge.close();
  rmSync(folder, { recursive: true, force: true });
});

const store = () => join(folder, "notebook.issues.duckdb");
const run = (kind: "github" | "gitlab" = "github", token: string | null = null) =>
  importForge({
    kind,
    store: store(),
    forge: `https://${kind}.com/own/engine`,
    api: forge.api,
    token,
    now: 1,
    patience: PATIENCE,
    onProgress: () => {},
  });

async function held<Answer>(ask: (issues: IssueStore) => Promise<Answer>): Promise<Answer> {
  const issues = await openIssues(store());
  assert.ok(issues);
  try {
    return await ask(issues);
  } finally {
    issues.close();
  }
}

const count = (table: string) =>
  held(async (issues) => (await issues.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);

/** Issues 1 to `many`, each changed a second after the one before. */
function issues(many: number, extra: (number: number) => object = () => ({})): readonly object[] {
  return Array.from({ length: many }, (_, at) => ({
    number: at + 1,
    title: `Issue ${at + 1}`,
    state: at % 2 === 0 ? "open" : "closed",
    body: `It names #${at + 2}.`,
    user: { login: "first", type: "User" },
    labels: [{ name: "bug" }],
    comments: 0,
    created_at: WHEN(at),
    updated_at: WHEN(at),
    closed_at: at % 2 === 0 ? null : WHEN(at + 50),
    ...extra(at + 1),
  }));
}

const LIST = "/repos/own/engine/issues";

describe("GitHub", () => {
  test("all pages come, and a token is sent", async () => {
    forge.lists.set(LIST, issues(230));
    const { text, whole } = await run("github", "secret-of-a-test");
    assert.equal(whole, true);
    assert.match(text, /230 issues and 230 comments/);
    assert.equal(await count("issue"), 230);
    assert.deepEqual([...forge.tokens], ["token secret-of-a-test"]);
    assert.equal(await held(async (all) => (await all.threads(["#2"])).get("#2")?.issue.state), "closed");
  });

  test("a pull request comes with its reviews, lines and answers; a deleted account is a ghost, and no name is kept", async () => {
    forge.lists.set(
      LIST,
      issues(1, () => ({ pull_request: { merged_at: WHEN(9) }, comments: 1, state: "closed" })),
    );
    forge.lists.set(`${LIST}/1/comments`, [
      { id: 5, issue_url: `x${LIST}/1`, body: "Thanks, @first and @second.", user: null, created_at: WHEN(2) },
    ]);
    forge.lists.set("/repos/own/engine/pulls/1", [
      {
        number: 1,
        title: "Issue 1",
        state: "closed",
        user: { login: "first" },
        merged_at: WHEN(9),
        updated_at: WHEN(0),
        merge_commit_sha: "a".repeat(40),
        base: { sha: "b".repeat(40), ref: "main" },
        head: { sha: "c".repeat(40), ref: "topic" },
      },
    ]);
    const url = "https://api.github.com/repos/own/engine/pulls/1";
    forge.lists.set("/repos/own/engine/pulls/1/reviews", [
      {
        id: 7,
        pull_request_url: url,
        state: "CHANGES_REQUESTED",
        body: "No.",
        user: { login: "second" },
        submitted_at: WHEN(4),
      },
      { id: 8, pull_request_url: url, state: "COMMENTED", body: "", user: { login: "first" }, submitted_at: WHEN(6) },
    ]);
    const on = { pull_request_url: url, path: "src/a.py", diff_hunk: "@@ -1 +1 @@\n+x = 1" };
    forge.lists.set("/repos/own/engine/pulls/1/comments", [
      {
        ...on,
        id: 11,
        line: 3,
        body: "Wrong loop.",
        user: { login: "second" },
        created_at: WHEN(3),
        pull_request_review_id: 7,
      },
      {
        ...on,
        id: 12,
        in_reply_to_id: 11,
        body: "Fixed in 1a2b3c4d5, see test_the_loop.",
        user: { login: "first" },
        created_at: WHEN(6),
        pull_request_review_id: 8,
      },
    ]);
    assert.equal((await run()).whole, true);
    const [thread, derived] = await held(
      async (all) => [(await all.threads(["#1"])).get("#1")!, await all.derived("#1")] as const,
    );
    assert.deepEqual(
      [thread.issue.kind, thread.issue.state, thread.issue.head, thread.issue.base_branch],
      ["pull", "merged", "c".repeat(40), "main"],
    );
    assert.deepEqual(
      thread.comments.map(({ kind, role }) => `${kind} ${role}`),
      ["body author", "comment ghost", "inline reviewer", "review reviewer", "review author", "inline author"],
    );
    const [finding] = derived.findings;
    assert.deepEqual(
      { ...finding, comment: 0, answer: 0, quoted: null },
      {
        ordinal: 1,
        round: 1,
        label: "1",
        text: "Wrong loop.",
        path: "src/a.py",
        line: 3,
        quoted: null,
        comment: 0,
        state: "answered",
        answer: 0,
        answered: "Fixed in 1a2b3c4d5, see test_the_loop.",
        fixed_in: "1a2b3c4d5",
        fixed_by: "named",
        tests: ["test_the_loop"],
        closed_by: null,
      },
    );
    assert.doesNotMatch(JSON.stringify(thread), /first|second/);
  });

  test("what did not change is asked for once, and answered in a word", async () => {
    forge.lists.set(LIST, issues(3));
    await run();
    await run();
    forge.asked.length = 0;
    assert.match((await run()).text, /nothing new/);
    assert.equal(forge.asked.length, 1);
    assert.match(forge.asked[0]!, / 304$/);
    forge.lists.set(LIST, [...issues(3), ...issues(4).slice(3)]);
    assert.match((await run()).text, /one issue/);
    assert.equal(await count("issue"), 4);
  });

  test("a limit that ends soon is waited for", async () => {
    forge.lists.set(LIST, issues(2));
    const reset = String(Math.floor(Date.now() / 1000));
    forge.failures.push({
      path: /issues$/,
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
    });
    assert.equal((await run()).whole, true);
    assert.equal(await count("issue"), 2);
  });

  test("a limit that ends late stops the import, which says when to come back, keeps what came and goes on from there", async () => {
    forge.lists.set(
      LIST,
      issues(30, (number) => ({ comments: number === 25 ? 1 : 0 })),
    );
    forge.lists.set(`${LIST}/25/comments`, [
      { id: 1, issue_url: `x${LIST}/25`, body: "Late.", user: { login: "x" }, created_at: WHEN(3) },
    ]);
    const reset = Math.floor(Date.UTC(2037, 0, 1, 12) / 1000);
    forge.failures.push({
      path: /25\/comments$/,
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
    });
    const { text, whole } = await run();
    assert.equal(whole, false);
    assert.match(text, /before 2037-01-01 12:00 UTC/);
    assert.equal(await count("issue"), 20);
    forge.asked.length = 0;
    assert.equal((await run()).whole, true);
    assert.equal(await count("issue"), 30);
    assert.match(forge.asked[0]!, /since=2026-01-01T00%3A00%3A19Z/);
    assert.equal(await held(async (all) => (await all.threads(["#25"])).get("#25")?.comments.length), 2);
  });

  test("a server's failure and an answer that breaks off are asked for again", async () => {
    forge.lists.set(
      LIST,
      issues(120, (number) => ({ comments: number === 7 ? 1 : 0 })),
    );
    forge.lists.set(`${LIST}/7/comments`, [
      { id: 1, issue_url: `x${LIST}/7`, body: "Here.", user: { login: "x" }, created_at: WHEN(3) },
    ]);
    forge.failures.push(
      { path: /engine\/issues$/, status: 502 },
      { path: /engine\/issues$/, cut: true },
      { path: /7\/comments$/, cut: true },
    );
    assert.equal((await run()).whole, true);
    assert.equal(await count("issue"), 120);
    assert.equal(await count("comment"), 121);
    assert.equal(forge.asked.filter((each) => each.endsWith(" cut")).length, 2);
  });

  test("a server that goes on failing ends in words, and what came before is kept", async () => {
    forge.lists.set(
      LIST,
      issues(30, (number) => ({ comments: number === 25 ? 1 : 0 })),
    );
    for (let times = 0; times < 20; times++) forge.failures.push({ path: /25\/comments$/, status: 500 });
    await assert.rejects(run(), /Run it again: it goes on from where it stopped\. 20 came before and are kept/);
    assert.equal(await count("issue"), 20);
    const files = (await import("node:fs")).readdirSync(folder);
    assert.deepEqual(files, ["notebook.issues.duckdb"]);
  });

  test("more issues than a page that changed in the same second all come", async () => {
    forge.lists.set(
      LIST,
      issues(250, () => ({ updated_at: WHEN(0) })),
    );
    assert.equal((await run()).whole, true);
    assert.equal(await count("issue"), 250);
  });

  test("another host is asked only where it is given by hand", async () => {
    const given = { kind: "github", store: store(), api: null, token: "t", now: 1, onProgress: () => {} } as const;
    await assert.rejects(importForge({ ...given, forge: "https://evil.example/own/engine" }), /Pass --api/);
    await assert.rejects(importForge({ ...given, forge: null }), /has no remote/);
    await assert.rejects(
      importForge({ ...given, forge: "https://github.com/own/engine", api: "http://far.example" }),
      /in the clear/,
    );
  });
});

describe("GitLab", () => {
  const root = "/api/v4/projects/own/engine";
  const item = (iid: number, extra: object = {}) => ({
    iid,
    title: `Item ${iid}`,
    state: "opened",
    description: "It closes nothing.",
    author: { username: "first" },
    labels: ["bug"],
    user_notes_count: 0,
    created_at: WHEN(iid),
    updated_at: WHEN(iid),
    ...extra,
  });

  test("issues and merge requests are counted apart, and discussions on lines are findings", async () => {
    forge.lists.set(`${root}/issues`, [item(1), item(2)]);
    forge.lists.set(`${root}/merge_requests`, [
      item(1, {
        state: "merged",
        merged_at: WHEN(8),
        source_branch: "topic",
        target_branch: "main",
        sha: "d".repeat(40),
      }),
    ]);
    const note = { noteable_iid: 1, noteable_type: "MergeRequest", created_at: WHEN(5), system: false };
    forge.lists.set(`${root}/merge_requests/1/discussions`, [
      {
        id: "abc",
        notes: [
          {
            ...note,
            id: 3,
            body: "Off by one.",
            author: { username: "second" },
            position: { new_path: "a.py", new_line: 4 },
          },
          { ...note, id: 4, body: "Fixed in 9f8e7d6c5.", author: { username: "first" }, created_at: WHEN(6) },
        ],
      },
      {
        id: "def",
        notes: [
          {
            ...note,
            id: 5,
            system: true,
            body: "approved this merge request",
            author: { username: "second" },
            created_at: WHEN(7),
          },
        ],
      },
    ]);
    const { text, whole } = await run("gitlab", "glpat-of-a-test");
    assert.equal(whole, true);
    assert.match(text, /one pull request, two issues/);
    assert.deepEqual([...forge.tokens], ["glpat-of-a-test"]);
    const derived = await held((all) => all.derived("!1"));
    assert.deepEqual(
      derived.findings.map(({ text: said, path, line, state, fixed_in }) => [said, path, line, state, fixed_in]),
      [["Off by one.", "a.py", 4, "answered", "9f8e7d6c5"]],
    );
    assert.equal(await held(async (all) => (await all.threads(["!1"])).get("!1")?.issue.state), "merged");
  });

  test("limits, failures and answers that break off are met as the headers say", async () => {
    forge.lists.set(`${root}/issues`, [item(1)]);
    forge.lists.set(`${root}/merge_requests`, []);
    forge.failures.push(
      { path: /issues$/, status: 429, headers: { "retry-after": "1" } },
      { path: /issues$/, status: 503 },
      { path: /issues$/, cut: true },
    );
    assert.equal((await run("gitlab")).whole, true);
    assert.equal(await count("issue"), 1);
    const reset = String(Math.floor(Date.UTC(2037, 0, 1) / 1000));
    forge.failures.push({
      path: /issues$/,
      status: 429,
      headers: { "ratelimit-remaining": "0", "ratelimit-reset": reset },
    });
    const stopped = await run("gitlab");
    assert.equal(stopped.whole, false);
    assert.match(stopped.text, /before 2037-01-01/);
  });
});
