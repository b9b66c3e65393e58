// Turns judged notes into a list for people, into JSON for programs, and what is unclassified into entries of a ledger. Text
// of a repository is made harmless here.

import { printAddress } from "../address.ts";
import type { ClaimFinding, ClaimVerdict } from "../claim.ts";
import { ledgerEntry } from "../knowledge/draft.ts";
import type { JudgedNotes } from "../knowledge/judge.ts";
import type { JudgedNote, JudgedSubject } from "../knowledge/note.ts";
import type { Unclassified } from "../knowledge/requirements.ts";
import { jsonText, logSafe, shown } from "./audit/log-safe.ts";
import { capital, count, counted, listed, momentWords } from "./audit/words.ts";
import { type Style, table } from "./text.ts";

export interface NotesReport {
  readonly repository: string;
  readonly commit: string;
  /** What was judged, for people: `HEAD`, `work tree`. */
  readonly judged: string;
  /** The notes that were asked for. */
  readonly notes: readonly JudgedNote[];
  readonly broken: JudgedNotes["broken"];
  readonly unclassified: readonly Unclassified[];
}

/** Behind a count of notes: "two hold", "one changed". */
const MANY: Readonly<Partial<Record<ClaimVerdict, readonly [one: string, many: string]>>> = {
  holds: ["holds", "hold"],
  unchecked: ["could not be checked", "could not be checked"],
  elsewhere: ["is on another branch", "are on other branches"],
};

export function notesText(report: NotesReport, style: Style): string {
  const { notes, broken, unclassified } = report;
  const rows = notes.flatMap(({ note, subjects, isRetired }) =>
    subjects.map((each): string[] => [
      note.name,
      note.category ?? "",
      isRetired ? `${note.status}, retired` : note.status,
      each.verdict,
      each.attached.text,
      placeWords(each),
    ]),
  );
  const parts: string[] = [];
  if (rows.length > 0) parts.push(table(["note", "category", "status", "is", "attached to", "at"], rows, style));
  const off = notes.flatMap(({ subjects }) => subjects).filter(({ verdict }) => verdict !== "holds");
  for (const { finding } of off) parts.push(detail(finding, style));
  for (const { doc, line, says } of broken)
    parts.push(`${style.alarm("no note")}  ${shown(doc)}:${line}\n  ${shown(says)}`);
  parts.push(summary(notes, broken.length, unclassified.length));
  return logSafe(parts.join("\n\n"));
}

function placeWords({ now }: JudgedSubject): string {
  if (now === null) return "";
  if (now.path === null) return printAddress(now.subject);
  return now.line === null ? now.path : `${now.path}:${now.line}`;
}

/** What is not in order about one thing that a note is attached to. */
function detail(
  { address, verdict, fails, says, doc, line, missing, extra, broke }: ClaimFinding,
  style: Style,
): string {
  const label = fails ? style.alarm(`${verdict}, fails`) : style.bold(verdict);
  const by =
    broke === null
      ? []
      : [`${broke.commit === "uncommitted" ? "a change not committed yet" : momentWords(broke)} ${broke.says}`];
  const lines = [
    says,
    ...by,
    ...missing.map((each) => style.dim(`- ${shown(each)}`)),
    ...extra.map((each) => `+ ${shown(each)}`),
  ];
  return [
    `${label}  ${shown(address)}  ${shown(`${doc}:${line}`)}`,
    ...lines.map((each) => `  ${shownKeeping(each)}`),
  ].join("\n");
}

/** Lines that the style has marked are harmless already. */
function shownKeeping(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /^\u001b\[2m/.test(text) ? text : shown(text);
}

function summary(notes: readonly JudgedNote[], broken: number, unclassified: number): string {
  const verdicts = new Map<ClaimVerdict, number>();
  for (const { subjects } of notes)
    for (const { verdict } of subjects) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const told = [...verdicts].map(([verdict, n]) => `${count(n)} ${MANY[verdict]?.[n === 1 ? 0 : 1] ?? verdict}`);
  const sentences = [
    notes.length === 0 ? "There are no notes." : `${capital(counted(notes.length, "note"))}: ${listed(told)}.`,
    broken === 0 ? "" : `${capital(counted(broken, "file or entry is", "files or entries are"))} no note.`,
    unclassified === 0 ? "" : `${capital(count(unclassified))} unclassified: "binnacle notes list --unclassified".`,
  ];
  return sentences.filter((each) => each !== "").join("\n");
}

/** What has no note of an allowed category, by requirement. */
export function unclassifiedText({ unclassified }: Pick<NotesReport, "unclassified">, style: Style): string {
  if (unclassified.length === 0) return "Nothing that must be classified is unclassified.";
  const rows = unclassified.map(({ path, line, text, subject, given }) => [
    `${path}:${line}`,
    text.slice(0, 60),
    given.length === 0 ? "" : listed(given),
    printAddress(subject),
  ]);
  const requirements = new Map<string, number>();
  for (const { requirement } of unclassified) {
    const [, many] = requirement.subject;
    requirements.set(many, (requirements.get(many) ?? 0) + 1);
  }
  const told = [...requirements].map(([many, n]) => `${capital(count(n))} unclassified of the ${shown(many)}.`);
  return logSafe([table(["at", "call", "has", "address"], rows, style), told.join("\n")].join("\n\n"));
}

/** The same as entries of a ledger in YAML, their categories left to be filled in. */
export function unclassifiedLedger({ unclassified }: Pick<NotesReport, "unclassified">): string {
  return unclassified
    .map(({ subject, path, line, text }) => ledgerEntry(subject, null, `${path}:${line} ${text}`))
    .join("\n")
    .trimEnd();
}

export function notesJson(report: NotesReport): string {
  const { repository, commit, judged, notes, broken, unclassified } = report;
  return jsonText({
    schema: 1,
    repository,
    commit,
    judged,
    notes: notes.map(({ note, subjects, isRetired }) => ({
      address: printAddress({ noun: "note", name: note.name }),
      name: note.name,
      doc: note.doc,
      line: note.line,
      category: note.category,
      status: note.status,
      retired: isRetired,
      relies: note.relies,
      since: note.since,
      reviewed: note.reviewed,
      title: note.title,
      text: note.text,
      subjects: subjects.map(({ attached, verdict, now, written, finding }) => ({
        attachedTo: attached.text,
        verdict,
        fails: finding.fails,
        now: now === null ? null : { address: printAddress(now.subject), path: now.path, line: now.line },
        written,
        says: finding.says,
        removed: finding.missing,
        added: finding.extra,
        born: finding.born,
        broke: finding.broke,
        excused: finding.excused,
        fingerprint: finding.fingerprint,
      })),
    })),
    broken,
    unclassified: unclassified.map(({ subject, path, line, text, given, requirement }) => ({
      address: printAddress(subject),
      path,
      line,
      text,
      given,
      requirement: {
        of: requirement.subject[0],
        categories: requirement.categories,
        doc: requirement.doc,
        line: requirement.line,
      },
    })),
  });
}
