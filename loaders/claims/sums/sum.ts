// A calculation that prose writes out, as types: what it states, what its own figures give, and whether these agree.
// Types only; the forms stand one family a file and are put together in sums.ts.

/**
 * How it is written. `equation`: `39 = 19 + 11 + 9`; `aside`: "1.85x (3.07 / 1.66)"; `parts`: "39 sites (core 19, head 11,
 * rest 9)"; `list`: "26 names, 12 / 7 / 7"; `rows`: "9 / 31 old, 11 / 37 new, 20 / 68 total"; `change`: "31 → 37 (+6)";
 * `share`: "210 of 216 (97.2 %)"; `ratio`: "2.09x against the 150-line estimate"; `total`: a table's column or row against
 * its stated total; `difference`: a table's two rows against a stated difference.
 */
export type SumForm =
  | "equation"
  | "aside"
  | "parts"
  | "list"
  | "rows"
  | "change"
  | "share"
  | "ratio"
  | "total"
  | "difference";

/** A calculation with what came out. */
export interface Sum {
  /** Where it begins in the document, 1-based; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** As written, white space folded; of a table, the stated cell with the figures it is checked against. */
  readonly text: string;
  /** The outcome in one sentence: "144 is the sum, and 141 is stated". */
  readonly says: string;
  /** Whether the stated number is the computed one, rounded to the digits that it shows. */
  readonly closes: boolean;
  /** In the unit that is written: of "97.2 %" 97.2. */
  readonly stated: number;
  readonly computed: number;
  readonly form: SumForm;
}

/** What a form finds in a passage, before it has a place in the document. */
export interface Draft {
  /** The half-open range in the passage's text, in characters. */
  readonly from: number;
  readonly to: number;
  readonly form: SumForm;
  readonly stated: Figure;
  readonly computed: Figure;
  /** What the computed number is: "sum", "difference", "ratio". */
  readonly what: string;
  readonly closes: boolean;
  /** What its text is where that is not the range itself. */
  readonly text?: string;
}

/** A number with what its digits leave open. */
export interface Figure {
  readonly value: number;
  /** The least and the greatest number that is written so: 3.07 is 3.065 to 3.075, and a whole number is itself. */
  readonly low: number;
  readonly high: number;
  /** Digits behind the point. */
  readonly decimals: number;
  /** `%`, `x`, `ms`; empty without. */
  readonly unit: string;
}
