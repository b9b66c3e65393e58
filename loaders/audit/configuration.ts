// Turns the `audit:` part of binnacle.yaml into what an audit is told. It comes from the repository and is hostile: globs
// stay inside, and nothing in it names a folder of the machine.

import picomatch from "picomatch";
import type { Verdict } from "../citation.ts";
import { Reader } from "../configuration.ts";

/** Which findings can fail, when nothing else is said. */
export const FAIL_ON: readonly Verdict[] = ["changed", "wrong-when-written", "past-end", "missing"];

const FAILABLE = ["moved", "changed", "wrong-when-written", "past-end", "missing", "ambiguous"] as const;

/** A root in another repository. Where that is, only a command line says. */
export interface ExternalRoot {
  readonly name: string;
  readonly matches: (path: string) => boolean;
  /** The revision of the other repository that is meant; null: its head. */
  readonly at: string | null;
}

export interface AuditConfiguration {
  /** Whether a document is judged. */
  readonly wanted: (path: string) => boolean;
  /** Whether a document is a dated record: what it cites was so then, and is not judged now. */
  readonly isRecord: (path: string) => boolean;
  /** Roots of other repositories: paths that a document may cite and that are not of this tree. */
  readonly externals: readonly ExternalRoot[];
  readonly failOn: ReadonlySet<Verdict>;
  readonly examples: boolean;
  /** Path of the baseline file, or null. */
  readonly baseline: string | null;
}

export const PLAIN: AuditConfiguration = {
  wanted: () => true,
  isRecord: () => false,
  externals: [],
  failOn: new Set(FAIL_ON),
  examples: false,
  baseline: null,
};

/** Throws "bad-configuration" with the line. A text without `audit:` says nothing about audits. */
export function parseAuditConfiguration(text: string, origin: string): AuditConfiguration {
  const audit = Reader.parse(text, origin).get("audit");
  if (audit.value === undefined || audit.value === null) return PLAIN;
  audit.only(["documents", "exclude", "records", "externals", "fail_on", "examples", "baseline"]);
  const globs = (key: string) => audit.get(key).optional((each) => each.list((item) => item.glob()));
  const included = globs("documents");
  const excluded = globs("exclude") ?? [];
  const inside = included === null ? () => true : matcher(included);
  const outside = matcher(excluded);
  return {
    wanted: (path) => inside(path) && !outside(path),
    isRecord: matcher(globs("records") ?? []),
    externals:
      audit.get("externals").optional((each) =>
        each.list((item) => {
          item.only(["name", "paths", "at"]);
          return {
            name: item.get("name").text(),
            matches: matcher(item.get("paths").list((path) => path.glob())),
            at: item.get("at").optional((each) => each.text()),
          };
        }),
      ) ?? [],
    failOn: new Set(audit.get("fail_on").optional((each) => each.list((item) => item.one(FAILABLE))) ?? FAIL_ON),
    examples: audit.get("examples").optional((each) => each.flag()) ?? false,
    baseline: audit.get("baseline").optional((each) => each.glob()),
  };
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const matches = globs.map((glob) => picomatch(glob, { dot: true }));
  return (path) => matches.some((match) => match(path));
}
