// Reads a store's findings on claims, notes and measurements: the rows, their commits, how many there are, and how many
// claims were false after each commit. It decides nothing about how a page looks.

import type { ClaimKind, ClaimVerdict } from "../claim.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import type { ClaimCounts, Moment } from "./pages.ts";

export interface ClaimRow {
  readonly id: number;
  readonly kind: ClaimKind;
  readonly address: string;
  readonly doc: string;
  readonly line: number;
  readonly own: boolean;
  readonly text: string;
  readonly verdict: ClaimVerdict;
  readonly fails: boolean;
  readonly says: string;
  readonly stated: string | null;
  readonly found: string | null;
  /** JSON lists. */
  readonly missing: string;
  readonly extra: string;
  readonly places: string;
  readonly asks: string;
  readonly rests_on: string;
  readonly born_commit: string | null;
  readonly born_pr: number | null;
  readonly born_day: string | null;
  readonly broke_commit: string | null;
  readonly broke_pr: number | null;
  readonly broke_day: string | null;
  readonly broke_says: string | null;
  readonly seeds: number | null;
  readonly red: number | null;
  readonly blind: string | null;
}

/** All findings, in the order of the store: by kind, document and line. */
export async function claimRows(database: Database): Promise<ClaimRow[]> {
  return database.rows<ClaimRow>("SELECT * FROM claim ORDER BY id");
}

/** When it was written and what broke it, as far as that is known. */
export function momentsOf(row: ClaimRow): {
  readonly born: Moment | null;
  readonly broke: (Moment & { readonly says: string }) | null;
} {
  const { born_commit: born, broke_commit: broke } = row;
  return {
    born: born === null ? null : { oid: born, pr: row.born_pr, day: row.born_day ?? "" },
    broke:
      broke === null ? null : { oid: broke, pr: row.broke_pr, day: row.broke_day ?? "", says: row.broke_says ?? "" },
  };
}

/** Whether a notebook's own judgement has written the store, also where it found nothing. */
export async function isRecorded(database: Database): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM claim) + (SELECT count(*) FROM meta WHERE "key" = 'claims')`,
  );
  return rows[0]?.[0] !== 0;
}

/** How many there are; null where nothing but the walk has written the store. */
export async function claimCounts(database: Database): Promise<ClaimCounts | null> {
  if (!(await isRecorded(database))) return null;
  const [row] = await database.rows<ClaimCounts>(`SELECT
    count(*) FILTER (kind = 'pin')::INTEGER AS pins,
    count(*) FILTER (kind = 'pin' AND verdict = 'false')::INTEGER AS "false",
    count(*) FILTER (kind = 'pin' AND verdict = 'unchecked')::INTEGER AS unchecked,
    (SELECT count(DISTINCT name) FROM note)::INTEGER AS notes,
    (SELECT count(*) FROM measurement)::INTEGER AS measurements,
    count(*) FILTER (kind IN ('note', 'measurement') AND fails)::INTEGER AS failing
    FROM claim`);
  return row ?? null;
}

/** What a claim was from one commit to another; positions. */
export interface ClaimSpan {
  readonly claim: number;
  readonly first: number;
  readonly last: number | null;
  readonly verdict: ClaimVerdict;
  readonly found: string | null;
  readonly says: string;
}

/** Spans of each claim by its id, oldest first. */
export async function spansOf(database: Database): Promise<ReadonlyMap<number, readonly ClaimSpan[]>> {
  return groupBy(
    await database.rows<ClaimSpan>(
      "SELECT claim, first, last, verdict, found, says FROM claim_span ORDER BY claim, first",
    ),
    (span) => span.claim,
  );
}

/**
 * Spans with whether one is "not yet": a claim that says its own sentence is asked of all history, so before it held for
 * the first time nobody had said it. One that never held was never true, and that is no "not yet".
 */
export function lifeOf(
  row: Pick<ClaimRow, "own">,
  spans: readonly ClaimSpan[],
): readonly (ClaimSpan & { readonly isNotYet: boolean })[] {
  const held = row.own ? spans.findIndex(({ verdict }) => verdict === "holds") : -1;
  return spans.map((span, at) => ({ ...span, isNotYet: at < held }));
}

/** How many pinned claims were false after each position where that changes. */
export async function falseSteps(
  rows: readonly ClaimRow[],
  database: Database,
): Promise<(readonly [position: number, claims: number])[]> {
  const spans = await spansOf(database);
  const changes = new Map<number, number>();
  const add = (position: number, change: number) => changes.set(position, (changes.get(position) ?? 0) + change);
  for (const row of rows)
    for (const { first, last, verdict, isNotYet } of lifeOf(row, spans.get(row.id) ?? [])) {
      if (verdict !== "false" || isNotYet) continue;
      add(first, 1);
      if (last !== null) add(last + 1, -1);
    }
  let now = 0;
  return [...changes]
    .filter(([, change]) => change !== 0)
    .toSorted(([a], [b]) => a - b)
    .map(([position, change]) => {
      now += change;
      return [position, now] as const;
    });
}
