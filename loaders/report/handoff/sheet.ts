// What a replacement owes its callers, as types: facts with where they stand and since when, in sections. Types only.

import type { Spot } from "../pages.ts";

/** How surely a fact binds: the code fixes it, a hop does, something has to come, or it is a convention. */
export type Strength = "fixed" | "after a hop" | "something must come" | "convention";

export interface Fact {
  /** What stays the same while lines move and words are polished: `read:req_ids:PPEngine.step`. */
  readonly id: string;
  /** In a sentence, without a full stop at its end; Markdown. */
  readonly says: string;
  readonly spot: Spot | null;
  /** Position of the commit that brought it; null where it is not known. */
  readonly since: number | null;
  readonly strength: Strength | null;
}

export interface Section {
  readonly title: string;
  /** A sentence for the section, or null. */
  readonly intro: string | null;
  readonly facts: readonly Fact[];
}

export interface Sheet {
  /** `forward`, `ModelRunner`, `NewRunner`. */
  readonly of: string;
  /** What it is about, in a sentence. */
  readonly says: string;
  readonly head: { readonly oid: string; readonly day: string };
  readonly forge: string | null;
  /** Commits that sections speak of, by position. */
  readonly commits: ReadonlyMap<number, { readonly oid: string; readonly pr: number | null; readonly day: string }>;
  readonly sections: readonly Section[];
}
