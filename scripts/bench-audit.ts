// Measures the audit of a commit's citations, cold, warm, after one new commit and of one change, against `git blame` of
// every document that holds a citation: what a person would begin with.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { binnacle, git, type Job, type Measured, machine, rounds, timed } from "./measure.ts";

export interface AuditBench {
  readonly repo: string;
  readonly at: string;
  readonly runs: number;
  /** A folder for caches, made and removed by the caller. */
  readonly scratch: string;
}

/** A measured job, and what it should cost. `times` is a multiple of the blames' seconds. */
interface Row {
  readonly name: string;
  readonly job: Job;
  readonly target: { readonly seconds: number } | { readonly times: number } | null;
}

/** A Markdown table; each row says whether its target is met. */
export function benchAudit({ repo, at, runs, scratch }: AuditBench): string {
  const head = git(repo, "rev-parse", "--verify", `${at}^{commit}`).trim();
  const parent = git(repo, "rev-parse", "--verify", `${head}^1`).trim();
  const cacheOf = (name: string): string => join(scratch, `cache-${name}`);
  const wipe = (name: string): void => {
    rmSync(cacheOf(name), { recursive: true, force: true });
    mkdirSync(cacheOf(name), { recursive: true });
  };
  const audit = (cache: string, ...words: string[]) =>
    binnacle(scratch, ["audit", "--repo", repo, "--json", ...words], { XDG_CACHE_HOME: cacheOf(cache) });
  const cold = (cache: string, ...words: string[]): Measured => {
    wipe(cache);
    return timed(() => audit(cache, ...words).peak);
  };
  const warm = (cache: string, ...words: string[]): Measured => timed(() => audit(cache, ...words).peak);

  wipe("full");
  const report = JSON.parse(audit("full", "--at", head).stdout) as { citations: { doc: string }[] };
  const documents = [...new Set(report.citations.map(({ doc }) => doc))];
  const full = ["--at", head];
  const change = ["--base", parent, "--at", head];

  // A row's cache is the one that the row before it left.
  const rows: readonly Row[] = [
    { name: `${documents.length} × git blame -w`, job: () => blames(repo, head, documents), target: null },
    { name: "binnacle audit, cold", job: () => cold("full", ...full), target: { times: 3 } },
    { name: "binnacle audit, warm", job: () => warm("full", ...full), target: { seconds: 2 } },
    {
      name: "binnacle audit, one new commit",
      job: () => {
        wipe("one");
        audit("one", "--at", parent);
        return warm("one", ...full);
      },
      target: { seconds: 2 },
    },
    { name: "binnacle audit --base, cold", job: () => cold("change", ...change), target: { seconds: 20 } },
    { name: "binnacle audit --base, warm", job: () => warm("change", ...change), target: { seconds: 1 } },
  ];
  const results = rounds(new Map(rows.map((row) => [row, row.job])), runs);
  const blame = [...results.values()][0]!.seconds;
  return [
    `${git(repo, "rev-list", "--count", head).trim()} commits to ${head.slice(0, 9)}, ${report.citations.length} citations in ${documents.length} documents; ${machine(runs)}`,
    "",
    "| whole process | s | × the blames | target | met | peak MB |",
    "|---|---|---|---|---|---|",
    ...rows.map((row) => line(row, results.get(row)!, blame)),
  ].join("\n");
}

function line({ name, target }: Row, { seconds, peak }: Measured, blame: number): string {
  const most = target === null ? null : "times" in target ? target.times * blame : target.seconds;
  const asked =
    target === null
      ? ""
      : "times" in target
        ? `under ${target.times} × the blames, ${most!.toFixed(1)} s`
        : `under ${target.seconds} s`;
  const met = most === null ? "" : seconds < most ? "yes" : "no";
  return `| ${name} | ${seconds.toFixed(2)} | ${(seconds / blame).toFixed(2)} | ${asked} | ${met} | ${peak === null ? "" : Math.round(peak)} |`;
}

/** A git process for each document, its output thrown away: nothing is charged for reading it. */
function blames(repo: string, head: string, documents: readonly string[]): Measured {
  return timed(() => {
    for (const document of documents) {
      const run = spawnSync("git", ["-C", repo, "blame", "-w", head, "--", document], {
        stdio: ["ignore", "ignore", "pipe"],
        encoding: "utf8",
      });
      if (run.status !== 0) throw new Error(`git blame ${document}: ${run.stderr}`);
    }
    return null;
  });
}
