// Turns effort.json into rows with their numbers by name, and picks, orders and sums them. It draws nothing.

import type { EffortExtract, EffortNumbers } from "../../loaders/report/pages.ts";
import { finds } from "./found.js";
import { sorted } from "./sorts.js";
import { withoutPull } from "./words.js";

/** The instruments that are held against each other; docstrings are the fourth number of every row. */
export const INSTRUMENTS = ["statements", "source", "physical"] as const;
export type Instrument = (typeof INSTRUMENTS)[number];

/** What was measured of a commit or a part of it, net. */
export interface Cost {
  readonly statements: number;
  readonly withDocstrings: number;
  readonly source: number;
  readonly physical: number;
  /** Of files that all instruments measured: what can be held against the others. */
  readonly compared: number;
  /** Factor from 1; null where there is nothing to compare. */
  readonly disagreement: number | null;
  readonly measured: number;
  readonly unread: number;
  readonly unreadLines: number;
  readonly binary: number;
}

/** `grew`: no number is below 0; `shrank`: none above, one below; `split`: one is above and one below. */
export type Direction = "grew" | "shrank" | "split";

export interface EffortRow {
  readonly position: number;
  readonly oid: string;
  readonly pr: number | null;
  /** Without the pull request behind it. */
  readonly subject: string;
  /** What `?c=` says: nine digits. */
  readonly key: string;
  readonly cost: Cost;
  readonly parts: readonly { readonly name: string; readonly cost: Cost }[];
  readonly direction: Direction;
}

export function effortRowsOf(extract: EffortExtract): readonly EffortRow[] {
  return extract.commits.map(({ position, oid, pr, subject, all, parts }) => {
    const cost = costOf(all);
    return {
      position,
      oid,
      pr,
      subject: withoutPull(subject),
      key: oid.slice(0, 9),
      cost,
      parts: parts.map(([part, numbers]) => ({ name: extract.parts[part] ?? "", cost: costOf(numbers) })),
      direction: directionOf(cost),
    };
  });
}

function costOf(numbers: EffortNumbers): Cost {
  const [statements, withDocstrings, source, physical, disagreement, measured, unread, unreadLines, binary] = numbers;
  return {
    statements,
    withDocstrings,
    source,
    physical,
    compared: physical - unreadLines,
    disagreement: disagreement < 0 ? null : disagreement,
    measured,
    unread,
    unreadLines,
    binary,
  };
}

function directionOf({ statements, withDocstrings, source, compared }: Cost): Direction {
  const numbers = [statements, withDocstrings, source, compared];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least < 0 && most > 0 ? "split" : least < 0 ? "shrank" : "grew";
}

/** What an instrument says, where it is held against another: physical lines of what the others measured too. */
export function reading(cost: Cost, instrument: Instrument): number {
  return instrument === "physical" ? cost.compared : cost[instrument];
}

/** Commits of which something can be compared. */
export function comparable(rows: readonly EffortRow[]): readonly EffortRow[] {
  return rows.filter(({ cost }) => cost.measured > 0);
}

/** What all of them cost by an instrument, as it is held against others. */
export function totalOf(rows: readonly EffortRow[], instrument: Instrument): number {
  return rows.reduce((sum, { cost }) => sum + reading(cost, instrument), 0);
}

/** Instrument against instrument: the one to the right, and the one upwards. */
export interface Pair {
  readonly value: string;
  readonly x: Instrument;
  readonly y: Instrument;
}

export const PAIRS: readonly Pair[] = [
  { value: "statements-physical", x: "statements", y: "physical" },
  { value: "statements-source", x: "statements", y: "source" },
  { value: "source-physical", x: "source", y: "physical" },
];

/** The pair that the address names, or the first. */
export function pairOf(text: string | undefined): Pair {
  return PAIRS.find(({ value }) => value === text) ?? (PAIRS[0] as Pair);
}

/** The instrument that the address names, or statements. */
export function instrumentOf(text: string | undefined): Instrument {
  return INSTRUMENTS.find((each) => each === text) ?? "statements";
}

/** How many lines upwards all of history has for one to the right; null where one of the two did not grow. */
export function ratioOf(rows: readonly EffortRow[], { x, y }: Pair): number | null {
  const [across, up] = [totalOf(rows, x), totalOf(rows, y)];
  return across > 0 && up > 0 ? up / across : null;
}

/** A number on a scale on which each ten times is as far as the one before, on both sides of 0. */
function symlog(n: number): number {
  return Math.sign(n) * Math.log1p(Math.abs(n));
}

/** A commit, and how many times it is off the line of all history: a factor from 1, counted from one as the axes are. */
interface Outlier {
  readonly row: EffortRow;
  readonly times: number;
}

/** How many times off that line a commit is that is told of. */
export const FAR = 4;

/** Commits by how far they stand from the line of all history, the farthest first. */
export function outlying(rows: readonly EffortRow[], pair: Pair): readonly Outlier[] {
  const ratio = ratioOf(rows, pair) ?? 1;
  return rows
    .map((row) => {
      const off = symlog(reading(row.cost, pair.y)) - symlog(ratio * reading(row.cost, pair.x));
      return { row, times: Math.exp(Math.abs(off)) };
    })
    .sort((a, b) => b.times - a.times || a.row.position - b.row.position);
}

/** Whether a row holds the words: its subject; `#860` its pull request; hex its commit. */
export function isFound(row: EffortRow, words: string): boolean {
  return finds(words, [row], [row.subject]);
}

/** Columns that can be ordered by, the largest first where turned round. */
const SORTS: Readonly<Record<string, (row: EffortRow) => number>> = {
  apart: ({ cost }) => cost.disagreement ?? Number.POSITIVE_INFINITY,
  when: ({ position }) => position,
  statements: ({ cost }) => cost.statements,
  docstrings: ({ cost }) => cost.withDocstrings,
  source: ({ cost }) => cost.source,
  physical: ({ cost }) => cost.physical,
};

/** Rows by a column of the address; without one, those whose instruments disagree most first. */
export function ordered(rows: readonly EffortRow[], sort: string | undefined): readonly EffortRow[] {
  const off = ({ cost }: EffortRow): number => cost.disagreement ?? 0;
  return sorted(rows, sort, SORTS, (a, b) => off(b) - off(a) || b.position - a.position);
}
