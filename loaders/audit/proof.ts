// Turns planned fixes into those that are proven: the edited documents are judged as if they stood in the tree, and a fix
// stays where its citation then means what it should, and no other citation means anything else than before.

import { createHash } from "node:crypto";
import type { Finding, Skipped, Snapshot } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Archive } from "./archive.ts";
import { auditSnapshot } from "./audit.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { Left } from "./documents.ts";
import { columnAfter, editLines } from "./edits.ts";
import { type Fix, where } from "./fix.ts";
import type { Subject } from "./subject.ts";

export interface ProofOptions {
  readonly archive: Archive;
  /** What was judged. */
  readonly snapshot: Snapshot;
  readonly configuration: AuditConfiguration;
  /** All citations of the documents that are fixed. */
  readonly subjects: readonly Subject[];
  readonly fixes: readonly Fix[];
}

export interface Proven {
  readonly fixes: readonly Fix[];
  readonly left: readonly Skipped[];
}

/** Documents are judged again this often at most; what then is not settled is left alone. */
const ROUNDS = 8;

export async function prove(options: ProofOptions): Promise<Proven> {
  const left = new Left();
  const bySubject = groupBy(options.subjects, ({ document }) => document.path);
  const proven: Fix[] = [];
  let open = groupBy(options.fixes, ({ finding }) => finding.doc);
  for (let round = 0; open.size > 0; round++) {
    const again = new Map<string, Fix[]>();
    const judged = await judgeEdited(options, open);
    for (const [doc, fixes] of open) {
      const { subjects, findings } = judged.get(doc) ?? { subjects: [], findings: [] };
      const doubts = doubtsOf(bySubject.get(doc) ?? [], fixes, subjects, findings);
      for (const [fix, why] of doubts) left.out(why, where(fix.finding));
      const rest = fixes.filter((fix) => !doubts.has(fix));
      if (doubts.size === 0) proven.push(...fixes);
      else if (round + 1 < ROUNDS && rest.length > 0) again.set(doc, rest);
      else for (const fix of rest) left.out("its document could not be settled", where(fix.finding));
    }
    open = again;
  }
  const isProven = new Set(proven);
  return { fixes: options.fixes.filter((fix) => isProven.has(fix)), left: left.counted() };
}

interface Again {
  readonly subjects: Subject[];
  readonly findings: Finding[];
}

/** The citations of the edited documents, all resolved, those that were fixed judged. */
async function judgeEdited(
  { archive, snapshot, configuration }: ProofOptions,
  open: ReadonlyMap<string, readonly Fix[]>,
): Promise<ReadonlyMap<string, Again>> {
  const files = new Map(snapshot.files);
  const edited = new Map<string, Uint8Array>();
  for (const [doc, fixes] of open) {
    const bytes = new TextEncoder().encode(editedText(fixes));
    // Nobody stores it: it only has to be another one than all others.
    const oid = createHash("sha256").update(`edited ${doc}\0`).update(bytes).digest("hex");
    files.set(doc, oid);
    edited.set(oid, bytes);
  }
  const overlay: Snapshot = {
    ...snapshot,
    kind: "worktree",
    files,
    blob: async (oid) => edited.get(oid) ?? snapshot.blob(oid),
  };
  const judged = new Map<string, Again>([...open.keys()].map((doc) => [doc, { subjects: [], findings: [] }]));
  const { findings } = await auditSnapshot({
    archive,
    snapshot: overlay,
    configuration,
    wanted: (path) => open.has(path),
    only: (subject) => {
      judged.get(subject.document.path)?.subjects.push(subject);
      return (open.get(subject.document.path) ?? []).some((fix) => isOf(fix, open.get(subject.document.path)!, subject));
    },
  });
  for (const finding of findings) judged.get(finding.doc)?.findings.push(finding);
  return judged;
}

function editedText(fixes: readonly Fix[]): string {
  const lines = fixes[0]!.subject.document.read.lines;
  return editLines(lines, fixes.flatMap(({ replacements }) => replacements))!.join("\n");
}

/** Whether a citation of the edited document stands in what a fix wrote. */
function isOf(fix: Fix, all: readonly Fix[], { citation }: Subject): boolean {
  const [own] = fix.replacements;
  if (own === undefined || own.line !== citation.line) return false;
  const before = all.flatMap(({ replacements }) => replacements).filter((each) => each !== own);
  const from = columnAfter(before, own.line, own.column);
  return from !== null && from <= citation.column && citation.column < from + own.becomes.length;
}

/** Fixes that do not do what they should, or make another citation mean something else. */
function doubtsOf(
  before: readonly Subject[],
  fixes: readonly Fix[],
  after: readonly Subject[],
  findings: readonly Finding[],
): ReadonlyMap<Fix, string> {
  const doubts = new Map<Fix, string>();
  const rest = new Set(after);
  for (const fix of fixes) {
    const [now, another] = after.filter((subject) => isOf(fix, fixes, subject));
    if (now !== undefined) rest.delete(now);
    const why =
      now === undefined || another !== undefined
        ? "written so, it would be read as something else"
        : whyNot(fix, now, findings.find((each) => each.line === now.citation.line && each.column === now.citation.column));
    if (why !== null) doubts.set(fix, why);
  }
  const fixed = new Set(fixes.map(({ subject }) => subject.citation));
  const replacements = fixes.flatMap((fix) => fix.replacements);
  const at = new Map(after.map((subject) => [`${subject.citation.line}:${subject.citation.column}`, subject]));
  for (const subject of before) {
    if (fixed.has(subject.citation)) continue;
    const column = columnAfter(replacements, subject.citation.line, subject.citation.column);
    const now = column === null ? undefined : at.get(`${subject.citation.line}:${column}`);
    if (now !== undefined) rest.delete(now);
    if (now === undefined || meaningOf(now) !== meaningOf(subject)) blame(subject, fixes, doubts);
  }
  for (const subject of rest) blame(subject, fixes, doubts);
  return doubts;
}

function whyNot({ aim, manner }: Fix, { citation, resolved }: Subject, finding: Finding | undefined): string | null {
  if (resolved.kind !== "file" || resolved.path !== aim.path) return "written so, its path would mean another file";
  if (aim.symbol !== null)
    return citation.symbolOnly && citation.symbol === aim.symbol.name && finding?.verdict === "holds"
      ? null
      : "written so, it would not be read as that symbol";
  if (citation.start !== aim.start || citation.end !== aim.end) return "written so, it would be read as other lines";
  const expected = manner === "permalink" ? "historical" : "holds";
  return finding?.verdict === expected ? null : "judged again, it would not hold there";
}

function meaningOf({ citation, resolved }: Subject): string {
  const to = resolved.kind === "file" || resolved.kind === "gone" ? resolved.path : "";
  return JSON.stringify([citation.text, citation.start, citation.end, citation.symbol, resolved.kind, to]);
}

/** The fixes of the passage around a citation that has come to mean something else; of none, all of the document. */
function blame({ citation, passage }: Subject, fixes: readonly Fix[], doubts: Map<Fix, string>): void {
  const near = fixes.filter(({ finding: { line } }) => passage.line <= line && line <= passage.endLine);
  for (const fix of near.length > 0 ? near : fixes)
    if (!doubts.has(fix)) doubts.set(fix, `it would make another citation mean something else: ${citation.text}`);
}
