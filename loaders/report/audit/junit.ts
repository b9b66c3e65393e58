// Turns a report into JUnit's XML: a suite a document, a case a citation. A citation that is not judged is skipped, and
// one that is not in order and does not fail passes with its message as output.

import type { AuditReport, Finding } from "../../citation.ts";
import { groupBy } from "../../group.ts";
import { LOG_COMMAND, shown } from "./log-safe.ts";
import { isOff, messageWords, VERDICTS } from "./words.ts";

export function auditJunit(report: AuditReport): string {
  const suites = [...groupBy(report.citations, (finding) => finding.doc)].map(([doc, findings]) =>
    [`  <testsuite name="${xml(doc)}" ${totals(findings)}>`, ...findings.map(testcase), "  </testsuite>"].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="binnacle audit" ${totals(report.citations)}>`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function totals(findings: readonly Finding[]): string {
  const failures = findings.filter((finding) => finding.fails).length;
  const skipped = findings.filter(isSkipped).length;
  return `tests="${findings.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function testcase(finding: Finding): string {
  const { doc, line, column, text, verdict } = finding;
  const start = `    <testcase classname="${xml(doc)}" name="${xml(`${line}:${column} ${text}`)}" file="${xml(doc)}" line="${line}"`;
  const message = xml(messageWords(finding));
  if (finding.fails)
    return [
      `${start}>`,
      `      <failure type="${verdict}" message="${message}">${xml(`${doc}:${line}: ${finding.sentence}`)}</failure>`,
      "    </testcase>",
    ].join("\n");
  if (isSkipped(finding)) return `${start}><skipped message="${message}"/></testcase>`;
  if (isOff(finding)) return `${start}><system-out>${message}</system-out></testcase>`;
  return `${start}/>`;
}

function isSkipped(finding: Finding): boolean {
  return !finding.fails && VERDICTS[finding.verdict].group === "unjudged";
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for an element or an attribute, without what XML 1.0 cannot hold. */
function xml(text: string): string {
  return shown(text)
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    .replace(LOG_COMMAND, "#&#35;");
}
