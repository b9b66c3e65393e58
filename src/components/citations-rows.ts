// Turns the columns of citations.json into rows, and picks and orders those that a table shows. It draws nothing.

import type { Verdict } from "../../loaders/citation.ts";
import type { CitationsExtract, Moment, NotebookExtract } from "../../loaders/report/pages.ts";
import { finds } from "./found.js";
import { sorted } from "./sorts.js";
import { isJudged, VERDICT_ORDER, VERDICTS } from "./verdicts.js";

export interface Row {
  /** Place in the extract, and so in the files of details. */
  readonly at: number;
  /** What `?c=` says: the fingerprint; of an earlier life of the same citation with its number behind. */
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly doc: string;
  readonly line: number;
  readonly path: string | null;
  readonly start: number;
  readonly end: number;
  readonly symbol: string | null;
  readonly fails: boolean;
  readonly first: number;
  /** Null: it stands. */
  readonly last: number | null;
  /** Where it first was not right any more. */
  readonly until: number | null;
  /** Where it became what it is now. */
  readonly brokeAt: number | null;
  readonly born: Moment | null;
  readonly broke: Moment | null;
  readonly floor: boolean;
  readonly strength: 0 | 1 | 2;
  readonly instead: string;
  readonly distance: number;
  /** Days that it was right, or has been; null where it was never judged. */
  readonly held: number | null;
}

/** All rows, those that stand first. */
export function rowsOf(notebook: NotebookExtract, extract: CitationsExtract): readonly Row[] {
  const { rows, verdicts, strings, moments } = extract;
  const lives = new Map<string, number>();
  const known = (n: number | undefined): number | null => (n === undefined || n < 0 ? null : n);
  const string = (n: number | undefined): string | null => strings[n ?? -1] ?? null;
  return rows.fingerprint.map((fingerprint, at): Row => {
    const life = (lives.get(fingerprint) ?? 0) + 1;
    lives.set(fingerprint, life);
    const verdict = verdicts[rows.verdict[at] ?? -1] ?? "unknown";
    const first = rows.first[at] ?? 0;
    const last = known(rows.last[at]);
    const until = known(rows.until[at]);
    return {
      at,
      key: life === 1 ? fingerprint : `${fingerprint}.${life}`,
      verdict,
      text: rows.text[at] ?? "",
      doc: string(rows.doc[at]) ?? "",
      line: rows.line[at] ?? 1,
      path: string(rows.path[at]),
      start: rows.start[at] ?? 0,
      end: rows.end[at] ?? 0,
      symbol: string(rows.symbol[at]),
      fails: rows.fails[at] === 1,
      first,
      last,
      until,
      brokeAt: known(rows.brokeAt[at]),
      born: moments[rows.born[at] ?? -1] ?? null,
      broke: moments[rows.broke[at] ?? -1] ?? null,
      floor: rows.floor[at] === 1,
      strength: (rows.strength[at] ?? 0) as 0 | 1 | 2,
      instead: rows.instead[at] ?? "",
      distance: rows.distance[at] ?? 0,
      held: heldDays(notebook.time, verdict, first, until, last),
    };
  });
}

function heldDays(
  time: readonly number[],
  verdict: Verdict,
  first: number,
  until: number | null,
  last: number | null,
): number | null {
  if (verdict === "wrong-when-written") return 0;
  if (!isJudged(verdict)) return null;
  const end = until ?? (verdict === "holds" ? (last === null ? time.length - 1 : last + 1) : null);
  return end === null ? null : daysBetween(time, first, end);
}

/** Days between two positions; clocks that run backwards make none. */
export function daysBetween(time: readonly number[], from: number, to: number): number {
  return Math.max(0, ((time[Math.min(to, time.length - 1)] ?? 0) - (time[from] ?? 0)) / 86400);
}

/** What a chip lets through: a verdict of what stands, `gone`, or everything about this tree. */
export type Choice = Verdict | "gone" | "tree";

export function choiceOf(text: string | undefined): Choice {
  if (text === "gone") return "gone";
  return (VERDICT_ORDER as readonly string[]).includes(text ?? "") ? (text as Verdict) : "tree";
}

export function isChosen(row: Row, choice: Choice): boolean {
  if (choice === "gone") return row.last !== null;
  if (row.last !== null) return false;
  return choice === "tree" ? VERDICTS[row.verdict].group !== "unjudged" : row.verdict === choice;
}

/** Whether a row holds the words: its text, places and symbol; `#860` its pull requests; hex its commits; its sentence. */
export function isFound(row: Row, words: string, sentences: readonly string[] | null): boolean {
  const texts = [row.text, row.doc, row.path ?? "", row.symbol ?? "", sentences?.[row.at] ?? ""];
  return finds(words, [row.broke, row.born], texts);
}

/** The default order: what can be repaired, then how bad it is, then how far it is off. */
function rank(row: Row): number {
  if (row.last === null && row.strength === 2) return 0;
  if (row.last === null && row.strength === 1) return 1;
  const at = VERDICT_ORDER.indexOf(row.verdict);
  return VERDICTS[row.verdict].group === "unjudged" ? 40 + at : row.verdict === "holds" ? 30 : 2 + at;
}

/** Columns that can be ordered by, with what they compare. */
const SORTS: Readonly<Record<string, (row: Row) => number | string>> = {
  says: (row) => row.text.toLowerCase(),
  in: (row) => row.doc,
  written: (row) => row.first,
  held: (row) => row.held ?? Number.POSITIVE_INFINITY,
  broken: (row) => row.brokeAt ?? Number.POSITIVE_INFINITY,
};

/** Rows in order of `held`, of `-held` turned round, or in the default order. */
export function ordered(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  return sorted(rows, sort, SORTS, (a, b) => rank(a) - rank(b) || b.distance - a.distance || a.at - b.at);
}
