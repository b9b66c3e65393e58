// Makes notebook stores of small engines for tests and reads them back whole; runs the command line inside this process
// or, where signals and pipes matter, in one of its own. It asserts nothing.

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCommand } from "../../loaders/commands/parse.ts";
import { RUNNERS } from "../../loaders/commands/run.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { ingest } from "../../loaders/ingest.ts";
import type { Profile } from "../../loaders/model.ts";
import { PLAIN } from "../../loaders/report/text.ts";
import { Database, type Value } from "../../loaders/store/database.ts";
import { parseProfile } from "../../loaders/surface/profile.ts";
import type { Ingested, IngestOptions } from "../../loaders/target.ts";
import { type CommitPlan, gitEnvironment } from "./repository.ts";

/** How the small engine dispatches. */
export const PROFILE_TEXT = `name: small
layers:
  - name: runner
    dispatch:
      - { callee: ask, receivers: [self.crew], name: { argument: 0 }, wait: { keyword: reply, default: false } }
    answer:
      - { kind: methods, roots: [Runner] }
    miss: park
`;
export const PROFILE: Profile = parseProfile(PROFILE_TEXT, "small.yaml");

/** The engine's file: asks each name in a method of its own. A name with `!` waits. */
export function engine(names: readonly string[], before = ""): string {
  const body = names.map((name) => {
    const bare = name.replace("!", "");
    return `    def do_${bare.replace(/\W/g, "_")}(self):\n        return self.crew.ask("${bare}"${name.endsWith("!") ? ", reply=True" : ""})\n`;
  });
  return `${before}class Engine:\n${body.join("\n") || "    pass\n"}`;
}

/** The runner's file: answers each name with a dict of the keys given. */
export function runner(answers: Readonly<Record<string, readonly string[]>>): string {
  const body = Object.entries(answers).map(
    ([name, keys]) => `    def ${name}(self):\n        return {${keys.map((key) => `"${key}": 1`).join(", ")}}\n`,
  );
  return `class Runner:\n${body.join("\n") || "    pass\n"}`;
}

/** A history of `count` commits in which names come and go, replies grow and files move. */
export function plans(count: number): CommitPlan[] {
  return Array.from({ length: count }, (_, at): CommitPlan => {
    const names = Array.from(
      { length: 2 + (at % 5) },
      (_, n) => `name_${(n * 7 + (at >> 2)) % 9}${(n + at) % 3 === 0 ? "!" : ""}`,
    );
    const answers = Object.fromEntries(
      names.slice(1).map((name, n) => [name.replace("!", ""), ["a", "b", "c"].slice(0, 1 + ((at + n) % 3))]),
    );
    const moved =
      at % 6 === 5
        ? { "pkg/engine.py": null, "pkg/moved.py": engine(names) }
        : at % 6 === 0 && at > 0
          ? { "pkg/moved.py": null }
          : {};
    return {
      files: {
        ...(at % 6 === 5 ? {} : { "pkg/engine.py": engine(names, "# one line\n".repeat(at % 4)) }),
        "pkg/runner.py": runner(answers),
        ...moved,
      },
      message: `Step ${at} (#${at + 1})\n`,
      ...(at % 9 === 4 ? { tags: [`v0.${at}`] } : {}),
    };
  });
}

const folders: string[] = [];
/** A folder that `cleanFolders` removes. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-store-")));
  folders.push(path);
  return path;
}
export function cleanFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Ingests a repository's folder with the small engine's profile unless told otherwise. */
export async function ingestAt(
  dir: string,
  store: string,
  options: Partial<Omit<IngestOptions, "repo" | "store">> = {},
): Promise<Ingested> {
  const repo = await openRepository(dir);
  try {
    return await ingest({ repo, store, profile: PROFILE, name: "engine", ...options });
  } finally {
    repo.close();
  }
}

/** All rows of all tables as text, sorted: two stores that say the same are equal. Lists only what was asked for. */
export async function dump(store: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const database = await Database.read(store);
  try {
    const { rows } = await database.query("SELECT table_name FROM duckdb_tables() ORDER BY 1");
    const tables: Record<string, readonly string[]> = {};
    for (const [table] of rows) {
      const content = await database.rows<Record<string, Value>>(`SELECT * FROM "${table}"`);
      tables[table as string] = content.map((row) => JSON.stringify(row)).toSorted();
    }
    return tables;
  } finally {
    database.close();
  }
}

/** Rows of one question. */
export async function ask<Row>(store: string, sql: string): Promise<Row[]> {
  const database = await Database.read(store);
  try {
    return await database.rows<Row>(sql);
  } finally {
    database.close();
  }
}

export interface Said {
  readonly out: string;
  readonly notes: string;
}

/** Runs a command inside this process, with no terminal. Throws what the command throws. */
export async function say(...argv: string[]): Promise<Said> {
  const out: string[] = [];
  const notes: string[] = [];
  const { command, flags, words } = parseCommand(argv);
  await (await RUNNERS[command.name]?.())?.(flags, words, {
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
    terminal: { write: () => {} },
    style: PLAIN,
    stopped: Promise.resolve(),
  });
  return { out: out.join("\n"), notes: notes.join("\n") };
}

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const BINNACLE = join(ROOT, "bin", "binnacle.js");

/** Runs the program itself. */
export function binnacle(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): SpawnSyncReturns<string> {
  const env = { ...gitEnvironment(), ...options.env };
  return spawnSync(process.execPath, [BINNACLE, ...args], { cwd: options.cwd ?? tmpdir(), env, encoding: "utf8" });
}
