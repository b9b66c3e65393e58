// Describes a walk that is done: what the notebook is of, why births are floors, its events and its tags as rows. It
// derives nothing.

import { mergeBase } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import type { Oid, Outcome, Outcomes, Tag } from "./model.ts";
import type { Database } from "./store/database.ts";
import type { Meta, StoredCommit, ToldOutcome } from "./store/notebook.ts";
import { explainProfile } from "./surface/explain.ts";
import type { DatedEvent } from "./surface/timeline.ts";
import type { SurfaceWalk } from "./surface/walk.ts";
import { branchOf, type IngestOptions, type Run } from "./target.ts";
import { SCHEMA, VERSION } from "./version.ts";

/** The meta of a store whose walk ended at `walk`. */
export function describe(
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
    proposed: options.proposed ?? false,
    digest: run.digest,
    decided: run.decided,
    since: options.since ?? null,
    walk: options.allParents ? "all-parents" : "first-parent",
    ...floorsOf(run, kept, firstMatch),
    warnings: [...repo.warnings, ...run.plan.warnings, ...unseen(walk), ...(nothing === null ? [] : [nothing])],
    layers: profile.layers.map(({ name, miss, outcomes }) => ({
      name,
      miss,
      ...(outcomes ? { outcomes: toldOutcomes(walk, outcomes) } : {}),
    })),
    pairings: profile.layers.flatMap((layer) =>
      layer.pairings.map((each) => ({
        layer: layer.name,
        broadcaster: each.broadcaster,
        answerer: each.answerer,
        when: each.when,
        path: each.says.path,
        text: each.says.text,
        line: lineOf(walk, each.says),
      })),
    ),
  };
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

/** Files of the head that are not looked at; what was none before is a span of the kind `dropped`. */
function unseen(walk: SurfaceWalk): string[] {
  const dropped = walk.surface().dropped.filter(({ reason }) => reason === "too-large" || reason === "not-text");
  return dropped.map(({ path, text }) => `${path} is not looked at: ${text}.`);
}

function toldOutcomes(walk: SurfaceWalk, outcomes: Outcomes): NonNullable<Meta["layers"][number]["outcomes"]> {
  return Object.fromEntries(
    Object.entries(outcomes).map(([kind, { means, says }]: [string, Outcome]): [string, ToldOutcome] => [
      kind,
      { means, at: says === null ? null : { ...says, line: lineOf(walk, says) } },
    ]),
  );
}

/** The first line that holds a profile's evidence where it says; null where none does any more. */
function lineOf(walk: SurfaceWalk, says: { readonly path: string; readonly text: string }): number | null {
  const file = walk.tree.files.get(says.path);
  if (file === undefined) return null;
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const at = bytes.indexOf(says.text);
  return at < 0 ? null : bytes.subarray(0, at).filter((byte) => byte === NEWLINE).length + 1;
}

const NEWLINE = 10;

/** Events in order of commit and of what they tell. */
export async function writeEvents(database: Database, events: readonly DatedEvent[], meta: Meta): Promise<void> {
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
export async function writeTags(
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
