// Turns a path that is gone into where its text went: the file it was renamed to, or the files that the commit which took
// it away put its lines into. It looks at that commit only, and at renames after it.

import type { Snapshot } from "../citation.ts";
import type { Oid } from "../model.ts";
import { isTrivial } from "./align.ts";
import type { Library } from "./library.ts";
import type { Departure, Past } from "./past.ts";

export interface Whereabouts {
  /** The departure that took it away for good. */
  readonly departure: Departure;
  /** The path it bore last. */
  readonly last: string;
  /** The file that is its successor by renames, if that is there now. */
  readonly renamed: string | null;
}

/** Follows renames from a path that is gone to one that is there. Null for a path that never went. */
export function whereaboutsOf(
  path: string,
  departures: ReadonlyMap<string, readonly Departure[]>,
  snapshot: Pick<Snapshot, "files">,
): Whereabouts | null {
  let last = path;
  let departure = departures.get(path)?.[0];
  if (departure === undefined) return null;
  const first = departure;
  const seen = new Set([path]);
  while (departure.to !== null && !seen.has(departure.to)) {
    if (snapshot.files.has(departure.to)) return { departure: first, last, renamed: departure.to };
    seen.add(departure.to);
    last = departure.to;
    const next: Departure | undefined = departures.get(last)?.find((each) => each.at <= departure!.at);
    if (next === undefined) break;
    departure = next;
  }
  return { departure, last, renamed: null };
}

/** A file that took over some of the lines. */
export interface Heir {
  readonly path: string;
  readonly oid: Oid;
  /** The lines there that are the same, 1-based. */
  readonly start: number;
  readonly end: number;
  /** Share of the lines with anything to recognise that are there. */
  readonly share: number;
}

/** Files that one commit changes and that are read to find the text. */
const MOST_READ = 200;

/** The file that holds most of the lines after the commit that took them away. Null if none holds half of them. */
export async function heirOf(lines: readonly string[], at: number, past: Past, library: Library): Promise<Heir | null> {
  const sought = new Set(lines.map((line) => line.trim()).filter((line) => line.length >= 8 && !isTrivial(line)));
  if (sought.size === 0) return null;
  let best: Heir | null = null;
  for (const change of (past.changes[at] ?? []).slice(0, MOST_READ)) {
    if (change.oid === null) continue;
    const text = await library.text(change.oid);
    if (text === null) continue;
    const found = new Map<string, number>();
    for (const [row, line] of text.lines.entries()) {
      const bare = line.trim();
      // A line that stands there more than once says not where.
      if (sought.has(bare)) found.set(bare, found.has(bare) ? 0 : row + 1);
    }
    const rows = [...found.values()].filter((row) => row > 0).sort((a, b) => a - b);
    const share = rows.length / sought.size;
    if (share < 0.5 || (best !== null && best.share >= share)) continue;
    best = { path: change.path, oid: change.oid, start: rows[0]!, end: rows.at(-1)!, share };
  }
  return best;
}
