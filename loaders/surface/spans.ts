// Turns the rows of one commit after another into spans: from which position to which a row stood unchanged. It knows
// nothing of what rows mean; what an edge means is said in events.ts.

import { PLACE, type Row } from "./rows.ts";

/** A row with the positions between which it stood so: both inclusive; `last` null while it still does. */
export interface Span {
  readonly row: Row;
  readonly first: number;
  readonly last: number | null;
  /** Which life of its id: 1, then 2 when it comes back after an absence. */
  readonly life: number;
  /** The position at which this life began. */
  readonly born: number;
}

/** What one commit did to the rows of one kind. */
export interface Edges {
  readonly appeared: readonly { readonly row: Row; readonly returned: boolean }[];
  readonly disappeared: readonly Span[];
  /** Rows that say something else than before, their place apart. */
  readonly changed: readonly { readonly before: Row; readonly after: Row; readonly span: Span }[];
}

/** What a store lacks of the spans of one kind. */
export interface ToWrite {
  readonly spans: readonly Span[];
  /** Ids whose open span is to be taken out of the store. */
  readonly withdrawn: readonly string[];
}

export class Spans {
  readonly #open = new Map<string, Span>();
  readonly #lives = new Map<string, number>();
  readonly #closed: Span[] = [];
  readonly #stored = new Set<string>();
  readonly #withdrawn = new Set<string>();

  /** Takes up where a stored history ended: its open spans, and how many lives each id had. */
  constructor(open: readonly Span[] = [], lives: ReadonlyMap<string, number> = new Map()) {
    for (const [id, count] of lives) this.#lives.set(id, count);
    for (const span of open) {
      this.#open.set(span.row.id, span);
      this.#stored.add(span.row.id);
      this.#lives.set(span.row.id, Math.max(span.life, this.#lives.get(span.row.id) ?? 0));
    }
  }

  /** The rows that hold now. */
  get open(): ReadonlyMap<string, Span> {
    return this.#open;
  }

  advance(position: number, rows: readonly Row[]): Edges {
    const appeared: { row: Row; returned: boolean }[] = [];
    const changed: { before: Row; after: Row; span: Span }[] = [];
    const seen = new Set<string>();
    for (const row of rows) {
      seen.add(row.id);
      const span = this.#open.get(row.id);
      if (!span) {
        const life = (this.#lives.get(row.id) ?? 0) + 1;
        this.#lives.set(row.id, life);
        this.#open.set(row.id, { row, first: position, last: null, life, born: position });
        appeared.push({ row, returned: life > 1 });
      } else if (!sameRow(span.row, row)) {
        this.#close(span, position);
        this.#open.set(row.id, { row, first: position, last: null, life: span.life, born: span.born });
        if (!sameMeaning(span.row, row)) changed.push({ before: span.row, after: row, span });
      }
    }
    const disappeared: Span[] = [];
    for (const [id, span] of this.#open) {
      if (seen.has(id)) continue;
      this.#open.delete(id);
      this.#close(span, position);
      disappeared.push({ ...span, last: position - 1 });
    }
    // The order in which spans were opened is not stored: a walk that was taken up again would tell them otherwise.
    return { appeared, disappeared: disappeared.toSorted(byPlace), changed };
  }

  #close(span: Span, position: number): void {
    const { id } = span.row;
    if (this.#stored.delete(id)) this.#withdrawn.add(id);
    if (position > span.first) this.#closed.push({ ...span, last: position - 1 });
  }

  /** Spans that are not stored yet, ended ones first, and ids of those that are stored as open and no longer are. */
  toWrite(): ToWrite {
    const open = [...this.#open.values()].filter((span) => !this.#stored.has(span.row.id));
    return { spans: [...this.#closed, ...open], withdrawn: [...this.#withdrawn] };
  }
}

function byPlace({ row: a }: Span, { row: b }: Span): number {
  const pathA = String(a.path ?? "");
  const pathB = String(b.path ?? "");
  if (pathA !== pathB) return pathA < pathB ? -1 : 1;
  return Number(a.line ?? 0) - Number(b.line ?? 0) || (a.id < b.id ? -1 : 1);
}

function sameRow(a: Row, b: Row): boolean {
  for (const column in b) if (a[column] !== b[column]) return false;
  return true;
}

function sameMeaning(a: Row, b: Row): boolean {
  for (const column in b) if (!PLACE.has(column) && a[column] !== b[column]) return false;
  return true;
}
