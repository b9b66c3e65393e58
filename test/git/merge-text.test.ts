import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { merge3 } from "../../loaders/git/merge-text.ts";
import { fc, runs } from "../support/properties.ts";
import { gitEnvironment, makeRepository } from "../support/repository.ts";

const merged = (base: string, ours: string, theirs: string, options = {}) => {
  const { bytes, conflict } = merge3(Buffer.from(base), Buffer.from(ours), Buffer.from(theirs), options);
  return { text: bytes.toString(), conflict };
};

test("rows of three texts and what they become", () => {
  const rows: readonly (readonly [base: string, ours: string, theirs: string, text: string, conflict: boolean])[] = [
    ["a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n", false],
    ["a\nb\nc\n", "A\nb\nc\n", "A\nb\nc\n", "A\nb\nc\n", false],
    ["a\nb\nc\nd\n", "A\nb\nc\nd\n", "A\nb\nC\nd\n", "A\nb\nC\nd\n", false],
    ["a\nb\n", "a\nb\nours\n", "a\nb\ntheirs\n", "a\nb\n<<<<<<<\nours\n=======\ntheirs\n>>>>>>>\n", true],
    // Changes of neighbouring lines touch, and git leaves them to a person.
    ["a\nb\n", "A\nb\n", "a\nB\n", "<<<<<<<\nA\nb\n=======\na\nB\n>>>>>>>\n", true],
    ["a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\n<<<<<<<\n=======\nB\n>>>>>>>\nc\n", true],
    ["a", "a", "b", "b", false],
    ["a\r\n", "b\r\n", "c\r\n", "<<<<<<<\r\nb\r\n=======\r\nc\r\n>>>>>>>\r\n", true],
    ["a", "b", "c", "<<<<<<<\nb\n=======\nc\n>>>>>>>\n", true],
    ["", "", "new\n", "new\n", false],
  ];
  for (const [base, ours, theirs, text, conflict] of rows)
    assert.deepEqual(merged(base, ours, theirs), { text, conflict }, JSON.stringify([base, ours, theirs]));
  assert.equal(
    merged("a\n", "b\n", "c\n", { ours: "main", theirs: "fix/a", marker: 9 }).text,
    "<<<<<<<<< main\nb\n=========\nc\n>>>>>>>>> fix/a\n",
  );
});

test("three texts of any kind become what git makes of them, markers and all", () => {
  const line = fc.constantFrom(..."abcdefgh}".split("").map((each) => `${each}\n`), "\n", "x\r\n");
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 16 }), fc.constantFrom("", "", "", "tail"))
    .map(([lines, tail]) => lines.join("") + tail);
  // Mostly small changes of one text, as merges are; sometimes three that have little in common.
  const edited = text.chain((base) =>
    fc.tuple(fc.constant(base), editsOf(base), editsOf(base)),
  ) satisfies fc.Arbitrary<Triple>;
  const triples = fc.array(fc.oneof({ weight: 3, arbitrary: edited }, fc.tuple(text, text, text)), {
    minLength: 60,
    maxLength: 60,
  });
  fc.assert(
    fc.property(triples, (all) => {
      const said = gitMerges(all);
      for (const [i, [base, ours, theirs]] of all.entries())
        assert.deepEqual(
          merged(base, ours, theirs, { ours: "ours", theirs: "theirs" }),
          said[i],
          JSON.stringify([base, ours, theirs]),
        );
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
});

type Triple = [base: string, ours: string, theirs: string];

function editsOf(base: string): fc.Arbitrary<string> {
  const lines = base.split(/(?<=\n)/);
  const edit = fc.record({
    at: fc.nat(lines.length),
    remove: fc.nat(2),
    insert: fc.array(fc.constantFrom("a\n", "b\n", "new\n", "}\n", "\n"), { maxLength: 2 }),
  });
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const now = [...lines];
    for (const { at, remove, insert } of edits) now.splice(Math.min(at, now.length), remove, ...insert);
    return now.join("");
  });
}

/** One merge of as many files as there are triples. */
function gitMerges(triples: readonly Triple[]): readonly { text: string; conflict: boolean }[] {
  const filesOf = (side: 0 | 1 | 2) =>
    Object.fromEntries(triples.map((triple, i) => [`f${String(i).padStart(3, "0")}`, triple[side]]));
  const engine = makeRepository(
    [
      { files: filesOf(0), message: "base\n" },
      { files: filesOf(1), message: "ours\n", branch: "ours" },
      { files: filesOf(2), message: "theirs\n", branch: "theirs", parents: [0] },
    ],
    { bare: true },
  );
  try {
    const args = ["merge-tree", "--write-tree", "--name-only", "-z", "ours", "theirs"];
    const run = spawnSync("git", args, { cwd: engine.dir, env: gitEnvironment() });
    const [tree, ...rest] = run.stdout.toString().split("\0");
    const conflicts = new Set(rest.slice(0, rest.indexOf("")));
    return triples.map((_, i) => {
      const path = `f${String(i).padStart(3, "0")}`;
      const shown = spawnSync("git", ["cat-file", "blob", `${tree}:${path}`], {
        cwd: engine.dir,
        env: gitEnvironment(),
      });
      return { text: shown.stdout.toString(), conflict: conflicts.has(path) };
    });
  } finally {
    engine.cleanup();
  }
}

test("texts made to take for ever do not", () => {
  const started = Date.now();
  const many = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("");
  const base = many(20_000, (i) => `${i % 500}\n`);
  const ours = many(20_000, (i) => `${(i * 7) % 500}\n`);
  const theirs = many(20_000, (i) => `${(i * 11) % 500}\n`);
  merge3(Buffer.from(base), Buffer.from(ours), Buffer.from(theirs));
  assert.ok(Date.now() - started < 10_000, `${Date.now() - started} ms`);
});
