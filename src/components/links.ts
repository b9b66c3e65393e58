// Makes the addresses that marks open: places, commits and pull requests on a forge, SWHIDs, and the notebook's own pages.
// Where there is no forge it gives null, and marks name without linking.

import type { Spot } from "../../loaders/report/pages.ts";

/** What a link needs to know of a notebook. */
export interface Forge {
  readonly forge: string | null;
  readonly head: { readonly oid: string };
}

/** A forge that can be linked: https or http, and no `.invalid` host. Its trailing slash is gone; else null. */
export function forgeBase(forge: string | null): string | null {
  if (forge === null) return null;
  try {
    const url = new URL(forge);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    if (url.hostname === "invalid" || url.hostname.endsWith(".invalid")) return null;
    return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  } catch {
    return null;
  }
}

/** Permalink of lines at the head. */
export function blobLink(book: Forge, spot: Pick<Spot, "path" | "line" | "endLine">): string | null {
  const base = forgeBase(book.forge);
  if (base === null) return null;
  const path = spot.path.split("/").map(encodeURIComponent).join("/");
  const many = spot.endLine > spot.line;
  if (isGitLab(base)) {
    return `${base}/-/blob/${book.head.oid}/${path}#L${spot.line}${many ? `-${spot.endLine}` : ""}`;
  }
  return `${base}/blob/${book.head.oid}/${path}#L${spot.line}${many ? `-L${spot.endLine}` : ""}`;
}

/** Permalink of a line at a commit. */
export function commitPlaceLink(book: Forge, commit: string, path: string, line: number): string | null {
  return blobLink({ forge: book.forge, head: { oid: commit } }, { path, line, endLine: line });
}

/** Address of a commit. */
export function commitLink(book: Forge, oid: string): string | null {
  const base = forgeBase(book.forge);
  return base === null ? null : `${base}${isGitLab(base) ? "/-" : ""}/commit/${oid}`;
}

/** Address of a pull request, or of GitLab's merge request. */
export function pullLink(book: Forge, pr: number): string | null {
  const base = forgeBase(book.forge);
  if (base === null) return null;
  return isGitLab(base) ? `${base}/-/merge_requests/${pr}` : `${base}/pull/${pr}`;
}

/** Address of an issue by its id. GitHub leads from `issues` to the pull request where the number is one. */
export function issueHref(book: Forge, id: string, kind: "issue" | "pull" | null): string | null {
  const [base, number] = [forgeBase(book.forge), id.slice(1)];
  if (base === null) return null;
  if (isGitLab(base)) return `${base}/-/${id.startsWith("!") ? "merge_requests" : "issues"}/${number}`;
  return `${base}/${kind === "pull" ? "pull" : "issues"}/${number}`;
}

/** The intrinsic name of lines in a blob, or null where the blob is not known. SHA-1 only: SWHIDs have no other. */
export function swhid(spot: Pick<Spot, "oid" | "line" | "endLine">): string | null {
  if (spot.oid === null || spot.oid.length !== 40) return null;
  const lines = spot.endLine > spot.line ? `${spot.line}-${spot.endLine}` : String(spot.line);
  return `swh:1:cnt:${spot.oid};lines=${lines}`;
}

/** `core.py:12-14`: the last part of a path with its lines. */
export function spotName(spot: Pick<Spot, "path" | "line" | "endLine">): string {
  return `${basename(spot.path)}:${spot.line}${spot.endLine > spot.line ? `-${spot.endLine}` : ""}`;
}

/** The last part of a path. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Address of a contract's page, from a page whose folder is `root` away. */
export function contractLink(root: string, slug: string): string {
  return `${root}/contract/${encodeURIComponent(slug)}.html`;
}

/** Address of a hand-off sheet's page, from a page whose folder is `root` away. */
export function sheetLink(root: string, slug: string): string {
  return `${root}/handoff/${encodeURIComponent(slug)}.html`;
}

function isGitLab(base: string): boolean {
  return /(^|\.|\/)gitlab\./.test(new URL(base).hostname) || new URL(base).hostname.startsWith("gitlab");
}
