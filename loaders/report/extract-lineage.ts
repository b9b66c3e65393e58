// Turns a store's sentences that stood in several places into lineage.json and lineage-details.json, and counts them. It
// follows no sentence and decides nothing about how a page looks.

import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { type Book, inWords } from "./book.ts";
import type {
  CopiedCounts,
  CopyFate,
  CopyOrigin,
  IndexExtract,
  LineageDetails,
  LineageExtract,
  LineageFate,
  Moment,
} from "./pages.ts";

interface FamilyRow {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly fate: LineageFate;
}

interface CopyRow {
  readonly lineage: number;
  readonly copy: number;
  readonly text: string;
  readonly likeness: number;
  readonly born_doc: string;
  readonly born_line: number;
  readonly doc: string;
  readonly line: number;
  readonly first: number | null;
  readonly lost: number | null;
  readonly last: number | null;
  readonly fate: CopyFate;
  readonly survives: boolean;
  readonly origin: CopyOrigin;
  readonly of: number | null;
  /** JSON. */
  readonly reasons: string;
  readonly grew: string | null;
  readonly born_commit: string;
  readonly born_pr: number | null;
  readonly born_day: string;
}

interface StepRow {
  readonly lineage: number;
  readonly copy: number;
  readonly position: number | null;
  readonly did: LineageDetails[number][number]["steps"][number]["did"];
  readonly text: string | null;
  readonly doc: string;
  readonly line: number;
  readonly commit: string;
  readonly pr: number | null;
  readonly day: string;
}

async function familyRows(database: Database): Promise<readonly FamilyRow[]> {
  return database.rows<FamilyRow>("SELECT id, name, text, fate FROM lineage ORDER BY id");
}

async function copyRows(database: Database): Promise<ReadonlyMap<number, readonly CopyRow[]>> {
  const rows = await database.rows<CopyRow>("SELECT * FROM lineage_copy ORDER BY lineage, copy");
  return groupBy(rows, ({ lineage }) => lineage);
}

export async function lineageExtract(book: Book, database: Database): Promise<LineageExtract> {
  const families = await familyRows(database);
  const copies = await copyRows(database);
  return {
    recorded: (await copiedCounts(database)) !== null,
    families: families.map(({ id, name, text, fate }) => {
      const own = copies.get(id) ?? [];
      return {
        name,
        text,
        fate,
        copies: own.map((row) => ({
          doc: row.doc,
          line: row.line,
          first: row.first ?? -1,
          lost: row.lost ?? -1,
          last: row.last,
          fate: row.fate,
          survives: row.survives,
          origin: row.origin,
          of: row.of ?? -1,
        })),
        lost: lastLost(book, fate, own),
      };
    }),
    left: await database.rows<LineageExtract["left"][number]>("SELECT reason, count, example FROM lineage_left"),
  };
}

function lastLost(book: Book, fate: LineageFate, copies: readonly CopyRow[]): Moment | null {
  const lost = copies.flatMap((copy) => {
    const isAsked = fate !== "survives" || copy.fate === "corrected" || copy.fate === "renamed";
    return copy.lost === null || !isAsked ? [] : [copy.lost];
  });
  const commit = lost.length === 0 ? undefined : book.commits[Math.max(...lost)];
  return commit === undefined ? null : { oid: commit.oid, pr: commit.pr, day: commit.day };
}

/** What opened rows show. */
export async function lineageDetails(_: Book, database: Database): Promise<LineageDetails> {
  const copies = await copyRows(database);
  const steps = groupBy(
    await database.rows<StepRow>("SELECT * FROM lineage_step ORDER BY lineage, copy, rowid"),
    ({ lineage, copy }) => `${lineage} ${copy}`,
  );
  return (await familyRows(database)).map(({ id }) =>
    (copies.get(id) ?? []).map((row) => ({
      text: row.text,
      likeness: row.likeness,
      bornDoc: row.born_doc,
      bornLine: row.born_line,
      born: { oid: row.born_commit, pr: row.born_pr, day: row.born_day },
      grew: row.grew,
      reasons: (JSON.parse(row.reasons) as { readonly says: string }[]).map(({ says }) => says),
      steps: (steps.get(`${id} ${row.copy}`) ?? []).map(({ commit, pr, day, position, did, text, doc, line }) => ({
        oid: commit,
        pr,
        day,
        position,
        did,
        text,
        doc,
        line,
      })),
    })),
  );
}

/** How many there are; null where nothing but the walk has written the store. */
export async function copiedCounts(database: Database): Promise<CopiedCounts | null> {
  const [row] = await database.rows<CopiedCounts & { readonly recorded: boolean }>(`SELECT
    count(*)::INTEGER AS told,
    count(*) FILTER (fate = 'survives')::INTEGER AS surviving,
    EXISTS (FROM meta WHERE "key" = 'lineage') AS recorded
    FROM lineage`);
  return row === undefined || !row.recorded ? null : { told: row.told, surviving: row.surviving };
}

/** The row of "wrong now" about sentences that a correction missed: the only one by its places, several by their number. */
export async function wrongCopies(database: Database): Promise<IndexExtract["wrong"]> {
  const missed = (await familyRows(database)).filter(({ fate }) => fate === "survives");
  const [first] = missed;
  if (first === undefined) return [];
  const copies = await copyRows(database);
  const of = (id: number) => copies.get(id) ?? [];
  const mended = missed.flatMap(({ id }) => of(id).flatMap(({ fate, lost }) => (isMended(fate) ? (lost ?? []) : [])));
  const left = new Set(missed.flatMap(({ id }) => of(id).flatMap((c) => (c.survives ? `${c.doc}:${c.line}` : []))));
  const [from] = of(first.id).filter(({ fate }) => isMended(fate));
  const to = of(first.id).find(({ survives }) => survives);
  return [
    {
      glyph: "copied",
      text:
        missed.length === 1
          ? `A sentence was corrected in \`${from?.doc ?? ""}\` and stands in \`${to?.doc ?? ""}\``
          : `${inWords(missed.length, true)} sentences were corrected in one place and stand in another`,
      note: missed.length === 1 ? "" : `${left.size} places still say them`,
      slug: null,
      since: mended.length === 0 ? null : Math.min(...mended),
    },
  ];
}

function isMended(fate: CopyFate): boolean {
  return fate === "corrected" || fate === "renamed";
}
