// Keeps what audits found, in files of the user's cache folder, so that the next one need only judge what changed since. A
// file that is missing, of another version or broken is as good as none; losing all of them costs time only.

import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Oid } from "../model.ts";
import type { Audited, Told } from "./audit.ts";
import type { How } from "./resolve.ts";
import type { Voice } from "./voices.ts";

/** What one audit found, and what is needed to go on from it. */
export interface Entry extends Told {
  /** The commit that was judged; of an index, a work tree or a merge null: nothing goes on from these. */
  readonly commit: Oid | null;
  /** By finding, in the same order. */
  readonly keys: readonly Key[];
  readonly warnings: readonly string[];
  /** Of a change: lines with `binnacle-ignore` that it added. Null of a full audit. */
  readonly newExemptions: number | null;
}

export interface Key {
  /** The last part of the path as written. */
  readonly file: string;
  /** The path its lines are followed in, or null. */
  readonly target: string | null;
  readonly voice: Voice;
  /** Whether it was chosen among several files by what is in them, or could not be. */
  readonly chosen: boolean;
}

/** Ways to the one file meant that depend on what several hold. */
const CHOSEN: ReadonlySet<How> = new Set<How>([
  "the only one that is long enough",
  "the only one that defines the symbol",
  "the one that holds most of the sentence's names",
]);

export function entryOf(audited: Audited, commit: Oid | null, newExemptions: number | null): Entry {
  const { findings, unbound, exemptions, left, looked, subjects, voices, past } = audited;
  const keys = subjects.map(({ citation, target, resolved }, at) => ({
    file: posix.basename(citation.path ?? ""),
    target: target?.path ?? null,
    voice: voices[at]!,
    chosen: resolved.kind === "ambiguous" || (resolved.kind === "file" && CHOSEN.has(resolved.how)),
  }));
  return { findings, unbound, exemptions, left, looked, commit, keys, warnings: past.warnings, newExemptions };
}

/** Files of a ledger; the ones longest unused go. */
const MOST = 12;
/** Bytes of a file, packed; nothing larger is kept. */
const LARGEST = 64 * 2 ** 20;

/** Values in files, by kind and key. A value is what JSON can hold. */
export class Ledger<Value = Entry> {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get(kind: string, key: string): Value | null {
    const file = this.fileOf(kind, key);
    try {
      const entry = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Value;
      const now = new Date();
      utimesSync(file, now, now);
      return entry;
    } catch {
      return null;
    }
  }

  put(kind: string, key: string, entry: Value): void {
    try {
      const bytes = gzipSync(JSON.stringify(entry), { level: 1 });
      if (bytes.length > LARGEST) return;
      mkdirSync(this.folder, { recursive: true });
      const file = this.fileOf(kind, key);
      const part = `${file}.${randomBytes(4).toString("hex")}.part`;
      writeFileSync(part, bytes);
      renameSync(part, file);
      this.tidy();
    } catch {
      // A full disk or a folder that cannot be written costs the next audit time, and this one nothing.
    }
  }

  private fileOf(kind: string, key: string): string {
    return join(this.folder, `${kind}-${digest(key)}.json.gz`);
  }

  private tidy(): void {
    const files = readdirSync(this.folder)
      .filter((name) => name.endsWith(".json.gz") || name.endsWith(".part"))
      .map((name) => ({ name, used: statSync(join(this.folder, name)).mtimeMs }))
      .sort((a, b) => b.used - a.used);
    for (const { name } of files.slice(MOST)) rmSync(join(this.folder, name), { force: true });
  }
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
