// Turns a path into the right to write it: one process at a time, and one task in a process. A lock whose process is gone
// is taken over; what is written under the lock is not its business.

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { BinnacleError } from "../error.ts";

/** Locks of this process: a process id alone cannot tell two tasks of one process apart. */
const held = new Set<string>();

/** A lock file without an owner is one that is just being written; after this, in milliseconds, it is a dead one. */
const UNSIGNED_MS = 5000;

/** Takes the lock and answers how to give it back. Throws "store-busy" with the process that has it. */
export function takeLock(path: string): () => void {
  const lock = `${path}.lock`;
  if (held.has(lock)) throw busy(path, `process ${process.pid}, which is this one`);
  for (let attempt = 0; ; attempt++) {
    try {
      sign(lock);
      held.add(lock);
      return () => {
        held.delete(lock);
        rmSync(lock, { force: true });
      };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 2) throw cause;
    }
    const owner = ownerOf(lock);
    if (owner === null) continue;
    const living = livingOwner(lock, owner);
    if (living !== null) throw busy(path, living);
    breakLock(lock, owner);
  }
}

function busy(path: string, by: string): BinnacleError {
  return new BinnacleError(
    "store-busy",
    `${path}: the store is being written by ${by}. Wait for it, or pass --store elsewhere.duckdb.`,
  );
}

/** Who holds a lock: process id, host, and where the system tells, when that process began, in its own ticks. */
function sign(lock: string): void {
  try {
    writeFileSync(lock, `${process.pid}\n${hostname()}\n${beginning(process.pid)}\n`, { flag: "wx" });
  } catch (cause) {
    // On a full disk the file is made and stays empty: it would look like somebody else's.
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") rmSync(lock, { force: true });
    throw cause;
  }
}

function ownerOf(lock: string): string | null {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return null;
  }
}

/** The owner in words where it lives, or null. */
function livingOwner(lock: string, owner: string): string | null {
  const [first = "", host = "", began = ""] = owner.split("\n");
  const pid = /^\d+$/.test(first) ? Number(first) : 0;
  if (pid === 0)
    return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < UNSIGNED_MS
      ? "another process"
      : null;
  // Nobody can see from here whether it lives: only a person can say.
  if (host !== "" && host !== hostname()) return `process ${pid} of ${host} (if it is gone, remove ${lock})`;
  if (pid === process.pid || !isRunning(pid)) return null;
  const now = beginning(pid);
  return began !== "" && now !== "" && began !== now ? null : `process ${pid}`;
}

/** Removes a dead lock, and not one that somebody took over in between. */
function breakLock(lock: string, dead: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (ownerOf(aside) === dead) rmSync(aside, { force: true });
  else renameSync(aside, lock);
}

/** When a process began, so that a number given again is not taken for its first bearer; "" where that is not told. */
function beginning(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
