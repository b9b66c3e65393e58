// Turns named texts into a ZIP archive, deflated, with UTF-8 names and no times, so that equal texts make equal bytes.
// After PKWARE's APPNOTE 6.3.10, without its 64-bit parts: an archive of 4 GB is none that a page should fetch from.

import { deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

/** The archive's bytes. */
export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(FIRST_DAY, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(signed("PK\x01\x02"), Buffer.from([20, 0]), common, rest, label);
    parts.push(signed("PK\x03\x04"), common, label, packed);
    offset += 4 + common.length + label.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signed("PK\x05\x06"), end]);
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, where the format's calendar begins. */
const FIRST_DAY = 0x21;

function signed(letters: string): Buffer {
  return Buffer.from(letters, "latin1");
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The checksum of the format (Node has one of its own from 20.15 on). */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] as number) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
