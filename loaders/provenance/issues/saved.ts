// Turns a thread that was saved from a web page, as text or Markdown, into an issue with its comments: the opening, the
// reviews with their verdicts, what stands on lines of the diff, replies, messages of commits, pushes. Of persons it keeps
// what they are to the thread. What the words say of findings is derived elsewhere.

import { createHash } from "node:crypto";
import { BinnacleError } from "../../error.ts";
import type { Comment, Thread } from "../../store/issues.ts";
import { harmlessLine, harmlessText, isHtml, LONGEST_TEXT, textOfHtml } from "./harmless.ts";
import { UNKNOWN_ISSUE } from "./merge.ts";
import { type Draft, Page } from "./page.ts";

const TITLE = /^(.{1,600}?)\s*(?:[-–—·]\s*)?(?:(Pull Request|Issue|Merge request)\s*)?(?:[#!](\d{1,8}))(?:\s*·.*)?$/i;

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
      ...UNKNOWN_ISSUE,
      id: `#${title.number}`,
      number: title.number,
      kind: isPull ? "pull" : "issue",
      title: harmlessLine(title.text),
      state: stateOf(lines),
      draft: lines.some((line) => /^Draft$/.test(line)),
      head: page.head,
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
