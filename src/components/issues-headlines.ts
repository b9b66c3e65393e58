// Makes the sentences over the page of issues, by rule: what stays open, what changed contracts the most, or a dull one that
// is still true. It never says why something is so.

import type { IssuesExtract } from "../../loaders/report/pages.ts";
import { shortest } from "./headlines.js";
import type { IssueView } from "./issues-rows.js";
import { count, counted, measured, sentence } from "./words.js";

/** What the sentences are made of. */
export interface Told {
  /** Those that changed contracts, most events first; commits that name no issue are not among them. */
  readonly movers: readonly IssueView[];
  /** Commits that changed contracts and name no issue. */
  readonly unnamed: readonly IssueView[];
  /** Those with findings that nobody answered, and how many findings. */
  readonly unanswered: readonly IssueView[];
  readonly open: number;
  /** Of them those of threads that are surely of this repository. */
  readonly own: number;
  /** Open ones that speak of what is gone. */
  readonly gone: readonly IssueView[];
  /** Threads that may be of another repository. */
  readonly strangers: readonly IssueView[];
}

export function toldOf(views: readonly IssueView[]): Told {
  const issues = views.filter((view) => view.at >= 0);
  const unanswered = issues
    .filter(({ findings }) => findings.open > 0)
    .sort((a, b) => b.findings.open - a.findings.open || b.at - a.at);
  return {
    movers: issues.filter(({ events }) => events > 0).sort((a, b) => b.events - a.events || a.at - b.at),
    unnamed: views.filter(({ state }) => state === "commit"),
    unanswered,
    open: openOf(unanswered),
    own: openOf(unanswered.filter(({ stranger }) => !stranger)),
    gone: issues.filter((view) => view.state === "open" && view.gone.length > 0),
    strangers: issues.filter(({ stranger }) => stranger),
  };
}

function openOf(views: readonly IssueView[]): number {
  return views.reduce((sum, { findings }) => sum + findings.open, 0);
}

/** The page's title. */
export function issuesTitle({ judged, rows }: IssuesExtract, told: Told): string {
  if (!judged) return "No commit has been asked for its issues yet";
  const { movers, unnamed, own: open, gone } = told;
  const [most] = movers;
  const moved =
    most === undefined
      ? null
      : movers.length === 1
        ? `${most.id} alone changed contracts`
        : `${sentence(counted(movers.length, "pull request"))} changed contracts, ${most.id} the most`;
  const stays = [
    open > 0 ? `${counted(open, "finding")} ${open === 1 ? "stays" : "stay"} open` : null,
    gone.length > 0
      ? `${counted(gone.length, "open issue")} ${gone.length === 1 ? "speaks" : "speak"} of what is gone`
      : null,
    unnamed.length > 0
      ? `${counted(unnamed.length, "commit")} changed contracts and ${unnamed.length === 1 ? "names" : "name"} no issue`
      : null,
  ].filter((part) => part !== null);
  const [first, second] = stays;
  const lower = moved?.replace(/^\w/, (letter) => letter.toLowerCase()) ?? null;
  return shortest([
    first !== undefined && second !== undefined ? `${sentence(first)}; ${second}` : null,
    first !== undefined && lower !== null ? `${sentence(first)}; ${lower}` : null,
    first !== undefined ? sentence(first) : null,
    moved,
    rows.length === 0
      ? "No commit names an issue"
      : `${sentence(counted(rows.length, "issue or pull request", "issues and pull requests"))}`,
  ]);
}

/** The page's deck: how many there are, what was imported, and what that says. */
export function issuesDeck({ rows, imported, oids, changes }: IssuesExtract, told: Told): string {
  if (rows.length === 0) return "";
  const findings = rows.reduce((sum, row) => sum + (row.findings?.all ?? 0), 0);
  const moving = new Set(changes.filter(({ contracts }) => contracts.length > 0).map(({ position }) => position)).size;
  return [
    `${measured(oids.length, "commit")} name ${measured(rows.length - onlyImported(rows), "issue or pull request", "issues and pull requests")}; ${count(moving)} of the commits changed a contract.`,
    imported === 0
      ? ""
      : `${sentence(counted(imported, "thread"))} ${imported === 1 ? "was" : "were"} imported${
          findings === 0
            ? "."
            : `: ${counted(findings, "finding")}, ${told.open === 0 ? "all answered" : `${count(told.open)} of them still open`}.`
        }`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function onlyImported(rows: IssuesExtract["rows"]): number {
  return rows.filter(({ commits }) => commits.length === 0).length;
}
