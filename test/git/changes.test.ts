import assert from "node:assert/strict";
import { after, test } from "node:test";
import { diffTrees, listTree, withRenames } from "../../loaders/git/changes.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import type { FileChange } from "../../loaders/model.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});
function make(plans: readonly CommitPlan[]): BuiltRepository {
  const repository = makeRepository(plans, { bare: true });
  built.push(repository);
  return repository;
}
async function opened<T>(dir: string, use: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(dir);
  try {
    return await use(repo);
  } finally {
    repo.close();
  }
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `line number ${from + i}\n`).join("");
const short = (changes: readonly FileChange[]) =>
  changes.map(({ kind, path, from }) => (from === null ? `${kind} ${path}` : `${kind} ${from} -> ${path}`));

/** What git says of the same two commits, in the same words. */
function gitSays(engine: BuiltRepository, before: string, now: string, ...flags: string[]): readonly string[] {
  const fields = engine.git("diff-tree", "-r", "-z", "--name-status", ...flags, before, now).split("\0");
  const rows: string[] = [];
  for (let i = 0; i + 1 < fields.length; ) {
    const kind = { A: "added", D: "deleted", M: "modified", R: "renamed" }[fields[i]![0]!]!;
    rows.push(kind === "renamed" ? `renamed ${fields[i + 1]} -> ${fields[i + 2]}` : `${kind} ${fields[i + 1]}`);
    i += kind === "renamed" ? 3 : 2;
  }
  return rows.sort((a, b) => (a.split(" ").at(-1)! < b.split(" ").at(-1)! ? -1 : 1));
}

test("files that differ come by path, folders and files of one name kept apart", async () => {
  const engine = make([
    {
      files: {
        "a.py": "a\n",
        "a/x.py": "x\n",
        "a-b.py": "ab\n",
        thing: "file\n",
        "deep/er/y.py": "y\n",
        "gone/z.py": "z\n",
      },
      message: "One\n",
    },
    {
      files: {
        "a.py": "A\n",
        "a/x.py": "X\n",
        thing: null,
        "thing/inner.py": "now a folder\n",
        "deep/er/new.py": "n\n",
        "gone/z.py": null,
      },
      message: "Two\n",
    },
  ]);
  await opened(engine.dir, async (repo) => {
    const [one, two] = engine.oids as [string, string];
    const changes = await diffTrees(repo, one, two);
    assert.deepEqual(short(changes), [
      "modified a.py",
      "modified a/x.py",
      "added deep/er/new.py",
      "deleted gone/z.py",
      "deleted thing",
      "added thing/inner.py",
    ]);
    assert.deepEqual(short(changes), gitSays(engine, one, two, "--no-renames"));
    assert.deepEqual(await diffTrees(repo, one, one), []);
    assert.deepEqual(
      [...(await listTree(repo, two)).keys()],
      ["a-b.py", "a.py", "a/x.py", "deep/er/new.py", "deep/er/y.py", "thing/inner.py"],
    );
    for (const change of changes) {
      if (change.oid !== null) assert.equal(engine.git("rev-parse", `${two}:${change.path}`), change.oid);
      if (change.oldOid !== null) assert.equal(engine.git("rev-parse", `${one}:${change.path}`), change.oldOid);
    }
  });
});

test("a folder that is not entered is never read", async () => {
  const engine = make([
    { files: { "src/a.py": "a\n", "vendor/b.py": "b\n" }, message: "One\n" },
    { files: { "src/a.py": "A\n", "vendor/b.py": "B\n", "src/notes.md": "n\n" }, message: "Two\n" },
  ]);
  const vendor = engine.git("rev-parse", "main:vendor");
  await opened(engine.dir, async (repo) => {
    const read: string[] = [];
    const watched: Repository = Object.assign(Object.create(repo) as Repository, {
      differing: (before: string | null, now: string | null) => {
        if (now !== null) read.push(now);
        return repo.differing(before, now);
      },
    });
    const entered: string[] = [];
    const changes = await diffTrees(watched, engine.oids[0]!, engine.oids[1]!, {
      include: (path) => path.endsWith(".py"),
      enter: (dir) => {
        entered.push(dir);
        return dir !== "vendor";
      },
    });
    assert.deepEqual(short(changes), ["modified src/a.py"]);
    assert.deepEqual(entered, ["src", "vendor"]);
    assert.ok(!read.includes(vendor));
  });
});

test("a mode alone is no change", async () => {
  const engine = make([
    { files: { "run.sh": "x\n" }, message: "One\n" },
    { executables: { "run.sh": "x\n" }, message: "Two\n" },
  ]);
  await opened(engine.dir, async (repo) =>
    assert.deepEqual(await diffTrees(repo, engine.oids[0]!, engine.oids[1]!), []),
  );
});

const RENAMES: CommitPlan[] = [
  {
    files: {
      "same.py": numbered(0, 40),
      "pkg/runner.py": numbered(100, 180),
      "pkg/other.py": numbered(200, 280),
      "twin/one.py": "twin\n",
      "twin/two.py": "twin\n",
      "unlike.py": numbered(300, 340),
      "empty.py": "",
    },
    message: "One\n",
  },
  {
    files: {
      "same.py": null,
      "moved/same name.py": numbered(0, 40),
      "pkg/runner.py": null,
      "engine/runner.py": `${numbered(100, 170)}and more\n`,
      "pkg/other.py": null,
      "pkg/renamed.py": `${numbered(200, 250)}${numbered(900, 930)}`,
      "twin/one.py": null,
      "twin/two.py": null,
      "new/two.py": "twin\n",
      "new/one.py": "twin\n",
      "unlike.py": null,
      "instead.py": numbered(700, 760),
      "empty.py": null,
    },
    message: "Two\n",
  },
];

test("renames are git's: equal bytes, same names and similar bytes", async () => {
  const engine = make(RENAMES);
  await opened(engine.dir, async (repo) => {
    const [one, two] = engine.oids as [string, string];
    const changes = await withRenames(repo, await diffTrees(repo, one, two));
    assert.deepEqual(short(changes), gitSays(engine, one, two, "-M50%", "-l0"));
    assert.ok(short(changes).includes("renamed pkg/other.py -> pkg/renamed.py"));
    assert.ok(short(changes).includes("renamed twin/one.py -> new/one.py"));
    assert.ok(short(changes).includes("deleted unlike.py"));
    const renamed = changes.find((change) => change.path === "engine/runner.py")!;
    assert.equal(renamed.oldOid, engine.git("rev-parse", `${one}:pkg/runner.py`));
    assert.equal(renamed.oid, engine.git("rev-parse", `${two}:engine/runner.py`));
  });
});

test("beyond the limit only equal bytes and equal names are joined, and a threshold is obeyed", async () => {
  const engine = make(RENAMES);
  await opened(engine.dir, async (repo) => {
    const [one, two] = engine.oids as [string, string];
    const changes = await diffTrees(repo, one, two);
    const few = short(await withRenames(repo, changes, { limit: 1 }));
    assert.ok(few.includes("renamed pkg/runner.py -> engine/runner.py"));
    assert.ok(few.includes("added pkg/renamed.py"));
    const strict = short(await withRenames(repo, changes, { threshold: 0.9 }));
    assert.deepEqual(strict, gitSays(engine, one, two, "-M90%", "-l0"));
  });
});
