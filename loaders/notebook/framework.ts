// Runs Observable Framework's own command line as a child process and hands on what it says, line by line.
// It knows neither pages nor stores, and lets no request of Framework's leave the machine.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

/** A running Framework. `lines` grows while it runs; `exited` gives its exit code, or null when it was killed. */
export interface FrameworkProcess {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly exited: Promise<number | null>;
}

/** Starts `observable <args>` of the Framework in `framework` with `cwd`. Never rejects: a failure is an exit code. */
export function runFramework(options: {
  framework: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  onLine?: ((line: string) => void) | undefined;
}): FrameworkProcess {
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ["--import", NO_NETWORK, join(options.framework, "dist", "bin", "observable.js"), ...options.args],
    {
      cwd: options.cwd,
      env: { ...inherited, NO_COLOR: "1", OBSERVABLE_TELEMETRY_DISABLE: "1", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    },
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (raw) => {
      const line = stripVTControlCharacters(raw).trimEnd();
      lines.push(line);
      options.onLine?.(line);
    });
  }
  // The child must not outlive us, however we end.
  const stop = () => child.kill();
  process.once("exit", stop);
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      lines.push(error.message);
      resolve(1);
    });
    child.once("close", (code) => resolve(code));
  }).finally(() => process.off("exit", stop));
  return { child, lines, exited };
}

/** What a person needs of `lines` to see why Framework stopped: its last words, without progress, stacks and adverts. */
export function lastWords(lines: readonly string[]): string {
  const words = lines.filter((line) => line !== "" && !NOISE.test(line));
  // Progress of the loader that failed has no end of line, nor its name in what follows.
  const loader = lines.map((line) => /\bload (\/\S+) → (?!.*success)/.exec(line)?.[1]).findLast(Boolean);
  const failed = loader !== undefined && words.some((line) => line.includes("loader exited"));
  return [...(failed ? [`in the data loader of ${loader}:`] : []), ...new Set(words)].slice(-12).join("\n");
}

const NOISE =
  /^\s+at |^\s*\^+$|^\s*triggerUncaughtException|^node:\w+|^Node\.js v|^(load|copy|build|bundle|alias|render|index) .*→|^\S+ → \/|^(load \S+ )?in \d+ms|^built \d+|^ +return |^[│└]|^Tip: |^If you think this is a bug|^↳ https:\/\/github/;

const NO_NETWORK = `data:text/javascript,${encodeURIComponent(`
globalThis.fetch = async (target) => {
  throw new Error("a notebook is built without a network, and something on its pages asks for " + (target?.url ?? target)
    + ". Import the package by its bare name, from node_modules");
};`)}`;
