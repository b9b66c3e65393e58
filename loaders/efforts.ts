// Records in a store what each commit of its line cost, by part. Done for a notebook, after the walk; what is stored of the
// same head and parts is not done again, and a blob that was measured for an earlier head is not measured again.

import { add } from "./addition.ts";
import { Ledger } from "./audit/ledger.ts";
import { BinnacleError } from "./error.ts";
import type { Repository } from "./git/repository.ts";
import type { Oid } from "./model.ts";
import { type Effort, Efforts, type FileEffort } from "./provenance/effort/effort.ts";
import type { Measured } from "./provenance/effort/measure.ts";
import type { Part } from "./provenance/effort/net.ts";
import type { Parts } from "./provenance/effort/parts.ts";
import { Database, type Value } from "./store/database.ts";
import { storedLine } from "./store/notebook.ts";
import { EFFORT_VERSION } from "./version.ts";

export interface RecordEffortOptions {
  readonly repo: Repository;
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  readonly head: Oid;
  readonly parts: Parts;
  /** Folder of the user's cache, for what is kept of blobs between runs. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Answers whether anything was done. Throws what reading git throws, and what writing a store throws. */
export async function recordEffort(options: RecordEffortOptions): Promise<boolean> {
  const { store, head, parts } = options;
  const text = JSON.stringify([EFFORT_VERSION, parts.names, parts.named]);
  return add({ store, addition: "effort", head, text, rows: () => rowsFor(options) });
}

type Row = { readonly [column: string]: Value };

async function rowsFor({ repo, store, parts, folder, onProgress }: RecordEffortOptions) {
  const line = await lineOf(store);
  const kept = new Ledger<Kept>(folder);
  const known = new Map(kept.get("blobs", String(EFFORT_VERSION)) ?? []);
  const before = known.size;
  const efforts = new Efforts(repo, known);
  const effort: Row[] = [];
  const left = new Map<string, { ending: string; why: string; changes: number; lines: number }>();
  for (const [done, { oid, position }] of line.entries()) {
    onProgress?.(done, line.length);
    const told = await effortOf(repo, oid, efforts, parts);
    if (told === null) continue;
    effort.push(rowOf(position, null, told.total));
    for (const [name, part] of told.parts) effort.push(rowOf(position, name, part));
    for (const file of told.files) leave(left, file);
  }
  if (known.size > before) kept.put("blobs", String(EFFORT_VERSION), [...known]);
  const effort_part = parts.names.map((name, place) => ({
    place,
    name,
    globs: JSON.stringify(parts.named.find((part) => part.name === name)?.globs ?? []),
  }));
  return {
    effort,
    effort_part,
    effort_left: [...left.values()].sort((a, b) => b.changes - a.changes || (a.ending < b.ending ? -1 : 1)),
  };
}

/** What is known of blobs by grammar and blob, as `Efforts` has it. */
type Kept = readonly (readonly [key: string, measured: Measured | null])[];

async function lineOf(store: string): Promise<readonly { readonly oid: Oid; readonly position: number }[]> {
  const database = await Database.read(store);
  try {
    return (await storedLine(database))
      .map(({ oid, onLine }, position) => ({ oid, onLine, position }))
      .filter(({ onLine }) => onLine);
  } finally {
    database.close();
  }
}

/** What a commit cost; null where what it changed is not in this clone: it is shallow there, or partial. */
async function effortOf(repo: Repository, oid: Oid, efforts: Efforts, parts: Parts): Promise<Effort | null> {
  const { parents } = await repo.commit(oid);
  if (parents.length > 0 && repo.shallow.has(oid)) return null;
  try {
    return await efforts.between(parents[0] ?? null, oid, parts);
  } catch (thrown) {
    if (thrown instanceof BinnacleError && thrown.code === "missing-object") return null;
    throw thrown;
  }
}

function rowOf(position: number, part: string | null, { net, left, disagreement }: Part): Row {
  return {
    position,
    part,
    statements: net.statements,
    with_docstrings: net.statementsWithDocstrings,
    source: net.source,
    physical: net.physical,
    disagreement,
    files: left.measured,
    unread: left.unread,
    unread_lines: left.unreadLines,
    binary_files: left.binary,
  };
}

function leave(
  left: Map<string, { ending: string; why: string; changes: number; lines: number }>,
  { path, unmeasured, net }: FileEffort,
): void {
  if (unmeasured === null) return;
  const ending = endingOf(path);
  const key = `${unmeasured} ${ending}`;
  const known = left.get(key) ?? { ending, why: unmeasured, changes: 0, lines: 0 };
  left.set(key, { ...known, changes: known.changes + 1, lines: known.lines + net.physical });
}

/** `md` of a path; of a file without an ending, and of one that begins with its only dot, the whole name. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? name : name.slice(dot + 1).toLowerCase();
}
