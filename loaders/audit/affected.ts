// Turns two trees into the citations of the first that lean on lines which the second edits, deletes or takes elsewhere:
// what a reviewer should read before anything is broken. Only citations that are true in the first tree are told.

import type { Definition, Finding, Snapshot } from "../citation.ts";
import { withRenames } from "../git/changes.ts";
import type { FileChange, Oid } from "../model.ts";
import type { Alignment } from "./align.ts";
import type { Archive } from "./archive.ts";
import { auditSnapshot } from "./audit.ts";
import { type Change, changeBetween, mayBeTouched } from "./change.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { definitionOf, symbolAt } from "./judge.ts";
import type { Library } from "./library.ts";
import type { Cited } from "./subject.ts";

export interface AffectedOptions {
  readonly archive: Archive;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly configuration: AuditConfiguration;
  readonly wanted?: (path: string) => boolean;
}

/** What the change does to the lines of one citation. */
export interface Leaning {
  readonly finding: Finding;
  /** Where the lines are in the first tree; of a citation that has moved, where it should lead. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The innermost definition there, or null. */
  readonly symbol: string | null;
  /** Lines of the first tree that are edited, and those that are gone: 1-based. */
  readonly edited: readonly number[];
  readonly deleted: readonly number[];
  /** Lines that are added between them. */
  readonly added: number;
  /** What becomes of the file itself. */
  readonly file: "stays" | "renamed" | "deleted";
  /** Where the lines are in the second tree; null if they are gone. */
  readonly now: { readonly path: string; readonly start: number; readonly end: number } | null;
  /** Whether the change edits the line of the document that cites them, too. */
  readonly answered: boolean;
}

export interface Affected {
  /** What leans on lines that are edited or gone, by file, then line. */
  readonly touched: readonly Leaning[];
  /** What leans on lines that only move. */
  readonly shifted: readonly Leaning[];
  /** Citations of changed files that were not judged true in the first tree. */
  readonly untrue: number;
  readonly warnings: readonly string[];
}

export async function affectedBy(options: AffectedOptions): Promise<Affected> {
  const { archive, before, after, configuration, wanted } = options;
  const change = changeBetween(before, after);
  const { library } = archive;
  // The second tree's bytes are asked for as well, and what no commit holds only it can read.
  const snapshot: Snapshot = { ...before, blob: (oid) => after.blob(oid) };
  const renames = await renamesOf(snapshot, after, change);
  const audited = await auditSnapshot({
    archive,
    snapshot,
    configuration,
    ...(wanted === undefined ? {} : { wanted }),
    only: ({ resolved }) => resolved.kind === "file" && change.paths.has(resolved.path),
    mayMatter: (path, bytes) => mayBeTouched(change, path, bytes),
  });
  const touched: Leaning[] = [];
  const shifted: Leaning[] = [];
  let untrue = 0;
  for (const [at, finding] of audited.findings.entries()) {
    const place = await placeOf(finding, audited.subjects[at]!, library);
    if (place === null) {
      untrue++;
      continue;
    }
    const leaning = await leaningOf(finding, place, { before, after, library, renames });
    if (leaning === null) continue;
    (isTouched(leaning) ? touched : shifted).push(leaning);
  }
  return { touched: touched.sort(byPlace), shifted: shifted.sort(byPlace), untrue, warnings: audited.past.warnings };
}

function isTouched({ edited, deleted, added, file }: Leaning): boolean {
  return edited.length + deleted.length + added > 0 || file !== "stays";
}

function byPlace(a: Leaning, b: Leaning): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (
    a.start - b.start || a.end - b.end || (a.finding.doc < b.finding.doc ? -1 : a.finding.doc > b.finding.doc ? 1 : 0)
  );
}

/** Where each path that the change takes away goes. */
async function renamesOf(before: Snapshot, after: Snapshot, { paths }: Change): Promise<ReadonlyMap<string, string>> {
  const changes: FileChange[] = [];
  for (const path of [...paths].sort()) {
    const [old, oid] = [before.files.get(path) ?? null, after.files.get(path) ?? null];
    const kind = old === null ? "added" : oid === null ? "deleted" : "modified";
    changes.push({ kind, path, from: null, oid, oldOid: old });
  }
  const joined = await withRenames({ blob: (oid: Oid) => before.blob(oid) }, changes);
  return new Map(joined.flatMap(({ kind, from, path }) => (kind === "renamed" && from !== null ? [[from, path]] : [])));
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Where a true citation leads; null of one that is not known to be true. */
async function placeOf(finding: Finding, { citation, target }: Cited, library: Library): Promise<Place | null> {
  const { verdict, path, suggestion, start, end } = finding;
  if (verdict === "moved" && suggestion !== null) return suggestion;
  if (verdict !== "holds" || path === null || target === null) return null;
  if (!citation.symbolOnly) return { path, start, end };
  const [only, another] = definitionOf(citation.symbol, await library.definitions(path, target.oid));
  return only === undefined || another !== undefined ? null : { path, ...meantBy(only) };
}

/** Who names a class leans on its name, who names a function on all of it. */
function meantBy({ kind, line, nameLine, endLine }: Definition): { readonly start: number; readonly end: number } {
  return { start: line, end: kind === "class" || kind === "module" ? nameLine : endLine };
}

interface Trees {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly library: Library;
  readonly renames: ReadonlyMap<string, string>;
}

/** Null where the lines stay where they are, or the document goes with them. */
async function leaningOf(finding: Finding, place: Place, trees: Trees): Promise<Leaning | null> {
  const { before, after, library, renames } = trees;
  const { path, start, end } = place;
  const oid = before.files.get(path);
  const docNow = after.files.get(finding.doc) === undefined ? renames.get(finding.doc) : finding.doc;
  if (oid === undefined || docNow === undefined) return null;
  const pathNow = after.files.has(path) ? path : (renames.get(path) ?? null);
  const symbol = symbolAt(await library.definitions(path, oid), start, end)?.name ?? null;
  const answered = await isAnswered(finding, docNow, trees);
  const base = { finding, path, start, end, symbol, answered };
  if (pathNow === null)
    return { ...base, edited: [], deleted: numbers(start, end), added: 0, file: "deleted", now: null };
  const alignment = await library.align(oid, after.files.get(pathNow)!);
  const lines = (await library.text(oid))?.lines ?? [];
  if (alignment === null) return null;
  const fate = fateOf(alignment, lines, start, end);
  const file = pathNow === path ? "stays" : "renamed";
  const stays = fate.now?.start === start && fate.now.end === end;
  if (file === "stays" && stays && fate.edited.length + fate.deleted.length + fate.added === 0) return null;
  return { ...base, ...fate, now: fate.now && { path: pathNow, ...fate.now }, file };
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** What becomes of a range of lines. Blank lines are nobody's ground. */
function fateOf(alignment: Alignment, lines: readonly string[], start: number, end: number) {
  const last = Math.min(end, lines.length);
  const whole = alignment.place(start, last);
  const now = whole === null ? null : { start: whole.start, end: whole.end };
  if (whole === null) return { edited: [], deleted: numbers(start, last), added: 0, now };
  const edited: number[] = [];
  const deleted: number[] = [];
  if (!whole.exact) {
    for (const line of numbers(start, last)) {
      if (lines[line - 1]!.trim() === "") continue;
      const own = alignment.place(line, line);
      if (own === null) deleted.push(line);
      else if (!own.exact) edited.push(line);
    }
    // A bracket alone is found again only with the lines around it.
    if (whole.lost === 0) deleted.length = 0;
  }
  const grown = whole.end - whole.start - (last - start);
  return { edited, deleted, added: Math.max(0, grown + deleted.length), now };
}

/** Whether the line of the document is not in the second tree as it is in the first. */
async function isAnswered({ doc, line }: Finding, docNow: string, { before, after, library }: Trees): Promise<boolean> {
  const [old, now] = [before.files.get(doc)!, after.files.get(docNow)!];
  if (old === now) return false;
  return (await library.align(old, now))?.place(line, line)?.exact !== true;
}
