// Turns rows of a surface into what answers are made of: items in order of where they stand, lists out of cells, names as
// they are asked for. It knows no question.

import type { Kind, Row } from "../../surface/rows.ts";
import type { Answer, Item, SurfaceQuestion } from "../question.ts";
import { globFits } from "./code/scope.ts";

/** What was given for the words in capitals of a form. */
export type Given = Readonly<Partial<Record<string, string>>>;

export type RowsOf = (kind: Kind) => readonly Row[];

/** What a look at the rows brings: things, and how many were looked at to find them. */
export interface Found {
  readonly items: readonly Item[];
  readonly looked: number;
  /** A number that is no count of these. */
  readonly number?: number;
}

/** A question to rows. `of`: what is looked at, in the plural, so that "there are no …" says what is not there. */
export function askRows(kinds: readonly Kind[], of: string, find: (rows: RowsOf) => Found): SurfaceQuestion {
  return {
    about: "surface",
    kinds,
    answer: (rows): Answer => {
      const { items, looked, number } = find(rows);
      return { items: items.toSorted(byPlace), number: number ?? null, looked, of };
    },
  };
}

/** A thing of this text, where its row stands. The class is the row's own, else that of its function. */
export function itemOf(text: string, row: Row): Item {
  const own = typeof row.function === "string" ? row.function : null;
  return {
    text,
    path: typeof row.path === "string" ? row.path : null,
    line: typeof row.line === "number" ? row.line : null,
    function: own,
    class: typeof row.class === "string" ? row.class : own === null ? null : classOf(own),
  };
}

/** A thing that is told by the file in which it stands. */
export function placeOf(row: Row): Item {
  return itemOf(textOf(row, "path"), row);
}

/** The class of `Class.fn`; null of a function that is in none. Classes are told by their capital. */
export function classOf(fn: string): string | null {
  return /^(?:_*[A-Z]\w*\.)*_*[A-Z]\w*(?=\.)/.exec(fn)?.[0] ?? null;
}

export function textOf(row: Row, column: string): string {
  return String(row[column] ?? "");
}

/** A list cell: JSON. */
export function listOf(row: Row, column: string): readonly string[] {
  return JSON.parse(textOf(row, column)) as string[];
}

/** Things of one text are one thing: the one that stands first is told. */
export function once(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items.toSorted(byPlace)) if (!first.has(item.text)) first.set(item.text, item);
  return [...first.values()];
}

/** Each name of each layer once: two layers may use one name for two things. */
export function onceInLayer(rows: readonly Row[]): readonly Item[] {
  const first = new Map<string, Row>();
  for (const row of rows.toSorted(rowsByPlace)) {
    const key = nameKey(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()].map((row) => itemOf(textOf(row, "name"), row));
}

/** A name's identity among rows of all kinds. */
export function nameKey(row: Row): string {
  return `${row.layer}:${row.name}`;
}

/** Whether a row is about a name: `forward`, or `worker:forward` where several layers have it. */
export function isNamed(name: string): (row: Row) => boolean {
  return (row) => row.name === name || nameKey(row) === name;
}

/** Rows that fit all that is given: a name, a layer, a glob of paths. Throws "bad-configuration" for a glob that is none. */
export function fits({ NAME, LAYER, GLOB }: Given): (row: Row) => boolean {
  const named = NAME === undefined ? () => true : isNamed(NAME);
  const placed = GLOB === undefined ? () => true : globFits(GLOB);
  return (row) => named(row) && (LAYER === undefined || row.layer === LAYER) && placed(textOf(row, "path"));
}

/** What is looked at: " of `forward`", " in the layer `worker`", or nothing. */
export function ofWhat({ NAME, LAYER }: Given): string {
  if (NAME !== undefined) return ` of \`${NAME}\``;
  return LAYER === undefined ? "" : ` in the layer \`${LAYER}\``;
}

function rowsByPlace(a: Row, b: Row): number {
  return byPlace(itemOf(a.id, a), itemOf(b.id, b));
}

function byPlace(a: Item, b: Item): number {
  return (
    compare(a.path ?? "", b.path ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compare(a.text, b.text) ||
    compare(a.class ?? "", b.class ?? "")
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
