// Runs `notes`: lists notes with what became of what they are attached to, and what is unclassified; or writes a new one. It
// also judges notes and measurements for other commands.

import { printAddress, siteAddress } from "../address.ts";
import { Archive } from "../audit/archive.ts";
import type { Past } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import { attach } from "../knowledge/attach.ts";
import { type NotesConfiguration, PLAIN_NOTES, parseNotesConfiguration } from "../knowledge/configuration.ts";
import { draftOf } from "../knowledge/draft.ts";
import { type JudgedNotes, judgeNotes } from "../knowledge/judge.ts";
import { type JudgedMeasurements, judgeMeasurements } from "../knowledge/judge-measurements.ts";
import type { Note, Notes } from "../knowledge/note.ts";
import { readNotes } from "../knowledge/notes.ts";
import { putNote } from "../knowledge/put.ts";
import { notesJson, notesText, unclassifiedLedger, unclassifiedText } from "../report/notes.ts";
import { type Rows, rowsOf } from "../surface/rows.ts";
import { SurfaceWalk } from "../surface/walk.ts";
import { type Context, configurationOf, type Flags, openContext, openFromFlags, textFlag } from "./context.ts";
import { current } from "./current.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";

export async function runNotes(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const [verb = "list", word, ...rest] = words;
  if (verb === "list" && word === undefined) return list(flags, output);
  if (verb === "new" && word !== undefined && rest.length === 0) return write(flags, word, output);
  throw new BinnacleError(
    "bad-usage",
    verb === "new"
      ? '"notes new" wants one address or PATH:LINE. For example: binnacle notes new pkg/core.py:12'
      : `"notes ${words.join(" ")}": expected "notes list", or "notes new" with an address or PATH:LINE.`,
  );
}

async function list(flags: Flags, output: Output): Promise<void> {
  const [category, status] = [textFlag(flags, "category"), textFlag(flags, "status")];
  const unclassified = flags.unclassified === true;
  if (flags.ledger === true && !unclassified)
    throw new BinnacleError("bad-usage", "--ledger prints what is unclassified. Pass --unclassified with it.");
  if (unclassified && (category !== null || status !== null))
    throw new BinnacleError(
      "bad-usage",
      "What is unclassified has no note, so no category and no status. Leave these out.",
    );
  const repo = await openFromFlags(flags);
  const configuration = await notesConfigurationOf(repo, flags);
  if (status !== null && !configuration.statuses.includes(status))
    throw new BinnacleError("bad-usage", `--status is "${status}"; expected ${configuration.statuses.join(", ")}.`);
  if (unclassified && configuration.require.length === 0)
    throw new BinnacleError(
      "bad-usage",
      'Nothing must be classified. Say in binnacle.yaml, under "notes:" and "require:", what must.',
    );
  const snapshot = await judgedSnapshot(repo, flags, output);
  const archive = new Archive(repo, false);
  const judged = await notesTold({ repo, archive, snapshot, configuration, flags, output });
  const report = {
    repository: repositoryName(repo),
    commit: snapshot.heads[0] ?? "",
    judged: snapshot.name,
    notes: judged.notes.filter(
      ({ note }) => (category === null || note.category === category) && (status === null || note.status === status),
    ),
    broken: category === null && status === null ? judged.broken : [],
    unclassified: judged.unclassified,
  };
  if (flags.json === true) output.print(notesJson(unclassified ? { ...report, notes: [], broken: [] } : report));
  else if (flags.ledger === true) output.print(unclassifiedLedger(report));
  else output.print(unclassified ? unclassifiedText(report, output.style) : notesText(report, output.style));
}

/** The commit of --at; the work tree, with files that git does not know yet; of a bare repository its head. */
async function judgedSnapshot(repo: Repository, flags: Flags, output: Output): Promise<Snapshot> {
  const at = textFlag(flags, "at");
  if (at !== null || repo.workTree === null)
    return commitSnapshot(repo, await repo.resolve(at ?? "HEAD"), at ?? "HEAD");
  const now = await worktreeSnapshot(repo, { untracked: true });
  for (const notice of now.notices) output.note(notice);
  return now;
}

/** The `notes:` that is in force. Throws "bad-configuration". */
export async function notesConfigurationOf(repo: Repository, flags: Flags): Promise<NotesConfiguration> {
  const own = await configurationOf(repo, flags);
  return own === null ? PLAIN_NOTES : parseNotesConfiguration(own.text, own.origin);
}

export interface KnowledgeAsked {
  readonly repo: Repository;
  readonly archive: Archive;
  readonly snapshot: Snapshot;
  readonly configuration: NotesConfiguration;
  readonly flags: Flags;
  readonly output: Output;
}

/**
 * Notes of a snapshot, judged. The surface is derived, and the store made current with the snapshot's head, only where a note
 * or a requirement speaks of what is dispatched; history is walked only where there is a note or a requirement.
 */
export async function notesTold(asked: KnowledgeAsked): Promise<JudgedNotes> {
  const { repo, archive, snapshot, configuration, flags, output } = asked;
  const notes = await readNotes(snapshot, configuration);
  const facts = new Facts();
  const [head] = snapshot.heads;
  const walked: Flags = head === undefined ? flags : { ...flags, branch: head };
  const context = asksSurface(notes, configuration) ? await contextOf(walked) : null;
  const rows = context === null ? null : await surfaceOf(snapshot, repo, context.profile, facts);
  const follows = context !== null && head !== undefined && notes.notes.some(isOfContract);
  if (follows) await current(context, walked, output);
  const store = follows ? context.store : null;
  return judgeNotes({ snapshot, archive, rows, store, configuration, facts, notes });
}

/** Measurements of a snapshot, judged. */
export async function measurementsTold({
  archive,
  snapshot,
  configuration,
}: KnowledgeAsked): Promise<JudgedMeasurements> {
  return judgeMeasurements({ archive, snapshot, configuration });
}

/** Null where no profile is given and nothing in the code proposes one. */
async function contextOf(flags: Flags): Promise<Context | null> {
  try {
    return await openContext(flags);
  } catch (thrown) {
    if (thrown instanceof BinnacleError && thrown.code === "nothing-matches") return null;
    throw thrown;
  }
}

function asksSurface({ notes }: Notes, { require }: NotesConfiguration): boolean {
  return require.some(({ kind }) => kind === "site") || notes.some(isOfContract);
}

/** Whether a note is attached to something that a surface tells: a dispatch, a name, a key. */
function isOfContract({ attachedTo }: Note): boolean {
  return attachedTo.some(({ subject }) =>
    subject?.noun === "site" ? subject.name !== "" : subject?.noun === "name" || subject?.noun === "key",
  );
}

async function surfaceOf(
  snapshot: Snapshot,
  repo: Repository,
  profile: Parameters<typeof rowsOf>[1],
  facts: Facts,
): Promise<Rows> {
  const walk = new SurfaceWalk(repo, profile, facts);
  await walk.goToFiles(snapshot.files, (oid) => snapshot.blob(oid));
  return rowsOf(walk.surface(), profile, siteAddress, (path) => snapshot.files.get(path) ?? null);
}

async function write(flags: Flags, word: string, output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  if (repo.workTree === null)
    throw new BinnacleError(
      "bad-usage",
      "A bare repository has no work tree to write a note into. Name a clone with one.",
    );
  const configuration = await notesConfigurationOf(repo, flags);
  const status = textFlag(flags, "status") ?? configuration.statuses[0]!;
  if (!configuration.statuses.includes(status))
    throw new BinnacleError("bad-usage", `--status is "${status}"; expected ${configuration.statuses.join(", ")}.`);
  const snapshot = await worktreeSnapshot(repo, { untracked: true });
  const archive = new Archive(repo, false);
  const past: Past = await archive.open(snapshot);
  const facts = new Facts();
  const rows = await rowsFor(word, repo, snapshot, facts, flags);
  const subject = await attach(word, { snapshot, archive, past, rows, facts, require: configuration.require });
  const draft = draftOf(subject, textFlag(flags, "category"), status);
  const path = putNote(repo.workTree, configuration.notes, draft, printAddress(subject));
  output.print(flags.json === true ? JSON.stringify({ path, address: printAddress(subject) }, null, 2) : path);
}

/** The surface where the word can mean something of it. */
async function rowsFor(
  word: string,
  repo: Repository,
  snapshot: Snapshot,
  facts: Facts,
  flags: Flags,
): Promise<Rows | null> {
  if (/^(?:symbol|commit):/.test(word)) return null;
  const context = await contextOf(flags);
  return context === null ? null : surfaceOf(snapshot, repo, context.profile, facts);
}
