// Turns claims.json into rows, and picks, groups and orders those that are shown. It draws nothing.

import type { ClaimVerdict } from "../../loaders/claim.ts";
import type { ClaimsExtract } from "../../loaders/report/pages.ts";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "./claim-verdicts.js";
import { finds } from "./found.js";

/** A stretch of a claim's life; a verdict of null: it was not true yet. */
export interface ClaimStay {
  readonly first: number;
  readonly last: number | null;
  readonly verdict: ClaimVerdict | null;
  readonly found: string | null;
}

export type ClaimRow = Omit<ClaimsExtract["pins"][number], "life"> & {
  /** Place in the extract, and so in the details. */
  readonly at: number;
  readonly life: readonly ClaimStay[];
};

/** Claims of a document. */
interface ClaimGroup {
  readonly doc: string;
  readonly rows: readonly ClaimRow[];
}

/** What a chip lets through: a verdict, `blind` (nothing turns it red), or all. */
export type ClaimChoice = ClaimVerdict | "blind" | "all";

export function claimRowsOf(extract: ClaimsExtract): readonly ClaimRow[] {
  return extract.pins.map((pin, at) => ({
    ...pin,
    at,
    life: pin.life.map(([first, last, verdict, found]) => ({
      first,
      last: last < 0 ? null : last,
      verdict: extract.verdicts[verdict] ?? null,
      found: extract.texts[found] ?? null,
    })),
  }));
}

export function claimChoice(text: string | undefined): ClaimChoice {
  if (text === "blind") return "blind";
  return (CLAIM_VERDICT_ORDER as readonly string[]).includes(text ?? "") ? (text as ClaimVerdict) : "all";
}

export function isChosen(row: ClaimRow, choice: ClaimChoice): boolean {
  if (choice === "all") return true;
  return choice === "blind" ? isBlind(row) : row.verdict === choice;
}

/** Whether changes were tried on it and none turned it red: a check that cannot fail. */
export function isBlind(row: ClaimRow): boolean {
  return row.seeds !== null && row.seeds.tried > 0 && row.seeds.red === 0;
}

/** Whether it held at some commit. */
export function everHeld(row: ClaimRow): boolean {
  return row.life.some(({ verdict }) => verdict === "holds");
}

/** Whether a row holds the words: its sentence, name, document and questions; `#860` its pull request; hex its commit. */
export function isFound(row: ClaimRow, words: string): boolean {
  return finds(words, [row.broke], [row.text, row.name, row.doc, ...row.asks]);
}

/** By document, those with the most that is not in order first; in each what is not in order first, then by birth. */
export function grouped(rows: readonly ClaimRow[]): readonly ClaimGroup[] {
  const docs = new Map<string, ClaimRow[]>();
  for (const row of rows) docs.set(row.doc, [...(docs.get(row.doc) ?? []), row]);
  const off = (group: ClaimGroup): number => group.rows.filter((row) => isOff(row.verdict)).length;
  return [...docs]
    .map(([doc, own]) => ({ doc, rows: own.sort((a, b) => rank(a) - rank(b) || birth(a) - birth(b) || a.at - b.at) }))
    .sort((a, b) => off(b) - off(a) || (a.doc < b.doc ? -1 : 1));
}

function rank(row: ClaimRow): number {
  return isOff(row.verdict) ? CLAIM_VERDICT_ORDER.indexOf(row.verdict) : 100;
}

function birth(row: ClaimRow): number {
  return row.life.find(({ verdict }) => verdict !== null)?.first ?? Number.MAX_SAFE_INTEGER;
}

function isOff(verdict: ClaimVerdict): boolean {
  return CLAIM_VERDICTS[verdict].group === "off";
}
