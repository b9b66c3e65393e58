// Turns a path of the index into what stands there in the work tree, and a file into its bytes.
// No symbolic link is followed, whichever part of the path it is, and nothing but a plain file is ever opened.
import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { codeOf } from "./folder.ts";

/** A folder of files, looked at without following links. */
export class Disk {
  private readonly root: Buffer;
  /** Whether a folder is one, and no link to one; by its path's bytes. */
  private readonly folders = new Map<string, boolean>();

  constructor(root: string) {
    this.root = Buffer.from(root.endsWith("/") ? root : `${root}/`);
  }

  /** What stands at a path, given as bytes below the root. Null: nothing, or it lies behind a link or a file. */
  stat(path: Buffer): BigIntStats | null {
    for (let at = path.indexOf(47); at !== -1; at = path.indexOf(47, at + 1))
      if (!this.isFolder(path.subarray(0, at))) return null;
    return this.lookAt(path);
  }

  /** The bytes of a plain file of at most `most` bytes; null if it is none, or larger, or cannot be opened. */
  read(path: Buffer, most: number): Buffer | null {
    return this.opened(path, (file, size) => {
      if (size > most) return null;
      // One byte more is asked for, so that a file that grows meanwhile is read to its end.
      let bytes = Buffer.allocUnsafe(size + 1);
      let filled = 0;
      for (;;) {
        const got = readSync(file, bytes, filled, bytes.length - filled, null);
        if (got === 0) return bytes.subarray(0, filled);
        filled += got;
        if (filled > most) return null;
        if (filled === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(filled)]);
      }
    });
  }

  /** Hashes of a file of any size, read piece by piece: of the blob that it would be, and of its bytes in SHA-256. */
  hash(path: Buffer, algorithm: "sha1" | "sha256"): { readonly oid: string; readonly sha256: string } | null {
    return this.opened(path, (file, size) => {
      const blob = createHash(algorithm).update(`blob ${size}\0`);
      const plain = createHash("sha256");
      const piece = Buffer.allocUnsafe(1 << 20);
      let left = size;
      while (left > 0) {
        const got = readSync(file, piece, 0, Math.min(piece.length, left), null);
        if (got === 0) return null;
        blob.update(piece.subarray(0, got));
        plain.update(piece.subarray(0, got));
        left -= got;
      }
      return { oid: blob.digest("hex"), sha256: plain.digest("hex") };
    });
  }

  private opened<T>(path: Buffer, use: (file: number, size: number) => T | null): T | null {
    if (this.stat(path)?.isFile() !== true) return null;
    let file: number;
    try {
      // Not to wait, should it have become a pipe since it was looked at.
      file = openSync(this.full(path), constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
    } catch {
      return null;
    }
    try {
      const stat = fstatSync(file);
      return stat.isFile() ? use(file, stat.size) : null;
    } finally {
      closeSync(file);
    }
  }

  private isFolder(path: Buffer): boolean {
    const key = path.toString("latin1");
    let known = this.folders.get(key);
    if (known === undefined) {
      known = this.lookAt(path)?.isDirectory() === true;
      this.folders.set(key, known);
    }
    return known;
  }

  private lookAt(path: Buffer): BigIntStats | null {
    try {
      return lstatSync(this.full(path), { bigint: true });
    } catch (thrown) {
      // A folder that may not be looked into, or a path too long for this system, has no file for us.
      if (/^(?:ENOENT|ENOTDIR|ENAMETOOLONG|EACCES|ELOOP|EINVAL)$/.test(String(codeOf(thrown)))) return null;
      throw thrown;
    }
  }

  private full(path: Buffer): Buffer {
    return Buffer.concat([this.root, path]);
  }
}

/** Windows has neither. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;
