// Turns a tree and what it is compared with into findings that say what the change did: a merge base, what is staged
// against HEAD, or both sides of a merge. Only citations that the change can have touched are judged.

import type { Snapshot } from "../citation.ts";
import type { Archive } from "./archive.ts";
import { type Audited, auditSnapshot } from "./audit.ts";
import { changeBetween, introducedBy, isTouched, mayBeTouched } from "./change.ts";
import type { AuditConfiguration } from "./configuration.ts";
import type { Document } from "./documents.ts";
import type { Past } from "./past.ts";
import type { Cited } from "./subject.ts";

export interface Comparison {
  readonly archive: Archive;
  readonly now: Snapshot;
  /** What was there before: the merge base, or both sides of a merge. */
  readonly before: readonly Snapshot[];
  readonly configuration: AuditConfiguration;
  readonly wanted: (path: string) => boolean;
  readonly beside?: (past: Past) => readonly Document[];
}

export interface Compared extends Audited {
  /** Lines with `binnacle-ignore` that the change added. */
  readonly newExemptions: number;
}

export async function auditAgainst(comparison: Comparison): Promise<Compared> {
  const { archive, now, before, configuration, wanted, beside } = comparison;
  const changes = before.map((side) => changeBetween(side, now));
  // What differs from one side only is as it was on the other: so each side is asked about all that is judged now.
  const touched = {
    only: (cited: Cited) => changes.some((change) => isTouched(change, cited)),
    mayMatter: (path: string, bytes: Uint8Array) => changes.some((change) => mayBeTouched(change, path, bytes)),
  };
  const sides: Audited[] = [];
  for (const side of before)
    sides.push(await auditSnapshot({ archive, snapshot: side, configuration, wanted, ...touched }));
  const audited = await auditSnapshot({
    archive,
    snapshot: now,
    configuration,
    wanted,
    ...touched,
    only: (cited) => cited.document.from !== "tree" || touched.only(cited),
    ...(beside === undefined ? {} : { beside }),
  });
  const findings = introducedBy(audited.findings, ...sides.map((side) => side.findings));
  const known = new Set(sides.flatMap((side) => side.exemptions));
  return { ...audited, findings, newExemptions: audited.exemptions.filter((each) => !known.has(each)).length };
}
