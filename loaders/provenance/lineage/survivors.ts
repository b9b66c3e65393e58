// Lists what somebody corrected in one place and what survives in another: the sentences that a correction missed. Pairs
// were found when the file of sentences was written; here they are put together and ordered.

import { groupBy } from "../../group.ts";
import type { Moment } from "../../model.ts";
import type { Database } from "../../store/database.ts";

export interface Correction {
  readonly how: "corrected" | "renamed";
  readonly moment: Moment;
  /** On the line, from its oldest commit, 0-based. */
  readonly position: number;
  /** The copy that it changed. */
  readonly chain: number;
  /** Where the new words stood after that commit. */
  readonly doc: string;
  readonly line: number;
  readonly text: string;
}

export interface Survivor {
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  /** How near to the old words: 0 to 1. */
  readonly likeness: number;
  readonly born: Moment;
  readonly chain: number;
}

/** One sentence that was changed in some places and stands in others. */
export interface Missed {
  /** Its id in the file. */
  readonly sentence: number;
  /** As it was before it was changed. */
  readonly text: string;
  readonly corrections: readonly Correction[];
  readonly survivors: readonly Survivor[];
}

interface Row {
  readonly sentence: number;
  readonly said: string;
  readonly edit: number;
  readonly edited: number;
  readonly position: number;
  readonly how: "corrected" | "renamed";
  readonly new_doc: string;
  readonly new_line: number;
  readonly new_text: string;
  readonly oid: string;
  readonly pr: number | null;
  readonly day: string;
  readonly standing: number;
  readonly chain: number;
  readonly doc: string;
  readonly line: number;
  readonly now_text: string;
  readonly likeness: number;
  readonly born_oid: string;
  readonly born_pr: number | null;
  readonly born_day: string;
}

const PAIRS = `
SELECT old.sentence, old.said, old.id AS edit, old.chain AS edited, done.position, standing.chain, old.ended AS how, next.born_doc AS new_doc, next.born_line AS new_line,
  next.said AS new_text, done.oid, done.pr, done.day, standing.id AS standing, standing.doc, standing.line,
  standing.said AS now_text, survivor.likeness, birth.oid AS born_oid, birth.pr AS born_pr, birth.day AS born_day
FROM survivor JOIN life old ON old.id = survivor.edit JOIN life next ON next.id = old.next
JOIN life standing ON standing.id = survivor.standing
JOIN line done ON done.position = next.first JOIN line birth ON birth.position = standing.first
ORDER BY survivor.edit DESC, survivor.standing`;

/** The most corrected with the fewest left first, then those last corrected. */
export async function missedCorrections(database: Database): Promise<readonly Missed[]> {
  const rows = await database.rows<Row>(PAIRS);
  return [...groupBy(rows, ({ sentence }) => sentence).values()]
    .map((own) => ({ ...missedOf(own), newest: own[0]!.edit }))
    .toSorted((a, b) => share(b) - share(a) || b.newest - a.newest)
    .map(({ newest: _, ...missed }) => missed);
}

function missedOf(rows: readonly Row[]): Missed {
  const corrections = [...new Map(rows.map((row) => [row.edit, row])).values()];
  const survivors = [...new Map(rows.map((row) => [row.standing, row])).values()];
  return {
    sentence: rows[0]!.sentence,
    text: rows[0]!.said,
    corrections: corrections.map(
      ({ edited: chain, position, how, oid, pr, day, new_doc: doc, new_line: line, new_text: text }) => ({
        how,
        moment: { commit: oid, pr, date: day },
        position,
        chain,
        doc,
        line,
        text,
      }),
    ),
    survivors: survivors
      .toSorted((a, b) => b.likeness - a.likeness || a.standing - b.standing)
      .map(({ chain, doc, line, now_text: text, likeness, born_oid, born_pr, born_day }) => ({
        doc,
        line,
        text,
        likeness,
        born: { commit: born_oid, pr: born_pr, date: born_day },
        chain,
      })),
  };
}

function share({ corrections, survivors }: Missed): number {
  return corrections.length / (corrections.length + survivors.length);
}
