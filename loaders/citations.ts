// Records the citations of a line in its store: all that stand or stood on it, judged, with what they were when. Done for a
// notebook, after the walk; what is stored of the same head and configuration is not done again.

import { add } from "./addition.ts";
import { Archive } from "./audit/archive.ts";
import { type Chronicle, type Chronicled, chronicle } from "./audit/chronicle.ts";
import type { AuditConfiguration } from "./audit/configuration.ts";
import { excerptOf } from "./audit/excerpt.ts";
import { byPlace } from "./audit/order.ts";
import type { Past } from "./audit/past.ts";
import { decide } from "./audit/report.ts";
import type { Excerpt, Finding } from "./citation.ts";
import type { Repository } from "./git/repository.ts";
import { groupBy } from "./group.ts";
import type { Oid } from "./model.ts";
import { repairOf } from "./report/audit/words.ts";
import type { Value } from "./store/database.ts";

export interface RecordCitationsOptions {
  readonly repo: Repository;
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  readonly head: Oid;
  readonly configuration: AuditConfiguration;
  /** The text that the configuration was read from. */
  readonly text: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Answers whether anything was done. Throws what an audit throws, and what writing a store throws. */
export async function recordCitations(options: RecordCitationsOptions): Promise<boolean> {
  const { repo, store, head, configuration, text, onProgress } = options;
  const rows = async (): Promise<Rows> => {
    const archive = new Archive(repo, configuration.examples);
    return rowsOf(await chronicle(archive, head, configuration, onProgress), archive, configuration);
  };
  return add({ store, addition: "citations", head, text, rows });
}

type Row = { readonly [column: string]: Value };

type Rows = {
  readonly citation: readonly Row[];
  readonly citation_span: readonly Row[];
  readonly citation_left: readonly Row[];
};

async function rowsOf(found: Chronicle, archive: Archive, configuration: AuditConfiguration): Promise<Rows> {
  const ordered = found.citations.toSorted((a, b) => order(a) - order(b) || byPlace(a.finding, b.finding));
  const citations: Row[] = [];
  const spans: Row[] = [];
  const position = new Map(found.line.map((oid, at) => [oid, at]));
  for (const [id, { life, finding, states }] of ordered.entries()) {
    const [decided] = decide([finding], configuration);
    citations.push({ id, ...(await rowOf(decided!, life, archive, found.head.past, position)) });
    for (const { first, last, verdict, start, end } of states)
      spans.push({ citation: id, first, last, verdict, start_line: start, end_line: end });
  }
  return { citation: citations, citation_span: spans, citation_left: leftOf(found) };
}

/** Those that stand before those that are gone. */
function order({ life }: Chronicled): number {
  return life.last === null ? 0 : 1;
}

async function rowOf(
  finding: Finding,
  life: Chronicled["life"],
  archive: Archive,
  past: Past,
  position: ReadonlyMap<Oid, number>,
): Promise<Row> {
  const { born, broke, suggestion } = finding;
  return {
    fingerprint: finding.fingerprint,
    doc: finding.doc,
    line: finding.line,
    col: finding.column,
    text: finding.text,
    path: finding.path,
    start_line: bounded(finding.start),
    end_line: bounded(finding.end),
    symbol: finding.symbol,
    verdict: finding.verdict,
    fails: finding.fails,
    says: finding.says,
    sentence: finding.sentence,
    first: life.first,
    last: life.last,
    born_commit: born?.commit ?? null,
    born_pr: born?.pr ?? null,
    born_day: born?.date ?? null,
    floor: born?.floor ?? null,
    broke_commit: broke?.commit ?? null,
    broke_pr: broke?.pr ?? null,
    broke_day: broke?.date ?? null,
    broke_says: broke?.says ?? null,
    broke_position: broke === null ? null : (positionOf(broke.commit, past, position) ?? null),
    new_path: suggestion?.path ?? null,
    new_start: suggestion?.start ?? null,
    new_end: suggestion?.end ?? null,
    new_symbol: suggestion?.symbol ?? null,
    strength: suggestion?.strength ?? null,
    instead: repairOf(finding),
    written: asJson(finding.written),
    now: asJson(finding.now),
    same: asJson(life.last === null ? await sameCode(finding, archive, past) : null),
    evidence: JSON.stringify(finding.evidence),
  };
}

/** A commit's place on the line, or that of the one which brought it in. */
function positionOf(commit: string, past: Past, position: ReadonlyMap<Oid, number>): number | undefined {
  const at = past.position.get(commit);
  return at === undefined ? undefined : position.get(past.commits[past.landed[at]!]?.oid ?? commit);
}

/** The code that is suggested, as it stands at the head. */
async function sameCode({ suggestion }: Finding, { library, trees }: Archive, past: Past): Promise<Excerpt | null> {
  const head = past.commits[0]?.oid;
  if (suggestion === null || head === undefined) return null;
  const oid = await trees.find(head, suggestion.path);
  const text = oid === null ? null : await library.text(oid);
  if (text === null) return null;
  const { path, start, end, symbol } = suggestion;
  return excerptOf(text.lines, start, end, { path, commit: head, symbol });
}

function asJson(excerpt: Excerpt | null): string | null {
  return excerpt === null ? null : JSON.stringify(excerpt);
}

/** Numbers that no file has are kept as the greatest that a column holds. */
function bounded(line: number): number {
  return Math.min(line, 2 ** 31 - 1);
}

function leftOf({ head, unjudged }: Chronicle): readonly Row[] {
  const reasons = groupBy(head.unbound, ({ reason }) => reason);
  const left = [...reasons].map(([reason, its]) => ({
    reason,
    count: its.length,
    example: `${its[0]!.doc}:${its[0]!.line} ${its[0]!.text}`,
  }));
  return unjudged === 0 ? left : [...left, { reason: "gone long ago", count: unjudged, example: "" }];
}
