// Makes the sentences that stand over the effort page and its figures, by rule: the finding with its number, or a dull one
// that is still true. It never says why something is so.

import type { EffortExtract } from "../../loaders/report/pages.ts";
import {
  comparable,
  type EffortRow,
  FAR,
  type Instrument,
  ordered,
  outlying,
  type Pair,
  ratioOf,
  totalOf,
} from "./effort-rows.js";
import { factor, nameOf, signed, UNITS } from "./effort-words.js";
import { shortest } from "./headlines.js";
import { count, counted, digits, measured, sentence } from "./words.js";

/** Parts that can be said in words, with how far off a share may be. */
const SHARES: readonly (readonly [share: number, words: string])[] = [
  [1 / 4, "A quarter"],
  [1 / 3, "A third"],
  [1 / 2, "Half"],
  [2 / 3, "Two thirds"],
  [3 / 4, "Three quarters"],
];
const NEAR = 0.01;

/** The page's title: how much of what landed is tests; else how many commits the instruments do not agree on. */
export function effortTitle(extract: EffortExtract, rows: readonly EffortRow[]): string {
  if (!extract.recorded) return "No commit has been measured yet";
  if (rows.length === 0) return "No commit could be measured";
  const all = totalOf(rows, "statements");
  const split = rows.filter(({ direction }) => direction === "split").length;
  return shortest([
    testsTitle(rows, all),
    rows.length > 1 && split > 0
      ? `${sentence(count(split))} of ${counted(rows.length, "commit")} grew by one instrument and shrank by another`
      : null,
    `${measured(rows.length, "commit")}, ${measured(all, "statement")}`,
  ]);
}

/** "38 % of 52,310 statements are tests": only of a history in which every part has grown. */
function testsTitle(rows: readonly EffortRow[], all: number): string | null {
  const sums = partSums(rows, "statements");
  const tests = sums.get("tests") ?? 0;
  if (tests <= 0 || all <= tests || [...sums.values()].some((sum) => sum < 0)) return null;
  const share = tests / all;
  const words = SHARES.find(([near]) => Math.abs(near - share) <= NEAR)?.[1];
  if (words !== undefined) return `${words} of the ${digits(all)} statements that landed are tests`;
  const percent = Math.round(share * 100);
  return percent === 0 ? null : `${percent} % of the ${digits(all)} statements that landed are tests`;
}

/** What each part cost over all rows, as its own instrument says: physical lines of all text. */
export function partSums(rows: readonly EffortRow[], instrument: Instrument): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { parts } of rows)
    for (const { name, cost } of parts) sums.set(name, (sums.get(name) ?? 0) + cost[instrument]);
  return sums;
}

/** The page's deck: what a statement takes in lines, how often instruments point apart, and where they do most. */
export function effortDeck(rows: readonly EffortRow[]): string {
  const list = comparable(rows);
  if (list.length === 0) return "";
  const source = ratioOf(list, { value: "", x: "statements", y: "source" });
  const physical = ratioOf(list, { value: "", x: "statements", y: "physical" });
  const split = list.filter(({ direction }) => direction === "split").length;
  const [worst] = ordered(list, undefined);
  return [
    source !== null &&
      physical !== null &&
      `Over all of it a statement takes ${source.toFixed(1)} source lines and ${physical.toFixed(1)} physical ones.`,
    split > 0 && `${sentence(counted(split, "commit"))} grew by one instrument and shrank by another.`,
    worst?.cost.disagreement &&
      worst.cost.disagreement > 1 &&
      `They disagree most on ${nameOf(worst)}: ${signed(worst.cost.statements)} statements, ${signed(worst.cost.source)} source and ${signed(worst.cost.compared)} physical lines.`,
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** "A statement takes 2.7 physical lines; 61 commits are four times off that, or more". */
export function scatterTitle(rows: readonly EffortRow[], pair: Pair): string {
  const list = comparable(rows);
  const ratio = ratioOf(list, pair);
  const far = outlying(list, pair).filter(({ times }) => times >= FAR).length;
  const dull = `${sentence(`${UNITS[pair.y]}s`)} of ${measured(list.length, "commit")} against their ${UNITS[pair.x]}s`;
  return shortest([
    ratio === null || list.length < 2
      ? null
      : `A ${UNITS[pair.x]} takes ${ratio.toFixed(1)} ${UNITS[pair.y]}s; ${counted(far, "commit")} ${far === 1 ? "is" : "are"} far from that`,
    dull,
  ]);
}

/** "Tests grew to 30,112 statements, production to 22,198". */
export function sumsTitle(rows: readonly EffortRow[], instrument: Instrument): string {
  const sums = [...partSums(rows, instrument)].filter(([, sum]) => sum !== 0).sort((a, b) => b[1] - a[1]);
  const [first, second] = sums;
  const units = `${UNITS[instrument]}s`;
  const dull = `${sentence(units)} by part`;
  if (!first || first[1] <= 0) return dull;
  return shortest([
    second && second[1] > 0
      ? `${sentence(first[0])} grew to ${digits(first[1])} ${units}, ${second[0]} to ${digits(second[1])}`
      : `${sentence(first[0])} grew to ${digits(first[1])} ${units}`,
    dull,
  ]);
}

/** Of the table: how far apart they are at most and in the middle. */
export function tableTitle(rows: readonly EffortRow[]): string {
  const list = ordered(comparable(rows), undefined).map(({ cost }) => cost.disagreement ?? 1);
  const middle = list[Math.floor(list.length / 2)];
  if (middle === undefined || list.length < 3) return "Every commit";
  return `Every commit, the largest disagreement first; half are under ${factor(middle)}`;
}
