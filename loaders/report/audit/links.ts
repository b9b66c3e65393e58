// Makes the addresses that reports link to: lines at a commit, commits, and paths as URIs. What is no plain address of a
// forge gives no link.

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

/** Permalink of a line of a document; rendered documents are asked for as plain text, which alone has lines. */
export function lineLink(forge: string | null, commit: string, path: string, line: number): string | null {
  const base = forgeBase(forge);
  if (base === null || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const plain = /\.(?:md|markdown|rst|adoc|org)$/i.test(path) ? "?plain=1" : "";
  return `${base}${isGitLab(base) ? "/-" : ""}/blob/${commit}/${pathUri(path)}${plain}#L${line}`;
}

export function commitLink(forge: string | null, moment: Moment): string | null {
  const base = forgeBase(forge);
  if (base === null || !/^[0-9a-f]{40,64}$/.test(moment.commit)) return null;
  return `${base}${isGitLab(base) ? "/-" : ""}/commit/${moment.commit}`;
}

function isGitLab(base: string): boolean {
  return /(?:^|\.)gitlab\./.test(new URL(base).hostname);
}
