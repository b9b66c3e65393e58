// Draws an excerpt of code: dedented, numbered, the cited lines laid under, the words that speak underlined, and what differs
// from the code as it was when cited. It highlights no syntax.

import type { CodeExcerpt } from "../../loaders/report/pages.ts";
import { pieces } from "./citations-words.js";
import { type Child, h } from "./dom.js";
import { digits } from "./words.js";

interface CodeParts {
  /** Lines to lay under. */
  readonly hit: { readonly start: number; readonly end: number };
  /** Whether they are what should not stand there. */
  readonly bad: boolean;
  readonly words: ReadonlySet<string>;
  /** The code that differences are told from; null: none are. */
  readonly before: CodeExcerpt | null;
}

/** The block. It can be reached by keyboard, since long lines run on inside it. */
export function codeBlock(excerpt: CodeExcerpt, parts: CodeParts): HTMLElement {
  const indent = commonIndent(excerpt.lines);
  const changed = parts.before === null ? null : newTokens(parts.before.lines, excerpt.lines);
  const lines = excerpt.lines.map((line, i) => {
    const n = excerpt.start + i;
    const hit = n >= parts.hit.start && n <= parts.hit.end;
    const text = line.slice(indent).replaceAll("\t", "    ");
    return h(
      "span",
      { class: `l${hit ? (parts.bad ? " hit bad" : " hit") : ""}` },
      h("i", {}, n),
      h("span", {}, marked(text, parts.words, changed?.[i] ?? null), text === "" ? " " : ""),
    );
  });
  return h(
    "div",
    {},
    h(
      "pre",
      { class: "code", tabindex: "0", role: "region", "aria-label": `${excerpt.path} from line ${excerpt.start}` },
      lines,
    ),
    excerpt.cut > 0 && h("p", { class: "cap" }, `${digits(excerpt.cut)} more lines are not shown.`),
  );
}

/** Characters of white space that all lines begin with, blank ones aside. */
function commonIndent(lines: readonly string[]): number {
  const filled = lines.filter((line) => line.trim() !== "");
  const first = filled[0] ?? "";
  let n = /^\s*/.exec(first)?.[0].length ?? 0;
  for (const line of filled) while (n > 0 && line.slice(0, n) !== first.slice(0, n)) n--;
  return n;
}

const TOKEN = /[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu;

/** For each line the tokens that are new in it, by their place; null of a line that stood there before. */
function newTokens(before: readonly string[], after: readonly string[]): readonly (ReadonlySet<number> | null)[] {
  const known = new Set(before.map((line) => line.trim()));
  // A changed line is told from the nearest line that is itself gone.
  const kept = new Set(after.map((line) => line.trim()));
  const gone = before
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.trim() !== "" && !kept.has(line.trim()));
  return after.map((line, at) => {
    if (line.trim() === "" || known.has(line.trim())) return null;
    const old = [...gone].sort(
      (a, b) => shared(b.line, line) - shared(a.line, line) || Math.abs(a.at - at) - Math.abs(b.at - at),
    )[0];
    const tokens = line.trim().match(TOKEN) ?? [];
    // Of a line that shares little with any old one, everything is new: marks on its odd commas would say nothing.
    const names = new Set(line.match(NAME) ?? []).size;
    const told = old !== undefined && shared(old.line, line) * 2 >= names;
    const same = told ? common(old.line.trim().match(TOKEN) ?? [], tokens) : new Set<number>();
    return new Set(tokens.flatMap((token, i) => (same.has(i) || token.trim() === "" ? [] : [i])));
  });
}

const NAME = /[\p{L}\p{N}_$]+/gu;

function shared(a: string, b: string): number {
  const words = new Set(a.match(NAME) ?? []);
  return [...new Set(b.match(NAME) ?? [])].filter((word) => words.has(word)).length;
}

/** Places in `b` that belong to the longest common subsequence of two lists. */
function common(a: readonly string[], b: readonly string[]): Set<number> {
  const long = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => long[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (long[i] as Uint16Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.add(j++);
      i++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

function marked(text: string, words: ReadonlySet<string>, fresh: ReadonlySet<number> | null): readonly Child[] {
  const voted = (part: string): readonly Child[] =>
    pieces(part, words).map((piece) => (piece.is ? h("mark", {}, piece.text) : piece.text));
  if (fresh === null || fresh.size === 0) return voted(text);
  const lead = text.length - text.trimStart().length;
  const tokens = text.trim().match(TOKEN) ?? [];
  const parts: Child[] = [text.slice(0, lead)];
  let run = "";
  const flush = (): void => {
    if (run !== "") parts.push(h("u", {}, voted(run)));
    run = "";
  };
  tokens.forEach((token, i) => {
    // White space between two new tokens is new with them.
    const bridged = token.trim() === "" && run !== "" && fresh.has(i + 1);
    if (fresh.has(i) || bridged) run += token;
    else {
      flush();
      parts.push(...voted(token));
    }
  });
  flush();
  return parts;
}
