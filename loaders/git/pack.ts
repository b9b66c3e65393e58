// Turns an object id into its bytes out of git's pack files: slices read by position and inflated to their exact length.
// It keeps no pack in memory, only indexes and a bounded store of delta bases; it knows version 2 packs and indexes only.
import { closeSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import { Recent } from "../recent.ts";
import { applyDelta, byteAt } from "./delta.ts";
import { lowerBound, nameAt, openPack, type Pack, readFully, startAt, upperBound } from "./packfile.ts";
import type { ObjectType } from "./parse.ts";

/** An object's bytes, which may be shared with others who read it: never write to them. */
export interface StoredObject {
  readonly type: ObjectType;
  readonly data: Buffer;
}

const TYPES: Readonly<Record<number, ObjectType>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;
/** What delta bases may take up, in bytes; measured on histories of 1,000 to 20,000 commits. */
const BASES_LIMIT = 48 * 2 ** 20;
/** Deflate cannot do better than 1032 to 1: a header that promises more lies, and nothing is allocated for it. */
const BEST_RATIO = 1032;
/** A chain that is longer has a loop in it; git itself writes 50, and at most 4095. */
const LONGEST_CHAIN = 4095;

/** Several packs as one. Positions are looked up in memory, bytes are read from disk. */
export class PackSet {
  private readonly packs: Pack[] = [];
  /** Delta bases by pack and place. */
  private readonly bases = new Recent<number, StoredObject>(BASES_LIMIT, (object) => object.data.length + 200);
  private scratch = Buffer.allocUnsafe(1 << 16);
  private found: { oid: Oid; pack: Pack; start: number } | null = null;
  private last = 0;

  constructor(paths: readonly string[]) {
    this.add(paths);
  }

  /** Opens the packs that are not open yet. Answers how many those were. */
  add(paths: readonly string[]): number {
    const known = new Set(this.packs.map((pack) => pack.path));
    const fresh = paths.filter((path) => !known.has(path));
    for (const path of fresh) this.packs.push(openPack(path, this.packs.length));
    return fresh.length;
  }

  get size(): number {
    return this.packs.reduce((sum, pack) => sum + pack.count, 0);
  }

  has(oid: Oid): boolean {
    return this.find(oid) !== null;
  }

  /** The path of the pack that holds an object, or null. */
  pathOf(oid: Oid): string | null {
    return this.find(oid)?.pack.path ?? null;
  }

  /** Null if no pack has it. Throws corrupt-repository naming object and file. */
  read(oid: Oid): StoredObject | null {
    const place = this.find(oid);
    if (place === null) return null;
    try {
      if (place.pack.damage !== null) throw new Error(place.pack.damage);
      return this.readAt(place.pack, place.start);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new BinnacleError(
        "corrupt-repository",
        `${place.pack.path}: object ${oid} cannot be read at byte ${place.start} (${why}). Run "git fsck", or clone again.`,
        { cause: thrown },
      );
    }
  }

  /** Ids that begin with these hex digits (4 or more), in no order. */
  expand(prefix: string): readonly Oid[] {
    return this.packs.flatMap((pack) => {
      const oids: Oid[] = [];
      for (let i = lowerBound(pack, prefix); i < pack.count; i++) {
        const oid = nameAt(pack, i);
        if (!oid.startsWith(prefix)) break;
        oids.push(oid);
      }
      return oids;
    });
  }

  /** At most `count` ids spread evenly over all packs. */
  sample(count: number): readonly Oid[] {
    const share = Math.ceil(count / Math.max(1, this.packs.length));
    return this.packs
      .flatMap((pack) =>
        Array.from({ length: Math.min(share, pack.count) }, (_, i) =>
          nameAt(pack, Math.floor((i * pack.count) / share) % pack.count),
        ),
      )
      .slice(0, count);
  }

  close(): void {
    for (const pack of this.packs) if (pack.file !== -1) closeSync(pack.file);
    this.packs.length = 0;
    this.found = null;
  }

  private find(oid: Oid): { pack: Pack; start: number } | null {
    if (this.found?.oid === oid) return this.found;
    for (let i = 0; i < this.packs.length; i++) {
      // Objects that are read one after another mostly lie in the same pack.
      const which = (this.last + i) % this.packs.length;
      const pack = this.packs[which]!;
      const position = lowerBound(pack, oid);
      if (position < pack.count && nameAt(pack, position) === oid) {
        this.last = which;
        const start = startAt(pack, position);
        this.found = { oid, pack, start };
        return this.found;
      }
    }
    return null;
  }

  /** Down the chain of deltas to an object that is whole or known, and back up applying them. */
  private readAt(pack: Pack, start: number): StoredObject {
    const deltas: { data: Buffer; pack: Pack; start: number }[] = [];
    let place = { pack, start };
    let object: StoredObject | undefined;
    while (object === undefined) {
      object = this.bases.get(keyOf(place.pack.id, place.start));
      if (object !== undefined) break;
      const entry = this.entryAt(place.pack, place.start);
      if ("type" in entry) {
        object = entry;
        this.bases.set(keyOf(place.pack.id, place.start), object);
        break;
      }
      if (deltas.length >= LONGEST_CHAIN) throw new Error("its chain of deltas does not end");
      deltas.push({ data: entry.delta, ...place });
      const base = typeof entry.base === "number" ? { pack: place.pack, start: entry.base } : this.find(entry.base);
      if (base === null) throw new Error(`the object ${entry.base} it is built on is missing`);
      place = { pack: base.pack, start: base.start };
    }
    for (let i = deltas.length - 1; i >= 0; i--) {
      const delta = deltas[i]!;
      object = { type: object.type, data: applyDelta(delta.data, object.data) };
      this.bases.set(keyOf(delta.pack.id, delta.start), object);
    }
    return object;
  }

  private entryAt(pack: Pack, start: number): StoredObject | { delta: Buffer; base: number | Oid } {
    const next = pack.starts[upperBound(pack.starts, start)];
    if (next === undefined || start < 12) throw new Error("its place lies outside the pack");
    const slice = this.slice(pack, start, next - start);
    let at = 0;
    let byte = byteAt(slice, at++);
    const type = (byte >> 4) & 7;
    let size = byte & 15;
    let scale = 16;
    while (byte & 0x80) {
      byte = byteAt(slice, at++);
      size += (byte & 0x7f) * scale;
      scale *= 128;
    }
    let base: number | Oid | null = null;
    if (type === OFFSET_DELTA) {
      byte = byteAt(slice, at++);
      let distance = byte & 0x7f;
      while (byte & 0x80) {
        byte = byteAt(slice, at++);
        distance = (distance + 1) * 128 + (byte & 0x7f);
      }
      base = start - distance;
      if (distance <= 0 || base < 12) throw new Error("the object it is built on lies outside the pack");
    } else if (type === NAMED_DELTA) {
      base = slice.toString("hex", at, at + 20);
      at += 20;
    }
    const deflated = slice.subarray(at);
    if (size > deflated.length * BEST_RATIO + 64) throw new Error("its length cannot be true");
    // One byte more than expected: a full chunk would make zlib allocate a second one to see whether more comes.
    const data = inflateSync(deflated, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 });
    if (data.length !== size) throw new Error(`expected ${size} bytes, found ${data.length}`);
    if (base !== null) return { delta: data, base };
    const name = TYPES[type];
    if (name === undefined) throw new Error(`its type ${type} is unknown`);
    return { type: name, data };
  }

  /** Bytes of a pack, in a buffer that the next call overwrites. */
  private slice(pack: Pack, start: number, length: number): Buffer {
    // A long slice gets a buffer of its own, so that one large object does not leave its size behind.
    if (length > 1 << 22) return readFully(pack.file, Buffer.allocUnsafe(length), start);
    if (length > this.scratch.length) this.scratch = Buffer.allocUnsafe(length * 2);
    return readFully(pack.file, this.scratch.subarray(0, length), start);
  }
}

/** A number for a place in a pack; offsets are below 2^31. */
function keyOf(pack: number, start: number): number {
  return pack * 2 ** 32 + start;
}
