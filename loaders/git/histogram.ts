// Turns two lists of lines into those that changed, by the rarest line both have: what git's merges are made with.
// diff.ts finds short ways and is what the rest of this program looks with; this one exists so that a merge comes out as git's.
import { diffLines } from "./diff.ts";
import { interned, type Lines, linesOf } from "./lines.ts";

/** A run of lines and what stands in its place. 0-based, half-open by `start` and `count`. */
export interface Change {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A line that occurs more often is no good anchor. */
const COMMON = 64;
/** Lines looked at in search of anchors, for each line of both texts. Beyond, somebody wants it to take for ever. */
const PATIENCE = 2000;

/** The changes from one text to the other, in order; each slid down as far as it goes, or to where the other side has one. */
export function changesBetween(before: Buffer, after: Buffer): readonly Change[] {
  if (before.equals(after)) return [];
  const old = linesOf(before, 0, before.length);
  const now = linesOf(after, 0, after.length);
  const { a, b } = interned(old, now);
  const left = new Side(a);
  const right = new Side(b);
  mark(old, now, left, right);
  slide(left, right);
  slide(right, left);
  return runs(left.changed, right.changed);
}

/** One side's lines as numbers, and which of them changed. */
class Side {
  readonly lines: Int32Array;
  readonly changed: Uint8Array;

  constructor(lines: Int32Array) {
    this.lines = lines;
    this.changed = new Uint8Array(lines.length);
  }
}

interface Box {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function mark(old: Lines, now: Lines, left: Side, right: Side): void {
  const work: Box[] = [{ oldFrom: 0, oldTo: left.lines.length, newFrom: 0, newTo: right.lines.length }];
  const effort = { left: PATIENCE * (left.lines.length + right.lines.length) };
  for (let box = work.pop(); box !== undefined; box = work.pop()) {
    const { oldFrom, oldTo, newFrom, newTo } = box;
    const anchor = oldFrom === oldTo || newFrom === newTo ? null : anchorIn(left.lines, right.lines, box, effort);
    if (anchor === null) {
      left.changed.fill(1, oldFrom, oldTo);
      right.changed.fill(1, newFrom, newTo);
    } else if (anchor === "common") markShortest(old, now, box, left, right);
    else {
      work.push({ oldFrom, oldTo: anchor.oldFrom, newFrom, newTo: anchor.newFrom });
      work.push({ oldFrom: anchor.oldTo, oldTo, newFrom: anchor.newTo, newTo });
    }
  }
}

/** Where all that both have is common everywhere, a short way serves better. */
function markShortest(old: Lines, now: Lines, box: Box, left: Side, right: Side): void {
  for (const hunk of diffLines(part(old, box.oldFrom, box.oldTo), part(now, box.newFrom, box.newTo))) {
    const [from, to] = [box.oldFrom + hunk.oldStart - 1, box.newFrom + hunk.newStart - 1];
    left.changed.fill(1, from, from + hunk.oldLines);
    right.changed.fill(1, to, to + hunk.newLines);
  }
}

function part(lines: Lines, from: number, to: number): Buffer {
  return lines.bytes.subarray(from === 0 ? 0 : lines.ends[from - 1]!, to === 0 ? 0 : lines.ends[to - 1]!);
}

/**
 * The equal run with the rarest line; of equally rare ones the longest, then the first in the new text. Null: nothing is
 * equal. `common`: what is equal occurs too often to anchor anything.
 */
function anchorIn(a: Int32Array, b: Int32Array, box: Box, effort: { left: number }): Box | "common" | null {
  const { oldFrom, oldTo, newFrom, newTo } = box;
  effort.left -= oldTo - oldFrom + newTo - newFrom;
  // Where each line of the old text stands: the first place by line, the next ones by place.
  const first = new Map<number, number>();
  const count = new Map<number, number>();
  const next = new Int32Array(oldTo - oldFrom).fill(-1);
  for (let at = oldTo - 1; at >= oldFrom; at--) {
    const line = a[at]!;
    next[at - oldFrom] = first.get(line) ?? -1;
    first.set(line, at);
    count.set(line, (count.get(line) ?? 0) + 1);
  }
  let best: Box | null = null;
  let rarity = COMMON + 1;
  let anything = false;
  for (let at = newFrom; at < newTo; ) {
    const line = b[at]!;
    let then = at + 1;
    const often = count.get(line) ?? 0;
    if (often > 0) anything = true;
    if (effort.left < 0) return "common";
    if (often > 0 && often <= rarity)
      for (let place = first.get(line)!; place !== -1; ) {
        let [oldStart, newStart, oldEnd, newEnd, rare] = [place, at, place + 1, at + 1, often];
        while (oldStart > oldFrom && newStart > newFrom && a[oldStart - 1] === b[newStart - 1]) {
          oldStart--;
          newStart--;
          rare = Math.min(rare, count.get(a[oldStart]!)!);
        }
        while (oldEnd < oldTo && newEnd < newTo && a[oldEnd] === b[newEnd]) {
          rare = Math.min(rare, count.get(a[oldEnd]!)!);
          oldEnd++;
          newEnd++;
        }
        effort.left -= oldEnd - oldStart;
        then = Math.max(then, newEnd);
        if (best === null || oldEnd - oldStart > best.oldTo - best.oldFrom || rare < rarity) {
          best = { oldFrom: oldStart, oldTo: oldEnd, newFrom: newStart, newTo: newEnd };
          rarity = rare;
        }
        place = next[place - oldFrom]!;
        while (place !== -1 && place < oldEnd) place = next[place - oldFrom]!;
      }
    at = then;
  }
  return best ?? (anything ? "common" : null);
}

/**
 * Slides each run of changed lines of one side as far down as equal lines let it, so that equal changes lie alike; one that
 * can lie beside a change of the other side lies there. Runs that meet become one.
 */
function slide(side: Side, other: Side): void {
  const { lines, changed } = side;
  /** The end of the other side's run beside a gap: between unchanged lines there may be one, or none. */
  let beside = 0;
  const nextBeside = (from: number): number => {
    let at = from;
    while (other.changed[at] === 1) at++;
    return at;
  };
  const isBeside = (): boolean => beside > 0 && other.changed[beside - 1] === 1;
  beside = nextBeside(0);
  let start = 0;
  let end = nextEnd(changed, 0);
  for (;;) {
    if (end > start) {
      let size: number;
      let highest: number;
      let matching: number;
      do {
        size = end - start;
        matching = -1;
        while (start > 0 && lines[start - 1] === lines[end - 1]) {
          changed[--start] = 1;
          changed[--end] = 0;
          while (start > 0 && changed[start - 1] === 1) start--;
          beside = previousBeside(other.changed, beside);
        }
        highest = end;
        if (isBeside()) matching = end;
        while (end < lines.length && lines[start] === lines[end]) {
          changed[start++] = 0;
          changed[end++] = 1;
          while (changed[end] === 1) end++;
          beside = nextBeside(beside + 1);
          if (isBeside()) matching = end;
        }
      } while (size !== end - start);
      if (end !== highest && matching !== -1)
        while (!isBeside()) {
          changed[--start] = 1;
          changed[--end] = 0;
          while (start > 0 && changed[start - 1] === 1) start--;
          beside = previousBeside(other.changed, beside);
        }
    }
    if (end >= lines.length) return;
    start = end + 1;
    end = nextEnd(changed, start);
    beside = nextBeside(beside + 1);
  }
}

function nextEnd(changed: Uint8Array, from: number): number {
  let at = from;
  while (changed[at] === 1) at++;
  return at;
}

/** The end of the run in the gap before: behind its lines, before the unchanged one between. */
function previousBeside(changed: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && changed[at - 1] === 1) at--;
  return at - 1;
}

function runs(old: Uint8Array, now: Uint8Array): readonly Change[] {
  const changes: Change[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (old[i] !== 1 && now[j] !== 1) {
      i++;
      j++;
      continue;
    }
    const [oldStart, newStart] = [i, j];
    while (old[i] === 1) i++;
    while (now[j] === 1) j++;
    changes.push({ oldStart, oldCount: i - oldStart, newStart, newCount: j - newStart });
  }
  return changes;
}
