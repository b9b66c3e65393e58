import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { BinnacleError } from "../../loaders/error.ts";
import { type MergeSnapshot, mergeSnapshot } from "../../loaders/git/merge.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { fc, runs } from "../support/properties.ts";
import { type BuiltRepository, type CommitPlan, gitEnvironment, makeRepository } from "../support/repository.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});
async function opened<T>(dir: string, use: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(dir);
  try {
    return await use(repo);
  } finally {
    repo.close();
  }
}

interface Outcome {
  readonly clean: boolean;
  /** Plain files with their content. */
  readonly files: Readonly<Record<string, string>>;
  readonly conflicts: readonly string[];
}

/** What git makes of the last commits of two branches, without writing a ref or a work tree. */
function gitMerge(engine: BuiltRepository, ours: string, theirs: string): Outcome {
  const options = { cwd: engine.dir, env: gitEnvironment() };
  const run = spawnSync("git", ["merge-tree", "--write-tree", "--name-only", "-z", ours, theirs], options);
  assert.ok(run.status === 0 || run.status === 1, run.stderr.toString());
  const [tree, ...rest] = run.stdout.toString().split("\0");
  const listed = execFileSync("git", ["ls-tree", "-r", "-z", tree!], options).toString().split("\0");
  const entries = listed.map((line) => /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line)).filter((entry) => entry !== null);
  const input = entries.map(([, oid]) => `${oid}\n`).join("");
  const bytes = execFileSync("git", ["cat-file", "--batch"], { ...options, input });
  const files: Record<string, string> = {};
  let at = 0;
  for (const [, , path] of entries) {
    const end = bytes.indexOf(10, at);
    const size = Number(bytes.toString("latin1", at, end).split(" ")[2]);
    files[path!] = bytes.toString("latin1", end + 1, end + 1 + size);
    at = end + 1 + size + 1;
  }
  return { clean: run.status === 0, files, conflicts: rest.slice(0, run.status === 0 ? 0 : rest.indexOf("")).sort() };
}

async function ourMerge(engine: BuiltRepository, ours: string, theirs: string): Promise<Outcome> {
  return opened(engine.dir, async (repo) => {
    const [a, b] = [await repo.resolve(ours), await repo.resolve(theirs)];
    const snapshot = await mergeSnapshot(repo, a, b, { names: [ours, theirs] });
    return { clean: snapshot.clean, files: await contents(snapshot), conflicts: [...snapshot.conflicts].sort() };
  });
}

async function contents(snapshot: MergeSnapshot): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, oid] of snapshot.files) files[path] = Buffer.from(await snapshot.blob(oid)).toString("latin1");
  return files;
}

type Files = NonNullable<CommitPlan["files"]>;

/** A base and two branches, `ours` and `theirs`. */
function fork(base: Partial<CommitPlan>, ours: Partial<CommitPlan>, theirs: Partial<CommitPlan>): BuiltRepository {
  const plans: CommitPlan[] = [
    { message: "base\n", ...base },
    { message: "ours\n", branch: "ours", ...ours },
    { message: "theirs\n", branch: "theirs", parents: [0], ...theirs },
  ];
  const engine = makeRepository(plans, { bare: true });
  built.push(engine);
  return engine;
}

async function same(engine: BuiltRepository, about = ""): Promise<Outcome> {
  const outcome = await ourMerge(engine, "ours", "theirs");
  assert.deepEqual(outcome, gitMerge(engine, "ours", "theirs"), about);
  return outcome;
}

const numbered = (from: number, to: number, mark = "") =>
  Array.from({ length: to - from }, (_, i) => `line number ${from + i}${mark}\n`).join("");
const TEXT = numbered(0, 30);
const edited = (at: number, text = TEXT) => text.replace(`line number ${at}\n`, `line number ${at}, edited\n`);

test("both sides' edits come together, and the snapshot says of what it is", async () => {
  const engine = fork(
    { files: { "a.py": TEXT, "b.py": "b\n", "c.py": "c\n" } },
    { files: { "a.py": edited(3), "new.py": "new\n" } },
    { files: { "a.py": edited(20), "b.py": null, "c.py": "C\n" } },
  );
  const outcome = await same(engine);
  assert.deepEqual(outcome, {
    clean: true,
    files: { "a.py": edited(20, edited(3)), "c.py": "C\n", "new.py": "new\n" },
    conflicts: [],
  });
  const before = engine.git("count-objects", "-v");
  await opened(engine.dir, async (repo) => {
    const [base, a, b] = engine.oids as [string, string, string];
    const snapshot = await mergeSnapshot(repo, a, b, { names: ["main", "fix/a"] });
    assert.deepEqual(
      [snapshot.kind, snapshot.name, snapshot.heads, snapshot.bases],
      ["merge", "merge of main and fix/a", [a, b], [base]],
    );
  });
  assert.equal(engine.git("count-objects", "-v"), before);
});

const ROWS: readonly {
  readonly title: string;
  readonly base: Partial<CommitPlan>;
  readonly ours: Partial<CommitPlan>;
  readonly theirs: Partial<CommitPlan>;
  readonly conflicts: readonly string[];
}[] = [
  {
    title: "an edit follows a file that the other side renamed",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "dir/b.py": edited(3) } },
    theirs: { files: { "a.py": edited(20) } },
    conflicts: [],
  },
  {
    title: "a conflict in a renamed file names both paths",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": edited(3) } },
    theirs: { files: { "a.py": null, "b.py": TEXT.replace("number 3\n", "number 3, otherwise\n") } },
    conflicts: ["b.py"],
  },
  {
    title: "one file renamed twice is a conflict at all three paths",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": edited(3) } },
    theirs: { files: { "a.py": null, "c.py": edited(20) } },
    conflicts: ["a.py", "b.py", "c.py"],
  },
  {
    title: "one file renamed alike by both sides is merged",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": edited(3) } },
    theirs: { files: { "a.py": null, "b.py": edited(20) } },
    conflicts: [],
  },
  {
    title: "a file that one side renamed and the other deleted",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": edited(3) } },
    theirs: { files: { "a.py": null } },
    conflicts: ["b.py"],
  },
  {
    title: "a file renamed to a path that the other side added",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": edited(3) } },
    theirs: { files: { "a.py": edited(20), "b.py": "something else\n" } },
    conflicts: ["b.py"],
  },
  {
    title: "a file renamed to a path where the other side added its copy",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": TEXT } },
    theirs: { files: { "a.py": edited(20), "b.py": TEXT } },
    conflicts: [],
  },
  {
    title: "two files renamed to one path",
    base: { files: { "a.py": TEXT, "b.py": numbered(100, 130) } },
    ours: { files: { "a.py": null, "c.py": edited(3) } },
    theirs: { files: { "b.py": null, "c.py": numbered(100, 130) } },
    conflicts: ["c.py"],
  },
  {
    title: "a file that one side changed and the other deleted",
    base: { files: { "a.py": TEXT, "b.py": TEXT } },
    ours: { files: { "a.py": edited(3), "b.py": null } },
    theirs: { files: { "a.py": null, "b.py": edited(3) } },
    conflicts: ["a.py", "b.py"],
  },
  {
    title: "a file that both sides added, alike and not",
    base: { files: { "x.py": "x\n" } },
    ours: { files: { "a.py": "same\nours\n", "b.py": "alike\n" } },
    theirs: { files: { "a.py": "same\ntheirs\n", "b.py": "alike\n" } },
    conflicts: ["a.py"],
  },
  {
    title: "binary files stay ours",
    base: { files: { "a.bin": "\0base" } },
    ours: { files: { "a.bin": "\0ours" } },
    theirs: { files: { "a.bin": "\0theirs" } },
    conflicts: ["a.bin"],
  },
  {
    title: "a file and a folder of one name: the file gives way",
    base: { files: { "x.py": "x\n" } },
    ours: { files: { thing: "a file\n" } },
    theirs: { files: { "thing/a.py": "in a folder\n" } },
    conflicts: ["thing~ours"],
  },
  {
    title: "a file that became a folder while the other side changed it",
    base: { files: { thing: TEXT, "x.py": "x\n" } },
    ours: { files: { thing: edited(3) } },
    theirs: { files: { thing: null, "thing/a.py": "in a folder\n" } },
    conflicts: ["thing~ours"],
  },
  {
    title: "a file and a link of one name",
    base: { files: { "x.py": "x\n" } },
    ours: { files: { thing: "a file\n" } },
    theirs: { links: { thing: "x.py" } },
    conflicts: ["thing", "thing~ours"],
  },
  {
    title: "links and submodules that both sides changed",
    base: { files: { "x.py": "x\n" }, links: { link: "x.py" }, submodules: { sub: "1".repeat(40) } },
    ours: { links: { link: "y.py" }, submodules: { sub: "2".repeat(40) } },
    theirs: { links: { link: "z.py" }, submodules: { sub: "3".repeat(40) } },
    conflicts: ["link", "sub"],
  },
  {
    title: "a file that one side made executable and the other changed",
    base: { files: { "a.sh": TEXT } },
    ours: { executables: { "a.sh": TEXT } },
    theirs: { files: { "a.sh": edited(3) } },
    conflicts: [],
  },
  {
    title: "a file added to a folder that the other side renamed",
    base: { files: { "old/a.py": TEXT, "old/b.py": numbered(50, 90), "x.py": "x\n" } },
    ours: { files: { "old/a.py": null, "old/b.py": null, "new/a.py": TEXT, "new/b.py": numbered(50, 90) } },
    theirs: { files: { "old/c.py": "added\n" } },
    conflicts: ["new/c.py"],
  },
  {
    title: "a file added to a folder within, new itself, stays where it is",
    base: { files: { "old/a.py": TEXT, "old/b.py": numbered(50, 90), "x.py": "x\n" } },
    ours: { files: { "old/a.py": null, "old/b.py": null, "new/a.py": TEXT, "new/b.py": numbered(50, 90) } },
    theirs: { files: { "old/more/c.py": "added\n" } },
    conflicts: [],
  },
  {
    title: "a file added to a folder whose files went to two others, as many to each",
    base: { files: { "old/a.py": TEXT, "old/b.py": numbered(50, 90), "x.py": "x\n" } },
    ours: { files: { "old/a.py": null, "old/b.py": null, "one/a.py": TEXT, "two/b.py": numbered(50, 90) } },
    theirs: { files: { "old/c.py": "added\n" } },
    conflicts: [],
  },
  {
    title: "a conflict in a file that both sides renamed alike",
    base: { files: { "a.py": TEXT } },
    ours: { files: { "a.py": null, "b.py": edited(3) } },
    theirs: { files: { "a.py": null, "b.py": TEXT.replace("number 3\n", "number 3, otherwise\n") } },
    conflicts: ["b.py"],
  },
  {
    title: "a file added below a folder that went to the root",
    base: { files: { "old/sub/a.py": TEXT, "old/sub/b.py": numbered(50, 90), "x.py": "x\n" } },
    ours: {
      files: { "old/sub/a.py": null, "old/sub/b.py": null, "sub/a.py": TEXT, "sub/b.py": numbered(50, 90) },
    },
    theirs: { files: { "old/sub/c.py": "added\n", "old/sub/deep/d.py": "added too\n" } },
    conflicts: ["sub/c.py", "sub/deep/d.py"],
  },
];

for (const row of ROWS)
  test(`${row.title}, either way round`, async () => {
    assert.deepEqual((await same(fork(row.base, row.ours, row.theirs))).conflicts, row.conflicts);
    await same(fork(row.base, row.theirs, row.ours));
  });

/** Two commits that have two merge bases: each was merged into the other's branch. */
function crosswise(base: Files, one: Files, two: Files, left: Files, right: Files): BuiltRepository {
  const engine = makeRepository(
    [
      { files: base, message: "base\n" },
      { files: one, message: "one\n", branch: "one" },
      { files: two, message: "two\n", branch: "two", parents: [0] },
      { files: { ...one, ...left }, message: "left\n", branch: "ours", parents: [1, 2] },
      { files: { ...two, ...right }, message: "right\n", branch: "theirs", parents: [2, 1] },
    ],
    { bare: true },
  );
  built.push(engine);
  return engine;
}

test("branches merged crosswise are merged against the merge of their bases", async () => {
  const both = edited(20, edited(3));
  const clean = crosswise(
    { "a.py": TEXT },
    { "a.py": edited(3) },
    { "a.py": edited(20) },
    { "a.py": edited(10, both) },
    { "a.py": edited(27, both) },
  );
  assert.deepEqual((await same(clean)).files, { "a.py": edited(27, edited(10, both)) });
  await opened(clean.dir, async (repo) => {
    assert.equal((await mergeSnapshot(repo, clean.oids[3]!, clean.oids[4]!)).bases.length, 2);
  });
  // Bases that are in conflict themselves: the one that comes of them has markers in it.
  const other = TEXT.replace("number 3\n", "number 3, otherwise\n");
  const args = [{ "a.py": TEXT }, { "a.py": edited(3) }, { "a.py": other }] as const;
  await same(crosswise(...args, { "a.py": edited(3) }, { "a.py": edited(3) }));
  await same(crosswise(...args, { "a.py": edited(3) }, { "a.py": other }));
  await same(crosswise(...args, { "a.py": edited(3, edited(9)) }, { "a.py": other, "b.py": "b\n" }));
  await same(crosswise({ "a.py": TEXT }, { "a.py": null }, { "a.py": other }, { "a.py": edited(3) }, {}));
});

test("what has nothing in common is refused", async () => {
  const engine = makeRepository(
    [
      { files: { "a.py": "a\n" }, message: "One\n", branch: "ours" },
      { files: { "b.py": "b\n" }, message: "Two\n", branch: "theirs", parents: [] },
    ],
    { bare: true },
  );
  built.push(engine);
  await assert.rejects(
    ourMerge(engine, "ours", "theirs"),
    (thrown) =>
      thrown instanceof BinnacleError && thrown.code === "bad-usage" && /no commit in common/.test(thrown.message),
  );
});

test("a commit that the other has already is merged by doing nothing", async () => {
  const engine = makeRepository(
    [
      { files: { "a.py": "a\n" }, message: "One\n", branch: "ours" },
      { files: { "a.py": "b\n" }, message: "Two\n", branch: "theirs" },
    ],
    { bare: true },
  );
  built.push(engine);
  assert.deepEqual((await same(engine)).files, { "a.py": "b\n" });
  assert.deepEqual((await ourMerge(engine, "theirs", "ours")).files, { "a.py": "b\n" });
});

test("histories of any kind merge as git merges them", async () => {
  // No file of a folder's name: what git does where a folder is renamed and replaced at once is followed in rows only.
  const paths = ["a.py", "b.py", "d/a.py", "d/c.py", "d/e/f.py", "g/a.py"];
  const content = fc.constantFrom(TEXT, numbered(40, 70), numbered(80, 110), "short\n", "");
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), path: fc.nat(20), at: fc.nat(29) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("rename" as const), path: fc.nat(20), to: fc.constantFrom(...paths) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), path: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("add" as const), to: fc.constantFrom(...paths), content }) },
  );
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

  /** A folder and a file of one name cannot both be. */
  function put(files: Map<string, string>, path: string, text: string): void {
    for (const each of [...files.keys()])
      if (each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) files.delete(each);
    files.set(path, text);
  }
  function applied(before: ReadonlyMap<string, string>, list: readonly Change[], mark: string): Map<string, string> {
    const files = new Map(before);
    for (const each of list) {
      if (each.do === "add") put(files, each.to, each.content);
      else {
        const path = [...files.keys()][each.path % Math.max(files.size, 1)];
        if (path === undefined) continue;
        const text = files.get(path)!;
        if (each.do !== "edit") files.delete(path);
        if (each.do === "rename") put(files, each.to, text);
        if (each.do === "edit") {
          const lines = text.split(/(?<=\n)/);
          lines.splice(each.at % lines.length, 1, `${mark} ${each.at}\n`);
          files.set(path, lines.join(""));
        }
      }
    }
    return files;
  }
  const planOf = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Files => ({
    ...Object.fromEntries([...before.keys()].filter((path) => !now.has(path)).map((path) => [path, null])),
    ...Object.fromEntries(now),
  });
  const start = fc.uniqueArray(fc.tuple(fc.constantFrom(...paths), content), {
    selector: ([path]) => path,
    minLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(start, changes, changes, async (first, left, right) => {
      const base = new Map(first);
      const [ours, theirs] = [applied(base, left, "ours"), applied(base, right, "theirs")];
      const engine = fork(
        { files: Object.fromEntries(base) },
        { files: planOf(base, ours) },
        { files: planOf(base, theirs) },
      );
      try {
        await same(engine);
      } finally {
        engine.cleanup();
      }
    }),
    // The same histories each time; SEED and RUNS ask of others.
    { numRuns: runs(40) },
  );
});
