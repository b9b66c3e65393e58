// Turns a repository and a profile into a current notebook store: walks what is new, derives, and publishes the file in
// one step. A store that is current is left alone; one of another profile or schema is made again from the kept facts.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { EXTRACTOR_VERSION, Facts } from "./facts/source.ts";
import { calendarDay, mergeBase, pullRequestOf, subjectOf, walkLine } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import type { Commit, Oid, Profile, Tag } from "./model.ts";
import { Database, replaceStore } from "./store/database.ts";
import { FactCache } from "./store/fact-cache.ts";
import {
  appendCommits,
  appendSpans,
  createTables,
  cutBack,
  type Meta,
  readMeta,
  SCHEMA,
  siteOf,
  storedLine,
  takeOpen,
  writeMeta,
} from "./store/notebook.ts";
import { KINDS, type Kind } from "./surface/rows.ts";
import type { Span } from "./surface/spans.ts";
import { type DatedEvent, Timeline } from "./surface/timeline.ts";
import { SurfaceWalk } from "./surface/walk.ts";
import { loadGrammars } from "./syntax/grammar.ts";
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

/** Facts are saved this often in a long walk, in commits, so that a killed run costs little. */
const SAVE_EVERY = 5000;

/** Makes the store current. Throws what reading git throws, and "store-busy", "store-newer", "disk-full". */
export async function ingest(options: IngestOptions): Promise<Ingested> {
  const { repo, profile, store } = options;
  const tip = await repo.resolve(options.branch ?? "HEAD");
  const digest = digestOf(options);
  const known = await knownStore(store);
  if (known && known.meta.head === tip && known.meta.digest === digest) {
    return {
      store,
      head: tip,
      commits: known.line.length,
      walked: 0,
      cut: 0,
      rebuilt: false,
      events: 0,
      parsedBytes: 0,
      warnings: known.meta.warnings,
    };
  }
  const reuse = known !== null && known.meta.digest === digest;
  const warnings = [...repo.warnings];
  const since = await sinceOf(repo, options.since);
  const walked = await walkLine(repo, tip, {
    allParents: options.allParents ?? false,
    ...(since === null ? {} : { since }),
    ...(reuse ? { until: new Set(known.line) } : {}),
    onWarning: (line) => warnings.push(line),
  });
  const base = reuse ? basePosition(known.line, walked.commits, tip) : -1;
  const cache = await FactCache.open(factsPath(store));
  const facts = new Facts(cache);
  await loadGrammars(["python"]);
  return replaceStore(store, !(reuse && base >= 0), async (database) => {
    const walk = new SurfaceWalk(repo, profile, facts);
    const resumed = reuse && base >= 0 ? await resume(database, known.line, base, repo, walk) : null;
    if (!resumed) await createTables(database);
    const timeline = new Timeline(repo, profile, walk, resumed);
    const first = base + 1;
    const { events, firstMatch } = await walkCommits(database, timeline, walked.commits, first, cache, options);
    const meta = await metaOf(
      options,
      tip,
      digest,
      walked.floor,
      known?.meta ?? null,
      reuse,
      firstMatch,
      walk,
      warnings,
    );
    await writeEvents(database, events, meta);
    await writeTags(database, repo, [
      ...(reuse ? known.line.slice(0, base + 1) : []),
      ...walked.commits.map((commit) => commit.oid),
    ]);
    await writeMeta(database, meta);
    await cache.save();
    return {
      store,
      head: tip,
      commits: first + walked.commits.length,
      walked: walked.commits.length,
      cut: reuse ? known.line.length - 1 - base : 0,
      rebuilt: known !== null && !reuse,
      events: events.length,
      parsedBytes: facts.parsed,
      warnings,
    };
  });
}

/** Where the facts of a store are kept. */
export function factsPath(store: string): string {
  return store.replace(/(\.duckdb)?$/, ".facts.duckdb");
}

async function knownStore(store: string): Promise<{ meta: Meta; line: Oid[] } | null> {
  if (!existsSync(store)) return null;
  const database = await Database.read(store);
  try {
    const meta = await readMeta(database);
    return meta ? { meta, line: await storedLine(database) } : null;
  } finally {
    database.close();
  }
}

function digestOf(options: IngestOptions): string {
  const decides = [
    SCHEMA,
    EXTRACTOR_VERSION,
    options.profile,
    options.allParents ?? false,
    options.since ?? null,
    options.name,
  ];
  return createHash("sha256").update(JSON.stringify(decides)).digest("hex").slice(0, 32);
}

async function sinceOf(repo: Repository, since: string | undefined): Promise<Oid | number | null> {
  if (since === undefined) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(since) ? Date.parse(`${since}T00:00:00Z`) / 1000 : Number.NaN;
  return Number.isFinite(day) ? day : repo.resolve(since);
}

/** The position that the new commits stand on: of the last known commit on the new line; -1 where there is none. */
function basePosition(line: readonly Oid[], commits: readonly Commit[], tip: Oid): number {
  const first = commits[0];
  return first ? line.indexOf(first.parents[0] ?? "") : line.indexOf(tip);
}

async function resume(database: Database, line: readonly Oid[], base: number, repo: Repository, walk: SurfaceWalk) {
  if (base < line.length - 1) await cutBack(database, base, KINDS);
  const open = new Map<Kind, Span[]>();
  const lives = new Map<Kind, Map<string, number>>();
  for (const kind of KINDS) {
    const stored = await takeOpen(database, kind);
    open.set(kind, stored.open);
    lives.set(kind, stored.lives);
  }
  await walk.goTo((await repo.commit(line[base] as Oid)).tree);
  walk.surface();
  const sites = new Map((open.get("site") ?? []).map((span) => [span.row.id, siteOf(span.row)]));
  return { open, lives, sites };
}

async function walkCommits(
  database: Database,
  timeline: Timeline,
  commits: readonly Commit[],
  first: number,
  cache: FactCache,
  options: IngestOptions,
) {
  const events: DatedEvent[] = [];
  let firstMatch: number | null = null;
  for (const [at, commit] of commits.entries()) {
    const found = await timeline.advance(commit, first + at);
    if (found.length > 0) firstMatch ??= first + at;
    events.push(...found);
    options.onProgress?.({ phase: "walk", done: at + 1, total: commits.length, what: subjectOf(commit.message) });
    if ((at + 1) % SAVE_EVERY === 0) await cache.save();
  }
  options.onProgress?.({ phase: "write", done: 0, total: 1, what: "" });
  for (const [kind, spans] of timeline.takeClosed()) await appendSpans(database, kind, spans);
  for (const [kind, spans] of timeline.open()) await appendSpans(database, kind, spans);
  await appendCommits(
    database,
    commits.map((commit, at) => ({
      commit,
      position: first + at,
      day: calendarDay(commit),
      pr: pullRequestOf(commit.message),
      subject: subjectOf(commit.message),
    })),
  );
  return { events, firstMatch };
}

async function metaOf(
  options: IngestOptions,
  tip: Oid,
  digest: string,
  floor: string | null,
  old: Meta | null,
  reuse: boolean,
  firstMatch: number | null,
  walk: SurfaceWalk,
  warnings: readonly string[],
): Promise<Meta> {
  const { repo, profile } = options;
  const position = reuse && old && old.floorPosition >= 0 ? old.floorPosition : (firstMatch ?? -1);
  const kind = reuse && old ? old.floor : position > 0 ? "profile" : (floor ?? "root");
  const skipped = [...walk.skipped].map(([path, size]) => `${path} is not looked at: ${size} bytes.`);
  return {
    schema: SCHEMA,
    version: VERSION,
    repository: options.name,
    branch: options.branch ?? repo.branch,
    head: tip,
    forge: repo.forge ?? profile.forge,
    profile: profile.name,
    digest,
    walk: options.allParents ? "all-parents" : "first-parent",
    floor: kind,
    floorPosition: position,
    warnings: [...warnings, ...skipped],
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
    return { ...rest, name: of, ordinal, floor: event.position === meta.floorPosition ? meta.floor : null };
  });
  if (rows.length > 0) await database.append("event", rows);
}

/** Tags on the line stand on their commit; one cut off it stands where it left. */
async function writeTags(database: Database, repo: Repository, line: readonly Oid[]): Promise<void> {
  await database.run("DELETE FROM tag");
  const positions = new Map(line.map((oid, at) => [oid, at]));
  const rows = [];
  for (const tag of await repo.tags()) rows.push(await tagRow(repo, tag, line, positions));
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
