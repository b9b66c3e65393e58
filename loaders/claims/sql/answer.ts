// Turns the rows of a query into an answer: a number, or things with the places where they stand. Rows of any other shape
// are refused, for what would be compared then is anybody's guess.

import { BinnacleError } from "../../error.ts";
import type { Result, Value } from "../../store/database.ts";
import type { Answer, Item } from "../question.ts";

/** Columns that say where a thing stands; the first column is what is compared, whatever it is called. */
const PLACES = ["path", "line", "function", "class"] as const;

/** Characters of a text that is compared. */
const LONGEST_TEXT = 10_000;

/**
 * One row with one number is that number; else the first column is a text, and those beside it are its place. No row, and
 * one row without a value, are about nothing: `looked` is 0. Throws "bad-query".
 */
export function answerOfRows({ columns, rows }: Result): Answer {
  const of = "rows that it selects";
  const [first] = rows;
  if (first === undefined || (rows.length === 1 && columns.length === 1 && first[0] === null))
    return { items: [], number: null, looked: 0, of };
  if (typeof first[0] === "number" && rows.length === 1 && columns.length === 1)
    return { items: [], number: first[0], looked: 1, of };
  const strange = columns.slice(1).find((column) => !isPlace(column));
  if (strange !== undefined)
    throw refused(
      `it has a column "${strange}"; expected one number, or first the text that is compared and behind it only ${PLACES.join(", ")}`,
    );
  const items = rows.map((row) => itemOf(columns, row));
  return { items: items.toSorted(byPlace), number: null, looked: rows.length, of };
}

function isPlace(column: string): boolean {
  return (PLACES as readonly string[]).includes(column);
}

function itemOf(columns: readonly string[], row: readonly Value[]): Item {
  const cell = (column: (typeof PLACES)[number]) => row[columns.indexOf(column)] ?? null;
  const text = typeof row[0] === "boolean" ? String(row[0]) : row[0];
  if (typeof text === "number")
    throw refused(
      `"${columns[0]}" has several numbers or places; expected one number. To compare a list, cast it to text`,
    );
  if (typeof text !== "string") throw refused(`"${columns[0]}" is null in a row; expected a text in each`);
  if (text.length > LONGEST_TEXT) throw refused(`"${columns[0]}" has a text of more than ${LONGEST_TEXT} characters`);
  const line = cell("line");
  if (line !== null && typeof line !== "number") throw refused('"line" is no number');
  return {
    text,
    path: textOf(cell("path"), "path"),
    line,
    function: textOf(cell("function"), "function"),
    class: textOf(cell("class"), "class"),
  };
}

function textOf(cell: Value, column: string): string | null {
  if (cell === null || typeof cell === "string") return cell;
  throw refused(`"${column}" is no text`);
}

function byPlace(a: Item, b: Item): number {
  return compare(a.path ?? "", b.path ?? "") || (a.line ?? 0) - (b.line ?? 0) || compare(a.text, b.text);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function refused(why: string): BinnacleError {
  return new BinnacleError("bad-query", why);
}
