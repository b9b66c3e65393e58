// Runs whole processes and measures them: seconds, and the peak memory of the built command line. It knows no job by
// name; jobs are interleaved, so that a noisy minute falls on all of them.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Measured {
  readonly seconds: number;
  /** Peak resident set in MB, or null where it is not asked. */
  readonly peak: number | null;
}

/** A job's seconds are those of `run`; what has to be made ready first is not measured. */
export type Job = () => Measured;

export const CLI = fileURLToPath(new URL("../dist/loaders/cli.js", import.meta.url));

/** Builds the package, so that what is measured is what is shipped. */
export function buildPackage(): void {
  const build = spawnSync(process.execPath, [fileURLToPath(new URL("./build.js", import.meta.url))], {
    encoding: "utf8",
  });
  if (build.status !== 0) throw new Error(`The package could not be built:\n${build.stdout}${build.stderr}`);
}

/** Runs git in a repository and answers what it printed. */
export function git(repo: string, ...words: string[]): string {
  const run = spawnSync("git", ["-C", repo, ...words], { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (run.status !== 0) throw new Error(`git ${words.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

export function timed(run: () => number | null): Measured {
  const started = performance.now();
  const peak = run();
  return { seconds: (performance.now() - started) / 1000, peak };
}

export interface Ran {
  readonly stdout: string;
  /** Peak resident set in MB. */
  readonly peak: number;
}

/**
 * Runs the built command line; its peak memory comes through a file in `scratch` that a hook writes at its end. Exit code 1
 * is an answer of the audit's, 2 is none.
 */
export function binnacle(
  scratch: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Ran {
  const note = join(scratch, "peak");
  const hook = `process.on("exit",()=>require("node:fs").writeFileSync(${JSON.stringify(note)},String(process.resourceUsage().maxRSS)))`;
  const preload = `data:text/javascript,${encodeURIComponent(`import{createRequire}from"node:module";const require=createRequire(${JSON.stringify(import.meta.url)});${hook}`)}`;
  const run = spawnSync(process.execPath, ["--import", preload, CLI, ...words], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    env: { ...process.env, ...environment },
  });
  if (run.status !== 0 && !(run.status === 1 && words[0] === "audit"))
    throw new Error(`binnacle ${words.join(" ")}: ${run.stderr}`);
  return { stdout: run.stdout, peak: Number(readFileSync(note, "utf8")) / 1024 };
}

/** The median of the seconds, and the highest of the peaks. */
function median(measured: readonly Measured[]): Measured {
  const seconds = measured.map((each) => each.seconds).toSorted((a, b) => a - b);
  const peaks = measured.map((each) => each.peak).filter((peak): peak is number => peak !== null);
  return {
    seconds: seconds[Math.floor(seconds.length / 2)] as number,
    peak: peaks.length > 0 ? Math.max(...peaks) : null,
  };
}

/** Runs all jobs so many times, one after the other in each round. */
export function rounds<Name>(jobs: ReadonlyMap<Name, Job>, runs: number): Map<Name, Measured> {
  const results = new Map<Name, Measured[]>();
  for (let round = 0; round < runs; round++) {
    for (const [name, job] of jobs) results.set(name, [...(results.get(name) ?? []), job()]);
  }
  return new Map([...results].map(([name, list]) => [name, median(list)]));
}

/** "2 cores, 8 GB, Node 22.1.0; medians of 3". */
export function machine(runs: number): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; medians of ${runs}`;
}
