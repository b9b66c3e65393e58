// Looks for many words at once in bytes: one pass, whatever their number. It knows identifiers and command line flags and
// no language; what of a text is a comment has been blanked before.

/** Of each byte 1 if it stands in identifiers: ASCII letters, digits and `_`. */
export const PLAIN_IDENTIFIERS = letters((byte) => /\w/.test(String.fromCharCode(byte)));

/** The same, and every byte of a character beyond ASCII. */
export const WIDE_IDENTIFIERS = letters((byte) => byte >= 128 || PLAIN_IDENTIFIERS[byte] === 1);

function letters(isLetter: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte) ? 1 : 0));
}

/** Looks for words: identifiers of such bytes, and flags (`--dry-run`). */
export class WordScanner {
  readonly words: readonly string[];
  private readonly bytes: readonly Buffer[];
  /** By hash: a word's number plus one, 0 where there is none; collisions go on in the next place. */
  private readonly table: Int32Array;
  private readonly mask: number;
  /** By length and first byte: 1 where a word is like that. Most of a text is not, and is not hashed. */
  private readonly shapes = new Uint8Array(64 * 256);
  private readonly letters: Uint8Array;
  private readonly hasFlags: boolean;
  /** By word: the scan that saw it last. */
  private readonly seen: Int32Array;
  private scans = 0;

  constructor(words: Iterable<string>, identifiers = PLAIN_IDENTIFIERS) {
    this.letters = identifiers;
    this.words = [...new Set(words)];
    this.bytes = this.words.map((word) => Buffer.from(word));
    this.hasFlags = this.words.some((word) => word.startsWith("--"));
    let size = 1024;
    while (size < this.words.length * 4) size *= 2;
    this.mask = size - 1;
    this.table = new Int32Array(size);
    this.seen = new Int32Array(this.words.length);
    for (const [number, bytes] of this.bytes.entries()) {
      let at = hashOf(bytes, 0, bytes.length) & this.mask;
      while (this.table[at] !== 0) at = (at + 1) & this.mask;
      this.table[at] = number + 1;
      this.shapes[shapeOf(bytes, 0, bytes.length)] = 1;
    }
  }

  /** The numbers of the words that stand in the bytes, each once, in order of their first place. */
  scan(bytes: Uint8Array): readonly number[] {
    const found: number[] = [];
    this.scans++;
    this.each(bytes, (number) => {
      if (this.seen[number] !== this.scans) found.push(number);
      this.seen[number] = this.scans;
    });
    return found;
  }

  /** Every place of every word, by number and offset of its first byte, in order. */
  each(bytes: Uint8Array, note: (number: number, at: number) => void): void {
    const { letters } = this;
    const { length } = bytes;
    let start = 0;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!;
      if (letters[byte] === 1) continue;
      if (at > start) this.word(bytes, start, at, note);
      if (byte === 45 && this.hasFlags && this.isFlag(bytes, at)) {
        const number = this.flagAt(bytes, at);
        if (number !== -1) note(number, at);
      }
      start = at + 1;
    }
    if (length > start) this.word(bytes, start, length, note);
  }

  private word(bytes: Uint8Array, start: number, end: number, note: (number: number, at: number) => void): void {
    if (this.shapes[shapeOf(bytes, start, end)] !== 1) return;
    const number = this.find(bytes, start, end);
    if (number !== -1) note(number, start);
  }

  private flagAt(bytes: Uint8Array, from: number): number {
    let to = from;
    while (to < bytes.length && (this.letters[bytes[to]!] === 1 || bytes[to] === 45)) to++;
    return this.find(bytes, from, to);
  }

  private isFlag(bytes: Uint8Array, at: number): boolean {
    const before = at === 0 ? 32 : bytes[at - 1]!;
    if (bytes[at + 1] !== 45 || before === 45 || this.letters[before] === 1) return false;
    const letter = (bytes[at + 2] ?? 0) | 32;
    return letter >= 97 && letter <= 122;
  }

  private find(bytes: Uint8Array, start: number, end: number): number {
    for (let at = hashOf(bytes, start, end) & this.mask; this.table[at] !== 0; at = (at + 1) & this.mask) {
      const number = this.table[at]! - 1;
      if (isSame(this.bytes[number]!, bytes, start, end)) return number;
    }
    return -1;
  }
}

const EMPTY = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = EMPTY;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  return hash;
}

/** A place for each first byte at each length; words of 63 bytes and more share theirs. */
function shapeOf(bytes: Uint8Array, start: number, end: number): number {
  return Math.min(end - start, 63) * 256 + bytes[start]!;
}

function isSame(word: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (word[at] !== bytes[start + at]) return false;
  return true;
}
