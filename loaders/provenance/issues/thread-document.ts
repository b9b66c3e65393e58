// Turns a thread into one document that is no file of a tree, so that what it cites and names is read as prose is. It judges
// nothing.

import { createHash } from "node:crypto";
import type { Document } from "../../audit/documents.ts";
import { citationsIn } from "../../facts/citations.ts";
import type { Thread } from "../../store/issues.ts";

/** Characters of a thread that are read. */
const MOST = 4_000_000;

export interface ThreadDocument {
  readonly document: Document;
  /** Ordinal of the comment that a line of the document is of. */
  readonly commentAt: (line: number) => number;
}

/** Messages of commits that a page shows are left out: the history has them. */
export function threadDocument({ issue, comments }: Thread): ThreadDocument {
  const starts: number[] = [];
  let text = "";
  let lines = 1;
  for (const comment of comments) {
    starts.push(lines);
    if (comment.kind === "commit" || comment.kind === "event" || text.length + comment.text.length > MOST) continue;
    text += `${comment.text}\n\n`;
    lines += comment.text.split("\n").length + 1;
  }
  const path = `issue ${issue.id}.md`;
  return {
    document: {
      path,
      oid: createHash("sha1").update(text).digest("hex"),
      read: { ...citationsIn(path, text, { examples: true }), lines: text.split("\n") },
      from: "outside",
    },
    commentAt: (line) => starts.findLastIndex((start) => start <= line),
  };
}
