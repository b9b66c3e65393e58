// Parses a file, or one piece of it by itself, for what facts do not tell: which `if` stands where, what a literal holds,
// how an import is made. What was read off a piece is kept by its bytes, so that a hundred versions of a file cost one.

import { createHash } from "node:crypto";
import { BinnacleError } from "../../../error.ts";
import type { Facts } from "../../../facts/source.ts";
import { textOf } from "../../../facts/source-file.ts";
import type { Chunk } from "../../../model.ts";
import { Recent } from "../../../recent.ts";
import { type GrammarName, type Node, withTree } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import type { CodeFile } from "../../question.ts";

/** Milliseconds for a parse, most of them for what a grammar takes at first; and ten times what a character takes. */
const LEAST = 3000;
const EACH = 0.002;
/** Brackets may be open this deep, and this many marks may follow each other: beyond, a parser breaks or takes for ever. */
const DEEPEST = 1500;
const LONGEST_RUN = 4000;
/** A piece of so many bytes was put together by a program. What it would take to read it grows faster than it does. */
const LARGEST_PIECE = 2 ** 18;
/** Answers about pieces that are kept. */
const MOST_KEPT = 50_000;

/** Memory that a parser broke stays broken: no text is given to it any more. */
let isBroken = false;

/** What `read` makes of the tree of a text; null where the text is beyond the parser. No node may outlive the call. */
export function readTree<Result>(
  language: GrammarName,
  text: string,
  read: (root: Node) => Result,
): { readonly told: Result } | null {
  if (isBroken || isDeep(text)) return null;
  try {
    return { told: withTree(language, text, read, LEAST + text.length * EACH) };
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError) isBroken = true;
    else if (!(thrown instanceof RangeError) && !isGivenUp(thrown)) throw thrown;
    return null;
  }
}

/** Whether a parser or a query stopped because it took too long. */
function isGivenUp(thrown: unknown): boolean {
  return thrown instanceof BinnacleError && thrown.code === "syntax-error" && / gave up\.$/.test(thrown.message);
}

function isDeep(text: string): boolean {
  let depth = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (code <= 32) continue;
    const isWord =
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 126;
    run = isWord ? 0 : run + 1;
    if (code === 40 || code === 91 || code === 123) depth++;
    else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
    if (depth > DEEPEST || run > LONGEST_RUN) return true;
  }
  return false;
}

/** Whether a piece is too large to be read. */
export function isLarge({ start, end }: Chunk): boolean {
  return end - start > LARGEST_PIECE;
}

/** Places in a piece: lines count from 0, its first. */
export type LineOf = (node: Node) => number;

const kept = new WeakMap<Facts, Recent<string, { readonly told: unknown }>>();

/**
 * What `read` makes of a chunk that is parsed by itself: its statements are the root's, also of a member. `question`
 * names it: equal names and bytes, equal answers, so that the answer must hold no line of the file. Null where the chunk is
 * beyond the parser.
 */
export function readPiece<Result>(
  file: CodeFile,
  chunk: Chunk,
  question: string,
  read: (root: Node, lineOf: LineOf) => Result,
): Result | null {
  const { source, facts } = file;
  if (source === null || isLarge(chunk)) return null;
  const bytes = source.bytes.subarray(chunk.start, chunk.end);
  const key = createHash("sha1")
    .update(`${source.language} ${chunk.kind} ${chunk.owner === null}\n`)
    .update(bytes);
  const name = `${question}\n${key.digest("hex")}`;
  let answers = kept.get(facts);
  if (!answers) {
    answers = new Recent(MOST_KEPT, () => 1);
    kept.set(facts, answers);
  }
  let known = answers.get(name);
  if (!known) {
    const { text, rows, within } = wrapped(source.language, chunk, textOf(source, chunk));
    const tree = readTree(source.language, text, (root) => read(within(root), (node) => node.startPosition.row - rows));
    known = { told: tree?.told ?? null };
    answers.set(name, known);
  }
  return known.told as Result | null;
}

interface Wrapped {
  readonly text: string;
  /** Lines that stand before the piece in the text. */
  readonly rows: number;
  readonly within: (root: Node) => Node;
}

/** A chunk by itself need not be a module: an indented one gets an `if`, a lone clause its opener, a member a class. */
function wrapped(language: GrammarName, chunk: Chunk, source: string): Wrapped {
  if (language !== "python") {
    if (chunk.kind === "class") return { text: `${source}}`, rows: 0, within: (root) => root };
    if (chunk.owner === null) return { text: source, rows: 0, within: (root) => root };
    return { text: `class _ {\n${source}\n}`, rows: 1, within: (root) => parts(root)[0]?.lastNamedChild ?? root };
  }
  const indent = /^[ \t]*/.exec(source)?.[0] ?? "";
  const clause = /^(elif|else|except|finally|case)\b/.exec(source.slice(indent.length))?.[1];
  const openers = [
    ...(indent === "" ? [] : ["if 1:"]),
    ...(clause === undefined ? [] : [`${indent}${openerOf(clause)}`]),
    ...(clause === undefined || clause === "case" ? [] : [`${indent} pass`]),
  ];
  return {
    text: `${[...openers, source].join("\n")}${/:\s*$/.test(source.slice(-400)) ? ` pass` : ""}\n`,
    rows: openers.length,
    within: (root) => (indent === "" ? root : (parts(root)[0]?.childForFieldName("consequence") ?? root)),
  };
}

function openerOf(clause: string): string {
  if (clause === "case") return "match 1:";
  return clause === "except" || clause === "finally" ? "try:" : "if 1:";
}
