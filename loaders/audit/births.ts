// Turns the citations of a document into the versions in which their text first appeared, through moves, reflow and
// renames of the document. It reads the document's own versions; what is cited does not matter here.

import { posix } from "node:path";
import type { Citation } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Library, Read } from "./library.ts";
import type { Version } from "./past.ts";

/** Position in the past of the commit that wrote each citation; null where no version holds it. */
export async function birthsOf(
  citations: readonly Citation[],
  document: Read,
  versions: readonly Version[],
  library: Library,
): Promise<readonly (number | null)[]> {
  const births: (number | null)[] = citations.map(() => null);
  /** Where each was last found: in which version, and as which citation of it. */
  const found = citations.map((citation) => ({ document, citation }));
  for (const version of versions) {
    if (version.oid === null) continue;
    const older = await library.document(version.path, version.oid);
    if (older === null || older === "binary" || older === "large") continue;
    const same = byKey(older);
    for (const [at, citation] of citations.entries()) {
      const candidates = same.get(keyOf(citation));
      const best = candidates === undefined ? null : nearest(candidates, older, found[at]!);
      if (best === null) continue;
      births[at] = version.at;
      found[at] = { document: older, citation: best };
    }
  }
  return births;
}

const keyed = new WeakMap<Read, ReadonlyMap<string, readonly Citation[]>>();

function byKey(document: Read): ReadonlyMap<string, readonly Citation[]> {
  const known = keyed.get(document) ?? groupBy(document.citations, keyOf);
  keyed.set(document, known);
  return known;
}

/** What makes two spans the same to a reader: their numbers and the file's own name, or that it continues. */
function keyOf(citation: Citation): string {
  const name = citation.path === null ? "" : posix.basename(citation.path);
  return `${citation.start} ${citation.end} ${citation.bound === "continued" ? "" : name} ${citation.symbol ?? ""}`;
}

/** Words in common over words in all, from which on two places are the same; less is asked where there is only one. */
const SAME = 0.3;
const ONLY = 0.2;
/** Of many equal citations so many are compared. */
const MOST = 200;

function nearest(
  candidates: readonly Citation[],
  older: Read,
  last: { readonly document: Read; readonly citation: Citation },
): Citation | null {
  const { document, citation } = last;
  // Most often nothing around it changed, and no words need be taken apart.
  const unchanged = candidates.find(
    (each) => each.column === citation.column && sameLines(older.lines, each.line, document.lines, citation.line),
  );
  if (unchanged !== undefined) return unchanged;
  const context = contextOf(document, citation.line);
  let best: Citation | null = null;
  let most = candidates.length === 1 ? ONLY : SAME;
  for (const each of candidates.slice(0, MOST)) {
    const share = overlap(context, contextOf(older, each.line)) + (each.column === citation.column ? 0.001 : 0);
    if (share < most) continue;
    best = each;
    most = share;
  }
  return best;
}

/** Lines on each side of a citation that are compared. */
const AROUND = 2;

function sameLines(a: readonly string[], line: number, b: readonly string[], other: number): boolean {
  for (let by = -AROUND; by <= AROUND; by++) if (a[line - 1 + by] !== b[other - 1 + by]) return false;
  return true;
}

const contexts = new WeakMap<Read, Map<number, ReadonlySet<string>>>();

/** The words of a line and of those around it. */
function contextOf(document: Read, line: number): ReadonlySet<string> {
  const known = contexts.get(document) ?? new Map<number, ReadonlySet<string>>();
  contexts.set(document, known);
  const words = known.get(line) ?? wordsAround(document.lines, line);
  known.set(line, words);
  return words;
}

function wordsAround(lines: readonly string[], line: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (let at = Math.max(0, line - 1 - AROUND); at < Math.min(lines.length, line + AROUND); at++)
    for (const word of lines[at]!.slice(0, 2_000).match(/[\p{L}_]{2,}/gu) ?? []) words.add(word);
  return words;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}
