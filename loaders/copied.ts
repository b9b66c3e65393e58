// Records in a store the sentences that stood in several places: brings the file of sentences up to the head, and writes the
// families of copies that it tells. Done for a notebook, after the walk; what is stored of the same head is not done again.

import { createHash } from "node:crypto";
import { add } from "./addition.ts";
import type { Repository } from "./git/repository.ts";
import type { Oid } from "./model.ts";
import { type Families, type Family, familiesIn, type Member } from "./provenance/lineage/families.ts";
import { indexSentences } from "./provenance/lineage/index.ts";
import { Database, type Value } from "./store/database.ts";
import { storedLine } from "./store/notebook.ts";

export interface RecordCopiesOptions {
  readonly repo: Repository;
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  /** Path of the file of sentences. */
  readonly shelf: string;
  readonly head: Oid;
  readonly wanted: (path: string) => boolean;
  /** The text that `wanted` was read from. */
  readonly text: string;
  readonly onProgress?: (phase: "sentences" | "copies", done: number, total: number, what: string) => void;
}

type Row = { readonly [column: string]: Value };

/** Answers whether anything was done. Throws what walking throws, and what writing a store throws. */
export async function recordCopies(options: RecordCopiesOptions): Promise<boolean> {
  const { repo, store, shelf, head, wanted, text, onProgress } = options;
  const rows = async () => {
    const { floor } = await indexSentences({
      repo,
      shelf,
      head,
      wanted,
      text,
      onProgress: (done, total, what) => onProgress?.("sentences", done, total, what),
    });
    const found = await familiesIn(repo, shelf, floor, (done, total) => onProgress?.("copies", done, total, ""));
    return rowsOf(found, await positionsOf(store));
  };
  return add({ store, addition: "lineage", head, text, rows });
}

/** Positions of the stored line by commit: a store that begins later, or walks all parents, counts otherwise. */
async function positionsOf(store: string): Promise<ReadonlyMap<Oid, number>> {
  const database = await Database.read(store);
  try {
    return new Map((await storedLine(database)).map(({ oid }, position) => [oid, position]));
  } finally {
    database.close();
  }
}

function rowsOf({ families, left, momentOf }: Families, positions: ReadonlyMap<Oid, number>) {
  const placed = (position: number): number | null => positions.get(momentOf(position).commit) ?? null;
  const told = families.flatMap((family, id) =>
    family.copies.map((copy, at) => ({ id, at, copy, fate: fateOf(copy), lost: copy.mended?.position ?? copy.lost })),
  );
  return {
    lineage: families.map((family, id) => ({ id, ...familyRow(family) })),
    lineage_copy: told.map(({ id, at, copy, fate, lost }): Row => {
      const [birth, last] = [copy.lives[0]!, copy.lives.at(-1)!];
      const born = momentOf(birth.first);
      return {
        lineage: id,
        copy: at,
        text: copy.text,
        likeness: copy.likeness,
        born_doc: birth.bornDoc,
        born_line: birth.bornLine,
        doc: last.doc,
        line: last.line,
        first: placed(birth.first),
        lost: lost === null ? null : (placed(lost) ?? 0),
        last: last.last === null ? null : (placed(last.last + 1) ?? 0) - 1,
        fate,
        survives: copy.survives,
        origin: copy.origin.verdict,
        of: copy.origin.from,
        reasons: JSON.stringify(copy.origin.reasons),
        grew: copy.grew,
        born_commit: born.commit,
        born_pr: born.pr,
        born_day: born.date,
      };
    }),
    lineage_step: told.flatMap(({ id, at, copy }) =>
      copy.steps.map(({ position, end, text, doc, line }): Row => {
        const { commit, pr, date } = momentOf(position);
        return { lineage: id, copy: at, position: placed(position), did: end, text, doc, line, commit, pr, day: date };
      }),
    ),
    lineage_left: left.map((each): Row => ({ ...each })),
  };
}

function familyRow({ text, key, isMissed, copies }: Family): Row {
  const standing = copies.filter((copy) => fateOf(copy) === "stands").length;
  const whole = standing === copies.length ? "stands" : standing === 0 ? "gone" : "part";
  return {
    name: createHash("sha256").update(key).digest("hex").slice(0, 8),
    text,
    fate: isMissed ? "survives" : whole,
    copies: copies.length,
    standing,
  };
}

/** What a correction that missed other copies did to this one says more than that it still stands by another name. */
function fateOf({ fate, mended }: Member): Member["fate"] | "renamed" {
  return mended?.how ?? fate;
}
