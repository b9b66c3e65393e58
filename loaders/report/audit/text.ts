// Turns a report into lines for a person at a terminal: notices, findings by document, then what was counted.
// Every text of a repository goes through `shown`, so that none can move the cursor.

import type { AuditReport, Finding } from "../../citation.ts";
import { groupBy } from "../../group.ts";
import type { Style } from "../text.ts";
import { claimBlocks } from "./claim-text.ts";
import { oldClaimsWords, reportHeadline } from "./claim-words.ts";
import { logSafe, shown } from "./log-safe.ts";
import {
  brokeWords,
  capital,
  count,
  counted,
  exemptionWords,
  insteadOf,
  isOfChange,
  isOff,
  listed,
  repairOf,
  VERDICTS,
  verdictCounts,
  whyNotFailing,
} from "./words.ts";

/** Beyond these, what does not fail is folded to one line a document, so that what fails can be read. */
const MANY_DOCUMENTS = 40;
const MANY_FINDINGS = 200;
/** Folded documents that are named, and different reasons that are told apart. */
const NAMED = 12;

export interface TextOptions {
  readonly style: Style;
  /** Every citation with its evidence, not only what is not in order. */
  readonly all: boolean;
}

export function auditText(report: AuditReport, { style, all }: TextOptions): string {
  const told = report.citations.filter((finding) => all || isOff(finding) || finding.fails);
  const isOld = (finding: Finding) => isOfChange(report) && finding.introduced === false && !finding.fails;
  const old = told.filter(isOld);
  const own = told.filter((finding) => !isOld(finding));
  const blocks: string[] = [];
  if (report.notices.length > 0) blocks.push(report.notices.map((notice) => `Note: ${shown(notice)}`).join("\n"));
  blocks.push(...claimBlocks(report, style, all));
  if (isOfChange(report) && own.length > 0) blocks.push(style.bold("What this change breaks or adds"));
  blocks.push(...documents(report, own, style, all));
  if (all && old.length > 0) {
    blocks.push(style.bold("What was so before this change"));
    blocks.push(...documents(report, old, style, all));
  }
  blocks.push(summary(report, old, style));
  return logSafe(blocks.join("\n\n"));
}

/** A block a document: those that fail most first, inside one by line. */
function documents(report: AuditReport, findings: readonly Finding[], style: Style, all: boolean): string[] {
  const byDocument = [...groupBy(findings, (finding) => finding.doc)].toSorted(
    ([, a], [, b]) => failing(b) - failing(a) || b.filter(isOff).length - a.filter(isOff).length,
  );
  const fold = !all && (byDocument.length > MANY_DOCUMENTS || findings.length > MANY_FINDINGS);
  const told = fold ? byDocument.filter(([, each]) => failing(each) > 0) : byDocument;
  const folded = fold ? byDocument.filter(([, each]) => failing(each) === 0) : [];
  const judged = groupBy(report.citations, (finding) => finding.doc);
  const blocks = told.map(([doc, each]) => document(judged.get(doc)?.length ?? 0, doc, each, style, all, fold));
  if (folded.length > 0) blocks.push(foldedDocuments(folded));
  return blocks;
}

function document(
  judged: number,
  doc: string,
  findings: readonly Finding[],
  style: Style,
  all: boolean,
  fold: boolean,
): string {
  const off = findings.filter(isOff).length;
  const fails = failing(findings);
  const told = fold ? findings.filter((finding) => finding.fails) : findings;
  const rest = findings.length - told.length;
  const lines = [
    `${style.bold(shown(doc))}: ${off === 0 ? "none" : count(off)} of ${count(judged)} not in order, ${fails === 0 ? "none fails" : `${count(fails)} ${fails === 1 ? "fails" : "fail"}`}`,
    ...told.flatMap((finding) => findingLines(finding, style, all)),
  ];
  if (rest > 0) lines.push(style.dim(`  and ${counted(rest, "more that does not fail", "more that do not fail")}`));
  return lines.join("\n");
}

function findingLines(finding: Finding, style: Style, all: boolean): string[] {
  const { glyph, label } = VERDICTS[finding.verdict];
  const mark = `${glyph} ${label}${finding.fails ? ", fails" : ""}`;
  const where = `${finding.doc}:${finding.line}`;
  const first = `  ${finding.fails ? style.alarm(mark) : mark}  ${shown(where)}  ${style.bold(shown(finding.text))}  ${shown(finding.says)}`;
  const instead = insteadOf(finding);
  const broke = brokeWords(finding);
  const why = VERDICTS[finding.verdict].fails || finding.excused !== null ? whyNotFailing(finding) : null;
  const notes = [
    broke,
    instead === null
      ? null
      : `write instead: ${instead.text}${instead.symbol === null ? "" : `, in ${instead.symbol}`} (${instead.strength})`,
    why === null ? null : `does not fail: ${why}`,
  ].filter((note) => note !== null);
  return [
    first,
    ...(notes.length > 0 ? [`      ${shown(notes.join("; "))}`] : []),
    ...(all ? evidenceLines(finding, style) : []),
  ];
}

function evidenceLines(finding: Finding, style: Style): string[] {
  return finding.evidence.map(({ sign, says, bits }) => {
    const weight = bits === null ? "told" : `${bits < 0 ? "−" : "+"}${Math.abs(bits).toFixed(1)} bits`;
    return style.dim(`      ${weight.padStart(10)}  ${shown(`${sign}: ${says}`)}`);
  });
}

function foldedDocuments(byDocument: readonly (readonly [string, readonly Finding[]])[]): string {
  const total = byDocument.reduce((sum, [, each]) => sum + each.length, 0);
  const names = byDocument.slice(0, NAMED).map(([doc, each]) => `${shown(doc)} (${each.length})`);
  const more = byDocument.length - names.length;
  return [
    `${capital(counted(total, "citation", "citations"))} in ${counted(byDocument.length, "other document")} ${total === 1 ? "is" : "are"} not in order and ${total === 1 ? "does" : "do"} not fail; --all shows them:`,
    `  ${listed(more > 0 ? [...names, `${count(more)} more`] : names)}`,
  ].join("\n");
}

function summary(report: AuditReport, old: readonly Finding[], style: Style): string {
  const lines = [style.bold(reportHeadline(report)), ...countLines(report)];
  if (isOfChange(report)) {
    const before = report.citations.filter((finding) => finding.introduced === false && isOff(finding)).length;
    if (before > 0)
      lines.push(
        `${capital(counted(before, "citation was", "citations were"))} not in order before this change${old.length > 0 ? "" : "; a full audit shows them"}.`,
      );
  }
  const oldClaims = oldClaimsWords(report);
  if (oldClaims !== null) lines.push(`${oldClaims}${old.length > 0 ? "" : "; a full audit shows them"}.`);
  const exempt = exemptionWords(report);
  lines.push(...repairLines(report), ...excuseLines(report), ...(exempt === null ? [] : [exempt]), ...leftOut(report));
  return lines.join("\n");
}

/** "In order: 300 hold. Not in order: …. Not judged: …", each only where there is one. */
function countLines(report: AuditReport): string[] {
  const all = report.counts.citations ?? report.citations.length;
  if (all === 0) return [];
  const documentCount = report.counts.documents ?? new Set(report.citations.map((finding) => finding.doc)).size;
  const groups = [verdictCounts(report, "order"), verdictCounts(report, "off")].filter((group) => group !== "");
  const unjudged = verdictCounts(report, "unjudged");
  return [
    `${capital(counted(all, "citation"))} in ${counted(documentCount, "document")}: ${groups.join("; ") || "none judged"}.`,
    ...(unjudged === "" ? [] : [`Not judged: ${unjudged}.`]),
  ];
}

/** How many a program can repair, and how many a person has to look at. */
function repairLines(report: AuditReport): string[] {
  const off = report.citations.filter(isOff);
  const repairs = off.filter((finding) => repairOf(finding) !== null).length;
  const others = off.filter((finding) => finding.suggestion !== null).length - repairs;
  const parts = [
    ...(repairs > 0 ? [`"binnacle fix" can repair ${count(repairs)}`] : []),
    ...(others > 0 ? [`${counted(others, "has a suggestion", "have a suggestion")} for a person to look at`] : []),
  ];
  return parts.length === 0 ? [] : [`${capital(parts.join("; "))}.`];
}

/** How many that are not in order do not fail, and why. */
function excuseLines(report: AuditReport): string[] {
  const reasons = groupBy(
    report.citations.map(whyNotFailing).filter((reason) => reason !== null),
    (reason) => reason,
  );
  if (reasons.size === 0) return [];
  const sizes = [...reasons].map(([reason, each]) => [reason, each.length] as const).toSorted(([, a], [, b]) => b - a);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const rest = sizes.slice(NAMED).reduce((sum, [, size]) => sum + size, 0);
  return [
    `${capital(count(total))} not in order ${total === 1 ? "does" : "do"} not fail:`,
    ...sizes.slice(0, NAMED).map(([reason, size]) => `  ${shown(`${size}  ${reason}`)}`),
    ...(rest > 0 ? [`  ${rest}  for other reasons`] : []),
  ];
}

/** What looked like a citation and what was not looked at, with counts. */
function leftOut(report: AuditReport): string[] {
  const lines: string[] = [];
  if (report.unbound.length > 0) {
    const reasons = [...groupBy(report.unbound, (each) => each.reason)].toSorted(([, a], [, b]) => b.length - a.length);
    lines.push(
      `${capital(counted(report.unbound.length, "number looks like a citation and is", "numbers look like citations and are"))} not judged:`,
      ...reasons.map(([reason, each]) => {
        const first = each[0] as (typeof each)[number];
        return `  ${shown(`${each.length}  ${reason}: ${first.doc}:${first.line} ${first.text}`)}`;
      }),
    );
  }
  if (report.skipped.length > 0) {
    lines.push(
      "Not looked at:",
      ...report.skipped.map(
        ({ reason, count: skipped, examples }) =>
          `  ${shown(`${skipped}  ${reason}${examples.length > 0 ? `: ${examples.slice(0, 3).join(", ")}${skipped > 3 ? " …" : ""}` : ""}`)}`,
      ),
    );
  }
  return lines;
}

function failing(findings: readonly Finding[]): number {
  return findings.filter((finding) => finding.fails).length;
}
