// Answers where a sentence, or one that says nearly the same, stands and ever stood, where each copy came from and what
// became of it; or all that was corrected in one place and survives in another. It reads the file of sentences only.

import type { Repository } from "../../git/repository.ts";
import type { Floor, Moment } from "../../model.ts";
import { Database } from "../../store/database.ts";
import { type Copy, copiesOf } from "./copies.ts";
import { type Asked, askedBy, nearTo } from "./near.ts";
import { type Origin, originsOf, Reaches } from "./origins.ts";
import { type Missed, missedCorrections } from "./survivors.ts";

export interface Lineage {
  readonly asked: Asked;
  /** By birth, the oldest first. */
  readonly copies: readonly (Copy & { readonly origin: Origin })[];
  /** Copies that are not told, since there are too many; those least alike. */
  readonly more: number;
  /** The commit at a position of the line. */
  readonly momentOf: (position: number) => Moment;
}

/** One lineage for each sentence that the word means: of a place there may be several. Throws "bad-usage". */
export async function lineagesOf(
  repo: Repository,
  shelf: string,
  word: string,
  floor: Floor,
): Promise<readonly Lineage[]> {
  return reading(shelf, async (database) => {
    const lineages: Lineage[] = [];
    const reaches = new Reaches(repo, database);
    for (const asked of await askedBy(database, word)) {
      const { near, more } = await nearTo(database, asked);
      const copies = copiesOf(near);
      const origins = await originsOf(reaches, copies, floor);
      const moments = await momentsOf(database, copies);
      lineages.push({
        asked,
        copies: copies.map((copy, at) => ({ ...copy, origin: origins[at]! })),
        more,
        momentOf: (position) => moments.get(position)!,
      });
    }
    return lineages;
  });
}

/** What was corrected in one place and stands in another, the most telling first. */
export async function missedIn(shelf: string): Promise<readonly Missed[]> {
  return reading(shelf, missedCorrections);
}

async function reading<Answer>(shelf: string, read: (database: Database) => Promise<Answer>): Promise<Answer> {
  const database = await Database.read(shelf);
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

/** The commits at which copies were born and changed, by position. */
export async function momentsOf(database: Database, copies: readonly Copy[]): Promise<ReadonlyMap<number, Moment>> {
  const positions = new Set(
    copies.flatMap(({ lives, steps }) => [
      ...lives.map(({ first }) => first),
      ...steps.map(({ position }) => position),
    ]),
  );
  if (positions.size === 0) return new Map();
  const rows = await database.rows<{ position: number; oid: string; pr: number | null; day: string }>(
    `SELECT position, oid, pr, day FROM line WHERE position IN (${[...positions].join(", ")})`,
  );
  return new Map(rows.map(({ position, oid, pr, day }) => [position, { commit: oid, pr, date: day }]));
}
