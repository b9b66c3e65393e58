// A table of rows that open, in which the one that the address asks for is on top where it would not be drawn at first, and
// is open. Which rows there are, and what they look like, is the table's business.

import type { Book } from "./book.js";
import { type Opens, openRow, rowElement, showRow } from "./open-rows.js";

/** Rows that a long table draws at first: one that is asked for and stands further down is shown on top. */
const FIRST = 60;

interface AskedParts<Row> {
  /** Every row, also those that are not chosen. */
  readonly all: readonly Row[];
  /** What `?c=` says of a row. */
  readonly keyOf: (row: Row) => string;
  readonly opensTo: (row: Row) => Opens;
  /** Those that the address chooses, in order. */
  readonly chosen: () => readonly Row[];
  /** The table of these rows, with what stands over it. */
  readonly table: (rows: readonly Row[]) => HTMLElement;
}

/** Draws the table; `redraw` does so again in its place. It goes to the row that another figure asks for. */
export function askedTable<Row>(
  book: Book,
  { all, keyOf, opensTo, chosen, table }: AskedParts<Row>,
): { readonly draw: () => HTMLElement; readonly redraw: () => void } {
  let drawn: HTMLElement | null = null;
  const askedFor = (): Row | undefined => {
    const key = book.address.get("c");
    return key === undefined ? undefined : all.find((row) => keyOf(row) === key);
  };
  const draw = (): HTMLElement => {
    const asked = askedFor();
    const list = chosen();
    const isBelow = asked !== undefined && !list.slice(0, FIRST).includes(asked);
    drawn = table(isBelow ? [asked, ...list.filter((row) => row !== asked)] : list);
    const tr = asked === undefined ? null : rowElement(drawn, keyOf(asked));
    if (tr && asked !== undefined) openRow(tr, opensTo(asked));
    return drawn;
  };
  const redraw = (): void => {
    const old = drawn;
    if (old?.isConnected) old.replaceWith(draw());
  };
  book.address.listen(["c"], () => {
    const asked = askedFor();
    if (asked !== undefined) showRow(drawn, keyOf(asked), opensTo(asked), redraw);
  });
  return { draw, redraw };
}
