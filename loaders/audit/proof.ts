// Turns planned fixes into those that are proven: the edited documents are judged as if they stood in the tree, and a fix
// stays where its citation then means what it should, and no other citation means anything else than before.

import { createHash } from "node:crypto";
import type { Finding, Skipped, Snapshot } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Archive } from "./archive.ts";
import { auditSnapshot } from "./audit.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { columnAfter, editLines, type Replacement } from "./edits.ts";
import { type Fix, where } from "./fix.ts";
import type { Cited } from "./subject.ts";
import { Tally } from "./tally.ts";

export interface ProofOptions {
  readonly archive: Archive;
  /** What was judged. */
  readonly snapshot: Snapshot;
  readonly configuration: AuditConfiguration;
  readonly fixes: readonly Fix[];
}

export interface Proven {
  readonly fixes: readonly Fix[];
  readonly left: readonly Skipped[];
}

/** Documents are judged again this often at most; what then is not settled is left alone. */
const ROUNDS = 8;

export async function prove(options: ProofOptions): Promise<Proven> {
  const left = new Tally();
  const proven = new Set<Fix>();
  let open = groupBy(options.fixes, ({ finding }) => finding.doc);
  const before = await citedIn(options, [...open.keys()]);
  for (let round = 1; open.size > 0; round++) {
    const drafts = new Map([...open].map(([doc, fixes]) => [doc, new Draft(fixes)]));
    await judgeDrafts(options, drafts);
    open = new Map();
    for (const [doc, draft] of drafts) {
      const doubts = draft.doubts(before.get(doc) ?? []);
      for (const [fix, why] of doubts) left.out(why, where(fix.finding));
      const rest = draft.fixes.filter((fix) => !doubts.has(fix));
      if (doubts.size === 0) for (const fix of rest) proven.add(fix);
      else if (round < ROUNDS && rest.length > 0) open.set(doc, rest);
      else for (const fix of rest) left.out("its document could not be settled", where(fix.finding));
    }
  }
  return { fixes: options.fixes.filter((fix) => proven.has(fix)), left: left.counted() };
}

/** All citations of documents as they are now, with what they mean. */
async function citedIn(
  { archive, snapshot, configuration }: ProofOptions,
  docs: readonly string[],
): Promise<ReadonlyMap<string, readonly Cited[]>> {
  const cited: Cited[] = [];
  const wanted = new Set(docs);
  const only = (each: Cited) => {
    cited.push(each);
    return false;
  };
  if (docs.length > 0)
    await auditSnapshot({ archive, snapshot, configuration, wanted: (path) => wanted.has(path), only });
  return groupBy(cited, ({ document }) => document.path);
}

/** Judges what the fixes wrote, in a tree in which the documents are edited. */
async function judgeDrafts(
  { archive, snapshot, configuration }: ProofOptions,
  drafts: ReadonlyMap<string, Draft>,
): Promise<void> {
  const files = new Map(snapshot.files);
  const edited = new Map<string, Uint8Array>();
  for (const [doc, { bytes }] of drafts) {
    // Nobody stores it: it only has to be another one than all others.
    const oid = createHash("sha256").update(`edited ${doc}\0`).update(bytes).digest("hex");
    files.set(doc, oid);
    edited.set(oid, bytes);
  }
  const { findings } = await auditSnapshot({
    archive,
    snapshot: { ...snapshot, files, blob: async (oid) => edited.get(oid) ?? snapshot.blob(oid) },
    configuration,
    wanted: (path) => drafts.has(path),
    only: (cited) => drafts.get(cited.document.path)!.take(cited),
  });
  for (const finding of findings) drafts.get(finding.doc)!.findings.set(placeOf(finding), finding);
}

function placeOf({ line, column }: Pick<Finding, "line" | "column">): string {
  return `${line}:${column}`;
}

/** A document with its fixes made, and what is found in it then. */
class Draft {
  readonly fixes: readonly Fix[];
  readonly bytes: Uint8Array;
  /** Of citations that fixes wrote, by place. */
  readonly findings = new Map<string, Finding>();
  private readonly replacements: ReadonlyMap<number, readonly Replacement[]>;
  /** What each fix wrote, by line: columns, half-open. */
  private readonly written: ReadonlyMap<
    number,
    readonly { readonly fix: Fix; readonly from: number; readonly to: number }[]
  >;
  private readonly of = new Map<Fix, Cited[]>();
  private readonly others = new Map<string, Cited>();

  constructor(fixes: readonly Fix[]) {
    this.fixes = fixes;
    const all = fixes.flatMap(({ replacements }) => replacements);
    this.bytes = new TextEncoder().encode(editLines(fixes[0]!.subject.document.read.lines, all)!.join("\n"));
    this.replacements = groupBy(all, ({ line }) => line);
    this.written = groupBy(
      fixes.map((fix) => {
        const { line, column, becomes } = fix.own;
        const others = this.on(line).filter((each) => each.column !== column);
        const from = columnAfter(others, line, column) ?? column;
        return { fix, from, to: from + becomes.length };
      }),
      ({ fix }) => fix.own.line,
    );
  }

  private on(line: number): readonly Replacement[] {
    return this.replacements.get(line) ?? [];
  }

  /** Takes note of a citation of the edited document; whether a fix wrote it. */
  take(cited: Cited): boolean {
    const { line, column } = cited.citation;
    const fix = this.written.get(line)?.find(({ from, to }) => from <= column && column < to)?.fix;
    if (fix === undefined) this.others.set(placeOf(cited.citation), cited);
    else this.of.set(fix, [...(this.of.get(fix) ?? []), cited]);
    return fix !== undefined;
  }

  /** Fixes that do not do what they should, or make another citation mean something else. */
  doubts(before: readonly Cited[]): ReadonlyMap<Fix, string> {
    const doubts = new Map<Fix, string>();
    for (const fix of this.fixes) {
      const [now, another] = this.of.get(fix) ?? [];
      const why =
        now === undefined || another !== undefined
          ? "written so, it would be read as something else"
          : whyNot(fix, now, this.findings.get(placeOf(now.citation)));
      if (why !== null) doubts.set(fix, why);
    }
    const fixed = new Set(this.fixes.map(({ finding }) => placeOf(finding)));
    const rest = new Map(this.others);
    for (const cited of before) {
      const { line, column } = cited.citation;
      if (fixed.has(placeOf(cited.citation))) continue;
      const place = placeOf({ line, column: columnAfter(this.on(line), line, column) ?? 0 });
      const now = rest.get(place);
      rest.delete(place);
      if (now === undefined || meaningOf(now) !== meaningOf(cited)) this.blame(cited, doubts);
    }
    for (const cited of rest.values()) this.blame(cited, doubts);
    return doubts;
  }

  /** The fixes of the passage around a citation that has come to mean something else; of none, all of the document. */
  private blame({ passage }: Cited, doubts: Map<Fix, string>): void {
    const near = this.fixes.filter(({ own: { line } }) => passage.line <= line && line <= passage.endLine);
    for (const fix of near.length > 0 ? near : this.fixes)
      if (!doubts.has(fix)) doubts.set(fix, "it would make another citation mean something else");
  }
}

/** Why what a fix wrote is not what it should be; null if it is. */
function whyNot({ aim, manner }: Fix, { citation, resolved }: Cited, finding: Finding | undefined): string | null {
  if (resolved.kind !== "file" || resolved.path !== aim.path) return "written so, its path would mean another file";
  if (aim.symbol !== null)
    return citation.symbolOnly && citation.symbol === aim.symbol.name && finding?.verdict === "holds"
      ? null
      : "written so, it would not be read as that symbol";
  if (citation.start !== aim.start || citation.end !== aim.end) return "written so, it would be read as other lines";
  const expected = manner === "permalink" ? "historical" : "holds";
  return finding?.verdict === expected ? null : "judged again, it would not hold there";
}

function meaningOf({ citation, resolved }: Cited): string {
  const to = resolved.kind === "file" || resolved.kind === "gone" ? resolved.path : "";
  return JSON.stringify([citation.text, citation.start, citation.end, citation.symbol, resolved.kind, to]);
}
