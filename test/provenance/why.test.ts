// From a line to the commits that made it, and what these name.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Archive } from "../../loaders/audit/archive.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { issuesIn } from "../../loaders/provenance/issues/messages.ts";
import { type Why, whyLine } from "../../loaders/provenance/why.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { cleanFolders, folder, say } from "../support/stores.ts";

after(cleanFolders);

const FORGE = "https://github.com/Own/engine";

describe("issues of a message", () => {
  const rows: readonly [message: string, expected: readonly string[]][] = [
    ["Fix the pump (#12)\n\nCloses #3.\n", ["12 own subject", "3 closes"]],
    ["Merge pull request #4 from a/b\n", ["4 own subject"]],
    ['Revert "x (#1)" (#2)\n', ["1 mentions subject", "2 own subject"]],
    ["A\n\nfixes #1, #2 and #3; see GH-7\n", ["1 closes", "2 closes", "3 closes", "7 mentions"]],
    ["A\n\nFiled as #98.\n", ["98 filed"]],
    ["A\n\nOther/engine#5, a#6, #7x, &#8;, v1#9, #0\n", []],
    ["A\n\nOwn/engine#5 and engine#6\n", ["5 mentions", "6 mentions"]],
    ["A\n\nhttps://github.com/Own/engine/pull/11 and https://github.com/other/x/pull/12\n", ["11 mentions"]],
    ["A\n\nPR 13 and issue 14, not page 15\n", ["13 mentions", "14 mentions"]],
    ["A\n\n#define X\n## Heading\n", []],
  ];
  for (const [message, expected] of rows)
    test(JSON.stringify(message.slice(0, 50)), () => {
      const told = issuesIn(message, FORGE).map(
        ({ number, how, inSubject }) => `${number} ${how}${inSubject ? " subject" : ""}`,
      );
      assert.deepEqual(told, expected);
    });
});

describe("a line", () => {
  let built: BuiltRepository;
  const why = async (line: number, revision = "main", path = "src/core.py"): Promise<Why> => {
    const repo = await openRepository(built.dir);
    return whyLine(new Archive(repo, false), await commitSnapshot(repo, await repo.resolve(revision)), path, line);
  };
  const told = ({ steps }: Why) =>
    steps.map(
      ({ did, moment, issues }) =>
        `${did} #${moment.pr} ${issues.map(({ number, how }) => `${how} ${number}`).join(", ")}`,
    );

  before(() => {
    built = makeRepository([
      {
        files: { "core.py": "def run():\n    start = begin(engine)\n    return start\n" },
        message: "First (#1)\n\nCloses #40\n",
      },
      {
        files: {
          "core.py": null,
          "src/core.py": "import os\n\n\ndef run():\n    start = begin(engine)\n    return start\n",
        },
        message: "Move it (#2)\n",
      },
      {
        files: { "src/core.py": "import os\n\n\ndef run():\n    start = begin(engine, wait=True)\n    return start\n" },
        message: "Wait for it (#3)\n\nRefs #41\n",
      },
      {
        files: {
          "src/core.py":
            "import os\nimport sys\n\n\ndef run():\n    start = begin(engine, wait=True)\n    return start\n",
        },
        message: "Import more (#4)\n",
      },
      { files: { "other.py": "x = 1\n" }, message: "Aside\n", parents: [3], branch: "side" },
      {
        files: {
          "src/core.py":
            "import os\nimport sys\n\n\ndef run():\n    start = begin(engine, wait=True)\n    log(start)\n    return start\n",
        },
        message: "Log it\n\nFixes #42\n",
        parents: [4],
        branch: "side",
      },
      {
        files: {
          "other.py": "x = 1\n",
          "src/core.py":
            "import os\nimport sys\n\n\ndef run():\n    start = begin(engine, wait=True)\n    log(start)\n    return start\n",
        },
        message: "Merge pull request #5 from a/side\n",
        parents: [3, 5],
      },
    ]);
  });
  after(() => built.cleanup());

  test("is followed through moves of its file and shifts to who wrote it, with each edit between", async () => {
    assert.deepEqual(told(await why(6)), ["edited #3 own 3, mentions 41", "wrote #1 own 1, closes 40"]);
  });

  test("that a merge brought is told with the commit inside, and with what both name", async () => {
    const { steps } = await why(7);
    assert.deepEqual(told({ steps } as Why), ["wrote #5 own 5, closes 42"]);
    assert.equal(steps[0]?.origin?.subject, "Log it");
  });

  test("that is not there is refused", async () => {
    await assert.rejects(why(99), { code: "bad-usage", message: /the file has 8 lines/ });
    await assert.rejects(why(1, "main", "none.py"), { code: "bad-usage", message: /is no file of/ });
  });

  test("is told with what was imported: the pull request, what it closes, and the findings on its file", async () => {
    const place = folder();
    const store = ["--repo", built.dir, "--store", join(place, "n.duckdb")];
    writeFileSync(
      join(place, "all.json"),
      JSON.stringify([
        {
          number: 3,
          title: "Wait for it",
          state: "MERGED",
          headRefName: "wait",
          mergedAt: "2023-11-15T00:00:00Z",
          author: { login: "x" },
          body: "Closes #41.",
        },
        ...[
          { id: 1, path: "src/core.py", line: 5, body: "No time limit." },
          { id: 2, path: "other.py", line: 1, body: "Elsewhere." },
        ].map((comment) => ({
          ...comment,
          pull_request_url: "https://api.github.com/repos/o/r/pulls/3",
          user: { login: "y" },
          created_at: "2023-11-15T00:00:00Z",
        })),
        { number: 41, title: "It \u001b[31mhangs", state: "closed", body: "", user: { login: "x" } },
      ]),
    );
    await say("issues", "import", join(place, "all.json"), ...store);
    const { out } = await say("why", "src/core.py:6", ...store);
    assert.match(
      out,
      /#3 \(merged\) {2}Wait for it\n +closes #41 {2}It hangs\n +open finding 1\.1 on line 5: No time limit\.\n +and one more finding\n/,
    );
    const [told] = JSON.parse((await say("why", "src/core.py:6", "--json", ...store)).out);
    const [edited, wrote] = told.steps;
    assert.equal(edited.issues[0].imported.id, "#3");
    assert.deepEqual([edited.issues[1].imported.id, wrote.issues[0].imported], ["#41", null]);
    assert.equal(edited.issues[0].imported.others, 1);
  });
});
