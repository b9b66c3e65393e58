import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Snapshot } from "../../loaders/citation.ts";
import { BinnacleError } from "../../loaders/error.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { commitSnapshot, indexSnapshot, worktreeSnapshot } from "../../loaders/git/snapshot.ts";
import { type BuiltRepository, type CommitPlan, gitEnvironment, makeRepository } from "../support/repository.ts";

// The machine's own configuration must not decide what these tests see.
Object.assign(process.env, { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", XDG_CONFIG_HOME: "/nowhere" });

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});
function make(plans: readonly CommitPlan[], options: Parameters<typeof makeRepository>[1] = {}): BuiltRepository {
  const repository = makeRepository(plans, options);
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
const worktreeOf = (engine: BuiltRepository, options = {}) =>
  opened(engine.dir, (repo) => worktreeSnapshot(repo, options));
const indexOf = (engine: BuiltRepository) => opened(engine.dir, indexSnapshot);
const refused = (code: string, message: RegExp) => (thrown: unknown) =>
  thrown instanceof BinnacleError && thrown.code === code && message.test(thrown.message);

/** What git would store for a file of the work tree at that path, filters and all. */
function gitHash(engine: BuiltRepository, path: string): string {
  return engine.git("hash-object", `--path=${path}`, "--", path);
}
/** What git would stage, in an index of its own. */
function gitAdds(engine: BuiltRepository, path: string): string {
  const index = engine.sibling("index");
  copyFileSync(join(engine.dir, ".git", "index"), index);
  const env = { ...gitEnvironment(), GIT_INDEX_FILE: index };
  execFileSync("git", ["add", "--", path], { cwd: engine.dir, env, stdio: "pipe" });
  return execFileSync("git", ["rev-parse", `:${path}`], { cwd: engine.dir, env })
    .toString()
    .trim();
}
/** The index as git tells it: stage 0 and plain files only. */
function gitIndex(engine: BuiltRepository): Map<string, string> {
  const lines = engine
    .git("ls-files", "--stage", "-z")
    .split("\0")
    .filter((line) => line !== "");
  return new Map(
    lines
      .map((line) => /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line)!)
      .filter(([, mode, , stage]) => mode!.startsWith("100") && stage === "0")
      .map(([, , oid, , path]) => [path!, oid!]),
  );
}
const sorted = (map: ReadonlyMap<string, string>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
const text = async (snapshot: Snapshot, path: string) =>
  Buffer.from(await snapshot.blob(snapshot.files.get(path)!)).toString("latin1");

const BASIC: CommitPlan = {
  files: { "a.py": "one\ntwo\n", "deep/er/b.md": "words\n", "new\nline.txt": "odd\n", "gone.py": "gone\n" },
  rawFiles: [{ path: Buffer.from([0x66, 0xff, 0x2e, 0x63]), content: "bytes\n" }],
  links: { link: "a.py" },
  executables: { "run.sh": "#!/bin/sh\n" },
  submodules: { "third/party": "1234567890123456789012345678901234567890" },
  message: "One\n",
};
const BASIC_FILES = ["a.py", "deep/er/b.md", "f\\xff.c", "gone.py", "new\nline.txt", "run.sh"];

describe("a commit", () => {
  test("is its files, links and submodules apart, names without UTF-8 in their own spelling", async () => {
    const engine = make([BASIC], { bare: true });
    const snapshot = await opened(engine.dir, async (repo) => {
      const taken = await commitSnapshot(repo, engine.oids[0]!, "HEAD");
      assert.equal(await text(taken, "a.py"), "one\ntwo\n");
      return taken;
    });
    assert.deepEqual([snapshot.kind, snapshot.name, snapshot.heads], ["commit", "HEAD", [engine.oids[0]]]);
    assert.deepEqual([...snapshot.files.keys()], BASIC_FILES);
    assert.deepEqual([[...snapshot.links], [...snapshot.submodules]], [["link"], ["third/party"]]);
    assert.equal(snapshot.conflicts.size, 0);
  });
});

describe("the index", () => {
  for (const format of ["sha1", "sha256"] as const)
    test(`of a ${format} repository is what was added`, async () => {
      const oid = "12".repeat(format === "sha1" ? 20 : 32);
      const engine = make([{ ...BASIC, submodules: { "third/party": oid } }], { format });
      writeFileSync(join(engine.dir, "a.py"), "staged\n");
      engine.git("add", "a.py");
      writeFileSync(join(engine.dir, "a.py"), "not staged\n");
      writeFileSync(join(engine.dir, "later.py"), "announced\n");
      engine.git("add", "-N", "later.py");
      for (const version of ["2", "3", "4"]) {
        engine.git("update-index", "--index-version", version);
        await opened(engine.dir, async (repo) => {
          const snapshot = await indexSnapshot(repo);
          assert.deepEqual([...snapshot.files.keys()], BASIC_FILES);
          assert.equal(await text(snapshot, "a.py"), "staged\n");
          assert.deepEqual([[...snapshot.links], [...snapshot.submodules]], [["link"], ["third/party"]]);
          assert.deepEqual(snapshot.heads, engine.oids);
        });
      }
    });

  test("during a merge has both heads, and of a conflict our side", async () => {
    const engine = make([
      { files: { "a.py": "base\n", "b.py": "base\n", "c.py": "base\n" }, message: "One\n" },
      { files: { "a.py": "ours\n", "b.py": null }, message: "Two\n" },
      { files: { "a.py": "theirs\n", "b.py": "theirs\n", "d.py": "d\n" }, parents: [0], branch: "b", message: "3\n" },
    ]);
    assert.throws(() => engine.git("merge", "b"));
    await opened(engine.dir, async (repo) => {
      const snapshot = await indexSnapshot(repo);
      assert.deepEqual(snapshot.heads, [engine.oids[1], engine.oids[2]]);
      assert.deepEqual([...snapshot.conflicts], ["a.py", "b.py"]);
      assert.equal(await text(snapshot, "a.py"), "ours\n");
      assert.equal(await text(snapshot, "b.py"), "theirs\n");
      const worktree = await worktreeSnapshot(repo);
      assert.deepEqual([...worktree.conflicts], ["a.py", "b.py"]);
      assert.match(await text(worktree, "a.py"), /^<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> b\n$/);
      assert.deepEqual([...worktree.files.keys()], ["a.py", "b.py", "c.py", "d.py"]);
    });
  });

  test("that is split is put together", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${1000 + i}.py`, `file ${i}\n`]));
    const engine = make([{ files, message: "One\n" }]);
    engine.git("config", "splitIndex.maxPercentChange", "100");
    engine.git("update-index", "--split-index");
    for (const i of [3, 64, 65, 299]) writeFileSync(join(engine.dir, `f${1000 + i}.py`), "changed\n");
    for (const i of [0, 7, 128]) rmSync(join(engine.dir, `f${1000 + i}.py`));
    writeFileSync(join(engine.dir, "f1003a.py"), "between\n");
    writeFileSync(join(engine.dir, "zz.py"), "last\n");
    engine.git("add", "-A");
    const seen = await indexOf(engine);
    assert.deepEqual(sorted(seen.files), sorted(gitIndex(engine)));
    assert.equal(seen.files.size, 299);
    const shared = engine.git("rev-parse", "--shared-index-path");
    assert.notEqual(shared, "");
    renameSync(join(engine.dir, shared), join(engine.dir, "elsewhere"));
    await assert.rejects(indexOf(engine), refused("corrupt-repository", /shared index .* is gone/));
  });

  test("that is sparse has the files of its folders", async () => {
    const engine = make([
      { files: { "in/a.py": "a\n", "out/b.py": "b\n", "out/deep/c.py": "c\n", "top.md": "t\n" }, message: "One\n" },
    ]);
    engine.git("sparse-checkout", "set", "--cone", "--sparse-index", "in");
    assert.match(engine.git("ls-files", "--sparse"), /^out\/$/m);
    const all = ["in/a.py", "out/b.py", "out/deep/c.py", "top.md"];
    assert.deepEqual([...(await indexOf(engine)).files.keys()], all);
    const worktree = await worktreeOf(engine);
    assert.deepEqual([...worktree.files.keys()], all);
    assert.deepEqual(sorted(worktree.files), sorted((await indexOf(engine)).files));
  });

  test("is empty without a file, refused where there can be none or it is damaged", async () => {
    const engine = make([BASIC]);
    const clone = engine.sibling("clone");
    engine.git("clone", "--quiet", "--no-checkout", engine.dir, clone);
    await opened(clone, async (repo) => {
      assert.equal((await indexSnapshot(repo)).files.size, 0);
      const worktree = await worktreeSnapshot(repo);
      assert.equal(worktree.files.size, 0);
      assert.match(worktree.notices.join(), /there is no index/);
    });
    writeFileSync(
      join(engine.dir, ".git", "index"),
      "DIRC and more that is no index at all, though it begins like one",
    );
    await assert.rejects(indexOf(engine), refused("corrupt-repository", /index cannot be read/));
    const bare = make([BASIC], { bare: true });
    await assert.rejects(indexOf(bare), refused("bad-usage", /bare repository has no index/));
    await assert.rejects(worktreeOf(bare), refused("bad-usage", /bare repository has no index/));
  });
});

describe("the work tree", () => {
  test("is the index's paths with the disk's bytes; deleted and untracked files are not in it", async () => {
    const engine = make([BASIC]);
    writeFileSync(join(engine.dir, "a.py"), "changed\n");
    rmSync(join(engine.dir, "gone.py"));
    writeFileSync(join(engine.dir, "untracked.py"), "untracked\n");
    writeFileSync(join(engine.dir, "ignored.py"), "ignored\n");
    writeFileSync(join(engine.dir, ".git", "info", "exclude"), "ignored.py\n");
    writeFileSync(join(engine.dir, "announced.py"), "announced\n");
    engine.git("add", "-N", "announced.py");
    await opened(engine.dir, async (repo) => {
      const snapshot = await worktreeSnapshot(repo);
      const files = ["a.py", "announced.py", ...BASIC_FILES.filter((path) => !["a.py", "gone.py"].includes(path))];
      assert.deepEqual([...snapshot.files.keys()], files);
      assert.equal(snapshot.files.get("a.py"), gitHash(engine, "a.py"));
      assert.equal(await text(snapshot, "a.py"), "changed\n");
      assert.equal(await text(snapshot, "announced.py"), "announced\n");
      assert.deepEqual([[...snapshot.links], [...snapshot.submodules]], [["link"], ["third/party"]]);
      assert.deepEqual([snapshot.kind, snapshot.heads, snapshot.notices], ["worktree", engine.oids, []]);
      const more = await worktreeSnapshot(repo, { untracked: true });
      assert.deepEqual(
        [...more.files.keys()].filter((path) => !snapshot.files.has(path)),
        ["untracked.py"],
      );
    });
  });

  test("sees a change that kept size and time", async () => {
    const engine = make([BASIC]);
    const path = join(engine.dir, "a.py");
    const then = new Date(1_600_000_000_000);
    utimesSync(path, then, then);
    engine.git("update-index", "--refresh");
    const before = (await worktreeOf(engine)).files.get("a.py");
    writeFileSync(path, "ONE\nTWO\n");
    utimesSync(path, then, then);
    const now = (await worktreeOf(engine)).files.get("a.py");
    assert.notEqual(now, before);
    assert.equal(now, gitHash(engine, "a.py"));
  });

  test("sees a change in the same moment in which the index was written", async () => {
    const engine = make([BASIC]);
    const path = join(engine.dir, "a.py");
    const later = new Date(Date.now() + 100_000);
    utimesSync(path, later, later);
    engine.git("update-index", "--refresh");
    // As other programs write it: without the time at which the file's owner, mode or content last changed.
    const index = join(engine.dir, ".git", "index");
    const body = readFileSync(index).subarray(0, -20).fill(0, 12, 20);
    writeFileSync(index, Buffer.concat([body, createHash("sha1").update(body).digest()]));
    // The index says what the disk says, and yet it proves nothing: the time is not before the index's own.
    execFileSync("sh", ["-c", 'printf "ONE\\nTWO\\n" | dd of=a.py conv=notrunc 2>/dev/null'], { cwd: engine.dir });
    utimesSync(path, later, later);
    assert.equal((await worktreeOf(engine)).files.get("a.py"), gitHash(engine, "a.py"));
  });

  test("answers for uncommitted bytes only while they are what was hashed", async () => {
    const engine = make([BASIC]);
    const large = Buffer.alloc(6 * 2 ** 20, "a line of no use\n");
    writeFileSync(join(engine.dir, "a.py"), large);
    await opened(engine.dir, async (repo) => {
      const snapshot = await worktreeSnapshot(repo);
      const oid = snapshot.files.get("a.py")!;
      assert.ok(Buffer.from(await snapshot.blob(oid)).equals(large));
      writeFileSync(join(engine.dir, "a.py"), "something else\n");
      await assert.rejects(snapshot.blob(oid), refused("missing-object", /a\.py has changed since/));
    });
  });

  test("follows no link: neither a file's, nor a folder's, nor one that leads to itself", async () => {
    const engine = make([{ files: { "a.py": "a\n", "dir/b.py": "b\n", "loop/c.py": "c\n" }, message: "One\n" }]);
    const outside = engine.sibling("outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.py"), "b\n");
    for (const name of ["dir", "loop"]) rmSync(join(engine.dir, name), { recursive: true });
    rmSync(join(engine.dir, "a.py"));
    symlinkSync(outside, join(engine.dir, "dir"));
    symlinkSync("loop", join(engine.dir, "loop"));
    symlinkSync("dir/b.py", join(engine.dir, "a.py"));
    const snapshot = await worktreeOf(engine);
    assert.deepEqual([[...snapshot.files.keys()], [...snapshot.links]], [[], ["a.py"]]);
  });

  test("leaves out what is no plain file and does not wait for it", {
    skip: process.platform === "win32",
  }, async () => {
    const engine = make([{ files: { "a.py": "a\n", "b.py": "b\n" }, message: "One\n" }]);
    rmSync(join(engine.dir, "a.py"));
    execFileSync("mkfifo", [join(engine.dir, "a.py"), join(engine.dir, ".gitattributes")]);
    writeFileSync(join(engine.dir, "b.py"), "B\r\n");
    const snapshot = await worktreeOf(engine);
    assert.deepEqual([...snapshot.files], [["b.py", engine.git("hash-object", "--no-filters", "b.py")]]);
  });

  test("keeps what git was told not to look at", async () => {
    const engine = make([{ files: { "a.py": "a\n", "b.py": "b\n" }, message: "One\n" }]);
    const before = (await indexOf(engine)).files;
    engine.git("update-index", "--assume-unchanged", "a.py");
    engine.git("update-index", "--skip-worktree", "b.py");
    writeFileSync(join(engine.dir, "a.py"), "local\n");
    writeFileSync(join(engine.dir, "b.py"), "local\n");
    assert.deepEqual(sorted((await worktreeOf(engine)).files), sorted(before));
  });

  test("of a linked worktree is its own", async () => {
    const engine = make([{ files: { "a.py": "a\n" }, message: "One\n" }]);
    const linked = engine.sibling("linked");
    engine.git("worktree", "add", "--quiet", "--detach", linked);
    writeFileSync(join(linked, "a.py"), "linked\n");
    await opened(linked, async (repo) => {
      assert.equal(await text(await worktreeSnapshot(repo), "a.py"), "linked\n");
      assert.equal(await text(await indexSnapshot(repo), "a.py"), "a\n");
    });
  });
});

describe("bytes of the work tree are cleaned as git cleans them", () => {
  const utf16 = Buffer.from("\uFEFFwords\r\n", "utf16le");
  const CONTENTS: Readonly<Record<string, string | Uint8Array>> = {
    "lf.txt": "one\ntwo\n",
    "crlf.txt": "one\r\ntwo\r\n",
    "mixed.txt": "one\r\ntwo\nthree\r\n",
    "lone.txt": "one\rtwo\r\nthree\n",
    "nul.txt": "one\0\r\ntwo\r\n",
    "odd.txt": `${"a".repeat(100)}\x01\r\n`,
    "less-odd.txt": `${"a".repeat(200)}\x01\r\n`,
    "dos.txt": "one\r\n\x1a",
    "ident.c": "/* $Id: 12ab $ and $Id$ and $Id: x\n$ $Id: y $Id: z $ $Identity$ */\r\n",
    "empty.txt": "",
    "utf16.txt": utf16,
    "utf16be.txt": Buffer.from("words\r\n", "utf16le").swap16(),
    "latin.txt": Buffer.from("caf\xe9\r\n", "latin1"),
  };
  const ATTRIBUTES = [
    "",
    "* text=auto",
    "* text",
    "* -text",
    "* binary",
    "*.txt eol=crlf",
    "* text=auto eol=lf",
    "* crlf=input",
    "* -crlf",
    "* ident",
    "* text=auto ident\nident.c -ident",
    "* !text ident -ident",
    "utf16.txt working-tree-encoding=UTF-16 text\nutf16be.txt working-tree-encoding=UTF-16BE\nlatin.txt working-tree-encoding=ISO-8859-1 text",
    "utf16.txt working-tree-encoding=UTF-16LE-BOM\nlatin.txt working-tree-encoding=latin1",
    "[attr]windows text=auto ident\n* windows",
  ];
  for (const autocrlf of ["false", "true", "input"])
    test(`with core.autocrlf ${autocrlf}`, async () => {
      const engine = make([{ files: { "in-index.txt": "has\r\nends\r\n", "lf-index.txt": "x\n" }, message: "One\n" }]);
      engine.git("config", "core.autocrlf", autocrlf);
      for (const [path, bytes] of Object.entries(CONTENTS)) writeFileSync(join(engine.dir, path), bytes);
      writeFileSync(join(engine.dir, "in-index.txt"), "still\r\nhas\r\nends\r\n");
      writeFileSync(join(engine.dir, "lf-index.txt"), "now\r\nhas\r\nends\r\n");
      for (const attributes of ATTRIBUTES) {
        writeFileSync(join(engine.dir, ".gitattributes"), attributes);
        const snapshot = await worktreeOf(engine, { untracked: true });
        const seen = Object.fromEntries(
          [...snapshot.files].filter(([path]) => path.endsWith("t") || path.endsWith("c")),
        );
        const wanted = Object.fromEntries(Object.keys(seen).map((path) => [path, gitHash(engine, path)]));
        // To hash a file, git does not ask the index what ends it has; to add it, it does.
        wanted["in-index.txt"] = gitAdds(engine, "in-index.txt");
        assert.deepEqual(seen, wanted, attributes);
        assert.ok(Object.keys(seen).length >= 15);
      }
    });

  test("pointers of Git LFS stay pointers, and come of files that were changed", async () => {
    const pointer = (digit: string, size: number) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${digit}\nsize ${size}\n`;
    const sha256 = "c98c24b677eff44860afea6f493bbaec5bb1c4cbb209c6fc2bbb47f66ff2ad31"; // of "Hello, World!\n"
    const engine = make([
      { files: { ".gitattributes": "*.bin filter=lfs -text\n", "a.bin": pointer(sha256, 14) }, message: "One\n" },
    ]);
    const staged = (await indexOf(engine)).files.get("a.bin");
    writeFileSync(join(engine.dir, "a.bin"), "Hello, World!\n");
    assert.equal((await worktreeOf(engine)).files.get("a.bin"), staged);
    writeFileSync(join(engine.dir, "a.bin"), "Hello, Moon!!\n");
    await opened(engine.dir, async (repo) => {
      const snapshot = await worktreeSnapshot(repo);
      assert.match(await text(snapshot, "a.bin"), /^version .*\noid sha256:[0-9a-f]{64}\nsize 14\n$/);
      assert.notEqual(snapshot.files.get("a.bin"), staged);
    });
  });

  test("a filter that is a program is never run, and a line says so", async () => {
    const engine = make([{ files: { ".gitattributes": "*.py filter=evil\n", "a.py": "a\n" }, message: "One\n" }]);
    const proof = engine.sibling("proof");
    engine.git("config", "filter.evil.clean", `touch ${proof}`);
    engine.git("config", "core.fsmonitor", `touch ${proof}`);
    writeFileSync(join(engine.dir, "a.py"), "changed\n");
    const snapshot = await worktreeOf(engine, { untracked: true });
    assert.equal(snapshot.files.get("a.py"), engine.git("hash-object", "--no-filters", "a.py"));
    assert.match(snapshot.notices.join(), /^a\.py: its filter "evil" is a program and was not run\.$/);
    assert.throws(() => execFileSync("ls", [proof], { stdio: "pipe", env: gitEnvironment() }));
  });

  test("attributes of a file that is gone come from the index; a link to some is not followed", async () => {
    const engine = make([
      { files: { ".gitattributes": "* text\n", "d/.gitattributes": "* -text\n" }, message: "One\n" },
    ]);
    for (const path of ["a.txt", "d/a.txt"]) {
      writeFileSync(join(engine.dir, path), "a\r\n");
    }
    rmSync(join(engine.dir, ".gitattributes"));
    rmSync(join(engine.dir, "d/.gitattributes"));
    symlinkSync("/etc/passwd", join(engine.dir, "d/.gitattributes"));
    const { files } = await worktreeOf(engine, { untracked: true });
    for (const path of ["a.txt", "d/a.txt"]) assert.equal(files.get(path), gitAdds(engine, path), path);
  });
});
