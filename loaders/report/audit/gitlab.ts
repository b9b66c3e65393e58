// Turns a report into GitLab's Code Quality JSON, which merge requests show as a list.

import type { AuditReport } from "../../citation.ts";
import { claimMessage, isClaimOff, toldClaims } from "./claim-words.ts";
import { jsonText, shown } from "./log-safe.ts";
import { isOff, messageWords } from "./words.ts";

export function auditGitlab(report: AuditReport, { all }: { readonly all: boolean }): string {
  const told = report.citations.filter((finding) => all || isOff(finding) || finding.fails);
  return jsonText([
    ...toldClaims(report, all).map((finding) => ({
      description: shown(claimMessage(finding)),
      check_name: `binnacle/${finding.kind}-${finding.verdict}`,
      fingerprint: finding.fingerprint,
      severity: finding.fails ? "major" : isClaimOff(finding) ? "minor" : "info",
      location: { path: finding.doc, lines: { begin: finding.line } },
    })),
    ...told.map((finding) => ({
      description: shown(messageWords(finding)),
      check_name: `binnacle/${finding.verdict}`,
      fingerprint: finding.fingerprint,
      severity: finding.fails ? "major" : isOff(finding) ? "minor" : "info",
      location: { path: finding.doc, lines: { begin: finding.line } },
    })),
  ]);
}
