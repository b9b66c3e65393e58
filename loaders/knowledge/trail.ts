// The way of one thing through history, as types, and what two of its states say differently. Types and comparison only:
// calls, definitions and contracts are followed each in a module of its own.

import { diffLines } from "../git/diff.ts";
import type { Subject } from "./note.ts";

/** A state of the thing, from one commit of the line until the next station. */
export interface Station {
  /** Position of the commit in `Past.commits`; null where it is one of several and nobody can say which. */
  readonly at: number | null;
  readonly subject: Subject;
  /** Null of what stands in no one place. */
  readonly path: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** What it says, line by line, without the blanks around. */
  readonly says: readonly string[];
  /** The name by which it speaks of itself: that it now bears another is no change of what it says. Null: none. */
  readonly own: string | null;
}

export interface Trail {
  /** Oldest first; the first is where the walk began. At least one. */
  readonly stations: readonly Station[];
  /** What took it away, and it did not come back; null while it is there. */
  readonly gone: { readonly at: number | null; readonly says: string } | null;
  /** When it went and came back between, positions in `Past.commits`. */
  readonly absences: readonly { readonly gone: number | null; readonly back: number | null }[];
}

export interface Difference {
  /** Lines that went and that came, as they are written, in order. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Null where both say the same. */
export function differenceOf(before: Station, after: Station): Difference | null {
  const [old, now] = [before.says, after.says].map((lines) => Buffer.from(`${lines.join("\n")}\n`));
  const hunks = diffLines(old!, now!).map(({ oldStart, oldLines, newStart, newLines }) => ({
    removed: before.says.slice(oldStart - 1, oldStart - 1 + oldLines),
    added: after.says.slice(newStart - 1, newStart - 1 + newLines),
  }));
  const told = hunks.filter(({ removed, added }) => !isRenaming(removed, added, before.own, after.own));
  if (told.length === 0) return null;
  return { removed: told.flatMap(({ removed }) => removed), added: told.flatMap(({ added }) => added) };
}

/** Whether lines differ only in that the thing bears its new name. */
function isRenaming(old: readonly string[], now: readonly string[], from: string | null, to: string | null): boolean {
  if (from === null || to === null || from === to || old.length !== now.length) return false;
  return old.every((line, at) => line.replace(WORD, (word) => (word === from ? to : word)) === now[at]);
}

const WORD = /[\p{L}\p{N}_$]+/gu;
