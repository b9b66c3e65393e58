// Turns the spans of a store into the rows that hold at one position after another, in the order of a surface, and says of
// each kind whether its rows are others than before.

import { AsOf, lastUpTo, type Standing, type StandingRow } from "../store/asof.ts";
import type { Database } from "../store/database.ts";
import type { Kind, Row } from "../surface/rows.ts";

export class StoredSurface {
  readonly #standings: ReadonlyMap<Kind, Standing>;
  /** By kind, rows as the store has them, and the same in order. */
  readonly #ordered = new Map<Kind, { readonly of: readonly StandingRow[]; readonly rows: readonly Row[] }>();
  #position = -1;

  private constructor(standings: ReadonlyMap<Kind, Standing>) {
    this.#standings = standings;
  }

  /** Reads the spans of some kinds. Throws what a query throws. */
  static async read(database: Database, kinds: Iterable<Kind>): Promise<StoredSurface> {
    const asOf = new AsOf(database);
    const standings = new Map<Kind, Standing>();
    for (const kind of kinds) standings.set(kind, await asOf.of(kind));
    return new StoredSurface(standings);
  }

  goTo(position: number): void {
    this.#position = position;
  }

  /** By path, line and id. */
  rows(kind: Kind): readonly Row[] {
    const of = this.#standings.get(kind)?.rows(this.#position) ?? [];
    const known = this.#ordered.get(kind);
    if (known?.of === of) return known.rows;
    const rows = (of as readonly Row[]).toSorted(byPlace);
    this.#ordered.set(kind, { of, rows });
    return rows;
  }

  /** Another one wherever the rows of a kind are others. */
  version(kind: Kind): number {
    return lastUpTo(this.#standings.get(kind)?.edges() ?? [], this.#position);
  }
}

function byPlace(a: Row, b: Row): number {
  if (a.path !== b.path) return String(a.path ?? "") < String(b.path ?? "") ? -1 : 1;
  return Number(a.line ?? 0) - Number(b.line ?? 0) || (a.id < b.id ? -1 : 1);
}
