// What a report says of claims: pinned ones, sums, counted things that nobody pinned, references, notes and measurements.
// How a claim is written and asked is claims/pin.ts's and claims/question.ts's.

import type { Birth, Broke } from "./model.ts";

/**
 * What kind of sentence it is. `pin`: one of the configuration's claims; `sum`: a calculation that prose writes out;
 * `count`: a number of things that can be counted, which nobody pinned; `reference`: prose that names a symbol, commit,
 * issue or path; `note` and `measurement`: knowledge that is attached to code.
 */
export type ClaimKind = "pin" | "sum" | "count" | "reference" | "note" | "measurement";

export type ClaimVerdict =
  /** True; of a note: attached to what it was written of; of a measurement: fresh. */
  | "holds"
  | "false"
  /** Nothing could be compared: the pattern does not match or matches twice, the question failed or is about nothing. */
  | "unchecked"
  /** A candidate: the prose's number is not the one that is counted. Never fails. */
  | "differs"
  /** Of a note: its subject stands elsewhere now, and was followed. */
  | "moved"
  /** Of a note: its subject has been changed since the note was written. */
  | "changed"
  /** Of a measurement: what it depends on has been changed since. */
  | "stale"
  /** Of a reference: what it names is gone, or never was. Of a note: its subject is gone. */
  | "missing"
  /** Of a commit: it is no ancestor of what is judged. */
  | "elsewhere"
  /** Of a commit: it is on no branch; another one brought its change. */
  | "squashed"
  | "ambiguous"
  /** Not about this repository. */
  | "external"
  | "unknown";

/** Verdicts that are not in order. */
export const OFF_CLAIMS: ReadonlySet<ClaimVerdict> = new Set([
  "false",
  "unchecked",
  "missing",
  "stale",
  "changed",
  "squashed",
  "elsewhere",
  "differs",
  "ambiguous",
]);

/** A thing that speaks for a verdict, where it stands. */
export interface Place {
  readonly path: string;
  /** 1-based; null of a whole file. */
  readonly line: number | null;
  readonly text: string;
}

/** A claim with its verdict: what the audit's `claims` hold. */
export interface ClaimFinding {
  readonly kind: ClaimKind;
  /** `claim:forward-sites`, `note:kv-transfer`, `measurement:warm-audit`; of what has no name `doc:docs/a.md:31`. */
  readonly address: string;
  /** Where it is written: a document, or the configuration that holds the claim's own sentence. 1-based. */
  readonly doc: string;
  readonly line: number;
  readonly column: number;
  /** The sentence, or the part of it that is judged; white space folded. */
  readonly text: string;
  readonly verdict: ClaimVerdict;
  readonly fails: boolean;
  /** The verdict in one sentence: "4 sites are stated, and there are 5". */
  readonly says: string;
  /** What is stated and what was found, in words; null where there is nothing to compare. */
  readonly stated: string | null;
  readonly found: string | null;
  /** Of lists: what is stated and not there, what is there and not stated. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** What was found, in order, at most 20. */
  readonly places: readonly Place[];
  /** When it was written, where that is known. */
  readonly born: Birth | null;
  /** What made it false, stale or gone; null of one that never was true, and where it is not known. */
  readonly broke: Broke | null;
  /** Hex; survives line moves and other numbers. */
  readonly fingerprint: string;
  /** Why it does not fail though its verdict could; null otherwise. */
  readonly excused: string | null;
  /** Whether the change that is looked at made it so; null where no change is. */
  readonly introduced: boolean | null;
}

/** What a finding has where nothing else is said of it. */
export const UNSAID = {
  stated: null,
  found: null,
  missing: [],
  extra: [],
  places: [],
  born: null,
  broke: null,
  excused: null,
  introduced: null,
} as const satisfies Partial<ClaimFinding>;
