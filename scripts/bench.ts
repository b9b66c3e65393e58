// Measures whole processes against git in the same run: npm run bench -- REPO [--profile NAME] [--runs N] [--branch REV].
// Prints a Markdown table of medians with ratios; it judges nothing, and no test reads it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "string" },
    runs: { type: "string", default: "3" },
    branch: { type: "string", default: "HEAD" },
    "no-notebook": { type: "boolean", default: false },
  },
});
const repo = positionals[0];
if (!repo) throw new Error("Usage: npm run bench -- REPO [--profile NAME] [--runs N] [--branch REV] [--no-notebook]");
const runs = Number(values.runs);
const scratch = mkdtempSync(join(tmpdir(), "binnacle-bench-"));
const dist = fileURLToPath(new URL("../dist/loaders/cli.js", import.meta.url));
const build = spawnSync(process.execPath, [fileURLToPath(new URL("./build.js", import.meta.url))], {
  stdio: ["ignore", "ignore", "inherit"],
});
if (build.status !== 0) throw new Error("The package could not be built.");

interface Measured {
  readonly seconds: number;
  /** Peak resident set in MB, or null where it is not asked. */
  readonly peak: number | null;
}

function git(...words: string[]): string {
  const run = spawnSync("git", ["-C", repo as string, ...words], { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (run.status !== 0) throw new Error(`git ${words.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

function timed(run: () => number | null): Measured {
  const started = performance.now();
  const peak = run();
  return { seconds: (performance.now() - started) / 1000, peak };
}

/** Runs the built command line; its peak memory comes through a file that a hook writes at its end. */
function binnacle(...words: string[]): number {
  const note = join(scratch, "peak");
  const hook = `process.on("exit",()=>require("node:fs").writeFileSync(${JSON.stringify(note)},String(process.resourceUsage().maxRSS)))`;
  const preload = `data:text/javascript,${encodeURIComponent(`import{createRequire}from"node:module";const require=createRequire(${JSON.stringify(import.meta.url)});${hook}`)}`;
  const run = spawnSync(process.execPath, ["--import", preload, dist, ...words], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`binnacle ${words.join(" ")}: ${run.stderr}`);
  return Number(readFileSync(note, "utf8")) / 1024;
}

function median(measured: readonly Measured[]): Measured {
  const middle = <Value extends number>(list: readonly Value[]): Value =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as Value;
  const peaks = measured.map((each) => each.peak).filter((peak): peak is number => peak !== null);
  return { seconds: middle(measured.map((each) => each.seconds)), peak: peaks.length > 0 ? Math.max(...peaks) : null };
}

/** Jobs are interleaved, so that a noisy minute falls on all of them. */
function rounds(jobs: ReadonlyMap<string, () => Measured>): Map<string, Measured> {
  const results = new Map<string, Measured[]>();
  for (let round = 0; round < runs; round++) {
    for (const [name, job] of jobs) results.set(name, [...(results.get(name) ?? []), job()]);
  }
  return new Map([...results].map(([name, list]) => [name, median(list)]));
}

const common = ["--repo", repo, ...(values.profile ? ["--profile", values.profile] : [])];
const storeOf = (name: string): string => join(scratch, `${name}.duckdb`);
const wipe = (name: string): void => {
  rmSync(storeOf(name), { force: true });
  rmSync(join(scratch, `${name}.facts.duckdb`), { force: true });
};

const line = git("rev-list", "--first-parent", "--reverse", values.branch).trim().split("\n");
const head = line.at(-1) as string;
binnacle("ingest", ...common, "--store", storeOf("warm"), "--branch", head);
const keys = (
  JSON.parse(
    spawnSync(
      process.execPath,
      [
        dist,
        "query",
        "SELECT DISTINCT key FROM read_span UNION SELECT DISTINCT name FROM name_span ORDER BY 1",
        "--json",
        ...common,
        "--store",
        storeOf("warm"),
        "--branch",
        head,
      ],
      { encoding: "utf8" },
    ).stdout,
  ) as { key: string }[]
)
  .map((row) => row.key)
  .filter((key) => /^\w{4,}$/.test(key))
  .slice(0, 20);

const glob = "*.py";
const jobs = new Map<string, () => Measured>([
  [
    `${keys.length} × git log --first-parent -S'<key>' -- '${glob}'`,
    () =>
      timed(() => {
        for (const key of keys) git("log", "--first-parent", "--format=%H", `-S${key}`, head, "--", glob);
        return null;
      }),
  ],
  [
    "git log --raw --first-parent",
    () =>
      timed(() => {
        git("log", "--raw", "--first-parent", "--format=%H", head);
        return null;
      }),
  ],
  [
    "binnacle ingest, cold",
    () => {
      wipe("cold");
      return timed(() => binnacle("ingest", ...common, "--store", storeOf("cold"), "--branch", head));
    },
  ],
  [
    "binnacle ingest, facts kept",
    () => {
      rmSync(storeOf("cold"), { force: true });
      return timed(() => binnacle("ingest", ...common, "--store", storeOf("cold"), "--branch", head));
    },
  ],
  [
    "binnacle ingest, nothing new",
    () => timed(() => binnacle("ingest", ...common, "--store", storeOf("warm"), "--branch", head)),
  ],
  [
    "binnacle ingest, one new commit",
    () => {
      binnacle("ingest", ...common, "--store", storeOf("one"), "--branch", line.at(-2) ?? head);
      return timed(() => binnacle("ingest", ...common, "--store", storeOf("one"), "--branch", head));
    },
  ],
]);
for (const share of [0.25, 0.5]) {
  const at = Math.max(1, Math.round(line.length * share));
  jobs.set(`binnacle ingest, cold, the first ${at} commits`, () => {
    wipe("part");
    return timed(() => binnacle("ingest", ...common, "--store", storeOf("part"), "--branch", line[at - 1] as string));
  });
}
if (!values["no-notebook"]) {
  jobs.set("binnacle notebook, store current", () =>
    timed(() =>
      binnacle("notebook", ...common, "--store", storeOf("warm"), "--branch", head, "--out", join(scratch, "site")),
    ),
  );
}

const results = rounds(jobs);
const [search, raw] = [...results.values()] as [Measured, Measured];
const size = (name: string): string => `${(statSync(storeOf(name)).size / 2 ** 20).toFixed(1)} MB`;
console.log(
  `${line.length} first-parent commits; ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; medians of ${runs}; notebook file ${size("warm")}\n`,
);
console.log("| whole process | s | × the searches | × git log --raw | peak MB |\n|---|---|---|---|---|");
for (const [name, { seconds, peak }] of results) {
  console.log(
    `| ${name} | ${seconds.toFixed(2)} | ${(seconds / search.seconds).toFixed(2)} | ${(seconds / raw.seconds).toFixed(2)} | ${peak === null ? "" : Math.round(peak)} |`,
  );
}
rmSync(scratch, { recursive: true, force: true });
