// Turns references of a document into the commits in which their texts first stood in it, through moves and reflow of its
// lines and renames of the document. It reads lines and no prose: a text counts wherever it stands in an older version.

import type { Library } from "../../audit/library.ts";
import type { Version } from "../../audit/past.ts";

/** A text at a line of the document. */
export interface Placed {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** Of places of one text so many are compared with one another. */
const MOST_COMPARED = 60;
/** Words in common over words in all, from which on two lines are one. */
const SAME = 0.3;

/**
 * Positions in the past, in the order given; null where no version holds it. `now`: the document's bytes; `versions` newest
 * first.
 */
export async function firstStood(
  placed: readonly Placed[],
  now: Uint8Array,
  versions: readonly Version[],
  library: Library,
): Promise<readonly (number | null)[]> {
  if (placed.length === 0) return [];
  // Bytes as they are: a line is compared with itself and shown to nobody, and decoding costs more than all the rest.
  const own = placed.map(({ text, line }) => ({ text: plain(Buffer.from(text)), line }));
  const texts = new Texts(own);
  const lines = plain(now).split("\n");
  for (const line of lines) texts.see(line, null);
  const read = new Set<string>();
  let last: Uint8Array = new Uint8Array();
  for (const { at, oid } of versions.toReversed()) {
    // What stood in an older version stands there: an equal one says nothing new.
    if (oid === null || read.has(oid)) continue;
    read.add(oid);
    const bytes = await library.bytes(oid);
    const { from, to } = differing(last, bytes);
    if (to > from) for (const line of plain(bytes.subarray(from, to)).split("\n")) texts.see(line, at);
    last = bytes;
  }
  return own.map((each) => texts.birthOf(each, lines[each.line - 1] ?? ""));
}

function plain(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Bytes that are compared at once. */
const BLOCK = 4096;

/** The whole lines of a text that stand neither in the head nor in the tail which it has in common with another. */
function differing(before: Uint8Array, after: Uint8Array): { readonly from: number; readonly to: number } {
  const a = Buffer.from(before.buffer, before.byteOffset, before.byteLength);
  const b = Buffer.from(after.buffer, after.byteOffset, after.byteLength);
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head + BLOCK <= shorter && a.compare(b, head, head + BLOCK, head, head + BLOCK) === 0) head += BLOCK;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const from = head === 0 ? 0 : b.lastIndexOf(10, head - 1) + 1;
  if (tail === 0) return { from, to: b.length };
  const next = b.indexOf(10, b.length - tail);
  return { from, to: next === -1 ? b.length : next };
}

/** Lines with the texts in them, each with the oldest version it was seen in. */
class Texts {
  /** By a word of a text: the texts that have it. */
  private readonly byWord = new Map<string, string[]>();
  private readonly firsts = new Map<string, number | null>();
  private readonly lines = new Map<string, string[]>();
  private readonly places = new Map<string, Set<number>>();
  private readonly words = new Map<string, ReadonlySet<string>>();

  constructor(placed: readonly Placed[]) {
    for (const { text, line } of placed) {
      const known = this.places.get(text);
      if (known !== undefined) {
        known.add(line);
        continue;
      }
      this.places.set(text, new Set([line]));
      this.lines.set(text, []);
      const word = longestWord(text);
      const same = this.byWord.get(word);
      if (same === undefined) this.byWord.set(word, [text]);
      else same.push(text);
    }
  }

  see(line: string, at: number | null): void {
    const known = this.firsts.get(line);
    if (known !== undefined) {
      // Older versions come first; the document as it is now comes before all of them, without a commit.
      if (known === null && at !== null) this.firsts.set(line, at);
      return;
    }
    this.firsts.set(line, at);
    for (const word of new Set(line.match(WORD)))
      for (const text of this.byWord.get(word) ?? []) if (line.includes(text)) this.lines.get(text)!.push(line);
  }

  birthOf({ text }: Placed, own: string): number | null {
    const held = this.lines.get(text)!;
    const first = this.firsts.get(own) ?? null;
    // A text that runs over a line's end stands in no one line.
    if (!own.includes(text)) return first;
    const several = (this.places.get(text)?.size ?? 0) > 1;
    let oldest = first;
    for (const other of several ? held.slice(0, MOST_COMPARED) : held) {
      const at = this.firsts.get(other) ?? null;
      if (at === null || (oldest !== null && at <= oldest)) continue;
      if (!several || other === own || overlap(this.wordsOf(own), this.wordsOf(other)) >= SAME) oldest = at;
    }
    return oldest;
  }

  private wordsOf(line: string): ReadonlySet<string> {
    const known = this.words.get(line) ?? new Set(line.slice(0, 2_000).match(/[\p{L}_]{2,}/gu) ?? []);
    this.words.set(line, known);
    return known;
  }
}

const WORD = /[A-Za-z0-9_]+/g;

function longestWord(text: string): string {
  let longest = "";
  for (const [word] of text.matchAll(WORD)) if (word.length > longest.length) longest = word;
  return longest;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}
