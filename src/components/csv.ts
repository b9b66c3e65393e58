// Turns rows into CSV that a spreadsheet opens without running anything in it. It does not parse CSV.

/** One cell: quoted where it must be, and with an apostrophe before what a spreadsheet would take for a formula. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text =
    value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value);
  const number = typeof value === "number" || typeof value === "bigint";
  const safe = !number && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A header line and a line a row, ends as RFC 4180 has them. */
export function csv(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
