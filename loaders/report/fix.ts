// Turns fixes into a unified diff and a summary for a person, and into JSON for programs. Text of a repository is made
// harmless here; the diff is therefore one to read, and `--write` is how it is applied.

import { editLines } from "../audit/edits.ts";
import type { Fix } from "../audit/fix.ts";
import type { Manner } from "../audit/forms.ts";
import type { Skipped } from "../citation.ts";
import { groupBy } from "../group.ts";
import { jsonText, logSafe, shown } from "./audit/log-safe.ts";
import { capital, counted } from "./audit/words.ts";
import type { Style } from "./text.ts";

export interface FixReport {
  readonly repository: string;
  readonly commit: string;
  readonly judged: string;
  readonly base: string | null;
  readonly manner: Manner;
  /** Whether they were written. */
  readonly written: boolean;
  /** By document, then line, then column. */
  readonly fixes: readonly Fix[];
  readonly left: readonly Skipped[];
  readonly notices: readonly string[];
}

/** Lines around a change that are shown. */
const CONTEXT = 3;

export function fixText(report: FixReport, style: Style): string {
  const byDocument = groupBy(report.fixes, ({ finding }) => finding.doc);
  const blocks = report.notices.map((notice) => `Note: ${shown(notice)}`);
  if (!report.written) blocks.push(...[...byDocument].map(([doc, fixes]) => documentDiff(doc, fixes, style)));
  blocks.push(summary(report, byDocument.size, style));
  return logSafe(blocks.join("\n"));
}

function documentDiff(doc: string, fixes: readonly Fix[], style: Style): string {
  const before = fixes[0]!.subject.document.read.lines;
  const after =
    editLines(
      before,
      fixes.flatMap(({ replacements }) => replacements),
    ) ?? before;
  const changed = [...new Set(fixes.flatMap(({ replacements }) => replacements.map(({ line }) => line)))];
  // A text that ends in "\n" has no line behind it.
  const last = before.at(-1) === "" ? before.length - 1 : before.length;
  const lines = [style.bold(`--- ${shown(`a/${doc}`)}`), style.bold(`+++ ${shown(`b/${doc}`)}`)];
  for (const [first, end] of hunks(changed, last)) {
    lines.push(style.dim(`@@ -${first},${end - first + 1} +${first},${end - first + 1} @@`));
    for (let line = first; line <= end; ) {
      if (!changed.includes(line)) {
        lines.push(` ${code(before[line - 1]!)}`);
        line++;
        continue;
      }
      let next = line;
      while (next <= end && changed.includes(next)) next++;
      for (let at = line; at < next; at++) lines.push(style.alarm(`-${code(before[at - 1]!)}`));
      for (let at = line; at < next; at++) lines.push(style.bold(`+${code(after[at - 1]!)}`));
      line = next;
    }
  }
  return lines.join("\n");
}

/** First and last line of each run of changes with the lines around it. */
function hunks(changed: readonly number[], last: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const line of changed.toSorted((a, b) => a - b)) {
    const hunk = found.at(-1);
    const end = Math.min(last, line + CONTEXT);
    if (hunk !== undefined && line - CONTEXT <= hunk[1] + 1) hunk[1] = end;
    else found.push([Math.max(1, line - CONTEXT), end]);
  }
  return found;
}

/** A line of a document as it is, but for what a terminal would obey; its tabs stay. */
function code(line: string): string {
  return line.replace(/\r$/, "").split("\t").map(shown).join("\t");
}

function summary({ fixes, left, written, manner, base }: FixReport, documents: number, style: Style): string {
  const what = counted(fixes.length, "citation");
  const done =
    fixes.length === 0
      ? `Nothing to fix${base === null ? "" : " that this change moved"}.`
      : `${capital(what)} in ${counted(documents, "document")} ${written ? (fixes.length === 1 ? "was" : "were") : "would be"} written anew${MANNERS[manner]}.`;
  const rest = left.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(fixes.length > 0 && !written ? [""] : []),
    style.bold(done),
    ...(fixes.length > 0 && !written ? ['Nothing is written without "--write".'] : []),
    ...(rest > 0 ? [`${capital(counted(rest, "citation was", "citations were"))} left alone:`] : []),
    ...left.map(({ reason, count, examples }) => {
      const more = count > examples.length ? " …" : "";
      return `  ${shown(`${count}  ${reason}: ${examples.join(", ")}${more}`)}`;
    }),
  ].join("\n");
}

const MANNERS: Readonly<Record<Manner, string>> = { lines: "", symbol: " as symbols", permalink: " as permalinks" };

/** `binnacle fix --json`, `"schema": 1`. */
export function fixJson(report: FixReport): string {
  const { repository, commit, judged, base, manner, written, fixes, left, notices } = report;
  return jsonText({
    schema: 1,
    repository,
    commit,
    judged,
    base,
    as: manner,
    written,
    counts: {
      fixed: fixes.length,
      documents: new Set(fixes.map(({ finding }) => finding.doc)).size,
      left: left.reduce((sum, { count }) => sum + count, 0),
    },
    edits: fixes.map(({ finding, aim, own, replacements }) => ({
      doc: finding.doc,
      line: finding.line,
      column: finding.column,
      text: finding.text,
      becomes: own.becomes,
      verdict: finding.verdict,
      path: aim.path,
      start: aim.start,
      end: aim.end,
      symbol: aim.symbol?.name ?? null,
      address: aim.address,
      fingerprint: finding.fingerprint,
      replacements: replacements.map(({ line, column, old, becomes }) => ({ line, column, old, becomes })),
    })),
    left: left.map(({ reason, count, examples }) => ({ reason, count, examples })),
    notices,
  });
}
