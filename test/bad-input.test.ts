// Gives the commands what no repository should hold and some do: each is one clear line or a row of what was not seen,
// and never a crash, a hang or a changed answer about the rest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parseProfile } from "../loaders/surface/profile.ts";
import { type BuiltRepository, type CommitPlan, makeRepository, runGit } from "./support/repository.ts";
import {
  ask,
  binnacle,
  cleanFolders,
  dump,
  engine,
  folder,
  ingestAt,
  PROFILE_TEXT,
  plans,
  runner,
  say,
} from "./support/stores.ts";

const built: BuiltRepository[] = [];
function make(list: readonly CommitPlan[], options: Parameters<typeof makeRepository>[1] = {}): BuiltRepository {
  const repository = makeRepository(list, options);
  built.push(repository);
  return repository;
}
after(() => {
  for (const repository of built) repository.cleanup();
  cleanFolders();
});

/** One line, with what to do: the form of all messages. */
async function refused(work: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  await assert.rejects(work, (thrown: { code: string; message: string }) => {
    assert.equal(thrown.code, code, thrown.message);
    assert.match(thrown.message, message);
    assert.doesNotMatch(thrown.message, /\n/);
    assert.match(thrown.message, /[.?]$/, "it is a sentence");
    return true;
  });
}

describe("a repository that is none, or has nothing", () => {
  test("is refused with what to do", async () => {
    await refused(
      say("ingest", join(folder(), "nowhere")),
      "not-a-repository",
      /nowhere: there is no such folder\. Name a folder/,
    );
    await refused(say("ingest", folder()), "not-a-repository", /no git repository here/);
    const file = join(folder(), "a-file");
    writeFileSync(file, "");
    await refused(say("ingest", file), "not-a-repository", /expected a folder, found a file/);
    const empty = folder();
    runGit(empty, ["init", "--quiet"]);
    await refused(say("ingest", empty), "empty-repository", /there is no commit yet\. Commit something first\./);
  });

  test("an unknown revision is refused with the nearest, for each flag that takes one", async () => {
    const repository = make([
      { ...plans(1)[0]!, tags: ["v1.2.0"] },
      { files: { "binnacle.yaml": PROFILE_TEXT }, message: "Profile\n" },
    ]);
    const store = join(folder(), "s.duckdb");
    for (const args of [
      ["ingest", "--branch", "v1.2.1"],
      ["ingest", "--since", "v1.2.1"],
    ])
      await refused(
        say(...args, "--repo", repository.dir, "--store", store),
        "unknown-revision",
        /there is no revision "v1\.2\.1"\. Did you mean "v1\.2\.0"\?/,
      );
    for (const args of [
      ["surface", "--at", "v1.2.1"],
      ["surface", "--diff", "v1.2.1..HEAD"],
      ["init", "--print", "--at", "v1.2.1"],
    ])
      await refused(say(...args, "--repo", repository.dir), "unknown-revision", /Did you mean "v1\.2\.0"\?/);
  });
});

describe("binnacle.yaml", () => {
  const repository = make(plans(2));
  const judged = (text: string | Uint8Array) => {
    writeFileSync(join(repository.dir, "binnacle.yaml"), text);
    return say("surface", repository.dir);
  };
  const layers = PROFILE_TEXT.slice(PROFILE_TEXT.indexOf("layers:"));

  test("that is broken is refused with its line", async () => {
    await refused(
      judged('name: x\nlayers:\n  - name: "open\n    dispatch: []\n'),
      "bad-configuration",
      /^binnacle\.yaml:\d+: .*Correct the YAML\.$/,
    );
    await refused(judged("name: x\nname: y\nlayers: []\n"), "bad-configuration", /^binnacle\.yaml:2: .*unique/);
    await refused(
      judged(`name: small\n${layers.replace("argument: 0", "argument: first")}`),
      "bad-configuration",
      /^binnacle\.yaml:5: layers\[0\]\.dispatch\[0\]\.name\.argument is "first"; expected a number from 0\.$/,
    );
    await refused(
      judged(`name: small\n${layers}nmae: y\n`),
      "bad-configuration",
      /^binnacle\.yaml:9: unknown key "nmae"; expected name, /,
    );
    await refused(judged("\ttabs: are\n\tno: indentation\n"), "bad-configuration", /^binnacle\.yaml:1: /);
    for (const nothing of ["", "# only a comment\n", "[]\n", "just text\n", "42\n", "---\n...\n"])
      await refused(judged(nothing), "bad-configuration", /^binnacle\.yaml:1: /);
    await refused(judged(Buffer.from([0xff, 0xfe, 0x00, 0x80])), "bad-configuration", /^binnacle\.yaml/);
  });

  test("that is hostile is bounded: aliases, size, depth, tags, keys of prototypes, wrong types", async () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${["b", "c", "d", "e", "f", "g", "h", "i"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`).join("\n")}\nname: x\nlayers: []\n`;
    await refused(judged(bomb), "bad-configuration", /^binnacle\.yaml:/);
    await refused(
      judged(`name: ${"x".repeat(300_000)}\n`),
      "bad-configuration",
      /characters; a configuration has at most/,
    );
    await refused(judged(`name: ${"x".repeat(3_000_000)}\n`), "bad-configuration", /at most/);
    await refused(judged(`name: x\nlayers: ${"[".repeat(50_000)}\n`), "bad-configuration", /^binnacle\.yaml/);
    await refused(
      judged(`name: x\nlayers: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`),
      "bad-configuration",
      /^binnacle\.yaml/,
    );
    await refused(judged(`name: !!js/function "function () {}"\n${layers}`), "bad-configuration", /^binnacle\.yaml/);
    await refused(
      judged(`name: small\n__proto__: { polluted: yes }\n${layers}`),
      "bad-configuration",
      /unknown key "__proto__"/,
    );
    await refused(
      judged(`name: small\nconstructor: { prototype: { polluted: yes } }\n${layers}`),
      "bad-configuration",
      /unknown key "constructor"/,
    );
    await refused(
      judged(`name: small\n${layers.replace("name: { argument: 0 }", "name: { __proto__: { argument: 0 } }")}`),
      "bad-configuration",
      /__proto__|position or a keyword/,
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    for (const [wrong, message] of [
      ["name: [a]", /name is \["a"\]; expected a text/],
      ["name: null", /name is null; expected a text/],
      ["name: x\npaths: pkg", /paths is "pkg"; expected a list/],
      ["name: x\npaths: [1]", /paths\[0\] is 1; expected a text/],
      ["name: x\nforge: http://a.invalid/x", /forge is .*; expected an https address/],
      ["name: x\nforge: https://user:pw@a.invalid/x", /forge is .*; expected an https address without a user part/],
      ["name: x\nforge: javascript:alert(1)", /forge is /],
    ] as const)
      await refused(judged(`${wrong}\n${layers}`), "bad-configuration", message);
  });

  test("cannot reach outside of the repository", async () => {
    for (const path of ["../**/*.py", "/etc/*", "a/../../b/*", "C:/x/*"])
      await refused(
        judged(`name: x\npaths: ["${path}"]\n${layers}`),
        "bad-configuration",
        /expected a path inside the repository/,
      );
    const link = make(plans(1));
    symlinkSync("/etc/hostname", join(link.dir, "binnacle.yaml"));
    await refused(say("surface", link.dir), "bad-configuration", /symbolic link/);
    mkdirSync(join(repository.dir, "folder.yaml"));
    await refused(
      say("surface", repository.dir, "--config", join(repository.dir, "folder.yaml")),
      "bad-configuration",
      /cannot be read/,
    );
    await refused(
      say("surface", repository.dir, "--config", join(repository.dir, "nowhere.yaml")),
      "bad-configuration",
      /nowhere\.yaml cannot be read/,
    );
    await refused(
      say("surface", repository.dir, "--profile", "atmo"),
      "unknown-profile",
      /There is no profile "atmo"\. Shipped: atom, /,
    );
  });

  test("that names a shipped profile holds nothing else", async () => {
    await refused(judged("profile: nope\n"), "unknown-profile", /nope/);
    await refused(
      judged('profile: sample\npaths: ["pkg/**"]\n'),
      "bad-configuration",
      /^binnacle\.yaml:2: paths is .* expected nothing beside "profile: sample"\. Remove one/,
    );
    assert.match((await judged("# ours\nprofile: sample # the shipped one\n")).out, /^0 names/);
  });

  test("with patterns that would make a matcher slow is answered all the same", async () => {
    const list = Array.from({ length: 100 }, () => `"${"*a".repeat(50)}"`).join(", ");
    await judged(`name: x\nexclude: [${list}]\n${layers}`).catch((thrown: { code: string }) =>
      assert.equal(thrown.code, "bad-configuration"),
    );
    await judged(
      `name: x\npaths: ["${"{a,b}".repeat(30)}", "${"+(a|".repeat(20)}${")".repeat(20)}", "[", "!(", "**/*.py"]\n${layers}`,
    ).catch((thrown: { code: string }) => assert.equal(thrown.code, "bad-configuration"));
  });
});

describe("a profile that matches nothing", () => {
  const repository = make([
    {
      files: { "pkg/engine.py": engine(["one!", "two", "three"]), "pkg/runner.py": runner({ one: [], two: [] }) },
      message: "First\n",
    },
  ]);
  const profile = parseProfile(PROFILE_TEXT.replace("callee: ask", "callee: call_func"), "other.yaml");

  test("says what it looked for and the nearest callees, and makes a store without names", async () => {
    const store = join(folder(), "s.duckdb");
    const done = await ingestAt(repository.dir, store, { profile });
    assert.equal(done.warnings.length, 1);
    assert.match(
      done.warnings[0]!,
      /^Nothing is sent by name here\. The profile looks for `call_func`.*nearest callees: `?ask`?/,
    );
    assert.deepEqual(await ask(store, "SELECT * FROM name_span"), []);
    assert.equal(
      (await ask<{ value: string }>(store, `SELECT value FROM meta WHERE "key" = 'floorPosition'`))[0]?.value,
      "-1",
    );
    assert.deepEqual(
      (await ingestAt(repository.dir, store, { profile })).warnings,
      done.warnings,
      "also when nothing is walked",
    );
  });

  test("says so in a note of ingest and of surface", async () => {
    const path = join(folder(), "other.yaml");
    writeFileSync(path, PROFILE_TEXT.replace("callee: ask", "callee: call_func"));
    assert.match(
      (await say("ingest", repository.dir, "--profile", path, "--store", join(folder(), "s.duckdb"))).notes,
      /^Nothing is sent by name here\./,
    );
    const { out, notes } = await say("surface", repository.dir, "--profile", path);
    assert.match(notes, /^Nothing is sent by name here\./);
    assert.match(out, /^0 names, 0 sites/);
  });
});

describe("files that are not what they seem", () => {
  const CODE = { "pkg/engine.py": engine(["one!"]), "pkg/runner.py": runner({ one: ["a"] }) };
  const one = async (files: CommitPlan["files"], more: Partial<CommitPlan> = {}) => {
    const repository = make([{ files: { ...CODE, ...files }, message: "All\n", ...more }]);
    const store = join(folder(), "s.duckdb");
    const done = await ingestAt(repository.dir, store);
    return { repository, store, done };
  };
  const sites = (store: string) =>
    ask<{ path: string; line: number; name: string }>(
      store,
      "SELECT path, line, name FROM site_span WHERE last IS NULL ORDER BY path, line",
    );

  test("a file with syntax errors has its lines listed, and the rest of it and of the others works", async () => {
    const broken = `class Engine:\n    def fine(self):\n        return self.crew.ask("fine")\n\n    def broken(self):\n        return self.crew.ask("bro ken" "x" y z\n\n    def after(self):\n        return self.crew.ask("after")\n`;
    const { store } = await one({ "pkg/broken.py": broken });
    assert.deepEqual(
      (await sites(store)).filter(({ path }) => path === "pkg/engine.py").map(({ name }) => name),
      ["one"],
    );
    assert.ok((await sites(store)).some(({ name }) => name === "fine"));
    const dropped = await ask<{ path: string; line: number; reason: string }>(
      store,
      "SELECT DISTINCT path, reason FROM dropped_span WHERE reason = 'syntax-error'",
    );
    assert.deepEqual(dropped, [{ path: "pkg/broken.py", reason: "syntax-error" }]);
  });

  test("a blob of 100 MB is not looked at and said so, also in a later run, and while it is there alone", async () => {
    const huge = Buffer.alloc(100 * 2 ** 20, "#");
    const repository = make([
      { files: { ...CODE, "pkg/huge.py": huge }, message: "Huge\n" },
      { files: { "a.txt": "a\n" }, message: "Other\n" },
      { files: { "pkg/huge.py": "x = 1\n" }, message: "Small again\n" },
    ]);
    const store = join(folder(), "s.duckdb");
    const done = await ingestAt(repository.dir, store, { branch: repository.oids[0]! });
    assert.deepEqual(done.warnings, [
      "pkg/huge.py is not looked at: 104,857,600 bytes; at most 8,388,608 are looked at.",
    ]);
    assert.deepEqual((await ingestAt(repository.dir, store, { branch: repository.oids[1]! })).warnings, done.warnings);
    assert.deepEqual((await ingestAt(repository.dir, store)).warnings, []);
    assert.deepEqual(await ask(store, "SELECT reason, path, first, last FROM dropped_span"), [
      { reason: "too-large", path: "pkg/huge.py", first: 0, last: 1 },
    ]);
    assert.equal((await sites(store)).length, 1);
  });

  test("line ends, marks and odd blanks count lines as git does, by line feeds alone", async () => {
    const text = engine(["x!"]);
    const { repository, store } = await one({
      "pkg/crlf.py": engine(["crlf!"]).replaceAll("\n", "\r\n"),
      "pkg/bom.py": `\ufeff${engine(["bom!"])}`,
      "pkg/tabs.py": engine(["tabs!"]).replaceAll("    ", "\t"),
      "pkg/feed.py": text.replaceAll("x", "feed").replace("class", "\f\n\fclass"),
      "pkg/separator.py": `# one\u2028two\u2029three\u0085four\u000bfive\n${engine(["separator!"])}`,
      "pkg/cr.py": `# one\rstill a comment to git\n${engine(["cr!"])}`,
      "pkg/wide.py": `# 漢字 😀\n${engine(["wide!"])}`,
      "pkg/no_end.py": engine(["no_end!"]).trimEnd(),
      "pkg/empty.py": "",
      "pkg/null.py": `# \0\n${engine(["null!"])}`,
    });
    const found = new Map((await sites(store)).map((site) => [site.path, site]));
    for (const [path, name] of [["crlf"], ["bom"], ["tabs"], ["feed"], ["separator"], ["wide"], ["no_end"]].map(
      ([word]) => [`pkg/${word}.py`, word as string] as const,
    )) {
      const site = found.get(path);
      assert.equal(site?.name, name, path);
      const line = repository.git("show", `HEAD:${path}`).split("\n")[(site?.line ?? 0) - 1];
      assert.match(line ?? "", new RegExp(`ask\\("${name}"`), `${path}:${site?.line}`);
    }
  });

  test("source in another encoding is read as far as its bytes are text", async () => {
    const latin = Buffer.from(`# -*- coding: latin-1 -*-\n# caf\xe9 \xff\n${engine(["latin!"])}`, "latin1");
    const { store, done } = await one({
      "pkg/latin.py": latin,
      "pkg/utf16.py": Buffer.from(`\ufeff${engine(["wide!"])}`, "utf16le"),
      "pkg/binary.py": Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)),
    });
    const site = (await sites(store)).find(({ path }) => path === "pkg/latin.py");
    assert.deepEqual([site?.name, site?.line], ["latin", 5]);
    const dropped = await ask(store, "SELECT path, reason FROM dropped_span ORDER BY path");
    assert.deepEqual(dropped, [
      { path: "pkg/binary.py", reason: "not-text" },
      { path: "pkg/utf16.py", reason: "not-text" },
    ]);
    assert.match(done.warnings[0] ?? "", /^pkg\/binary\.py is not looked at: it holds a zero byte\.$/);
    assert.ok((await sites(store)).some(({ name }) => name === "one"));
  });

  test("links and submodules are not followed, and paths may hold anything git allows", async () => {
    const { store } = await one(
      {
        "pkg/new\nline.py": engine(["newline!"]),
        'pkg/qu"ote\\back.py': engine(["quote!"]),
        "pkg/tab\t.py": engine(["tab!"]),
        "pkg/日本.py": engine(["kanji!"]),
        "-dash.py": engine(["dash!"]),
        "pkg/[glob]*.py": engine(["glob!"]),
      },
      {
        links: { "pkg/link.py": "engine.py", "pkg/away.py": "../../../etc/passwd", "pkg/loop.py": "loop.py" },
        submodules: { "pkg/sub.py": "1".repeat(40), sub: "2".repeat(40) },
        executables: { "run.py": engine(["run!"]) },
        rawFiles: [{ path: Buffer.from([0x70, 0xff, 0xfe, 0x2e, 0x70, 0x79]), content: engine(["raw!"]) }],
      },
    );
    const names = (await sites(store)).map(({ name }) => name).toSorted();
    assert.deepEqual(names, ["dash", "glob", "kanji", "newline", "one", "quote", "raw", "run", "tab"]);
  });

  test("a file that becomes a folder, a link or a submodule, and comes back, is a death and a return", async () => {
    const repository = make([
      { files: CODE, message: "File\n" },
      { files: { "pkg/engine.py": null, "pkg/engine.py/inner.py": engine(["inner!"]) }, message: "Folder\n" },
      { files: { "pkg/engine.py/inner.py": null, "pkg/engine.py": engine(["one!"]) }, message: "File again\n" },
      { files: { "pkg/engine.py": null }, links: { "pkg/engine.py": "runner.py" }, message: "Link\n" },
      { files: { "pkg/engine.py": engine(["one!"]) }, message: "File again\n" },
      { files: { "pkg/engine.py": null }, submodules: { "pkg/engine.py": "1".repeat(40) }, message: "Submodule\n" },
      { files: { "pkg/engine.py": engine(["one!"]) }, message: "File at last\n" },
    ]);
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store);
    const lives = await ask(
      store,
      "SELECT name, life, min(first) AS first, CASE WHEN count(*) > count(last) THEN NULL ELSE max(last) END AS last FROM name_span GROUP BY name, life ORDER BY first",
    );
    assert.deepEqual(lives, [
      { name: "one", life: 1, first: 0, last: 0 },
      { name: "inner", life: 1, first: 1, last: 1 },
      { name: "one", life: 2, first: 2, last: 2 },
      { name: "one", life: 3, first: 4, last: 4 },
      { name: "one", life: 4, first: 6, last: null },
    ]);
    const parts = join(folder(), "parts.duckdb");
    for (const branch of repository.oids) await ingestAt(repository.dir, parts, { branch });
    await ingestAt(repository.dir, parts);
    assert.deepEqual(await dump(parts), await dump(store));
  });

  test("code that nests deeply, is one endless line or repeats itself is read or dropped, and never a crash", async () => {
    const { store } = await one({
      "pkg/deep.py": `x = ${"(".repeat(3000)}1${")".repeat(3000)}\n`,
      "pkg/deeper.py": `${Array.from({ length: 90 }, (_, at) => `${" ".repeat(at)}if x:\n`).join("")}${" ".repeat(90)}pass\n`,
      "pkg/line.py": `x = [${'self.crew.ask("one"), '.repeat(2000)}]\n`,
      "pkg/string.py": `x = """${"a".repeat(500_000)}\n`,
      "pkg/chain.py": `x = a${".b(c)".repeat(3000)}\n`,
    });
    assert.ok((await sites(store)).some(({ path }) => path === "pkg/engine.py"));
  });
});

describe("a repository that is damaged", () => {
  test("a corrupt pack is said to be one, and the store stays as it was", async () => {
    const repository = make(plans(8));
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store, { branch: repository.oids[3]! });
    const old = await dump(store);
    repository.git("gc", "--quiet");
    const copy = repository.sibling("damaged");
    cpSync(repository.dir, copy, { recursive: true });
    const packs = join(copy, ".git/objects/pack");
    const pack = join(packs, readdirSync(packs).find((name) => name.endsWith(".pack")) as string);
    const bytes = readFileSync(pack);
    runGit(copy, ["config", "core.bare", "false"]);
    bytes.fill(0xaa, 200, bytes.length - 200);
    writeFileSync(pack.replace(/$/, ".new"), bytes);
    cpSync(`${pack}.new`, pack, { force: true });
    await refused(ingestAt(copy, store), "corrupt-repository", /git fsck|clone/);
    assert.deepEqual(await dump(store), old);
  });

  test("a missing blob is named, and nothing is stored", async () => {
    const repository = make(plans(3));
    const copy = repository.sibling("lacking");
    repository.git("clone", "--quiet", "--no-local", repository.dir, copy);
    runGit(
      copy,
      ["unpack-objects", "-q"],
      readFileSync(
        join(
          copy,
          ".git/objects/pack",
          readdirSync(join(copy, ".git/objects/pack")).find((name) => name.endsWith(".pack")) as string,
        ),
      ),
    );
    const blob = runGit(copy, ["rev-parse", "HEAD:pkg/engine.py"]);
    const other = repository.sibling("loose");
    runGit(copy, ["init", "--quiet", other]);
    for (const oid of runGit(copy, ["rev-list", "--objects", "HEAD"])
      .split("\n")
      .map((line) => line.slice(0, 40))) {
      if (oid === blob) continue;
      const type = runGit(copy, ["cat-file", "-t", oid]);
      runGit(
        other,
        ["hash-object", "-w", "-t", type, "--stdin", "--literally"],
        Buffer.from(runGitRaw(copy, ["cat-file", type, oid])),
      );
    }
    runGit(other, ["update-ref", "refs/heads/main", runGit(copy, ["rev-parse", "HEAD"])]);
    runGit(other, ["symbolic-ref", "HEAD", "refs/heads/main"]);
    await refused(ingestAt(other, join(folder(), "s.duckdb")), "missing-object", new RegExp(blob));
  });
});

function runGitRaw(dir: string, args: readonly string[]): Buffer {
  return execFileSync("git", [...args], { cwd: dir, maxBuffer: 2 ** 26 });
}

test("no message is called a bug", () => {
  const repository = make(plans(1));
  for (const args of [
    ["ingest", repository.dir, "--store", "/dev/null/x.duckdb"],
    ["ingest", repository.dir, "--store", repository.dir],
    ["surface", repository.dir, "--config", "/dev/null"],
    ["notebook", repository.dir, "--port", "99999999", "--serve", "--out", "/dev/null/x"],
  ]) {
    const said = binnacle(args, { env: { XDG_CACHE_HOME: folder() } });
    assert.equal(said.status, 2, args.join(" "));
    assert.match(said.stderr, /^binnacle: [^\n]+\n$/, args.join(" "));
    assert.doesNotMatch(said.stderr, /is a bug/, args.join(" "));
  }
});
