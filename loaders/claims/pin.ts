// A pinned claim, as types: where its sentence stands or what it says itself, what is asked, and what must come out.
// Types only; configuration.ts reads them from YAML, judge.ts judges them.

import type { SentencePattern } from "./prose/stated.ts";
import type { Asked } from "./question.ts";

/** Where a claim's sentence stands. */
export type Prose =
  /** A sentence of the claim's own. */
  | { readonly kind: "own"; readonly says: string }
  /** A sentence of a document; exactly one place must match one of the patterns. */
  | { readonly kind: "sentence"; readonly file: string; readonly patterns: readonly SentencePattern[] }
  /** The items of a list, or the cells of a table's column, under a heading: they are the role "items". */
  | {
      readonly kind: "list";
      readonly file: string;
      readonly under: string | null;
      readonly column: string | null;
    }
  /** Phrases that no file of these may hold. */
  | { readonly kind: "never"; readonly globs: readonly string[]; readonly phrases: readonly SentencePattern[] };

/** One thing of a list that is expected: how often, where that is said. A path may be its end: `core.py`. */
export interface Expected {
  readonly text: string;
  readonly count: number | null;
}

export type Expectation =
  /** What the prose states: a number to equal, a list to be the same set, a text to be the one answer. */
  | { readonly how: "stated"; readonly than: "equals" | "at least" | "at most" | "includes" | "only in" }
  | { readonly how: "equals" | "at least" | "at most"; readonly number: number }
  | {
      readonly how: "same set" | "includes" | "excludes" | "only in";
      readonly items: readonly Expected[];
    }
  /** Nothing may be found, though there was something to look at. */
  | { readonly how: "absent" }
  /** The one text that is found is, byte for byte, that of a file at a revision, or of its lines (1-based, inclusive). */
  | {
      readonly how: "bytes of";
      readonly revision: string;
      readonly path: string;
      readonly lines: readonly [number, number] | null;
    };

/** One thing that a claim states: a role of its sentence, what is asked for it and what must come out. */
export interface Pin {
  /** The name of what the pattern captures; null of a claim that states one thing and captures none. */
  readonly role: string | null;
  readonly asked: Asked;
  readonly expects: Expectation;
}

export interface Claim {
  readonly name: string;
  /** Where it is configured: file and line, 1-based. */
  readonly file: string;
  readonly line: number;
  readonly prose: Prose;
  /** None of a phrase that must not come back. */
  readonly pins: readonly Pin[];
  /** Measurements that it rests on, by name. */
  readonly restsOn: readonly string[];
}
