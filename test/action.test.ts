// Runs the steps of action.yml as a runner of GitHub's would: their scripts in bash, inputs through the environment, in a
// small repository. Only npm and what setup-node installs are replaced.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { type BuiltRepository, gitEnvironment, makeRepository } from "./support/repository.ts";
import { BINNACLE, cleanFolders, folder, ROOT } from "./support/stores.ts";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
const step = (id: string): Step => action.runs.steps.find((each) => each.id === id)!;
const workflow = readFileSync(join(ROOT, ".github/workflows/check.yml"), "utf8");
const bash = process.platform === "win32" ? "bash may be another system's there" : false;

/** A step's environment, with what its expressions say of these inputs. */
function environmentOf({ env }: Step, inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => {
        const { default: plain } = action.inputs[input]!;
        return inputs[input] ?? (plain.startsWith("${{") ? "" : plain);
      }),
    ]),
  );
}

function runStep(id: string, cwd: string, environment: Readonly<Record<string, string>>) {
  const { run } = step(id);
  return spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", run!], {
    cwd,
    encoding: "utf8",
    env: { ...gitEnvironment(), ...environment },
  });
}

describe("action.yml", () => {
  test("interpolates nothing into a script: inputs are text in the environment", () => {
    for (const { run, shell, id } of action.runs.steps) {
      if (run === undefined) continue;
      assert.equal(shell, "bash", id);
      assert.doesNotMatch(run, /\$\{\{/, id);
    }
    assert.equal(action.runs.using, "composite");
  });

  test("passes each input on, and says what it is", () => {
    const text = JSON.stringify(action.runs);
    for (const [name, { description }] of Object.entries(action.inputs)) {
      assert.ok(text.includes(`inputs.${name} `), name);
      assert.match(description, /\.$/, name);
    }
  });

  test("names other actions at the versions that this repository's own workflow does", () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    assert.ok(used.length > 0);
    for (const each of used) assert.ok(workflow.includes(`uses: ${each}\n`), each);
  });
});

describe("docs/action.md", () => {
  const blocks = [...readFileSync(join(ROOT, "docs/action.md"), "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    (match) => match[1]!,
  );
  const [example, scanning, hook] = blocks.map((text) => parse(text));

  test("shows workflows that name inputs and outputs which the action has", () => {
    const steps: readonly (Step & { readonly with?: Readonly<Record<string, unknown>> })[] = [
      ...example.jobs.audit.steps,
      ...scanning,
    ];
    const own = steps.filter(({ uses }) => uses?.includes("/binnacle@"));
    assert.equal(own.length, 2);
    for (const { with: inputs } of own)
      for (const name of Object.keys(inputs ?? {})) assert.ok(Object.hasOwn(action.inputs, name), name);
    for (const [, name] of JSON.stringify(scanning).matchAll(/outputs\.([\w-]+)/g))
      assert.ok(Object.hasOwn(action.outputs, name!), name);
  });

  test("fetches all of history, asks for no right to write, and keeps the cache where the action looks", () => {
    assert.deepEqual(example.permissions, { contents: "read" });
    const [checkout, cache, audit] = example.jobs.audit.steps;
    assert.equal(checkout.with["fetch-depth"], 0);
    assert.equal(cache.with.path, audit.with.cache);
  });

  test("names the hook that there is", () => {
    const [{ id }] = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));
    assert.equal(hook.repos[0].hooks[0].id, id);
  });
});

describe("the install step", { skip: bash }, () => {
  const install = (built: boolean): readonly string[] => {
    const place = folder();
    const tools = join(place, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "npm"), `#!/usr/bin/env bash\necho "$PWD: npm $*" >> "${place}/log"\n`);
    chmodSync(join(tools, "npm"), 0o755);
    const path = join(place, "an action");
    mkdirSync(join(path, "dist/loaders"), { recursive: true });
    if (built) writeFileSync(join(path, "dist/loaders/cli.js"), "");
    const done = runStep("install", place, {
      GITHUB_ACTION_PATH: path,
      PATH: `${tools}${delimiter}${process.env.PATH}`,
    });
    assert.equal(done.status, 0, done.stderr);
    return readFileSync(join(place, "log"), "utf8").replaceAll(`${path}: `, "").trim().split("\n");
  };

  test("builds a checkout, and leaves the tools of development out where a build is there", () => {
    assert.deepEqual(install(false), ["npm ci", "npm run build"]);
    assert.deepEqual(install(true), ["npm ci --omit=dev"]);
  });
});

describe("the audit step", { skip: bash }, () => {
  let repo: BuiltRepository;
  let path: string;
  const LINES = (count: number) => Array.from({ length: count }, (_, at) => `line_${at + 1} = ${at + 1}\n`).join("");

  before(() => {
    repo = makeRepository([
      { files: { "engine.py": LINES(30), "docs/a.md": "`line_20` is counted (`engine.py:20`).\n" }, message: "Start" },
      { files: { "docs/b.md": "`line_9` is counted (`engine.py:90`).\n" }, message: "Cite a line that is not there" },
      { files: { "docs/c.md": "`line_3` is counted (`engine.py:3`).\n" }, message: "Cite one that is" },
    ]);
    path = folder();
    mkdirSync(join(path, "dist/loaders"), { recursive: true });
    writeFileSync(join(path, "dist/package.json"), '{ "type": "module" }');
    writeFileSync(
      join(path, "dist/loaders/cli.js"),
      `await import(${JSON.stringify(pathToFileURL(BINNACLE).href)});\n`,
    );
  });
  after(() => {
    repo.cleanup();
    cleanFolders();
  });

  const audit = (inputs: Readonly<Record<string, string>> = {}) => {
    const place = folder();
    for (const name of ["output", "summary"]) writeFileSync(join(place, name), "");
    const done = runStep("audit", repo.dir, {
      ...environmentOf(step("audit"), { cache: join(place, "cache"), ...inputs }),
      GITHUB_ACTION_PATH: path,
      GITHUB_OUTPUT: join(place, "output"),
      GITHUB_STEP_SUMMARY: join(place, "summary"),
    });
    const read = (name: string) => readFileSync(join(place, name), "utf8");
    return { ...done, output: read("output"), summary: read("summary"), place };
  };

  test("fails on what fails, beside the line, and puts a table into the summary", () => {
    const { status, stdout, stderr, output, summary } = audit();
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^::error file=docs\/b\.md,line=1,col=\d+,.*past the end/m);
    assert.equal(output, "exit-code=1\n");
    assert.match(summary, /^### One of three citations fails\./);
    assert.match(summary, /`docs\/b\.md:1`/);
  });

  test("with a base, fails only on what the change did", () => {
    assert.equal(audit({ base: "HEAD~2" }).status, 1);
    const { status, stdout, output } = audit({ base: "HEAD~1" });
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, /::error/);
    assert.equal(output, "exit-code=0\n");
  });

  test("fails nothing with fail: false, and says the exit code all the same", () => {
    const { status, stdout, output } = audit({ fail: "false" });
    assert.deepEqual([status, output], [0, "exit-code=1\n"]);
    assert.match(stdout, /::error/);
  });

  test("writes SARIF where it is asked to, into folders that are not there yet", () => {
    const sarif = join(folder(), "a report", "b.sarif");
    const { status, output } = audit({ sarif, summary: "false" });
    assert.deepEqual([status, output], [1, `exit-code=1\nsarif=${sarif}\n`]);
    const { version, runs } = JSON.parse(readFileSync(sarif, "utf8"));
    assert.equal(version, "2.1.0");
    assert.ok(runs[0].results.length > 0);
  });

  test("fails with 2 where nothing could be looked at, whatever fail says", () => {
    const { status, stderr, output, summary } = audit({ base: "no-such-branch", fail: "false" });
    assert.deepEqual([status, output, summary], [2, "exit-code=2\n", ""]);
    assert.match(stderr, /^binnacle: /);
  });

  test("takes a hostile input for text", () => {
    for (const text of ['"; touch pwned; "', "$(touch pwned)", "--help\n`touch pwned`"]) {
      for (const [input, status] of Object.entries({ base: 2, config: 2, format: 2, fail: 0, summary: 1 })) {
        assert.equal(audit({ [input]: text }).status, status, `${input}: ${text}`);
        assert.equal(existsSync(join(repo.dir, "pwned")), false, `${input}: ${text}`);
      }
      audit({ "repo-path": text });
      assert.equal(existsSync(join(repo.dir, "pwned")), false, `repo-path: ${text}`);
    }
    const { output } = audit({ sarif: join(folder(), "a.sarif\nexit-code=0"), summary: "false" });
    assert.match(output, /^exit-code=1\nsarif=[^\n]+\n$/);
  });

  test("takes a configuration from elsewhere, and keeps its cache where it is told", () => {
    const config = join(folder(), "audit.yaml");
    writeFileSync(config, "audit:\n  exclude: [docs/b.md]\n");
    assert.equal(audit({ config }).status, 0);
  });
});
