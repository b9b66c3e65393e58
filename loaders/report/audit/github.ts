// Turns a report into workflow commands, which GitHub shows as annotations beside the lines. It shows ten errors and ten
// warnings of a step; what fails comes first, and the last line says how many stand in the log alone.

import type { AuditReport, Finding } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import { CLAIM_VERDICTS, claimMessage, claimName, newClaims, reportHeadline } from "./claim-words.ts";
import { shown } from "./log-safe.ts";
import { isOfChange, isOff, messageWords, VERDICTS } from "./words.ts";

const SHOWN = 10;

export function auditGithub(report: AuditReport): string {
  const isNew = ({ introduced }: Pick<Finding, "introduced">) => !isOfChange(report) || introduced !== false;
  const claims = newClaims(report, false);
  const errors = [
    ...claims.filter(({ fails }) => fails).map((finding) => claimCommand("error", finding)),
    ...report.citations.filter(({ fails }) => fails).map((finding) => command("error", finding)),
  ];
  const warnings = [
    ...claims.filter(({ fails }) => !fails).map((finding) => claimCommand("warning", finding)),
    ...report.citations
      .filter((finding) => !finding.fails && isOff(finding) && isNew(finding))
      .map((finding) => command("warning", finding)),
  ];
  const says = reportHeadline(report);
  const more = Math.max(0, errors.length - SHOWN) + Math.max(0, warnings.length - SHOWN);
  return [
    ...report.notices.map((notice) => `::notice::${data(notice)}`),
    ...errors,
    ...warnings,
    more === 0
      ? `::notice::${data(says)}`
      : `::notice::${data(`${says} GitHub shows ten errors and ten warnings of a step; ${more} more ${more === 1 ? "stands" : "stand"} in its log.`)}`,
  ].join("\n");
}

function command(kind: "error" | "warning", finding: Finding): string {
  const { doc, line, column, text, verdict } = finding;
  const end = /[\r\n]/.test(text) ? "" : `,endLine=${line},endColumn=${column + text.length}`;
  const title = property(`${text} ${VERDICTS[verdict].states}`);
  return `::${kind} file=${property(doc)},line=${line},col=${column}${end},title=${title}::${data(messageWords(finding))}`;
}

function claimCommand(kind: "error" | "warning", finding: ClaimFinding): string {
  const { doc, line, column, verdict } = finding;
  const title = property(`${claimName(finding)} ${CLAIM_VERDICTS[verdict].states}`);
  return `::${kind} file=${property(doc)},line=${line},col=${column},title=${title}::${data(claimMessage(finding))}`;
}

function data(text: string): string {
  return shown(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
