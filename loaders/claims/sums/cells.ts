// Reads the number that a cell of a table holds: `39`, `**+141**`, `~1,120`, `+34 − 10`, "39 sites". A cell that holds
// several, a ratio or a name, holds none.

import { expressionAt } from "./expression.ts";
import { exactly, negated } from "./figures.ts";
import type { Figure } from "./sum.ts";
import type { Cell } from "./tables.ts";
import { type Token, tokensOf } from "./tokens.ts";

export interface CellValue {
  readonly figure: Figure;
  /** Whether nothing else stands in the cell, and nothing says "about". */
  readonly plain: boolean;
  /** `-`, "n/a" or nothing: counted as nought. */
  readonly blank: boolean;
  readonly signed: boolean;
}

const BLANK = /^(?:[-–—]{0,3}|n\/?a|none|nil|\.)$/i;
const LONGEST_CELL = 400;

/** The cell's number; null where it holds none that could be added up. */
export function cellValue(cell: Cell | undefined): CellValue | null {
  if (!cell || cell.text.length > LONGEST_CELL) return null;
  const bare = cell.text.replace(/[*`]/g, "").trim();
  if (BLANK.test(bare)) return { figure: exactly(0), plain: true, blank: true, signed: false };
  const tokens = tokensOf(cell.text);
  const first = tokens[0];
  if (first?.kind !== "number" || !first.numeral) return null;
  const numeral = first.numeral;
  if (tokens.slice(1).every((token) => token.kind === "word") || tokens.length === 1) {
    const figure = { ...(numeral.sign === "-" ? negated(numeral) : numeral), unit: numeral.unit };
    const plain = tokens.length === 1 && !numeral.approximate && !numeral.compound;
    return { figure, plain, blank: false, signed: numeral.sign !== "" };
  }
  if (tokens[1]?.kind === "open") {
    const figure = { ...(numeral.sign === "-" ? negated(numeral) : numeral), unit: numeral.unit };
    return { figure, plain: false, blank: false, signed: numeral.sign !== "" };
  }
  const sum = expressionAt(tokens, 0);
  if (!sum?.counted || sum.end !== tokens.length || tokens.some((token) => token.kind === "word")) return null;
  return { figure: { ...sum.value, unit: sum.unit ?? "" }, plain: sum.sure, blank: false, signed: true };
}

/** The number of a cell that is not empty. */
export function cellFigure(cell: Cell | undefined): Figure | null {
  const value = cellValue(cell);
  return value && !value.blank ? value.figure : null;
}

/** The words and names of a cell or a head, in small letters. */
export function namesIn(text: string): string[] {
  return [
    ...text
      .slice(0, LONGEST_CELL)
      .toLowerCase()
      .matchAll(/[\p{L}\d_]+/gu),
  ].map((match) => match[0]);
}

/** The numbers of a cell that all have a sign and belong to something each: "`start` +7, `stop` −1". Null of any other. */
export function changesOf(cell: Cell): readonly Figure[] | null {
  if (cell.text.length > LONGEST_CELL || !/[+−-]\d/.test(cell.text)) return null;
  const tokens = tokensOf(cell.text);
  const figures: Figure[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "number") {
      if (token.kind === "arrow" || token.kind === "equals" || token.kind === "compare") return null;
      continue;
    }
    if (!token.numeral?.sign || token.numeral.unit !== "" || !isNamed(tokens[index - 1])) return null;
    figures.push(token.numeral.sign === "-" ? negated(token.numeral) : token.numeral);
  }
  return figures.length > 1 ? figures : null;
}

function isNamed(before: Token | undefined): boolean {
  return before?.kind === "word" || before?.kind === "close" || before?.kind === "stop" || before?.kind === "odd";
}
