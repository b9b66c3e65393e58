// Turns rows into a DuckDB file and SQL into rows. The one module that imports DuckDB. Nothing here knows what rows mean,
// and no file is changed in place: a writer works on a copy that takes the old one's place when it is whole.

import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type {
  DuckDBAppender,
  DuckDBConnection,
  DuckDBResultReader,
  DuckDBValueConverter,
  DuckDBInstance as Instance,
} from "@duckdb/node-api";
import { BinnacleError, messageOf } from "../error.ts";
import { groupBy } from "../group.ts";
import { takeLock } from "./lock.ts";

type DuckDB = typeof import("@duckdb/node-api");

let loaded: DuckDB | null = null;

/**
 * Loaded when the first database is opened: an audit may open one and mostly does not. By require: importing CommonJS would
 * have Node look through all of it for names first.
 */
function duckdb(): DuckDB {
  loaded ??= createRequire(import.meta.url)("@duckdb/node-api") as DuckDB;
  return loaded;
}

/** A value as it comes out: BIGINT as a number where it is safe. */
export type Value = string | number | boolean | null;
/** A value as JSON has it, nested where it is; a number only where one holds it exactly. */
export type Nested = Value | readonly Nested[] | { readonly [key: string]: Nested };
export type Result = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

/** The storage version that the pages' duckdb-wasm can attach. */
const STORAGE = "v1.2.0";

const LOCKED: Readonly<Record<string, string>> = {
  enable_external_access: "false",
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
};

/** What a database may use: memory in DuckDB's words (`256MB`), threads. */
export interface Limits {
  readonly memory?: string;
  readonly threads?: number;
}

interface Column {
  readonly column_name: string;
  readonly data_type: string;
}

/** An open database. `close` it. */
export class Database {
  readonly #instance: Instance;
  readonly #connection: DuckDBConnection;
  readonly #columns = new Map<string, readonly Column[]>();
  readonly #path: string;

  private constructor(path: string, instance: Instance, connection: DuckDBConnection) {
    this.#path = path;
    this.#instance = instance;
    this.#connection = connection;
  }

  /** Opens for reading. No other file can be reached from it. Throws "store-missing", "store-corrupt", "store-busy". */
  static async read(path: string, limits: Limits = {}): Promise<Database> {
    if (!existsSync(path))
      throw new BinnacleError("store-missing", `There is no store at ${path}. Run "binnacle ingest" first.`);
    return Database.#open(path, { access_mode: "READ_ONLY", ...LOCKED, ...optionsOf(limits) });
  }

  /** An empty database in memory. No file can be reached from it, and what needs more memory than it may have fails. */
  static async memory(limits: Limits): Promise<Database> {
    return Database.#open(":memory:", { temp_directory: "", ...LOCKED, ...optionsOf(limits) });
  }

  static async #open(path: string, options: Record<string, string>): Promise<Database> {
    try {
      const instance = await duckdb().DuckDBInstance.create(path, options);
      return new Database(path, instance, await instance.connect());
    } catch (cause) {
      throw openingError(path, cause);
    }
  }

  /** A fresh or existing file, to be written by this process alone. Errors call it `name`. */
  static async write(path: string, name = path, engine = startEngine(path)): Promise<Database> {
    let connection: DuckDBConnection | null = null;
    try {
      const instance = await engine;
      connection = await instance.connect();
      await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS store (STORAGE_VERSION '${STORAGE}')`);
      await connection.run("USE store");
      return new Database(name, instance, connection);
    } catch (cause) {
      connection?.closeSync();
      throw openingError(name, cause);
    }
  }

  /** Rows of one statement. `parameters` are bound by position. Throws "bad-query" with DuckDB's own words. */
  async query(sql: string, parameters: readonly Value[] = []): Promise<Result> {
    return this.#ask(sql, parameters, (reader) => reader.getRowsJS().map((row) => row.map(plain)));
  }

  /**
   * The same with values as JSON has them: a LIST or ARRAY is an array, a STRUCT an object, a MAP an array of
   * `{key, value}`, an INTERVAL `{months, days, micros}`, a BLOB its bytes in hexadecimal. An integer beyond 2^53 and a
   * DECIMAL of more digits than a number keeps are text.
   */
  async nested(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Nested[][] }> {
    return this.#ask(sql, [], (reader) => reader.convertRows(asNested));
  }

  async #ask<Rows>(
    sql: string,
    parameters: readonly Value[],
    rowsOf: (reader: DuckDBResultReader) => Rows,
  ): Promise<{ readonly columns: readonly string[]; readonly rows: Rows }> {
    if (isBlank(sql)) throw new BinnacleError("bad-query", "There is no statement in the query.");
    const count = sql.includes(";") ? await this.#statements(sql) : 1;
    if (count > 1)
      throw new BinnacleError("bad-query", `There are ${count} statements in the query. Ask one at a time.`);
    try {
      const reader = await this.#connection.runAndReadAll(
        sql,
        // Without any, it is one way to the database and back; with an empty list, three.
        parameters.length > 0 ? [...parameters] : undefined,
      );
      return { columns: reader.columnNames(), rows: rowsOf(reader) };
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  /**
   * Rows of one statement that only reads, null where there are more than `most`. Throws "bad-query" for any other
   * statement, which is not run, and with DuckDB's own words. It is planned anew each time: a plan that is kept goes by
   * what stood in its tables when it was made, and answers wrongly once they hold something else.
   */
  async select(sql: string, most: number): Promise<Result | null> {
    try {
      const statement = await this.#connection.prepare(sql);
      try {
        if (statement.statementType !== duckdb().StatementType.SELECT)
          throw new BinnacleError("bad-query", "expected one SELECT, found a statement of another kind");
        const result = await statement.run();
        if (result.rowCount > most) return null;
        return { columns: result.columnNames(), rows: (await result.getRowsJS()).map((row) => row.map(plain)) };
      } finally {
        statement.destroySync();
      }
    } catch (cause) {
      throw cause instanceof BinnacleError ? cause : this.#failure(cause);
    }
  }

  async #statements(sql: string): Promise<number> {
    try {
      return (await this.#connection.extractStatements(sql)).count;
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  /** Rows as objects by column. */
  async rows<Row>(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    const { columns, rows } = await this.query(sql, parameters);
    return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])) as Row);
  }

  /** Statements without rows, one after another. */
  async run(sql: string): Promise<void> {
    try {
      await this.#connection.run(sql);
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  #failure(cause: unknown): BinnacleError {
    const message = messageOf(cause);
    if (isFull(cause)) return full(this.#path, cause);
    if (/corrupt|checksum|has been invalidated|failed to deserialize/i.test(message)) return corrupt(this.#path, cause);
    return new BinnacleError("bad-query", inOneSentence(message), { cause });
  }

  /** Forbids, until it is closed, any change of settings: for SQL that comes from outside. */
  async lock(): Promise<void> {
    await this.run("SET lock_configuration = true");
  }

  /** Stops the running query: its promise rejects. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  async #columnsOf(table: string): Promise<readonly Column[]> {
    if (!this.#columns.has(table)) {
      const all = await this.rows<Column & { table_name: string }>(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = current_database() ORDER BY column_index",
      );
      for (const [name, columns] of groupBy(all, (each) => each.table_name)) this.#columns.set(name, columns);
    }
    return this.#columns.get(table) ?? [];
  }

  /** Appends rows by column name; a column that a row lacks is null. Throws "bad-query" for a column that is not there. */
  async append(table: string, rows: Iterable<Readonly<Record<string, Value | undefined>>>): Promise<number> {
    const columns = await this.#columnsOf(table);
    const known = new Set(columns.map((each) => each.column_name));
    const appender = await this.#connection.createAppender(table);
    let count = 0;
    for (const row of rows) {
      if (count === 0) {
        for (const column of Object.keys(row)) {
          if (!known.has(column)) throw new BinnacleError("bad-query", `Table ${table} has no column "${column}".`);
        }
      }
      for (const column of columns) appendValue(appender, column.data_type, row[column.column_name] ?? null);
      appender.endRow();
      count++;
    }
    try {
      appender.closeSync();
    } catch (cause) {
      throw this.#failure(cause);
    }
    return count;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** Starts what writes a file, before the file is there. */
async function startEngine(path: string): Promise<Instance> {
  return duckdb().DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    // Otherwise it spills into the folder the user stands in.
    temp_directory: `${path}.tmp`,
    // What is committed goes into the file at once: a log of its own would be written only to be read back.
    checkpoint_threshold: "1KB",
    // A column of a table takes a block at least, and most tables are small: with the usual 256 KiB a notebook is five to
    // twelve times as large, and pages fetch it whole.
    default_block_size: "16384",
  });
}

function optionsOf({ memory, threads }: Limits): Record<string, string> {
  return { ...(memory ? { memory_limit: memory } : {}), ...(threads ? { threads: String(threads) } : {}) };
}

function appendValue(appender: DuckDBAppender, type: string, value: Value): void {
  if (value === null) appender.appendNull();
  else if (type === "INTEGER") appender.appendInteger(value as number);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(value as number));
  else if (type === "DOUBLE") appender.appendDouble(value as number);
  else if (type === "BOOLEAN") appender.appendBoolean(value as boolean);
  else appender.appendVarchar(String(value));
}

const asNested: DuckDBValueConverter<Nested> = (value, type, nested) => {
  const { DuckDBBitValue, DuckDBDecimalValue, JSDuckDBValueConverter } = duckdb();
  if (value instanceof DuckDBDecimalValue) return exactly(value.toString());
  if (value instanceof DuckDBBitValue) return value.toString();
  const made = JSDuckDBValueConverter(value, type, nested as unknown as typeof JSDuckDBValueConverter) as unknown;
  if (made instanceof Uint8Array) return Buffer.from(made).toString("hex");
  if (typeof made !== "object" || made === null || made instanceof Date) return plain(made);
  // What it holds was made so already, but for the parts of an interval.
  if (Array.isArray(made)) return made as Nested[];
  return Object.fromEntries(
    Object.entries(made).map(([key, each]) => [key, typeof each === "bigint" ? whole(each) : (each as Nested)]),
  );
};

/** A number where it keeps every digit of `decimal`, else the text itself: any fifteen digits are kept. */
function exactly(decimal: string): number | string {
  const shortest = decimal.includes(".") ? decimal.replace(/0+$/, "") : decimal;
  const digits = shortest.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length <= 15 ? Number(decimal) : decimal;
}

function whole(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return whole(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? inner.toString() : inner));
}

function isFull(cause: unknown): boolean {
  return /no space left|disk full|ENOSPC|EDQUOT|quota exceeded|file too large|EFBIG/i.test(messageOf(cause));
}

function full(path: string, cause: unknown): BinnacleError {
  return new BinnacleError(
    "disk-full",
    `${path}: the disk is full. The last good store is kept. Make room, or pass --store elsewhere.duckdb.`,
    { cause },
  );
}

function openingError(path: string, cause: unknown): BinnacleError {
  const message = messageOf(cause);
  if (/could not set lock|conflicting lock|being used by another process/i.test(message))
    return new BinnacleError(
      "store-busy",
      `${path}: the store is open for writing elsewhere. Wait for it, or pass --store elsewhere.duckdb.`,
      { cause },
    );
  if (isFull(cause)) return full(path, cause);
  if (/permission denied|EACCES/i.test(message)) return unwritable(path, "read", cause);
  return corrupt(path, cause);
}

function corrupt(path: string, cause: unknown): BinnacleError {
  return new BinnacleError(
    "store-corrupt",
    `${path}: expected a store, found something else or a damaged one (${firstSentence(messageOf(cause))}). Nothing is changed. Remove it, or pass --store elsewhere.duckdb.`,
    { cause },
  );
}

/** DuckDB's messages go on for pages; the first sentence says it. */
function firstSentence(message: string): string {
  return message
    .replace(/^[\w ]+ Error: /, "")
    .slice(0, 160)
    .replace(/[.!]( .*)?$/, "");
}

/** Whether there is nothing but blanks, semicolons and comments: DuckDB has no words for that. */
function isBlank(sql: string): boolean {
  return /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*$/.test(sql);
}

/** `Parser Error: syntax error at or near "SELEC"`, without the drawing of the line that follows in DuckDB's message. */
function inOneSentence(message: string): string {
  return message
    .replace(/^Failed to extract statements: /, "")
    .replace(/ LINE \d+: .*$/, "")
    .slice(0, 400);
}

function unwritable(path: string, deed: "read" | "written", cause: unknown): BinnacleError {
  const code = (cause as NodeJS.ErrnoException).code ?? "no permission";
  return new BinnacleError("bad-usage", `${path} cannot be ${deed} (${code}). Pass --store elsewhere.duckdb.`, {
    cause,
  });
}

/** Codes of a place that cannot be written, for a reason that is the user's to mend. */
const UNWRITABLE = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "EEXIST",
  "EISDIR",
  "ENOENT",
  "ELOOP",
  "ENAMETOOLONG",
]);

/**
 * Writes a store: `write` gets a copy of the old file, or an empty one where `fresh` says so, and what it leaves takes the
 * old one's place in one step. Whatever fails, the old file stays. `fresh` is asked when nobody else can write any more.
 * Throws "store-busy" while another process writes, "disk-full", and "bad-usage" for a place that cannot be written.
 */
export async function replaceStore<Answer>(
  path: string,
  fresh: () => boolean | Promise<boolean>,
  write: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const unlock = prepare(path);
  const draft = `${path}.${process.pid}.draft`;
  // It starts while it is found out what there is to write.
  const engine = startEngine(draft);
  // Whoever waits for it is told why it does not start; until then nobody may be waiting.
  engine.catch(() => undefined);
  let started: Database | null = null;
  try {
    removeDrafts(path);
    if (!(await fresh()) && existsSync(path)) copyFileSync(path, draft);
    const database = await Database.write(draft, path, engine);
    started = database;
    let answer: Answer;
    let small: string | null = null;
    try {
      await database.run("BEGIN TRANSACTION");
      answer = await write(database);
      await database.run("COMMIT");
      await database.run("CHECKPOINT");
      small = await packed(database, draft);
      await database.run("USE memory; DETACH store");
    } finally {
      database.close();
    }
    await takePlace(small ?? draft, path);
    return answer;
  } catch (thrown) {
    if (started === null) await engine.then((instance) => instance.closeSync()).catch(() => undefined);
    if (isFull(thrown)) throw full(path, thrown);
    throw thrown;
  } finally {
    removeDrafts(path);
    unlock();
  }
}

/** Copies a file that is nearly half free: what is updated in place grows, and pages fetch the file whole. */
async function packed(database: Database, draft: string): Promise<string | null> {
  const { rows } = await database.query(
    "SELECT free_blocks, used_blocks FROM pragma_database_size() WHERE database_name = 'store'",
  );
  const [free, used] = (rows[0] ?? []) as readonly number[];
  if (free === undefined || used === undefined || free * 4 <= used * 3) return null;
  const small = `${draft}.packed`;
  await database.run(`ATTACH '${small.replaceAll("'", "''")}' AS small (STORAGE_VERSION '${STORAGE}')`);
  await database.run("COPY FROM DATABASE store TO small");
  await database.run("CHECKPOINT small");
  await database.run("DETACH small");
  return small;
}

function prepare(path: string): () => void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return takeLock(path);
  } catch (cause) {
    if (isFull(cause)) throw full(path, cause);
    if (UNWRITABLE.has((cause as NodeJS.ErrnoException).code ?? "")) throw unwritable(path, "written", cause);
    throw cause;
  }
}

/** Removes this run's draft, and those of runs that were killed: whoever holds the lock is the only one to write any. */
function removeDrafts(path: string): void {
  const name = basename(path);
  for (const each of readdirSync(dirname(path))) {
    if (each.startsWith(`${name}.`) && /^\d+\.draft(\.packed)?(\.wal|\.tmp)?$/.test(each.slice(name.length + 1)))
      rmSync(join(dirname(path), each), { recursive: true, force: true });
  }
}

/** How long a file that a reader holds open is waited for, where the system does not let it be replaced (Windows). */
const PATIENCE = [20, 50, 100, 200, 400, 800, 1600];

async function takePlace(draft: string, path: string): Promise<void> {
  for (const milliseconds of [...PATIENCE, null]) {
    try {
      return renameSync(draft, path);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code !== "EPERM" && code !== "EACCES" && code !== "EBUSY") throw cause;
      if (milliseconds === null)
        throw new BinnacleError(
          "store-busy",
          `${path}: another program has the store open, and it cannot be replaced meanwhile. Close that, or pass --store elsewhere.duckdb.`,
          { cause },
        );
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
}
