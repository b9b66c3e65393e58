// Turns rows into a DuckDB file and SQL into rows. The one module that imports DuckDB. Nothing here knows what rows mean,
// and no file is changed in place: a writer works on a copy that takes the old one's place when it is whole.

import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { type DuckDBAppender, type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { BinnacleError, messageOf } from "../error.ts";

/** A value as it comes out: BIGINT as a number where it is safe. */
export type Value = string | number | boolean | null;
export type Result = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

/** The storage version that the pages' duckdb-wasm can attach. */
const STORAGE = "v1.2.0";

const LOCKED: Readonly<Record<string, string>> = {
  enable_external_access: "false",
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
};

/** An open database. `close` it. */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /** Opens for reading. No other file can be reached from it. Throws "store-missing", "store-corrupt", "store-busy". */
  static async read(path: string, limits: { readonly memory?: string } = {}): Promise<Database> {
    if (!existsSync(path))
      throw new BinnacleError("store-missing", `There is no store at ${path}. Run "binnacle ingest" first.`);
    return Database.#open(path, {
      access_mode: "READ_ONLY",
      ...LOCKED,
      ...(limits.memory ? { memory_limit: limits.memory } : {}),
    });
  }

  static async #open(path: string, options: Record<string, string>): Promise<Database> {
    try {
      const instance = await DuckDBInstance.create(path, options);
      return new Database(instance, await instance.connect());
    } catch (cause) {
      throw openingError(path, cause);
    }
  }

  /** A fresh or existing file, to be written by this process alone. */
  static async write(path: string): Promise<Database> {
    try {
      const instance = await DuckDBInstance.create(":memory:", {
        autoinstall_known_extensions: "false",
        autoload_known_extensions: "false",
      });
      const connection = await instance.connect();
      await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS store (STORAGE_VERSION '${STORAGE}')`);
      await connection.run("USE store");
      return new Database(instance, connection);
    } catch (cause) {
      throw openingError(path, cause);
    }
  }

  /** Rows of one statement. `parameters` are bound by position. Throws "bad-query" with DuckDB's own words. */
  async query(sql: string, parameters: readonly Value[] = []): Promise<Result> {
    try {
      const reader = await this.#connection.runAndReadAll(sql, [...parameters]);
      return { columns: reader.columnNames(), rows: reader.getRowsJS().map((row) => row.map(plain)) };
    } catch (cause) {
      throw new BinnacleError(isFull(cause) ? "disk-full" : "bad-query", messageOf(cause), { cause });
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
      throw new BinnacleError(isFull(cause) ? "disk-full" : "bad-query", messageOf(cause), { cause });
    }
  }

  /** Forbids, until it is closed, any change of settings: for SQL that comes from outside. */
  async lock(): Promise<void> {
    await this.run("SET lock_configuration = true");
  }

  /** Stops the running query: its promise rejects. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  /** Appends rows by column name; a column that a row lacks is null. Throws "bad-query" for a column that is not there. */
  async append(table: string, rows: Iterable<Readonly<Record<string, Value | undefined>>>): Promise<number> {
    const columns = await this.rows<{ column_name: string; data_type: string }>(
      "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? AND database_name = current_database() ORDER BY column_index",
      [table],
    );
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
      throw new BinnacleError(isFull(cause) ? "disk-full" : "bad-query", `Table ${table}: ${messageOf(cause)}`, {
        cause,
      });
    }
    return count;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

function appendValue(appender: DuckDBAppender, type: string, value: Value): void {
  if (value === null) appender.appendNull();
  else if (type === "INTEGER") appender.appendInteger(value as number);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(value as number));
  else if (type === "DOUBLE") appender.appendDouble(value as number);
  else if (type === "BOOLEAN") appender.appendBoolean(value as boolean);
  else appender.appendVarchar(String(value));
}

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? inner.toString() : inner));
}

function isFull(cause: unknown): boolean {
  return /no space left|disk full|ENOSPC|quota/i.test(messageOf(cause));
}

function openingError(path: string, cause: unknown): BinnacleError {
  const message = messageOf(cause);
  if (/lock/i.test(message))
    return new BinnacleError(
      "store-busy",
      `${path}: the store is open for writing elsewhere. Wait for it, or pass --store elsewhere.duckdb.`,
      { cause },
    );
  if (isFull(cause))
    return new BinnacleError("disk-full", `${path}: the disk is full. The last good store is kept.`, { cause });
  return new BinnacleError(
    "store-corrupt",
    `${path} cannot be opened: ${message.slice(0, 200)}. Remove it and run "binnacle ingest" again.`,
    { cause },
  );
}

/**
 * Writes a store: `write` gets a copy of the old file, or an empty one where `fresh`, and what it leaves takes the old
 * one's place in one step. Whatever fails, the old file stays. Throws "store-busy" while another process writes.
 */
export async function replaceStore<Answer>(
  path: string,
  fresh: boolean,
  write: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  mkdirSync(dirname(path), { recursive: true });
  const unlock = lockFile(`${path}.lock`);
  const draft = `${path}.${process.pid}.draft`;
  try {
    rmSync(draft, { force: true });
    if (!fresh && existsSync(path)) copyFileSync(path, draft);
    const database = await Database.write(draft);
    let answer: Answer;
    try {
      answer = await write(database);
      await database.run("CHECKPOINT");
      await database.run("USE memory; DETACH store");
    } finally {
      database.close();
    }
    renameSync(draft, path);
    return answer;
  } catch (thrown) {
    if (isFull(thrown))
      throw new BinnacleError("disk-full", `${path}: the disk is full. The last good store is kept.`, {
        cause: thrown,
      });
    throw thrown;
  } finally {
    rmSync(draft, { force: true });
    rmSync(`${draft}.wal`, { force: true });
    unlock();
  }
}

/** One writer at a time. A lock whose process is gone is taken over. */
function lockFile(path: string): () => void {
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 1) throw cause;
      const owner = Number.parseInt(readOwner(path), 10);
      if (owner !== process.pid && isRunning(owner)) {
        throw new BinnacleError(
          "store-busy",
          `${path.replace(/\.lock$/, "")}: the store is being written by process ${owner}. Wait for it, or pass --store elsewhere.duckdb.`,
        );
      }
      rmSync(path, { force: true });
    }
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
