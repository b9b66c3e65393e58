// Notes on names, keys and commits: what is said of a contract is compared with what was said when the note was written.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cleanFolders, engine, runner } from "../support/stores.ts";
import { judged, note, told } from "./knowledge.ts";

after(cleanFolders);

const files = (names: readonly string[], answers: Readonly<Record<string, readonly string[]>>) => ({
  "pkg/engine.py": engine(names),
  "pkg/runner.py": runner(answers),
});
const NOTES = {
  ".binnacle/notes/key.md": note("key:size.rows"),
  ".binnacle/notes/name.md": note("name:size"),
};
const START = {
  files: { ...files(["size!", "stop"], { size: ["rows"], stop: [] }), ...NOTES },
  message: "Start (#1)\n",
};

test("a contract that says the same is attached, wherever its code moved", async () => {
  const moved = {
    files: { "pkg/engine.py": null, "pkg/core.py": engine(["size!", "stop"], "# moved\n") },
    message: "Move (#2)\n",
  };
  const { findings, oids } = await judged([START, moved], { store: true });
  assert.deepEqual(
    findings.map((finding) => told(finding, oids)),
    ["holds key:size.rows", "holds name:size"],
  );
});

test("a contract of which something else is said now is changed, line by line", async () => {
  const { findings, oids } = await judged(
    [
      START,
      { files: files(["size", "stop"], { size: ["rows"], stop: [] }), message: "Do not wait (#2)\n" },
      { files: files(["size", "stop"], { size: ["rows", "columns"], stop: [] }), message: "Columns (#3)\n" },
    ],
    { store: true },
  );
  const [key, name] = findings;
  assert.equal(told(key!, oids), "holds key:size.rows");
  assert.equal(told(name!, oids), "changed name:size · 1 changed it");
  assert.deepEqual(
    [name!.missing, name!.extra],
    [
      ["Runner replies 1 key: rows", "callers wait: yes"],
      ["Runner replies 2 keys: columns, rows", "callers wait: no"],
    ],
  );
  assert.match(name!.says, /\(#2\) and [0-9a-f]{9} \(#3\)$/);
});

test("a name and a key that went are missing by their commit; what comes back is attached", async () => {
  const gone = { files: files(["stop"], { stop: [] }), message: "Drop (#2)\n" };
  const lost = await judged([START, gone], { store: true });
  assert.deepEqual(
    lost.findings.map((finding) => [told(finding, lost.oids), finding.fails]),
    [
      ["missing · 1 removed the key", true],
      ["missing · 1 removed the name", true],
    ],
  );
  const again = await judged([START, gone, { ...START, message: "Again (#3)\n" }], { store: true });
  assert.deepEqual(
    again.findings.map(({ verdict, says }) => [verdict, /; it went and came back$/.test(says)]),
    [
      ["holds", true],
      ["holds", true],
    ],
  );
});

test("without a store what is there holds, and of what is not there history is asked", async () => {
  const there = await judged([START]);
  assert.deepEqual(
    there.findings.map(({ verdict }) => verdict),
    ["holds", "holds"],
  );
  const gone = await judged([START, { files: files(["stop"], { stop: [] }), message: "Drop\n" }]);
  assert.deepEqual(
    gone.findings.map(({ verdict, fails }) => [verdict, fails]),
    [
      ["unknown", false],
      ["unknown", false],
    ],
  );
  const blind = await judged([START], { profile: false });
  assert.match(blind.findings[0]!.says, /no profile says/);
});

test("a name that never was is unchecked, with those spelt alike", async () => {
  const plan = { ...START, files: { ...START.files, ".binnacle/notes/x.md": note(["name:sizes", "key:size.row"]) } };
  const { findings } = await judged([plan], { store: true });
  assert.deepEqual(
    findings.slice(2).map(({ verdict, says }) => [verdict, /near it: (\S+)$/.exec(says)?.[1]]),
    [
      ["unchecked", "name:size"],
      ["unchecked", "key:size.rows"],
    ],
  );
});

test("a store that ends before what is judged is followed up to it", async () => {
  const plans = [
    START,
    { files: { "docs/a.md": "a\n" }, message: "Stored until here\n", tags: ["stored"] },
    { files: files(["size", "stop"], { size: ["rows"], stop: [] }), message: "Do not wait (#3)\n" },
  ];
  const { findings, oids } = await judged(plans, { store: true, branch: "stored" });
  assert.deepEqual(
    findings.map((finding) => told(finding, oids)),
    ["holds key:size.rows", "changed name:size · 2 changed it"],
  );
  const site = {
    files: { ".binnacle/notes/site.md": note("site:pkg/engine.py#Engine.do_size!ask(size)[0]") },
    message: "Note\n",
  };
  const moved = await judged(
    [
      START,
      { ...site, tags: ["stored"] },
      { files: { "pkg/engine.py": null, "pkg/core.py": engine(["size!", "stop"]) }, message: "Move\n" },
    ],
    { store: true, branch: "stored" },
  );
  assert.equal(
    told(moved.findings[2]!, moved.oids),
    "moved site:pkg/core.py#Engine.do_size!ask(size)[0] · 2 moved it to pkg/core.py",
  );
});

test("a commit is attached if it is behind what is judged; elsewhere it is told apart from none", async () => {
  const side = { files: { "b.txt": "b\n" }, message: "Aside\n", branch: "side" };
  const first = await judged([{ files: { "a.txt": "a\n" }, message: "First\n" }, side]);
  const [one, other] = first.oids as [string, string];
  const notes = {
    ".binnacle/notes/c.md": note([`commit:${one.slice(0, 9)}`, `commit:${other}`, `commit:${"0".repeat(40)}`]),
  };
  const { findings } = await judged([
    { files: { "a.txt": "a\n" }, message: "First\n" },
    side,
    { files: notes, message: "Notes\n", parents: [0] },
  ]);
  assert.deepEqual(
    findings.map(({ verdict, found, fails }) => [verdict, found, fails]),
    [
      ["holds", `commit:${one}`, false],
      ["elsewhere", null, false],
      ["missing", null, true],
    ],
  );
});
