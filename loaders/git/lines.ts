// Turns bytes into lines and equal lines into equal numbers, so that a comparison compares numbers.
// Only "\n" ends a line; no text is decoded and no string is made.

/** Lines of a part of a file: where each ends in the bytes, "\n" included, and a number made of its bytes. */
export interface Lines {
  readonly bytes: Buffer;
  readonly from: number;
  readonly count: number;
  readonly ends: Int32Array;
  readonly hashes: Int32Array;
}

/** Splits a part of a file, `from` inclusive, `to` exclusive, in bytes. */
export function linesOf(bytes: Buffer, from: number, to: number): Lines {
  let ends = new Int32Array(16 + ((to - from) >>> 5));
  let hashes = new Int32Array(ends.length);
  let count = 0;
  for (let at = from; at < to; ) {
    let hash = 0;
    let byte = 0;
    do {
      byte = bytes[at++]!;
      hash = Math.imul(hash ^ byte, 0x01000193);
    } while (byte !== 10 && at < to);
    if (count === ends.length) {
      ends = grown(ends);
      hashes = grown(hashes);
    }
    ends[count] = at;
    hashes[count++] = hash;
  }
  return { bytes, from, count, ends, hashes };
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Slots that are tried for a line. Beyond, somebody made lines collide: it counts as a line of its own, which costs a hunk and not time. */
const CROWDED = 200;

/** Both sides' lines as small numbers, equal ones for equal bytes; those below `known` occur on the old side. */
export function interned(
  old: Lines,
  now: Lines,
): { readonly a: Int32Array; readonly b: Int32Array; readonly known: number; readonly size: number } {
  const all = old.count + now.count;
  const mask = 2 ** Math.ceil(Math.log2(all * 2)) - 1;
  // Slots hold a number plus one; for each number, the line that it was made for (the new side's behind the old side's).
  const slots = new Int32Array(mask + 1);
  const first = new Int32Array(all);
  let size = 0;
  function number(lines: Lines, shift: number): Int32Array {
    const numbers = new Int32Array(lines.count);
    for (let i = 0; i < lines.count; i++) {
      const hash = lines.hashes[i]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      for (let tries = 0; ; tries++) {
        const held = slots[slot]!;
        if (held === 0) {
          first[size] = i + shift;
          slots[slot] = ++size;
          numbers[i] = size - 1;
          break;
        }
        if (tries === CROWDED) {
          first[size] = i + shift;
          numbers[i] = size++;
          break;
        }
        const line = first[held - 1]!;
        if (line < old.count ? sameLine(lines, i, old, line) : sameLine(lines, i, now, line - old.count)) {
          numbers[i] = held - 1;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    return numbers;
  }
  const a = number(old, 0);
  const known = size;
  const b = number(now, old.count);
  return { a, b, known, size };
}

/** Hashes alone prove nothing: a hostile file could make two lines share one. */
function sameLine(x: Lines, i: number, y: Lines, j: number): boolean {
  if (x.hashes[i] !== y.hashes[j]) return false;
  let from = i === 0 ? x.from : x.ends[i - 1]!;
  let other = j === 0 ? y.from : y.ends[j - 1]!;
  const end = x.ends[i]!;
  if (end - from !== y.ends[j]! - other) return false;
  while (from < end) if (x.bytes[from++] !== y.bytes[other++]) return false;
  return true;
}
