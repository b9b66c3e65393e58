// Turns a report into the JSON that other programs read. Fields may be added and never change meaning; their order is
// fixed here, so that two reports can be compared as text.

import type { AuditReport, Evidence, Excerpt, Finding, Suggestion } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import type { Birth, Broke } from "../../model.ts";
import { jsonText } from "./log-safe.ts";

/** `binnacle audit --json`, `"schema": 1`. */
export function auditJson(report: AuditReport): string {
  return jsonText({
    schema: report.schema,
    repository: report.repository,
    commit: report.commit,
    judged: report.judged,
    base: report.base,
    forge: report.forge,
    counts: sorted(report.counts),
    claims: report.claims.map(claim),
    citations: report.citations.map(citation),
    unbound: report.unbound.map(({ doc, line, column, text, reason }) => ({ doc, line, column, text, reason })),
    skipped: report.skipped.map(({ reason, count, examples }) => ({ reason, count, examples })),
    notices: report.notices,
  });
}

function citation(finding: Finding) {
  return {
    doc: finding.doc,
    line: finding.line,
    column: finding.column,
    text: finding.text,
    path: finding.path,
    start: finding.start,
    end: finding.end,
    symbol: finding.symbol,
    verdict: finding.verdict,
    fails: finding.fails,
    suggestion: suggestion(finding.suggestion),
    born: born(finding.born),
    broke: broke(finding.broke),
    evidence: finding.evidence.map(evidence),
    says: finding.says,
    fingerprint: finding.fingerprint,
    sentence: finding.sentence,
    excused: finding.excused,
    introduced: finding.introduced,
    written: excerpt(finding.written),
    now: excerpt(finding.now),
  };
}

function claim(finding: ClaimFinding) {
  return {
    kind: finding.kind,
    address: finding.address,
    doc: finding.doc,
    line: finding.line,
    column: finding.column,
    text: finding.text,
    verdict: finding.verdict,
    fails: finding.fails,
    says: finding.says,
    stated: finding.stated,
    found: finding.found,
    missing: finding.missing,
    extra: finding.extra,
    places: finding.places.map(({ path, line, text }) => ({ path, line, text })),
    born: born(finding.born),
    broke: broke(finding.broke),
    fingerprint: finding.fingerprint,
    excused: finding.excused,
    introduced: finding.introduced,
  };
}

function suggestion(of: Suggestion | null) {
  return of && { path: of.path, start: of.start, end: of.end, symbol: of.symbol, strength: of.strength };
}

function born(of: Birth | null) {
  return of && { commit: of.commit, pr: of.pr, date: of.date, floor: of.floor };
}

function broke(of: Broke | null) {
  return of && { commit: of.commit, pr: of.pr, date: of.date, says: of.says };
}

function evidence(of: Evidence) {
  return { sign: of.sign, says: of.says, bits: of.bits };
}

function excerpt(of: Excerpt | null) {
  return of && { path: of.path, commit: of.commit, start: of.start, lines: of.lines, symbol: of.symbol };
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
