import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";

import { join } from "node:path";
import { after, test } from "node:test";
import { BinnacleError } from "../../loaders/error.ts";
import { diffTrees, listTree } from "../../loaders/git/changes.ts";
import { forgeOf } from "../../loaders/git/forge.ts";
import { walkLine } from "../../loaders/git/history.ts";
import { belongsToAnother, locate } from "../../loaders/git/locate.ts";
import { openRepository, type Repository, repositoryIdentity } from "../../loaders/git/repository.ts";
import { type BuiltRepository, type CommitPlan, makeRepository, runGit } from "../support/repository.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});
function make(plans: readonly CommitPlan[], options: Parameters<typeof makeRepository>[1] = {}): BuiltRepository {
  const repository = makeRepository(plans, options);
  built.push(repository);
  return repository;
}

const PLANS: readonly CommitPlan[] = [
  {
    files: { "a.py": "one\n", "pkg/core.py": "x = 1\n", "docs/a.md": "# A\n" },
    message: "First\n",
    tags: ["v1", { name: "v1-signed", message: "The first" }],
  },
  { files: { "pkg/core.py": "x = 2\n" }, message: "Second (#12)\n", zone: "+0800" },
  { files: { "b.py": "b\n" }, message: "Side\n", parents: [0], branch: "side" },
  { files: { "b.py": "b\n" }, message: "Merge pull request #13 from side\n", parents: [1, 2] },
  { files: { "a.py": null, "pkg/new name.py": "one\n" }, message: "Third\n", zone: "-0330" },
];

/** All that a reader says of a repository, to be compared. */
async function rowsOf(repo: Repository, revision = "HEAD"): Promise<unknown> {
  const tip = await repo.resolve(revision);
  const line = await walkLine(repo, tip);
  const all = await walkLine(repo, tip, { allParents: true });
  const changes = [];
  let before: string | null = null;
  for (const commit of line.commits) {
    const rows = await diffTrees(repo, before, commit.tree);
    for (const row of rows)
      changes.push({
        ...row,
        text:
          row.oid === null
            ? null
            : Buffer.from(await repo.blob(row.oid))
                .toString("latin1")
                .slice(0, 1000),
      });
    before = commit.tree;
  }
  return {
    line,
    all,
    changes,
    files: [...(await listTree(repo, line.commits.at(-1)!.tree))],
    tags: await repo.tags(),
    branch: repo.branch,
    bare: repo.bare,
    shallow: [...repo.shallow],
  };
}

async function bothRows(
  dir: string,
  revision?: string,
): Promise<{ readonly rows: unknown; readonly warnings: readonly string[] }> {
  const rows = [];
  let warnings: readonly string[] = [];
  for (const reader of ["isomorphic-git", "git"] as const) {
    const repo = await openRepository(dir, { reader });
    assert.equal(repo.reader, reader);
    rows.push(await rowsOf(repo, revision));
    warnings = repo.warnings;
    repo.close();
  }
  assert.deepEqual(rows[0], rows[1]);
  return { rows: rows[0], warnings };
}

async function refusal(promise: Promise<unknown>, code: string): Promise<string> {
  try {
    await promise;
  } catch (thrown) {
    assert.ok(thrown instanceof BinnacleError, String(thrown));
    assert.equal(thrown.code, code, thrown.message);
    assert.ok(!thrown.message.includes("\n"));
    return thrown.message;
  }
  assert.fail(`expected "${code}", found no error`);
}

async function opened<T>(dir: string, use: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(dir);
  try {
    return await use(repo);
  } finally {
    repo.close();
  }
}

test("both readers give equal rows of a plain repository, loose and packed, and with packed refs", async () => {
  const engine = make(PLANS);
  const loose = await bothRows(engine.dir);
  engine.git("gc", "--quiet", "--aggressive");
  assert.ok(existsSync(join(engine.dir, ".git/packed-refs")));
  const packed = await bothRows(engine.dir);
  assert.deepEqual(packed.rows, loose.rows);
  assert.deepEqual(packed.warnings, []);
});

test("a repository is found from a folder inside it", async () => {
  const engine = make(PLANS);
  await opened(join(engine.dir, "pkg"), async (repo) => {
    assert.equal(repo.workTree, engine.dir);
    assert.equal(repo.bare, false);
    assert.equal(repo.branch, "main");
  });
});

test("a bare repository is read, also without a config file", async () => {
  const engine = make(PLANS, { bare: true });
  const whole = await bothRows(engine.dir);
  rmSync(join(engine.dir, "config"));
  assert.deepEqual(await bothRows(engine.dir), whole);
  await opened(engine.dir, async (repo) =>
    assert.deepEqual([repo.bare, repo.workTree, repo.forge], [true, null, null]),
  );
});

test("a linked worktree has its own HEAD and the refs and identity of its repository", async () => {
  const engine = make(PLANS);
  const linked = engine.sibling("linked");
  engine.git("worktree", "add", "--quiet", linked, "side");
  await bothRows(linked);
  const identity = await opened(engine.dir, repositoryIdentity);
  await opened(linked, async (repo) => {
    assert.equal(repo.branch, "side");
    assert.equal(await repo.resolve("HEAD"), engine.oids[2]);
    assert.equal(await repo.resolve("main"), engine.oids[4]);
    assert.equal(await repositoryIdentity(repo), identity);
  });
});

test("a shared clone reads what it borrows", async () => {
  const engine = make(PLANS);
  const shared = engine.sibling("shared");
  runGit(engine.dir, ["clone", "--quiet", "--shared", engine.dir, shared]);
  const loose = await bothRows(shared);
  engine.git("gc", "--quiet");
  assert.deepEqual(await bothRows(shared), loose);
});

test("a shallow clone ends at its edge, and says so", async () => {
  const engine = make(PLANS);
  const shallow = engine.sibling("shallow");
  runGit(engine.dir, ["clone", "--quiet", "--depth=2", `file://${engine.dir}`, shallow]);
  await bothRows(shallow);
  await opened(shallow, async (repo) => {
    const line = await walkLine(repo, await repo.resolve("HEAD"));
    assert.equal(line.floor, "shallow");
    assert.deepEqual(
      line.commits.map((commit) => commit.oid),
      engine.oids.slice(3),
    );
    assert.match(await refusal(repo.commit(engine.oids[0]!), "missing-object"), /shallow clone.*unshallow/);
  });
});

test("a detached HEAD is on no branch", async () => {
  const engine = make(PLANS);
  engine.git("checkout", "--quiet", "--detach", engine.oids[1]!);
  await bothRows(engine.dir);
  await opened(engine.dir, async (repo) => {
    assert.equal(repo.branch, null);
    assert.equal(await repo.resolve("HEAD"), engine.oids[1]);
  });
});

test("submodules and symbolic links are no files, and a newline may stand in a path", async () => {
  const engine = make([
    {
      files: { "line\nbreak.py": "x\n", "a.py": "a\n" },
      submodules: { vendored: "1".repeat(40) },
      links: { "link.py": "a.py" },
      executables: { "run.sh": "#!\n" },
      message: "Odd things\n",
    },
    { files: { "link.py": "a\n" }, message: "A link becomes a file\n" },
  ]);
  await bothRows(engine.dir);
  await opened(engine.dir, async (repo) => {
    const [first, second] = engine.oids;
    assert.deepEqual([...(await listTree(repo, first!)).keys()], ["a.py", "line\nbreak.py", "run.sh"]);
    const changes = await diffTrees(repo, first!, second!);
    assert.deepEqual(
      changes.map(({ kind, path }) => [kind, path]),
      [["added", "link.py"]],
    );
  });
});

test("names that are no UTF-8 stay as many files as they are", async () => {
  const path = (latin: string) => Buffer.from(latin, "latin1");
  const content = "x\n";
  const names = ["caf\xe9.py", "caf\xe8.py", "caf\\xe9.py", "caf\xc3\xa9.py"];
  const engine = make([{ rawFiles: names.map((name) => ({ path: path(name), content })), message: "Names\n" }], {
    bare: true,
  });
  await bothRows(engine.dir);
  await opened(engine.dir, async (repo) => {
    const files = [...(await listTree(repo, engine.oids[0]!)).keys()];
    assert.deepEqual(files, ["caf\\x5cxe9.py", "caf\\xe8.py", "caf\\xe9.py", "café.py"]);
  });
});

test("a tag of a tag is peeled to its commit, and a tag of a blob is left out", async () => {
  const engine = make(PLANS);
  engine.git("tag", "-a", "-m", "again", "outer", "v1-signed");
  engine.git("tag", "blob", engine.git("rev-parse", "HEAD:b.py"));
  for (const reader of ["isomorphic-git", "git"] as const) {
    const repo = await openRepository(engine.dir, { reader });
    assert.deepEqual(
      (await repo.tags()).map((tag) => [tag.name, tag.oid]),
      ["outer", "v1", "v1-signed"].map((name) => [name, engine.oids[0]]),
    );
    assert.equal(await repo.resolve("outer"), engine.oids[0]);
    repo.close();
  }
});

test("revisions are read as git reads them", async () => {
  const engine = make(PLANS);
  engine.git("update-ref", "refs/remotes/origin/topic", engine.oids[2]!);
  engine.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/topic");
  engine.git("gc", "--quiet");
  engine.git("branch", "loose", engine.oids[1]!);
  const head = engine.oids[4]!;
  const revisions = [
    "HEAD",
    "@",
    "main",
    "heads/main",
    "refs/heads/main",
    "v1",
    "tags/v1",
    "v1-signed",
    "v1-signed^{commit}",
    "v1^{}",
    "v1^0",
    "HEAD~2",
    "HEAD^",
    "HEAD^^2",
    "@~1^2",
    "main~3^0",
    "origin/topic",
    "origin",
    "loose",
    head,
    head.slice(0, 7),
    head.slice(0, 10).toUpperCase(),
    `v9-2-g${head.slice(0, 8)}`,
  ];
  for (const reader of ["isomorphic-git", "git"] as const) {
    const repo = await openRepository(engine.dir, { reader });
    for (const revision of revisions)
      assert.equal(await repo.resolve(revision), engine.git("rev-parse", `${revision}^{commit}`), revision);
    repo.close();
  }
});

test("an unknown revision is refused with the names that are near", async () => {
  const engine = make(PLANS);
  await opened(engine.dir, async (repo) => {
    assert.match(
      await refusal(repo.resolve("mian"), "unknown-revision"),
      /engine: there is no revision "mian"\. Did you mean "main"\?/,
    );
    for (const revision of [
      "",
      "HEAD~99",
      "HEAD^3",
      "v1^{tree}",
      "HEAD:a.py",
      "main..side",
      "@{u}",
      "0".repeat(40),
      "--all",
      "../../../etc/passwd",
      "zzz",
    ])
      await refusal(repo.resolve(revision), "unknown-revision");
  });
});

test("replaced and grafted commits are read as recorded, with a warning", async () => {
  const engine = make(PLANS);
  const before = await bothRows(engine.dir);
  engine.git("replace", engine.oids[4]!, engine.oids[0]!);
  writeFileSync(join(engine.dir, ".git/info/grafts"), `${engine.oids[4]}\n`);
  const now = await bothRows(engine.dir);
  assert.deepEqual(now.rows, before.rows);
  assert.equal(now.warnings.length, 2);
  assert.match(now.warnings.join("\n"), /info\/grafts.*\n.*refs\/replace/);
});

/** Puts a commit with these header lines on a new branch. */
function commitOf(engine: BuiltRepository, branch: string, header: string, message = "Odd\n"): string {
  const oid = runGit(
    engine.dir,
    ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
    Buffer.from(`${header}\n\n${message}`, "latin1"),
  );
  runGit(engine.dir, ["update-ref", `refs/heads/${branch}`, oid]);
  return oid;
}

test("a malformed commit loses itself and not the run; an author line without <> loses nothing", async () => {
  const engine = make(PLANS);
  const tree = engine.git("rev-parse", "HEAD^{tree}");
  const odd = commitOf(
    engine,
    "odd",
    `tree ${tree}\nparent ${engine.oids[4]}\nauthor nobody\ncommitter Someone 1700099999 +0100`,
  );
  const lost = commitOf(
    engine,
    "lost",
    `tree ${tree}\nparent ${odd}\nauthor A <a> 1 +0000\ncommitter nobody at no time`,
  );
  const tip = commitOf(
    engine,
    "main",
    `tree ${tree}\nparent ${lost}\nauthor A <a> 1 +0000\ncommitter A <a> 1700100000 +0000`,
  );
  await bothRows(engine.dir);
  await opened(engine.dir, async (repo) => {
    const line = await walkLine(repo, tip);
    assert.deepEqual(
      line.commits.slice(-3).map((commit) => commit.oid),
      [engine.oids[4], odd, tip],
    );
    assert.deepEqual(line.skipped, [{ oid: lost, reason: "its committer line has no time" }]);
    assert.equal((await repo.commit(odd)).offset, 60);
    await refusal(repo.commit(lost), "corrupt-repository");
  });
});

test("a message in another encoding is decoded by its header", async () => {
  const engine = make(PLANS);
  const tree = engine.git("rev-parse", "HEAD^{tree}");
  const clock = "A <a> 1700100000 +0000";
  const oid = commitOf(
    engine,
    "latin",
    `tree ${tree}\nauthor ${clock}\ncommitter ${clock}\nencoding ISO-8859-1`,
    "Caf\xe9\r\n",
  );
  await opened(engine.dir, async (repo) => assert.equal((await repo.commit(oid)).message, "Café\r\n"));
});

test("ids of 64 digits are read through git, or refused in one line", async () => {
  const engine = make(PLANS, { format: "sha256" });
  await opened(engine.dir, async (repo) => {
    assert.equal(repo.reader, "git");
    const line = await walkLine(repo, await repo.resolve("HEAD~1"));
    assert.deepEqual(
      line.commits.map((commit) => commit.oid),
      [0, 1, 3].map((index) => engine.oids[index]),
    );
    assert.deepEqual([...(await listTree(repo, line.commits[0]!.tree)).keys()], ["a.py", "docs/a.md", "pkg/core.py"]);
  });
  const asked = openRepository(engine.dir, { reader: "isomorphic-git" });
  assert.match(
    await refusal(asked, "unsupported-repository"),
    /its object ids are sha256, which isomorphic-git cannot read/,
  );
});

test("an index of version 1, 64-bit offsets and reftable are seen up front", async () => {
  const first = make(PLANS);
  first.git("-c", "pack.indexVersion=1", "repack", "-adq");
  await opened(first.dir, async (repo) => {
    assert.equal(repo.reader, "git");
    assert.equal((await walkLine(repo, await repo.resolve("HEAD"))).commits.length, 4);
  });
  const wide = make(PLANS);
  wide.git("repack", "-adq");
  const pack = join(wide.dir, ".git/objects/pack");
  const name = readdirSync(pack).find((file) => file.endsWith(".pack"))!;
  wide.git(
    "index-pack",
    "--index-version=2,0x20",
    join(pack, name).replace(/pack$/, "pack"),
    "-o",
    join(wide.dir, "wide.idx"),
  );
  chmodSync(join(pack, name.replace(/pack$/, "idx")), 0o644);
  cpSync(join(wide.dir, "wide.idx"), join(pack, name.replace(/pack$/, "idx")));
  assert.match(locate(wide.dir).unreadable ?? "", /64-bit offsets/);
  await opened(wide.dir, async (repo) => {
    assert.equal(repo.reader, "git");
    assert.equal((await walkLine(repo, await repo.resolve("HEAD"))).commits.length, 4);
  });
  const reftable = make(PLANS);
  reftable.git("config", "core.repositoryFormatVersion", "1");
  reftable.git("config", "extensions.refStorage", "reftable");
  assert.match(locate(reftable.dir).unreadable ?? "", /refs are kept as reftable/);
});

test("a repository that nobody closed keeps no process alive", async () => {
  const engine = make(PLANS);
  const script = `
    const { openRepository } = await import(${JSON.stringify(new URL("../../loaders/git/repository.ts", import.meta.url).href)});
    const repo = await openRepository(${JSON.stringify(engine.dir)}, { reader: "git" });
    console.log((await repo.commit(${JSON.stringify(engine.oids[4])})).message);`;
  const printed = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    timeout: 60_000,
    encoding: "utf8",
  });
  assert.equal(printed.trim(), "Third");
});

test("what isomorphic-git cannot read is refused where there is no git program", async () => {
  const engine = make(PLANS, { format: "sha256" });
  const path = process.env.PATH;
  process.env.PATH = "";
  try {
    assert.match(
      await refusal(openRepository(engine.dir), "unsupported-repository"),
      /no git program is in PATH\. Install git/,
    );
  } finally {
    process.env.PATH = path;
  }
});

test("no repository and an empty one are refused", async () => {
  const empty = make([]);
  assert.match(await refusal(openRepository(empty.dir), "empty-repository"), /engine: there is no commit yet/);
  const bare = make([], { bare: true });
  rmSync(join(bare.dir, "config"));
  await refusal(openRepository(bare.dir), "empty-repository");
  const folder = empty.sibling("folder");
  mkdirSync(folder);
  assert.match(
    await refusal(openRepository(folder), "not-a-repository"),
    /no git repository here or in any folder above/,
  );
  assert.match(await refusal(openRepository(join(folder, "nowhere")), "not-a-repository"), /no such folder/);
  writeFileSync(join(folder, ".git"), "gitdir: ../gone\n");
  await refusal(openRepository(folder), "not-a-repository");
});

test("a HEAD on a branch without commits leaves the other branches readable", async () => {
  const engine = make(PLANS);
  engine.git("symbolic-ref", "HEAD", "refs/heads/unborn");
  await opened(engine.dir, async (repo) => {
    assert.equal(await repo.resolve("side"), engine.oids[2]);
    assert.match(await refusal(repo.resolve("HEAD"), "unknown-revision"), /HEAD is on unborn, which has no commit/);
  });
});

test("a partial clone is never fetched from unasked; what is missing is named, and fetched in one batch when asked", async () => {
  const engine = make(PLANS);
  engine.git("config", "uploadpack.allowFilter", "true");
  engine.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const partial = engine.sibling("partial");
  runGit(engine.dir, ["clone", "--quiet", "--bare", "--filter=blob:none", `file://${engine.dir}`, partial]);
  const blob = engine.git("rev-parse", "HEAD:pkg/core.py");
  const other = engine.git("rev-parse", "HEAD:docs/a.md");
  for (const reader of ["isomorphic-git", "git"] as const) {
    const repo = await openRepository(partial, { reader });
    assert.equal((await walkLine(repo, await repo.resolve("HEAD"))).commits.length, 4);
    assert.match(
      await refusal(repo.blob(blob), "missing-object"),
      new RegExp(`${blob} is not in this partial clone.*--fetch-missing`),
    );
    assert.match(
      await refusal(repo.fetchMissing([blob, other]), "missing-object"),
      /2 objects are not in this partial clone/,
    );
    repo.close();
  }
  assert.equal(readdirSync(join(partial, "objects/pack")).filter((name) => name.endsWith(".pack")).length, 1);
  const repo = await openRepository(partial, { fetchMissing: true });
  assert.equal(await repo.fetchMissing([blob, other]), 2);
  assert.equal(readdirSync(join(partial, "objects/pack")).filter((name) => name.endsWith(".pack")).length, 2);
  assert.equal(Buffer.from(await repo.blob(blob)).toString(), "x = 2\n");
  // One that nobody announced brings all the rest with it.
  assert.equal(Buffer.from(await repo.blob(engine.git("rev-parse", "HEAD~3:pkg/core.py"))).toString(), "x = 1\n");
  assert.equal(Buffer.from(await repo.blob(engine.git("rev-parse", "HEAD:b.py"))).toString(), "b\n");
  repo.close();
});

/** The pack of a repository that has one, made writable. */
function packOf(engine: BuiltRepository): string {
  engine.git("repack", "-adq");
  const folder = join(engine.dir, ".git/objects/pack");
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith(".pack"))!);
  chmodSync(path, 0o644);
  return path;
}

test("a pack that is cut short is named together with the object", async () => {
  const engine = make(PLANS);
  const pack = packOf(engine);
  const size = readFileSync(pack).length;
  truncateSync(pack, size - 30);
  const message = await refusal(
    opened(engine.dir, async (repo) => repo.commit(await repo.resolve("HEAD"))),
    "corrupt-repository",
  );
  assert.match(message, new RegExp(`${pack}: object [0-9a-f]{40}`));
});

test("a damaged object is named; what is sound stays readable", async () => {
  const engine = make([
    ...PLANS,
    {
      files: { "large.py": Buffer.from(Array.from({ length: 5000 }, (_, i) => `${(i * 7919) % 10007}\n`).join("")) },
      message: "Large\n",
    },
  ]);
  const pack = packOf(engine);
  const large = engine.git("rev-parse", "HEAD:large.py");
  const offset = Number(
    engine
      .git("verify-pack", "-v", pack.replace(/pack$/, "idx"))
      .split("\n")
      .find((line) => line.startsWith(large))!
      .split(/\s+/)[4],
  );
  const file = openSync(pack, "r+");
  writeSync(file, Buffer.alloc(64, 0x55), 0, 64, offset + 500);
  closeSync(file);
  for (const reader of ["isomorphic-git", "git"] as const) {
    const repo = await openRepository(engine.dir, { reader });
    assert.match(await refusal(repo.blob(large), "corrupt-repository"), new RegExp(`${large}`));
    const small = engine.git("rev-parse", "HEAD:b.py");
    assert.equal(Buffer.from(await repo.blob(small)).toString(), "b\n");
    repo.close();
  }
});

test("a loose object with other bytes than its id says is corrupt", async () => {
  const engine = make(PLANS);
  const oid = runGit(engine.dir, ["hash-object", "-w", "--stdin"], "right\n");
  const wrong = runGit(engine.dir, ["hash-object", "-w", "--stdin"], "wrong\n");
  const place = (id: string) => join(engine.dir, ".git/objects", id.slice(0, 2), id.slice(2));
  chmodSync(place(oid), 0o644);
  rmSync(place(oid));
  cpSync(place(wrong), place(oid));
  const message = await refusal(
    opened(engine.dir, (repo) => repo.blob(oid)),
    "corrupt-repository",
  );
  assert.match(message, new RegExp(`${oid.slice(2)}: object ${oid} cannot be read`));
});

test("objects are found after another process repacked", async () => {
  const engine = make(PLANS);
  const repo = await openRepository(engine.dir);
  engine.git("gc", "--quiet", "--prune=now");
  assert.equal((await walkLine(repo, await repo.resolve("HEAD"))).commits.length, 4);
  repo.close();
});

test("a blob of 100 MB is read", async () => {
  const engine = make(PLANS);
  const path = join(engine.dir, "huge.bin");
  writeFileSync(path, Buffer.alloc(100 * 2 ** 20, "0123456789abcdef\n"));
  engine.git("add", "huge.bin");
  engine.git("commit", "--quiet", "-m", "Huge");
  const oid = engine.git("rev-parse", "HEAD:huge.bin");
  for (const packed of [false, true]) {
    if (packed) packOf(engine);
    for (const reader of ["isomorphic-git", "git"] as const) {
      const repo = await openRepository(engine.dir, { reader });
      const blob = await repo.blob(oid);
      assert.equal(blob.length, 100 * 2 ** 20);
      assert.equal(blob.at(-1), "0123456789abcdef\n".charCodeAt((100 * 2 ** 20 - 1) % 17));
      repo.close();
    }
  }
});

test("a hostile repository runs nothing", async () => {
  const engine = make(PLANS);
  const ran = join(engine.dir, "ran");
  const hook = join(engine.dir, ".git/hooks/evil");
  mkdirSync(join(engine.dir, ".git/hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  for (const key of ["core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "core.askPass", "core.editor"])
    engine.git("config", key, hook);
  await bothRows(engine.dir);
  assert.ok(!existsSync(ran));
});

test("a repository of another user is seen, unless one is root", () => {
  const engine = make(PLANS);
  const location = locate(engine.dir);
  const me = process.geteuid?.();
  if (me === undefined) return;
  assert.equal(belongsToAnother(location, me), false);
  assert.equal(belongsToAnother(location, me + 1), true);
  assert.equal(belongsToAnother(location, 0), false);
});

test("what git refuses as another user's is unsafe", async () => {
  const engine = make(PLANS);
  process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER = "1";
  try {
    assert.match(await refusal(openRepository(engine.dir, { reader: "git" }), "unsafe-repository"), /safe\.directory/);
  } finally {
    delete process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER;
  }
});

test("a remote's address becomes the forge's, without user and password", () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ["https://user:secret@github.com/Org/Repo.git", "https://github.com/Org/Repo"],
    ["git@github.com:Org/Repo.git", "https://github.com/Org/Repo"],
    ["ssh://git@gitlab.example:2222/group/sub/repo.git/", "https://gitlab.example/group/sub/repo"],
    ["http://forge.example:3000/a/b", "https://forge.example:3000/a/b"],
    ["git://github.com/a/b", "https://github.com/a/b"],
    ["../sibling", null],
    ["/srv/git/a.git", null],
    ["file:///srv/git/a.git", null],
    ["C:\\git\\a", null],
    ["javascript:alert(1)", null],
    ['https://host/a"><b>', "https://host/a%22%3E%3Cb%3E"],
    ["", null],
  ];
  for (const [remote, forge] of rows) assert.equal(forgeOf(remote), forge, remote);
});

test("a repository's identity is a safe file name that differs from another's of the same name", async () => {
  const [one, two] = [make(PLANS, { name: "CON: ünsafe" }), make(PLANS, { name: "CON: ünsafe" })];
  const [a, b] = [await opened(one.dir, repositoryIdentity), await opened(two.dir, repositoryIdentity)];
  assert.match(a, /^[a-z0-9][a-z0-9._-]{0,50}$/);
  assert.notEqual(a, b);
  assert.equal(await opened(one.dir, repositoryIdentity), a);
});
