// What prose states, as types: numbers, lists and words, by the role they play in their sentence, never by their order.
// Types only; numbers.ts and lists.ts read them, sentence-pattern.ts finds them.

import type { Prose } from "../../citation.ts";

/** What stands for one role, with the text as it is written. */
export type Stated =
  /** `12`, "twelve", "4,518", "a dozen", "third" (3). */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  /** "`a`, `b` and `c`": in order, each once, without marks. */
  | { readonly kind: "list"; readonly items: readonly string[]; readonly text: string }
  | { readonly kind: "word"; readonly value: string; readonly text: string };

/** A place that a pattern matches. */
export interface Match {
  /** Where the match begins in the document, 1-based; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** The sentence that holds the match, white space folded. */
  readonly text: string;
  readonly roles: Readonly<Record<string, Stated>>;
}

/** A pattern of a sentence. */
export interface SentencePattern {
  /** As it is written in the configuration. */
  readonly source: string;
  /** The roles that it captures, in order. */
  readonly roles: readonly string[];
  /** All places that match, in order. Takes time linear in the length of the prose. */
  readonly in: (prose: Prose) => readonly Match[];
}
