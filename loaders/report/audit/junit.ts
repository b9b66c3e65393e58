// Turns a report into JUnit's XML: a suite a document, a case a citation or a claim. One that is not judged is skipped, and
// one that is not in order and does not fail passes with its message as output.

import type { AuditReport, Finding } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import { groupBy } from "../../group.ts";
import { CLAIM_VERDICTS, claimMessage, claimName, isClaimOff } from "./claim-words.ts";
import { LOG_COMMAND, shown } from "./log-safe.ts";
import { isOff, messageWords, VERDICTS } from "./words.ts";

export function auditJunit(report: AuditReport): string {
  const cases = [...report.claims.map(claimCase), ...report.citations.map(citationCase)];
  const suites = [...groupBy(cases, ({ doc }) => doc)].map(([doc, each]) =>
    [`  <testsuite name="${xml(doc)}" ${totals(each)}>`, ...each.map(testcase), "  </testsuite>"].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="binnacle audit" ${totals(cases)}>`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

/** What becomes one case of a suite. */
interface Case {
  readonly doc: string;
  readonly line: number;
  readonly name: string;
  readonly type: string;
  readonly message: string;
  readonly sentence: string;
  readonly outcome: "failed" | "skipped" | "noted" | "passed";
}

function citationCase(finding: Finding): Case {
  const { doc, line, column, text, verdict, sentence, fails } = finding;
  const isSkipped = VERDICTS[verdict].group === "unjudged";
  const outcome = fails ? "failed" : isSkipped ? "skipped" : isOff(finding) ? "noted" : "passed";
  return {
    doc,
    line,
    name: `${line}:${column} ${text}`,
    type: verdict,
    message: messageWords(finding),
    sentence,
    outcome,
  };
}

function claimCase(finding: ClaimFinding): Case {
  const { kind, doc, line, column, text, verdict, fails } = finding;
  const isSkipped = CLAIM_VERDICTS[verdict].group === "unjudged";
  const outcome = fails ? "failed" : isSkipped ? "skipped" : isClaimOff(finding) ? "noted" : "passed";
  const name = `${line}:${column} ${claimName(finding)}`;
  return { doc, line, name, type: `${kind}-${verdict}`, message: claimMessage(finding), sentence: text, outcome };
}

function totals(cases: readonly Case[]): string {
  const failures = cases.filter(({ outcome }) => outcome === "failed").length;
  const skipped = cases.filter(({ outcome }) => outcome === "skipped").length;
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function testcase({ doc, line, name, type, message: says, sentence, outcome }: Case): string {
  const start = `    <testcase classname="${xml(doc)}" name="${xml(name)}" file="${xml(doc)}" line="${line}"`;
  const message = xml(says);
  if (outcome === "failed")
    return [
      `${start}>`,
      `      <failure type="${type}" message="${message}">${xml(`${doc}:${line}: ${sentence}`)}</failure>`,
      "    </testcase>",
    ].join("\n");
  if (outcome === "skipped") return `${start}><skipped message="${message}"/></testcase>`;
  if (outcome === "noted") return `${start}><system-out>${message}</system-out></testcase>`;
  return `${start}/>`;
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
