// Turns two versions of a file into the hunks that differ, and a line of the one into its place in the other.
// It compares bytes, and only "\n" ends a line; it prints nothing and knows no language.

import { interned, type Lines, linesOf } from "./lines.ts";

/** A run of old lines and the new lines in their place. 1-based; where there are no lines, `…Start` is the line before which they would stand. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** Rounds of a search before it settles for the best way found so far: the bound on time. Git's own is of this size. */
const PATIENCE = 256;

/**
 * The hunks that turn one text into the other, in order, never touching: between two there is an equal line at least. A
 * last line without "\n" differs from the same one with it. Not always the shortest: on texts that differ very much, the
 * search is cut short, and hunks grow. Time is then bounded by lines × PATIENCE, memory by lines.
 */
export function diffLines(before: Uint8Array, after: Uint8Array): readonly Hunk[] {
  const a = asBuffer(before);
  const b = asBuffer(after);
  if (a.equals(b)) return [];
  const head = commonHead(a, b);
  const tail = commonTail(a, b, head.bytes);
  const old = linesOf(a, head.bytes, a.length - tail);
  const now = linesOf(b, head.bytes, b.length - tail);
  const changed = compareLines(old, now);
  return hunksOf(changed.old, changed.now, head.lines);
}

/** Where an old line is now: its new number, or null if it lies inside a hunk. Lines are 1-based; past the end they go on being counted. */
export function mapLine(hunks: readonly Hunk[], line: number): number | null {
  let low = 0;
  let high = hunks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hunks[middle]!.oldStart <= line) low = middle + 1;
    else high = middle;
  }
  const hunk = hunks[low - 1];
  if (hunk === undefined) return line;
  const behind = line - (hunk.oldStart + hunk.oldLines);
  return behind < 0 ? null : hunk.newStart + hunk.newLines + behind;
}

/** How many bytes and whole lines both begin with. */
function commonHead(a: Buffer, b: Buffer): { bytes: number; lines: number } {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  // Whole blocks are compared natively, the last one byte by byte.
  while (same + BLOCK <= shorter && a.compare(b, same, same + BLOCK, same, same + BLOCK) === 0) same += BLOCK;
  while (same < shorter && a[same] === b[same]) same++;
  let bytes = 0;
  let lines = 0;
  for (let end = a.indexOf(10); end !== -1 && end < same; end = a.indexOf(10, bytes)) {
    bytes = end + 1;
    lines++;
  }
  return { bytes, lines };
}

const BLOCK = 256;

/** How many bytes of whole lines both end with, beyond a head. */
function commonTail(a: Buffer, b: Buffer, head: number): number {
  const shorter = Math.min(a.length, b.length) - head;
  let same = 0;
  while (same + BLOCK <= shorter) {
    const [x, y] = [a.length - same, b.length - same];
    if (a.compare(b, y - BLOCK, y, x - BLOCK, x) !== 0) break;
    same += BLOCK;
  }
  while (same < shorter && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  // The tail begins where a line does in both: behind a "\n", or at the head.
  const start = a.length - same;
  if (startsLine(a, start, head) && startsLine(b, b.length - same, head)) return same;
  const end = a.indexOf(10, start);
  return end === -1 ? 0 : a.length - (end + 1);
}

function startsLine(bytes: Buffer, at: number, head: number): boolean {
  return at === head || bytes[at - 1] === 10;
}

interface Changed {
  /** 1 where a line is in no pair. */
  readonly old: Uint8Array;
  readonly now: Uint8Array;
}

function compareLines(old: Lines, now: Lines): Changed {
  const changed: Changed = { old: new Uint8Array(old.count), now: new Uint8Array(now.count) };
  if (old.count === 0 || now.count === 0) {
    changed.old.fill(1);
    changed.now.fill(1);
    return changed;
  }
  const { a, b, known, size } = interned(old, now);
  // A line that only one side has is changed whatever the rest is, and need not be searched for.
  const inNew = new Uint8Array(size);
  for (const line of b) inNew[line] = 1;
  const left = kept(a, (line) => inNew[line] === 1, changed.old);
  const right = kept(b, (line) => line < known, changed.now);
  if (left.lines.length > 0 && right.lines.length > 0) search(left, right, changed);
  else {
    for (const at of left.at) changed.old[at] = 1;
    for (const at of right.at) changed.now[at] = 1;
  }
  return changed;
}

interface Kept {
  readonly lines: Int32Array;
  /** Where each line stood. */
  readonly at: Int32Array;
}

function kept(lines: Int32Array, keep: (line: number) => boolean, changed: Uint8Array): Kept {
  const at = new Int32Array(lines.length);
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    if (keep(lines[i]!)) at[count++] = i;
    else changed[i] = 1;
  }
  const places = at.subarray(0, count);
  return { lines: places.map((place) => lines[place]!), at: places };
}

/** Myers' search from both ends, halving: memory grows with the lines and not with their product. */
function search(left: Kept, right: Kept, changed: Changed): void {
  const a = left.lines;
  const b = right.lines;
  const size = a.length + b.length + 3;
  const offset = b.length + 1;
  const forward = new Int32Array(size);
  const backward = new Int32Array(size);
  const work: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let box = work.pop(); box !== undefined; box = work.pop()) {
    let [aLow, aHigh, bLow, bHigh] = box;
    while (aLow < aHigh && bLow < bHigh && a[aLow] === b[bLow]) {
      aLow++;
      bLow++;
    }
    while (aLow < aHigh && bLow < bHigh && a[aHigh - 1] === b[bHigh - 1]) {
      aHigh--;
      bHigh--;
    }
    if (aLow === aHigh) {
      for (let i = bLow; i < bHigh; i++) changed.now[right.at[i]!] = 1;
    } else if (bLow === bHigh) {
      for (let i = aLow; i < aHigh; i++) changed.old[left.at[i]!] = 1;
    } else {
      const [x, y] = middle(a, b, aLow, aHigh, bLow, bHigh, forward, backward, offset);
      work.push([aLow, x, bLow, y], [x, aHigh, y, bHigh]);
    }
  }
}

/** A point that some good path from corner to corner passes, never a corner itself. Both corners differ when it is called. */
function middle(
  a: Int32Array,
  b: Int32Array,
  aLow: number,
  aHigh: number,
  bLow: number,
  bHigh: number,
  forward: Int32Array,
  backward: Int32Array,
  offset: number,
): readonly [number, number] {
  const lowest = aLow - bHigh;
  const highest = aHigh - bLow;
  const startDiagonal = aLow - bLow;
  const endDiagonal = aHigh - bHigh;
  const odd = ((startDiagonal - endDiagonal) & 1) === 1;
  let [fMin, fMax, bMin, bMax] = [startDiagonal, startDiagonal, endDiagonal, endDiagonal];
  forward[offset + startDiagonal] = aLow;
  backward[offset + endDiagonal] = aHigh;
  for (let round = 1; ; round++) {
    if (fMin > lowest) forward[offset + --fMin - 1] = -1;
    else fMin++;
    if (fMax < highest) forward[offset + ++fMax + 1] = -1;
    else fMax--;
    for (let d = fMax; d >= fMin; d -= 2) {
      const below = forward[offset + d - 1]!;
      const above = forward[offset + d + 1]!;
      let x = below >= above ? below + 1 : above;
      let y = x - d;
      while (x < aHigh && y < bHigh && a[x] === b[y]) {
        x++;
        y++;
      }
      forward[offset + d] = x;
      if (odd && bMin <= d && d <= bMax && backward[offset + d]! <= x) return [x, y];
    }
    if (bMin > lowest) backward[offset + --bMin - 1] = LARGE;
    else bMin++;
    if (bMax < highest) backward[offset + ++bMax + 1] = LARGE;
    else bMax--;
    for (let d = bMax; d >= bMin; d -= 2) {
      const below = backward[offset + d - 1]!;
      const above = backward[offset + d + 1]!;
      let x = below < above ? below : above - 1;
      let y = x - d;
      while (x > aLow && y > bLow && a[x - 1] === b[y - 1]) {
        x--;
        y--;
      }
      backward[offset + d] = x;
      if (!odd && fMin <= d && d <= fMax && x <= forward[offset + d]!) return [x, y];
    }
    if (round >= PATIENCE) return furthest(aLow, aHigh, bLow, bHigh, fMin, fMax, bMin, bMax, forward, backward, offset);
  }
}

const LARGE = 0x7fffffff;

/** The end of the longest way from either corner, when a search is cut short. */
function furthest(
  aLow: number,
  aHigh: number,
  bLow: number,
  bHigh: number,
  fMin: number,
  fMax: number,
  bMin: number,
  bMax: number,
  forward: Int32Array,
  backward: Int32Array,
  offset: number,
): readonly [number, number] {
  let [x, y, gone] = [aLow, bLow, 0];
  for (let d = fMin; d <= fMax; d += 2) {
    const reached = Math.min(forward[offset + d]!, aHigh);
    const other = reached - d;
    const fits = other > bHigh ? [bHigh + d, bHigh] : [reached, other];
    const way = fits[0]! - aLow + fits[1]! - bLow;
    if (fits[0]! >= aLow && fits[1]! >= bLow && way > gone) [x, y, gone] = [fits[0]!, fits[1]!, way];
  }
  for (let d = bMin; d <= bMax; d += 2) {
    const reached = Math.max(backward[offset + d]!, aLow);
    const other = reached - d;
    const fits = other < bLow ? [bLow + d, bLow] : [reached, other];
    const way = aHigh - fits[0]! + bHigh - fits[1]!;
    if (fits[0]! <= aHigh && fits[1]! <= bHigh && way > gone) [x, y, gone] = [fits[0]!, fits[1]!, way];
  }
  return [x, y];
}

function hunksOf(old: Uint8Array, now: Uint8Array, head: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (old[i] !== 1 && now[j] !== 1) {
      i++;
      j++;
      continue;
    }
    const [oldFrom, newFrom] = [i, j];
    while (old[i] === 1) i++;
    while (now[j] === 1) j++;
    hunks.push({
      oldStart: head + oldFrom + 1,
      oldLines: i - oldFrom,
      newStart: head + newFrom + 1,
      newLines: j - newFrom,
    });
  }
  return hunks;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
