// Turns a store into what is known of sites and contracts along the line behind a snapshot: spans by position, and which
// position is which commit. It reads only, and a store that is of another line or schema is as good as none.

import { UNCOMMITTED } from "../audit/past.ts";
import { BinnacleError } from "../error.ts";
import { Database } from "../store/database.ts";
import { readMeta, storedLine } from "../store/notebook.ts";
import type { Kind, Row } from "../surface/rows.ts";
import type { Line } from "./line.ts";

/** A stored row with the positions between which it stood so, both inclusive; `last` null while it does. */
export interface Stretch {
  readonly row: Row;
  readonly first: number;
  readonly last: number | null;
}

export class Records {
  readonly #database: Database;
  readonly #line: Line;
  /** Positions of the store by commit, of those on the line; and the other way. */
  readonly #positions: ReadonlyMap<string, number>;
  readonly #commits: readonly string[];
  readonly #kinds = new Map<Kind, Promise<ReadonlyMap<string, readonly Stretch[]>>>();
  /** The position in `Past.commits` of the store's head. */
  readonly head: number;

  private constructor(
    database: Database,
    line: Line,
    commits: readonly (readonly [oid: string, onLine: boolean])[],
    head: number,
  ) {
    this.#database = database;
    this.#line = line;
    this.head = head;
    this.#commits = commits.map(([oid]) => oid);
    this.#positions = new Map(commits.flatMap(([oid, onLine], at) => (onLine ? [[oid, at] as const] : [])));
  }

  /** Null where the store has nothing to say of this line. Throws "store-missing", "store-corrupt", "store-busy". */
  static async open(store: string, line: Line): Promise<Records | null> {
    const database = await Database.read(store);
    try {
      const meta = await readMeta(database);
      const head = meta === null ? undefined : line.past.position.get(meta.head);
      if (head !== undefined && line.past.line.includes(head)) {
        const commits = (await storedLine(database)).map(({ oid, onLine }) => [oid, onLine] as const);
        return new Records(database, line, commits, head);
      }
    } catch (thrown) {
      database.close();
      if (thrown instanceof BinnacleError && thrown.code === "store-newer") return null;
      throw thrown;
    }
    database.close();
    return null;
  }

  close(): void {
    this.#database.close();
  }

  /** The store's position of a commit on the line; null of one that it does not hold. */
  positionOf(at: number): number | null {
    const { oid } = this.#line.past.commits[at]!;
    return oid === UNCOMMITTED ? null : (this.#positions.get(oid) ?? null);
  }

  /** The place in `Past.commits` of a store's position; null where that is behind what is here. */
  atOf(position: number): number | null {
    const oid = this.#commits[position];
    return oid === undefined ? null : (this.#line.past.position.get(oid) ?? null);
  }

  /** The commit of the line between the store's head and what is judged, where there is but one; else null. */
  get since(): number | null {
    const newer = this.#line.past.line.filter((at) => at < this.head);
    return newer.length === 1 ? newer[0]! : null;
  }

  /** All stretches of a kind by name (of sites: by id), by time. Read once. */
  of(kind: Kind): Promise<ReadonlyMap<string, readonly Stretch[]>> {
    let known = this.#kinds.get(kind);
    if (known === undefined) {
      known = this.#read(kind);
      this.#kinds.set(kind, known);
    }
    return known;
  }

  async #read(kind: Kind): Promise<ReadonlyMap<string, readonly Stretch[]>> {
    const rows = await this.#database.rows<Row & { readonly first: number; readonly last: number | null }>(
      `SELECT * EXCLUDE (life, born) FROM ${kind}_span ORDER BY first`,
    );
    const found = new Map<string, Stretch[]>();
    for (const { first, last, ...row } of rows) {
      const key = String(kind === "site" ? row.id : row.name);
      const stretch = { row: row as unknown as Row, first, last };
      const known = found.get(key);
      if (known === undefined) found.set(key, [stretch]);
      else known.push(stretch);
    }
    return found;
  }
}

/** Whether a stretch holds at a position; null is the store's head. */
export function holdsAt({ first, last }: Stretch, position: number | null): boolean {
  if (position === null) return last === null;
  return first <= position && (last === null || last >= position);
}
