// Finds open issues and pull requests that name a word, in the file of imported issues beside a store. What a sheet says
// of them is written elsewhere.

import { forgeBase } from "../report/audit/links.ts";
import type { NamingIssue } from "../report/handoff/issue-section.ts";
import { besideStore } from "../stamp.ts";
import { openIssues } from "../store/issues.ts";

/** By number; null where nothing was imported. A word counts where it stands whole, in a title or between backticks in a text. */
export async function openIssuesNaming(
  store: string,
  forge: string | null,
  word: string,
): Promise<readonly NamingIssue[] | null> {
  const issues = await openIssues(besideStore(store, ".issues.duckdb"));
  if (issues === null) return null;
  try {
    const threads = await issues.threads(null);
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const inTitle = new RegExp(`(?<!\\w)${plain}(?!\\w)`);
    const inText = new RegExp(`\`[^\`\\n]*(?<!\\w)${plain}(?!\\w)[^\`\\n]*\``);
    return [...threads.values()].flatMap(({ issue, comments }) => {
      if (issue.state !== "open") return [];
      const body = comments.some(({ kind, text }) => kind === "body" && inText.test(text));
      const others = comments.filter(({ kind, text }) => kind !== "body" && inText.test(text)).length;
      const where = [
        ...(inTitle.test(issue.title) ? ["its title"] : []),
        ...(body ? ["its text"] : []),
        ...(others > 0 ? [`${others} ${others === 1 ? "comment" : "comments"}`] : []),
      ];
      if (where.length === 0) return [];
      return [
        {
          id: issue.id,
          title: issue.title,
          state: issue.state,
          where: where.join(" and "),
          link: linkOf(forge, issue),
        },
      ];
    });
  } finally {
    issues.close();
  }
}

function linkOf(
  forge: string | null,
  { kind, number, id }: { kind: string; number: number; id: string },
): string | null {
  const base = forgeBase(forge);
  if (base === null) return null;
  if (id.startsWith("!")) return `${base}/-/merge_requests/${number}`;
  const gitlab = /(?:^|\.)gitlab\./.test(new URL(base).hostname);
  return gitlab ? `${base}/-/issues/${number}` : `${base}/${kind === "pull" ? "pull" : "issues"}/${number}`;
}
