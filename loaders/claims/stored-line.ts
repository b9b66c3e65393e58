// Turns a store and a line of commits into the surface along that line: the rows that hold at each of its positions, and
// SQL over the same.

import type { Oid } from "../model.ts";
import { Database } from "../store/database.ts";
import { storedLine } from "../store/notebook.ts";
import { KINDS } from "../surface/rows.ts";
import type { SurfaceLine } from "./life.ts";
import type { SurfaceView } from "./panel.ts";
import { SqlDesk } from "./sql/desk.ts";
import { StoredSurface } from "./stored-surface.ts";

export class StoredLine implements SurfaceLine {
  readonly #surface: StoredSurface;
  /** By position of the line, the position in the store; a commit that the store has not has none. */
  readonly #positions: readonly (number | null)[];
  readonly #store: string;
  #desk: Promise<SqlDesk> | null = null;
  #at = -1;

  private constructor(store: string, surface: StoredSurface, positions: readonly (number | null)[]) {
    this.#store = store;
    this.#surface = surface;
    this.#positions = positions;
  }

  /** Opens a store for reading. Throws what reading a store throws. */
  static async open(store: string, line: readonly Oid[]): Promise<StoredLine> {
    const database = await Database.read(store);
    try {
      const stored = new Map((await storedLine(database)).map(({ oid }, position) => [oid, position]));
      const positions = line.map((oid) => stored.get(oid) ?? null);
      return new StoredLine(store, await StoredSurface.read(database, KINDS), positions);
    } finally {
      database.close();
    }
  }

  /** Whether the store has the last commit of the line. */
  get isWhole(): boolean {
    return this.#positions.at(-1) !== null;
  }

  async goTo(position: number): Promise<SurfaceView> {
    this.#at = this.#positions[position] ?? this.#at;
    if (this.#at >= 0) this.#surface.goTo(this.#at);
    return this.#view;
  }

  readonly #view: SurfaceView = {
    rows: (kind) => this.#surface.rows(kind),
    version: (kind) => this.#surface.version(kind),
    sql: async ({ sql }) => {
      this.#desk ??= SqlDesk.ofStore(this.#store);
      const desk = await this.#desk;
      await desk.at(this.#at);
      return desk.ask(sql);
    },
  };

  async close(): Promise<void> {
    if (this.#desk !== null) (await this.#desk).close();
  }
}
