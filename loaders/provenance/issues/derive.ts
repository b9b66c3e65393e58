// Turns a thread into the thread with its rounds and all that its words say: links, findings, tables, what was not checked.

import type { Derived, Thread } from "../../store/issues.ts";
import { findingsOf, withRounds } from "./findings.ts";
import { linksOf } from "./links.ts";
import { tablesIn, uncheckedIn } from "./passages.ts";

/** `forge` is the repository's own address, null where none is known. */
export function derivedFrom({ issue, comments }: Thread, forge: string | null): Thread & Derived {
  const rounded = withRounds(comments);
  return {
    issue,
    comments: rounded,
    links: linksOf(issue.id, rounded, forge),
    findings: findingsOf(rounded),
    tables: rounded.flatMap(({ text }, comment) => tablesIn(text).map((table) => ({ ...table, comment }))),
    unchecked: rounded.flatMap(({ text, round, kind }, comment) =>
      kind === "commit" ? [] : uncheckedIn(text).map((each) => ({ comment, round, text: each })),
    ),
  };
}
