// Turns what an audit found into the report that every format prints: what fails and what does not and why, the counts,
// and what was left out. It judges nothing again.

import type { AuditReport, Finding, Skipped } from "../citation.ts";
import { type ClaimFinding, type ClaimKind, OFF_CLAIMS } from "../claim.ts";
import type { Oid } from "../model.ts";
import type { Told } from "./audit.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { byPlace } from "./order.ts";
import { Tally } from "./tally.ts";

export interface Heading {
  readonly repository: string;
  readonly commit: Oid;
  readonly judged: string;
  readonly base: Oid | null;
  readonly forge: string | null;
  readonly notices: readonly string[];
}

/** What is told beside citations: claims of every kind, and what of them was left out. */
export interface Telling {
  readonly findings: readonly ClaimFinding[];
  readonly skipped: readonly Skipped[];
  /** Of what is not all told: how many there are. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Findings with whether each fails. */
export function decide(findings: readonly Finding[], configuration: AuditConfiguration): readonly Finding[] {
  return findings.map((finding) => decided(finding, configuration));
}

/** `newExemptions` of a change; null of a full audit. */
export function reportOf(heading: Heading, told: Told, beside: Telling, newExemptions: number | null): AuditReport {
  const claims = beside.findings;
  const citations = told.findings.toSorted(byPlace);
  return {
    schema: 1,
    ...heading,
    counts: {
      ...countsOf(citations, told, claims),
      ...beside.counts,
      ...(newExemptions === null ? {} : { newExemptions }),
    },
    claims: claims.toSorted(byPlace),
    citations,
    unbound: told.unbound.toSorted(byPlace),
    skipped: skippedOf(told, beside.skipped),
  };
}

/** Whether a finding fails, and why one that could does not. */
function decided(finding: Finding, { failOn }: AuditConfiguration): Finding {
  if (!failOn.has(finding.verdict)) return { ...finding, fails: false };
  if (finding.excused !== null || finding.introduced === false) return { ...finding, fails: false };
  // Whoever asks for `moved` to fail has no use for proofs: that it moved is proven.
  const proven = finding.fails || finding.verdict === "moved" || finding.verdict === "ambiguous";
  return { ...finding, fails: proven };
}

function countsOf(citations: readonly Finding[], told: Told, claims: readonly ClaimFinding[]): Record<string, number> {
  const counts: Record<string, number> = {
    citations: citations.length,
    documents: told.looked,
    failing: [...citations, ...claims].filter((each) => each.fails).length,
    strong: citations.filter((each) => each.suggestion?.strength === "strong").length,
    hints: citations.filter((each) => each.suggestion?.strength === "hint").length,
    unbound: told.unbound.length,
    exemptions: told.exemptions.length,
  };
  for (const { verdict } of citations) counts[verdict] = (counts[verdict] ?? 0) + 1;
  for (const { kind, verdict } of claims) {
    const name = COUNTED[kind];
    counts[name] = (counts[name] ?? 0) + 1;
    if (OFF_CLAIMS.has(verdict)) counts[`${name}Off`] = (counts[`${name}Off`] ?? 0) + 1;
  }
  return counts;
}

/** What a report calls each kind where it counts them; those of them that do not hold have "Off" behind it. */
const COUNTED: Readonly<Record<ClaimKind, string>> = {
  pin: "claims",
  sum: "sums",
  count: "candidates",
  reference: "references",
  note: "notes",
  measurement: "measurements",
};

function skippedOf({ left }: Told, skipped: readonly Skipped[]): readonly Skipped[] {
  const out = new Tally();
  for (const [path, reason] of left) out.out(reason, path);
  out.add(skipped);
  return out.counted();
}
