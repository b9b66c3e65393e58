// Turns a report into reviewdog's diagnostics. Its columns are bytes of UTF-8, so they, and the suggestions that need
// them, are told only of lines whose text is at hand.

import type { AuditReport, Finding } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import { claimMessage, isClaimOff, toldClaims } from "./claim-words.ts";
import { jsonText } from "./log-safe.ts";
import { prose } from "./markdown-text.ts";
import { isOff, messageWords, repairOf } from "./words.ts";

export interface RdjsonOptions {
  readonly all: boolean;
  /** A line of a document as it was judged, without its line end; null where it cannot be had. */
  readonly lineOf?: (doc: string, line: number) => string | null;
}

export function auditRdjson(report: AuditReport, { all, lineOf }: RdjsonOptions): string {
  const shown = report.citations.filter((finding) => all || isOff(finding) || finding.fails);
  return jsonText({
    source: { name: "binnacle" },
    diagnostics: [
      ...toldClaims(report, all).map(claim),
      ...shown.map((finding) => {
        const range = byteRange(finding, lineOf?.(finding.doc, finding.line) ?? null);
        const repair = repairOf(finding);
        return {
          // reviewdog posts it as Markdown.
          message: prose(messageWords(finding)),
          location: { path: finding.doc, range: range ?? { start: { line: finding.line } } },
          severity: finding.fails ? "ERROR" : isOff(finding) ? "WARNING" : "INFO",
          code: { value: finding.verdict },
          ...(range !== null && repair !== null ? { suggestions: [{ range, text: repair }] } : {}),
        };
      }),
    ],
  });
}

function claim(finding: ClaimFinding) {
  return {
    message: prose(claimMessage(finding)),
    location: { path: finding.doc, range: { start: { line: finding.line } } },
    severity: finding.fails ? "ERROR" : isClaimOff(finding) ? "WARNING" : "INFO",
    code: { value: `${finding.kind}-${finding.verdict}` },
  };
}

/** Lines and columns from 1, columns in bytes, the end behind the last; null where the line is not what was judged. */
function byteRange({ line, column, text }: Finding, source: string | null) {
  if (source === null || source.slice(column - 1, column - 1 + text.length) !== text) return null;
  const start = Buffer.byteLength(source.slice(0, column - 1)) + 1;
  return { start: { line, column: start }, end: { line, column: start + Buffer.byteLength(text) } };
}
