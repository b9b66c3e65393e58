// Turns two versions of a file into where lines of the old one are in the new one, also when they were edited on the way
// or moved as a block. It knows lines and hunks; which version to start from is frames.ts's.

import { diffLines, type Hunk, mapLine } from "../git/diff.ts";

/** One version of a file. */
export interface Text {
  readonly bytes: Uint8Array;
  readonly lines: readonly string[];
}

/** Where a range of old lines is now. */
export interface Place {
  /** 1-based, inclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether every line is there, none of them edited. */
  readonly exact: boolean;
  /** Old lines that have no new place. */
  readonly lost: number;
  /** New length over old length. */
  readonly grown: number;
}

/** Two lines are one, edited, from this share of common tokens on. */
const ALIKE = 0.6;
/** The largest hunk, in old × new lines, whose lines are compared by tokens; in a larger one only equal lines count. */
const MOST_CELLS = 40_000;
/** A line that is found again elsewhere has at least this many characters. */
const SHORTEST_MOVED = 12;

export class Alignment {
  private readonly before: Text;
  private readonly after: Text;
  private readonly hunks: readonly Hunk[];
  /** By the hunk's place: the new line for each of its old lines, 0 for none, negative for an edited one. */
  private readonly inside = new Map<number, Int32Array>();
  private addedLines: ReadonlyMap<string, number> | null = null;

  constructor(before: Text, after: Text) {
    this.before = before;
    this.after = after;
    this.hunks = diffLines(before.bytes, after.bytes);
  }

  /** Where lines start to end (1-based, inclusive, clamped to the file) are, or null if none of them is left. */
  place(start: number, end: number): Place | null {
    const last = Math.min(end, this.before.lines.length);
    const first = Math.min(start, last);
    if (last < 1) return null;
    const now = this.map(first, last);
    return placeOf(first, now, this.before.lines, this.after.lines);
  }

  /** For each old line its new one; 0 for none, negative where it was edited. */
  private map(first: number, last: number): Int32Array {
    const now = new Int32Array(last - first + 1);
    for (let line = first; line <= last; line++) {
      const mapped = mapLine(this.hunks, line);
      now[line - first] = mapped ?? this.insideHunk(line);
    }
    this.findMoved(first, now);
    return now;
  }

  private insideHunk(line: number): number {
    let low = 0;
    let high = this.hunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.hunks[middle]!.oldStart <= line) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    const hunk = this.hunks[at]!;
    let lines = this.inside.get(at);
    if (lines === undefined) {
      lines = alignHunk(hunk, this.before.lines, this.after.lines);
      this.inside.set(at, lines);
    }
    return lines[line - hunk.oldStart] ?? 0;
  }

  /** Lines that are left over are looked for among all added lines, and what stands around them with them. */
  private findMoved(first: number, now: Int32Array): void {
    for (let at = 0; at < now.length; at++) {
      if (now[at] !== 0) continue;
      const text = this.before.lines[first + at - 1]!.trim();
      if (text.length < SHORTEST_MOVED || isTrivial(text)) continue;
      const found = this.added().get(text);
      if (found === undefined || found === 0) continue;
      now[at] = found;
      for (const step of [-1, 1]) {
        for (let by = step; now[at + by] === 0; by += step) {
          const line = this.after.lines[found + by - 1];
          if (line === undefined || line.trim() !== this.before.lines[first + at + by - 1]!.trim()) break;
          now[at + by] = found + by;
        }
      }
    }
  }

  /** New lines that no old line became, by their text; 0 where several are equal. */
  private added(): ReadonlyMap<string, number> {
    if (this.addedLines !== null) return this.addedLines;
    const added = new Map<string, number>();
    for (const { newStart, newLines } of this.hunks) {
      for (let line = newStart; line < newStart + newLines; line++) {
        const text = this.after.lines[line - 1]?.trim() ?? "";
        if (text.length >= SHORTEST_MOVED) added.set(text, added.has(text) ? 0 : line);
      }
    }
    this.addedLines = added;
    return added;
  }
}

/** Whether a line says nothing by which it could be known again. */
export function isTrivial(line: string): boolean {
  return /^(?:[\s()[\]{},;:'"`]*|else:?|\} ?else ?\{?|try:?|do|then|begin|end|fi|done|finally:?|return;?|pass|break;?|continue;?|raise \w+\()$/.test(
    line.trim(),
  );
}

function alignHunk(hunk: Hunk, before: readonly string[], after: readonly string[]): Int32Array {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  const found = new Int32Array(oldLines);
  if (oldLines === 0 || newLines === 0) return found;
  const old = before.slice(oldStart - 1, oldStart - 1 + oldLines);
  const now = after.slice(newStart - 1, newStart - 1 + newLines);
  if (oldLines * newLines > MOST_CELLS) {
    alignEqual(old, now, newStart, found);
    return found;
  }
  const left = old.map(tokensOf);
  const right = now.map(tokensOf);
  const width = newLines + 1;
  const best = new Float32Array((oldLines + 1) * width);
  const likeness = new Float32Array(oldLines * newLines);
  for (let i = oldLines - 1; i >= 0; i--) {
    for (let j = newLines - 1; j >= 0; j--) {
      const alike = old[i]!.trim() === now[j]!.trim() ? 1 : share(left[i]!, right[j]!);
      likeness[i * newLines + j] = alike;
      const pair = alike >= ALIKE ? alike + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(pair, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < oldLines && j < newLines; ) {
    const alike = likeness[i * newLines + j]!;
    const here = best[i * width + j]!;
    if (alike >= ALIKE && here === Math.fround(alike + best[(i + 1) * width + j + 1]!)) {
      found[i] = (alike === 1 ? 1 : -1) * (newStart + j);
      i++;
      j++;
    } else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return found;
}

/** Only lines that stand once on each side, in a hunk too large for more. */
function alignEqual(old: readonly string[], now: readonly string[], newStart: number, found: Int32Array): void {
  const places = new Map<string, number>();
  for (const [at, line] of now.entries()) places.set(line.trim(), places.has(line.trim()) ? -1 : at);
  const seen = new Map<string, number>();
  for (const line of old) seen.set(line.trim(), (seen.get(line.trim()) ?? 0) + 1);
  let last = -1;
  for (const [at, line] of old.entries()) {
    const place = places.get(line.trim()) ?? -1;
    if (place <= last || seen.get(line.trim()) !== 1 || isTrivial(line)) continue;
    found[at] = newStart + place;
    last = place;
  }
}

function tokensOf(line: string): readonly string[] {
  return (line.slice(0, 500).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []).sort();
}

/** Dice's coefficient of two sorted lists. */
function share(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (Math.min(a.length, b.length) * 2 < ALIKE * (a.length + b.length)) return 0;
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      common++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return (2 * common) / (a.length + b.length);
}

/** Lines that were found again close to each other. */
interface Cluster {
  readonly pairs: [old: number, now: number][];
  /** Lines with anything to recognise. */
  weight: number;
}

/** A part of a range that something was put into belongs to it from this share of what was found on. */
const PART = 0.25;

/** The heaviest cluster, with those before and behind it in order that are more than strays: a range may have been parted. */
function together(clusters: readonly Cluster[]): [old: number, now: number][] {
  const heaviest = clusters.reduce((best, each, at) => (each.weight > clusters[best]!.weight ? at : best), 0);
  const total = clusters.reduce((sum, each) => sum + each.weight, 0);
  const pairs = [...(clusters[heaviest]?.pairs ?? [])];
  for (let at = heaviest - 1; at >= 0; at--) {
    const { pairs: its, weight } = clusters[at]!;
    if (weight >= PART * total && its.at(-1)![1] < pairs[0]![1]) pairs.unshift(...its);
  }
  for (let at = heaviest + 1; at < clusters.length; at++) {
    const { pairs: its, weight } = clusters[at]!;
    if (weight >= PART * total && its[0]![1] > pairs.at(-1)![1]) pairs.push(...its);
  }
  return pairs;
}

/** The new range of a run of old lines: of several clusters far from each other, the one with most to recognise. */
function placeOf(first: number, now: Int32Array, before: readonly string[], after: readonly string[]): Place | null {
  const clusters: Cluster[] = [];
  let edited = false;
  let lost = 0;
  let previous: [number, number] | null = null;
  for (const [at, signed] of now.entries()) {
    const old = first + at;
    if (signed === 0) {
      lost++;
      continue;
    }
    if (signed < 0) edited = true;
    const line = Math.abs(signed);
    const gap = previous === null ? 1 : line - previous[1];
    if (previous === null || gap <= 0 || gap > 3 * (old - previous[0]) + 10) clusters.push({ pairs: [], weight: 0 });
    const cluster = clusters.at(-1)!;
    cluster.pairs.push([old, line]);
    cluster.weight += isTrivial(before[old - 1]!) ? 0.01 : 1;
    previous = [old, line];
  }
  const found = together(clusters);
  if (found.length === 0) return null;
  let pairs = found;
  let dropped = 0;
  while (pairs.length > 1 && (after[pairs[0]![1] - 1] ?? "").trim() === "" && (before[first - 1] ?? "").trim() !== "") {
    pairs = pairs.slice(1);
    dropped++;
  }
  const start = pairs[0]![1];
  const end = pairs.at(-1)![1];
  return {
    start,
    end,
    exact: !edited && lost === 0 && dropped === 0 && clusters.length === 1,
    lost: now.length - found.length,
    grown: (end - start + 1) / now.length,
  };
}
