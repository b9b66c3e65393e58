// Writes a file of the work tree anew, through a file beside it that takes its place: whoever reads sees the old or the
// new. It writes through no symbolic link, nothing outside the work tree, and no file that is not as it was read.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import { Disk } from "./disk.ts";
import { codeOf } from "./folder.ts";

/** Larger files are not written anew. Bytes. */
export const LARGEST_WRITTEN = 2 ** 28;

/** The bytes of a plain file of the work tree; null if there is none, or it lies behind a link. */
export function readWorkFile(workTree: string, path: string): Uint8Array | null {
  return isPlain(path) ? new Disk(workTree).read(Buffer.from(path), LARGEST_WRITTEN) : null;
}

/** Why a file was not written; null if it was. */
export type Refusal = "it is not in the work tree" | "it changed since it was judged" | "it may not be written" | null;

/** Puts `bytes` in the place of a file whose bytes are `expected`; its mode stays. */
export function replaceWorkFile(workTree: string, path: string, expected: Uint8Array, bytes: Uint8Array): Refusal {
  const raw = Buffer.from(path);
  const disk = new Disk(workTree);
  const stat = isPlain(path) ? disk.stat(raw) : null;
  if (stat?.isFile() !== true) return "it is not in the work tree";
  if ((stat.mode & 0o222n) === 0n) return "it may not be written";
  const full = join(workTree, path);
  // A folder could have become a link since it was looked at.
  if (realpathSync(dirname(full)) !== dirname(join(realpathSync(workTree), path))) return "it is not in the work tree";
  const beside = join(dirname(full), `.binnacle-${randomBytes(6).toString("hex")}.tmp`);
  try {
    write(beside, bytes);
    chmodSync(beside, Number(stat.mode & 0o7777n));
    // As late as can be: between here and the rename nobody is waited for.
    const now = new Disk(workTree).read(raw, LARGEST_WRITTEN);
    if (now === null || !now.equals(expected)) return "it changed since it was judged";
    renameSync(beside, full);
    return null;
  } catch (thrown) {
    if (/^(?:EACCES|EPERM|EROFS|ETXTBSY|EBUSY)$/.test(String(codeOf(thrown)))) return "it may not be written";
    throw thrown;
  } finally {
    rmSync(beside, { force: true });
  }
}

function write(path: string, bytes: Uint8Array): void {
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o600,
  );
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Paths whose bytes are no UTF-8 are spelled with `\x`, and are then nobody's to write. */
function isPlain(path: string): boolean {
  const parts = path.split("/");
  return (
    !path.includes("\\x") &&
    !parts.some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git") &&
    (sep === "/" || !path.includes(sep))
  );
}
