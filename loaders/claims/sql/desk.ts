// Asks the rows of a surface in SQL that comes from outside: in a database of its own that holds nothing else, reaches no
// file, and is short of memory, time and rows. What may be asked is check.ts's; what an answer is, answer.ts's.

import { BinnacleError, messageOf } from "../../error.ts";
import { AsOf, createStanding, lastUpTo } from "../../store/asof.ts";
import { Database, type Result } from "../../store/database.ts";
import type { Kind, Row, Rows } from "../../surface/rows.ts";
import type { Answer } from "../question.ts";
import { answerOfRows } from "./answer.ts";
import { checkSql, LONGEST_SQL, type Reads } from "./check.ts";

/** What the SQL of claims may use. Times in seconds: of one answer, and of all that a desk gives. */
export interface SqlLimits {
  readonly memory: string;
  readonly one: number;
  readonly all: number;
  readonly rows: number;
}

const LIMITS: SqlLimits = { memory: "256MB", one: 2, all: 20, rows: 10_000 };

/** One thread: no answer takes another claim's time, and rows keep their order. */
const THREADS = 1;

/** Where rows come from. */
interface Source {
  /** Rows at a position: the same array as long as they are the same. */
  readonly rows: (kind: Kind, position: number) => Promise<readonly Row[]>;
  /** Positions, ascending, from which on a query may have another answer than before. */
  readonly edges: (reads: Reads) => Promise<readonly number[]>;
  readonly close: () => void;
}

/** A query that may be asked. */
interface Checked {
  readonly reads: Reads;
  /** The source it was asked of last, with its edges. */
  source: Source | null;
  edges: readonly number[];
  /** The last answer, and the edge since which it holds. */
  last: { readonly edge: number; readonly answer: Answer } | null;
}

/** Asks one set of rows, or those along a line. `close` it. */
export class SqlDesk {
  readonly #database: Database;
  readonly #limits: SqlLimits;
  readonly #checked = new Map<string, Checked | BinnacleError>();
  readonly #laid = new Map<Kind, readonly Row[]>();
  #source: Source;
  #position = 0;
  #spent = 0;
  /** One question after another: the rows that lie there are the asker's. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(database: Database, source: Source, limits: SqlLimits) {
    this.#database = database;
    this.#source = source;
    this.#limits = limits;
  }

  /** A desk for rows in memory. */
  static async ofRows(rows: Rows, limits: Partial<SqlLimits> = {}): Promise<SqlDesk> {
    return SqlDesk.#open(sourceOfRows(rows), { ...LIMITS, ...limits });
  }

  /** A desk for the rows of a store, at its first position until `at` says another. Throws what opening a store throws. */
  static async ofStore(path: string, limits: Partial<SqlLimits> = {}): Promise<SqlDesk> {
    return SqlDesk.#open(sourceOfStore(await Database.read(path)), { ...LIMITS, ...limits });
  }

  static async #open(source: Source, limits: SqlLimits): Promise<SqlDesk> {
    const database = await Database.memory({ memory: limits.memory, threads: THREADS });
    await database.lock();
    return new SqlDesk(database, source, limits);
  }

  /** Goes to a position of the store, before or behind: what is asked from now on is asked there. */
  async at(position: number): Promise<void> {
    this.#position = position;
  }

  /** Takes other rows in the place of those that it has; kinds whose array is the same are not laid again. */
  async lay(rows: Rows): Promise<void> {
    const old = this.#source;
    this.#source = sourceOfRows(rows);
    await this.#inTurn(async () => old.close());
  }

  /** The answer to one SELECT; one that reads no table looked at nothing. Throws "bad-query" with one sentence: for a query that may not be asked, and one that fails. */
  ask(sql: string): Promise<Answer> {
    const [source, position] = [this.#source, this.#position];
    return this.#inTurn(async () => {
      const checked = await this.#check(sql, source);
      const edge = lastUpTo(checked.edges, position);
      if (checked.last?.edge === edge) return checked.last.answer;
      for (const kind of checked.reads.kinds) await this.#put(kind, await source.rows(kind, position));
      const found = answerOfRows(await this.#run(sql));
      const answer = checked.reads.kinds.length === 0 ? { ...found, looked: 0, of: "tables that it reads" } : found;
      checked.last = { edge, answer };
      return answer;
    });
  }

  /** Positions of the store, ascending, from which on a query may have another answer than before; of rows 0 alone. */
  edges(sql: string): Promise<readonly number[]> {
    const source = this.#source;
    return this.#inTurn(async () => (await this.#check(sql, source)).edges);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #check(sql: string, source: Source): Promise<Checked> {
    const known = this.#checked.get(sql) ?? (await this.#readsOf(sql));
    this.#checked.set(sql, known);
    if (known instanceof BinnacleError) throw known;
    if (known.source !== source)
      Object.assign(known, { source, edges: await source.edges(known.reads), last: null } satisfies Partial<Checked>);
    return known;
  }

  async #readsOf(sql: string): Promise<Checked | BinnacleError> {
    if (sql.length > LONGEST_SQL) return refused(`it has ${sql.length} characters; expected at most ${LONGEST_SQL}`);
    const { rows } = await this.#database.query("SELECT json_serialize_sql(?::VARCHAR)", [sql]);
    try {
      return { reads: checkSql(rows[0]?.[0] as string), source: null, edges: [], last: null };
    } catch (thrown) {
      if (thrown instanceof BinnacleError) return thrown;
      throw thrown;
    }
  }

  /** Lays the rows of a kind where they are not there already. */
  async #put(kind: Kind, rows: readonly Row[]): Promise<void> {
    const laid = this.#laid.get(kind);
    if (laid === rows) return;
    if (laid === undefined) await createStanding(this.#database, kind);
    else await this.#database.run(`DELETE FROM "${kind}"`);
    await this.#database.append(kind, rows);
    this.#laid.set(kind, rows);
  }

  async #run(sql: string): Promise<Result> {
    const { memory, one, all, rows: most } = this.#limits;
    if (this.#spent > all)
      throw refused(`the SQL of all claims took more than ${all} seconds, and the rest is not asked`);
    const begun = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#database.interrupt();
    }, one * 1000);
    try {
      const result = await this.#database.select(sql, most);
      if (result !== null) return result;
      throw this.#never(sql, `it selects more than ${most} rows`);
    } catch (thrown) {
      if (isLate) throw this.#never(sql, `it takes more than ${one} seconds`);
      if (!messageOf(thrown).startsWith("Out of Memory")) throw thrown;
      throw this.#never(sql, `it needs more than ${memory} of memory`);
    } finally {
      clearTimeout(timer);
      this.#spent += (performance.now() - begun) / 1000;
    }
  }

  /** What took too much once is not tried again at another position. */
  #never(sql: string, why: string): BinnacleError {
    const error = refused(why);
    this.#checked.set(sql, error);
    return error;
  }

  close(): void {
    this.#database.close();
    this.#source.close();
  }
}

function sourceOfRows(rows: Rows): Source {
  return { rows: async (kind) => rows[kind], edges: async () => [0], close: () => {} };
}

function sourceOfStore(database: Database): Source {
  const asOf = new AsOf(database);
  return {
    rows: async (kind, position) => (await asOf.of(kind)).rows(position),
    edges: async ({ kinds, columns }) => {
      const edges = new Set<number>();
      for (const kind of kinds) for (const edge of (await asOf.of(kind)).edges(columns)) edges.add(edge);
      return [...edges].sort((a, b) => a - b);
    },
    close: () => database.close(),
  };
}

function refused(message: string): BinnacleError {
  return new BinnacleError("bad-query", message);
}
