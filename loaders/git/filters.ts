// Turns a work tree file's bytes into the bytes git would store: encoding, line ends, `$Id$`, pointers of Git LFS.
// Programs that attributes name as filters are never run; who asks is told so.
import { createHash } from "node:crypto";
import type { Attributes } from "./attributes.ts";

/** What of git's settings changes bytes. */
export interface CleanSettings {
  readonly autocrlf: "true" | "input" | "false";
  /** Filters for which a program is configured: without one, git leaves the bytes as they are. */
  readonly drivers: ReadonlySet<string>;
}

/** How one file is to be cleaned. */
export interface CleanPlan {
  /** `auto` converts what looks like text; `text` always; `keep` never. */
  readonly ends: "keep" | "text" | "auto";
  readonly ident: boolean;
  /** A name of an encoding other than UTF-8; null for none. */
  readonly encoding: string | null;
  /** The filter that a program is configured for, or that git itself would need one for; else null. */
  readonly driver: string | null;
}

/** Whether a plan leaves all bytes as they are. */
export function changesNothing(plan: CleanPlan): boolean {
  return plan.ends === "keep" && !plan.ident && plan.encoding === null && plan.driver !== "lfs";
}

export function planOf(attributes: Attributes, settings: CleanSettings): CleanPlan {
  const encoding = attributes.get("working-tree-encoding");
  const driver = attributes.get("filter");
  return {
    ends: endsOf(attributes, settings),
    ident: attributes.get("ident") === true,
    encoding: typeof encoding === "string" && encoding !== "" && !/^utf-?8$/i.test(encoding) ? encoding : null,
    driver: typeof driver === "string" && (driver === "lfs" || settings.drivers.has(driver)) ? driver : null,
  };
}

function endsOf(attributes: Attributes, settings: CleanSettings): CleanPlan["ends"] {
  // `crlf` is what `text` was called once.
  const known = actionOf(attributes.get("text")) ?? actionOf(attributes.get("crlf"));
  if (known === "keep") return "keep";
  const eol = attributes.get("eol");
  const named = eol === "lf" || eol === "crlf";
  if (known !== undefined) return known;
  if (named) return "text";
  return settings.autocrlf === "false" ? "keep" : "auto";
}

function actionOf(state: boolean | string | undefined): CleanPlan["ends"] | undefined {
  if (state === true || state === "input") return "text";
  if (state === false) return "keep";
  return state === "auto" ? "auto" : undefined;
}

/** What a file became. */
export interface Cleaned {
  readonly bytes: Buffer;
  /** What could not be done, in words; null if all was. */
  readonly notice: string | null;
}

/**
 * The bytes as git would store them. `staged` gives the bytes the index holds for that path, or null: a file whose staged
 * bytes have "\r\n" keeps its own, and one that is a pointer of Git LFS becomes one again.
 */
export async function clean(
  bytes: Buffer,
  plan: CleanPlan,
  settings: CleanSettings,
  staged: () => Promise<Uint8Array | null>,
): Promise<Cleaned> {
  let now = bytes;
  let notice: string | null = null;
  if (plan.driver === "lfs") {
    if (isPointer(now) || now.length === 0) return { bytes: now, notice: null };
    const held = await staged();
    if (settings.drivers.has("lfs") || (held !== null && isPointer(held)))
      return { bytes: pointerTo(createHash("sha256").update(now).digest("hex"), now.length), notice: null };
  } else if (plan.driver !== null) notice = `its filter "${plan.driver}" is a program and was not run`;
  if (plan.encoding !== null) {
    const decoded = decodedFrom(now, plan.encoding);
    if (decoded === null) notice = `it is no ${plan.encoding}, or that encoding is not known here; its bytes are kept`;
    else now = decoded;
  }
  if (plan.ends === "text" || (plan.ends === "auto" && !looksBinary(now) && !(await hasWindowsEnds(staged))))
    now = withoutReturns(now);
  if (plan.ident) now = collapseIdent(now);
  return { bytes: now, notice };
}

/** Whether bytes are a pointer of Git LFS: its first line says so. */
export function isPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= 1024) return false;
  return /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n/.test(
    Buffer.from(bytes).toString("latin1"),
  );
}

/** The pointer that stands for a file's content. */
export function pointerTo(sha256: string, size: number): Buffer {
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`);
}

async function hasWindowsEnds(staged: () => Promise<Uint8Array | null>): Promise<boolean> {
  const held = await staged();
  if (held === null) return false;
  const bytes = asBuffer(held);
  return bytes.includes("\r\n") && !looksBinary(bytes);
}

/** Git's own guess: a NUL, a "\r" alone, or more than one in 128 that no text has. */
function looksBinary(bytes: Buffer): boolean {
  let odd = 0;
  let plain = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === 0) return true;
    if (byte === 13) {
      if (bytes[i + 1] !== 10) return true;
      i++;
    } else if (byte === 10) continue;
    else if (byte === 127 || (byte < 32 && byte !== 8 && byte !== 9 && byte !== 12 && byte !== 27)) odd++;
    else plain++;
  }
  // The mark with which DOS ended a file counts as nothing.
  if (bytes.at(-1) === 26) odd--;
  return plain >> 7 < odd;
}

function withoutReturns(bytes: Buffer): Buffer {
  if (!bytes.includes("\r\n")) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 13 || bytes[i + 1] !== 10) out[length++] = bytes[i]!;
  return out.subarray(0, length);
}

/** `$Id: …$` becomes `$Id$`, where it is on one line. */
function collapseIdent(bytes: Buffer): Buffer {
  if (!bytes.includes("$Id:")) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf("$Id:"); at !== -1; at = bytes.indexOf("$Id:", at)) {
    const close = bytes.indexOf("$", at + 4);
    if (close === -1) break;
    const line = bytes.indexOf("\n", at + 4);
    if (line !== -1 && line < close) at += 4;
    else {
      parts.push(bytes.subarray(from, at), Buffer.from("$Id$"));
      at = close + 1;
      from = at;
    }
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** Bytes in UTF-8, or null where they are not in that encoding, or it is not known. */
function decodedFrom(bytes: Buffer, encoding: string): Buffer | null {
  if (bytes.length === 0) return bytes;
  const name = encoding.toLowerCase();
  if (/^(?:iso-?8859-1|latin-?1)$/.test(name)) return Buffer.from(bytes.toString("latin1"));
  const utf16 = /^utf-?16(-?[bl]e)?(-bom)?$/.exec(name);
  if (utf16 === null) return decodedBy(bytes, name);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const marked = mark === 0xfeff ? "be" : mark === 0xfffe ? "le" : null;
  const order = utf16[1]?.replace("-", "") ?? null;
  // As git has it: an encoding that names its order must not have a mark, one that does not must.
  if (order !== null && utf16[2] === undefined) return marked === null ? decodedBy(bytes, `utf-16${order}`) : null;
  return marked === null ? null : decodedBy(bytes.subarray(2), `utf-16${marked}`);
}

function decodedBy(bytes: Buffer, encoding: string): Buffer | null {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
