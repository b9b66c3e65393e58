// Turns a text and two versions of it into one with both sides' changes, or with markers where they cannot agree.
// It follows git's merges line by line: what touches is a conflict, equal changes are one; it knows no paths and no history.
import { type Change, changesBetween } from "./histogram.ts";

export interface Merged {
  readonly bytes: Buffer;
  /** Whether markers were left: lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`. */
  readonly conflict: boolean;
}

export interface MergeTextOptions {
  /** What is written behind the markers; nothing by default. */
  readonly ours?: string;
  readonly theirs?: string;
  /** How many signs a marker has: 7. */
  readonly marker?: number;
}

/** A run of lines of either side that takes the place of what is between. By 0-based line. */
interface Region {
  /** `same`: both sides have it alike after all. */
  from: "ours" | "theirs" | "conflict" | "same";
  ours: number;
  oursCount: number;
  theirs: number;
  theirsCount: number;
}

/** Merges. Binary content is for the caller to find first: here everything has lines. */
export function merge3(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array, options: MergeTextOptions = {}): Merged {
  const [o, a, b] = [asBuffer(base), asBuffer(ours), asBuffer(theirs)];
  if (a.equals(b) || o.equals(b)) return { bytes: a, conflict: false };
  if (o.equals(a)) return { bytes: b, conflict: false };
  const [baseText, oursText, theirsText] = [new Text(o), new Text(a), new Text(b)];
  const regions = together(
    refined(
      regionsOf(changesBetween(o, a), changesBetween(o, b), oursText, theirsText, baseText.count),
      oursText,
      theirsText,
    ),
  );
  return {
    bytes: written(regions, baseText, oursText, theirsText, options),
    conflict: regions.some((region) => region.from === "conflict"),
  };
}

/** Bytes by line, without copies. */
class Text {
  readonly bytes: Buffer;
  private readonly starts: number[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    for (let at = 0; at < bytes.length; ) {
      this.starts.push(at);
      const end = bytes.indexOf(10, at);
      at = end === -1 ? bytes.length : end + 1;
    }
  }

  get count(): number {
    return this.starts.length;
  }

  /** Lines from `from` on, `count` of them. */
  lines(from: number, count: number): Buffer {
    return this.bytes.subarray(this.startOf(from), this.startOf(from + count));
  }

  private startOf(line: number): number {
    return this.starts[line] ?? this.bytes.length;
  }
}

/** Walks both sides' changes in order and lays down who changes what; what touches the one before becomes one with it. */
function regionsOf(
  ours: readonly Change[],
  theirs: readonly Change[],
  oursText: Text,
  theirsText: Text,
  lines: number,
): Region[] {
  const regions: Region[] = [];
  function add(from: Region["from"], at: number, count: number, other: number, otherCount: number): void {
    const last = regions.at(-1);
    if (last !== undefined && (at <= last.ours + last.oursCount || other <= last.theirs + last.theirsCount)) {
      if (last.from !== from) last.from = "conflict";
      last.oursCount = at + count - last.ours;
      last.theirsCount = other + otherCount - last.theirs;
    } else regions.push({ from, ours: at, oursCount: count, theirs: other, theirsCount: otherCount });
  }
  let i = 0;
  let j = 0;
  while (i < ours.length || j < theirs.length) {
    const a = ours[i];
    const b = theirs[j];
    if (a !== undefined && (b === undefined || a.oldStart + a.oldCount < b.oldStart)) {
      const there = b === undefined ? a.oldStart + theirsText.count - lines : a.oldStart + b.newStart - b.oldStart;
      add("ours", a.newStart, a.newCount, there, a.oldCount);
      i++;
    } else if (b !== undefined && (a === undefined || b.oldStart + b.oldCount < a.oldStart)) {
      const here = a === undefined ? b.oldStart + oursText.count - lines : b.oldStart + a.newStart - a.oldStart;
      add("theirs", here, b.oldCount, b.newStart, b.newCount);
      j++;
    } else if (a !== undefined && b !== undefined) {
      if (!sameChange(a, b, oursText, theirsText)) {
        // Both sides' regions are made to begin and end at the same old lines.
        const before = a.oldStart - b.oldStart;
        const behind = a.oldStart + a.oldCount - b.oldStart - b.oldCount;
        const from = a.newStart - Math.max(before, 0);
        const to = a.newStart + a.newCount + Math.max(-behind, 0);
        const otherFrom = b.newStart + Math.min(before, 0);
        const otherTo = b.newStart + b.newCount + Math.max(behind, 0);
        add("conflict", from, to - from, otherFrom, otherTo - otherFrom);
      }
      const ends = a.oldStart + a.oldCount - b.oldStart - b.oldCount;
      if (ends >= 0) j++;
      if (ends <= 0) i++;
    }
  }
  return regions;
}

function sameChange(a: Change, b: Change, ours: Text, theirs: Text): boolean {
  return (
    a.oldStart === b.oldStart &&
    a.oldCount === b.oldCount &&
    a.newCount === b.newCount &&
    ours.lines(a.newStart, a.newCount).equals(theirs.lines(b.newStart, b.newCount))
  );
}

/** Takes out of each conflict the lines that both sides have alike. */
function refined(regions: readonly Region[], ours: Text, theirs: Text): readonly Region[] {
  return regions.flatMap((region) => {
    if (region.from !== "conflict" || region.oursCount === 0 || region.theirsCount === 0) return [region];
    const changes = changesBetween(
      ours.lines(region.ours, region.oursCount),
      theirs.lines(region.theirs, region.theirsCount),
    );
    if (changes.length === 0) return [{ ...region, from: "same" as const }];
    return changes.map((change) => ({
      from: region.from,
      ours: region.ours + change.oldStart,
      oursCount: change.oldCount,
      theirs: region.theirs + change.newStart,
      theirsCount: change.newCount,
    }));
  });
}

/** Equal lines between two conflicts that are not worth two more markers. */
const FEW = 3;

function together(regions: readonly Region[]): readonly Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const last = joined.at(-1);
    const near = last !== undefined && region.ours - last.ours - last.oursCount <= FEW;
    if (near && last.from === "conflict" && region.from === "conflict") {
      last.oursCount = region.ours + region.oursCount - last.ours;
      last.theirsCount = region.theirs + region.theirsCount - last.theirs;
    } else joined.push({ ...region });
  }
  return joined;
}

function written(
  regions: readonly Region[],
  base: Text,
  ours: Text,
  theirs: Text,
  { ours: name = "", theirs: otherName = "", marker = 7 }: MergeTextOptions,
): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const region of regions) {
    if (region.from === "same") continue;
    const own = ours.lines(region.ours, region.oursCount);
    const other = theirs.lines(region.theirs, region.theirsCount);
    parts.push(ours.lines(at, region.ours - at));
    if (region.from === "ours") parts.push(own);
    else if (region.from === "theirs") parts.push(other);
    else {
      const end = hasReturns(region, base, ours, theirs) ? "\r\n" : "\n";
      const line = (sign: string, label: string): Buffer =>
        Buffer.from(sign.repeat(marker) + (label === "" ? "" : ` ${label}`) + end);
      parts.push(line("<", name), ended(own, end), line("=", ""), ended(other, end), line(">", otherName));
    }
    at = region.ours + region.oursCount;
  }
  parts.push(ours.lines(at, ours.count - at));
  return Buffer.concat(parts);
}

function ended(lines: Buffer, end: string): Buffer {
  return lines.length === 0 || lines.at(-1) === 10 ? lines : Buffer.concat([lines, Buffer.from(end)]);
}

/** Whether markers end in "\r\n": as the lines before them do on both sides, and the first one of the base. */
function hasReturns(region: Region, base: Text, ours: Text, theirs: Text): boolean {
  let found: boolean | null = endsInReturn(ours, Math.max(region.ours - 1, 0));
  if (found !== false) found = endsInReturn(theirs, Math.max(region.theirs - 1, 0));
  if (found !== false) found = endsInReturn(base, 0);
  return found === true;
}

/** Of a last line without an end, the one before speaks; null: nothing does. */
function endsInReturn(text: Text, line: number): boolean | null {
  if (text.count === 0) return null;
  const bytes = text.lines(line, 1);
  if (bytes.at(-1) === 10) return bytes.at(-2) === 13;
  return line === 0 ? null : text.lines(line - 1, 1).at(-2) === 13;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
