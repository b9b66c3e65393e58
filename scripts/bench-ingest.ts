// Measures the walk of a history: ingesting cold, with facts kept, with nothing and with one commit new, against twenty
// `git log -S` and one `git log --raw`.

import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { binnacle, git, type Job, type Measured, machine, rounds, timed } from "./measure.ts";

export interface IngestBench {
  readonly repo: string;
  readonly profile: string | null;
  readonly branch: string;
  readonly runs: number;
  readonly notebook: boolean;
  /** A folder for stores, made and removed by the caller. */
  readonly scratch: string;
}

const GLOB = "*.py";

/** A Markdown table. */
export function benchIngest({ repo, profile, branch, runs, notebook, scratch }: IngestBench): string {
  const common = ["--repo", repo, ...(profile === null ? [] : ["--profile", profile])];
  const storeOf = (name: string): string => join(scratch, `${name}.duckdb`);
  const wipe = (name: string): void => {
    rmSync(storeOf(name), { force: true });
    rmSync(join(scratch, `${name}.facts.duckdb`), { force: true });
  };
  const ingest = (name: string, to: string): number =>
    binnacle(scratch, ["ingest", ...common, "--store", storeOf(name), "--branch", to]).peak;

  const line = git(repo, "rev-list", "--first-parent", "--reverse", branch).trim().split("\n");
  const head = line.at(-1) as string;
  ingest("warm", head);
  const keys = keysOf([...common, "--store", storeOf("warm"), "--branch", head], scratch);

  const jobs = new Map<string, Job>([
    [
      `${keys.length} × git log --first-parent -S'<key>' -- '${GLOB}'`,
      () =>
        timed(() => {
          for (const key of keys) git(repo, "log", "--first-parent", "--format=%H", `-S${key}`, head, "--", GLOB);
          return null;
        }),
    ],
    [
      "git log --raw --first-parent",
      () =>
        timed(() => {
          git(repo, "log", "--raw", "--first-parent", "--format=%H", head);
          return null;
        }),
    ],
    [
      "binnacle ingest, cold",
      () => {
        wipe("cold");
        return timed(() => ingest("cold", head));
      },
    ],
    [
      "binnacle ingest, facts kept",
      () => {
        rmSync(storeOf("cold"), { force: true });
        return timed(() => ingest("cold", head));
      },
    ],
    ["binnacle ingest, nothing new", () => timed(() => ingest("warm", head))],
    [
      "binnacle ingest, one new commit",
      () => {
        ingest("one", line.at(-2) ?? head);
        return timed(() => ingest("one", head));
      },
    ],
  ]);
  for (const share of [0.25, 0.5]) {
    const at = Math.max(1, Math.round(line.length * share));
    jobs.set(`binnacle ingest, cold, the first ${at} commits`, () => {
      wipe("part");
      return timed(() => ingest("part", line[at - 1] as string));
    });
  }
  if (notebook) {
    jobs.set("binnacle notebook, store current", () =>
      timed(
        () =>
          binnacle(scratch, [
            ...["notebook", ...common, "--store", storeOf("warm"), "--branch", head],
            ...["--out", join(scratch, "site")],
          ]).peak,
      ),
    );
  }

  const results = rounds(jobs, runs);
  const [search, raw] = [...results.values()] as [Measured, Measured];
  return [
    `${line.length} first-parent commits; ${machine(runs)}; notebook file ${(statSync(storeOf("warm")).size / 2 ** 20).toFixed(1)} MB`,
    "",
    "| whole process | s | × the searches | × git log --raw | peak MB |",
    "|---|---|---|---|---|",
    ...[...results].map(
      ([name, { seconds, peak }]) =>
        `| ${name} | ${seconds.toFixed(2)} | ${(seconds / search.seconds).toFixed(2)} | ${(seconds / raw.seconds).toFixed(2)} | ${peak === null ? "" : Math.round(peak)} |`,
    ),
  ].join("\n");
}

/** Names and keys of the store to search history for, twenty at most. */
function keysOf(store: readonly string[], scratch: string): readonly string[] {
  const sql = "SELECT DISTINCT key FROM read_span UNION SELECT DISTINCT name FROM name_span ORDER BY 1";
  const rows = JSON.parse(binnacle(scratch, ["query", sql, "--json", ...store]).stdout) as { key: string }[];
  return rows
    .map((row) => row.key)
    .filter((key) => /^\w{4,}$/.test(key))
    .slice(0, 20);
}
