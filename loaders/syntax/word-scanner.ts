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
      let at = hashOf(bytes) & this.mask;
      while (this.table[at] !== 0) at = (at + 1) & this.mask;
      this.table[at] = number + 1;
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
    let hash = EMPTY;
    let start = 0;
    for (let at = 0; at <= bytes.length; at++) {
      const byte = at < bytes.length ? bytes[at]! : 32;
      if (letters[byte] === 1) {
        hash = Math.imul(hash ^ byte, PRIME);
        continue;
      }
      if (at > start) {
        const number = this.find(hash, bytes, start, at);
        if (number !== -1) note(number, start);
      }
      if (byte === 45 && this.hasFlags && this.isFlag(bytes, at)) {
        const number = this.flagAt(bytes, at);
        if (number !== -1) note(number, at);
      }
      hash = EMPTY;
      start = at + 1;
    }
  }

  private flagAt(bytes: Uint8Array, from: number): number {
    let hash = EMPTY;
    let at = from;
    for (; at < bytes.length && (this.letters[bytes[at]!] === 1 || bytes[at] === 45); at++)
      hash = Math.imul(hash ^ bytes[at]!, PRIME);
    return this.find(hash, bytes, from, at);
  }

  private isFlag(bytes: Uint8Array, at: number): boolean {
    const before = at === 0 ? 32 : bytes[at - 1]!;
    if (bytes[at + 1] !== 45 || before === 45 || this.letters[before] === 1) return false;
    const letter = (bytes[at + 2] ?? 0) | 32;
    return letter >= 97 && letter <= 122;
  }

  private find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    for (let at = hash & this.mask; this.table[at] !== 0; at = (at + 1) & this.mask) {
      const number = this.table[at]! - 1;
      if (isSame(this.bytes[number]!, bytes, start, end)) return number;
    }
    return -1;
  }
}

const EMPTY = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function hashOf(bytes: Uint8Array): number {
  let hash = EMPTY;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash;
}

function isSame(word: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (word[at] !== bytes[start + at]) return false;
  return true;
}
