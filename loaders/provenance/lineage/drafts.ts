// Groups the copies of a file that say nearly the same, and decides which groups are told: those that somebody corrected in
// one place and that stand in another first. What it leaves out it counts, by rule; it makes no copy of what it keeps.

import { groupBy } from "../../group.ts";
import type { Database } from "../../store/database.ts";
import { type Missed, missedCorrections } from "./survivors.ts";

/** A family before its copies are made. */
export interface Draft {
  /** The id of the sentence that its copies are near to. */
  readonly sentence: number;
  /** Ids of its copies. */
  readonly chains: readonly number[];
  /** Where it was corrected in one place and stands in another. */
  readonly missed: Missed | null;
}

/** Why families are left out. `many`: boilerplate. `document`: all in one document. `rank`: less telling than the others. */
export interface Left {
  readonly reason: "many" | "document" | "rank";
  readonly count: number;
  /** The sentence of the one with the most copies. */
  readonly example: string;
}

/** What has more copies is boilerplate: a licence, a step that every page repeats. */
export const MOST_COPIES = 40;
/** Families that are told. */
export const MOST_FAMILIES = 400;

/** Those missed first, as `missedCorrections` orders them; then those of which some are gone; of these those in most documents. */
export async function draftsIn(
  database: Database,
): Promise<{ readonly drafts: readonly Draft[]; readonly left: readonly Left[] }> {
  const all = await grouped(database, await missedCorrections(database));
  const places = await placesOf(database);
  const out: Record<Left["reason"], Draft[]> = { many: [], document: [], rank: [] };
  const kept: { draft: Draft; documents: number; isPart: boolean }[] = [];
  for (const draft of all) {
    const own = draft.chains.map((chain) => places.get(chain)!);
    const documents = new Set(own.map(({ doc }) => doc)).size;
    const standing = own.filter(({ stands }) => stands).length;
    if (own.length > MOST_COPIES) out.many.push(draft);
    else if (draft.missed === null && documents === 1) out.document.push(draft);
    else kept.push({ draft, documents, isPart: standing > 0 && standing < own.length });
  }
  const ordered = [
    ...kept.filter(({ draft }) => draft.missed !== null),
    ...kept
      .filter(({ draft }) => draft.missed === null)
      .toSorted((a, b) => Number(b.isPart) - Number(a.isPart) || b.documents - a.documents),
  ].map(({ draft }) => draft);
  out.rank = ordered.splice(MOST_FAMILIES);
  return { drafts: ordered, left: await leftOf(database, out) };
}

/** Copies near to one sentence. Those of a missed one may be in several groups, all others are in one. */
async function grouped(database: Database, missed: readonly Missed[]): Promise<readonly Draft[]> {
  const alike = groupBy(
    await database.rows<{ one: number; other: number }>("SELECT one, other FROM alike ORDER BY one, other"),
    ({ one }) => one,
  );
  const chains = groupBy(
    await database.rows<{ sentence: number; chain: number }>(
      "SELECT DISTINCT sentence, chain FROM life ORDER BY sentence, chain",
    ),
    ({ sentence }) => sentence,
  );
  const near = (sentence: number): readonly number[] => {
    const sentences = [sentence, ...(alike.get(sentence) ?? []).map(({ other }) => other)];
    return [...new Set(sentences.flatMap((each) => (chains.get(each) ?? []).map(({ chain }) => chain)))];
  };
  const drafts: Draft[] = missed.map((each) => ({
    sentence: each.sentence,
    chains: near(each.sentence),
    missed: each,
  }));
  const taken = new Set(drafts.flatMap((draft) => draft.chains));
  const others = [...chains.keys()]
    .map((sentence) => ({ sentence, all: near(sentence) }))
    .filter(({ all }) => all.length > 1)
    .toSorted((a, b) => b.all.length - a.all.length || a.sentence - b.sentence);
  for (const { sentence, all } of others) {
    const free = all.filter((chain) => !taken.has(chain));
    // Where the sentence itself is told already, what is near to it is left to one of its own.
    if (free.length < 2 || !chains.get(sentence)!.some(({ chain }) => free.includes(chain))) continue;
    for (const chain of free) taken.add(chain);
    drafts.push({ sentence, chains: free, missed: null });
  }
  return drafts;
}

/** Where a copy was born, and whether it stands. */
async function placesOf(
  database: Database,
): Promise<ReadonlyMap<number, { readonly doc: string; readonly stands: boolean }>> {
  const rows = await database.rows<{ chain: number; doc: string; stands: boolean }>(
    "SELECT chain, arg_min(born_doc, id) AS doc, bool_or(last IS NULL) AS stands FROM life GROUP BY chain",
  );
  return new Map(rows.map(({ chain, ...place }) => [chain, place]));
}

async function leftOf(
  database: Database,
  out: Readonly<Record<Left["reason"], readonly Draft[]>>,
): Promise<readonly Left[]> {
  const left: Left[] = [];
  for (const reason of ["many", "document", "rank"] as const) {
    const [most] = out[reason].toSorted((a, b) => b.chains.length - a.chains.length);
    if (most === undefined) continue;
    const [row] = await database.rows<{ said: string }>(
      "SELECT arg_min(said, id) AS said FROM life WHERE sentence = ?",
      [most.sentence],
    );
    left.push({ reason, count: out[reason].length, example: row?.said ?? "" });
  }
  return left;
}
