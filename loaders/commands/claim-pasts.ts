// Finds the lives of claims on the line behind a tree: the line is walked once for all of them, from where it was left the
// last time. The store is made current only where a claim asks the surface.

import { join } from "node:path";
import { leavesOf } from "../claims/answers.ts";
import type { ClaimPast } from "../claims/finding.ts";
import { keptLives } from "../claims/life-ledger.ts";
import type { Claim } from "../claims/pin.ts";
import { StoredLine } from "../claims/stored-line.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import { calendarDay, pullRequestOf, walkLine } from "../git/history.ts";
import { type Repository, repositoryIdentity } from "../git/repository.ts";
import type { Commit, Moment, Oid } from "../model.ts";
import { besideStore } from "../stamp.ts";
import { FactCache } from "../store/fact-cache.ts";
import { codeStamp } from "../version.ts";
import { type Context, cacheFolder, type Flags, openContext } from "./context.ts";
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
): Promise<ReadonlyMap<Claim, ClaimPast>> {
  if (claims.length === 0) return new Map();
  const context = claims.some(asksSurface) ? await contextOrNone(flags) : null;
  const { commits, floor } = await walkLine(repo, head, { allParents: false });
  const line = commits.map(({ oid }) => oid);
  const opened = new Surfaces(context, line, { repo, head, flags, output });
  const cache = context === null ? null : new FactCache(besideStore(context.store, ".facts.duckdb"));
  await cache?.load();
  const bar = progressBar(output.terminal);
  try {
    const lives = await keptLives(claims, {
      repo,
      facts: cache === null ? new Facts() : new Facts(cache),
      line,
      surface: () => opened.open(),
      folder: join(cacheFolder(), await repositoryIdentity(repo), "claims"),
      decides: JSON.stringify([codeStamp(), context?.profile ?? null]),
      onProgress: (done, total) => bar.onProgress({ phase: "claims", done, total, what: "" }),
    });
    await cache?.save();
    const momentAt = (at: number) => momentOf(commits[at]!);
    return new Map([...lives].map(([claim, life]) => [claim, { life, momentOf: momentAt, floor }]));
  } finally {
    bar.done();
    await opened.close();
  }
}

/** Null where no profile is given and nothing in the code proposes one. */
async function contextOrNone(flags: Flags): Promise<Context | null> {
  try {
    return await openContext(flags);
  } catch (thrown) {
    if (thrown instanceof BinnacleError && thrown.code === "nothing-matches") return null;
    throw thrown;
  }
}

function asksSurface({ pins }: Claim): boolean {
  return pins.some(({ asked }) => leavesOf(asked.question).some(({ about }) => about !== "files"));
}

function momentOf(commit: Commit): Moment {
  return { commit: commit.oid, pr: pullRequestOf(commit.message), date: calendarDay(commit) };
}

/** The store's surface along the line, opened when it is asked for first; each asker walks one of its own. */
class Surfaces {
  readonly #context: Context | null;
  readonly #line: readonly Oid[];
  readonly #asked: PastsAsked;
  readonly #lines: StoredLine[] = [];
  #store: Promise<string> | null = null;

  constructor(context: Context | null, line: readonly Oid[], asked: PastsAsked) {
    this.#context = context;
    this.#line = line;
    this.#asked = asked;
  }

  async open(): Promise<StoredLine | null> {
    if (this.#context === null) return null;
    this.#store ??= this.#current(this.#context);
    const line = await StoredLine.open(await this.#store, this.#line);
    this.#lines.push(line);
    return line;
  }

  /** The store of the repository's own line where that has the commit; else one of its own, so that the line stays. */
  async #current(context: Context): Promise<string> {
    const { flags, output, head, repo } = this.#asked;
    await current(context, flags, output);
    const own = await StoredLine.open(context.store, this.#line);
    await own.close();
    if (own.isWhole) return context.store;
    const aside = { ...context, repo, store: besideStore(context.store, ".aside.duckdb") };
    await current(aside, { ...flags, branch: head }, output);
    return aside.store;
  }

  async close(): Promise<void> {
    for (const line of this.#lines) await line.close();
  }
}
