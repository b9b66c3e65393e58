// Turns prose into its tables: heads, rows and cells, each cell with its place. Tables of Markdown are rows already; those
// in plain text have lost their borders, broken a row over lines, or stand all in one line.

import type { Passage, Prose } from "../../citation.ts";
import { isDelimiter } from "../../syntax/prose-marks.ts";

export interface Cell {
  /** The passage's place in the prose, and where the cell's text begins in its text, in characters. */
  readonly passage: number;
  readonly from: number;
  /** Trimmed. */
  readonly text: string;
}

export interface Table {
  readonly head: readonly Cell[];
  /** As many cells as the head has; those that are missing at a row's end are empty. */
  readonly rows: readonly (readonly Cell[])[];
  /** Passages of its head and of its last row. */
  readonly first: number;
  readonly last: number;
}

/** The tables of a document, in order. */
export function tablesOf(prose: Prose): Table[] {
  if (prose.read === "markdown") return tablesOfRows(prose.passages);
  const tables = [...tablesOfLines(prose), ...prose.passages.flatMap(tablesInLine)];
  return tables.sort((a, b) => a.first - b.first);
}

function tablesOfRows(passages: readonly Passage[]): Table[] {
  const tables: Table[] = [];
  let at = 0;
  while (at < passages.length) {
    const head = at++;
    const columns = passages[at]?.columns;
    if (passages[head]?.kind !== "row" || passages[head]?.columns.length !== 0 || !columns?.length) continue;
    const rows: Cell[][] = [];
    while (passages[at]?.kind === "row" && passages[at]?.columns === columns) {
      rows.push(fitted(cellsIn(passages[at]?.text ?? "", at, 0), columns.length));
      at++;
    }
    tables.push({ head: cellsIn(passages[head]?.text ?? "", head, 0), rows, first: head, last: at - 1 });
  }
  return tables;
}

/** The cells of a line that begins at `offset` in its passage. `\|` is no border. */
function cellsIn(line: string, passage: number, offset: number): Cell[] {
  const cells: Cell[] = [];
  let start = line.startsWith("|") ? 1 : 0;
  for (let index = start; index <= line.length; index++) {
    if (line[index] === "\\") index++;
    else if (line[index] === "|" || index >= line.length) {
      const raw = line.slice(start, index);
      if (index < line.length || raw.trim() !== "") {
        const lead = raw.length - raw.trimStart().length;
        cells.push({ passage, from: offset + start + lead, text: raw.trim() });
      }
      start = index + 1;
    }
  }
  return cells;
}

/** A row of exactly `width` cells. */
function fitted(cells: readonly Cell[], width: number): Cell[] {
  const row = cells.slice(0, width);
  const last = row.at(-1);
  while (row.length < width) row.push({ passage: last?.passage ?? 0, from: last?.from ?? 0, text: "" });
  return row;
}

interface Line {
  readonly passage: number;
  readonly offset: number;
  readonly number: number;
  readonly text: string;
  /** Whether it begins with a border, which its passage may have lost. */
  readonly bordered: boolean;
}

/** Lines with borders that follow one another, the line between head and body missing or there. */
function tablesOfLines(prose: Prose): Table[] {
  const tables: Table[] = [];
  let run: Line[] = [];
  const end = (): void => {
    const table = run.length > 2 ? tableOf(run) : null;
    if (table) tables.push(table);
    run = [];
  };
  for (const [index, passage] of prose.passages.entries()) {
    if (passage.kind === "example") continue;
    for (const [place, line] of passage.lines.entries()) {
      const text = passage.text.slice(line.offset, (passage.lines[place + 1]?.offset ?? passage.text.length + 1) - 1);
      const gap = line.line - (run.at(-1)?.number ?? line.line);
      if (!text.includes("|") || gap > 2 || text.length > 4000) end();
      if (!text.includes("|") || text.length > 4000) continue;
      // Review pages keep a row's first border outside of the passage.
      const bordered = text.startsWith("|") || (passage.kind === "text" && line.column > 1);
      run.push({ passage: index, offset: line.offset, number: line.line, text, bordered });
    }
  }
  end();
  return tables;
}

function tableOf(run: readonly Line[]): Table | null {
  let body = run.findIndex((line) => isDelimiter(line.text));
  let drop = 1;
  if (body < 0) {
    body = run.findIndex((line, index) => index > 0 && line.number - (run[index - 1]?.number ?? 0) === 2);
    drop = 0;
  }
  if (body <= 0) return null;
  const head = run.slice(0, body).flatMap((line) => cellsIn(line.text, line.passage, line.offset));
  const first = head[0];
  const last = run.at(-1);
  if (!first || !last || head.length > 60) return null;
  // A head may have lost the empty cell in front with its border.
  const plain = rowsOf(run.slice(body + drop), head.length);
  const wider = rowsOf(run.slice(body + drop), head.length + 1);
  const lost = wider.misfits < plain.misfits;
  const full = lost ? [{ ...first, text: "" }, ...head] : head;
  if (full.length < 2) return null;
  return { head: full, rows: lost ? wider.rows : plain.rows, first: first.passage, last: last.passage };
}

/** Lines put together to rows of `width` cells, with the number of those that had more or fewer. */
function rowsOf(lines: readonly Line[], width: number): { rows: Cell[][]; misfits: number } {
  const rows: Cell[][] = [];
  let misfits = 0;
  let row: Cell[] = [];
  const endRow = (): void => {
    const first = row[0];
    if (!first) return;
    if (row.length !== width) misfits++;
    // What is missing of a row that was cut is its empty cells in front.
    const lack = Array.from({ length: Math.max(0, width - row.length) }, () => ({ ...first, text: "" }));
    rows.push([...lack, ...row].slice(0, width));
    row = [];
  };
  for (const line of lines) {
    if (line.bordered || row.length >= width) endRow();
    row.push(...cellsIn(line.text, line.passage, line.offset));
  }
  endRow();
  return { rows, misfits };
}

const MOST_INLINE = 40;
const INLINE = /\|(?:\s?:?-{2,200}:?\s?\|){2,60}/g;

/** Tables whose rows stand behind one another in one line: `| a | b | |---|---| | 1 | 2 | | 3 | 4 |`. */
function tablesInLine(passage: Passage, index: number): Table[] {
  if (!passage.text.includes("|--") && !passage.text.includes("| --")) return [];
  const tables: Table[] = [];
  for (const match of passage.text.matchAll(INLINE)) {
    if (tables.length >= MOST_INLINE) break;
    const width = match[0].split("|").length - 2;
    const head = backwards(passage.text, match.index, width, index);
    const body = match.index + match[0].length;
    if (!head || body - match.index > 4000) continue;
    const rows = forwards(passage.text, body, width, index);
    if (rows.length > 0) tables.push({ head, rows, first: index, last: index });
  }
  return tables;
}

const WIDEST_ROW = 6000;
const LONGEST_INLINE = 500;

function backwards(text: string, end: number, width: number, passage: number): Cell[] | null {
  let start = end;
  for (let borders = 0; borders <= width; borders++) {
    start = text.lastIndexOf("|", start - 1);
    if (start < 0 || end - start > WIDEST_ROW) return null;
  }
  const cells = cellsIn(text.slice(start, text.lastIndexOf("|", end - 1) + 1), passage, start);
  return cells.length === width ? cells : null;
}

function forwards(text: string, from: number, width: number, passage: number): Cell[][] {
  const rows: Cell[][] = [];
  let at = from;
  while (rows.length < LONGEST_INLINE) {
    const start = text.indexOf("|", at);
    if (start < 0 || text.slice(at, start).trim() !== "") return rows;
    let end = start;
    for (let borders = 0; borders < width; borders++) {
      end = text.indexOf("|", end + 1);
      if (end < 0 || end - start > WIDEST_ROW) return rows;
    }
    rows.push(fitted(cellsIn(text.slice(start, end + 1), passage, start), width));
    at = end + 1;
  }
  return rows;
}
