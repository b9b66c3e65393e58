// Makes the addresses that reports link to: lines at a commit, commits, pull requests, issues, and paths as URIs. What is
// no plain address of a forge gives no link.

import type { Moment } from "../../model.ts";

/** A path as a relative URI: each part percent-encoded, also what Markdown would take for the end of a link. */
export function pathUri(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*~]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");
}

/** The forge's address where it can be linked to: http or https, without user, query and fragment; else null. */
export function forgeBase(forge: string | null): string | null {
  if (forge === null || !URL.canParse(forge)) return null;
  const url = new URL(forge);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  return /^[\w:/.%~+-]+$/.test(base) ? base : null;
}

/** Permalink of lines of a document, the last included; rendered documents are asked for as plain text, which alone has lines. */
export function lineLink(
  forge: string | null,
  commit: string,
  path: string,
  line: number,
  endLine = line,
): string | null {
  const base = forgeBase(forge);
  if (base === null || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const plain = /\.(?:md|markdown|rst|adoc|org)$/i.test(path) ? "?plain=1" : "";
  const last = endLine <= line ? "" : isGitLab(base) ? `-${endLine}` : `-L${endLine}`;
  return `${root(base)}/blob/${commit}/${pathUri(path)}${plain}#L${line}${last}`;
}

export function commitLink(forge: string | null, moment: Moment): string | null {
  const base = forgeBase(forge);
  if (base === null || !/^[0-9a-f]{40,64}$/.test(moment.commit)) return null;
  return `${root(base)}/commit/${moment.commit}`;
}

/** Address of a pull request, or of GitLab's merge request. */
export function pullLink(forge: string | null, number: number): string | null {
  const base = forgeBase(forge);
  if (base === null) return null;
  return isGitLab(base) ? mergeRequest(base, number) : `${base}/pull/${number}`;
}

/** Address of an issue or a pull request. An id with "!" is a merge request's, whatever the forge's host is called. */
export function issueLink(
  forge: string | null,
  { kind, number, id }: { readonly kind: "issue" | "pull"; readonly number: number; readonly id: string },
): string | null {
  const base = forgeBase(forge);
  if (base === null) return null;
  if (id.startsWith("!")) return mergeRequest(base, number);
  return kind === "pull" && !isGitLab(base) ? pullLink(forge, number) : `${root(base)}/issues/${number}`;
}

function mergeRequest(base: string, number: number): string {
  return `${base}/-/merge_requests/${number}`;
}

/** What the addresses inside a repository begin with. */
function root(base: string): string {
  return isGitLab(base) ? `${base}/-` : base;
}

/** By the host's name alone: `github.com/x/gitlab.nvim` is GitHub's. */
function isGitLab(base: string): boolean {
  return /(?:^|\.)gitlab\./.test(new URL(base).hostname);
}
