// Finds the contracts, members of these and answering classes that a thread speaks of. Whether any of them still stands is not asked here.

import { codeSpansOf } from "../../syntax/code-spans.ts";

/** A contract that was ever sent, with all members that were ever read or produced; or, of no layer, a class that answered. */
export interface Known {
  readonly layer: string | null;
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

export interface Spoken {
  readonly layer: string | null;
  readonly name: string;
  /** A member of its reply; null of the contract itself. */
  readonly key: string | null;
  /** Texts that speak of it. */
  readonly times: number;
  /** Ordinal of the first of them. */
  readonly first: number;
}

/** By first mention. `texts`: of a thread, by ordinal. A member counts only in code, in a thread that names its contract. */
export function spokenIn(texts: readonly string[], known: readonly Known[]): readonly Spoken[] {
  const byName = new Map<string, Known[]>();
  for (const each of known) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const tokens = texts.map((text) => tokensOf(text));
  const found = new Map<
    string,
    { layer: string | null; name: string; key: string | null; times: number; first: number }
  >();
  const put = ({ layer, name }: Known, key: string | null, ordinal: number, seen: Set<string>): void => {
    const id = JSON.stringify([layer, name, key]);
    if (seen.has(id)) return;
    seen.add(id);
    const held = found.get(id);
    if (held === undefined) found.set(id, { layer, name, key, times: 1, first: ordinal });
    else held.times++;
  };
  const seen = texts.map(() => new Set<string>());
  const named = new Set<Known>();
  for (const [ordinal, { plain, code }] of tokens.entries()) {
    for (const token of plain)
      if (isDistinct(token) || code.has(token))
        for (const each of byName.get(token) ?? []) {
          named.add(each);
          put(each, null, ordinal, seen[ordinal]!);
        }
    for (const token of code)
      for (const each of byName.get(token) ?? []) {
        named.add(each);
        put(each, null, ordinal, seen[ordinal]!);
      }
  }
  for (const [ordinal, { code }] of tokens.entries())
    for (const token of code)
      for (const each of named)
        if (token !== each.name && each.keys.has(token)) put(each, token, ordinal, seen[ordinal]!);
  return [...found.values()].toSorted((a, b) => a.first - b.first);
}

interface Tokens {
  /** Words of the text that may be names. */
  readonly plain: ReadonlySet<string>;
  /** Those that stand in backticks or quotation marks, or are called. */
  readonly code: ReadonlySet<string>;
}

const WORD = /[A-Za-z_$][\w$]*(?:[.:-][A-Za-z_$][\w$]*)*/g;

function tokensOf(text: string): Tokens {
  const plain = new Set<string>();
  const code = new Set<string>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    plain.add(word);
    if (text[index + word.length] === "(") code.add(word);
  }
  for (const { start, end } of codeSpansOf(text)) addParts(text.slice(start, end), code);
  for (const [, quoted] of text.matchAll(/["']([^"'\n]{1,120})["']/g)) addParts(quoted!, code);
  return { plain, code };
}

/** The whole, its words, and the parts of what is dotted: `forward.req_ids`. */
function addParts(span: string, to: Set<string>): void {
  to.add(span.trim());
  for (const [word] of span.matchAll(WORD)) {
    to.add(word);
    for (const part of word.split(".")) to.add(part);
  }
}

/** Whether a word is written as no word of English is: `get_num_blocks`, `sendIpc`, `fs:read`. */
function isDistinct(word: string): boolean {
  return /[_$:.\d]|[a-z][A-Z]/.test(word);
}
