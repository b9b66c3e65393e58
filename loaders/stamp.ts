// Remembers beside a store what it is of, so that a run with nothing to do need not open it: a stamp is believed only
// while the file has the size and the time that it had then.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { Oid } from "./model.ts";

export interface Stamp {
  readonly digest: string;
  readonly head: Oid;
  readonly branch: string | null;
  readonly tags: string;
  readonly proposed: boolean;
  readonly commits: number;
  readonly warnings: readonly string[];
}

/** The stamp of a store, or null where there is none that fits the file. */
export function readStamp(store: string): Stamp | null {
  try {
    const { size, time, ...stamp } = JSON.parse(readFileSync(placeOf(store), "utf8")) as Stamp & Seen;
    const now = seen(store);
    return now.size === size && now.time === time && typeof stamp.digest === "string" ? stamp : null;
  } catch {
    return null;
  }
}

/** Stamps a store that was just published. What cannot be written is done without. */
export function writeStamp(store: string, stamp: Stamp): void {
  try {
    writeFileSync(placeOf(store), JSON.stringify({ ...stamp, ...seen(store) }));
  } catch {
    // The next run opens the store, which says the same.
  }
}

interface Seen {
  readonly size: number;
  readonly time: number;
}

function seen(store: string): Seen {
  const { size, mtimeMs } = statSync(store);
  return { size, time: mtimeMs };
}

/** What tells a store's file from one that took its place since; null where none can be seen. */
export function versionOf(store: string): string | null {
  try {
    const { ino, size, mtimeMs } = statSync(store);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

function placeOf(store: string): string {
  return `${store}.stamp`;
}

/** The file of a store's own that stands beside it: `notebook.duckdb` and ".facts.duckdb" give `notebook.facts.duckdb`. */
export function besideStore(store: string, ending: string): string {
  return store.replace(/(\.duckdb)?$/, ending);
}
