// Finds small tables that stand in a sentence, one row behind the other: "9 / 31 / +117 old, 11 / 37 / +226 new, 20 / 68 /
// +343 total". The last or the first row is the sum of the others, number by number.

import { exactly, judged, negated, sumOf } from "./figures.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";

/** A run of numbers with slashes between: a row. */
export interface Row {
  readonly figures: readonly Figure[];
  /** Tokens, half-open. */
  readonly start: number;
  readonly end: number;
  /** Whether each is a ratio: `1.22x / 2.09x`. */
  readonly ratios: boolean;
  /** Whether the words right behind it say that it sums up others. */
  readonly total: boolean;
}

const TOTAL = /^(?:totals?|altogether|overall|sum)$/i;
const MOST_ROWS = 200;
const WIDEST = 12;

/** The rows of two numbers or more, in order. */
export function rowsOf(tokens: readonly Token[]): Row[] {
  const rows: Row[] = [];
  let at = 0;
  while (at < tokens.length) {
    const slash = tokens[at + 1];
    if (tokens[at]?.kind !== "number" || !isSlash(slash) || isSlash(tokens[at - 1])) {
      at++;
      continue;
    }
    const start = at;
    const figures: Figure[] = [];
    for (;;) {
      const numeral = tokens[at]?.numeral;
      if (!numeral) break;
      figures.push(numeral.sign === "-" ? { ...negated(numeral), unit: numeral.unit } : numeral);
      at++;
      if (!isSlash(tokens[at])) break;
      at++;
    }
    const units = new Set(figures.map((figure) => figure.unit));
    const ratios = units.size === 1 && units.has("x");
    const total = [0, 1, 2].some((step) => {
      const word = tokens[at + step];
      return (
        word?.kind === "word" && TOTAL.test(word.text) && tokens.slice(at, at + step).every((t) => t.kind === "word")
      );
    });
    if (figures.length > 1 && figures.length <= WIDEST && !isSlash(tokens[at - 1]))
      rows.push({ figures, start, end: at, ratios, total });
  }
  return rows;
}

function isSlash(token: Token | undefined): boolean {
  return token?.kind === "operator" && token.text === "/" && token.before && token.after;
}

/** Rows that sum up others, number by number. */
export function rowSums(text: string, tokens: readonly Token[]): Draft[] {
  const rows = rowsOf(tokens).filter((row) => !row.ratios);
  const found: Draft[] = [];
  for (const [at, row] of rows.slice(0, MOST_ROWS).entries()) {
    const sums = sumsOf(rows, at);
    if (!sums) continue;
    const first = Math.min(row.start, sums.from);
    const last = Math.max(row.end, sums.to);
    const written = text.slice(tokens[first]?.from ?? 0, tokens[last - 1]?.to ?? 0);
    for (const [column, computed] of sums.figures.entries()) {
      const stated = row.figures[column] ?? exactly(0);
      const token = tokens[row.start + 2 * column];
      if (!token) continue;
      const draft = judged(
        { from: token.from, to: token.to, form: "rows", stated, computed, what: "sum", text: written },
        { sure: row.total && sums.closing > 0, counted: stated.decimals === 0 && computed.decimals === 0 },
      );
      if (draft) found.push(draft);
    }
  }
  return found;
}

interface Sums {
  figures: Figure[];
  closing: number;
  from: number;
  to: number;
}

/** What the rows in front of one that says "total" add up to; else the two beside one of three numbers, where they do. */
function sumsOf(rows: readonly Row[], at: number): Sums | null {
  const row = rows[at]!;
  const alike = (other: Row | undefined): other is Row => other?.figures.length === row.figures.length;
  if (row.total) {
    let first = at;
    while (first > 0 && at - first < 12 && alike(rows[first - 1]) && !rows[first - 1]?.total) first--;
    return at - first < 2 ? null : added(row, rows.slice(first, at));
  }
  if (row.figures.length < 3) return null;
  for (const others of [rows.slice(at + 1, at + 3), rows.slice(Math.max(0, at - 2), at)]) {
    const sums = others.length === 2 && others.every(alike) ? added(row, others) : null;
    if (sums?.closing === row.figures.length && row.figures.some((figure) => figure.value !== 0)) return sums;
  }
  return null;
}

function added(row: Row, others: readonly Row[]): Sums | null {
  const figures: Figure[] = [];
  for (const column of row.figures.keys()) {
    const sum = sumOf(others.map((other) => other.figures[column] ?? exactly(0)));
    if (!sum) return null;
    figures.push(sum);
  }
  const closing = figures.filter((figure, column) => figure.value === row.figures[column]?.value).length;
  return { figures, closing, from: others[0]?.start ?? 0, to: others.at(-1)?.end ?? 0 };
}
