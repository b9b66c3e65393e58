// Finds the lives of claims on the line behind a tree: the store is made current for claims that ask the surface, and the
// line is walked once for all of them.

import { leavesOf } from "../claims/answers.ts";
import type { ClaimPast } from "../claims/finding.ts";
import { type Life, livesOf, type SurfaceLine } from "../claims/life.ts";
import type { Claim } from "../claims/pin.ts";
import { StoredLine } from "../claims/stored-line.ts";
import type { Facts } from "../facts/source.ts";
import { calendarDay, pullRequestOf, walkLine } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import type { Commit, Moment, Oid } from "../model.ts";
import { type Flags, openContext } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export interface PastsAsked {
  readonly repo: Repository;
  /** The commit whose line is walked. */
  readonly head: Oid;
  readonly flags: Flags;
  readonly output: Output;
}

/** The past of each claim. Throws what walking and reading a store throw. */
export async function claimPasts(
  claims: readonly Claim[],
  { repo, head, flags, output }: PastsAsked,
  facts: Facts,
): Promise<ReadonlyMap<Claim, ClaimPast>> {
  if (claims.length === 0) return new Map();
  const asksSurface = claims.some(({ pins }) =>
    pins.some(({ asked }) => leavesOf(asked.question).some(({ about }) => about !== "files")),
  );
  const { commits, floor } = await walkLine(repo, head, { allParents: false });
  const line = commits.map(({ oid }) => oid);
  const surface: (SurfaceLine & { close(): Promise<void> }) | null = asksSurface
    ? await storedLine(line, { head, flags, output })
    : null;
  const bar = progressBar(output.terminal);
  try {
    const onProgress = (done: number, total: number) => bar.onProgress({ phase: "claims", done, total, what: "" });
    const lives = await livesOf(claims, { repo, facts, line, surface, onProgress });
    return new Map(
      [...lives].map(([claim, life]) => [claim, { life, momentOf: (at) => momentOf(commits[at]!), floor }]),
    );
  } finally {
    bar.done();
    await surface?.close();
  }
}

function momentOf(commit: Commit): Moment {
  return { commit: commit.oid, pr: pullRequestOf(commit.message), date: calendarDay(commit) };
}

/** The store's surface along a line; it is made current with the line's head first. */
async function storedLine(
  line: readonly Oid[],
  { head, flags, output }: Omit<PastsAsked, "repo">,
): Promise<StoredLine> {
  const walked: Flags = { ...flags, branch: head };
  const context = await openContext(walked);
  await current(context, walked, output);
  return StoredLine.open(context.store, line);
}

export type { Life };
