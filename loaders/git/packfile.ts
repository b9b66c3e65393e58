// Turns the paths of a pack and its index into an open file and tables to look up places in.
// It compares what the two say of each other, and reads no object.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";

/** An open pack. */
export interface Pack {
  readonly id: number;
  readonly path: string;
  readonly file: number;
  readonly size: number;
  readonly index: Buffer;
  readonly count: number;
  /** Where objects begin, ascending, and at last where the trailer does: an object ends where the next one begins. */
  readonly starts: Uint32Array;
  /** What is wrong with the pack as a whole; its objects are then refused. */
  readonly damage: string | null;
}

const FANOUT = 8;
const NAMES = FANOUT + 1024;

/** Opens a pack. One that is damaged is opened too, and says so. Throws corrupt-repository if it cannot be opened. */
export function openPack(path: string, id: number): Pack {
  const nothing = { id, path, size: 0, index: Buffer.alloc(NAMES), count: 0, starts: new Uint32Array(0) };
  let file = -1;
  try {
    const index = readFileSync(path.replace(/pack$/, "idx"));
    const count = index.length < NAMES ? 0 : index.readUInt32BE(NAMES - 4);
    if (index.length < NAMES + count * 28 + 40) return { ...nothing, file, damage: "the index is cut short" };
    file = openSync(path, "r");
    const size = statSync(path).size;
    const starts = new Uint32Array(count + 1);
    for (let i = 0, at = NAMES + count * 24; i < count; i++, at += 4) starts[i] = index.readUInt32BE(at);
    starts[count] = Math.max(0, size - 20);
    starts.sort();
    const pack = { id, path, file, size, index, count, starts };
    return { ...pack, damage: damageOf(pack) };
  } catch (thrown) {
    if (file !== -1) closeSync(file);
    // A repack may have removed it between listing and opening; then the next listing has another.
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT")
      return { ...nothing, file: -1, damage: null };
    throw new BinnacleError(
      "corrupt-repository",
      `${path}: it cannot be opened. Check who may read it, or clone again.`,
      { cause: thrown },
    );
  }
}

/** Compares what index and pack say of each other: cheap, and it finds a pack that was cut short or exchanged. */
function damageOf(pack: Omit<Pack, "damage">): string | null {
  if (pack.size < 32) return "the pack is cut short";
  const head = readFully(pack.file, Buffer.alloc(12), 0);
  if (head.toString("latin1", 0, 4) !== "PACK") return "the file is no pack";
  if (head.readUInt32BE(8) !== pack.count)
    return `the pack holds ${head.readUInt32BE(8)} objects, its index ${pack.count}`;
  const trailer = readFully(pack.file, Buffer.alloc(20), pack.size - 20);
  const expected = pack.index.subarray(pack.index.length - 40, pack.index.length - 20);
  return trailer.equals(expected) ? null : "the pack is cut short or not the one its index describes";
}

/** Fills a buffer from a place on. */
export function readFully(file: number, into: Buffer, start: number): Buffer {
  let filled = 0;
  while (filled < into.length) {
    const read = readSync(file, into, filled, into.length - filled, start + filled);
    if (read === 0) throw new Error("the pack is cut short");
    filled += read;
  }
  return into;
}

/** The id at a position of the index. */
export function nameAt(pack: Pack, position: number): Oid {
  const at = NAMES + position * 20;
  return pack.index.toString("hex", at, at + 20);
}

/** The first position whose name is not before these hex digits (2 to 40 of them). */
export function lowerBound(pack: Pack, hex: string): number {
  if (pack.count === 0) return 0;
  const bucket = Number.parseInt(hex.slice(0, 2), 16);
  let low = bucket === 0 ? 0 : Math.min(pack.count, pack.index.readUInt32BE(FANOUT + (bucket - 1) * 4));
  let high = Math.min(pack.count, pack.index.readUInt32BE(FANOUT + bucket * 4));
  // The first 32 bits almost always decide; only where they are equal is the whole name spelled out.
  const head = Number.parseInt(hex.length < 8 ? hex.padEnd(8, "0") : hex.slice(0, 8), 16);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = pack.index.readUInt32BE(NAMES + middle * 20);
    if (there < head || (there === head && nameAt(pack, middle) < hex)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many objects begin at or before a place. */
export function upperBound(starts: Uint32Array, value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the object at a position of the index begins: byte offset in the pack. */
export function startAt(pack: Pack, position: number): number {
  return pack.index.readUInt32BE(NAMES + pack.count * 24 + position * 4);
}
