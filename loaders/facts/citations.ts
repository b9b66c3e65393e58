// Turns the passages of a document into the places in code that they cite. What is there, and whether it is what the
// sentence speaks of, the audit says; here a path need not exist.

import type { Citation, DocumentCitations, Passage, Prose, Unbound } from "../citation.ts";
import { proseOf } from "../syntax/prose.ts";
import { withGlued } from "./citations-glued.ts";
import { pathIn, runEnd } from "./citations-paths.ts";
import { citationsOfPassage, type Found, type PassageCitations } from "./citations-reader.ts";

export { mayCite } from "./citations-bytes.ts";

export interface CitationOptions {
  /** Whether citations in examples are returned; else they are counted as unbound. */
  readonly examples?: boolean;
}

/** The citations of a document's text, with its prose. */
export function citationsIn(path: string, text: string, options: CitationOptions = {}): DocumentCitations {
  const prose = proseOf(path, text);
  return { prose, ...citationsOf(prose, options) };
}

/** The citations of a document, in order. Never throws; linear in the length of its passages. */
export function citationsOf(prose: Prose, options: CitationOptions = {}): Omit<DocumentCitations, "prose"> {
  const citations: Citation[] = [];
  const unbound: Unbound[] = [];
  let intro: Introduction | null = null;
  for (const [index, passage] of prose.passages.entries()) {
    if (!mayHold(passage.text)) {
      intro = introductionOf(passage, lastPathOf(passage), intro);
      continue;
    }
    const told = toldBefore(passage, intro);
    const read = citationsOfPassage(passage, told);
    intro = introductionOf(passage, read.last, intro);
    const place = placesIn(passage);
    const example = passage.kind === "example" && options.examples !== true;
    for (const each of read.found) {
      const text = passage.text.slice(each.from, each.to).replace(/\s*\n\s*/g, " ");
      const { line, column } = place(each.from);
      if (!example) citations.push(citationOf(each, text, line, column, index));
      else if (each.bound === "written") unbound.push({ line, column, text, reason: "in an example" });
    }
    if (example) continue;
    for (const { from, to, reason } of read.loose) {
      unbound.push({ ...place(from), text: passage.text.slice(from, to).replace(/\s*\n\s*/g, " "), reason });
    }
  }
  const plain = prose.read === "text";
  return { citations: plain ? withGlued(citations, prose.passages) : citations, unbound };
}

function citationOf(found: Found, text: string, line: number, column: number, passage: number): Citation {
  const { from, to, path, bound, start, end, symbol, symbolOnly, approximate, revision, host } = found;
  const place = { text, line, column, passage, from, to, path, bound, start, end };
  return Object.assign(place, { symbol, symbolOnly, approximate, revision, host });
}

/** A quick no for the many passages without a number or a symbol that could be cited. */
function mayHold(text: string): boolean {
  return /[:#(][~≈]?[Ll]?\d|[Ll]ine|LINE|\b[Ll]ns?\b|\bL\d|::|ll?\. ?\d|\.\w{1,12}[`*_]{0,4}:\s?[`\w]|#lines-/.test(
    text,
  );
}

/** A paragraph that ends with a path and a colon speaks for the list below it. */
interface Introduction {
  readonly path: string;
  /** The last line that it or its list has reached. */
  readonly endLine: number;
}

function introductionOf(
  passage: Passage,
  last: PassageCitations["last"],
  intro: Introduction | null,
): Introduction | null {
  const text = passage.text.slice(-200).trimEnd();
  if (last && /[:：—]$/.test(text) && passage.text.trimEnd().length - last.to <= 40) {
    // Nothing but the citation's own end and small words may stand between: "in `core.py`, all of them:".
    return { path: last.path, endLine: passage.endLine };
  }
  const goesOn = intro !== null && passage.line - intro.endLine <= 2 && passage.kind !== "heading";
  return goesOn && last === null
    ? { path: intro.path, endLine: passage.endLine }
    : goesOn && isPart(passage)
      ? { ...intro, endLine: passage.endLine }
      : null;
}

const isPart = (passage: Passage): boolean => passage.kind !== "paragraph";

function lastPathOf(passage: Passage): PassageCitations["last"] {
  return /[:：—]\s*$/.test(passage.text.slice(-20)) && passage.text.length < 20_000
    ? citationsOfPassage(passage, null).last
    : null;
}

/** The path that stands over a passage: of its list's introduction, its column's head, or its heading. */
function toldBefore(passage: Passage, intro: Introduction | null): string | null {
  if (intro && passage.line - intro.endLine <= 2) return intro.path;
  const heads = passage.columns.map(pathAlone).filter((path) => path !== null);
  if (heads.length === 1) return heads[0] ?? null;
  const heading = passage.headings.at(-1);
  return heading === undefined ? null : pathAlone(heading);
}

/** The path that is all a heading says, but for a number in front. */
function pathAlone(words: string): string | null {
  const bare = words.replace(/^[\d.()]{1,8}\s+/, "").replace(/^[`*_[]{1,4}|[`*_\]]{1,4}$/g, "");
  if (bare.length > 300 || bare === "" || runEnd(bare, 0, false) < bare.length) return null;
  const name = pathIn(bare);
  return name && name.start === 0 && name.length === bare.length ? name.path : null;
}

/** Where an offset of the passage's text stands in the document; asked in ascending order, so it never looks back far. */
function placesIn(passage: Passage): (offset: number) => { line: number; column: number } {
  let index = 0;
  return (offset) => {
    while (index > 0 && (passage.lines[index]?.offset ?? 0) > offset) index--;
    while ((passage.lines[index + 1]?.offset ?? Number.POSITIVE_INFINITY) <= offset) index++;
    const line = passage.lines[index];
    return { line: line?.line ?? passage.line, column: (line?.column ?? 1) + offset - (line?.offset ?? 0) };
  };
}
