// Turns JSON of a forge into pieces of threads: GitHub's REST pages, what `gh pr view --json` and `gh issue list --json`
// print, GitLab's issues, merge requests and notes. It tells shapes apart by their fields, and keeps no account's name:
// names serve only to tell roles while one import is read.

import { BinnacleError } from "../../error.ts";
import type { Comment, Issue, Role } from "../../store/issues.ts";
import { harmlessLine, harmlessText } from "./harmless.ts";

/** What one value says of one issue. A field that is not there says nothing. */
export interface Piece {
  readonly id: string;
  readonly issue: Partial<Issue> | null;
  readonly comments: readonly Comment[];
}

type Json = { readonly [key: string]: unknown };

const MOST_VALUES = 500_000;

/** The values of a file: one, a list, lists one after another, a value a line. Throws "bad-usage" where it is no JSON. */
export function valuesIn(name: string, text: string): readonly unknown[] {
  const whole = parsed(text);
  const values = whole === undefined ? parts(text).map((part) => parsed(part)) : [whole];
  if (values.length === 0 || values.includes(undefined))
    throw new BinnacleError(
      "bad-usage",
      `${name}: expected JSON, found a text that breaks off or is none. Export it again: gh api --paginate repos/OWNER/NAME/issues.`,
    );
  return values.flat(2).slice(0, MOST_VALUES);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where one value ends and the next begins: brackets are counted outside of strings. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  let inString = false;
  for (let at = 0; at < text.length && found.length < MOST_VALUES; at++) {
    const code = text[at]!;
    if (inString) {
      if (code === "\\") at++;
      else if (code === '"') inString = false;
    } else if (code === '"') inString = true;
    else if (code === "{" || code === "[") depth++;
    else if ((code === "}" || code === "]") && --depth === 0) {
      found.push(text.slice(from, at + 1));
      from = at + 1;
    }
  }
  if (text.slice(from).trim() !== "") found.push(text.slice(from));
  return found;
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
  if (text(value, "title") === null) return null;
  const iid = count(value, "iid");
  if (iid !== null) {
    const isPull = "source_branch" in value || "target_branch" in value;
    return { id: `${isPull ? "!" : "#"}${iid}`, number: iid, isPull, isGitLab: true };
  }
  const number = count(value, "number");
  if (number === null) return null;
  const page = `${text(value, "html_url") ?? text(value, "url") ?? ""}`;
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
  const merged = time(value, "merged_at") ?? time(value, "mergedAt") ?? time(part(value, "pull_request"), "merged_at");
  const state = (text(value, "state") ?? "").toLowerCase();
  const base = part(value, "base");
  const tip = part(value, "head");
  const refs = part(value, "diff_refs");
  const account = "user" in value || "author" in value ? roleOf(value, null) : null;
  const issue: Partial<Issue> = defined({
    id: head.id,
    number: head.number,
    kind: head.isPull ? "pull" : "issue",
    title: harmlessLine(text(value, "title") ?? ""),
    state:
      merged !== null || state === "merged"
        ? "merged"
        : /^open/.test(state)
          ? "open"
          : state === "closed"
            ? "closed"
            : null,
    draft: flag(value, "draft") ?? flag(value, "isDraft"),
    role: account === null ? null : account === "ghost" || account === "bot" ? account : "author",
    opened: time(value, "created_at") ?? time(value, "createdAt"),
    closed: time(value, "closed_at") ?? time(value, "closedAt"),
    merged,
    updated: time(value, "updated_at") ?? time(value, "updatedAt"),
    base: oid(text(base, "sha") ?? text(refs, "base_sha") ?? text(value, "baseRefOid")),
    head: oid(text(tip, "sha") ?? text(value, "headRefOid") ?? text(refs, "head_sha") ?? text(value, "sha")),
    base_branch: line(text(base, "ref") ?? text(value, "baseRefName") ?? text(value, "target_branch")),
    head_branch: line(text(tip, "ref") ?? text(value, "headRefName") ?? text(value, "source_branch")),
    merge_commit:
      merged === null ? null : oid(text(value, "merge_commit_sha") ?? text(part(value, "mergeCommit"), "oid")),
    labels:
      "labels" in value
        ? list(value, "labels")
            .flatMap((each) => labelOf(each))
            .slice(0, 100)
        : null,
  });
  const written = text(value, "body") ?? text(value, "description");
  const body =
    written === null || written.trim() === ""
      ? []
      : [comment("body", "body", value, issue.role ?? "author", written, people)];
  const inner = [...list(value, "comments"), ...list(value, "reviews"), ...list(value, "latestReviews")].filter(
    (each): each is Json => typeof each === "object" && each !== null,
  );
  const all = inner.flatMap((each) => said({ ...each, "": head.id }, authors, people)?.comments ?? []);
  return { id: head.id, issue, comments: [...body, ...new Map(all.map((each) => [each.key, each])).values()] };
}

/** A comment, a review, an inline one or a note: which issue it is of stands in its addresses. */
function said(value: Json, authors: ReadonlyMap<string, string>, people: ReadonlySet<string>): Piece | null {
  const key = text(value, "id") ?? (count(value, "id") === null ? null : String(count(value, "id")));
  const of = text(value, "") ?? ownerOf(value);
  const body = text(value, "body");
  if (key === null || of === null || body === null) return null;
  const role = roleOf(value, authors.get(of) ?? null);
  const approved = flag(value, "system") === true && /^approved this merge request/.test(body);
  if (approved)
    return piece(of, {
      ...comment(`v:${key}`, "review", value, role === "other" ? "reviewer" : role, "", people),
      verdict: "approve",
    });
  if (flag(value, "system") === true || text(value, "state") === "PENDING")
    return { id: of, issue: null, comments: [] };
  const decided = VERDICTS[(text(value, "state") ?? "").toUpperCase()];
  const position = part(value, "position");
  const path = text(value, "path") ?? text(position, "new_path") ?? text(position, "old_path");
  if (path !== null) {
    const thread = count(value, "in_reply_to_id");
    const discussion = text(value, "discussion_id");
    const review = count(value, "pull_request_review_id");
    const own = `i:${key}`;
    const made = comment(own, "inline", value, role === "other" && thread === null ? "reviewer" : role, body, people);
    return piece(of, {
      ...made,
      thread: discussion !== null ? `d:${discussion}` : thread === null ? own : `i:${thread}`,
      review: review === null ? null : `v:${review}`,
      path: harmlessLine(path),
      line:
        count(value, "line") ??
        count(value, "original_line") ??
        count(position, "new_line") ??
        count(position, "old_line"),
      quoted: quotedOf(text(value, "diff_hunk")),
      commit: oid(text(value, "original_commit_id") ?? text(value, "commit_id") ?? text(position, "head_sha")),
    });
  }
  if (decided !== undefined) {
    const made = comment(`v:${key}`, "review", value, role === "other" ? "reviewer" : role, body, people);
    return piece(of, {
      ...made,
      verdict: decided,
      commit: oid(text(value, "commit_id") ?? text(part(value, "commit"), "oid")),
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
  const page = text(value, "pull_request_url") ?? text(value, "issue_url") ?? text(value, "html_url") ?? "";
  const number = /\/(?:issues|pulls?)\/(\d{1,9})(?:[#/?].*)?$/.exec(page)?.[1];
  if (number !== undefined) return `#${number}`;
  const iid = count(value, "noteable_iid");
  return iid === null ? null : `${text(value, "noteable_type") === "MergeRequest" ? "!" : "#"}${iid}`;
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
      time(value, "submitted_at") ??
      time(value, "submittedAt") ??
      time(value, "created_at") ??
      time(value, "createdAt"),
    round: null,
  };
}

function roleOf(value: Json, author: string | null): Role {
  const name = accountOf(value);
  if (name === null || name === "ghost") return "ghost";
  if (
    text(part(value, "user"), "type") === "Bot" ||
    name.endsWith("[bot]") ||
    flag(part(value, "author"), "is_bot") === true
  )
    return "bot";
  return name === author ? "author" : "other";
}

function accountOf(value: Json): string | null {
  const account = part(value, "user") ?? part(value, "author");
  return (text(account, "login") ?? text(account, "username"))?.toLowerCase() || null;
}

/** The last lines of a hunk: those that a comment stands under. */
function quotedOf(hunk: string | null): string | null {
  return hunk === null ? null : harmlessText(hunk.slice(-8000).split("\n").slice(-4).join("\n"));
}

function labelOf(value: unknown): string[] {
  const name = typeof value === "string" ? value : text(value as Json | null, "name");
  return name === null ? [] : [harmlessLine(name)];
}

function text(value: Json | null, key: string): string | null {
  const found = value?.[key];
  return typeof found === "string" ? found : null;
}

function count(value: Json | null, key: string): number | null {
  const found = value?.[key];
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : null;
}

function flag(value: Json | null, key: string): boolean | null {
  const found = value?.[key];
  return typeof found === "boolean" ? found : null;
}

function part(value: Json | null, key: string): Json | null {
  const found = value?.[key];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Json) : null;
}

function list(value: Json, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

/** Seconds since 1970-01-01 UTC. */
function time(value: Json | null, key: string): number | null {
  const moment = Date.parse(text(value, key) ?? "");
  return Number.isNaN(moment) ? null : Math.floor(moment / 1000);
}

function oid(written: string | null): string | null {
  return written !== null && /^[0-9a-f]{7,64}$/.test(written) ? written : null;
}

function line(written: string | null): string | null {
  return written === null ? null : harmlessLine(written);
}

function defined(issue: { readonly [Key in keyof Issue]: Issue[Key] | null }): Partial<Issue> {
  return Object.fromEntries(Object.entries(issue).filter(([, value]) => value !== null));
}
