// Runs `issues`: imports issues and pull requests from files or a forge, lists them, shows what became of one, and says
// whether one touches a path.

import { existsSync } from "node:fs";
import { Archive } from "../audit/archive.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import { issuesBeside } from "../issues.ts";
import type { Oid } from "../model.ts";
import { citedIn } from "../provenance/issues/cited.ts";
import { changesOf, commitsNaming, type Effects, effectsOf, touchedUnder } from "../provenance/issues/history.ts";
import { importFiles } from "../provenance/issues/import.ts";
import { jsonText, logSafe } from "../report/audit/log-safe.ts";
import { importedText, issuesTable, type ListedIssue, touchesText } from "../report/issue-lists.ts";
import { issueJson, issueText } from "../report/issues.ts";
import { Database } from "../store/database.ts";
import { type IssueStore, openIssues, type Thread } from "../store/issues.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { configurationOf, type Flags, openContext, openFromFlags, storeFor, textFlag } from "./context.ts";
import { current } from "./current.ts";
import { importForge } from "./issues-forge.ts";
import type { Output } from "./output.ts";

interface Opened {
  readonly repo: Repository;
  readonly flags: Flags;
  readonly output: Output;
  /** The notebook's file, and the one of the issues beside it. */
  readonly notebook: string;
  readonly store: string;
}

/** Answers 2 where a forge let not all through. */
export async function runIssues(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const [verb, ...rest] = words;
  const run = { import: importSources, list, show, touches }[verb ?? ""];
  if (run === undefined)
    throw new BinnacleError(
      "bad-usage",
      `"issues ${verb ?? ""}" is nothing to do; expected import, list, show or touches.`,
    );
  const repo = await openFromFlags(flags);
  const notebook = await storeFor(repo, flags);
  return (await run({ repo, flags, output, notebook, store: issuesBeside(notebook) }, rest)) ?? 0;
}

const FORGES: readonly string[] = ["github", "gitlab"];

async function importSources(opened: Opened, sources: readonly string[]): Promise<number> {
  const { repo, flags, store, output } = opened;
  if (sources.length === 0)
    throw new BinnacleError(
      "bad-usage",
      "Nothing is named to import. Name files of JSON, saved threads, github or gitlab.",
    );
  const files = sources.filter((each) => !FORGES.includes(each));
  const onProgress = (done: number, total: number, what: string) => barLine(output, done, total, what);
  try {
    if (files.length > 0)
      output.print(
        logSafe(importedText(await importFiles({ store, files, forge: repo.forge, now: seconds(), onProgress }))),
      );
    let isWhole = true;
    for (const kind of sources.filter((each): each is "github" | "gitlab" => FORGES.includes(each))) {
      const token = process.env[kind === "github" ? "GITHUB_TOKEN" : "GITLAB_TOKEN"] || null;
      const asked = { kind, store, forge: repo.forge, api: textFlag(flags, "api"), token, now: seconds(), onProgress };
      const { text, whole } = await importForge(asked);
      output.print(logSafe(text));
      isWhole &&= whole;
    }
    return isWhole ? 0 : 2;
  } finally {
    if (output.terminal.isTTY) output.terminal.write("\r\u001b[2K");
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);

function barLine({ terminal }: Output, done: number, total: number, what: string): void {
  if (!terminal.isTTY) return;
  const plain = [...what].filter((each) => each >= " " && each !== "\u007f").join("");
  const of = total === 0 ? "" : ` of ${total.toLocaleString("en")}`;
  terminal.write(
    `\r\u001b[2K${[...`importing ${done.toLocaleString("en")}${of} · ${plain}`].slice(0, (terminal.columns ?? 80) - 1).join("")}`,
  );
}

async function opening({ store }: Opened): Promise<IssueStore> {
  const issues = await openIssues(store);
  if (issues !== null) return issues;
  throw new BinnacleError("store-missing", 'No issue was imported yet. Run "binnacle issues import SOURCE…" first.');
}

const STATES: readonly string[] = ["open", "closed", "merged", "unknown"];

async function list(opened: Opened): Promise<void> {
  const { flags, output } = opened;
  const state = textFlag(flags, "state");
  if (state !== null && !STATES.includes(state))
    throw new BinnacleError("bad-usage", `--state is ${state}; expected ${STATES.join(", ")}.`);
  const issues = await opening(opened);
  try {
    const rows = await issues.rows<ListedIssue>(
      `SELECT i.id, i.kind, i.state, i.title, i.opened,
         (SELECT count(*) FROM comment c WHERE c.issue = i.id AND c.kind NOT IN ('body', 'commit', 'event')) AS comments,
         (SELECT count(*) FROM finding f WHERE f.issue = i.id) AS findings,
         (SELECT count(*) FROM finding f WHERE f.issue = i.id AND f.state = 'open') AS open
       FROM issue i WHERE ?::VARCHAR IS NULL OR i.state = ? ORDER BY i.number, i.id`,
      [state, state],
    );
    output.print(flags.json === true ? jsonText(rows) : logSafe(issuesTable(rows, output.style)));
  } finally {
    issues.close();
  }
}

/** `90`, `#90`, `!12`. */
function idOf(word: string | undefined, verb: string): string {
  const match = /^([#!]?)(\d{1,9})$/.exec(word ?? "");
  if (match === null)
    throw new BinnacleError(
      "bad-usage",
      `"${word ?? ""}" is no issue; expected its number. For example: binnacle issues ${verb} 90`,
    );
  return `${match[1] || "#"}${Number(match[2])}`;
}

async function show(opened: Opened, words: readonly string[]): Promise<void> {
  const { repo, flags, output, store } = opened;
  const id = idOf(words[0], "show");
  const issues = await openIssues(store);
  try {
    const thread = (await issues?.threads([id]))?.get(id) ?? null;
    const derived = thread === null ? null : await issues!.derived(id);
    const tip = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
    const commits = id.startsWith("#") ? await commitsNaming(repo, tip, Number(id.slice(1))) : [];
    const targets = (derived?.links ?? []).flatMap(({ target }) => (target === null ? [] : [target]));
    const known = (await issues?.threads(targets)) ?? new Map();
    const full = thread === null ? null : { ...thread, ...derived! };
    const told = {
      id,
      thread: full,
      leading: (await issues?.leading(id)) ?? [],
      known: new Map([...known].map(([each, { issue }]) => [each, issue])),
      commits,
      effects: await effects(
        opened,
        commits.filter(({ how }) => how === "own").map(({ moment }) => moment.commit as Oid),
      ),
      cited: flags.citations === true && full !== null ? await judged(opened, full, tip) : null,
    };
    output.print(flags.json === true ? jsonText(issueJson(told)) : logSafe(issueText(told, output.style)));
  } finally {
    issues?.close();
  }
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

async function touches(opened: Opened, words: readonly string[]): Promise<void> {
  const { repo, flags, output, store } = opened;
  const id = idOf(words[0], "touches");
  if (words[1] === undefined)
    throw new BinnacleError(
      "bad-usage",
      `Which path ${id} is to touch is not said. For example: binnacle issues touches 90 src/`,
    );
  const issues = await openIssues(store);
  try {
    const head = (await issues?.threads([id]))?.get(id)?.issue.head ?? null;
    const tip = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
    const number = Number(id.slice(1));
    const named = id.startsWith("#") ? await commitsNaming(repo, tip, number) : [];
    const { changes, by } = await changesOf(repo, tip, number, head, named);
    const touched = await touchedUnder(repo, changes, words[1]);
    output.print(
      flags.json === true
        ? jsonText({ schema: 1, id, path: words[1], by, changes, touched })
        : logSafe(touchesText(id, words[1], touched, changes.length, by)),
    );
  } finally {
    issues?.close();
  }
}
