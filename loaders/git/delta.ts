// Turns a delta and the object it was made from into the object it stands for.
// It checks every length against both, so that no bytes, however hostile, make it read or write beyond an end.

/** Builds an object from the one it is a delta of: a row of "copy from the base" and "insert these bytes". */
export function applyDelta(delta: Buffer, base: Buffer): Buffer {
  let at = 0;
  function length(): number {
    let value = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = byteAt(delta, at++);
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte & 0x80);
    return value;
  }
  if (length() !== base.length) throw new Error("the object it is built on has another length");
  const size = length();
  // A copy of 7 bytes at most yields 16 MiB, so a short delta cannot ask for the moon.
  if (size > delta.length * 0xffffff) throw new Error("its length cannot be true");
  const target = Buffer.allocUnsafe(size);
  let filled = 0;
  while (at < delta.length) {
    const op = delta[at++]!;
    if (op & 0x80) {
      let from = 0;
      let count = 0;
      if (op & 0x01) from = byteAt(delta, at++);
      if (op & 0x02) from |= byteAt(delta, at++) << 8;
      if (op & 0x04) from |= byteAt(delta, at++) << 16;
      if (op & 0x08) from += byteAt(delta, at++) * 0x1000000;
      if (op & 0x10) count = byteAt(delta, at++);
      if (op & 0x20) count |= byteAt(delta, at++) << 8;
      if (op & 0x40) count |= byteAt(delta, at++) << 16;
      if (count === 0) count = 0x10000;
      if (from + count > base.length || filled + count > size) throw new Error("its delta reaches beyond an end");
      copy(base, from, target, filled, count);
      filled += count;
    } else {
      if (op === 0 || at + op > delta.length || filled + op > size) throw new Error("its delta is broken");
      copy(delta, at, target, filled, op);
      at += op;
      filled += op;
    }
  }
  if (filled !== size) throw new Error(`expected ${size} bytes, found ${filled}`);
  return target;
}

/** Copies bytes; a few of them by hand, which is faster than asking. */
function copy(source: Buffer, from: number, target: Buffer, at: number, count: number): void {
  if (count > 40) source.copy(target, at, from, from + count);
  else for (let i = 0; i < count; i++) target[at + i] = source[from + i]!;
}

/** A byte, or an error where there is none. */
export function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error("its header is cut short");
  return byte;
}
