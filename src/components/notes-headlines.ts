// Makes the title and deck of the page of notes, by rule: the worst true thing with its number, or a dull sentence that is
// still true.

import type { ClaimVerdict } from "../../loaders/claim.ts";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "./claim-verdicts.js";
import { shortest } from "./headlines.js";
import type { NotesRow } from "./notes-rows.js";
import { counted, listed, sentence } from "./words.js";

/** What is said of one and of several, by kind and verdict. */
const SAID: Readonly<Partial<Record<`${NotesRow["kind"]} ${ClaimVerdict}`, readonly [one: string, many: string]>>> = {
  "note missing": ["is attached to what is gone", "are attached to what is gone"],
  "note changed": ["is of code that has changed", "are of code that has changed"],
  "note unchecked": ["could not be checked", "could not be checked"],
  "note ambiguous": ["may be attached to several things", "may be attached to several things"],
  "measurement stale": ["is stale", "are stale"],
  "measurement unchecked": ["could not be checked", "could not be checked"],
  "measurement missing": ["is of what is gone", "are of what is gone"],
};

/** The page's title. */
export function notesTitle(judged: boolean, rows: readonly NotesRow[]): string {
  if (!judged) return "No note has been judged yet";
  if (rows.length === 0) return "No note is kept here";
  const off = offWords(rows);
  return shortest([
    off.length > 0 ? sentence(off.slice(0, 2).join("; ")) : null,
    off[0] === undefined ? null : sentence(off[0]),
    `${totals(rows)}, ${rows.length === 1 ? "in order" : "all in order"}`,
  ]);
}

/** The page's deck: what the title leaves out. */
export function notesDeck(rows: readonly NotesRow[]): string {
  if (rows.length === 0)
    return "A note says what the code cannot, and stays attached while lines move; a measurement knows what it depends on.";
  const off = offWords(rows);
  const title = notesTitle(true, rows);
  const rest = off.filter((part) => !title.toLowerCase().includes(part.toLowerCase()));
  const all = off.length === 0 ? "" : `Of ${totals(rows).toLowerCase()}.`;
  return [rest.length > 0 ? `${sentence(rest.join("; "))}.` : "", all === "" ? "" : sentence(all.slice(3))]
    .filter((part) => part !== "")
    .join(" ");
}

/** "12 notes and three measurements". */
function totals(rows: readonly NotesRow[]): string {
  const of = (kind: NotesRow["kind"]): number => rows.filter((row) => row.kind === kind && row.of !== "other").length;
  const parts = [
    of("note") > 0 && counted(of("note"), "note"),
    of("measurement") > 0 && counted(of("measurement"), "measurement"),
  ].filter((part) => part !== false);
  return sentence(parts.length === 0 ? counted(rows.length, "entry", "entries") : listed(parts));
}

function said(kind: NotesRow["kind"], verdict: ClaimVerdict): readonly [one: string, many: string] {
  return SAID[`${kind} ${verdict}`] ?? [`is ${verdict}`, `are ${verdict}`];
}

/** Kinds together where the same is said of both. */
function bySaying(verdict: ClaimVerdict): readonly (readonly NotesRow["kind"][])[] {
  return said("note", verdict)[0] === said("measurement", verdict)[0]
    ? [["note", "measurement"]]
    : [["note"], ["measurement"]];
}

/** What is not in order, worst first: "one note is attached to what is gone". */
function offWords(rows: readonly NotesRow[]): readonly string[] {
  return CLAIM_VERDICT_ORDER.filter((verdict) => CLAIM_VERDICTS[verdict].group === "off").flatMap((verdict) =>
    bySaying(verdict).flatMap((kinds) => {
      const subjects = kinds.flatMap((kind) => {
        const n = rows.filter((row) => row.kind === kind && row.verdict === verdict).length;
        return n === 0 ? [] : [{ n, words: counted(n, kind) }];
      });
      if (subjects.length === 0) return [];
      const [one, many] = said(kinds[0] ?? "note", verdict);
      const single = subjects.length === 1 && subjects[0]?.n === 1;
      return [`${listed(subjects.map(({ words }) => words))} ${single ? one : many}`];
    }),
  );
}
