// Knowledge attached to code, as types: notes as they are written, what they are attached to, and what became of that.
// Types only; notes.ts reads them, judge.ts judges them.

import type { Address } from "../address.ts";
import type { ClaimFinding, ClaimVerdict } from "../claim.ts";
import type { Moment } from "../model.ts";

/** What a note can be attached to. */
export type Subject = Extract<Address, { readonly noun: "site" | "name" | "key" | "symbol" | "commit" }>;

/** One address that a note is attached to, as it is written. */
export interface Attached {
  readonly text: string;
  /** Null of what is no address of anything that a note can be attached to. */
  readonly subject: Subject | null;
  /** Where it is written: 1-based. */
  readonly line: number;
}

export interface Note {
  /** `kv/transfer`; of an entry of a ledger, the ledger and what it is attached to: `blocking/core.Engine.run.recv.0`. */
  readonly name: string;
  readonly doc: string;
  /** The lines of the note, or of its entry; 1-based, inclusive. */
  readonly line: number;
  readonly endLine: number;
  /** At least one. */
  readonly attachedTo: readonly Attached[];
  readonly category: string | null;
  readonly status: string;
  /** Who may rely on it. */
  readonly relies: readonly string[];
  /** Since when what it says is so: a revision or a day; null where it does not say. */
  readonly since: string | null;
  /** The revision at which somebody last compared it with the code; null: when it was last touched. */
  readonly reviewed: string | null;
  /** Its heading or first sentence, white space folded, at most 200 characters; empty of a note without text. */
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** A file or an entry that could not be read as a note. */
export interface BrokenNote {
  readonly name: string;
  readonly doc: string;
  readonly line: number;
  /** What is wrong and what to do, in a sentence or two. */
  readonly says: string;
}

/** Notes by path, then line. */
export interface Notes {
  readonly notes: readonly Note[];
  readonly broken: readonly BrokenNote[];
}

/** One thing that a note is attached to, with what became of it. */
export interface JudgedSubject {
  readonly attached: Attached;
  readonly verdict: ClaimVerdict;
  /** Where it is now; null where it is gone or nobody can say. `path` and `line` are null of what stands in no file. */
  readonly now: { readonly subject: Subject; readonly path: string | null; readonly line: number | null } | null;
  /** Since when it is compared: when the note was last touched or reviewed; null where that cannot be said. */
  readonly written: Moment | null;
  readonly finding: ClaimFinding;
}

export interface JudgedNote {
  readonly note: Note;
  /** In the order of `attachedTo`. */
  readonly subjects: readonly JudgedSubject[];
  /** Whether its status takes it out of force: it classifies nothing, and nothing about it fails. */
  readonly isRetired: boolean;
}
