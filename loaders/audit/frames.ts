// Turns a citation's birth into the versions of its target in which the numbers may have been read, and into where those
// lines are now. People read numbers in the tree before their own edits and commit both, so there are two.

import type { Moment, Oid } from "../model.ts";
import type { Place } from "./align.ts";
import type { Library } from "./library.ts";
import { momentOf, type Past, UNCOMMITTED, type Version } from "./past.ts";
import type { Trees } from "./trees.ts";

/** A version of the target in which the numbers may have been read. */
export interface Frame {
  /** `landed`: as the commit that wrote the citation left it; `before`: as it found it. */
  readonly name: "landed" | "before";
  readonly at: Moment;
  readonly path: string;
  readonly oid: Oid;
  /** Whether the cited end lies beyond its end. */
  readonly past: boolean;
  /** Where the cited lines are now; null if none of them is left, or it is `past`. */
  readonly place: Place | null;
}

/** What the frames of one target are made from. */
export interface Target {
  /** Its path now, or the last it bore. */
  readonly path: string;
  /** The bytes to follow lines to: now, or the last that there were. */
  readonly oid: Oid;
  /** Newest first. */
  readonly versions: readonly Version[];
}

/** The names that a target bore, newest first. */
function namesOf(target: Target): readonly string[] {
  return [...new Set([target.path, ...target.versions.map((version) => version.path)])];
}

/** The blob of a target at a commit: under whichever of its names it stood there. */
async function blobAt(trees: Trees, target: Target, commit: Oid): Promise<{ path: string; oid: Oid } | null> {
  for (const path of namesOf(target)) {
    const oid = await trees.find(commit, path);
    if (oid !== null) return { path, oid };
  }
  return null;
}

/**
 * The frames of a citation born at a position of the past, the later one first. Where the commit did not touch the target,
 * both are one and only `landed` is told.
 */
export async function framesOf(
  past: Past,
  trees: Trees,
  library: Library,
  target: Target,
  birth: number,
  start: number,
  end: number,
): Promise<readonly Frame[]> {
  const commit = past.commits[birth]!;
  const landed =
    commit.oid === UNCOMMITTED ? { path: target.path, oid: target.oid } : await blobAt(trees, target, commit.oid);
  const before = await blobBefore(past, trees, target, birth);
  const frames: Frame[] = [];
  if (landed !== null) frames.push(await frame("landed", momentOf(past, birth), landed));
  if (before !== null && before.oid !== landed?.oid) frames.push(await frame("before", before.at, before));
  return frames;

  async function frame(name: Frame["name"], at: Moment, { path, oid }: { path: string; oid: Oid }): Promise<Frame> {
    const isPast = (await library.lines(oid)) < end;
    const place = isPast ? null : ((await library.align(oid, target.oid))?.place(start, end) ?? null);
    return { name, at, path, oid, past: isPast, place };
  }
}

/** The target as the commit's first parent has it; where that has none, the nearest older version. */
async function blobBefore(past: Past, trees: Trees, target: Target, birth: number) {
  const parent = past.commits[birth]!.parents[0];
  const at = parent === undefined ? undefined : past.position.get(parent);
  if (parent !== undefined && at !== undefined) {
    const found = await blobAt(trees, target, parent);
    if (found !== null) return { ...found, at: momentOf(past, at) };
  }
  const older = target.versions.find((version) => version.at > birth && version.oid !== null);
  return older === undefined ? null : { path: older.path, oid: older.oid!, at: momentOf(past, older.at) };
}
