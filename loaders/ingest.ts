// Turns a repository and a profile into a current notebook store: walks what is new, derives, and publishes the file in
// one step. A store that is current is left alone; one of another profile or schema is made again from the kept facts.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { BinnacleError } from "./error.ts";
import { EXTRACTOR_VERSION, Facts } from "./facts/source.ts";
import { calendarDay, mergeBase, pullRequestOf, subjectOf } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import type { Oid, Profile, Tag } from "./model.ts";
import { type Plan, type PlannedCommit, planWalk } from "./plan.ts";
import { Database, replaceStore } from "./store/database.ts";
import { FactCache } from "./store/fact-cache.ts";
import {
  appendCommits,
  appendSpans,
  createTables,
  cutBack,
  goneSites,
  type Meta,
  readMeta,
  SCHEMA,
  type StoredCommit,
  siteOf,
  storedLine,
  takeOpen,
  writeMeta,
} from "./store/notebook.ts";
import { explainProfile } from "./surface/explain.ts";
import { byPlace } from "./surface/identity.ts";
import { KINDS, type Kind } from "./surface/rows.ts";
import type { Span } from "./surface/spans.ts";
import { type DatedEvent, Timeline } from "./surface/timeline.ts";
import { SurfaceWalk } from "./surface/walk.ts";
import { VERSION } from "./version.ts";

export interface IngestOptions {
  readonly repo: Repository;
  readonly profile: Profile;
  /** Path of the notebook file. */
  readonly store: string;
  /** What the notebook calls the repository: `ROCm/ATOM`. */
  readonly name: string;
  readonly branch?: string;
  /** A revision or a date, `2026-01-01`; older commits are not looked at. */
  readonly since?: string;
  readonly allParents?: boolean;
  /** Facts are saved this often in a long walk, in bytes that were parsed, so that a killed run costs little. */
  readonly saveEvery?: number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: "commits" | "walk" | "write";
  readonly done: number;
  readonly total: number;
  readonly what: string;
}

/** What a run did. */
export interface Ingested {
  readonly store: string;
  readonly head: Oid;
  readonly commits: number;
  /** Commits that were walked now. */
  readonly walked: number;
  /** Positions given up because the tip is no descendant of the stored one. */
  readonly cut: number;
  readonly rebuilt: boolean;
  readonly events: number;
  readonly parsedBytes: number;
  readonly warnings: readonly string[];
}

const SAVE_EVERY = 16 * 2 ** 20;

/** What is stored, as a run finds it. */
interface Known {
  readonly meta: Meta;
  readonly line: readonly StoredCommit[];
  readonly tags: string;
}

/** Makes the store current. Throws what reading git throws, and "store-busy", "store-newer", "store-corrupt", "disk-full". */
export async function ingest(options: IngestOptions): Promise<Ingested> {
  const { repo, store } = options;
  const tip = await repo.resolve(options.branch ?? "HEAD");
  const since = await sinceOf(repo, options.since);
  const digest = digestOf(options, since);
  const tags = await repo.tags();
  const before = await knownStore(store);
  if (before !== null && isCurrent(before, options, tip, digest, tags)) return nothingDone(options, before);
  const cache = await FactCache.open(factsPath(store));
  let known: Known | null = null;
  let plan: Plan = { commits: [], base: -1, floor: null, warnings: [] };
  return replaceStore(
    store,
    // Only now can nobody else write: what was read before may be of another run's time.
    async () => {
      known = await knownStore(store);
      const usable = known !== null && known.meta.digest === digest ? known.line : null;
      plan = await planWalk(repo, tip, usable, { allParents: options.allParents ?? false, since });
      return plan.base < 0;
    },
    (database) => walkPlan(database, options, { tip, digest, tags, cache, known, plan }),
  );
}

function isCurrent(known: Known, options: IngestOptions, tip: Oid, digest: string, tags: readonly Tag[]): boolean {
  const { meta } = known;
  return (
    meta.head === tip && meta.digest === digest && meta.branch === branchOf(options) && known.tags === tagList(tags)
  );
}

function nothingDone({ store }: IngestOptions, { meta, line }: Known): Ingested {
  const none = { walked: 0, cut: 0, rebuilt: false, events: 0, parsedBytes: 0 };
  return { store, head: meta.head, commits: line.length, ...none, warnings: meta.warnings };
}

interface Run {
  readonly tip: Oid;
  readonly digest: string;
  readonly tags: readonly Tag[];
  readonly cache: FactCache;
  readonly known: Known | null;
  readonly plan: Plan;
}

async function walkPlan(database: Database, options: IngestOptions, run: Run): Promise<Ingested> {
  const { repo, profile, store } = options;
  const { known, plan, cache } = run;
  const facts = new Facts(cache);
  const walk = new SurfaceWalk(repo, profile, facts);
  const kept = known?.line.slice(0, plan.base + 1) ?? [];
  const resumed = plan.base < 0 ? null : await resume(database, kept, repo, walk);
  if (!resumed) await createTables(database);
  const timeline = new Timeline(repo, profile, walk, resumed);
  const { events, firstMatch } = await walkCommits(database, timeline, plan, facts, cache, options);
  const meta = metaOf(options, run, walk, firstMatch, kept);
  await writeEvents(database, events, meta);
  await writeTags(database, repo, run.tags, [
    ...kept.map(({ oid }) => oid),
    ...plan.commits.map(({ commit }) => commit.oid),
  ]);
  await writeMeta(database, meta);
  await cache.save();
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

/** Where the facts of a store are kept. */
export function factsPath(store: string): string {
  return store.replace(/(\.duckdb)?$/, ".facts.duckdb");
}

async function knownStore(store: string): Promise<Known | null> {
  if (!existsSync(store)) return null;
  const database = await Database.read(store);
  try {
    const meta = await readMeta(database);
    if (meta === null) return null;
    const tags = await database.rows<Tag>("SELECT name, oid FROM tag");
    return { meta, line: await storedLine(database), tags: tagList(tags) };
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

function tagList(tags: readonly Tag[]): string {
  const rows = tags.map(({ name, oid }) => `${name} ${oid}`);
  return rows.toSorted().join("\n");
}

function branchOf({ repo, branch }: IngestOptions): string | null {
  return branch ?? repo.branch;
}

/** Of all that decides the rows, the tip and its ancestors apart. */
function digestOf(options: IngestOptions, since: Oid | number | null): string {
  const decides = [
    SCHEMA,
    VERSION,
    EXTRACTOR_VERSION,
    options.profile,
    options.allParents ?? false,
    since,
    options.name,
    // A clone that has been deepened has a longer history behind the same tip.
    [...options.repo.shallow].toSorted(),
  ];
  return createHash("sha256").update(JSON.stringify(decides)).digest("hex").slice(0, 32);
}

/** What `--since` says: a commit, or the second at which a day begins (UTC). Throws "bad-usage", "unknown-revision". */
export async function sinceOf(repo: Repository, since: string | undefined): Promise<Oid | number | null> {
  if (since === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since)) return repo.resolve(since);
  const day = Date.parse(`${since}T00:00:00Z`) / 1000;
  if (Number.isFinite(day)) return day;
  throw new BinnacleError(
    "bad-usage",
    `--since is ${since}, which is no day. Pass a day of the calendar, or a revision.`,
  );
}

async function resume(database: Database, kept: readonly StoredCommit[], repo: Repository, walk: SurfaceWalk) {
  await cutBack(database, kept.length - 1, KINDS);
  const gone = (await goneSites(database))
    .toSorted((a, b) => a.last - b.last || byPlace([a.id, a.site], [b.id, b.site]))
    .map(({ id, site }) => [id, site] as const);
  const open = new Map<Kind, Span[]>();
  const lives = new Map<Kind, Map<string, number>>();
  for (const kind of KINDS) {
    const stored = await takeOpen(database, kind);
    open.set(kind, stored.open);
    lives.set(kind, stored.lives);
  }
  const last = kept.findLast(({ onLine }) => onLine);
  if (last !== undefined) await walk.goTo((await repo.commit(last.oid)).tree);
  walk.surface();
  const sites = new Map((open.get("site") ?? []).map((span) => [span.row.id, siteOf(span.row)]));
  return { open, lives, sites, gone };
}

async function walkCommits(
  database: Database,
  timeline: Timeline,
  { commits, base }: Plan,
  facts: Facts,
  cache: FactCache,
  options: IngestOptions,
) {
  const events: DatedEvent[] = [];
  let firstMatch: number | null = null;
  let saved = 0;
  for (const [at, { commit, onLine }] of commits.entries()) {
    const position = base + 1 + at;
    const found = onLine ? await timeline.advance(commit, position) : await timeline.aside(commit, position);
    if (onLine && found.some((event) => event.side !== "dropped")) firstMatch ??= position;
    events.push(...found);
    options.onProgress?.({ phase: "walk", done: at + 1, total: commits.length, what: subjectOf(commit.message) });
    if (facts.parsed - saved < (options.saveEvery ?? SAVE_EVERY)) continue;
    saved = facts.parsed;
    await cache.save();
  }
  options.onProgress?.({ phase: "write", done: 0, total: 1, what: "" });
  for (const [kind, spans] of timeline.takeClosed()) await appendSpans(database, kind, spans);
  for (const [kind, spans] of timeline.open()) await appendSpans(database, kind, spans);
  await appendCommits(database, commitRows(commits, base + 1));
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

/** From which position on, if any, and why births are floors. */
function floorsOf({ plan, known }: Run, kept: readonly StoredCommit[], firstMatch: number | null) {
  const old = plan.base >= 0 ? (known?.meta ?? null) : null;
  const lineFloor = old?.lineFloor ?? plan.floor ?? "root";
  const floorPosition =
    old !== null && old.floorPosition >= 0 && old.floorPosition <= plan.base ? old.floorPosition : (firstMatch ?? -1);
  const beginning = [...kept, ...plan.commits].findIndex(({ onLine }) => onLine);
  return { lineFloor, floorPosition, floor: floorPosition > beginning ? "profile" : lineFloor };
}

function metaOf(
  options: IngestOptions,
  run: Run,
  walk: SurfaceWalk,
  firstMatch: number | null,
  kept: readonly StoredCommit[],
): Meta {
  const { repo, profile } = options;
  const nothing = walk.surface().sites.length === 0 ? explainProfile(walk.tree, profile).nothing : null;
  return {
    schema: SCHEMA,
    version: VERSION,
    repository: options.name,
    branch: branchOf(options),
    head: run.tip,
    forge: repo.forge ?? profile.forge,
    profile: profile.name,
    digest: run.digest,
    walk: options.allParents ? "all-parents" : "first-parent",
    ...floorsOf(run, kept, firstMatch),
    warnings: [...repo.warnings, ...run.plan.warnings, ...unseen(walk), ...(nothing === null ? [] : [nothing])],
    layers: profile.layers.map(({ name, miss }) => ({ name, miss })),
    pairings: profile.layers.flatMap((layer) =>
      layer.pairings.map((each) => ({
        layer: layer.name,
        broadcaster: each.broadcaster,
        answerer: each.answerer,
        when: each.when,
        path: each.says.path,
        text: each.says.text,
        stands: stands(walk, each.says),
      })),
    ),
  };
}

/** Files of the head that are not looked at; what was none before is a span of the kind `dropped`. */
function unseen(walk: SurfaceWalk): string[] {
  const dropped = walk.surface().dropped.filter(({ reason }) => reason === "too-large" || reason === "not-text");
  return dropped.map(({ path, text }) => `${path} is not looked at: ${text}.`);
}

/** Whether a pairing's evidence still stands where the profile says. */
function stands(walk: SurfaceWalk, says: { readonly path: string; readonly text: string }): boolean {
  const file = walk.tree.files.get(says.path);
  return (
    file !== undefined && Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length).includes(says.text)
  );
}

async function writeEvents(database: Database, events: readonly DatedEvent[], meta: Meta): Promise<void> {
  let ordinal = 0;
  let before = -1;
  const rows = events.map((event) => {
    ordinal = event.position === before ? ordinal + 1 : 0;
    before = event.position;
    const { of, ...rest } = event;
    // What cannot be seen is older than the first match too, where the line itself begins.
    const floor = event.position === meta.floorPosition ? meta.floor : event.position === 0 ? meta.lineFloor : null;
    return { ...rest, name: of, ordinal, floor };
  });
  if (rows.length > 0) await database.append("event", rows);
}

/** Tags on the line stand on their commit; one cut off it stands where it left. */
async function writeTags(
  database: Database,
  repo: Repository,
  tags: readonly Tag[],
  line: readonly Oid[],
): Promise<void> {
  await database.run("DELETE FROM tag");
  const positions = new Map(line.map((oid, at) => [oid, at]));
  const rows = [];
  for (const tag of tags) rows.push(await tagRow(repo, tag, line, positions));
  if (rows.length > 0) await database.append("tag", rows);
}

async function tagRow(repo: Repository, tag: Tag, line: readonly Oid[], positions: ReadonlyMap<Oid, number>) {
  const on = positions.get(tag.oid);
  const tip = line.at(-1);
  let position = on ?? null;
  let time = 0;
  try {
    time = (await repo.commit(tag.oid)).time;
    if (on === undefined && tip !== undefined) {
      const left = await mergeBase(repo, tip, tag.oid);
      position = left === null ? null : (positions.get(left) ?? null);
    }
  } catch {
    // A tag of a commit that is not here (a shallow clone) is kept by name alone.
  }
  return { name: tag.name, oid: tag.oid, position, time, on_line: on !== undefined };
}
