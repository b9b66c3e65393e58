// Runs `notes`: lists notes with what became of what they are attached to, and what is unclassified; or writes a new
// one.

import { printAddress } from "../address.ts";
import { Archive } from "../audit/archive.ts";
import type { Past } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import { attach } from "../knowledge/attach.ts";
import { draftOf } from "../knowledge/draft.ts";
import { putNote } from "../knowledge/put.ts";
import { notesJson, notesText, unclassifiedLedger, unclassifiedText } from "../report/notes.ts";
import type { Rows } from "../surface/rows.ts";
import { type Flags, openFromFlags, textFlag } from "./context.ts";
import { contextOf, notesTold, surfaceOf } from "./knowledge.ts";
import { repositoryName } from "./name.ts";
import { notesConfigurationOf } from "./notes-configuration.ts";
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
