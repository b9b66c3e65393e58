// Checks ratios of a table's figures: of two columns, "13.0x physical/AST", and a row "vs 150" below the figures that it
// divides. A column is found by a word of its head, a row by the first word of its label.

import { cellFigure, namesIn } from "./cells.ts";
import { combined, exactly, isNear, judged } from "./figures.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Cell, Table } from "./tables.ts";
import type { Token } from "./tokens.ts";
import { labelOf, type Placed } from "./totals.ts";

/** The last number in the column that is called so: the total, where there is one. */
export function totalOf(table: Table, label: string): { figure: Figure; shown: string } | null {
  const columns = columnsOf(table, label);
  const [column] = columns;
  if (columns.length !== 1 || column === undefined) return null;
  for (const row of [...table.rows].reverse()) {
    const value = cellFigure(row[column]);
    if (value && value.unit !== "x" && value.unit !== "%") return { figure: value, shown: row[column]?.text ?? "" };
  }
  return null;
}

function columnsOf(table: Table, label: string): number[] {
  const name = label.toLowerCase();
  return table.head.flatMap((head, column) => (column > 0 && namesIn(head.text).includes(name) ? [column] : []));
}

const LONGEST_TABLE = 3000;

/** "13.0x physical/AST", "the AST/SLOC gap is 1.85x": two columns of the table above, in the row that is named or the last. */
export function ratiosOfColumns(text: string, tokens: readonly Token[], table: Table): Draft[] {
  if (table.rows.length > LONGEST_TABLE || !tokens.some((token) => token.numeral?.unit === "x")) return [];
  const named = new Map(table.rows.map((other) => [labelOf(other).toLowerCase().split(/\W/)[0] ?? "", other]));
  const lasts = new Map<number, readonly Cell[]>();
  const found: Draft[] = [];
  let pair: { left: number; right: number; from: number } | null = null;
  let row: readonly Cell[] | null = null;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "stop") {
      pair = null;
      row = null;
    } else if (token.kind === "word") {
      row = named.get(token.text.toLowerCase()) ?? row;
      pair = columnPair(table, token) ?? pair;
    }
    const { numeral } = token;
    if (numeral?.unit !== "x" || numeral.approximate) continue;
    const next = tokens[at + 1];
    const columns = (next?.kind === "word" && columnPair(table, next)) || pair;
    if (!columns) continue;
    const last = lasts.get(columns.left) ?? lastOf(table, columns.left);
    lasts.set(columns.left, last);
    const of = row ?? last;
    const [one, two] = [cellFigure(of[columns.left]), cellFigure(of[columns.right])];
    if (!one || !two) continue;
    for (const [above, below] of [
      [one, two],
      [two, one],
    ] as const) {
      const computed = combined("/", above, below);
      const shown = `${text.slice(Math.min(columns.from, token.from), token.to)} (${above.value} / ${below.value})`;
      const draft = computed && ratioDraft(token.from, token.to, numeral, computed, shown, false);
      if (draft) found.push(draft);
    }
  }
  return found;
}

/** The last row with a plain number in a column: the total, where there is one. */
function lastOf(table: Table, column: number): readonly Cell[] {
  for (let at = table.rows.length - 1; at >= 0; at--)
    if (cellFigure(table.rows[at]?.[column])?.unit === "") return table.rows[at] ?? [];
  return [];
}

function columnPair(table: Table, token: Token): { left: number; right: number; from: number } | null {
  const slash = token.text.indexOf("/");
  if (slash <= 0) return null;
  const [left] = columnsOf(table, token.text.slice(0, slash));
  const [right] = columnsOf(table, token.text.slice(slash + 1));
  return left === undefined || right === undefined || left === right ? null : { left, right, from: token.from };
}

const VERSUS = /^(?:vs\.?|versus|against|of|÷|\/)\s*([\d,]+)$/i;

/** A row "vs 150" below the figures that it divides. */
export function ratiosIn(table: Table): Placed[] {
  const found: Placed[] = [];
  for (const [at, row] of table.rows.entries()) {
    const base = Number(VERSUS.exec(labelOf(row))?.[1]?.replaceAll(",", "") ?? 0);
    if (at === 0 || !(base > 0)) continue;
    for (const [column, cell] of row.entries()) {
      const stated = cellFigure(cell);
      const above = cellFigure(table.rows[at - 1]?.[column]);
      const computed = above && combined("/", above, exactly(base));
      if (column === 0 || stated?.unit !== "x" || !computed) continue;
      const text = `${table.rows[at - 1]?.[column]?.text}, ${labelOf(row)} | ${cell.text}`;
      const draft = ratioDraft(
        cell.from,
        cell.from + cell.text.length,
        stated,
        computed,
        text,
        isNear(stated, computed),
      );
      if (draft) found.push({ passage: cell.passage, draft });
    }
  }
  return found;
}

/** A ratio as it is stated and as it comes out. */
export function ratioDraft(
  from: number,
  to: number,
  stated: Figure,
  computed: Figure,
  text: string,
  sure: boolean,
): Draft | null {
  return judged(
    { from, to, form: "ratio", stated, computed: { ...computed, unit: "x" }, what: "ratio", text },
    { sure, counted: false },
  );
}
