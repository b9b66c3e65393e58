// Turns arguments into what the git program prints for a repository.
// It runs git without hooks, monitors, filters, prompts or fetches, and lets git refuse what it refuses.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { BinnacleError } from "../error.ts";
import type { Location } from "./locate.ts";

/** What a run of git printed and how it ended. */
export interface GitRun {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Settings that keep a hostile repository from running anything; the user's own `safe.directory` stays in force. */
const HARMLESS = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "diff.external=",
  "core.askPass=",
  "gc.auto=0",
  "maintenance.auto=false",
];
/** Variables of git's that may pass: they say where the user's own configuration lies, and nothing of the repository. */
const PASSED = [
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_EXEC_PATH",
  "GIT_TEST_ASSUME_DIFFERENT_OWNER",
];
/** Variables that may pass besides when the user asked for a fetch. */
const PASSED_TO_FETCH = ["GIT_SSL_CAINFO"];

/** The absolute path of the git program, or null. Looked up here, because Windows would take one in the current folder. */
export function findGit(path: string | undefined = process.env.PATH): string | null {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const folder = (path ?? "").split(delimiter).find((dir) => isAbsolute(dir) && existsSync(join(dir, name)));
  return folder === undefined ? null : join(folder, name);
}

function environment(fetching: boolean): NodeJS.ProcessEnv {
  const passed = fetching ? [...PASSED, ...PASSED_TO_FETCH] : PASSED;
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.toUpperCase().startsWith("GIT_") || passed.includes(name),
  );
  // A variable outdoes the repository's own `core.sshCommand`.
  const closed = fetching
    ? { GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? process.env.GIT_SSH ?? "ssh" }
    : { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };
  return {
    ...Object.fromEntries(kept),
    ...closed,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: devNull,
  };
}

/** Starts git in a repository. Only where fetching was asked for may it talk to anybody. */
export function startGit(
  git: string,
  location: Location,
  args: readonly string[],
  fetching = false,
): ChildProcessWithoutNullStreams {
  // By -C and not by --git-dir: with the latter git no longer looks whose the repository is.
  const all = [
    "-C",
    location.workTree ?? location.gitDir,
    ...HARMLESS.flatMap((setting) => ["-c", setting]),
    "--no-pager",
    ...args,
  ];
  return spawn(git, all, { env: environment(fetching), stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
}

/** Runs git in a repository to its end. Throws unsafe-repository if git says so, unsupported-repository without git. */
export async function runGit(
  location: Location,
  args: readonly string[],
  options: { readonly input?: string; readonly fetching?: boolean } = {},
): Promise<GitRun> {
  const git = findGit();
  if (git === null)
    throw new BinnacleError(
      "unsupported-repository",
      `${location.name}: this needs the git program, and none is in PATH. Install git.`,
    );
  const child = startGit(git, location, args, options.fetching);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number>((done) => {
    child.on("error", () => done(-1));
    child.on("close", (status) => done(status ?? -1));
  });
  const run = { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8") };
  if (code !== 0) refuseUnsafe(location, run.stderr);
  return run;
}

/** Throws unsafe-repository if this is what git complained of. */
export function refuseUnsafe(location: Location, stderr: string): void {
  if (/dubious ownership|safe\.directory|safe\.bareRepository/.test(stderr)) throw unsafe(location);
}

/** What to say of a repository that belongs to another user. */
export function unsafe(location: Location): BinnacleError {
  const folder = location.workTree ?? location.gitDir;
  return new BinnacleError(
    "unsafe-repository",
    `${folder}: it belongs to another user, and git refuses it. If you trust it, run "git config --global --add safe.directory" with this path.`,
  );
}
