// Turns a tree and what it is compared with into findings that say what the change did: a merge base, what is staged
// against HEAD, or both sides of a merge. Only citations that the change can have touched are judged.

import type { Snapshot } from "../citation.ts";
import type { Archive } from "./archive.ts";
import { type Audited, auditSnapshot } from "./audit.ts";
import { type Change, changeBetween, introducedBy, isTouched, mayBeTouched } from "./change.ts";
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
  const sides: Audited[] = [];
  const changes: Change[] = [];
  for (const side of before) {
    const change = changeBetween(side, now);
    changes.push(change);
    const only = (cited: Cited) => isTouched(change, cited);
    const mayMatter = (path: string, bytes: Uint8Array) => mayBeTouched(change, path, bytes);
    sides.push(await auditSnapshot({ archive, snapshot: side, configuration, wanted, only, mayMatter }));
  }
  const audited = await auditSnapshot({
    archive,
    snapshot: now,
    configuration,
    wanted,
    mayMatter: (path, bytes) => changes.some((change) => mayBeTouched(change, path, bytes)),
    // Of a merge, what differs from one side only is as it was on the other.
    only: (cited) => cited.document.from !== "tree" || changes.some((change) => isTouched(change, cited)),
    ...(beside === undefined ? {} : { beside }),
  });
  const findings = introducedBy(audited.findings, ...sides.map((side) => side.findings));
  const known = new Set(sides.flatMap((side) => side.exemptions));
  return { ...audited, findings, newExemptions: audited.exemptions.filter((each) => !known.has(each)).length };
}
