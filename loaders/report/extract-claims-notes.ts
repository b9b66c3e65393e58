// Turns a store's notes and measurements into notes.json: each note with all that it is attached to and the contracts that
// belongs to, each measurement with what touched it. It judges nothing.

import type { ClaimVerdict } from "../claim.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { list } from "../store/spans.ts";
import { CLAIM_VERDICT_ORDER } from "./audit/claim-words.ts";
import { addressOf, type Book } from "./book.ts";
import { type ClaimRow, claimRows, isRecorded, momentsOf } from "./extract-claims-rows.ts";
import type { MeasurementRow, NoteRow, NoteSubject, NotesExtract } from "./pages.ts";
import type { Named } from "./slugs.ts";

interface StoredNote {
  readonly claim: number;
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly category: string | null;
  readonly status: string;
  readonly relies: string;
  readonly subject: string;
  readonly contract: string | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly retired: boolean;
}

interface StoredMeasurement {
  readonly claim: number;
  readonly name: string;
  readonly says: string;
  readonly value: number;
  readonly unit: string;
  readonly command: string | null;
  readonly environment: string;
  readonly commit: string;
  readonly depends_on: string;
  readonly touches: number;
}

/** Characters of a note's text: a page is no place to read a book. */
const LONGEST = 4_000;

export async function notesExtract(book: Book, database: Database): Promise<NotesExtract> {
  const rows = await claimRows(database);
  const finding = new Map(rows.map((row) => [row.id, row]));
  const stored = await database.rows<StoredNote>("SELECT * FROM note ORDER BY claim");
  const measured = await database.rows<StoredMeasurement>("SELECT * FROM measurement ORDER BY claim");
  const told = new Set([...stored, ...measured].map(({ claim }) => claim));
  const pagesOf = contractsOf(book);
  return {
    judged: await isRecorded(database),
    notes: [...groupBy(stored, ({ name }) => name).values()].map((subjects) => noteOf(subjects, finding, pagesOf)),
    measurements: measured.flatMap((each) => {
      const row = finding.get(each.claim);
      return row === undefined ? [] : [measurementOf(each, row, rows, book)];
    }),
    others: rows
      .filter(({ id, kind }) => (kind === "note" || kind === "measurement") && !told.has(id))
      .map(({ kind, address, doc, line, verdict, fails, says }) => ({
        kind,
        name: address.replace(/^(note|measurement):/, ""),
        doc,
        line,
        verdict,
        fails,
        says,
      })),
  };
}

function noteOf(
  stored: readonly StoredNote[],
  finding: ReadonlyMap<number, ClaimRow>,
  pagesOf: (note: StoredNote) => NoteSubject["contracts"],
): NoteRow {
  const [note] = stored as readonly [StoredNote, ...StoredNote[]];
  const found = stored.flatMap((each) => finding.get(each.claim) ?? []);
  return {
    name: note.name,
    doc: found[0]?.doc ?? "",
    line: found[0]?.line ?? 1,
    title: note.title,
    body: cut(withoutTitle(note)),
    category: note.category,
    status: note.status,
    relies: list(note.relies),
    retired: note.retired,
    verdict: worst(found.map(({ verdict }) => verdict)),
    fails: found.some(({ fails }) => fails),
    subjects: stored.flatMap((each) => {
      const row = finding.get(each.claim);
      return row === undefined ? [] : [subjectOf(each, row, pagesOf(each))];
    }),
  };
}

function subjectOf(note: StoredNote, row: ClaimRow, contracts: NoteSubject["contracts"]): NoteSubject {
  const commit = /^commit:([0-9a-f]{7,64})$/.exec(row.found ?? "")?.[1] ?? null;
  return {
    text: note.subject,
    verdict: row.verdict,
    says: row.says,
    broke: momentsOf(row).broke,
    path: note.path,
    line: note.line,
    commit,
    contracts,
  };
}

/** The text behind its heading or first sentence, which is the title already. */
function withoutTitle({ title, body }: StoredNote): string {
  const text = body.trim();
  const [first = "", ...rest] = text.split("\n");
  if (first.replace(/^#+\s*/, "").trim() === title) return rest.join("\n").trim();
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
}

function measurementOf(
  stored: StoredMeasurement,
  row: ClaimRow,
  rows: readonly ClaimRow[],
  book: Book,
): MeasurementRow {
  const { name, says, value, unit, command, environment, commit, depends_on: dependsOn, touches } = stored;
  const tag = book.tags.find((each) => each.name === commit)?.oid;
  // The beginning of an id that fits two commits names neither.
  const fitting = book.commits.filter(({ oid }) => oid.startsWith(commit));
  return {
    name,
    doc: row.doc,
    line: row.line,
    of: says,
    value,
    unit,
    command,
    environment: list(environment),
    commit,
    oid: tag ?? (fitting.length === 1 ? (fitting[0]?.oid ?? null) : null),
    dependsOn: list(dependsOn),
    verdict: row.verdict,
    fails: row.fails,
    says: row.says,
    broke: momentsOf(row).broke,
    touches,
    claims: rows
      .filter((each) => each.kind === "pin" && list(each.rests_on).includes(name))
      .map(({ address }) => address.replace(/^claim:/, "")),
  };
}

function worst(verdicts: readonly ClaimVerdict[]): ClaimVerdict {
  return CLAIM_VERDICT_ORDER.find((verdict) => verdicts.includes(verdict)) ?? "unknown";
}

/**
 * Which contracts a note belongs to: of a site the one of its own layer; of a name or key, which say no layer, every one
 * of that name.
 */
function contractsOf(book: Book): (note: StoredNote) => NoteSubject["contracts"] {
  const byName = groupBy([...book.named, ...book.carried], ({ name }) => name);
  const layerOf = new Map(book.sites.map((span) => [addressOf(span), span.layer as string]));
  return ({ contract, subject }) => {
    if (contract === null) return [];
    const all = byName.get(contract) ?? [];
    const layer = layerOf.get(subject);
    const own = all.filter((named) => layer === undefined || named.layer === layer);
    return own.map((named: Named) => ({ name: named.name, slug: book.slugOf(named) }));
  };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
