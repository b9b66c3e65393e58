// Reads a store's citations: the light columns of all, how verdicts went over the line, and the heavy columns that only an
// opened row shows. It decides nothing about how a page looks.

import type { Verdict } from "../citation.ts";
import type { Database } from "../store/database.ts";
import type { VerdictStep } from "./pages.ts";

/** A citation without its excerpts. */
export interface CitationRow {
  readonly id: number;
  readonly fingerprint: string;
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly path: string | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string | null;
  readonly verdict: Verdict;
  readonly fails: boolean;
  readonly first: number;
  readonly last: number | null;
  readonly born_commit: string | null;
  readonly born_pr: number | null;
  readonly born_day: string | null;
  readonly floor: string | null;
  readonly broke_commit: string | null;
  readonly broke_pr: number | null;
  readonly broke_day: string | null;
  readonly broke_says: string | null;
  readonly broke_position: number | null;
  readonly new_path: string | null;
  readonly new_start: number | null;
  readonly new_end: number | null;
  readonly strength: "strong" | "hint" | null;
  readonly instead: string | null;
}

const LIGHT = `id, fingerprint, doc, line, text, path, start_line, end_line, symbol, verdict, fails, first, last,
  born_commit, born_pr, born_day, floor, broke_commit, broke_pr, broke_day, broke_says, broke_position,
  new_path, new_start, new_end, strength, instead`;

/** Those that stand first, then those that are gone: the order of every list of citations. */
export const ORDER = "last IS NOT NULL, id";

export async function citationRows(database: Database): Promise<CitationRow[]> {
  return database.rows<CitationRow>(`SELECT ${LIGHT} FROM citation ORDER BY ${ORDER}`);
}

export async function citationLeft(database: Database): Promise<{ reason: string; count: number; example: string }[]> {
  return database.rows(`SELECT reason, count, example FROM citation_left ORDER BY count DESC, reason, example`);
}

/** Citations that stand at the head, by verdict; null where no audit has written the store. */
export async function standingCounts(database: Database): Promise<ReadonlyMap<Verdict, number> | null> {
  const rows = await database.rows<{ verdict: Verdict; n: number }>(
    "SELECT verdict, count(*)::INTEGER AS n FROM citation WHERE last IS NULL GROUP BY verdict",
  );
  return rows.length === 0 && !(await isAudited(database)) ? null : new Map(rows.map(({ verdict, n }) => [verdict, n]));
}

/** An audit leaves a mark of what it judged, also where it found nothing. */
export async function isAudited(database: Database): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM citation) + (SELECT count(*) FROM citation_left)
       + (SELECT count(*) FROM meta WHERE "key" = 'citations')`,
  );
  return rows[0]?.[0] !== 0;
}

/** Where citations that were right first were not any more, by id. */
export async function rightUntil(database: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await database.rows<{ citation: number; until: number }>(
    `SELECT s.citation, min(s.first)::INTEGER AS until
     FROM citation_span s JOIN (SELECT citation, min(first) AS born FROM citation_span WHERE verdict = 'holds' GROUP BY citation) h
       ON h.citation = s.citation AND s.first > h.born
     WHERE s.verdict IN (${WRONG}) GROUP BY s.citation`,
  );
  return new Map(rows.map(({ citation, until }) => [citation, until]));
}

const WRONG = "'moved', 'changed', 'past-end', 'missing', 'wrong-when-written'";

/** The verdicts that are drawn, in the order of `VerdictStep`. */
export const DRAWN = ["holds", "moved", "changed", "past-end", "missing", "wrong-when-written"] as const;

/** Whether a citation is neither right nor left unjudged. */
export function isWrong(verdict: Verdict): boolean {
  return verdict !== "holds" && (DRAWN as readonly Verdict[]).includes(verdict);
}

/** How many stand of each drawn verdict, after each position at which one of the numbers changes. */
export async function verdictSteps(database: Database): Promise<VerdictStep[]> {
  const changes = await database.rows<{ position: number; verdict: Verdict; change: number }>(
    `SELECT position, verdict, sum(change)::INTEGER AS change FROM (
       SELECT first AS position, verdict, 1 AS change FROM citation_span
       UNION ALL SELECT last + 1, verdict, -1 FROM citation_span WHERE last IS NOT NULL
     ) GROUP BY position, verdict HAVING change <> 0 ORDER BY position`,
  );
  const now = DRAWN.map(() => 0);
  const steps: number[][] = [];
  for (const { position, verdict, change } of changes) {
    const at = (DRAWN as readonly Verdict[]).indexOf(verdict);
    if (at < 0) continue;
    now[at] = (now[at] ?? 0) + change;
    if (steps.at(-1)?.[0] === position) steps.pop();
    steps.push([position, ...now]);
  }
  return steps as unknown as VerdictStep[];
}
