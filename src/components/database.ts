// Starts DuckDB in the page and attaches the notebook's store to it, once, when the first question is asked. It downloads
// nothing: worker, WebAssembly and store come from the notebook's own folder.

import type { AsyncDuckDBConnection } from "@duckdb/duckdb-wasm";

/** The store as Framework hands it over. */
export interface StoreFile {
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

/** A result: column names, their types as DuckDB's Arrow names them, rows of plain values. */
export interface Result {
  readonly columns: readonly string[];
  readonly numeric: readonly boolean[];
  readonly rows: readonly (readonly unknown[])[];
}

let started: Promise<AsyncDuckDBConnection> | null = null;

/** Runs one statement. Rejects with DuckDB's own words. */
export async function ask(file: StoreFile, sql: string): Promise<Result> {
  started ??= start(file).catch((error: unknown) => {
    started = null;
    throw error;
  });
  const connection = await started;
  const table = await connection.query(sql);
  const fields = table.schema.fields;
  const numeric = fields.map((field) => /^(Int|Uint|Float|Decimal)/.test(String(field.type)));
  const rows = table.toArray().map((row) => {
    const values: Record<string, unknown> = row.toJSON();
    return fields.map((field) => value(values[field.name], String(field.type)));
  });
  return { columns: fields.map((field) => field.name), numeric, rows };
}

async function start(file: StoreFile): Promise<AsyncDuckDBConnection> {
  const duckdb = await import("@duckdb/duckdb-wasm");
  const worker = new Worker(import.meta.resolve("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js"), {
    type: "module",
  });
  const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  const [bytes] = await Promise.all([
    file.arrayBuffer(),
    database.instantiate(import.meta.resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm")),
  ]);
  await database.open({ query: { castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: true } });
  await database.registerFileBuffer("binnacle.duckdb", new Uint8Array(bytes));
  const connection = await database.connect();
  // Without this a missing function becomes a download, which a reader behind a firewall would wait for.
  await connection.query("SET autoload_known_extensions = false");
  await connection.query("SET autoinstall_known_extensions = false");
  await connection.query("ATTACH 'binnacle.duckdb' AS notebook (READ_ONLY)");
  await connection.query("USE notebook");
  return connection;
}

/** Days and instants as text, lists and structs as JSON, everything else as it is. `type` is Arrow's name of it. */
function value(raw: unknown, type: string): unknown {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "bigint") return Number(raw);
  // Arrow gives dates and timestamps as milliseconds since 1970, UTC.
  if (typeof raw === "number" && type.startsWith("Date")) return new Date(raw).toISOString().slice(0, 10);
  if (typeof raw === "number" && type.startsWith("Timestamp")) {
    return new Date(raw).toISOString().slice(0, 19).replace("T", " ");
  }
  if (raw instanceof Date) return raw.toISOString().slice(0, 19).replace("T", " ");
  if (typeof raw === "object") {
    return JSON.stringify(raw, (_, inner: unknown) => (typeof inner === "bigint" ? Number(inner) : inner));
  }
  return raw;
}
