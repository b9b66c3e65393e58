// Runs `issues`: imports issues and pull requests from files or a forge, lists them, and says whether one touches a path. What
// shows one, and what asks across them, are modules of their own.

import { BinnacleError } from "../error.ts";
import { listTree } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import { issuesBeside } from "../issues.ts";
import type { Oid } from "../model.ts";
import { type Change, changesOf, commitsNaming, touchedUnder } from "../provenance/issues/history.ts";
import { importFiles } from "../provenance/issues/import.ts";
import { jsonText, logSafe } from "../report/audit/log-safe.ts";
import { importedText, issuesTable, type ListedIssue, touchesText } from "../report/issue-lists.ts";
import { isStranger } from "../report/issues.ts";
import { openIssues } from "../store/issues.ts";
import { type Flags, openFromFlags, storeFor, textFlag } from "./context.ts";
import { folderOf, fromHere } from "./here.ts";
import { importForge } from "./issues-forge.ts";
import { idOf, type Opened, opening, stateOf } from "./issues-opened.ts";
import { changed, gone, unnamed } from "./issues-questions.ts";
import { showIssue } from "./issues-show.ts";
import type { Output } from "./output.ts";

/** Answers an exit code, or nothing for 0. */
type Verb = (opened: Opened, words: readonly string[]) => Promise<unknown>;

const VERBS: Readonly<Record<string, Verb>> = {
  import: importSources,
  list,
  show: showIssue,
  touches,
  changed,
  gone,
  unnamed,
};

/** Words behind the verb. */
const MOST_WORDS: Readonly<Record<string, number>> = { import: 1000, show: 1, touches: 2, changed: 1 };

/** Answers 2 where a forge let not all through. */
export async function runIssues(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const [verb, ...rest] = words;
  const run = VERBS[verb ?? ""];
  if (run === undefined)
    throw new BinnacleError(
      "bad-usage",
      `"issues ${verb ?? ""}" is nothing to do; expected ${Object.keys(VERBS).join(", ")}.`,
    );
  const most = MOST_WORDS[verb ?? ""] ?? 0;
  if (rest.length > most)
    throw new BinnacleError(
      "bad-usage",
      `issues ${verb} takes at most ${most}; found "${rest.slice(most).join(" ")}" too.`,
    );
  const repo = await openFromFlags(flags);
  const notebook = await storeFor(repo, flags);
  const code = await run({ repo, flags, output, notebook, store: issuesBeside(notebook) }, rest);
  return typeof code === "number" ? code : 0;
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

async function list(opened: Opened): Promise<void> {
  const { flags, output } = opened;
  const state = stateOf(flags);
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
    const thread = (await issues?.threads([id]))?.get(id)?.issue ?? null;
    const head = thread?.head ?? null;
    const tip = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
    const number = Number(id.slice(1));
    const named = id.startsWith("#") ? await commitsNaming(repo, tip, number) : [];
    const { changes, by } = await changesOf(repo, tip, number, head, named);
    const path = await knownPath(repo, tip, changes, words[1]);
    const touched = await touchedUnder(repo, changes, path);
    const own = named.find(({ how }) => how === "own");
    if (thread !== null && own !== undefined && isStranger(thread, own.subject))
      output.note(`${id}: title and subject share no word. The thread may be of another repository than this commit.`);
    output.print(
      flags.json === true
        ? jsonText({ schema: 1, id, path, by, changes, touched })
        : logSafe(touchesText(id, path, touched, changes.length, by)),
    );
  } finally {
    issues?.close();
  }
}

/** A path that stands, or stood at one of the changes: what never stood anywhere proves no zero. */
async function knownPath(repo: Repository, tip: Oid, changes: readonly Change[], word: string): Promise<string> {
  const trees = [tip, ...changes.flatMap(({ from, to }) => (from === null ? [to] : [to, from]))];
  const known = new Set<string>();
  for (const tree of trees)
    for (const file of (await listTree(repo, tree)).keys())
      for (let at = file.length; at > 0; at = file.lastIndexOf("/", at - 1)) known.add(file.slice(0, at));
  const path = fromHere(folderOf(repo), word, (each) => known.has(each));
  if (path === "" || known.has(path)) return path;
  const near = [...known].find((each) => each.endsWith(`/${path}`));
  throw new BinnacleError(
    "bad-usage",
    `"${word}" is no file or folder here. Write its path from the root.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  );
}
