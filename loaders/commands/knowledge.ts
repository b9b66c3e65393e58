// Has the notes of one snapshot judged, for the commands that tell of them. The surface is derived, and history
// walked, only where something asks it.

import { siteAddress } from "../address.ts";
import type { Archive } from "../audit/archive.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import type { NotesConfiguration } from "../knowledge/configuration.ts";
import { type JudgedNotes, judgeNotes } from "../knowledge/judge.ts";
import type { Note, Notes } from "../knowledge/note.ts";
import { readNotes } from "../knowledge/notes.ts";
import { type Rows, rowsOf } from "../surface/rows.ts";
import { SurfaceWalk } from "../surface/walk.ts";
import { type Context, type Flags, openContext } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";

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

/** Null where no profile is given and nothing in the code proposes one. */
export async function contextOf(flags: Flags): Promise<Context | null> {
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

export async function surfaceOf(
  snapshot: Snapshot,
  repo: Repository,
  profile: Parameters<typeof rowsOf>[1],
  facts: Facts,
): Promise<Rows> {
  const walk = new SurfaceWalk(repo, profile, facts);
  await walk.goToFiles(snapshot.files, (oid) => snapshot.blob(oid));
  return rowsOf(walk.surface(), profile, siteAddress, (path) => snapshot.files.get(path) ?? null);
}
