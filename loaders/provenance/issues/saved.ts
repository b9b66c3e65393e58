// Turns a thread that was saved from a web page, as text or Markdown, into an issue with its comments: the opening, the
// reviews with their verdicts, what stands on lines of the diff, replies, messages of commits, pushes. Of persons it keeps
// what they are to the thread. What the words say of findings is derived elsewhere.

import { createHash } from "node:crypto";
import { BinnacleError } from "../../error.ts";
import type { Comment, Role, Thread } from "../../store/issues.ts";
import { harmlessLine, harmlessText, isHtml, LONGEST_TEXT, textOfHtml } from "./harmless.ts";

const BORDER = /^There was a problem hiding this comment\.?$/;
const TITLE = /^(.{1,600}?)\s*(?:[-–—·]\s*)?(?:(Pull Request|Issue|Merge request)\s*)?(?:[#!](\d{1,8}))(?:\s*·.*)?$/i;
const SIGNED =
  /^@?([\w[\]-]{1,60})\s+(?:commented|left a comment|reviewed|approved these changes|requested changes)(?:\s+(?:on [A-Z][a-z]{2,8} \d|\d+ \w+ ago|yesterday|last \w+|now|\d{4}-\d).*)?$/;
const MOST_COMMENTS = 5000;

interface Draft {
  kind: Comment["kind"];
  role: Role;
  thread: number | null;
  path: string | null;
  line: number | null;
  quoted: string | null;
  commit: string | null;
  lines: string[];
}

/** Throws "bad-usage" where no line says which issue it is. `name` is the file's, for the error. */
export function savedThread(name: string, written: string): Thread {
  const text = harmlessPage(written);
  const lines = text.split("\n");
  const title = titleOf(lines);
  if (title === null)
    throw new BinnacleError(
      "bad-usage",
      `${name}: expected a thread that begins with its title and number ("Title #90"), found none. Write them on the first line.`,
    );
  const page = new Page();
  page.read(lines, title.at + 1);
  const isPull =
    title.kind !== "issue" &&
    (title.kind === "pull" || page.drafts.some(({ kind }) => kind !== "comment" && kind !== "body"));
  return {
    issue: {
      id: `#${title.number}`,
      number: title.number,
      kind: isPull ? "pull" : "issue",
      title: harmlessLine(title.text),
      state: stateOf(lines),
      draft: lines.some((line) => /^Draft$/.test(line)),
      role: "author",
      opened: null,
      closed: null,
      merged: null,
      updated: null,
      base: null,
      head: page.head,
      base_branch: null,
      head_branch: null,
      merge_commit: null,
      labels: [],
    },
    comments: commentsOf(page.drafts),
  };
}

/** One line may be ten megabytes; cutting it there keeps what begins on it. */
function harmlessPage(written: string): string {
  const text = isHtml(written) ? textOfHtml(written) : written;
  return text
    .replace(/\r\n?/g, "\n")
    .replaceAll("\u0000", "")
    .split("\n")
    .map((line) => (line.length > LONGEST_TEXT ? line.slice(0, LONGEST_TEXT) : line))
    .join("\n");
}

function titleOf(lines: readonly string[]) {
  for (let at = 0; at < Math.min(lines.length, 40); at++) {
    const line = lines[at]!.trim().replace(/^#{1,3} /, "");
    const match = line.length > 700 ? null : TITLE.exec(line);
    if (match === null) continue;
    const said = (match[2] ?? "").toLowerCase();
    const kind = said === "issue" ? "issue" : said === "" ? null : "pull";
    return { at, text: match[1]!, number: Number(match[3]), kind };
  }
  return null;
}

function stateOf(lines: readonly string[]): "open" | "closed" | "merged" | "unknown" {
  const word = lines
    .slice(0, 40)
    .find((line) => /^(?:Open|Closed|Merged|Draft)$/.test(line.trim()))
    ?.trim();
  if (word === undefined) return "unknown";
  return word === "Draft" ? "open" : (word.toLowerCase() as "open");
}

/** Reads a page from top to bottom; what begins a comment is told from the line itself and those around it. */
class Page {
  readonly drafts: Draft[] = [];
  head: string | null = null;
  #open: Draft | null = null;
  #thread: number | null = null;
  #author: string | null = null;
  #isBody = false;

  read(lines: readonly string[], from: number): void {
    for (let at = from; at < lines.length && this.drafts.length < MOST_COMMENTS; at++) {
      if (!this.#isBody) {
        const skipped = this.#begin(lines, at);
        if (skipped !== null) {
          at += skipped - 1;
          continue;
        }
      }
      this.#put(lines[at]!);
    }
  }

  /** How many lines a beginning takes, or null where none begins here. */
  #begin(lines: readonly string[], at: number): number | null {
    const line = lines[at]!.trim();
    if (this.drafts.length === 0 && /^(?:Conversation|Open|Closed|Merged|Draft)$/.test(line)) return 1;
    if (BORDER.test(line)) return this.#inline(this.#thread === null ? null : this.#thread, {});
    const quote = quoteAt(lines, at);
    if (quote !== null) {
      // What is no part of the text: the path that stands above the quoted lines.
      const place = this.#placeAbove();
      return this.#inline(null, { ...place, quoted: quote.text }) + quote.lines;
    }
    if (/^\d+ participants?$/.test(line)) {
      this.#isBody = true;
      this.#start("body", "author");
      return 1;
    }
    if (/^[0-9a-f]{7,40} to$/.test(line) && /^[0-9a-f]{7,40}$/.test(lines[at + 1]?.trim() ?? "")) {
      this.head = lines[at + 1]!.trim();
      this.#start("event", "author").commit = this.head;
      this.#put(`${line} ${this.head}`);
      this.#open = null;
      return /^Compare$/.test(lines[at + 2]?.trim() ?? "") ? 3 : 2;
    }
    if (line.startsWith("…")) {
      this.#start("commit", "author");
      this.#put(line);
      return 1;
    }
    const head = line.slice(0, 400);
    if (/^Review\b/.test(head) && /Verdict:/.test(head)) return this.#speak("review", "reviewer", line);
    if (/^Round \d{1,3}(?:, \w+)? [-–—]/.test(head)) return this.#speak("comment", "author", line);
    return this.#signed(line);
  }

  #signed(line: string): number | null {
    const match = line.length > 200 ? null : SIGNED.exec(line);
    if (match === null) return null;
    const name = match[1]!.toLowerCase();
    this.#author ??= name;
    const isReview = /\b(?:reviewed|approved these changes|requested changes)\b/.test(line);
    const role =
      name === "ghost" ? "ghost" : name.endsWith("[bot]") ? "bot" : name === this.#author ? "author" : "other";
    const draft = this.#start(
      isReview ? "review" : this.drafts.length === 0 ? "body" : "comment",
      isReview && role === "other" ? "reviewer" : role,
    );
    if (/approved these/.test(line)) draft.lines.push("Verdict: APPROVE");
    if (/requested changes/.test(line)) draft.lines.push("Verdict: REQUEST CHANGES");
    return 1;
  }

  #speak(kind: Comment["kind"], role: Role, line: string): number {
    this.#start(kind, role);
    this.#put(line);
    return 1;
  }

  #inline(thread: number | null, place: Partial<Draft>): number {
    const draft = this.#start("inline", thread === null ? "reviewer" : "author");
    const own = this.drafts.length - 1;
    draft.thread = thread ?? own;
    this.#thread = draft.thread;
    Object.assign(draft, place);
    if (thread !== null) {
      const replies = this.drafts.filter((each) => each.thread === thread).length;
      draft.role = replies % 2 === 0 ? "author" : "reviewer";
    }
    return 1;
  }

  #placeAbove(): Partial<Draft> {
    const above = this.#open?.lines ?? [];
    const at = above.findLastIndex(
      (line) => line.trim() !== "" && !/^(?:Outdated|Comment on lines?\b.*|@@ .*)$/.test(line.trim()),
    );
    const match = /^([\w.@+-]+(?:\/[\w.@+-]+)+\.\w{1,8})$/.exec(above[at]?.trim().slice(0, 400) ?? "");
    if (match === null) return {};
    const said = above
      .slice(at + 1)
      .map((line) => /^Comment on lines?\b.*?\+?(\d{1,7})$/.exec(line.trim().slice(0, 100)));
    above.splice(at);
    return { path: match[1]!, line: Number(said.find((each) => each !== null)?.[1] ?? 0) || null };
  }

  #start(kind: Draft["kind"], role: Role): Draft {
    if (kind !== "inline") this.#thread = null;
    this.#open = { kind, role, thread: null, path: null, line: null, quoted: null, commit: null, lines: [] };
    this.drafts.push(this.#open);
    return this.#open;
  }

  #put(line: string): void {
    if (this.#open === null) {
      if (line.trim() === "") return;
      this.#start(this.drafts.length === 0 ? "body" : "comment", this.drafts.length === 0 ? "author" : "other");
    }
    this.#open!.lines.push(line);
  }
}

/** Lines of a diff, each in bars as a page's table gives them, right above a border. */
function quoteAt(lines: readonly string[], at: number): { readonly text: string; readonly lines: number } | null {
  if (!lines[at]!.startsWith("|")) return null;
  let end = at;
  while (end < lines.length && end - at < 200 && lines[end]!.startsWith("|")) end++;
  if (!BORDER.test(lines[end]?.trim() ?? "")) return null;
  const text = lines.slice(at, end).map((line) =>
    line
      .slice(0, 2000)
      .replace(/^\| ?/, "")
      .replace(/\s*\|(?:\s*\|\|?)?\s*$/, ""),
  );
  return { text: text.join("\n"), lines: end - at };
}

function commentsOf(drafts: readonly Draft[]): readonly Comment[] {
  const made = drafts.map((draft, at) => {
    const text = harmlessText(draft.lines.join("\n"));
    const digest = createHash("sha1")
      .update(`${draft.kind}\n${draft.quoted ?? ""}\n${text}`)
      .digest("hex")
      .slice(0, 12);
    return { draft, text, key: `page:${at}:${digest}` };
  });
  const comments = made.map(
    ({ draft: { lines: _, thread, ...draft }, text, key }): Comment => ({
      ...draft,
      quoted: draft.quoted === null ? null : harmlessText(draft.quoted),
      key,
      review: null,
      thread: thread === null ? null : made[thread]!.key,
      verdict: draft.kind === "review" ? verdictOf(text) : null,
      text,
      time: null,
      round: null,
    }),
  );
  const body = comments.filter(({ kind }) => kind === "body");
  return [...body, ...comments.filter(({ kind, text }) => kind !== "body" && text !== "")];
}

/** What a review decides, where it says so. */
export function verdictOf(text: string): string | null {
  const said = /Verdict:\s*\**\s*([A-Z][A-Z _-]{3,30})/i.exec(text.slice(0, 4000))?.[1]?.toUpperCase() ?? "";
  if (/^APPROVE/.test(said)) return "approve";
  if (/^(?:REQUEST|CHANGES|REJECT)/.test(said)) return "request-changes";
  return /^COMMENT/.test(said) ? "comment" : null;
}
