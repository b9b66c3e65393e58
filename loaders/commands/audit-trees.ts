// Turns the flags of an audit into the trees that are judged, and what each is compared with: revisions, the index, the
// work tree, merges made in memory.

import picomatch from "picomatch";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { mergeBase } from "../git/history.ts";
import { mergeSnapshot } from "../git/merge.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, indexSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import type { Oid } from "../model.ts";
import { type Flags, listFlag, textFlag } from "./context.ts";
import type { Output } from "./output.ts";

/** One tree to judge. */
export interface Judged {
  readonly now: Snapshot;
  /** None: a full audit. */
  readonly before: readonly Snapshot[];
  /** The commit it is compared with, for the report; null of a full audit and of a merge. */
  readonly base: Oid | null;
  readonly notices: readonly string[];
}

/** Throws "bad-usage" for flags that do not go together, and what opening trees throws. */
export async function judgedBy(repo: Repository, flags: Flags, output: Output): Promise<readonly Judged[]> {
  const merge = listFlag(flags, "merge");
  const given = ["at", "staged", "merge"].filter((flag) => flags[flag] !== undefined);
  if (given.length > 1)
    throw new BinnacleError("bad-usage", `--${given[0]} and --${given[1]} both say what is judged. Pass one of them.`);
  if (merge.length > 0) {
    if (flags.base !== undefined)
      throw new BinnacleError("bad-usage", "--merge is compared with both of its sides. Leave --base out.");
    return merges(repo, merge, output);
  }
  const judged: Judged[] = [];
  for (const { now, notices } of await trees(repo, flags)) {
    const base = await baseOf(repo, now, flags);
    judged.push({ now, before: base === null ? [] : [await commitSnapshot(repo, base)], base, notices });
  }
  return judged;
}

async function trees(
  repo: Repository,
  flags: Flags,
): Promise<readonly { now: Snapshot; notices: readonly string[] }[]> {
  const revisions = listFlag(flags, "at");
  const plain = async (now: Promise<Snapshot>) => ({ now: await now, notices: [] });
  if (revisions.length > 0) {
    const found = [];
    for (const revision of revisions)
      found.push(await plain(commitSnapshot(repo, await repo.resolve(revision), revision)));
    return found;
  }
  if (flags.staged === true) return [await plain(indexSnapshot(repo))];
  if (repo.workTree === null) return [await plain(commitSnapshot(repo, await repo.resolve("HEAD"), "HEAD"))];
  const now = await worktreeSnapshot(repo);
  return [{ now, notices: now.notices }];
}

/** The merge base with --base; of what is staged, HEAD. */
async function baseOf(repo: Repository, { heads, name }: Snapshot, flags: Flags): Promise<Oid | null> {
  const revision = textFlag(flags, "base");
  const [head] = heads;
  if (head === undefined) return null;
  if (revision === null) return flags.staged === true ? head : null;
  const other = await repo.resolve(revision);
  const base = await mergeBase(repo, head, other);
  if (base !== null) return base;
  throw new BinnacleError(
    "unknown-revision",
    `${name} and ${revision} have no common history${repo.shallow.size > 0 ? " in this shallow clone" : ""}. Pass a revision of the same history as --base${repo.shallow.size > 0 ? ', or run "git fetch --unshallow"' : ""}.`,
  );
}

/** The merges of the first with each of the others; a pattern stands for all branches it matches. */
async function merges(repo: Repository, names: readonly string[], output: Output): Promise<readonly Judged[]> {
  const [first, ...others] = names.flatMap((name) => name.split(/\s+/).filter((part) => part !== ""));
  if (first === undefined || others.length === 0)
    throw new BinnacleError(
      "bad-usage",
      '--merge wants two or more: the branch to merge into, then branches or patterns. For example: --merge main --merge "feature/*"',
    );
  const into = await repo.resolve(first);
  const judged: Judged[] = [];
  for (const { name, oid } of await branchesOf(repo, others)) {
    if (oid === into) continue;
    const now = await mergeSnapshot(repo, into, oid, { names: [first, name] });
    if (!now.clean)
      output.note(
        `${name}: the merge with ${first} conflicts in ${now.conflicts.size} ${now.conflicts.size === 1 ? "file" : "files"}; these are judged with both sides in them.`,
      );
    const before = [await commitSnapshot(repo, into, first), await commitSnapshot(repo, oid, name)];
    judged.push({ now, before, base: null, notices: [] });
  }
  return judged;
}

async function branchesOf(
  repo: Repository,
  patterns: readonly string[],
): Promise<readonly { name: string; oid: Oid }[]> {
  const found: { name: string; oid: Oid }[] = [];
  const branches = patterns.some((pattern) => /[*?[{]/.test(pattern)) ? await repo.branches() : [];
  for (const pattern of patterns) {
    if (!/[*?[{]/.test(pattern)) {
      found.push({ name: pattern, oid: await repo.resolve(pattern) });
      continue;
    }
    const matches = picomatch(pattern, { dot: true });
    const matching = branches.filter(({ name }) => matches(name));
    if (matching.length === 0)
      throw new BinnacleError(
        "unknown-revision",
        `No branch matches "${pattern}". There are ${branches.length}, ${branches[0]?.name ?? ""} first.`,
      );
    found.push(...matching);
  }
  return found;
}
