// What a change cost as numbers, net: after less before; and what of it was not measured. Arithmetic only.

import type { Measured } from "./measure.ts";

/** What a change added, net; of what was not measured of a file, 0. */
export interface Net {
  readonly statements: number;
  readonly statementsWithDocstrings: number;
  readonly source: number;
  readonly physical: number;
}

/** Why not all instruments measured a file. "unparsed": no parser gets through it, or it is too large for one. */
export type Unmeasured = "no grammar" | "unparsed" | "binary";

/** What of a change not every instrument measured. */
export interface Left {
  /** Files that all instruments measured, of which only lines are known, and of which nothing is. */
  readonly measured: number;
  readonly unread: number;
  readonly binary: number;
  /** How many of the physical lines, net, are those of the unread. */
  readonly unreadLines: number;
}

/** What a part of the code base, or all of it, cost. */
export interface Part {
  readonly net: Net;
  readonly left: Left;
  /** How far the instruments are apart: a factor from 1. Null where no file was measured by all. */
  readonly disagreement: number | null;
}

export const ZERO: Net = { statements: 0, statementsWithDocstrings: 0, source: 0, physical: 0 };

/** Null is nothing. */
export function difference(now: Measured | null, old: Measured | null): Net {
  const of = (key: keyof Measured) => (now?.[key] ?? 0) - (old?.[key] ?? 0);
  return {
    statements: of("statements"),
    statementsWithDocstrings: of("statementsWithDocstrings"),
    source: of("source"),
    physical: of("physical"),
  };
}

/** What files cost together. */
export function partOf(files: readonly { readonly net: Net; readonly unmeasured: Unmeasured | null }[]): Part {
  const net = sum(files.map((file) => file.net));
  const unread = files.filter(({ unmeasured }) => unmeasured === "no grammar" || unmeasured === "unparsed");
  const left: Left = {
    measured: files.filter(({ unmeasured }) => unmeasured === null).length,
    unread: unread.length,
    binary: files.filter(({ unmeasured }) => unmeasured === "binary").length,
    unreadLines: sum(unread.map((file) => file.net)).physical,
  };
  return { net, left, disagreement: disagreementOf(net, left) };
}

/** What the column of disagreement is, as lines of help; docs and pages say it in words of their own. */
export const DISAGREEMENT: readonly string[] = [
  "The disagreement is how many times the least of the four numbers the largest is, each taken one",
  "larger, so that 0 can be compared; where one instrument gains and another loses, it is the gain times",
  "the loss. Lines of files that no grammar reads stay out of it. 1.0x: all say the same. Much more than",
  "other commits: comments, docstrings or data came or went, or what one instrument saw grow, another",
  "saw shrink.",
];

function disagreementOf(net: Net, { measured, unreadLines }: Left): number | null {
  if (measured === 0) return null;
  const numbers = [net.statements, net.statementsWithDocstrings, net.source, net.physical - unreadLines];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (least < 0 && most > 0) return (1 + most) * (1 - least);
  const sizes = [1 + Math.abs(least), 1 + Math.abs(most)];
  return Math.max(...sizes) / Math.min(...sizes);
}

function sum(nets: readonly Net[]): Net {
  const of = (key: keyof Net) => nets.reduce((total, net) => total + net[key], 0);
  return {
    statements: of("statements"),
    statementsWithDocstrings: of("statementsWithDocstrings"),
    source: of("source"),
    physical: of("physical"),
  };
}
