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
  const words = new Words();
  for (const version of versions) {
    if (version.oid === null) continue;
    const older = await library.document(version.path, version.oid);
    if (older === null || older === "binary" || older === "large") continue;
    const same = byKey(older);
    for (const [at, citation] of citations.entries()) {
      const candidates = same.get(keyOf(citation));
      const best = candidates === undefined ? null : nearest(candidates, older, found[at]!, words);
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
/** Of many equal citations so many are compared, those in the lines nearest; of very many fewer. */
const MOST = 200;
const COMPARED = 20_000;

function nearest(
  candidates: readonly Citation[],
  older: Read,
  last: { readonly document: Read; readonly citation: Citation },
  words: Words,
): Citation | null {
  const { document, citation } = last;
  // Most often nothing around it changed, and no words need be taken apart.
  const unchanged = words.unchanged(candidates, older, document, citation);
  if (unchanged !== undefined) return unchanged;
  const context = contextOf(document, citation.line);
  let best: Citation | null = null;
  let most = candidates.length === 1 ? ONLY : SAME;
  for (const each of around(candidates, citation.line)) {
    const share = overlap(context, contextOf(older, each.line)) + (each.column === citation.column ? 0.001 : 0);
    if (share < most) continue;
    best = each;
    most = share;
  }
  return best;
}

/** Of citations by line those around a line, as many as are compared. */
function around(candidates: readonly Citation[], line: number): readonly Citation[] {
  const most = Math.max(8, Math.min(MOST, Math.floor(COMPARED / candidates.length)));
  if (candidates.length <= most) return candidates;
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candidates[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - (most >> 1), candidates.length - most));
  return candidates.slice(from, from + most);
}

/** Lines on each side of a citation that are compared. */
const AROUND = 2;

/**
 * Numbers for the texts of lines and of the lines around them, so that two places are compared by number: a line can be a
 * million characters long, and hold a hundred thousand equal citations.
 */
class Words {
  private readonly texts = new Map<string, number>();
  private readonly places = new Map<string, number>();
  private readonly known = new WeakMap<Read, Map<number, number>>();
  private readonly firsts = new WeakMap<readonly Citation[], ReadonlyMap<string, Citation>>();

  /** The first of the candidates that stands in the same column of the same lines. */
  unchanged(
    candidates: readonly Citation[],
    older: Read,
    document: Read,
    { line, column }: Citation,
  ): Citation | undefined {
    let firsts = this.firsts.get(candidates);
    if (firsts === undefined) {
      const made = new Map<string, Citation>();
      for (const each of candidates) {
        const key = `${each.column} ${this.placeOf(older, each.line)}`;
        if (!made.has(key)) made.set(key, each);
      }
      firsts = made;
      this.firsts.set(candidates, firsts);
    }
    return firsts.get(`${column} ${this.placeOf(document, line)}`);
  }

  private placeOf(document: Read, line: number): number {
    const places = this.known.get(document) ?? new Map<number, number>();
    this.known.set(document, places);
    const known = places.get(line);
    if (known !== undefined) return known;
    let key = "";
    for (let by = -AROUND; by <= AROUND; by++) key += ` ${this.textOf(document.lines[line - 1 + by])}`;
    const made = numbered(this.places, key);
    places.set(line, made);
    return made;
  }

  private textOf(text: string | undefined): number {
    return text === undefined ? -1 : numbered(this.texts, text);
  }
}

function numbered(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
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
