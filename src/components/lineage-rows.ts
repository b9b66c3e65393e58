// Turns lineage.json into rows, and picks and groups those that are shown. It draws nothing.

import type { LineageCopy, LineageExtract, LineageFate } from "../../loaders/report/pages.ts";
import { finds } from "./found.js";
import { FATE_ORDER } from "./lineage-words.js";

export type LineageRow = LineageExtract["families"][number] & {
  /** Place in the extract, and so in the details. */
  readonly at: number;
};

/** What a chip lets through. */
export type LineageChoice = LineageFate | "all";

export function lineageRowsOf(extract: LineageExtract): readonly LineageRow[] {
  return extract.families.map((family, at) => ({ ...family, at }));
}

export function lineageChoice(text: string | undefined): LineageChoice {
  return (FATE_ORDER as readonly string[]).includes(text ?? "") ? (text as LineageFate) : "all";
}

export function isChosen(row: LineageRow, choice: LineageChoice): boolean {
  return choice === "all" || row.fate === choice;
}

/** Whether a row holds the words: its sentence, its places; `#860` the pull request that changed it; hex its commit. */
export function isFound(row: LineageRow, words: string): boolean {
  return finds(words, [row.lost], [row.text, ...row.copies.map(({ doc, line }) => `${doc}:${line}`)]);
}

/** By fate, worst first; in each as the extract has them. */
export function grouped(
  rows: readonly LineageRow[],
): readonly { readonly fate: LineageFate; readonly rows: readonly LineageRow[] }[] {
  return FATE_ORDER.map((fate) => ({ fate, rows: rows.filter((row) => row.fate === fate) })).filter(
    ({ rows: own }) => own.length > 0,
  );
}

export function isMended({ fate }: LineageCopy): boolean {
  return fate === "corrected" || fate === "renamed";
}

/** Copies that still say it, of a missed one those that say what was corrected elsewhere. */
export function standing(row: LineageRow): readonly LineageCopy[] {
  return row.copies.filter(({ fate, survives }) => (row.fate === "survives" ? survives : fate === "stands"));
}

/** The position from which on a copy that survives is wrong: of the first correction; null of one that was not missed. */
export function missedSince(row: LineageRow): number | null {
  if (row.fate !== "survives") return null;
  const mended = row.copies.filter((copy) => isMended(copy) && copy.lost >= 0).map(({ lost }) => lost);
  return mended.length === 0 ? null : Math.min(...mended);
}
