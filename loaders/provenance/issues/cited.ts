// Judges what a thread cites as the audit judges it, on a tree: each comment's text stands in one document that is no file
// of the tree, and each finding is told with the comment that it stands in.

import { createHash } from "node:crypto";
import type { Archive } from "../../audit/archive.ts";
import { auditSnapshot } from "../../audit/audit.ts";
import type { AuditConfiguration } from "../../audit/configuration.ts";
import type { Finding, Snapshot } from "../../citation.ts";
import { citationsIn } from "../../facts/citations.ts";
import type { Thread } from "../../store/issues.ts";

export interface Cited {
  readonly comment: number;
  readonly finding: Finding;
}

/** Characters of a thread that are judged. */
const MOST = 4_000_000;

/** By place. Messages of commits that a page shows are left out: the history has them. */
export async function citedIn(
  thread: Thread,
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
): Promise<readonly Cited[]> {
  const starts: number[] = [];
  let text = "";
  let lines = 1;
  for (const comment of thread.comments) {
    starts.push(lines);
    if (comment.kind === "commit" || comment.kind === "event" || text.length + comment.text.length > MOST) continue;
    text += `${comment.text}\n\n`;
    lines += comment.text.split("\n").length + 1;
  }
  const doc = `issue ${thread.issue.id}.md`;
  const { findings } = await auditSnapshot({
    archive,
    snapshot,
    configuration,
    wanted: () => false,
    beside: () => [
      {
        path: doc,
        oid: createHash("sha1").update(text).digest("hex"),
        read: { ...citationsIn(doc, text, { examples: true }), lines: text.split("\n") },
        from: "outside",
      },
    ],
  });
  return findings.map((finding) => ({ finding, comment: starts.findLastIndex((start) => start <= finding.line) }));
}
