// Turns what leans on the lines of a change into text for a reviewer, by changed file, and into JSON for programs. Every
// text of a repository is made harmless here.

import type { Leaning } from "../audit/affected.ts";
import { groupBy } from "../group.ts";
import { jsonText, logSafe, shown } from "./audit/log-safe.ts";
import { capital, count, counted, listed } from "./audit/words.ts";
import type { Style } from "./text.ts";

export interface AffectedReport {
  readonly repository: string;
  /** For people: `main`, `work tree`. */
  readonly from: string;
  readonly to: string;
  /** The commits; null of what no commit holds. */
  readonly fromCommit: string;
  readonly toCommit: string | null;
  readonly touched: readonly Leaning[];
  readonly shifted: readonly Leaning[];
  readonly untrue: number;
  readonly notices: readonly string[];
}

export function affectedText(report: AffectedReport, style: Style): string {
  const byFile = groupBy([...report.touched, ...report.shifted], ({ path }) => path);
  const moved = new Set(report.shifted);
  const blocks = report.notices.map((notice) => `Note: ${shown(notice)}`);
  for (const [path, leanings] of byFile) {
    const touched = leanings.filter((each) => !moved.has(each));
    if (touched.length > 0) blocks.push(fileBlock(path, touched, leanings.length - touched.length, style));
  }
  const lines = headline(report);
  if (report.untrue > 0)
    lines.push(
      `${capital(counted(report.untrue, "citation"))} of changed files ${report.untrue === 1 ? "is" : "are"} not known to be true in ${shown(report.from)}; "binnacle audit" says more.`,
    );
  blocks.push([style.bold(lines[0]!), ...lines.slice(1)].join("\n"));
  return logSafe(blocks.join("\n\n"));
}

function fileBlock(path: string, touched: readonly Leaning[], shifted: number, style: Style): string {
  const [first] = touched;
  const becomes =
    first!.file === "deleted"
      ? ", deleted"
      : first!.file === "renamed"
        ? `, renamed to ${first!.now?.path ?? "another"}`
        : "";
  const lines = [`${style.bold(shown(path))}${shown(becomes)}`];
  for (const [doc, leanings] of groupBy(touched, ({ finding }) => finding.doc))
    for (const leaning of leanings) {
      const where = `${doc}:${leaning.finding.line}`;
      const own = `${leaning.finding.text} (${linesWords(leaning)}${leaning.symbol === null ? "" : `, in ${leaning.symbol}`})`;
      lines.push(
        `  ${shown(where)}  ${shown(own)}: ${happens(leaning)}${leaning.answered ? " (this change edits the citing line too)" : ""}`,
      );
      lines.push(style.dim(`      ${shown(leaning.finding.sentence)}`));
    }
  if (shifted > 0)
    lines.push(style.dim(`  ${counted(shifted, "more citation only moves", "more citations only move")}`));
  return lines.join("\n");
}

function linesWords({ start, end }: Leaning): string {
  return start === end ? `line ${start}` : `lines ${start}-${end}`;
}

/** "edits 12 and 14-16, deletes 13". */
function happens({ edited, deleted, added, file, now }: Leaning): string {
  if (file === "deleted") return "the file is deleted";
  const parts = [
    edited.length > 0 ? `edits ${ranges(edited)}` : "",
    deleted.length > 0 ? `deletes ${ranges(deleted)}` : "",
    added > 0 ? `adds ${counted(added, "line")} between them` : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return "the file is renamed";
  const where = now === null ? "" : `; now ${now.start}${now.end > now.start ? `-${now.end}` : ""}`;
  return `${listed(parts)}${where}`;
}

function ranges(lines: readonly number[]): string {
  const found: [number, number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else found.push([line, line]);
  }
  return listed(found.map(([start, end]) => (start === end ? `${start}` : `${start}-${end}`)));
}

function headline({ touched, shifted, from, to }: AffectedReport): string[] {
  const leaning = sentences(touched);
  const moving = [...sentences(shifted)].filter((sentence) => !leaning.has(sentence)).length;
  const documents = new Set(touched.map(({ finding }) => finding.doc)).size;
  const change = `${from} to ${to}`;
  const move =
    moving === 0
      ? ""
      : `; ${count(moving)} ${leaning.size === 0 ? "" : "more "}only ${moving === 1 ? "moves" : "move"}`;
  if (leaning.size === 0)
    return [shown(`No sentence leans on lines that this change edits${move}.`), shown(`The change: ${change}.`)];
  return [
    shown(
      `${capital(counted(leaning.size, "sentence"))} in ${counted(documents, "document")} ${leaning.size === 1 ? "leans" : "lean"} on lines that this change edits${move}.`,
    ),
    shown(`The change: ${change}.`),
  ];
}

/** A sentence with two citations is one. */
function sentences(leanings: readonly Leaning[]): ReadonlySet<string> {
  return new Set(leanings.map(({ finding }) => `${finding.doc}\0${finding.sentence}`));
}

/** `binnacle affected --json`, `"schema": 1`. */
export function affectedJson(report: AffectedReport): string {
  const { repository, from, to, fromCommit, toCommit, touched, shifted, untrue, notices } = report;
  const leaning = sentences(touched);
  return jsonText({
    schema: 1,
    repository,
    from: { name: from, commit: fromCommit },
    to: { name: to, commit: toCommit },
    counts: {
      sentences: leaning.size,
      documents: new Set(touched.map(({ finding }) => finding.doc)).size,
      touched: touched.length,
      shifted: shifted.length,
      shiftedSentences: [...sentences(shifted)].filter((sentence) => !leaning.has(sentence)).length,
      untrue,
    },
    touched: touched.map(leaningJson),
    shifted: shifted.map(leaningJson),
    notices,
  });
}

function leaningJson({ finding, path, start, end, symbol, edited, deleted, added, file, now, answered }: Leaning) {
  const { doc, line, column, text, sentence, verdict, fingerprint } = finding;
  return {
    doc,
    line,
    column,
    text,
    sentence,
    verdict,
    fingerprint,
    path,
    start,
    end,
    symbol,
    edited,
    deleted,
    added,
    file,
    now,
    answered,
  };
}
