// Turns what an import brought, a list of issues, and what one touches into lines for a person.

import type { Touched } from "../provenance/issues/history.ts";
import type { Imported } from "../provenance/issues/import.ts";
import { shown } from "./audit/log-safe.ts";
import { count, counted, listed } from "./audit/words.ts";
import { cut, dayOf } from "./issue-words.ts";
import { type Style, table } from "./text.ts";

export function importedText(all: readonly Imported[]): string {
  return all
    .map(({ name, issues, pulls, comments, findings, unknown }) => {
      const came = [
        ...(pulls > 0 ? [counted(pulls, "pull request")] : []),
        ...(issues > 0 ? [counted(issues, "issue")] : []),
        counted(comments, "comment"),
        ...(findings > 0 ? [counted(findings, "finding")] : []),
      ];
      const rest = unknown === 0 ? "" : `; ${counted(unknown, "value")} of no known shape`;
      return `${shown(name)}: ${issues + pulls === 0 ? "nothing new" : listed(came)}${rest}`;
    })
    .join("\n");
}

export interface ListedIssue {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly title: string;
  readonly opened: number | null;
  readonly comments: number;
  readonly findings: number;
  readonly open: number;
}

export function issuesTable(all: readonly ListedIssue[], style: Style): string {
  if (all.length === 0) return "No imported issue is so.";
  return table(
    ["", "state", "opened", "comments", "findings", "open", "title"],
    all.map((each) => [
      each.id,
      each.state,
      dayOf(each.opened),
      each.comments,
      each.findings,
      each.open,
      cut(shown(each.title), 90),
    ]),
    style,
  );
}

/** The answer to `issues touches`. */
export function touchesText(
  id: string,
  path: string,
  touched: readonly Touched[],
  changes: number,
  by: string,
): string {
  if (by === "none")
    return `${id} cannot be looked at: no commit of this history is its own, and its head is not in this clone.`;
  const where = by === "head" ? "its head" : counted(changes, "commit");
  if (touched.length === 0) return `No: ${id} touches no file under ${shown(path)} (${where} looked at).`;
  const sum = (of: (each: Touched) => number | null) => touched.reduce((total, each) => total + (of(each) ?? 0), 0);
  return [
    `Yes: ${id} touches ${counted(new Set(touched.map((each) => each.path)).size, "file")} under ${shown(path)}: +${count(sum(({ added }) => added))} −${count(sum(({ removed }) => removed))} lines (${where} looked at).`,
    ...touched.map(
      ({ commit, path: file, added, removed }) =>
        `  ${commit.slice(0, 9)}  ${added === null ? "binary" : `+${added} −${removed}`}  ${shown(file)}`,
    ),
  ].join("\n");
}
