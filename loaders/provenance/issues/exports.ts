// Turns JSON of a forge into pieces of threads: GitHub's REST pages, what `gh pr view --json` and `gh issue list --json`
// print, GitLab's issues, merge requests and notes. It tells shapes apart by their fields, and keeps no account's name:
// names serve only to tell roles while one import is read.

import type { Comment, Issue, Role } from "../../store/issues.ts";
import { harmlessLine, harmlessText } from "./harmless.ts";
import { countOf, flagOf, type Json, lineOf, listOf, oidOf, partOf, textOf, timeOf } from "./json.ts";

/** What one value says of one issue. A field that is not there says nothing. */
export interface Piece {
  readonly id: string;
  readonly issue: Partial<Issue> | null;
  readonly comments: readonly Comment[];
}

/**
 * Pieces in the order of the values; what is of no known shape is counted. `authors` tells who opened an issue, by id, and
 * learns it from the values: names that it holds are to be forgotten when the import is done.
 */
export function piecesOf(values: readonly unknown[], authors: Map<string, string> = new Map()) {
  const known = values.filter(
    (value): value is Json => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  const headed = known.map((value) => ({ value, of: headOf(value) }));
  for (const { value, of } of headed) {
    const name = of === null ? null : accountOf(value);
    if (of !== null && name !== null) authors.set(of.id, name);
  }
  const people = new Set([...authors.values(), ...known.flatMap((value) => accountOf(value) ?? [])]);
  const pieces: Piece[] = [];
  let unknown = values.length - known.length;
  for (const { value, of } of headed) {
    const piece = of === null ? said(value, authors, people) : headPiece(value, of, authors, people);
    if (piece === null) unknown++;
    else pieces.push(piece);
  }
  return { pieces, unknown };
}

interface Head {
  readonly id: string;
  readonly number: number;
  readonly isPull: boolean;
  readonly isGitLab: boolean;
}

function headOf(value: Json): Head | null {
  if (textOf(value, "title") === null) return null;
  const iid = countOf(value, "iid");
  if (iid !== null) {
    const isPull = "source_branch" in value || "target_branch" in value;
    return { id: `${isPull ? "!" : "#"}${iid}`, number: iid, isPull, isGitLab: true };
  }
  const number = countOf(value, "number");
  if (number === null) return null;
  const page = `${textOf(value, "html_url") ?? textOf(value, "url") ?? ""}`;
  const isPull =
    "pull_request" in value ||
    "merged_at" in value ||
    "headRefName" in value ||
    "headRefOid" in value ||
    "isDraft" in value ||
    "mergedAt" in value ||
    "reviews" in value ||
    /\/pulls?\/\d+$/.test(page);
  return { id: `#${number}`, number, isPull, isGitLab: false };
}

function headPiece(value: Json, head: Head, authors: ReadonlyMap<string, string>, people: ReadonlySet<string>): Piece {
  const merged =
    timeOf(value, "merged_at") ?? timeOf(value, "mergedAt") ?? timeOf(partOf(value, "pull_request"), "merged_at");
  const state = (textOf(value, "state") ?? "").toLowerCase();
  const base = partOf(value, "base");
  const tip = partOf(value, "head");
  const refs = partOf(value, "diff_refs");
  const account = "user" in value || "author" in value ? roleOf(value, null) : null;
  const issue: Partial<Issue> = defined({
    id: head.id,
    number: head.number,
    kind: head.isPull ? "pull" : "issue",
    title: harmlessLine(textOf(value, "title") ?? ""),
    state:
      merged !== null || state === "merged"
        ? "merged"
        : /^open/.test(state)
          ? "open"
          : state === "closed"
            ? "closed"
            : null,
    draft: flagOf(value, "draft") ?? flagOf(value, "isDraft"),
    role: account === null ? null : account === "ghost" || account === "bot" ? account : "author",
    opened: timeOf(value, "created_at") ?? timeOf(value, "createdAt"),
    closed: timeOf(value, "closed_at") ?? timeOf(value, "closedAt"),
    merged,
    updated: timeOf(value, "updated_at") ?? timeOf(value, "updatedAt"),
    base: oidOf(textOf(base, "sha") ?? textOf(refs, "base_sha") ?? textOf(value, "baseRefOid")),
    head: oidOf(textOf(tip, "sha") ?? textOf(value, "headRefOid") ?? textOf(refs, "head_sha") ?? textOf(value, "sha")),
    base_branch: lineOf(textOf(base, "ref") ?? textOf(value, "baseRefName") ?? textOf(value, "target_branch")),
    head_branch: lineOf(textOf(tip, "ref") ?? textOf(value, "headRefName") ?? textOf(value, "source_branch")),
    merge_commit:
      merged === null ? null : oidOf(textOf(value, "merge_commit_sha") ?? textOf(partOf(value, "mergeCommit"), "oid")),
    labels:
      "labels" in value
        ? listOf(value, "labels")
            .flatMap((each) => labelOf(each))
            .slice(0, 100)
        : null,
  });
  const written = textOf(value, "body") ?? textOf(value, "description");
  const body =
    written === null || written.trim() === ""
      ? []
      : [comment("body", "body", value, issue.role ?? "author", written, people)];
  const inner = [...listOf(value, "comments"), ...listOf(value, "reviews"), ...listOf(value, "latestReviews")].filter(
    (each): each is Json => typeof each === "object" && each !== null,
  );
  const all = inner.flatMap((each) => said({ ...each, "": head.id }, authors, people)?.comments ?? []);
  return { id: head.id, issue, comments: [...body, ...new Map(all.map((each) => [each.key, each])).values()] };
}

/** A comment, a review, an inline one or a note: which issue it is of stands in its addresses. */
function said(value: Json, authors: ReadonlyMap<string, string>, people: ReadonlySet<string>): Piece | null {
  const key = textOf(value, "id") ?? (countOf(value, "id") === null ? null : String(countOf(value, "id")));
  const of = textOf(value, "") ?? ownerOf(value);
  const body = textOf(value, "body");
  if (key === null || of === null || body === null) return null;
  const role = roleOf(value, authors.get(of) ?? null);
  const approved = flagOf(value, "system") === true && /^approved this merge request/.test(body);
  if (approved)
    return piece(of, {
      ...comment(`v:${key}`, "review", value, role === "other" ? "reviewer" : role, "", people),
      verdict: "approve",
    });
  if (flagOf(value, "system") === true || textOf(value, "state") === "PENDING")
    return { id: of, issue: null, comments: [] };
  const decided = VERDICTS[(textOf(value, "state") ?? "").toUpperCase()];
  const position = partOf(value, "position");
  const path = textOf(value, "path") ?? textOf(position, "new_path") ?? textOf(position, "old_path");
  if (path !== null) {
    const thread = countOf(value, "in_reply_to_id");
    const discussion = textOf(value, "discussion_id");
    const review = countOf(value, "pull_request_review_id");
    const own = `i:${key}`;
    const made = comment(own, "inline", value, role === "other" && thread === null ? "reviewer" : role, body, people);
    return piece(of, {
      ...made,
      thread: discussion !== null ? `d:${discussion}` : thread === null ? own : `i:${thread}`,
      review: review === null ? null : `v:${review}`,
      path: harmlessLine(path),
      line:
        countOf(value, "line") ??
        countOf(value, "original_line") ??
        countOf(position, "new_line") ??
        countOf(position, "old_line"),
      quoted: quotedOf(textOf(value, "diff_hunk")),
      commit: oidOf(textOf(value, "original_commit_id") ?? textOf(value, "commit_id") ?? textOf(position, "head_sha")),
    });
  }
  if (decided !== undefined) {
    const made = comment(`v:${key}`, "review", value, role === "other" ? "reviewer" : role, body, people);
    return piece(of, {
      ...made,
      verdict: decided,
      commit: oidOf(textOf(value, "commit_id") ?? textOf(partOf(value, "commit"), "oid")),
    });
  }
  return piece(of, comment(`c:${key}`, "comment", value, role, body, people));
}

const piece = (id: string, comment: Comment): Piece => ({ id, issue: null, comments: [comment] });

const VERDICTS: Readonly<Record<string, string>> = {
  APPROVED: "approve",
  CHANGES_REQUESTED: "request-changes",
  COMMENTED: "comment",
  DISMISSED: "dismissed",
};

function ownerOf(value: Json): string | null {
  const page = textOf(value, "pull_request_url") ?? textOf(value, "issue_url") ?? textOf(value, "html_url") ?? "";
  const number = /\/(?:issues|pulls?)\/(\d{1,9})(?:[#/?].*)?$/.exec(page)?.[1];
  if (number !== undefined) return `#${number}`;
  const iid = countOf(value, "noteable_iid");
  return iid === null ? null : `${textOf(value, "noteable_type") === "MergeRequest" ? "!" : "#"}${iid}`;
}

function comment(
  key: string,
  kind: Comment["kind"],
  value: Json,
  role: Role,
  body: string,
  people: ReadonlySet<string>,
): Comment {
  return {
    key,
    kind,
    role,
    review: null,
    thread: null,
    verdict: null,
    path: null,
    line: null,
    quoted: null,
    commit: null,
    text: harmlessText(body, people),
    time:
      timeOf(value, "submitted_at") ??
      timeOf(value, "submittedAt") ??
      timeOf(value, "created_at") ??
      timeOf(value, "createdAt"),
    round: null,
  };
}

function roleOf(value: Json, author: string | null): Role {
  const name = accountOf(value);
  if (name === null || name === "ghost") return "ghost";
  if (
    textOf(partOf(value, "user"), "type") === "Bot" ||
    name.endsWith("[bot]") ||
    flagOf(partOf(value, "author"), "is_bot") === true
  )
    return "bot";
  return name === author ? "author" : "other";
}

function accountOf(value: Json): string | null {
  const account = partOf(value, "user") ?? partOf(value, "author");
  return (textOf(account, "login") ?? textOf(account, "username"))?.toLowerCase() || null;
}

/** The last lines of a hunk: those that a comment stands under. */
function quotedOf(hunk: string | null): string | null {
  return hunk === null ? null : harmlessText(hunk.slice(-8000).split("\n").slice(-4).join("\n"));
}

function labelOf(value: unknown): string[] {
  const name = typeof value === "string" ? value : textOf(value as Json | null, "name");
  return name === null ? [] : [harmlessLine(name)];
}

function defined(issue: { readonly [Key in keyof Issue]: Issue[Key] | null }): Partial<Issue> {
  return Object.fromEntries(Object.entries(issue).filter(([, value]) => value !== null));
}
