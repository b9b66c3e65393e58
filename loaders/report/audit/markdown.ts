// Turns a report into a comment for a pull request: a sentence, a table of what is not in order, the rest folded away.
// It stays under the size a comment may have, and says what it left out.

import type { AuditReport, Finding } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import { groupBy } from "../../group.ts";
import { CLAIM_VERDICTS, newClaims, oldClaimsWords, reportHeadline } from "./claim-words.ts";
import { commitLink, lineLink } from "./links.ts";
import { LOG_COMMAND } from "./log-safe.ts";
import { clipped, code, prose } from "./markdown-text.ts";
import {
  capital,
  count,
  counted,
  day,
  exemptionWords,
  insteadOf,
  isOfChange,
  isOff,
  VERDICTS,
  verdictCounts,
  whyNotFailing,
} from "./words.ts";

/** Findings in the table, and characters of the whole and of the table. GitHub takes 65,536. */
const ROWS = 50;
const LARGEST = 60_000;
const LARGEST_TABLE = 40_000;
/** Characters of a cell, notices, and reasons that are told apart. */
const CELL = 240;
const NAMED = 12;

export function auditMarkdown(report: AuditReport): string {
  const shown = report.citations
    .filter((finding) => finding.fails || (isOff(finding) && (!isOfChange(report) || finding.introduced !== false)))
    .toSorted((a, b) => Number(b.fails) - Number(a.fails));
  const foot = footer(report);
  const parts = [`### ${reportHeadline(report)}`];
  for (const notice of report.notices.slice(0, NAMED)) parts.push(`Note: ${prose(clipped(notice, CELL))}`);
  const rows: string[] = [];
  let size = foot.length + parts.join("\n\n").length;
  const claims = claimsOf(report);
  for (const line of claims.slice(0, ROWS).map((finding) => claimRow(report, finding))) {
    if (size + line.length > LARGEST_TABLE) break;
    size += line.length + 1;
    rows.push(line);
  }
  const unshown = claims.length - rows.length;
  const from = rows.length;
  for (const finding of shown.slice(0, ROWS)) {
    const line = row(report, finding);
    if (size + line.length > LARGEST_TABLE) break;
    size += line.length + 1;
    rows.push(line);
  }
  if (rows.length > 0)
    parts.push(["| verdict | where | it says | now | write instead |", "|---|---|---|---|---|", ...rows].join("\n"));
  if (unshown > 0)
    parts.push(`And ${counted(unshown, "claim that has no room here", "claims that have no room here")}.`);
  const told = rows.length - from;
  if (shown.length > told) parts.push(details(report, shown.slice(told), LARGEST - size - 1_000));
  if (foot !== "") parts.push(foot);
  return parts.join("\n\n").replace(LOG_COMMAND, "#\u200b#");
}

function row(report: AuditReport, finding: Finding): string {
  const now = [prose(clipped(finding.says, CELL)), broke(report, finding)].filter((part) => part !== "").join("; ");
  return `| ${verdict(finding)} | ${where(report, finding)} | ${code(clipped(finding.text, CELL))} | ${now} | ${instead(finding)} |`;
}

/** Claims that are told: what fails, and what is off and new; what fails first. */
function claimsOf(report: AuditReport): readonly ClaimFinding[] {
  return newClaims(report, false).toSorted((a, b) => Number(b.fails) - Number(a.fails));
}

function claimRow(report: AuditReport, finding: ClaimFinding): string {
  const { label } = CLAIM_VERDICTS[finding.verdict];
  const name = finding.fails ? `**${label}**, fails` : label;
  const now = [prose(clipped(finding.says, CELL)), broke(report, finding)].filter((part) => part !== "").join("; ");
  return `| ${name} | ${where(report, finding)} | ${prose(clipped(finding.text, CELL))} | ${now} | |`;
}

function verdict(finding: Finding): string {
  const { label } = VERDICTS[finding.verdict];
  return finding.fails ? `**${label}**, fails` : label;
}

function where(report: AuditReport, finding: Pick<Finding, "doc" | "line">): string {
  const name = code(clipped(`${finding.doc}:${finding.line}`, CELL));
  const link = lineLink(report.forge, report.commit, finding.doc, finding.line);
  return link === null || link.length > 1_000 ? name : `[${name}](${link})`;
}

/** A pull request stands as code, so that its page is not told of every comment. */
function broke(report: AuditReport, { broke: by }: Pick<Finding, "broke">): string {
  if (by === null) return "";
  if (by.commit === "uncommitted") return `a change not committed yet ${prose(clipped(by.says, CELL))}`;
  const name = code(by.commit.slice(0, 9));
  const link = commitLink(report.forge, by);
  const notes = [by.pr === null ? "" : code(`#${by.pr}`), prose(day(clipped(by.date, 20)))].filter(
    (note) => note !== "",
  );
  return `${link === null ? name : `[${name}](${link})`}${notes.length > 0 ? ` (${notes.join(", ")})` : ""} ${prose(clipped(by.says, CELL))}`;
}

function instead(finding: Finding): string {
  const is = insteadOf(finding);
  return is === null ? "" : `${code(clipped(is.text, CELL))} (${is.strength})`;
}

/** The findings that the table has no room for, as a list, and how many even that leaves out. */
function details(report: AuditReport, findings: readonly Finding[], room: number): string {
  const lines: string[] = [];
  let size = 0;
  for (const finding of findings) {
    const to = instead(finding);
    const line = `- ${verdict(finding)}: ${where(report, finding)} says ${code(clipped(finding.text, CELL))}${to === "" ? "" : `; write instead ${to}`}`;
    size += line.length + 1;
    if (size > room) break;
    lines.push(line);
  }
  const left = findings.length - lines.length;
  if (left > 0) lines.push(`- and ${counted(left, "more that has no room here", "more that have no room here")}`);
  return [`<details><summary>${capital(count(findings.length))} more</summary>`, "", ...lines, "", "</details>"].join(
    "\n",
  );
}

/** Counts, what does not fail and why, what was not looked at. */
function footer(report: AuditReport): string {
  const groups = (["order", "off", "unjudged"] as const)
    .map((group) => verdictCounts(report, group))
    .filter((group) => group !== "");
  const before = report.citations.filter((finding) => finding.introduced === false && isOff(finding)).length;
  const reasons = groupBy(
    report.citations.map(whyNotFailing).filter((reason) => reason !== null),
    (reason) => reason,
  );
  const bySize = [...reasons].toSorted(([, a], [, b]) => b.length - a.length);
  const exempt = exemptionWords(report);
  const oldClaims = oldClaimsWords(report);
  const lines = [
    ...(groups.length > 0 ? [`- ${capital(groups.join("; "))}`] : []),
    ...(isOfChange(report) && before > 0
      ? [`- ${capital(counted(before, "citation was", "citations were"))} not in order before this change`]
      : []),
    ...(oldClaims === null ? [] : [`- ${oldClaims}`]),
    ...bySize
      .slice(0, NAMED)
      .map(([reason, each]) => `- Does not fail, ${each.length}: ${prose(clipped(reason, CELL))}`),
    ...(exempt === null ? [] : [`- ${exempt}`]),
    ...(report.unbound.length > 0
      ? [`- Not judged, ${report.unbound.length}: looks like a citation and names no file`]
      : []),
    ...report.skipped
      .slice(0, NAMED)
      .map(({ reason, count: skipped }) => `- Not looked at, ${skipped}: ${prose(clipped(reason, CELL))}`),
  ];
  if (lines.length === 0) return "";
  return ["<details><summary>What was counted</summary>", "", ...lines, "", "</details>"].join("\n");
}
