// Turns stored spans into what reports ask: rows at a position, and stretches in which nothing that matters changed.

import type { Database, Value } from "./database.ts";

/** A stored span as it comes out of its table. */
export interface SpanRow {
  readonly id: string;
  readonly life: number;
  readonly born: number;
  readonly first: number;
  readonly last: number | null;
  readonly [column: string]: Value;
}

/** All spans of a kind, by id and time. */
export async function spansOf(database: Database, kind: string): Promise<SpanRow[]> {
  return database.rows<SpanRow>(`SELECT * FROM ${kind}_span ORDER BY id, first`);
}

/** Rows that hold at a position; the head's with null. */
export function at(spans: readonly SpanRow[], position: number | null): SpanRow[] {
  if (position === null) return spans.filter((span) => span.last === null);
  return spans.filter((span) => span.first <= position && (span.last === null || span.last >= position));
}

/** Joins neighbouring spans that `same` calls the same: the later row stands for both. Input ordered by `first`. */
export function stretches<Kind extends { readonly first: number; readonly last: number | null }>(
  spans: readonly Kind[],
  same: (a: Kind, b: Kind) => boolean,
): Kind[] {
  const joined: Kind[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before && before.last !== null && span.first <= before.last + 1 && same(before, span)) {
      joined[joined.length - 1] = {
        ...span,
        first: before.first,
        last: span.last === null || span.last >= before.last ? span.last : before.last,
      };
    } else joined.push(span);
  }
  return joined;
}

/** Positions covered by any of the spans, as few stretches as possible. */
export function union(
  spans: readonly { readonly first: number; readonly last: number | null }[],
): { first: number; last: number | null }[] {
  const sorted = spans.map(({ first, last }) => ({ first, last })).toSorted((a, b) => a.first - b.first);
  const joined: { first: number; last: number | null }[] = [];
  for (const span of sorted) {
    const before = joined.at(-1);
    if (before && (before.last === null || span.first <= before.last + 1)) {
      if (before.last !== null && (span.last === null || span.last > before.last)) before.last = span.last;
    } else joined.push(span);
  }
  return joined;
}

/** A list cell. */
export function list(cell: Value | undefined): string[] {
  return typeof cell === "string" ? (JSON.parse(cell) as string[]) : [];
}
