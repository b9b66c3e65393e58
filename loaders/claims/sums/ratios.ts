// Checks ratios to a stated base: "AST 1.66x, SLOC 3.07x against the 150-line estimate" with the figures in the table above
// or in the same passage, `183 / 313 → 1.22x / 2.09x`. A ratio whose figure is not found is not judged.

import { ratioDraft, totalOf } from "./columns.ts";
import { combined, exactly, isNear } from "./figures.ts";
import { rowsOf } from "./rows.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Table } from "./tables.ts";
import type { Token } from "./tokens.ts";

/** A number that others are measured against, and the token that states it. */
export interface Base {
  readonly figure: Figure;
  readonly at: number;
}

const MEASURE = /^(?:estimates?d?|baseline|budget|target|base|quota)$/i;
const AGAINST = /^(?:against|vs|versus|of|over)$/i;

/** The last base that a passage states: "the 150-line estimate", "an estimate of 150 lines", "against 150"; null. */
export function baseOf(tokens: readonly Token[]): Base | null {
  let found: Base | null = null;
  for (const [at, token] of tokens.entries()) {
    const { numeral } = token;
    if (!numeral || numeral.sign || numeral.unit !== "" || numeral.approximate || numeral.value < 2) continue;
    const behind = tokens.slice(at + 1, at + 4).some((next) => next.kind === "word" && MEASURE.test(next.text));
    const ahead = tokens[at - 1]?.text === "of" ? tokens[at - 2] : tokens[at - 1];
    const named = ahead?.kind === "word" && MEASURE.test(ahead.text);
    const direct = tokens[at - 2]?.numeral?.unit === "x" && AGAINST.test(tokens[at - 1]?.text ?? "");
    if ((numeral.compound && behind) || named || direct) found = { figure: numeral, at };
  }
  return found;
}

/** Rows of ratios with the row of figures in front of them: `183 / 313 / +576 → 1.22x / 2.09x / 3.84x`. */
export function ratioRows(text: string, tokens: readonly Token[], base: Figure): Draft[] {
  const rows = rowsOf(tokens);
  const found: Draft[] = [];
  for (const [at, row] of rows.entries()) {
    const of = rows[at - 1];
    if (!row.ratios || !of || of.ratios || of.figures.length !== row.figures.length || row.start - of.end > 8) continue;
    const written = text.slice(tokens[of.start]?.from ?? 0, tokens[row.end - 1]?.to ?? 0);
    const drafts = row.figures.map((stated, column) => {
      const token = tokens[row.start + 2 * column];
      const computed = combined("/", of.figures[column] ?? exactly(0), base);
      return token && computed
        ? ratioDraft(token.from, token.to, stated, computed, `${written} (of ${base.value})`, isNear(stated, computed))
        : null;
    });
    const closing = drafts.filter((draft) => draft?.closes).length;
    if (closing * 2 > row.figures.length) found.push(...drafts.filter((draft): draft is Draft => draft !== null));
  }
  return found;
}

/** Ratios in the sentence that states the base, each of the figure in the column that is called so, or in the passage. */
export function ratiosTo(text: string, tokens: readonly Token[], base: Base, table: Table | null): Draft[] {
  let start = base.at;
  let end = base.at;
  while (start > 0 && tokens[start - 1]?.kind !== "stop" && base.at - start < 120) start--;
  while (end < tokens.length - 1 && tokens[end + 1]?.kind !== "stop" && end - base.at < 120) end++;
  const found: Draft[] = [];
  const plain = plainIn(tokens, base.at);
  for (let at = start; at <= end; at++) {
    const token = tokens[at];
    const numeral = token?.numeral;
    if (!token || numeral?.unit !== "x" || numeral.approximate || tokens[at - 1]?.kind === "operator") continue;
    const label = tokens[at - 1]?.kind === "word" ? (tokens[at - 1]?.text ?? "") : "";
    const cell = table && label !== "" ? totalOf(table, label) : null;
    const figures = cell ? [cell] : numeral.decimals < 2 || numeral.value < 1 ? [] : plain;
    for (const { figure, shown } of figures) {
      const computed = combined("/", figure, base.figure);
      if (!computed) continue;
      const sure = cell !== null && isNear(numeral, computed);
      const written = text.slice(cell ? tokens[at - 1]?.from : token.from, token.to);
      const draft = ratioDraft(
        token.from,
        token.to,
        numeral,
        computed,
        `${written} (${shown} of ${base.figure.value})`,
        sure,
      );
      if (draft) found.push(draft);
      if (draft?.closes) break;
    }
  }
  return found;
}

function plainIn(tokens: readonly Token[], base: number): { figure: Figure; shown: string }[] {
  const found: { figure: Figure; shown: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    const { numeral } = token;
    if (
      !numeral ||
      at === base ||
      numeral.unit !== "" ||
      numeral.decimals > 0 ||
      numeral.approximate ||
      numeral.compound
    )
      continue;
    if (found.length < 60) found.push({ figure: numeral, shown: token.text });
  }
  return found;
}
