// Checks the totals of a table: a row that sums up those above it, a column that sums up those before it, a cell that sums
// up what another cell of its row lists. Averages, ratios and totals of other things are told by being far off.

import { type CellValue, cellValue, changesOf } from "./cells.ts";
import { isNear, judged, sumOf } from "./figures.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Cell, Table } from "./tables.ts";

/** A draft in a table, with the passage of the cell that states it. */
export interface Placed {
  readonly passage: number;
  readonly draft: Draft;
}

const TOTAL = /^(?:grand |in |sub-?)?(?:total|totals|sum)\b|^[Σ∑]|^합계|^총계|^合計|^合计|^总计/i;
const PLAIN_TOTAL = /^(?:grand |in )?(?:totals?|sum|[Σ∑]|합계|총계|合計|合计|总计)[\s:]*(?:\([a-z ]{1,20}\))?$/i;
/** Columns whose figures nobody adds up. */
const UNADDED =
  /\b(?:avg|average|mean|median|ratios?|rates?|per|max|min|p\d\d|versions?|dates?|line|years?|speed|score|accuracy|share|index|id|rank|peak|std|factor|stars)\b|%|#|\/s\b|×|^no\.?$/i;
const LONGEST_TABLE = 3000;
/** Rows called "total" in one table: of more, none is the total. */
const MOST_TOTALS = 20;

/** The totals that a table states. */
export function totalsIn(table: Table): Placed[] {
  if (table.rows.length > LONGEST_TABLE) return [];
  const values = table.rows.map((row) => row.map((cell) => cellValue(cell)));
  return [...rowTotals(table, values), ...columnTotals(table, values), ...cellTotals(table, values)];
}

type Values = readonly (readonly (CellValue | null)[])[];

export function labelOf(row: readonly Cell[]): string {
  return (row.find((cell) => cell.text !== "")?.text ?? "").replace(/[*`_]/g, "").trim();
}

function rowTotals(table: Table, values: Values): Placed[] {
  const found: Placed[] = [];
  const totals: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    const named = TOTAL.test(labelOf(row));
    // A last row with nothing in its first cell, where all others have something, sums up.
    const last = at === table.rows.length - 1 && row[0]?.text === "" && at > 1;
    const unnamed = last && table.rows.slice(0, -1).every((other) => other[0]?.text !== "");
    if ((!named && !unnamed) || totals.length >= MOST_TOTALS) continue;
    const above = table.rows.map((_, index) => index).filter((index) => index < at && !totals.includes(index));
    const since = above.filter((index) => index > (totals.at(-1) ?? -1));
    const sets = totals.length > 0 ? [above, since, totals] : [above];
    const plain = unnamed || PLAIN_TOTAL.test(labelOf(row));
    for (let column = named ? 1 : 0; column < row.length; column++) {
      const draft = total(table, values, at, column, sets, plain && totals.length === 0);
      if (draft) found.push({ passage: row[column]?.passage ?? 0, draft });
    }
    totals.push(at);
  }
  return found;
}

function total(
  table: Table,
  values: Values,
  at: number,
  column: number,
  sets: readonly (readonly number[])[],
  plain: boolean,
): Draft | null {
  const cell = table.rows[at]?.[column];
  const stated = values[at]?.[column];
  if (!cell || !stated || stated.blank) return null;
  for (const rows of sets) {
    const parts = rows.map((row) => values[row]?.[column] ?? null);
    const real = parts.filter((part): part is CellValue => part !== null);
    const computed = sumOf(real.map((part) => part.figure));
    if (!computed || real.filter((part) => !part.blank).length < 2 || !oneUnit(stated, real)) continue;
    const sure =
      plain &&
      stated.plain &&
      parts.every((part) => part?.plain) &&
      stated.figure.unit !== "%" &&
      !UNADDED.test(table.head[column]?.text ?? "") &&
      isNear(stated.figure, computed);
    const texts = rows.map((row) => table.rows[row]?.[column]?.text ?? "").filter((text) => text !== "");
    const draft = drafted(cell, stated.figure, computed, `${listed(table.head[column], texts)} | ${cell.text}`, sure);
    if (draft) return draft;
  }
  return null;
}

function columnTotals(table: Table, values: Values): Placed[] {
  const found: Placed[] = [];
  for (const [column, head] of table.head.entries()) {
    if (column < 3 || !PLAIN_TOTAL.test(head.text.replace(/[*`]/g, "").trim())) continue;
    const placed: Placed[] = [];
    for (const [at, row] of table.rows.entries()) {
      const stated = values[at]?.[column];
      const cell = row[column];
      const parts = (values[at] ?? []).slice(1, column);
      if (!stated || !cell || stated.blank || parts.some((part) => part === null)) continue;
      const real = parts.filter((part): part is CellValue => part !== null);
      const computed = sumOf(real.map((part) => part.figure));
      if (!computed || real.filter((part) => !part.blank).length < 2 || !oneUnit(stated, real)) continue;
      const sure = stated.plain && real.every((part) => part.plain) && isNear(stated.figure, computed);
      const texts = row.slice(1, column).map((part) => part.text);
      const draft = drafted(cell, stated.figure, computed, `${listed(row[0], texts)} | ${cell.text}`, sure);
      if (draft) placed.push({ passage: cell.passage, draft });
    }
    // That a column sums up the others is shown by those rows in which it does.
    const closing = placed.filter(({ draft }) => draft.closes).length;
    if (closing > 1 && closing * 2 > placed.length) found.push(...placed);
  }
  return found;
}

/** "`start` +7, `stop` +1 | +8". */
function cellTotals(table: Table, values: Values): Placed[] {
  const found: Placed[] = [];
  for (const [at, row] of table.rows.entries()) {
    const stated = row.flatMap((cell, column) => {
      const value = values[at]?.[column];
      return value?.signed && value.plain && /^[*`]*[+−-][\d.,]+[*`]*$/.test(cell.text) ? [{ cell, value }] : [];
    });
    const lists = row.flatMap((cell) => changesOf(cell) ?? []);
    const listing = row.filter((cell) => changesOf(cell));
    const [only] = stated;
    if (stated.length !== 1 || listing.length !== 1 || !only) continue;
    const computed = sumOf(lists);
    if (!computed) continue;
    const text = `${listing[0]?.text} | ${only.cell.text}`;
    const draft = drafted(only.cell, only.value.figure, computed, text, isNear(only.value.figure, computed));
    if (draft) found.push({ passage: only.cell.passage, draft });
  }
  return found;
}

function drafted(cell: Cell, stated: Figure, computed: Figure, text: string, sure: boolean): Draft | null {
  return judged(
    {
      from: cell.from,
      to: cell.from + cell.text.length,
      form: "total",
      stated,
      computed: { ...computed, unit: stated.unit },
      what: "sum",
      text,
    },
    { sure, counted: computed.decimals === 0 && stated.decimals === 0 },
  );
}

function oneUnit(stated: CellValue, parts: readonly CellValue[]): boolean {
  return parts.every((part) => part.blank || part.figure.unit === stated.figure.unit);
}

const MOST_LISTED = 24;

function listed(head: Cell | undefined, texts: readonly string[]): string {
  const shown = texts.length > MOST_LISTED ? [...texts.slice(0, MOST_LISTED), "…"] : texts;
  const name = head?.text ?? "";
  return name === "" ? shown.join(", ") : `${name}: ${shown.join(", ")}`;
}
