// Turns the heavy columns of citations into the files that pages fetch when a row is opened, in one archive: details of
// neighbouring rows share a file, and the sentences, which only Find looks through, have one of their own.

import type { Evidence, Excerpt, Verdict } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { ORDER } from "./citation-rows.ts";
import type { CitationDetail, CodeExcerpt } from "./pages.ts";
import { zip } from "./zip.ts";

/** Files of details; the page names each, so their number is fixed. */
export const CHUNKS = 32;
const LEAST = 40;

/** Rows to a file, of so many rows in all. */
export function chunkOf(rows: number): number {
  return Math.max(LEAST, Math.ceil(rows / CHUNKS));
}

/** The archive: `0.json` to `31.json`, and `sentences.json`. */
export async function citationArchive(database: Database): Promise<Uint8Array> {
  const details = await citationDetails(database);
  const size = chunkOf(details.length);
  const files = Array.from({ length: CHUNKS }, (_, at) => ({
    name: `${at}.json`,
    text: JSON.stringify(details.slice(at * size, (at + 1) * size)),
  }));
  return zip([...files, { name: "sentences.json", text: JSON.stringify(details.map(({ sentence }) => sentence)) }]);
}

interface HeavyRow {
  readonly id: number;
  readonly says: string;
  readonly sentence: string;
  readonly start_line: number;
  readonly broke_says: string | null;
  readonly new_path: string | null;
  readonly new_start: number | null;
  readonly new_end: number | null;
  readonly new_symbol: string | null;
  readonly strength: "strong" | "hint" | null;
  readonly instead: string | null;
  readonly written: string | null;
  readonly same: string | null;
  readonly now: string | null;
  readonly evidence: string;
}

interface SpanRow {
  readonly citation: number;
  readonly first: number;
  readonly last: number | null;
  readonly verdict: Verdict;
  readonly start_line: number | null;
  readonly end_line: number | null;
}

/** Details in the order of the table's rows. */
export async function citationDetails(database: Database): Promise<CitationDetail[]> {
  const rows = await database.rows<HeavyRow>(
    `SELECT id, says, sentence, start_line, broke_says, new_path, new_start, new_end, new_symbol, strength, instead,
       written, same, now, evidence FROM citation ORDER BY ${ORDER}`,
  );
  const spans = groupBy(
    await database.rows<SpanRow>("SELECT * FROM citation_span ORDER BY citation, first"),
    (span) => span.citation,
  );
  return rows.map((row) => ({
    says: row.says,
    sentence: row.sentence,
    broke: row.broke_says,
    suggestion: suggestionOf(row),
    written: excerptOf(row.written, row.start_line),
    same: excerptOf(row.same, row.new_start),
    now: excerptOf(row.now, row.start_line),
    evidence: JSON.parse(row.evidence) as Evidence[],
    life: (spans.get(row.id) ?? []).map((span) => ({
      first: span.first,
      last: span.last,
      verdict: span.verdict,
      start: span.start_line,
      end: span.end_line,
    })),
  }));
}

function suggestionOf(row: HeavyRow): CitationDetail["suggestion"] {
  if (row.strength === null || row.new_path === null) return null;
  const start = row.new_start ?? 0;
  const { new_path: path, new_end: end, new_symbol: symbol, strength, instead: text } = row;
  return { path, start, end: end ?? start, symbol, strength, text };
}

const MOST = 14;
const BEFORE = 4;
/** A line that nobody wrote by hand need not be read to its end. */
const WIDEST = 400;

/** At most fourteen lines, from a little before the cited one. */
function excerptOf(cell: string | null, cited: number | null): CodeExcerpt | null {
  if (cell === null) return null;
  const { path, commit, start, lines, symbol } = JSON.parse(cell) as Excerpt;
  const skip =
    lines.length <= MOST
      ? 0
      : Math.max(0, Math.min(lines.length - MOST, (cited === null || cited < 1 ? start : cited) - BEFORE - start));
  const shown = lines.slice(skip, skip + MOST);
  return {
    path,
    commit,
    start: start + skip,
    lines: shown.map((line) => (line.length > WIDEST ? `${line.slice(0, WIDEST)}…` : line)),
    symbol,
    cut: lines.length - shown.length,
  };
}
