// Turns the stored spans of a site into its trail: which id stood at an address at a commit, and where that id is since.
// What became of it after the store's head is follow-calls.ts's to say.

import type { Oid } from "../model.ts";
import type { Row } from "../surface/rows.ts";
import { type CallBook, type CallSubject, callStation } from "./calls.ts";
import { callAt } from "./follow-calls.ts";
import { holdsAt, type Records, type Stretch } from "./records.ts";
import type { Station, Trail } from "./trail.ts";

/** The address of a row of sites. */
export function siteSubject(row: Row): CallSubject {
  return {
    noun: "site",
    path: String(row.path),
    function: String(row.function),
    callee: String(row.callee),
    name: String(row.name ?? row.expression),
    ordinal: Number(row.ordinal),
  };
}

export function isSameCall(a: CallSubject, b: CallSubject): boolean {
  return (
    a.path === b.path &&
    a.function === b.function &&
    a.callee === b.callee &&
    a.name === b.name &&
    a.ordinal === b.ordinal
  );
}

/** Null where the store does not hold that commit, or no site stood there. Up to the store's head. */
export async function storedTrail(
  records: Records,
  book: CallBook,
  from: number,
  subject: CallSubject,
): Promise<Trail | null> {
  const position = records.positionOf(from);
  if (position === null) return null;
  const sites = await records.of("site");
  const own = [...sites.values()].find((stretches) =>
    stretches.some((each) => holdsAt(each, position) && isSameCall(siteSubject(each.row), subject)),
  );
  if (own === undefined) return null;
  const later = own.filter(({ last }) => last === null || last >= position);
  const stations: Station[] = [];
  const absences: { gone: number | null; back: number | null }[] = [];
  let before: Stretch | null = null;
  for (const stretch of later) {
    const at = before === null ? from : records.atOf(stretch.first);
    if (before !== null && before.last !== null && stretch.first > before.last + 1)
      absences.push({ gone: records.atOf(before.last + 1), back: at });
    stations.push(await siteStation(stretch.row, at, book));
    before = stretch;
  }
  const last = later.at(-1)!.last;
  const gone = last === null ? null : { at: records.atOf(last + 1), says: "removed the call" };
  return { stations, gone, absences };
}

/** What is compared of a site: its call where that can be read, else what the surface says of it. */
export async function siteStation(row: Row, at: number | null, book: CallBook): Promise<Station> {
  const subject = siteSubject(row);
  const calls =
    row.blob === null || row.blob === undefined ? null : await book.of(subject.path, row.blob as Oid, [subject.callee]);
  const call =
    calls?.find(({ line, callee, given }) => line === row.line && callee === row.callee && given.has(subject.name)) ??
    calls?.find(({ line, callee }) => line === row.line && callee === row.callee) ??
    (calls === null ? null : callAt(calls, subject));
  if (call) return callStation(call, subject, at);
  const says = ["wait", "timeout_text", "use", "conditions", "name"].map((column) => `${column}: ${row[column] ?? ""}`);
  return { at, subject, path: subject.path, line: Number(row.line), says, own: null };
}
