// Cuts the lines of a saved page into what was written there one after another: what begins a comment is told from the
// line itself and those around it. What the comments say is read elsewhere.

import type { Comment, Role } from "../../store/issues.ts";

const BORDER = /^There was a problem hiding this comment\.?$/;
const SIGNED =
  /^@?([\w[\]-]{1,60})\s+(?:commented|left a comment|reviewed|approved these changes|requested changes)(?:\s+(?:on [A-Z][a-z]{2,8} \d|\d+ \w+ ago|yesterday|last \w+|now|\d{4}-\d).*)?$/;
const MOST_COMMENTS = 5000;

export interface Draft {
  kind: Comment["kind"];
  role: Role;
  thread: number | null;
  path: string | null;
  line: number | null;
  quoted: string | null;
  commit: string | null;
  lines: string[];
}

/** Reads a page from top to bottom; what begins a comment is told from the line itself and those around it. */
export class Page {
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
