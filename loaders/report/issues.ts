// Turns imported issues and what history says of them into lines for a person and JSON for a program. All text of a forge
// is shown on one line, without what a terminal or a log would obey.

import type { Moment } from "../model.ts";
import type { Cited } from "../provenance/issues/cited.ts";
import { type Gate, gateOf } from "../provenance/issues/gates.ts";
import type { Effects, NamingCommit } from "../provenance/issues/history.ts";
import type { Derived, Finding, Issue, Thread } from "../store/issues.ts";
import { shown } from "./audit/log-safe.ts";
import { capital, count, counted, listed, momentWords, placeWords } from "./audit/words.ts";
import { dependencyJson, dependencyLines, linkLines, stackLines } from "./issue-links.ts";
import { cut, dayOf } from "./issue-words.ts";
import type { ShownIssue } from "./shown-issue.ts";
import type { Style } from "./text.ts";

/** Lines without a line end at their end. */
export function issueText(of: ShownIssue, style: Style): string {
  const parts = [
    headLines(of, style),
    [...commitLines(of), ...strangerLines(of)],
    [...linkLines(of), ...stackLines(of)],
    dependencyLines(of.dependencies),
    ...(of.thread === null ? [] : [findingLines(of.thread, style), gateLines(of.thread), uncheckedLines(of.thread)]),
    effectLines(of.effects),
    citedLines(of.cited),
    openLines(of),
  ];
  return parts
    .filter((each) => each.length > 0)
    .map((each) => each.join("\n"))
    .join("\n\n");
}

function headLines({ thread, id }: ShownIssue, style: Style): string[] {
  if (thread === null) return [`${style.bold(id)}  not imported: only what this history says of it`];
  const { issue, comments } = thread;
  const times = [
    ...(issue.opened === null ? [] : [`opened ${dayOf(issue.opened)}`]),
    ...(issue.merged !== null
      ? [`merged ${dayOf(issue.merged)}`]
      : issue.closed !== null
        ? [`closed ${dayOf(issue.closed)}`]
        : []),
    ...(issue.head === null ? [] : [`head ${issue.head.slice(0, 9)}`]),
    ...(issue.labels.length === 0 ? [] : [issue.labels.map(shown).join(", ")]),
    counted(comments.filter(({ kind }) => kind !== "commit" && kind !== "event").length, "text"),
  ];
  return [
    `${style.bold(id)}  ${shown(issue.title)}`,
    `  ${issue.kind === "pull" ? "pull request" : "issue"}, ${issue.draft ? "draft, " : ""}${issue.state}; ${times.join("; ")}`,
  ];
}

const NAMES: readonly (readonly [NamingCommit["how"], string])[] = [
  ["own", "Commits that it brought"],
  ["closes", "Commits that say they close it"],
  ["reverts", "Commits that revert it"],
  ["filed", "Commits that say it was filed"],
  ["mentions", "Commits that mention it"],
];

function commitLines({ commits, id }: ShownIssue): string[] {
  if (commits.length === 0) return [`No commit of this history names ${id}.`];
  return NAMES.flatMap(([how, title]) => {
    const own = commits.filter((each) => each.how === how);
    return own.length === 0
      ? []
      : [
          `${title}: ${count(own.length)}`,
          ...own.slice(0, 30).map(({ moment, subject }) => `  ${shown(`${momentWords(moment)}  ${subject}`)}`),
          ...(own.length > 30 ? [`  … ${count(own.length - 30)} more`] : []),
        ];
  });
}

/** Whether a thread of which nothing says when it was opened shares no word with the commit that bears its number. */
export function isStranger({ title, opened }: Pick<Issue, "title" | "opened">, subject: string): boolean {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  const words = wordsOf(title);
  return opened === null && words.size > 0 && ![...wordsOf(subject)].some((word) => words.has(word));
}

/** A page says its number and not its repository: a fork counts for itself. */
function strangerLines({ thread, commits }: ShownIssue): string[] {
  const own = commits.find(({ how }) => how === "own");
  if (thread === null || own === undefined || !isStranger(thread.issue, own.subject)) return [];
  return ["  Title and subject share no word: the thread may be of another repository, with numbers of its own."];
}

function findingLines({ findings, comments }: Thread & Derived, style: Style): string[] {
  const rounds = [...new Set(findings.map(({ round }) => round))];
  const reviews = comments.filter(({ kind, round }) => kind === "review" && round !== null);
  const all = [...new Set([...reviews.map(({ round }) => round), ...rounds])].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  return all.flatMap((round) => {
    const own = findings.filter((each) => each.round === round);
    const verdicts = reviews
      .filter((each) => each.round === round && each.verdict !== null)
      .map(({ verdict }) => verdict!);
    const said = verdicts.length === 0 ? "" : ` (${listed([...new Set(verdicts)])})`;
    return [
      style.bold(`${round === null ? "Findings" : `Round ${round}`}${said}: ${counted(own.length, "finding")}`),
      ...own.flatMap(oneFinding),
    ];
  });
}

function oneFinding(finding: Finding): string[] {
  const place =
    finding.path === null ? "" : `  ${shown(finding.path)}${finding.line === null ? "" : `:${finding.line}`}`;
  const how =
    finding.fixed_by === "round"
      ? ", as the round's answers say"
      : finding.fixed_by === "push"
        ? ", the next push"
        : "";
  return [
    `  ${shown(finding.label)}. ${finding.state}${place}  ${cut(shown(finding.text), 200)}`,
    ...(finding.answered === null ? [] : [`     answered: ${cut(shown(finding.answered), 160)}`]),
    ...(finding.fixed_in === null ? [] : [`     in ${shown(finding.fixed_in)}${how}`]),
    ...(finding.tests.length === 0 ? [] : [`     pinned by ${listed(finding.tests.map(shown))}`]),
    ...(finding.closed_by === null ? [] : [`     closed by: ${cut(shown(finding.closed_by), 160)}`]),
  ];
}

function gatesOf({ tables }: Derived): readonly Gate[] {
  return tables.flatMap((each) => gateOf(each) ?? []);
}

function gateLines(thread: Thread & Derived): string[] {
  const gates = gatesOf(thread);
  if (gates.length === 0) return [];
  return [
    `${capital(counted(gates.length, "gate"))} of ${counted(thread.tables.length, "table")}:`,
    ...gates.map(({ control, merged, delta, stated, agrees }) => {
      const name = ({ says, commit }: Gate["control"]) =>
        shown(commit === null || says.includes(commit) ? says : `${says} ${commit}`);
      const numbers = Object.entries(delta).map(([column, by]) => `${shown(column)} ${by > 0 ? `+${by}` : by}`);
      const said =
        stated === null
          ? ""
          : `; stated ${stated > 0 ? `+${stated}` : stated}${agrees === true ? ", agrees" : ", no column differs by that"}`;
      return `  ${name(control)} → ${name(merged)}: ${numbers.join(", ")}${said}`;
    }),
  ];
}

function uncheckedLines({ unchecked }: Derived): string[] {
  return unchecked.length === 0
    ? []
    : [
        "Said not to be checked:",
        ...unchecked.map(({ round, text }) => `  ${round === null ? "" : `round ${round}: `}${cut(shown(text), 200)}`),
      ];
}

function effectLines(effects: Effects | null): string[] {
  if (effects === null) return [];
  const { events, claims, broken } = effects;
  return [
    ...(events.length === 0
      ? ["Its commits changed nothing of the surface."]
      : [`Its commits changed the surface: ${count(events.length)}`]),
    ...events
      .slice(0, 60)
      .map(
        (each) =>
          `  ${each.commit.slice(0, 9)}  ${shown(`${each.side} ${each.kind}  ${[each.name, each.subject, each.detail].filter(Boolean).join("  ")}${each.path === null ? "" : `  ${each.path}:${each.line}`}`)}`,
      ),
    ...(events.length > 60 ? [`  … ${count(events.length - 60)} more`] : []),
    ...(claims.length === 0 ? [] : [`Claims that they turned: ${count(claims.length)}`]),
    ...claims.map(
      (each) =>
        `  ${each.commit.slice(0, 9)}  ${shown(`${each.address}: ${each.before ?? "new"} → ${each.verdict}  ${each.says}`)}`,
    ),
    ...(broken.length === 0 ? [] : [`Citations that they broke: ${count(broken.length)}`]),
    ...broken.map(
      (each) => `  ${each.commit.slice(0, 9)}  ${shown(`${each.doc}:${each.line}  ${each.text}  ${each.verdict}`)}`,
    ),
  ];
}

function citedLines(cited: readonly Cited[] | null): string[] {
  if (cited === null) return [];
  const by = new Map<string, number>();
  for (const { finding } of cited) by.set(finding.verdict, (by.get(finding.verdict) ?? 0) + 1);
  const off = cited.filter(
    ({ finding }) => !["holds", "unknown", "external", "quoted", "historical"].includes(finding.verdict),
  );
  return [
    `${capital(counted(cited.length, "citation"))}${cited.length === 0 ? "" : `: ${[...by].map(([verdict, n]) => `${count(n)} ${verdict}`).join(", ")}`}`,
    ...off.slice(0, 100).map(({ comment, finding, whenSaid }) => {
      const instead = finding.suggestion === null ? "" : `  → ${placeWords(finding.suggestion)}`;
      const was = whenSaid === null ? "" : `${whenSaid.finding.verdict} at ${whenSaid.commit.slice(0, 9)}, now `;
      return `  text ${comment}: ${shown(finding.text)}  ${was}${finding.verdict}  ${cut(shown(finding.says), 140)}${shown(instead)}`;
    }),
  ];
}

/** Findings that nobody answered, and what was filed and is open. */
export function stillOpen({ thread, known }: ShownIssue): {
  readonly findings: readonly Finding[];
  readonly filed: readonly string[];
} {
  const findings = (thread?.findings ?? []).filter(({ state }) => state === "open");
  const filed = (thread?.links ?? [])
    .filter(({ kind, target, repository }) => kind === "filed" && repository === null && target !== null)
    .map(({ target }) => target!)
    .filter((target) => !["closed", "merged"].includes(known.get(target)?.state ?? "unknown"));
  return { findings, filed };
}

function openLines(of: ShownIssue): string[] {
  const { findings, filed } = stillOpen(of);
  if (findings.length + filed.length === 0) return [];
  return [
    "Stays open:",
    ...findings.map(({ round, label, text }) => `  round ${round ?? "?"}, ${shown(label)}: ${cut(shown(text), 120)}`),
    ...filed.map((id) => `  ${id}, filed here${of.known.has(id) ? "" : "; not imported, so its state is not known"}`),
  ];
}

/** What `issues show --json` prints. */
export function issueJson(of: ShownIssue) {
  const { thread, id, leading, commits, stacks, dependencies, effects, cited } = of;
  const open = stillOpen(of);
  return {
    schema: 1,
    id,
    issue: thread?.issue ?? null,
    comments: thread?.comments.map((each, ordinal) => ({ ordinal, ...each })) ?? [],
    commits: commits.map(({ moment, ...rest }) => ({ ...momentOf(moment), ...rest })),
    links: thread?.links ?? [],
    leading,
    stacks,
    dependencies: dependencies === null ? null : dependencyJson(dependencies),
    findings: thread?.findings ?? [],
    tables: thread?.tables ?? [],
    gates: thread === null ? [] : gatesOf(thread),
    unchecked: thread?.unchecked ?? [],
    effects,
    citations:
      cited?.map(({ comment, finding, whenSaid }) => ({
        comment,
        ...finding,
        whenSaid:
          whenSaid === null
            ? null
            : { commit: whenSaid.commit, verdict: whenSaid.finding.verdict, says: whenSaid.finding.says },
      })) ?? null,
    open: { findings: open.findings.map(({ ordinal }) => ordinal), filed: open.filed },
  };
}

const momentOf = ({ commit, pr, date }: Moment) => ({ commit, pr, date });
