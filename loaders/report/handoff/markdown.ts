// Turns a sheet into Markdown, each line a permalink, with the marks by which a pinned document is found and compared
// again. What people wrote around the generated part is theirs.

import { createHash } from "node:crypto";
import type { Moment } from "../../model.ts";
import { commitLink, lineLink, pullLink } from "../audit/links.ts";
import { shown } from "../audit/log-safe.ts";
import { code as cell, clipped, prose } from "../audit/markdown-text.ts";
import { capital, day } from "../audit/words.ts";
import type { Spot } from "../pages.ts";
import type { Fact, Said, Sheet, Strength } from "./sheet.ts";

/** Strength in a word, as pages have it beside its four boxes. */
const STRENGTHS: Readonly<Record<Strength, string>> = {
  4: "read",
  3: "read after a hop",
  2: "forwarded",
  1: "dropped",
  0: "convention",
};

export const END = "<!-- binnacle handoff end -->";

/** The line that begins the generated part of the sheet of these words. */
function beginMark(words: readonly string[]): string {
  return `<!-- binnacle handoff ${words.map(markPart).join(" ")} -->`;
}

/** A word inside a comment of Markdown: nothing in it ends the comment. */
export function markPart(word: string): string {
  return word === "--for" ? word : encodeURIComponent(word).replaceAll("-", "%2D");
}

/** The mark of a fact: what it is, and a digest of what it says. */
function factMark(id: string, says: string): string {
  return `<!-- fact ${markPart(id)} ${factDigest(says)} -->`;
}

export function factDigest(says: string): string {
  return createHash("sha256").update(says).digest("hex").slice(0, 10);
}

/** What the design's table pins: of a citation its verdict, of a claim what was found too; not where they stand. */
export function saidFact({ kind, verdict, now }: Said): string {
  return kind === "citation" ? verdict : `${verdict}: ${now}`;
}

/** History is told and not pinned, for what it changed is; and neither are issues, which not every reader has imported. */
export function isPinned({ id }: Fact): boolean {
  return !/(?:^|\/)(?:event|issue):/.test(id);
}

/** The generated part, with its marks, and no line end behind it. */
export function sheetMarkdown(sheet: Sheet): string {
  const lines = [
    beginMark(sheet.words),
    `<!-- Write outside of these marks: "binnacle handoff --update" renews what stands between them. -->`,
    "",
    `## What a replacement of ${cell(sheet.kind === "owed" ? (sheet.words[0] ?? sheet.of) : sheet.of)} owes`,
    "",
    `${capital(sheet.says)}. Taken from ${commit(sheet, { oid: sheet.head.oid, pr: null, day: sheet.head.day })}.`,
  ];
  for (const { title, intro, facts } of sheet.sections) {
    lines.push("", `### ${prose(title)}`, "");
    if (intro !== null) lines.push(intro, ...(facts.length > 0 ? [""] : []));
    for (const fact of facts) lines.push(factLine(sheet, fact));
  }
  return [...lines, "", ...saidTable(sheet), "", END].join("\n");
}

function factLine(sheet: Sheet, fact: Fact): string {
  const at = fact.since === null ? undefined : sheet.commits.get(fact.since);
  const notes = [
    fact.strength === null ? null : STRENGTHS[fact.strength],
    fact.spot === null || fact.spot.path === "" ? null : place(sheet, fact.spot),
    at === undefined ? null : `since ${commit(sheet, at)}`,
  ].filter((note) => note !== null);
  return `- ${capital(fact.says)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}${isPinned(fact) ? ` ${factMark(fact.id, fact.says)}` : ""}`;
}

/** What the design says beside what the code says: the table a successor would write by hand. */
function saidTable(sheet: Sheet): readonly string[] {
  const head = ["### Design says, code says now", ""];
  if (sheet.said.length === 0) return [...head, "No document, docstring or comment that was judged speaks of it."];
  return [
    ...head,
    "| design says | written in | code says now | where | verdict |",
    "|---|---|---|---|---|",
    ...sheet.said.map((said) => saidRow(sheet, said)),
  ];
}

function saidRow(sheet: Sheet, said: Said): string {
  const { design, doc, now, code, verdict, by, born, id } = said;
  const written = born === null ? "" : `, ${commit(sheet, born)}`;
  return `| ${prose(clipped(design.replace(/\s+/g, " "), 240))} | ${place(sheet, doc)}${written} | ${nowCell(said, now)} | ${code === null ? "" : place(sheet, code)} | ${prose(verdict)}${by === "name" ? " (by the name alone)" : ""} ${factMark(id, saidFact(said))} |`;
}

/** A line of code in mono, a sentence as words. */
function nowCell({ kind, verdict }: Said, now: string): string {
  const short = clipped(now.replace(/\s+/g, " "), 160);
  return kind === "citation" && (verdict === "holds" || verdict === "moved") ? cell(short) : prose(short);
}

function place({ forge, head }: Sheet, { path, line, endLine }: Spot): string {
  const name = cell(`${path}:${line}${endLine > line ? `-${endLine}` : ""}`);
  const link = lineLink(forge, head.oid, path, line, endLine);
  return link === null ? name : `[${name}](${link})`;
}

function commit({ forge }: Sheet, { oid, pr, day: date }: { oid: string; pr: number | null; day: string }): string {
  const moment: Moment = { commit: oid, pr, date };
  const link = commitLink(forge, moment);
  const name = cell(shown(oid.slice(0, 9)));
  const notes = [pr === null ? null : pull(forge, pr), date === "" ? null : day(date)].filter((note) => note !== null);
  return `${link === null ? name : `[${name}](${link})`}${notes.length === 0 ? "" : `, ${notes.join(", ")}`}`;
}

function pull(forge: string | null, pr: number): string {
  const link = pullLink(forge, pr);
  return link === null ? `#${pr}` : `[#${pr}](${link})`;
}
