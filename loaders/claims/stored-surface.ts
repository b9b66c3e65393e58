// Turns the spans of a store into the rows that hold at one position after another. It goes forward only, and says of
// each kind whether its rows are others than before.

import type { Database } from "../store/database.ts";
import type { Cell, Kind, Row } from "../surface/rows.ts";

interface Span {
  readonly row: Row;
  readonly first: number;
  readonly last: number | null;
}

/** The spans of one kind, as a walk along the line passes them. */
class Lane {
  version = 0;
  readonly #begins: readonly Span[];
  readonly #ends: readonly Span[];
  readonly #open = new Set<Span>();
  #begun = 0;
  #ended = 0;
  #rows: readonly Row[] = [];

  constructor(spans: readonly Span[]) {
    this.#begins = spans.toSorted((a, b) => a.first - b.first);
    this.#ends = spans.filter(({ last }) => last !== null).toSorted((a, b) => a.last! - b.last!);
  }

  goTo(position: number): void {
    let isOther = false;
    for (let span = this.#ends[this.#ended]; span && span.last! < position; span = this.#ends[++this.#ended])
      isOther = this.#open.delete(span) || isOther;
    for (let span = this.#begins[this.#begun]; span && span.first <= position; span = this.#begins[++this.#begun]) {
      if (span.last !== null && span.last < position) continue;
      this.#open.add(span);
      isOther = true;
    }
    if (!isOther) return;
    this.version++;
    this.#rows = [...this.#open].map(({ row }) => row).sort(byPlace);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }
}

/** By path, line and id, as a surface has them. */
function byPlace(a: Row, b: Row): number {
  if (a.path !== b.path) return String(a.path ?? "") < String(b.path ?? "") ? -1 : 1;
  return Number(a.line ?? 0) - Number(b.line ?? 0) || (a.id < b.id ? -1 : 1);
}

export class StoredSurface {
  readonly #lanes: ReadonlyMap<Kind, Lane>;

  private constructor(lanes: ReadonlyMap<Kind, Lane>) {
    this.#lanes = lanes;
  }

  /** Reads the spans of some kinds. Throws what a query throws. */
  static async read(database: Database, kinds: Iterable<Kind>): Promise<StoredSurface> {
    const lanes = new Map<Kind, Lane>();
    for (const kind of kinds) {
      const stored = await database.rows<{ first: number; last: number | null; [column: string]: Cell }>(
        `SELECT * EXCLUDE (life, born) FROM ${kind}_span`,
      );
      lanes.set(kind, new Lane(stored.map(({ first, last, ...row }) => ({ row: row as unknown as Row, first, last }))));
    }
    return new StoredSurface(lanes);
  }

  /** Goes on to a position; never back. */
  goTo(position: number): void {
    for (const lane of this.#lanes.values()) lane.goTo(position);
  }

  rows(kind: Kind): readonly Row[] {
    return this.#lanes.get(kind)?.rows ?? [];
  }

  version(kind: Kind): number {
    return this.#lanes.get(kind)?.version ?? 0;
  }
}
