// Turns a report into workflow commands, which GitHub shows as annotations beside the lines. It shows ten errors and ten
// warnings of a step; what fails comes first, and the last line says how many stand in the log alone.

import type { AuditReport, Finding } from "../../citation.ts";
import { shown } from "./log-safe.ts";
import { headline, isOfChange, isOff, messageWords, VERDICTS } from "./words.ts";

const SHOWN = 10;

export function auditGithub(report: AuditReport): string {
  const errors = report.citations.filter((finding) => finding.fails);
  const warnings = report.citations.filter(
    (finding) => !finding.fails && isOff(finding) && (!isOfChange(report) || finding.introduced !== false),
  );
  const more = Math.max(0, errors.length - SHOWN) + Math.max(0, warnings.length - SHOWN);
  return [
    ...report.notices.map((notice) => `::notice::${data(notice)}`),
    ...errors.map((finding) => command("error", finding)),
    ...warnings.map((finding) => command("warning", finding)),
    more === 0
      ? `::notice::${data(headline(report))}`
      : `::notice::${data(`${headline(report)} GitHub shows ten errors and ten warnings of a step; ${more} more ${more === 1 ? "stands" : "stand"} in its log.`)}`,
  ].join("\n");
}

function command(kind: "error" | "warning", finding: Finding): string {
  const { doc, line, column, text, verdict } = finding;
  const end = /[\r\n]/.test(text) ? "" : `,endLine=${line},endColumn=${column + text.length}`;
  const title = property(`${text} ${VERDICTS[verdict].states}`);
  return `::${kind} file=${property(doc)},line=${line},col=${column}${end},title=${title}::${data(messageWords(finding))}`;
}

function data(text: string): string {
  return shown(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
