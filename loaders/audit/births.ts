// Turns the citations of a document into the versions in which their text first appeared, through moves, reflow and
// renames of the document. It reads the document's own versions; what is cited does not matter here.

import { posix } from "node:path";
import type { Citation } from "../citation.ts";
import type { Library } from "./library.ts";
import type { Version } from "./past.ts";

/** Position in the past of the commit that wrote each citation; null where no version holds it. */
export async function birthsOf(
  citations: readonly Citation[],
  lines: readonly string[],
  versions: readonly Version[],
  library: Library,
): Promise<readonly (number | null)[]> {
  const births: (number | null)[] = citations.map(() => null);
  const contexts = citations.map((citation) => contextOf(lines, citation.line));
  const columns = citations.map((citation) => citation.column);
  for (const version of versions) {
    if (version.oid === null) continue;
    const older = await library.document(version.path, version.oid);
    if (older === null || older === "binary" || older === "large") continue;
    const byKey = new Map<string, Citation[]>();
    for (const citation of older.citations) {
      const key = keyOf(citation);
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [citation]);
      else same.push(citation);
    }
    const words = new Map<number, ReadonlySet<string>>();
    const around = (line: number) => {
      const known = words.get(line) ?? contextOf(older.lines, line);
      words.set(line, known);
      return known;
    };
    for (const [at, citation] of citations.entries()) {
      const same = byKey.get(keyOf(citation));
      if (same === undefined) continue;
      const best = nearest(same, contexts[at]!, columns[at]!, around);
      if (best === null) continue;
      births[at] = version.at;
      contexts[at] = around(best.line);
      columns[at] = best.column;
    }
  }
  return births;
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
  same: readonly Citation[],
  context: ReadonlySet<string>,
  column: number,
  around: (line: number) => ReadonlySet<string>,
): Citation | null {
  let best: Citation | null = null;
  let most = same.length === 1 ? ONLY : SAME;
  for (const citation of same.slice(0, MOST)) {
    const share = overlap(context, around(citation.line)) + (citation.column === column ? 0.001 : 0);
    if (share < most) continue;
    best = citation;
    most = share;
  }
  return best;
}

/** The words of a line and of the two on each side of it. */
function contextOf(lines: readonly string[], line: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (let at = Math.max(0, line - 3); at < Math.min(lines.length, line + 2); at++)
    for (const word of lines[at]!.slice(0, 2_000).match(/[\p{L}_]{2,}/gu) ?? []) words.add(word);
  return words;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}
