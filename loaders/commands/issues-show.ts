// Runs `issues show`: all that is known of one issue or pull request, from what was imported, from history and from the notebook.

import { existsSync } from "node:fs";
import { Archive } from "../audit/archive.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import type { Oid } from "../model.ts";
import { citedIn } from "../provenance/issues/cited.ts";
import { type Dependencies, dependenciesOf } from "../provenance/issues/dependencies.ts";
import { changesOf, commitsNaming, type Effects, effectsOf, type NamingCommit } from "../provenance/issues/history.ts";
import { type Pull, stacksOf } from "../provenance/issues/stacks.ts";
import { jsonText, logSafe } from "../report/audit/log-safe.ts";
import { isStranger, issueJson, issueText } from "../report/issues.ts";
import { Database } from "../store/database.ts";
import { openIssues, type Thread } from "../store/issues.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { configurationOf, openContext, textFlag } from "./context.ts";
import { current } from "./current.ts";
import { idOf, type Opened } from "./issues-opened.ts";

export async function showIssue(opened: Opened, words: readonly string[]): Promise<void> {
  const { repo, flags, output, store } = opened;
  const id = idOf(words[0], "show");
  const issues = await openIssues(store);
  try {
    const thread = (await issues?.threads([id]))?.get(id) ?? null;
    const derived = thread === null ? null : await issues!.derived(id);
    const tip = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
    const commits = id.startsWith("#") ? await commitsNaming(repo, tip, Number(id.slice(1))) : [];
    const own = commits.filter(({ how }) => how === "own");
    // What another repository's commit of that number did is not the thread's.
    const isOther = thread !== null && own[0] !== undefined && isStranger(thread.issue, own[0].subject);
    const targets = (derived?.links ?? []).flatMap(({ target }) => (target === null ? [] : [target]));
    const known = (await issues?.threads(targets)) ?? new Map();
    const full = thread === null ? null : { ...thread, ...derived! };
    const told = {
      id,
      thread: full,
      leading: (await issues?.leading(id)) ?? [],
      known: new Map([...known].map(([each, { issue }]) => [each, issue])),
      commits,
      effects: isOther
        ? null
        : await effects(
            opened,
            own.map(({ moment }) => moment.commit as Oid),
          ),
      stacks: thread === null ? [] : stacksOf(thread.issue, await issues!.rows<Pull>(PULLS)),
      dependencies: isOther ? null : await dependencies(opened, id, thread?.issue.head ?? null, tip, commits),
      cited: flags.citations === true && full !== null ? await judged(opened, full, tip) : null,
    };
    output.print(flags.json === true ? jsonText(issueJson(told)) : logSafe(issueText(told, output.style)));
  } finally {
    issues?.close();
  }
}

const PULLS = "SELECT id, base_branch, head_branch FROM issue WHERE kind = 'pull' ORDER BY number";

/** Null where nothing that it changed is in this clone. */
async function dependencies(
  { repo }: Opened,
  id: string,
  head: string | null,
  tip: Oid,
  named: readonly NamingCommit[],
): Promise<Dependencies | null> {
  const { changes, by } = await changesOf(repo, tip, Number(id.slice(1)), head, named);
  if (by === "none") return null;
  const archive = new Archive(repo, false);
  const past = await archive.open(await commitSnapshot(repo, tip));
  return dependenciesOf(repo, archive.library, past, changes);
}

/** What a notebook tells; null where no profile is configured and none was made so far. */
async function effects({ repo, flags, output, notebook }: Opened, commits: readonly Oid[]): Promise<Effects | null> {
  const isConfigured = flags.profile !== undefined || (await configurationOf(repo, flags)) !== null;
  if (!isConfigured && !existsSync(notebook)) return null;
  if (isConfigured) await current(await openContext(flags), flags, output);
  const database = await Database.read(notebook);
  try {
    return await effectsOf(database, commits);
  } finally {
    database.close();
  }
}

async function judged({ repo, flags }: Opened, thread: Thread, tip: Oid) {
  const { configuration } = await auditConfigurationOf(repo, flags);
  const at = textFlag(flags, "at");
  const snapshot = await commitSnapshot(repo, at === null ? tip : await repo.resolve(at), at ?? "HEAD");
  const cited = await citedIn([thread], new Archive(repo, configuration.examples), snapshot, configuration);
  return cited.get(thread.issue.id) ?? [];
}
