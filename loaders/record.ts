// Walks what is new of a repository into its notebook store: plans, resumes, derives, and publishes the file in one step.
// A store of another profile or schema is made again, from the facts that are kept.

import { existsSync } from "node:fs";
import { whyAgain } from "./again.ts";
import { describe, writeEvents, writeTags } from "./describe.ts";
import { BinnacleError } from "./error.ts";
import { Ahead } from "./facts/ahead.ts";
import { Facts } from "./facts/source.ts";
import { calendarDay, pullRequestOf, subjectOf } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import type { Tag } from "./model.ts";
import { type Plan, type PlannedCommit, planWalk } from "./plan.ts";
import { besideStore, readStamp, type Stamp, versionOf } from "./stamp.ts";
import { ADDITIONS, forget } from "./store/additions.ts";
import { Database, replaceStore } from "./store/database.ts";
import { FactCache } from "./store/fact-cache.ts";
import {
  appendCommits,
  createTables,
  cutBack,
  goneSites,
  readMeta,
  readOpen,
  type StoredCommit,
  saveSpans,
  siteOf,
  storedLine,
  writeMeta,
} from "./store/notebook.ts";
import { byPlace } from "./surface/identity.ts";
import { KINDS, type Kind } from "./surface/rows.ts";
import type { Span } from "./surface/spans.ts";
import { type DatedEvent, READ_AHEAD, Timeline } from "./surface/timeline.ts";
import { SurfaceWalk } from "./surface/walk.ts";
import {
  type Ingested,
  type IngestOptions,
  isCurrent,
  type Known,
  nothingDone,
  type Run,
  type Target,
  tagList,
} from "./target.ts";

const SAVE_EVERY = 16 * 2 ** 20;
/** A walk of so many commits is worth a second thread, which costs some megabytes and most of a tenth of a second. */
const LONG_WALK = 100;

/** Records a target, unless the store turns out to hold it already. Throws what `ingest` throws. */
export async function record(options: IngestOptions, target: Target): Promise<Ingested> {
  const { repo, store } = options;
  const { tip, decided, digest, tags, sought } = target;
  const { since } = decided;
  const version = versionOf(store);
  const cache = new FactCache(besideStore(store, ".facts.duckdb"));
  const walk = new SurfaceWalk(repo, options.profile, new Facts(cache));
  const [before] = await whole([knownStore(store), cache.load(), standAtLast(walk, repo, readStamp(store), digest)]);
  if (before !== null && before !== "older" && isCurrent({ ...before.meta, tags: before.tags }, sought))
    return nothingDone(store, { ...before.meta, commits: before.line.length });
  let found = before;
  let known: Known | null = null;
  let plan: Plan = { commits: [], base: -1, floor: null, warnings: [] };
  return replaceStore(
    store,
    // Only now can nobody else write: what was read before may be of another run's time.
    async () => {
      if (versionOf(store) !== version) found = await knownStore(store);
      known = found === "older" ? null : found;
      const usable = known !== null && known.meta.digest === digest ? known.line : null;
      const named = { tip: options.branch ?? "HEAD", since: options.since ?? "" };
      if (found !== null && usable === null)
        options.onAgain?.(whyAgain(store, found === "older" ? found : found.meta, decided, options.since ?? null));
      plan = await planWalk(repo, tip, usable, { allParents: options.allParents ?? false, since, named });
      return plan.base < 0;
    },
    (database) => walkPlan(database, options, { tip, decided, digest, tags, cache, walk, known, plan }),
  );
}

/**
 * Goes to where the last run ended, while DuckDB opens what that stored: a walk goes on from there, or from near by. What
 * cannot be read there is met again by whoever has to read it.
 */
async function standAtLast(walk: SurfaceWalk, repo: Repository, last: Stamp | null, digest: string): Promise<void> {
  if (last?.digest !== digest) return;
  await repo.commit(last.head).then(
    ({ tree }) => walk.goTo(tree).catch(() => walk.goTo(null)),
    () => undefined,
  );
}

async function walkPlan(database: Database, options: IngestOptions, run: Run): Promise<Ingested> {
  const { repo, profile, store } = options;
  const { known, plan, cache, walk } = run;
  const { facts } = walk;
  const ahead = plan.commits.length < LONG_WALK ? null : new Ahead();
  if (ahead) facts.lookAhead(ahead);
  const kept = known?.line.slice(0, plan.base + 1) ?? [];
  const resumed = plan.base < 0 ? null : await resume(database, kept, repo, walk);
  if (!resumed) {
    await walk.goTo(null);
    await createTables(database);
  }
  const timeline = new Timeline(repo, profile, walk, resumed);
  const { events, firstMatch } = await walkCommits(timeline, plan, facts, cache, options).finally(() => ahead?.close());
  const meta = describe(options, run, walk, firstMatch, kept);
  const line = [...kept.map(({ oid }) => oid), ...plan.commits.map(({ commit }) => commit.oid)];
  const write = async () => {
    for (const [kind, lacking] of timeline.toWrite()) await saveSpans(database, kind, lacking);
    for (const addition of resumed ? ADDITIONS.filter((each) => known && each in known.meta) : [])
      await forget(database, addition);
    await appendCommits(database, commitRows(plan.commits, plan.base + 1));
    await writeEvents(database, events, meta);
    if (!resumed || areTagsMoved(run)) await writeTags(database, repo, run.tags, line);
    await writeMeta(database, meta);
  };
  options.onProgress?.({ phase: "write", done: 0, total: 1, what: "" });
  // Handed over before the rows are, facts are on disk by the time those are.
  let saving: Promise<void> | null = null;
  if (cache.isWorthSaving) await new Promise<void>((handed) => (saving = cache.save(handed)));
  await whole([write(), saving]);
  return {
    store,
    head: run.tip,
    commits: kept.length + plan.commits.length,
    walked: plan.commits.length,
    cut: known !== null && known.meta.digest === run.digest ? known.line.length - kept.length : 0,
    rebuilt: known !== null && known.meta.digest !== run.digest,
    events: events.length,
    parsedBytes: facts.parsed,
    warnings: meta.warnings,
  };
}

/**
 * Whether tags may stand elsewhere than they are stored: there are others, one was ahead of the line, the line was cut, or a
 * merge may have brought in what a tag off the line stands on.
 */
function areTagsMoved({ known, plan, tags }: Run): boolean {
  if (known === null || known.ahead || known.tags !== tagList(tags)) return true;
  if (plan.base !== known.line.length - 1) return true;
  return plan.commits.some(({ commit, onLine }) => !onLine || commit.parents.length > 1);
}

/** What is stored; null where nothing is, "older" of a store that this Binnacle makes anew. */
async function knownStore(store: string): Promise<Known | "older" | null> {
  if (!existsSync(store)) return null;
  const database = await Database.read(store);
  try {
    const meta = await readMeta(database);
    if (meta === null) return (await database.query("SELECT 1 FROM duckdb_tables() LIMIT 1")).rows[0] ? "older" : null;
    const tags = await database.rows<Tag & { position: number | null; on_line: boolean }>(
      "SELECT name, oid, position, on_line FROM tag",
    );
    const line = await storedLine(database);
    const ahead = tags.some((tag) => !tag.on_line && tag.position === line.length - 1);
    return { meta, line, tags: tagList(tags), ahead };
  } catch (thrown) {
    if (!(thrown instanceof BinnacleError) || thrown.code === "disk-full") throw thrown;
    throw new BinnacleError(
      thrown.code === "bad-query" ? "store-corrupt" : thrown.code,
      `${store}: ${thrown.message}`,
      {
        cause: thrown,
      },
    );
  } finally {
    database.close();
  }
}

async function resume(database: Database, kept: readonly StoredCommit[], repo: Repository, walk: SurfaceWalk) {
  await cutBack(database, kept.length - 1, KINDS);
  const gone = (await goneSites(database))
    .toSorted((a, b) => a.last - b.last || byPlace([a.id, a.site], [b.id, b.site]))
    .map(({ id, site }) => [id, site] as const);
  const last = kept.findLast(({ onLine }) => onLine);
  // The store reads while the walk catches up.
  const [stored] = await whole([
    Promise.all(KINDS.map(async (kind) => [kind, await readOpen(database, kind)] as const)),
    last === undefined ? null : repo.commit(last.oid).then(({ tree }) => walk.goTo(tree)),
  ]);
  const open = new Map<Kind, Span[]>(stored.map(([kind, each]) => [kind, each.open]));
  const lives = new Map<Kind, Map<string, number>>(stored.map(([kind, each]) => [kind, each.lives]));
  walk.surface();
  const sites = new Map((open.get("site") ?? []).map((span) => [span.row.id, siteOf(span.row)]));
  return { open, lives, sites, gone };
}

async function walkCommits(
  timeline: Timeline,
  { commits, base }: Plan,
  facts: Facts,
  cache: FactCache,
  options: IngestOptions,
) {
  const events: DatedEvent[] = [];
  let firstMatch: number | null = null;
  let saved = 0;
  const line = commits.filter(({ onLine }) => onLine).map(({ commit }) => commit);
  let taken = 0;
  for (const [at, { commit, onLine }] of commits.entries()) {
    const position = base + 1 + at;
    const found = onLine
      ? await timeline.advance(commit, position, line.slice(taken, taken++ + READ_AHEAD))
      : await timeline.aside(commit, position);
    if (onLine && found.some((event) => event.side !== "dropped")) firstMatch ??= position;
    events.push(...found);
    options.onProgress?.({ phase: "walk", done: at + 1, total: commits.length, what: subjectOf(commit.message) });
    if (facts.parsed - saved < (options.saveEvery ?? SAVE_EVERY)) continue;
    saved = facts.parsed;
    await cache.save();
  }
  return { events, firstMatch };
}

function commitRows(commits: readonly PlannedCommit[], first: number) {
  let merge: string | undefined;
  const rows = [];
  for (const [at, { commit, onLine }] of [...commits.entries()].reverse()) {
    // What a merge brought in stands right before it.
    if (onLine) merge = subjectOf(commit.message);
    rows.push({
      commit,
      onLine,
      position: first + at,
      day: calendarDay(commit),
      pr: onLine ? pullRequestOf(commit.message) : pullRequestOf(commit.message, merge),
      subject: subjectOf(commit.message),
    });
  }
  return rows.reverse();
}

/** All answers, when all are there: what failed is thrown only after nothing is under way any more. */
async function whole<Answers extends readonly unknown[]>(
  parts: readonly [...{ [At in keyof Answers]: Answers[At] | Promise<Answers[At]> }],
): Promise<Answers> {
  await Promise.allSettled(parts);
  return Promise.all(parts) as unknown as Promise<Answers>;
}
