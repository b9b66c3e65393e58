// Turns requirements ("every site that waits has a category") and judged notes into what is classified and what is not. It
// looks at what is judged only: a note that followed its subject classifies it where it stands now.

import { printAddress } from "../address.ts";
import type { Snapshot } from "../citation.ts";
import { type ClaimFinding, UNSAID } from "../claim.ts";
import type { Rows } from "../surface/rows.ts";
import { languageOf } from "../syntax/grammar.ts";
import { addressesOf, type CallBook, type CallSubject } from "./calls.ts";
import type { NotesConfiguration, Requirement } from "./configuration.ts";
import { fingerprintOf } from "./finding.ts";
import type { JudgedNote } from "./note.ts";
import { siteSubject } from "./stored-sites.ts";
import { counted, listed } from "./words.ts";

/** A thing that a requirement speaks of. */
interface Required {
  readonly subject: CallSubject;
  readonly path: string;
  readonly line: number;
  /** The call as source, on one line. */
  readonly text: string;
}

/** One of them that no note gives an allowed category. */
export interface Unclassified extends Required {
  readonly requirement: Requirement;
  /** Categories that notes give it, none of them allowed. */
  readonly given: readonly string[];
}

export interface Surveyed {
  readonly findings: readonly ClaimFinding[];
  readonly unclassified: readonly Unclassified[];
}

/** Unclassified things that are told one by one; the rest are counted. */
const MOST_TOLD = 1_000;

export async function surveyRequirements(
  { require, failOn }: NotesConfiguration,
  notes: readonly JudgedNote[],
  around: { readonly snapshot: Snapshot; readonly rows: Rows | null; readonly book: CallBook },
): Promise<Surveyed> {
  const findings: ClaimFinding[] = [];
  const unclassified: Unclassified[] = [];
  const given = categoriesOf(notes);
  for (const requirement of require) {
    const required =
      requirement.kind === "site" ? sitesOf(requirement, around.rows) : await callsOf(requirement, around);
    const open: Unclassified[] = [];
    const counts = new Map<string, number>();
    for (const each of required ?? []) {
      const categories = given(each);
      const allowed = categories.find((word) => requirement.categories?.includes(word) ?? true);
      if (allowed === undefined) open.push({ ...each, requirement, given: categories });
      else counts.set(allowed, (counts.get(allowed) ?? 0) + 1);
    }
    unclassified.push(...open);
    if (required === null || required.length === 0)
      findings.push(aboutNothing(requirement, required, failOn.has("unchecked")));
    else if (open.length === 0) findings.push(satisfied(requirement, required.length, counts));
    else {
      findings.push(...open.slice(0, MOST_TOLD).map(unclassifiedFinding));
      if (open.length > MOST_TOLD) findings.push(more(requirement, open.length - MOST_TOLD));
    }
  }
  return { findings, unclassified };
}

/** By what a note can be attached to: the exact address, or the call that stands there. */
function categoriesOf(notes: readonly JudgedNote[]): (of: Required) => readonly string[] {
  const byAddress = new Map<string, string[]>();
  const byPlace = new Map<string, string[]>();
  for (const { note, subjects, isRetired } of notes) {
    if (note.category === null || isRetired) continue;
    for (const { now } of subjects) {
      if (now?.subject.noun !== "site") continue;
      put(byAddress, printAddress(now.subject), note.category);
      if (now.line !== null) put(byPlace, placeKey(now.subject, now.line, kindOf(now.subject)), note.category);
    }
  }
  return ({ subject, line }) => [
    ...new Set([
      ...(byAddress.get(printAddress(subject)) ?? []),
      ...(byPlace.get(placeKey(subject, line, other(subject))) ?? []),
    ]),
  ];
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** A dispatch and the plain call that it is have two addresses and one place; two of one kind in a line have two addresses. */
function placeKey({ path, callee }: CallSubject, line: number, kind: Requirement["kind"]): string {
  return `${path}\n${line}\n${callee}\n${kind}`;
}

function kindOf({ name }: CallSubject): Requirement["kind"] {
  return name === "" ? "call" : "site";
}

function other(subject: CallSubject): Requirement["kind"] {
  return kindOf(subject) === "call" ? "site" : "call";
}

function sitesOf(requirement: Requirement, rows: Rows | null): readonly Required[] | null {
  const { callee, except, covers, waits, layer, name } = requirement;
  if (rows === null) return null;
  return rows.site
    .filter(
      (row) =>
        covers(String(row.path)) &&
        (callee === null || callee.fits(null, String(row.callee))) &&
        (except === null || !except.fits(null, String(row.callee))) &&
        (waits === null || row.wait === (waits === "unknown" ? null : waits)) &&
        (layer === null || layer(String(row.layer))) &&
        (name === null || name(String(row.name ?? row.expression))),
    )
    .map((row) => {
      const subject = siteSubject(row);
      return { subject, path: subject.path, line: Number(row.line), text: `${subject.callee}(${subject.name})` };
    });
}

async function callsOf(
  { callee, except, covers }: Requirement,
  { snapshot, book }: { readonly snapshot: Snapshot; readonly book: CallBook },
): Promise<readonly Required[]> {
  const found: Required[] = [];
  for (const path of [...snapshot.files.keys()].filter((each) => languageOf(each) !== null && covers(each)).sort()) {
    const oid = snapshot.files.get(path)!;
    const bytes = Buffer.from(await snapshot.blob(oid));
    const { words } = callee!;
    if (words.length > 0 && !words.some((word) => bytes.includes(word))) continue;
    const calls = (await book.of(path, oid, words)) ?? [];
    const addresses = addressesOf(calls, "");
    for (const [at, call] of calls.entries())
      if (callee!.fits(call.receiver, call.callee) && !except?.fits(call.receiver, call.callee))
        found.push({ subject: addresses[at]!, path, line: call.line, text: call.source.replaceAll("\n", " ") });
  }
  return found;
}

function wanted({ categories }: Requirement): string {
  return categories === null ? "with a category" : `of category ${listed(categories, "or")}`;
}

function unclassifiedFinding({ requirement, subject, path, line, text, given }: Unclassified): ClaimFinding {
  const [one] = requirement.subject;
  const other = given.length === 0 ? "" : `; those it has say ${listed(given)}`;
  return {
    ...UNSAID,
    kind: "note",
    column: 1,
    address: printAddress(subject),
    doc: path,
    line,
    text: text.slice(0, 200),
    verdict: "false",
    fails: true,
    says: `unclassified ${one}: it has no note ${wanted(requirement)}${other}`,
    stated: requirement.categories === null ? "a category" : listed(requirement.categories, "or"),
    found: given.length === 0 ? "none" : listed(given),
    places: [{ path, line, text: text.slice(0, 200) }],
    fingerprint: fingerprintOf(["unclassified", one, printAddress(subject)]),
  };
}

function aboutRequirement(requirement: Requirement) {
  const { doc, line, subject } = requirement;
  return {
    ...UNSAID,
    kind: "note" as const,
    column: 1,
    address: printAddress({ noun: "doc", path: doc, line }),
    doc,
    line,
    text: `every ${subject[0]} has a note ${wanted(requirement)}`,
    fingerprint: fingerprintOf(["requirement", doc, subject[0], ...(requirement.categories ?? [])]),
  };
}

function satisfied(requirement: Requirement, count: number, counts: ReadonlyMap<string, number>): ClaimFinding {
  const parts = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, n]) => `${n} ${word}`);
  const found = `${count}: ${parts.join(", ")}`;
  return {
    ...aboutRequirement(requirement),
    verdict: "holds",
    fails: false,
    says: `all are classified, ${found}`,
    found,
  };
}

function aboutNothing(requirement: Requirement, required: readonly Required[] | null, fails: boolean): ClaimFinding {
  const why = required === null ? "no profile says which calls are sites" : `there are no ${requirement.subject[1]}`;
  return { ...aboutRequirement(requirement), verdict: "unchecked", fails, says: `it is about nothing: ${why}` };
}

function more(requirement: Requirement, count: number): ClaimFinding {
  const says = `${counted(count, "more is", "more are")} unclassified and not told one by one`;
  return { ...aboutRequirement(requirement), verdict: "false", fails: true, says };
}
