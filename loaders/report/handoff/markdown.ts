// Turns a sheet into Markdown, each line a permalink; and compares one that was written with the facts of today. What
// people wrote around the generated part is theirs.

import { BinnacleError } from "../../error.ts";
import { commitLink, lineLink } from "../audit/links.ts";
import { day } from "../audit/words.ts";
import type { Fact, Sheet } from "./sheet.ts";

const BEGIN = /<!-- binnacle handoff (.+?) -->/;
const END = "<!-- binnacle handoff end -->";

/** The generated part, with the marks by which it is found again. `words`: the command's, for `--update`. */
export function sheetMarkdown(sheet: Sheet, words: string): string {
  const lines = [
    `<!-- binnacle handoff ${words} -->`,
    `## What a replacement of \`${sheet.of}\` owes`,
    "",
    `${capital(sheet.says)}. Taken from ${commit(sheet, { commit: sheet.head.oid, pr: null, date: sheet.head.day })}.`,
  ];
  for (const { title, intro, facts } of sheet.sections) {
    lines.push("", `### ${title}`, "");
    if (intro !== null) lines.push(intro, "");
    for (const fact of facts) lines.push(factLine(sheet, fact));
  }
  return [...lines, "", END].join("\n");
}

function factLine(sheet: Sheet, fact: Fact): string {
  const at = fact.since === null ? undefined : sheet.commits.get(fact.since);
  const notes = [
    fact.strength,
    fact.spot === null || fact.spot.path === "" ? null : place(sheet, fact),
    at === undefined ? null : `since ${commit(sheet, { commit: at.oid, pr: at.pr, date: at.day })}`,
  ].filter((note) => note !== null);
  return `- ${capital(fact.says)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`} <!-- ${marked(fact)} -->`;
}

function place({ forge, head }: Sheet, { spot }: Fact): string {
  const { path, line } = spot!;
  const link = lineLink(forge, head.oid, path, line);
  const name = `\`${path}:${line}\``;
  return link === null ? name : `[${name}](${link})`;
}

function commit({ forge }: Sheet, moment: { commit: string; pr: number | null; date: string }): string {
  const link = commitLink(forge, moment);
  const name = `\`${moment.commit.slice(0, 9)}\``;
  const notes = [moment.pr === null ? null : `#${moment.pr}`, moment.date === "" ? null : day(moment.date)].filter(
    (note) => note !== null,
  );
  return `${link === null ? name : `[${name}](${link})`}${notes.length === 0 ? "" : `, ${notes.join(", ")}`}`;
}

function capital(text: string): string {
  return text[0] === undefined ? "" : text[0].toUpperCase() + text.slice(1);
}

/** What a line says, apart from where it stands and since when: what a check compares. */
function marked({ id, says }: Fact): string {
  return `${encodeURIComponent(id)} ${encodeURIComponent(says)}`.replaceAll("--", "-%2D");
}

/** What became of the facts of a written sheet. */
export interface Stale {
  /** Facts that are there no more, that say something else now, and new ones: in words. */
  readonly gone: readonly string[];
  readonly changed: readonly { readonly was: string; readonly is: string }[];
  readonly added: readonly string[];
}

/** The words of the sheet that a document holds. Throws "bad-usage" where it holds none, or more than one. */
export function wordsOf(document: string, file: string): string {
  const found = [...document.matchAll(new RegExp(BEGIN, "g"))]
    .map((match) => match[1]!)
    .filter((words) => words !== "end");
  if (found.length !== 1 || !document.includes(END))
    throw new BinnacleError(
      "bad-usage",
      `${file} holds ${found.length === 0 ? "no hand-off sheet" : `${found.length} hand-off sheets, and one is compared`}. Write one with: binnacle handoff NAME > ${file}`,
    );
  return found[0]!;
}

/** Compares facts, not text: a line that moved or a sentence of a person's changes nothing. */
export function compareSheet(document: string, sheet: Sheet): Stale {
  const written = new Map<string, string>();
  for (const [, id, says] of document.matchAll(/ <!-- (\S+) (\S*) -->$/gm))
    written.set(decodeURIComponent(id!), decodeURIComponent(says!));
  const now = new Map(sheet.sections.flatMap(({ facts }) => facts.map(({ id, says }) => [id, says] as const)));
  return {
    gone: [...written].filter(([id]) => !now.has(id)).map(([, says]) => says),
    changed: [...written].flatMap(([id, was]) => {
      const is = now.get(id);
      return is === undefined || is === was ? [] : [{ was, is }];
    }),
    added: [...now].filter(([id]) => !written.has(id)).map(([, says]) => says),
  };
}

/** The document with its generated part renewed. */
export function updateSheet(document: string, generated: string): string {
  const begin = BEGIN.exec(document)!.index;
  const end = document.indexOf(END) + END.length;
  return document.slice(0, begin) + generated + document.slice(end);
}
