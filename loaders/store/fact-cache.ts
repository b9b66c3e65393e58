// Keeps the facts of chunks between runs, in a file of their own that may be deleted at any time: a damaged one is
// thrown away without a word, since everything in it can be extracted again.

import { rmSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import type { FactStore } from "../facts/source.ts";
import type { ChunkFacts } from "../facts/writer.ts";
import { EXTRACTOR_VERSION } from "../version.ts";
import { Database, replaceStore } from "./database.ts";

/** Fewer new facts are sooner extracted again than a file is written anew for them. */
const FEWEST = 16;

/** Facts that are parsed from their JSON when somebody asks, and the new ones, to be saved. */
export class FactCache implements FactStore {
  readonly #path: string;
  #stored = new Map<string, string>();
  readonly #facts = new Map<string, ChunkFacts>();
  /** Facts that are not saved yet, as JSON where it is at hand. */
  readonly #fresh = new Map<string, string | undefined>();
  /** Whether the file holds nothing that is known here: it is made anew. */
  #empty = true;

  /** Of a file, of which nothing is known until it is loaded. */
  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<void> {
    this.#stored = await load(this.#path);
    this.#empty = this.#stored.size === 0;
  }

  get(key: string): ChunkFacts | undefined {
    const known = this.#facts.get(key);
    if (known) return known;
    const text = this.#stored.get(key);
    if (text === undefined) return undefined;
    const facts = JSON.parse(text) as ChunkFacts;
    this.#facts.set(key, facts);
    return facts;
  }

  has(key: string): boolean {
    return this.#facts.has(key) || this.#stored.has(key);
  }

  set(key: string, facts: ChunkFacts, json?: string): void {
    this.#facts.set(key, facts);
    this.#fresh.set(key, json);
  }

  /** Whether what is new is worth a file written anew. */
  get isWorthSaving(): boolean {
    return this.#empty || this.#fresh.size >= FEWEST;
  }

  /**
   * Writes what is new. A cache that another process is writing is left to it. `onHanded` is called once all is handed over
   * and only the disk is to be waited for, or nothing is to be done.
   */
  async save(onHanded: () => void = () => {}): Promise<void> {
    if (this.#fresh.size === 0) return onHanded();
    const fresh = [...this.#fresh].map(([key, json]) => ({
      key,
      extractor: EXTRACTOR_VERSION,
      facts: json ?? JSON.stringify(this.#facts.get(key)),
    }));
    try {
      await replaceStore(
        this.#path,
        () => this.#empty,
        async (database) => {
          await database.run("CREATE TABLE IF NOT EXISTS facts (key VARCHAR, extractor INTEGER, facts VARCHAR)");
          await database.append("facts", fresh);
          onHanded();
        },
      );
      this.#empty = false;
    } catch (thrown) {
      if (!(thrown instanceof BinnacleError) || (thrown.code !== "store-busy" && thrown.code !== "store-corrupt"))
        throw thrown;
    } finally {
      onHanded();
    }
    this.#fresh.clear();
  }
}

async function load(path: string): Promise<Map<string, string>> {
  let database: Database | null = null;
  try {
    database = await Database.read(path);
    const { rows } = await database.query("SELECT key, facts FROM facts WHERE extractor = ?", [EXTRACTOR_VERSION]);
    return new Map(rows.map(([key, facts]) => [key as string, facts as string]));
  } catch (thrown) {
    if (thrown instanceof BinnacleError && (thrown.code === "store-corrupt" || thrown.code === "bad-query"))
      rmSync(path, { force: true });
    return new Map();
  } finally {
    database?.close();
  }
}
