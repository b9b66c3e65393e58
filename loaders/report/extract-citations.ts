// Turns a store's citations into citations.json: the columns of the table, what the charts count, and nothing that only an
// opened row shows.

import type { Verdict } from "../citation.ts";
import type { Database } from "../store/database.ts";
import { placeWords, VERDICT_ORDER } from "./audit/words.ts";
import type { Book } from "./book.ts";
import {
  type CitationRow,
  citationLeft,
  citationRows,
  isAudited,
  isWrong,
  rightUntil,
  verdictSteps,
} from "./citation-rows.ts";
import { chunkOf } from "./extract-citation-details.ts";
import type { CitationsExtract, Moment } from "./pages.ts";

export async function citationsExtract(book: Book, database: Database): Promise<CitationsExtract> {
  const rows = await citationRows(database);
  const steps = await verdictSteps(database);
  const until = await rightUntil(database);
  const strings = interned<string>((text) => text);
  const moments = interned<Moment>(({ oid }) => oid);
  const born = rows.map((row) => moments.of(momentOf(row.born_commit, row.born_pr, row.born_day)));
  const broke = rows.map((row) => moments.of(momentOf(row.broke_commit, row.broke_pr, row.broke_day)));
  const column = <Cell>(of: (row: CitationRow) => Cell): Cell[] => rows.map(of);
  return {
    audited: await isAudited(database),
    steps,
    commits: steps.map(([position]) => {
      const commit = book.commits[position];
      return { oid: commit?.oid ?? "", pr: commit?.pr ?? null, day: commit?.day ?? "" };
    }),
    left: await citationLeft(database),
    verdicts: VERDICT_ORDER,
    chunk: chunkOf(rows.length),
    rows: {
      fingerprint: column((row) => row.fingerprint),
      doc: column((row) => strings.of(row.doc)),
      line: column((row) => row.line),
      text: column((row) => row.text),
      path: column((row) => strings.of(row.path)),
      start: column((row) => row.start_line),
      end: column((row) => row.end_line),
      symbol: column((row) => strings.of(row.symbol)),
      verdict: column((row) => VERDICT_ORDER.indexOf(row.verdict)),
      fails: column((row) => Number(row.fails)),
      first: column((row) => row.first),
      last: column((row) => row.last ?? -1),
      until: column((row) => until.get(row.id) ?? -1),
      brokeAt: column(brokenAt),
      born,
      broke,
      floor: column((row) => Number(row.floor !== null)),
      strength: column((row) => (row.strength === "strong" ? 2 : row.strength === "hint" ? 1 : 0)),
      distance: column((row) => (row.new_start === null ? 0 : Math.abs(row.new_start - row.start_line))),
      instead: column(insteadOf),
    },
    moments: moments.all,
    strings: strings.all,
  };
}

/** The commit of the line that made it wrong; one that was wrong when written is broken by none. */
function brokenAt(row: CitationRow): number {
  return isBroken(row.verdict) ? (row.broke_position ?? -1) : -1;
}

export function isBroken(verdict: Verdict): boolean {
  return isWrong(verdict) && verdict !== "wrong-when-written";
}

function insteadOf(row: CitationRow): string {
  if (row.strength === null || row.new_path === null)
    return isBroken(row.verdict) && row.broke_says !== null ? row.broke_says : "";
  return row.instead ?? placeWords(placeOf(row, row.new_path));
}

function placeOf(row: CitationRow, path: string): { path: string; start: number; end: number } {
  const start = row.new_start ?? 0;
  return { path: path.slice(path.lastIndexOf("/") + 1), start, end: row.new_end ?? start };
}

function momentOf(oid: string | null, pr: number | null, day: string | null): Moment | null {
  return oid === null ? null : { oid, pr, day: day ?? "" };
}

/** Values by their place in a list, each once; -1 of none. */
function interned<Value>(keyOf: (value: Value) => string): {
  readonly all: readonly Value[];
  readonly of: (value: Value | null) => number;
} {
  const all: Value[] = [];
  const places = new Map<string, number>();
  return {
    all,
    of(value) {
      if (value === null) return -1;
      const key = keyOf(value);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, all.length);
      return all.push(value) - 1;
    },
  };
}
