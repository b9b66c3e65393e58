// What every step of judging references may ask, as types: a reference where it is written, what is ruled of it, and the
// tree and history that it is held against. Types only: nothing here runs.

import type { Library } from "../../audit/library.ts";
import type { Departure, Past, Version } from "../../audit/past.ts";
import type { Snapshot } from "../../citation.ts";
import type { ClaimVerdict, Place } from "../../claim.ts";
import type { Reference } from "../../facts/references.ts";
import type { Repository } from "../../git/repository.ts";
import type { Broke, Oid } from "../../model.ts";

/** A document with its references. */
export interface Source {
  readonly path: string;
  readonly oid: Oid;
  readonly from: "tree" | "outside" | "message";
  /** Whether it speaks of the day it was written on: a changelog, a dated record, a decision. */
  readonly record: boolean;
  readonly mentions: readonly Mention[];
  /** Folders and whole paths that its prose names: what decides between files of one name. */
  readonly texts: () => readonly string[];
}

/** A reference where it is written. */
export interface Mention<Kind extends Reference = Reference> {
  readonly source: Source;
  readonly reference: Kind;
  /** The sentence around it, white space folded. */
  readonly sentence: string;
  /** Of what time the sentence speaks: that something is `gone` it says itself; of the `past`, by a word at least. */
  readonly speaks: "now" | "gone" | "past";
  /** Whose it is called, right before it: `Postgres` of "Postgres's `lock`"; null where nobody is named. */
  readonly possessor: string | null;
  /** The reason behind a `binnacle-ignore` that speaks of its line; null where none does. */
  readonly ignored: string | null;
  /** Position in the past of the commit that wrote it; null where no commit holds it. */
  birth: number | null;
}

/** What is said of a reference. */
export interface Ruling {
  readonly verdict: ClaimVerdict;
  /** A sentence without a full stop. */
  readonly says: string;
  /** What was found, in words; null where there is nothing. */
  readonly found: string | null;
  readonly places: readonly Place[];
  /** What took the thing away. */
  readonly broke: Broke | null;
}

/** Why something that looked like a reference is none: counted, and not told. */
export interface Left {
  readonly left: string;
}

export interface Scene {
  readonly snapshot: Snapshot;
  readonly past: Past;
  readonly library: Library;
  readonly repo: Repository;
  readonly departures: ReadonlyMap<string, readonly Departure[]>;
  /** The versions of the documents, newest first. */
  readonly versions: ReadonlyMap<string, readonly Version[]>;
  /** `github.com/owner/name`, lower case; null where no remote says. */
  readonly forge: string | null;
  /** Whether all of the history is here: without it nothing can be said never to have been. */
  readonly whole: boolean;
}
