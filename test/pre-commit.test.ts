// Runs the entry of .pre-commit-hooks.yaml as the pre-commit framework would, in repositories with something staged, and
// holds the package to what the framework asks of it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parse } from "yaml";
import { makeRepository } from "./support/repository.ts";
import { binnacle, cleanFolders, folder, ROOT } from "./support/stores.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly pass_filenames: boolean;
  readonly always_run: boolean;
}

const hooks: readonly Hook[] = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));
after(cleanFolders);

describe(".pre-commit-hooks.yaml", () => {
  test("has one hook, which runs the program that the package installs on all that is staged", () => {
    assert.deepEqual(
      hooks.map(({ id, language, pass_filenames, always_run }) => ({ id, language, pass_filenames, always_run })),
      [{ id: "binnacle-audit", language: "node", pass_filenames: false, always_run: true }],
    );
    const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    assert.ok(Object.hasOwn(bin, hooks[0]!.entry.split(" ")[0]!));
  });

  test("can be packed: the framework takes all that `npm pack` prints for the name of a file", () => {
    const place = folder();
    copyFileSync(join(ROOT, ".npmrc"), join(place, ".npmrc"));
    const scripts = { prepack: "node -e \"console.log('built')\"" };
    writeFileSync(join(place, "package.json"), JSON.stringify({ name: "packed", version: "1.2.3", scripts }));
    const packed = spawnSync("npm", ["pack"], { cwd: place, encoding: "utf8", shell: process.platform === "win32" });
    assert.equal(packed.stdout.trim(), "packed-1.2.3.tgz", packed.stderr);
  });
});

describe("the hook", () => {
  const engine = Array.from({ length: 30 }, (_, at) => `line_${at + 1} = ${at + 1}\n`).join("");
  /** Stages a document, then writes another text over it in the work tree: what is staged is what counts. */
  const commit = (staged: string, unstaged: string) => {
    const repo = makeRepository([{ files: { "engine.py": engine, "docs/a.md": "# Lines\n" }, message: "Start" }]);
    try {
      writeFileSync(join(repo.dir, "docs/a.md"), staged);
      repo.git("add", "docs/a.md");
      writeFileSync(join(repo.dir, "docs/a.md"), unstaged);
      return binnacle(hooks[0]!.entry.split(" ").slice(1), { cwd: repo.dir, env: { XDG_CACHE_HOME: folder() } });
    } finally {
      repo.cleanup();
    }
  };
  const RIGHT = "# Lines\n\n`line_20` is counted (`engine.py:20`).\n";
  const WRONG = "# Lines\n\n`line_20` is counted (`engine.py:200`).\n";

  test("stops a commit with a staged wrong citation", () => {
    const { status, stdout, stderr } = commit(WRONG, RIGHT);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /past the end, fails {2}docs\/a\.md:3 {2}engine\.py:200/);
  });

  test("lets a clean one pass, also beside a wrong citation that is not staged", () => {
    const { status, stdout, stderr } = commit(RIGHT, WRONG);
    assert.equal(status, 0, stdout + stderr);
  });
});
