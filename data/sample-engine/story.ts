// Turns the patches of `commits/`, one a commit, into the sample's commits, each with all its files as text.
// It applies a patch exactly where it says or not at all, and knows nothing of git's objects.

import { readdir, readFile } from "node:fs/promises";
import { BinnacleError } from "../../loaders/error.ts";

/** One commit of the story. */
export interface StoryCommit {
  /** The patch's name up to its first dash: `17`, or `12a` for one on a side branch. */
  readonly id: string;
  /** Ids, first parent first; empty for the root. */
  readonly parents: readonly string[];
  /** Branches and tags that end up on it. */
  readonly branch: string | null;
  readonly tag: string | null;
  readonly annotation: string | null;
  /** Seconds since 1970-01-01 UTC, and minutes east of it. */
  readonly time: number;
  readonly offset: number;
  /** With one line end at its end. */
  readonly message: string;
  /** Text by path, in no order. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the story, parents before children. Throws "bad-configuration" naming the patch's line that does not fit. */
export async function readStory(folder: URL): Promise<readonly StoryCommit[]> {
  const story = new Map<string, StoryCommit>();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".patch")).sort();
  for (const name of names) {
    // An editor or a checkout may have turned line ends; the objects' ids may not depend on that.
    const text = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
    const commit = parseCommit(name, text.split("\n"), story);
    story.set(commit.id, commit);
  }
  return [...story.values()];
}

function parseCommit(name: string, lines: readonly string[], before: ReadonlyMap<string, StoryCommit>): StoryCommit {
  const blank = lines.indexOf("");
  const headers = new Map<string, string>();
  for (const line of lines.slice(0, blank)) {
    const colon = line.indexOf(": ");
    headers.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const found = lines.findIndex((line) => line.startsWith("diff --git "));
  const start = found < 0 ? lines.length : found;
  const parents = headers.get("Parents")?.split(" ") ?? [];
  const base = parents[0] === undefined ? undefined : before.get(parents[0]);
  if (parents.some((id) => !before.has(id))) throw misfit(name, 0, "parents that come earlier", parents.join(" "));
  const date = /^\S+T\S+([+-])(\d\d):(\d\d)$/.exec(headers.get("Date") ?? "");
  if (date === null) throw misfit(name, 0, "a date with its offset", headers.get("Date") ?? "none");
  const sign = date[1] === "-" ? -1 : 1;
  return {
    id: name.slice(0, name.indexOf("-")),
    parents,
    branch: headers.get("Branch") ?? null,
    tag: headers.get("Tag") ?? null,
    annotation: headers.get("Annotation") ?? null,
    time: Date.parse(date[0]) / 1000,
    offset: sign * (Number(date[2]) * 60 + Number(date[3])),
    message: `${lines
      .slice(blank + 1, start)
      .join("\n")
      .trim()}\n`,
    files: applyPatch(name, lines, start, base?.files ?? new Map()),
  };
}

/** The files after a patch in the form of `git diff -M`, read from line `start` (0-based) on. */
function applyPatch(
  name: string,
  lines: readonly string[],
  start: number,
  before: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const files = new Map(before);
  let at = start;
  while (at < lines.length) {
    const paths = /^diff --git a\/(\S+) b\/(\S+)$/.exec(lines[at]!);
    if (paths === null) {
      if (lines[at] === "") break;
      throw misfit(name, at, "diff --git", lines[at]!);
    }
    const [, from, to] = paths as unknown as [string, string, string];
    let added = false;
    let deleted = false;
    for (at += 1; at < lines.length && !/^(@@|diff) /.test(lines[at]!) && lines[at] !== ""; at += 1) {
      added ||= lines[at]!.startsWith("new file");
      deleted ||= lines[at]!.startsWith("deleted file");
    }
    if (files.has(from) === added) throw misfit(name, at - 1, added ? `no ${from}` : from, added ? "one" : "none");
    const old = (files.get(from) ?? "").split("\n");
    const fresh: string[] = [];
    let done = 0;
    while (lines[at]?.startsWith("@@ ")) {
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at]!);
      if (hunk === null) throw misfit(name, at, "a hunk's header", lines[at]!);
      let taken = Number(hunk[2] ?? 1);
      let given = Number(hunk[3] ?? 1);
      const first = taken === 0 ? Number(hunk[1]) : Number(hunk[1]) - 1;
      fresh.push(...old.slice(done, first));
      done = first;
      for (at += 1; taken > 0 || given > 0; at += 1) {
        // An editor that trims line ends leaves an empty line for an empty line of context.
        const line = lines[at] === "" ? " " : lines[at]!;
        const text = line.slice(1);
        if (line[0] === "+") {
          fresh.push(text);
          given -= 1;
          continue;
        }
        if (old[done] !== text) throw misfit(name, at, JSON.stringify(text), JSON.stringify(old[done]));
        done += 1;
        taken -= 1;
        if (line[0] === " ") {
          fresh.push(text);
          given -= 1;
        }
      }
    }
    fresh.push(...old.slice(done));
    files.delete(from);
    if (!deleted) files.set(to, fresh.join("\n"));
  }
  return files;
}

function misfit(name: string, line: number, expected: string, found: string | undefined): BinnacleError {
  const where = `data/sample-engine/commits/${name}:${line + 1}`;
  return new BinnacleError("bad-configuration", `${where}: expected ${expected}, found ${found}.`);
}
