// The words and marks of what commits cost: signed numbers, factors, directions, and the facts that tip and keyboard tell.

import { whenWords } from "./axis-draw.js";
import type { Book } from "./book.js";
import { type Child, h } from "./dom.js";
import type { Cost, Direction, EffortRow, Instrument } from "./effort-rows.js";
import { drawnInline, SHAPES, type Shape } from "./glyphs.js";
import type { Facts } from "./tip.js";
import { digits, elided, measured } from "./words.js";

/** Each direction has a shape and a role of its own. */
export const MARKS: Readonly<Record<Direction, Shape>> = {
  grew: { ...SHAPES.born, word: "grew" },
  shrank: { ...SHAPES.ring, word: "shrank" },
  split: { word: "grew by one instrument and shrank by another", role: "drift", d: "M6 .7 11.3 6 6 11.3 .7 6z" },
};

/** "+1,203", "−4", "0". */
export function signed(n: number): string {
  return n > 0 ? `+${digits(n)}` : n < 0 ? `−${digits(-n)}` : "0";
}

/** "4.5x"; from a hundred on without its fraction. */
export function factor(n: number): string {
  return `${n < 100 ? n.toFixed(1) : digits(n)}x`;
}

/** What one of an instrument is called. */
export const UNITS: Readonly<Record<Instrument, string>> = {
  statements: "statement",
  source: "source line",
  physical: "physical line",
};

/** "−3 statements". */
function signedUnits(n: number, instrument: Instrument): string {
  return `${signed(n)} ${UNITS[instrument]}${Math.abs(n) === 1 ? "" : "s"}`;
}

/** "#1987", or nine digits of the commit. */
export function nameOf(row: EffortRow): string {
  return row.pr === null ? row.key : `#${row.pr}`;
}

/** What tip and keyboard tell of a commit. */
export function effortFacts(book: Book, row: EffortRow): Facts {
  return [
    `${nameOf(row)} ${elided(row.subject, 70)}`,
    whenWords(book, row.position),
    costWords(row.cost),
    ...(row.parts.length > 1 ? row.parts.map(({ name, cost }) => h("span", {}, `${name}: `, costWords(cost))) : []),
    row.cost.disagreement !== null && h("span", {}, mark(row.direction), apart(row)),
    leftWords(row.cost),
  ];
}

/** "45.0x apart; grew by one instrument and shrank by another". */
function apart({ cost, direction }: EffortRow): string {
  const words = `${factor(cost.disagreement ?? 1)} apart`;
  return direction === "split" ? `${words}; ${MARKS.split.word}` : words;
}

/** The four numbers in one line. */
function costWords(cost: Cost): string {
  if (cost.measured === 0) return `${signedUnits(cost.physical, "physical")}, and nothing else is measured`;
  const docstrings = cost.withDocstrings === cost.statements ? "" : ` (${signed(cost.withDocstrings)} with docstrings)`;
  return `${signedUnits(cost.statements, "statements")}${docstrings}, ${signed(cost.source)} source, ${signed(cost.physical)} physical`;
}

/** What was not measured of it: "4 files have lines only (+69), 1 binary"; empty where all was. */
export function leftWords({ unread, unreadLines, binary }: Cost): string {
  return [
    unread > 0 && `${measured(unread, "file")} without a grammar, ${signed(unreadLines)} of the lines`,
    binary > 0 && `${digits(binary)} binary`,
  ]
    .filter((part) => part !== false)
    .join("; ");
}

/** The shape of a direction inside a line of text. */
export function mark(direction: Direction): SVGSVGElement {
  return drawnInline(MARKS[direction]);
}

/** A shape and its words, for captions. */
export function keyedMark(direction: Direction, words: Child): HTMLElement {
  return h("span", { class: "nb" }, mark(direction), words);
}
