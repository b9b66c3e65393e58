// Marks paths into which the word before runs, as in text that was saved from a page. It knows them by the same name
// standing free elsewhere in the document, and leaves it to a tree which end of them is a file.

import type { Citation, Passage } from "../citation.ts";

/** The citations, with those marked whose path ends with a name that stands free elsewhere and begins with a word. */
export function withGlued(citations: readonly Citation[], passages: readonly Passage[]): Citation[] {
  const free = new Set<string>();
  for (const each of citations) {
    if (each.path === null || each.bound !== "written" || each.host !== null) continue;
    const before = passages[each.passage]?.text[each.from - 1] ?? " ";
    if (/[\s(`"'[,]/.test(before)) free.add(each.path);
  }
  return citations.map((each) => {
    if (each.path === null || each.bound !== "written" || each.host !== null) return each;
    return isGlued(each.path, free) ? { ...each, bound: "glued" } : each;
  });
}

function isGlued(path: string, free: ReadonlySet<string>): boolean {
  if (/[^\x20-\x7e]/.test(path.slice(0, 1)) && /[\x21-\x7e]/.test(path)) return true;
  const most = Math.min(path.length - 4, 80);
  for (let at = 1; at <= most; at++) {
    // A name's own parts are joined by marks; a word that runs into it is not.
    if (!/[\p{L}\p{N}]/u.test(path[at - 1] ?? "") || !/[\p{L}]/u.test(path[at] ?? "")) continue;
    if (free.has(path.slice(at))) return true;
  }
  return false;
}
