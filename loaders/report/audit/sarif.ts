// Turns a report into SARIF 2.1.0, for code scanning. What is in order or not judged is left out unless all is asked
// for: an alert that asks nobody for anything is noise.

import type { AuditReport, Finding } from "../../citation.ts";
import type { ClaimFinding, ClaimKind, ClaimVerdict } from "../../claim.ts";
import { VERSION } from "../../version.ts";
import {
  CLAIM_KINDS,
  CLAIM_VERDICT_ORDER,
  CLAIM_VERDICTS,
  claimMessage,
  isClaimOff,
  toldClaims,
} from "./claim-words.ts";
import { forgeBase, pathUri } from "./links.ts";
import { jsonText, shown } from "./log-safe.ts";
import {
  capital,
  counted,
  isOfChange,
  isOff,
  messageWords,
  placeWords,
  repairOf,
  VERDICT_ORDER,
  VERDICTS,
} from "./words.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

export function auditSarif(report: AuditReport, { all }: { readonly all: boolean }): string {
  const told = report.citations.filter((finding) => all || isOff(finding) || finding.fails);
  const repository = forgeBase(report.forge);
  const run = {
    tool: { driver: { name: "Binnacle", version: VERSION, rules: [...VERDICT_ORDER.map(rule), ...CLAIM_RULES] } },
    // Columns of findings count UTF-16 code units, as JavaScript's strings do.
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { SRCROOT: { description: { text: "The root of the repository" } } },
    ...(repository === null
      ? {}
      : {
          versionControlProvenance: [
            { repositoryUri: repository, revisionId: report.commit, mappedTo: { uriBaseId: "SRCROOT" } },
          ],
        }),
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(report) }],
    results: [
      ...told.map((finding) => result(finding, isOfChange(report))),
      ...toldClaims(report, all).map((finding) => claimResult(finding, isOfChange(report))),
    ],
    properties: { judged: report.judged, base: report.base, counts: report.counts },
  };
  return jsonText({ $schema: SCHEMA, version: "2.1.0", runs: [run] });
}

function rule(verdict: (typeof VERDICT_ORDER)[number]) {
  const { label, states, means, todo, fails, group } = VERDICTS[verdict];
  const text = todo === "" ? means : `${means} ${todo}`;
  return {
    id: verdict,
    name: label.split(" ").map(capital).join(""),
    shortDescription: { text: `The citation ${states}` },
    fullDescription: { text: means },
    help: { text },
    defaultConfiguration: { level: fails ? "error" : group === "off" ? "warning" : "note" },
    properties: { tags: ["documentation"] },
  };
}

function result(finding: Finding, compared: boolean) {
  const repair = repairOf(finding);
  return {
    ruleId: finding.verdict,
    ruleIndex: VERDICT_ORDER.indexOf(finding.verdict),
    level: finding.fails ? "error" : isOff(finding) ? "warning" : "note",
    message: { text: plain(messageWords(finding)) },
    locations: [{ physicalLocation: { artifactLocation: artifact(finding.doc), region: region(finding) } }],
    relatedLocations: related(finding),
    partialFingerprints: { "binnacleCitation/v1": finding.fingerprint },
    ...(compared && finding.introduced !== null ? { baselineState: finding.introduced ? "new" : "unchanged" } : {}),
    // Of a run, either all results say how they are suppressed or none does.
    suppressions: finding.excused === null ? [] : [suppression(finding.excused)],
    ...(repair === null ? {} : { fixes: [fix(finding, repair)] }),
  };
}

/** A rule for each kind and each verdict that it can come to. */
const CLAIM_RULES = (Object.keys(CLAIM_KINDS) as ClaimKind[]).flatMap((kind) =>
  CLAIM_VERDICT_ORDER.map((verdict) => claimRule(kind, verdict)),
);

function claimRule(kind: ClaimKind, verdict: ClaimVerdict) {
  const { label, states, means, todo, group } = CLAIM_VERDICTS[verdict];
  const [one] = CLAIM_KINDS[kind];
  const fails = kind === "pin" && group === "off";
  return {
    id: `${kind}-${verdict}`,
    name: `${one} ${label}`.split(" ").map(capital).join(""),
    shortDescription: { text: `The ${one} ${states}` },
    fullDescription: { text: means },
    help: { text: todo === "" ? means : `${means} ${todo}` },
    defaultConfiguration: { level: fails ? "error" : group === "off" ? "warning" : "note" },
    properties: { tags: ["documentation"] },
  };
}

function claimResult(finding: ClaimFinding, compared: boolean) {
  const { kind, verdict, doc, line, column, places } = finding;
  const ruleId = `${kind}-${verdict}`;
  return {
    ruleId,
    ruleIndex: VERDICT_ORDER.length + CLAIM_RULES.findIndex(({ id }) => id === ruleId),
    level: finding.fails ? "error" : isClaimOff(finding) ? "warning" : "note",
    message: { text: plain(claimMessage(finding)) },
    locations: [
      { physicalLocation: { artifactLocation: artifact(doc), region: { startLine: line, startColumn: column } } },
    ],
    relatedLocations: places.map((place, at) => ({
      id: at + 1,
      message: { text: plain(place.text) },
      physicalLocation: {
        artifactLocation: artifact(place.path),
        ...(place.line === null ? {} : { region: { startLine: place.line } }),
      },
    })),
    partialFingerprints: { "binnacleClaim/v1": finding.fingerprint },
    ...(compared && finding.introduced !== null ? { baselineState: finding.introduced ? "new" : "unchanged" } : {}),
    suppressions: finding.excused === null ? [] : [suppression(finding.excused)],
  };
}

function suppression(excused: string) {
  return {
    kind: /binnacle-ignore/.test(excused) ? "inSource" : "external",
    status: "accepted",
    justification: shown(excused),
  };
}

function artifact(path: string) {
  return { uri: pathUri(path), uriBaseId: "SRCROOT" };
}

/** Where a citation is written. Of one that goes on in the next line only its start is told. */
function region(finding: Finding) {
  const { line, column, text } = finding;
  const start = { startLine: line, startColumn: column };
  return /[\r\n]/.test(text) ? start : { ...start, endColumn: column + text.length };
}

function related(finding: Finding) {
  const { path, start, end, suggestion, verdict } = finding;
  const places: { id: number; message: { text: string }; physicalLocation: unknown }[] = [];
  const add = (says: string, place: { path: string; start: number; end: number }) =>
    places.push({
      id: places.length + 1,
      message: { text: plain(`${says}: ${placeWords(place)}`) },
      physicalLocation: {
        artifactLocation: artifact(place.path),
        ...(place.start < 1 ? {} : { region: { startLine: place.start, endLine: Math.max(place.start, place.end) } }),
      },
    });
  if (path !== null && verdict !== "missing" && verdict !== "external") add("Cited", { path, start, end });
  if (suggestion !== null) add(`Suggested (${suggestion.strength})`, suggestion);
  return places;
}

function fix(finding: Finding, repair: string) {
  return {
    description: { text: plain(`Write ${repair}`) },
    artifactChanges: [
      {
        artifactLocation: artifact(finding.doc),
        replacements: [
          {
            deletedRegion: { ...region(finding), endLine: finding.line },
            insertedContent: { text: repair },
          },
        ],
      },
    ],
  };
}

function notifications(report: AuditReport) {
  const notes = [
    ...report.notices,
    ...report.skipped.map(({ reason, count }) => `Not looked at, ${reason}: ${count}`),
    ...(report.unbound.length === 0
      ? []
      : [
          `${capital(counted(report.unbound.length, "number looks like a citation and is", "numbers look like citations and are"))} not judged`,
        ]),
  ];
  return notes.map((note) => ({ level: "note", message: { text: plain(note) } }));
}

/** A message as SARIF takes it: braces are doubled, and no text of a repository makes a link. */
function plain(text: string): string {
  return shown(text)
    .replaceAll("](", "] (")
    .replace(/[{}]/g, (brace) => brace + brace);
}
