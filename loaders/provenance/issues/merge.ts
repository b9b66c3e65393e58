// Puts pieces of threads into those that are held: what is new is added, what is known is renewed, and nothing that a
// source does not speak of is lost. A page that was saved again takes the place of what it said before.

import type { Comment, Issue, Thread } from "../../store/issues.ts";
import type { Piece } from "./exports.ts";

/** What is said of an issue of which nothing is known but its number. */
export const UNKNOWN_ISSUE: Omit<Issue, "id" | "number" | "kind"> = {
  title: "",
  state: "unknown",
  draft: false,
  role: "author",
  opened: null,
  closed: null,
  merged: null,
  updated: null,
  base: null,
  head: null,
  base_branch: null,
  head_branch: null,
  merge_commit: null,
  labels: [],
};

/** The threads that the pieces touch, as they are to be, by first piece. */
export function mergedPieces(held: ReadonlyMap<string, Thread>, pieces: readonly Piece[]): readonly Thread[] {
  const threads = new Map<string, { issue: Issue; comments: Map<string, Comment> }>();
  for (const { id, issue, comments } of pieces) {
    let thread = threads.get(id);
    if (thread === undefined) {
      const known = held.get(id);
      const blank: Issue = {
        ...UNKNOWN_ISSUE,
        id,
        number: Number(id.slice(1)),
        kind: id.startsWith("!") ? "pull" : "issue",
      };
      thread = { issue: known?.issue ?? blank, comments: new Map(known?.comments.map((each) => [each.key, each])) };
      threads.set(id, thread);
    }
    if (issue !== null) thread.issue = mergedIssue(thread.issue, issue);
    if (comments.some(({ kind }) => kind === "inline" || kind === "review"))
      thread.issue = { ...thread.issue, kind: "pull" };
    for (const comment of comments)
      thread.comments.set(comment.key, renewed(thread.comments.get(comment.key), comment));
  }
  return [...threads.values()].map(({ issue, comments }) => ({ issue, comments: ordered([...comments.values()]) }));
}

/** A list of issues does not say what a pull request is beyond being one. */
function mergedIssue(known: Issue, said: Partial<Issue>): Issue {
  const kind = known.kind === "pull" || said.kind === "pull" ? "pull" : (said.kind ?? known.kind);
  const state =
    said.state === "closed" && (said.merged ?? known.merged) !== null ? "merged" : (said.state ?? known.state);
  return { ...known, ...said, kind, state, ...(said.state === "open" ? { closed: null } : {}) };
}

/** A source that does not know who wrote it takes no role away. */
function renewed(known: Comment | undefined, said: Comment): Comment {
  return known !== undefined && known.role !== "other" && said.role === "other" ? { ...said, role: known.role } : said;
}

/** The body, then by time; what has none stays where it stood. */
function ordered(comments: readonly Comment[]): readonly Comment[] {
  const body = comments.filter(({ kind }) => kind === "body");
  const rest = comments.filter(({ kind }) => kind !== "body");
  return [...body, ...(rest.every(({ time }) => time !== null) ? rest.toSorted((a, b) => a.time! - b.time!) : rest)];
}

/** The same for a page that was saved: all that an earlier copy of it said is replaced, and what is known better stays. */
export function mergedPage(held: Thread | undefined, page: Thread): Thread {
  if (held === undefined) return page;
  const others = held.comments.filter(({ key }) => !key.startsWith("page:"));
  const known = held.issue;
  const issue =
    others.length === 0 && known.opened === null
      ? { ...page.issue, state: page.issue.state === "unknown" ? known.state : page.issue.state }
      : { ...known, head: known.head ?? page.issue.head };
  // A forge tells the same comments with more; a page is only for what no forge told.
  return others.length > 1
    ? { issue, comments: held.comments }
    : {
        issue,
        comments: [
          ...others.filter(({ kind }) => kind === "body" && page.comments[0]?.kind !== "body"),
          ...page.comments,
        ],
      };
}
