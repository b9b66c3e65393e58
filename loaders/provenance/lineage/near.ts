// Turns a sentence, or a place where one stands or stood, into the lives of all sentences that say nearly the same. It
// asks the file of sentences and judges nothing.

import { type Place, parsePlace } from "../../audit/trace.ts";
import { BinnacleError } from "../../error.ts";
import type { Database } from "../../store/database.ts";
import { LISTED, MACROS } from "./likeness.ts";
import type { Life } from "./lives.ts";
import { lifeOf } from "./shelf.ts";
import { wordsOf } from "./words.ts";

/** What is asked about. */
export interface Asked {
  /** The sentence as it is written there, or as it was given. */
  readonly text: string;
  readonly key: string;
  readonly shape: string;
  readonly plain: number;
  /** Where it was asked for by a place. */
  readonly place: { readonly doc: string; readonly line: number } | null;
}

/** A life with how alike its sentence is to what was asked about: 0 to 1, null where it is too little. */
export interface Near {
  readonly life: Life;
  /** The id of the first life that it came from: those with one are one copy. */
  readonly chain: number;
  readonly likeness: number | null;
}

/** Below that, a sentence says something else. */
const LEAST = 0.48;
/** Sentences that share a pair of words are compared up to so many, those that share most first. */
const MOST_COMPARED = 3_000;
/** Copies of one sentence that are told. */
export const MOST_COPIES = 200;
/** Fewer words find too much. */
const FEWEST_WORDS = 3;

/** Throws "bad-usage" for a text of too few words, and for a place where no sentence stands or ever stood. */
export async function askedBy(database: Database, word: string): Promise<readonly Asked[]> {
  const place = parsePlace(word);
  if (place !== null) return sentencesAt(database, place);
  const { key, shape, plain, count } = wordsOf(word);
  if (count < FEWEST_WORDS)
    throw new BinnacleError(
      "bad-usage",
      `"${word}" has ${count} ${count === 1 ? "word" : "words"}; a sentence that is looked for has at least ${FEWEST_WORDS}. Write more of it, or name a place: docs/a.md:31`,
    );
  return [{ text: word, key, shape, plain, place: null }];
}

/** Those that stand at the lines now, or the last ones that did: a sentence that begins above the line may run over it. */
async function sentencesAt(database: Database, place: Place): Promise<readonly Asked[]> {
  const { path, start, end, word } = place;
  const rows = await database.rows<{
    said: string;
    key: string;
    shape: string;
    plain: number;
    doc: string;
    line: number;
    last: number | null;
  }>(
    `SELECT said, key, shape, plain, doc, line, last FROM life JOIN sentence ON sentence.id = life.sentence
    WHERE doc = ? AND line <= ? ORDER BY last IS NULL DESC, last DESC, line DESC, ord DESC`,
    [path, end],
  );
  const standing = rows.filter(({ last }) => last === null);
  const pool = standing.length > 0 ? standing : rows.filter(({ last }) => last === rows[0]!.last);
  const inside = pool.filter(({ line }) => line >= start);
  const found = inside.length > 0 ? inside.toReversed() : pool.slice(0, 1);
  if (found.length === 0)
    throw new BinnacleError(
      "bad-usage",
      `${word}: expected a sentence of at least five words at or above that line, found none there, now or ever. Write the path from the root, or the sentence itself.`,
    );
  return found.map(({ said, key, shape, plain, doc, line }) => ({
    text: said,
    key,
    shape,
    plain,
    place: { doc, line },
  }));
}

/** Lives of all copies of what is asked about, each copy whole: also what it was before and became. */
export async function nearTo(
  database: Database,
  asked: Asked,
): Promise<{ readonly near: readonly Near[]; readonly more: number }> {
  await database.run(MACROS);
  const alike = await database.rows<{ id: number; likeness: number }>(
    `WITH asked AS MATERIALIZED (SELECT ${LISTED} FROM (SELECT ? AS key, ? AS shape, ?::INTEGER AS plain)),
    gram AS (SELECT md5_number_lower(unnest(s.grams)) AS gram FROM asked),
    candidate AS (
      SELECT sentence, count(*) AS shared FROM shingle WHERE gram IN (FROM gram) GROUP BY sentence
    ),
    listed AS MATERIALIZED (
      SELECT id, ${LISTED} FROM candidate JOIN sentence ON sentence.id = candidate.sentence
      WHERE shared >= 0.25 * least(grams, (SELECT len(s.grams) FROM asked)) ORDER BY shared DESC, id LIMIT ${MOST_COMPARED}
    )
    SELECT id, likeness FROM (
      SELECT id, likeness_of(asked.k, asked.s, asked.plain, listed.k, listed.s, listed.plain) AS likeness FROM listed, asked
    ) WHERE likeness >= ${LEAST} ORDER BY likeness DESC, id`,
    [asked.key, asked.shape, asked.plain],
  );
  const likeness = new Map(alike.map((each) => [each.id, each.likeness]));
  if (likeness.size === 0) return { near: [], more: 0 };
  const chains = await database.rows<{ chain: number; best: number }>(
    `SELECT chain, min(list_position([${alike.map(({ id }) => id).join(", ")}], sentence)) AS best FROM life
    WHERE sentence IN (${alike.map(({ id }) => id).join(", ")}) GROUP BY chain ORDER BY best, chain`,
  );
  const told = chains.slice(0, MOST_COPIES).map(({ chain }) => chain);
  const rows = await database.rows<Record<string, string | number | null>>(
    `SELECT life.*, key, shape, plain FROM life JOIN sentence ON sentence.id = life.sentence
    WHERE chain IN (${told.join(", ")}) ORDER BY life.id`,
  );
  const near = rows.map((row) => ({
    life: lifeOf(row),
    chain: row.chain as number,
    likeness: likeness.get(row.sentence as number) ?? null,
  }));
  return { near, more: chains.length - told.length };
}
