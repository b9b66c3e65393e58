// Answers with the sentences of a file that stood in several places, each with all its copies: where each came from, what
// became of it, and which were missed by a correction. Which are told is decided in drafts.ts.

import type { Repository } from "../../git/repository.ts";
import { groupBy } from "../../group.ts";
import type { Floor, Moment } from "../../model.ts";
import { Database } from "../../store/database.ts";
import { type Copy, copiesOf } from "./copies.ts";
import { type Draft, draftsIn, type Left } from "./drafts.ts";
import { momentsOf } from "./lineage.ts";
import type { Near } from "./near.ts";
import { type Origin, originsOf, Reaches } from "./origins.ts";
import { lifeOf } from "./shelf.ts";

/** A copy with where it came from, and its part in a correction that missed some. */
export type Member = Copy & {
  readonly origin: Origin;
  /** Where that correction changed it, and how; null where it did not. */
  readonly mended: { readonly how: "corrected" | "renamed"; readonly position: number } | null;
  /** Whether it still says what was corrected elsewhere. */
  readonly survives: boolean;
};

export interface Family {
  /** The sentence that its copies are near to, as it was written, and its words. */
  readonly text: string;
  readonly key: string;
  /** Whether it was corrected in one place and stands in another. */
  readonly isMissed: boolean;
  /** By birth, the oldest first. */
  readonly copies: readonly Member[];
}

export interface Families {
  /** In the order of drafts.ts. */
  readonly families: readonly Family[];
  readonly left: readonly Left[];
  /** The commit at a position of the line. */
  readonly momentOf: (position: number) => Moment;
}

/** Throws what reading the file throws, and "missing-object" where a commit's message is not there. */
export async function familiesIn(
  repo: Repository,
  shelf: string,
  floor: Floor,
  onProgress?: (done: number, total: number) => void,
): Promise<Families> {
  const database = await Database.read(shelf);
  try {
    const { drafts, left } = await draftsIn(database);
    const nears = await nearsOf(database, drafts);
    const reaches = new Reaches(repo, database);
    const families: Family[] = [];
    for (const [at, draft] of drafts.entries()) {
      onProgress?.(at, drafts.length);
      const copies = copiesOf(nears[at]!);
      const origins = await originsOf(reaches, copies, floor);
      const { text, key } = leaderOf(draft, nears[at]!);
      families.push({
        text,
        key,
        isMissed: draft.missed !== null,
        copies: copies.map((copy, place) => ({ ...copy, ...partOf(copy, draft), origin: origins[place]! })),
      });
    }
    const moments = await momentsOf(
      database,
      families.flatMap(({ copies }) => copies),
    );
    return { families, left, momentOf: (position) => moments.get(position)! };
  } finally {
    database.close();
  }
}

function partOf({ chain, lives }: Copy, { missed }: Draft): Pick<Member, "mended" | "survives"> {
  // What was corrected and came back was born anew behind the correction.
  const correction = missed?.corrections.find((each) => each.chain === chain && each.position > lives[0]!.first);
  return {
    mended: correction === undefined ? null : { how: correction.how, position: correction.position },
    survives: correction === undefined && (missed?.survivors.some((each) => each.chain === chain) ?? false),
  };
}

/** The sentence as it was written first, in one of the copies. */
function leaderOf({ missed }: Draft, near: readonly (Near & { readonly isLeader: boolean })[]) {
  const { life } = near.find(({ isLeader }) => isLeader)!;
  return { text: missed?.text ?? life.text, key: life.key };
}

/** All lives of the copies of each draft, by copy, then in order. */
async function nearsOf(
  database: Database,
  drafts: readonly Draft[],
): Promise<readonly (readonly (Near & { readonly isLeader: boolean })[])[]> {
  const chains = [...new Set(drafts.flatMap((draft) => draft.chains))];
  if (chains.length === 0) return [];
  const leaders = drafts.map(({ sentence }) => sentence);
  const rows = groupBy(
    await database.rows<Record<string, string | number | null>>(
      `SELECT life.*, key, shape, plain FROM life JOIN sentence ON sentence.id = life.sentence
      WHERE chain IN (${chains.join(", ")}) ORDER BY life.id`,
    ),
    ({ chain }) => chain as number,
  );
  const alike = groupBy(
    await database.rows<{ one: number; other: number; likeness: number }>(
      `SELECT one, other, likeness FROM alike WHERE one IN (${leaders.join(", ")})`,
    ),
    ({ one }) => one,
  );
  return drafts.map(({ sentence, chains: own }) => {
    const likeness = new Map((alike.get(sentence) ?? []).map((each) => [each.other, each.likeness]));
    likeness.set(sentence, 1);
    return own.flatMap((chain) =>
      (rows.get(chain) ?? []).map((row) => ({
        life: lifeOf(row),
        chain,
        likeness: likeness.get(row.sentence as number) ?? null,
        isLeader: row.sentence === sentence,
      })),
    );
  });
}
