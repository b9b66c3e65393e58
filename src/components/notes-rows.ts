// Turns notes.json into one list of rows, notes and measurements alike, and picks and orders those that are shown. It draws
// nothing.

import type { ClaimVerdict } from "../../loaders/claim.ts";
import type { MeasurementRow, NoteRow, NotesExtract } from "../../loaders/report/pages.ts";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "./claim-verdicts.js";

/** A note, a measurement, or what is neither: a file that could not be read, or a place that lacks its note. */
export type NotesRow = {
  readonly kind: "note" | "measurement";
  readonly name: string;
  readonly verdict: ClaimVerdict;
  readonly category: string | null;
  readonly status: string | null;
  /** What Find looks through. */
  readonly words: string;
} & (
  | { readonly of: "note"; readonly note: NoteRow }
  | { readonly of: "measurement"; readonly measurement: MeasurementRow }
  | { readonly of: "other"; readonly other: NotesExtract["others"][number] }
);

/** What is chosen: undefined lets everything through. */
export interface NotesChoice {
  readonly kind: string | undefined;
  readonly verdict: string | undefined;
  readonly category: string | undefined;
  readonly status: string | undefined;
  readonly q: string;
}

/** A category or status that is not written. */
export const NONE = "none";

/** All rows: what is not in order first, worst first; else as they are written. */
export function notesRowsOf(extract: NotesExtract): readonly NotesRow[] {
  const rows: readonly NotesRow[] = [
    ...extract.notes.map(
      (note): NotesRow => ({
        of: "note",
        kind: "note",
        note,
        name: note.name,
        verdict: note.verdict,
        category: note.category,
        status: note.status,
        words: [
          note.name,
          note.title,
          note.body,
          note.doc,
          ...note.relies,
          ...note.subjects.flatMap(({ text, path }) => [text, path ?? ""]),
        ].join("\n"),
      }),
    ),
    ...extract.measurements.map(
      (measurement): NotesRow => ({
        of: "measurement",
        kind: "measurement",
        measurement,
        name: measurement.name,
        verdict: measurement.verdict,
        category: null,
        status: null,
        words: [
          measurement.name,
          measurement.of,
          measurement.command ?? "",
          measurement.commit,
          ...measurement.dependsOn,
          ...measurement.environment,
        ].join("\n"),
      }),
    ),
    ...extract.others.map(
      (other): NotesRow => ({
        of: "other",
        kind: other.kind === "measurement" ? "measurement" : "note",
        other,
        name: other.name,
        verdict: other.verdict,
        category: null,
        status: null,
        words: [other.name, other.says, other.doc].join("\n"),
      }),
    ),
  ];
  const rank = ({ verdict }: NotesRow): number =>
    CLAIM_VERDICTS[verdict].group === "off" ? CLAIM_VERDICT_ORDER.indexOf(verdict) : CLAIM_VERDICT_ORDER.length;
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** Whether a row passes the filters; `but` leaves one of them out, for the counts of its own choices. */
export function passes(row: NotesRow, choice: NotesChoice, but: keyof NotesChoice | null = null): boolean {
  const is = (key: "kind" | "verdict" | "category" | "status"): boolean =>
    but === key || choice[key] === undefined || (row[key] ?? NONE) === choice[key];
  const q = choice.q.trim().toLowerCase();
  return (
    is("kind") &&
    is("verdict") &&
    is("category") &&
    is("status") &&
    (but === "q" || q === "" || row.words.toLowerCase().includes(q))
  );
}
