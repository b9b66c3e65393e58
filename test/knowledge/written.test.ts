// When a note was written decides what counts as a change: the last commit that touched its own lines, or the revision at
// which somebody reviewed it. Its address is meant as of when it was written down.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { indexSnapshot, worktreeSnapshot } from "../../loaders/git/snapshot.ts";
import { makeRepository } from "../support/repository.ts";
import { judged, judgedIn, note, told } from "./knowledge.ts";

const loop = (body: string) => `def loop(queue):\n    while True:\n        ${body}\n`;
const ADDRESS = "site:loop.py#loop!get()[0]";
const plain = { profile: false } as const;

test("a note that is touched after its subject changed speaks of it as it is then", async () => {
  const changed = { files: { "loop.py": loop("queue.get(1)") }, message: "Change (#2)\n" };
  const start = {
    files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS) },
    message: "Start\n",
  };
  const before = await judged([start, changed], plain);
  assert.equal(before.findings[0]!.verdict, "changed");
  const touched = { files: { ".binnacle/notes/a.md": note(ADDRESS, {}, "Read again.") }, message: "Read (#3)\n" };
  const after = await judged([start, changed, touched], plain);
  assert.equal(after.findings[0]!.verdict, "holds");
  assert.deepEqual([after.notes[0]!.subjects[0]!.written?.pr, after.findings[0]!.born?.commit], [3, after.oids[0]]);
});

test("a note file that is renamed was not touched by that", async () => {
  const { findings, notes } = await judged(
    [
      { files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS) }, message: "Start (#1)\n" },
      { files: { "loop.py": loop("queue.get(1)") }, message: "Change (#2)\n" },
      {
        files: { ".binnacle/notes/a.md": null, ".binnacle/notes/b.md": note(ADDRESS) },
        message: "Rename the note (#3)\n",
      },
    ],
    plain,
  );
  assert.deepEqual([findings[0]!.verdict, notes[0]!.subjects[0]!.written?.pr], ["changed", 1]);
});

test("of a ledger each entry was written when its own lines were touched last", async () => {
  const two = "def loop(queue):\n    queue.get()\n    queue.join()\n";
  const entry = (callee: string, category: string) =>
    `- attached_to: site:loop.py#loop!${callee}()[0]\n  category: ${category}\n`;
  const { findings, notes } = await judged(
    [
      {
        files: { "loop.py": two, ".binnacle/notes/l.yaml": entry("get", "a") + entry("join", "a") },
        message: "Start (#1)\n",
      },
      { files: { "loop.py": two.replace("get()", "get(1)").replace("join()", "join(1)") }, message: "Change (#2)\n" },
      {
        files: { ".binnacle/notes/l.yaml": `# new\n${entry("get", "a")}# other\n${entry("join", "b")}` },
        message: "Move one (#3)\n",
      },
    ],
    plain,
  );
  assert.deepEqual(
    findings.map(({ verdict, line }, at) => [verdict, line, notes[at]!.subjects[0]!.written?.pr]),
    [
      ["changed", 2, 1],
      ["holds", 5, 3],
    ],
  );
});

test("a note that was reviewed is compared since then, by a commit or a tag", async () => {
  const plans = [
    { files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS) }, message: "Start\n" },
    { files: { "loop.py": loop("queue.get(1)") }, message: "Change (#2)\n", tags: ["v1"] },
    { files: { "loop.py": loop("queue.get(2)") }, message: "Again (#3)\n" },
  ];
  const { oids } = await judged(plans, plain);
  const reviewed = async (revision: string) => {
    const files = { ".binnacle/notes/a.md": note(ADDRESS, { reviewed: revision }) };
    const { findings } = await judged([...plans, { files, message: "Review\n" }], plain);
    const [{ verdict, says, missing, extra }] = findings as [(typeof findings)[number]];
    return { verdict, says, missing, extra };
  };
  for (const revision of ["v1", oids[1]!, oids[1]!.slice(0, 8)]) {
    const { verdict, missing, extra, says } = await reviewed(`"${revision}"`);
    assert.deepEqual([verdict, missing, extra], ["changed", ["queue.get(1)"], ["queue.get(2)"]], revision);
    assert.match(says, /since the note was reviewed, .*\(#3\)$/);
  }
  assert.equal((await reviewed(`"${oids[2]!}"`)).verdict, "holds");
  for (const revision of ["main", "HEAD", "v9", "0123456789"]) {
    const { verdict, says } = await reviewed(`"${revision}"`);
    assert.deepEqual(
      [verdict, says],
      ["unchecked", `it was reviewed at ${revision}, which is no commit behind what is judged, and no tag of one`],
    );
  }
});

test("since may be a day or a revision, and nothing else", async () => {
  const verdict = async (since: string) => {
    const files = { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS, { since }) };
    return (await judged([{ files, message: "Start\n", tags: ["v1"] }], plain)).findings[0]!.verdict;
  };
  assert.equal(await verdict("2026-06-04"), "holds");
  assert.equal(await verdict("v1"), "holds");
  assert.equal(await verdict("long ago"), "unchecked");
});

test("an address is meant as of when it was written down, not as of when the note was touched last", async () => {
  const start = {
    files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS) },
    message: "Start\n",
  };
  const before = {
    files: { "loop.py": `def loop(queue):\n    queue.get(9)\n    while True:\n        queue.get()\n` },
    message: "Another first\n",
  };
  const typo = { files: { ".binnacle/notes/a.md": note(ADDRESS, {}, "A note without a typo.") }, message: "Typo\n" };
  const { findings, oids } = await judged([start, before, typo], plain);
  assert.equal(told(findings[0]!, oids), "moved site:loop.py#loop!get()[1] · 1 put another like it before it");
});

test("an address that is written anew means what is there then", async () => {
  const start = {
    files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note(ADDRESS) },
    message: "Start\n",
  };
  const moved = { files: { "loop.py": loop("queue.get()").replace("def loop", "def spin") }, message: "Rename\n" };
  const fixed = { files: { ".binnacle/notes/a.md": note(ADDRESS.replace("#loop", "#spin")) }, message: "Follow\n" };
  const { findings, oids } = await judged([start, moved, fixed], plain);
  assert.equal(told(findings[0]!, oids), "holds site:loop.py#spin!get()[0]");
  assert.equal(findings[0]!.born?.commit, oids[2]);
});

test("a note that is not committed yet was written now, and one of the work tree follows uncommitted changes", async () => {
  const built = makeRepository([
    {
      files: {
        "loop.py": loop("queue.get()"),
        ".binnacle/notes/a.md": note(ADDRESS),
        ".binnacle/notes/b.md": note(ADDRESS),
      },
      message: "Start\n",
    },
    { files: { "loop.py": loop("queue.get(1)") }, message: "Change\n" },
  ]);
  try {
    writeFileSync(join(built.dir, ".binnacle/notes/a.md"), note(ADDRESS, {}, "Just written."));
    writeFileSync(join(built.dir, ".binnacle/notes/new.md"), note(ADDRESS));
    writeFileSync(join(built.dir, ".binnacle/notes/wrong.md"), note(ADDRESS.replace("#loop", "#lop")));
    writeFileSync(join(built.dir, "loop.py"), loop("queue.get(1)").replace("def loop", "def spin"));
    const now = await judgedIn(built.dir, {
      ...plain,
      snapshot: (repo) => worktreeSnapshot(repo, { untracked: true }),
    });
    assert.deepEqual(
      now.findings.map((finding) => [finding.address, told(finding, built.oids)]),
      [
        ["note:a", "moved site:loop.py#spin!get()[0] · uncommitted put it into `spin`"],
        ["note:b", "changed site:loop.py#spin!get()[0] · 1 changed it"],
        ["note:new", "unchecked"],
        ["note:wrong", "unchecked"],
      ],
    );
    assert.equal(now.notes[0]!.subjects[0]!.written?.commit, "uncommitted");
    assert.match(now.findings[2]!.says, /near it: site:loop\.py#spin!get\(\)\[0\]$/);
    const index = await judgedIn(built.dir, { ...plain, snapshot: indexSnapshot });
    assert.deepEqual(
      index.findings.map(({ verdict }) => verdict),
      ["changed", "changed"],
    );
  } finally {
    built.cleanup();
  }
});

test("a note that came by a merge was written by it, and a merge that changes the subject is told", async () => {
  const { findings, oids } = await judged(
    [
      { files: { "loop.py": loop("queue.get()"), "other.py": "x = 1\n" }, message: "Start\n" },
      { files: { ".binnacle/notes/a.md": note(ADDRESS) }, message: "Note\n", branch: "note" },
      { files: { "loop.py": loop("queue.get(1)") }, message: "Change\n", branch: "change", parents: [0] },
      { files: { "other.py": "x = 2\n" }, message: "Main\n", parents: [0] },
      {
        files: { ".binnacle/notes/a.md": note(ADDRESS) },
        message: "Merge pull request #7 from a/note\n",
        parents: [3, 1],
      },
      { files: { "loop.py": loop("queue.get(1)") }, message: "Merge pull request #8 from a/change\n", parents: [4, 2] },
    ],
    plain,
  );
  assert.equal(told(findings[0]!, oids), "changed site:loop.py#loop!get()[0] · 5 changed it");
  assert.deepEqual([findings[0]!.born?.pr, findings[0]!.broke?.pr], [7, 8]);
});

test("a place is no address: the address to write instead is told", async () => {
  const { findings } = await judged(
    [{ files: { "loop.py": loop("queue.get()"), ".binnacle/notes/a.md": note("loop.py:3") }, message: "Start\n" }],
    plain,
  );
  assert.deepEqual([findings[0]!.verdict, findings[0]!.fails], ["unchecked", true]);
  assert.match(findings[0]!.says, /write instead: site:loop\.py#loop!get\(\)\[0\]$/);
});

test("what fails is configured, and a note out of force never does", async () => {
  const files = {
    "loop.py": loop("queue.get()"),
    ".binnacle/notes/a.md": note(ADDRESS),
    ".binnacle/notes/old.md": note(ADDRESS, { status: "superseded" }),
  };
  const plans = [
    { files, message: "Start\n" },
    { files: { "loop.py": loop("queue.get(1)") }, message: "Change\n" },
  ];
  const lenient = await judged(plans, plain);
  assert.deepEqual(
    lenient.findings.map(({ verdict, fails, excused }) => [verdict, fails, excused]),
    [
      ["changed", false, null],
      ["changed", false, null],
    ],
  );
  const strict = await judged(plans, { ...plain, configuration: "notes:\n  fail_on: [changed]\n" });
  assert.deepEqual(
    strict.findings.map(({ fails, excused }) => [fails, excused]),
    [
      [true, null],
      [false, 'its status is "superseded"'],
    ],
  );
});
