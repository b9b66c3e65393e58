// Turns a thread's comments into rounds of review and the findings of each: what was raised, on which lines, what answered
// it, the commit that the answer speaks of, the tests that it names, and what a later review says closed it. It judges no
// finding: whether an answer is right, only people say.

import type { Comment, Finding } from "../../store/issues.ts";
import { tablesIn } from "./passages.ts";

/** The same comments with the round that each belongs to, where it belongs to one. */
export function withRounds(comments: readonly Comment[]): readonly Comment[] {
  const reviews = comments.flatMap((comment, at) => (comment.kind === "review" && isReview(comment) ? [at] : []));
  if (reviews.length === 0)
    return comments.map((comment) => (comment.kind === "inline" ? { ...comment, round: comment.round ?? 1 } : comment));
  const stated = (at: number) => roundSaid(comments[at]!.text);
  const rounds = new Map<number, number>();
  let last = 0;
  for (const at of reviews) {
    last = stated(at) ?? last + 1;
    rounds.set(at, last);
  }
  // Pages put what stands on lines before the review that raised it, or behind it: the first one tells.
  const first = comments.findIndex(({ kind }) => kind === "inline");
  const before = first >= 0 && first < reviews[0]!;
  const started = new Map<string, number>();
  return comments.map((comment, at) => {
    const own = rounds.get(at);
    if (own !== undefined) return { ...comment, round: own };
    if (comment.kind !== "inline") {
      const said = comment.kind === "comment" ? roundSaid(comment.text) : null;
      return said === null ? comment : { ...comment, round: said };
    }
    const near = before
      ? (reviews.find((each) => each > at) ?? reviews.at(-1)!)
      : (reviews.findLast((each) => each < at) ?? reviews[0]!);
    const part = comment.review === null ? -1 : comments.findIndex(({ key }) => key === comment.review);
    const round = started.get(comment.thread ?? comment.key) ?? rounds.get(part) ?? rounds.get(near)!;
    started.set(comment.thread ?? comment.key, round);
    return { ...comment, round };
  });
}

function isReview({ role, verdict, text }: Comment): boolean {
  return role !== "author" && (verdict !== "comment" || text !== "");
}

function roundSaid(text: string): number | null {
  const match = /\bround[ -](\d{1,3})\b/i.exec(text.slice(0, 300));
  return match === null ? null : Number(match[1]);
}

/** Of comments with rounds. In the order in which they were raised. */
export function findingsOf(comments: readonly Comment[]): readonly Finding[] {
  const threads = new Map<string, number[]>();
  for (const [at, { kind, thread, key }] of comments.entries())
    if (kind === "inline") threads.set(thread ?? key, [...(threads.get(thread ?? key) ?? []), at]);
  const raised = [...threads.values()].map((places) => threadFinding(comments, places));
  const listed = comments.flatMap((comment, at) => (comment.kind === "review" ? listedIn(comment, at) : []));
  // A list that says "inline" speaks of what is there already.
  const findings = [
    ...label(raised, listed),
    ...listed.filter(({ isInline }) => !isInline).map(({ finding }) => finding),
  ];
  return withClosings(withFixes(findings, comments), comments)
    .toSorted((a, b) => (a.round ?? 0) - (b.round ?? 0))
    .map((finding, at) => ({ ...finding, ordinal: at + 1 }));
}

function threadFinding(comments: readonly Comment[], places: readonly number[]): Finding {
  const [first, ...rest] = places as [number, ...number[]];
  const root = comments[first]!;
  // Where roles are not known, whoever replies first answers.
  const answer =
    rest.find((at) => comments[at]!.role === "author") ??
    (root.role === "other" || root.role === "ghost" ? (rest[0] ?? null) : null);
  const said = answer === null ? "" : comments[answer]!.text;
  return {
    ordinal: 0,
    round: root.round,
    label: "",
    text: opening(root.text),
    path: root.path,
    line: root.line,
    quoted: root.quoted,
    comment: first,
    state: answer === null ? "open" : "answered",
    answer,
    answered: answer === null ? null : opening(said),
    fixed_in: answer === null ? null : commitNamed(said),
    fixed_by: answer !== null && commitNamed(said) !== null ? "named" : null,
    tests: testsIn(said),
    closed_by: null,
  };
}

/** The first paragraph, and the next where it is a word of thanks or a heading's. */
export function opening(text: string): string {
  const parts = text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const first = parts[0] ?? "";
  const taken = first.length < 24 && parts[1] !== undefined ? `${first} ${parts[1]}` : first;
  return taken.length > 600 ? `${taken.slice(0, 600)}…` : taken;
}

/** The commit that an answer says it is in. Numbers of lines are none, nor is a commit that something was measured at. */
function commitNamed(text: string): string | null {
  const match =
    /\b(?:head is(?: now)?|fixed (?:in|by|at)|done in|addressed in|landed (?:in|as)|pushed(?: as| in)?|now at|(?:mine|exactly) at|commit)\s+`?([0-9a-f]{7,40})\b/i.exec(
      text,
    );
  return match?.[1] ?? null;
}

function testsIn(text: string): readonly string[] {
  const names = text.match(/(?<![\w/])test_[A-Za-z0-9_]{4,160}(?![\w]|\.(?:py|ts|js|go|rs)\b)/g) ?? [];
  return [...new Set(names)].slice(0, 50);
}

interface Listed {
  readonly finding: Finding;
  readonly isInline: boolean;
}

/** `A. …` and `1. …` under a line that says "Findings". */
function listedIn(review: Comment, at: number): readonly Listed[] {
  const lines = review.text.split("\n");
  const head = lines.findIndex((line) => /^(?:#{1,6} )?(?:new )?findings:?$/i.test(line.trim()));
  if (head < 0) return [];
  const found: Listed[] = [];
  for (const line of lines.slice(head + 1)) {
    if (
      /^#{1,6} /.test(line) ||
      (line.length > 0 && line.length < 80 && !/[.;:,)|]$/.test(line.trim()) && found.length > 0 && !ITEM.test(line))
    )
      break;
    const item = ITEM.exec(line);
    if (item === null) continue;
    const place = /\(inline(?:, `?([\w./@+-]+\.\w{1,8})(?::(\d{1,7}))?`?)?/.exec(line.slice(0, 1000));
    const cited =
      place?.[1] === undefined
        ? /`?([\w./@+-]+\.(?:py|ts|tsx|js|go|rs|c|cc|cpp|h|java|md|yaml))(?::(\d{1,7}))?/.exec(line.slice(0, 1000))
        : null;
    found.push({
      isInline: place !== null,
      finding: {
        ordinal: 0,
        round: review.round,
        label: item[1]!,
        text: opening(line.slice(item[0].length)),
        path: place?.[1] ?? cited?.[1] ?? null,
        line: Number(place?.[2] ?? cited?.[2] ?? 0) || null,
        quoted: null,
        comment: at,
        state: "open",
        answer: null,
        answered: null,
        fixed_in: null,
        fixed_by: null,
        tests: [],
        closed_by: null,
      },
    });
  }
  return found;
}

const ITEM = /^\s*(?:[-*] )?\**([A-Z]|\d{1,2})[.)]\**\s+/;

/** Gives each what the review calls it: the list's letter, with its place, else its number in the round. */
function label(raised: readonly Finding[], listed: readonly Listed[]): readonly Finding[] {
  const taken = new Map<number | null, number>();
  return raised.map((finding) => {
    const at = taken.get(finding.round) ?? 0;
    taken.set(finding.round, at + 1);
    const own = listed.filter((each) => each.isInline && each.finding.round === finding.round)[at]?.finding;
    if (own === undefined) return { ...finding, label: String(at + 1) };
    return { ...finding, label: own.label, path: finding.path ?? own.path, line: finding.line ?? own.line };
  });
}

/** An answer that names no commit is of the push that the round's other answers speak of, else of the first one behind it. */
function withFixes(findings: readonly Finding[], comments: readonly Comment[]): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.answer === null || finding.fixed_in !== null) return finding;
    const other = findings.find((each) => each.round === finding.round && each.fixed_by === "named");
    if (other !== undefined) return { ...finding, fixed_in: other.fixed_in, fixed_by: "round" };
    const push = comments.slice(finding.answer).find(({ kind }) => kind === "event")?.commit ?? null;
    return push === null ? finding : { ...finding, fixed_in: push, fixed_by: "push" };
  });
}

/** A later review's table of what closed the findings of a round: `| # | finding | closed by … |`. */
function withClosings(findings: readonly Finding[], comments: readonly Comment[]): readonly Finding[] {
  const closings = new Map<string, string>();
  for (const comment of comments) {
    if (comment.kind !== "review" || comment.round === null) continue;
    for (const { columns, rows } of tablesIn(comment.text)) {
      const column = columns.findIndex((each) => /^closed\b/i.test(each));
      if (column < 0 || !/^(?:#|no\.?|n)$/i.test(columns[0]!)) continue;
      for (const row of rows) if (row[column]) closings.set(`${comment.round - 1} ${row[0]}`, row[column]);
    }
  }
  return findings.map((finding) => {
    const closed = closings.get(`${finding.round} ${finding.label}`);
    return closed === undefined ? finding : { ...finding, state: "closed", closed_by: closed };
  });
}
