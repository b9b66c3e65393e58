// Compares a written hand-off sheet with the facts of today, and renews its generated part. It compares facts, not text:
// lines that moved, links, wrapping and what people wrote beside the generated part change nothing.

import { BinnacleError } from "../../error.ts";
import { END, factDigest, isPinned, markPart, saidFact } from "./markdown.ts";
import type { Sheet } from "./sheet.ts";

const BEGIN = /<!-- binnacle handoff (?!end -->)([^\n]*?) -->/g;
const MARK = /<!-- fact (\S+) ([0-9a-f]{10}) -->/g;

/** What became of the facts of a written sheet, each in the words of the document or of today. */
export interface Stale {
  readonly gone: readonly string[];
  readonly changed: readonly { readonly was: string; readonly is: string }[];
  readonly added: readonly string[];
  /** Facts that are still so and whose words in the document say something else. */
  readonly edited: readonly { readonly was: string; readonly is: string }[];
}

/** The words of the sheet that a document holds: `["forward"]`. Throws "bad-usage" where it holds none, several, or a damaged one. */
export function wordsOf(document: string, file: string): readonly string[] {
  const found = [...document.matchAll(BEGIN)];
  const ends = document.split(END).length - 1;
  const fail = (what: string): never => {
    throw new BinnacleError("bad-usage", `${file} ${what}. Write one with: binnacle handoff NAME > ${file}`);
  };
  if (found.length === 0 && ends === 0) return fail("holds no hand-off sheet");
  if (found.length > 1) return fail(`holds ${found.length} hand-off sheets, and one is compared`);
  if (found.length !== 1 || ends !== 1 || document.indexOf(END) < found[0]!.index)
    return fail("holds a damaged hand-off sheet: expected one mark at its beginning and one at its end");
  const words = found[0]![1]!.split(" ").map((word) => decoded(word, file));
  if (words.length !== 1 && !(words.length === 3 && words[1] === "--for")) return fail("names no hand-off sheet");
  return words;
}

function decoded(word: string, file: string): string {
  try {
    return decodeURIComponent(word);
  } catch (cause) {
    throw new BinnacleError("bad-usage", `${file} holds a damaged mark, "${word}". Write the sheet anew.`, { cause });
  }
}

interface Written {
  readonly digest: string;
  readonly text: string;
}

/** `document` holds one sheet: `wordsOf` has said so. */
export function compareSheet(document: string, sheet: Sheet): Stale {
  const written = writtenFacts(document);
  const now = new Map([
    ...sheet.sections.flatMap(({ facts }) =>
      facts.filter(isPinned).map(({ id, says }) => [markPart(id), says] as const),
    ),
    ...sheet.said.map((said) => [markPart(said.id), saidFact(said)] as const),
  ]);
  const rows = new Set(sheet.said.map(({ id }) => markPart(id)));
  const both = [...written].flatMap(([id, { digest, text }]) => {
    const is = now.get(id);
    return is === undefined ? [] : [{ id, was: text, is, same: digest === factDigest(is) }];
  });
  return {
    gone: [...written].filter(([id]) => !now.has(id)).map(([, { text }]) => text),
    changed: both.filter(({ same }) => !same).map(({ was, is }) => ({ was, is })),
    added: [...now].filter(([id]) => !written.has(id)).map(([, says]) => says),
    edited: both
      .filter(({ id, was, is, same }) => same && !rows.has(id) && !holdsWords(was, is))
      .map(({ was, is }) => ({ was, is })),
  };
}

/** Marked facts of the generated part, each with the words before its mark. */
function writtenFacts(document: string): ReadonlyMap<string, Written> {
  const begin = document.search(BEGIN);
  const part = document.slice(begin, document.indexOf(END));
  const facts = new Map<string, Written>();
  let last = 0;
  for (const match of part.matchAll(MARK)) {
    const before = part.slice(last, match.index);
    const start = Math.max(before.lastIndexOf("\n- "), before.lastIndexOf("\n* "), before.lastIndexOf("\n| "));
    facts.set(match[1]!, {
      digest: match[2]!,
      text: before
        .slice(start + 1)
        .replace(/^[-*|]\s+/, "")
        .trim(),
    });
    last = match.index + match[0].length;
  }
  return facts;
}

/** Whether the greppable words and the numbers of a fact stand in a text, in order: words around them may be polished. */
function holdsWords(text: string, says: string): boolean {
  const wanted = greppable(says);
  const there = greppable(text);
  return wanted.every((word, at) => there[at] === word);
}

function greppable(text: string): readonly string[] {
  return [...text.replace(/\s+/g, " ").matchAll(/(`+)(.*?[^`])\1(?!`)|\b\d+\b/g)].map((match) => match[2] ?? match[0]);
}

/** The document with its generated part renewed, in the line ends that it has. */
export function updateSheet(document: string, generated: string): string {
  const begin = document.search(BEGIN);
  const end = document.indexOf(END) + END.length;
  const crlf = document.includes("\r\n");
  return document.slice(0, begin) + (crlf ? generated.replaceAll("\n", "\r\n") : generated) + document.slice(end);
}
