// A number of things in prose, as types: what counts it, where it stands, and what it came to. Types only; phrases.ts and
// listed.ts find them, judge-counts.ts judges them.

import type { Passage } from "../../citation.ts";
import type { NumberInText } from "../prose/numbers.ts";

/** A number that counts, in its passage. Offsets are in the passage's text, in characters. */
export interface Counted {
  /** The passage's place in `Prose.passages`. */
  readonly passage: number;
  readonly number: NumberInText;
  /** The sentence around it, half-open. */
  readonly sentence: Span;
}

/** Half-open, in characters of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A number that the prose itself bears out or refutes: it stands before a list, a table or a bracket of that many. */
export interface Listed extends Counted {
  /** What lists them: "the list below", "the table below", "the brackets behind it". */
  readonly where: string;
  /** The things that are listed, in order. */
  readonly items: readonly ListedItem[];
}

export interface ListedItem {
  readonly text: string;
  /** 1-based, in the document. */
  readonly line: number;
}

/** A document that is read for counts. */
export interface Reading {
  readonly path: string;
  readonly passages: readonly Passage[];
  /** Of the document, in order, without their ends. */
  readonly lines: readonly string[];
}
