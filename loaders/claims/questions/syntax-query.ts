// Turns a configured tree-sitter query into a question to files: what one of its captures holds, and where. The language is
// that of each file's path; a language that does not know the query's words is passed over while another one does.

import { BinnacleError, messageOf } from "../../error.ts";
import { type GrammarName, grammarOf, matchesIn, type Node, type QueryMatch } from "../../syntax/grammar.ts";
import type { CodeFile, Fact, FilesQuestion } from "../question.ts";
import { Checker, capturesOf, type SafeQuery, safeQuery } from "./code/query.ts";
import { tally, untallied } from "./code/question.ts";
import { filesIn, scopeOf } from "./code/scope.ts";
import { readTree } from "./code/trees.ts";

/** Matches of one file. */
const MOST_MATCHES = 10_000;
/** A file of more bytes is not asked. */
const LARGEST = 2 ** 20;
/** Milliseconds of computing for a file, most of them for what a query takes at first; and how many files may take more. */
const LEAST = 500;
const EACH = 0.002;
const MOST_SLOW = 2;

/**
 * `capture` may be left out where the query has one. Throws "bad-configuration" for a query that asks what is not known,
 * and, when it is answered, for one that no language of the files takes.
 */
export function syntaxQuestion(query: string, capture: string | null, glob: string | undefined): FilesQuestion {
  const name = captureOf(query, capture);
  const safe = safeQuery(query);
  const slow = new Set<string>();
  const fits = scopeOf(glob);
  return {
    about: "files",
    wants: (path) => grammarOf(path) !== null && fits(path),
    words: [],
    read: (file) => {
      // A query that is slow everywhere is no question; a file that makes it slow is one that could not be read.
      if (slow.size > MOST_SLOW)
        throw refusal(query, `it takes too long, or finds too much, in ${[...slow].join(", ")}`);
      const facts = factsOf(file, safe, name);
      if (facts[0]?.refused === false && file.bytes.length <= LARGEST) slow.add(file.path);
      return facts;
    },
    answer: (facts) => {
      const { found, looked } = untallied(facts);
      const refusals = found.filter(({ refused }) => refused === true);
      const unread = found.filter(({ refused }) => refused === false).length;
      if (looked === 0 && refusals[0]) throw refusal(query, refusals[0].text);
      const of = `${filesIn(glob)} that the query can be asked of`;
      return {
        items: found.filter(({ refused }) => refused === undefined),
        number: null,
        looked,
        of: unread === 0 ? of : `${of} (${unread} could not be read)`,
      };
    },
  };
}

function captureOf(query: string, given: string | null): string {
  const captures = [...new Set(capturesOf(query))];
  const name = given?.replace(/^@/, "") ?? captures[0];
  if (name !== undefined && captures.includes(name) && (given !== null || captures.length === 1)) return name;
  const known =
    captures.length === 0 ? "captures nothing" : `captures ${captures.map((each) => `@${each}`).join(", ")}`;
  const asked = given === null ? "one capture is needed" : `\`@${name}\` is asked for`;
  throw refusal(query, `it ${known}, and ${asked}`);
}

function factsOf(file: CodeFile, safe: SafeQuery, capture: string): readonly Fact[] {
  const { path, bytes } = file;
  const language = grammarOf(path);
  if (language === null) return [];
  const unread: Fact = { text: path, path, line: null, refused: false };
  if (bytes.length > LARGEST) return [unread];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Where nothing can match there is nothing to parse; but whether the language takes the query is told all the same.
  const text = safe.words.every((word) => buffer.includes(word)) ? file.text : "";
  try {
    const tree = readTree(language, text, (root) =>
      captured(root, language, safe, capture, LEAST + text.length * EACH),
    );
    if (tree === null) return [unread];
    const facts = tree.told.map(({ text: held, line }): Fact => ({ text: held, path, line }));
    return [tally(path, 1), ...facts.toSorted((a, b) => a.line! - b.line!)];
  } catch (thrown) {
    if (!(thrown instanceof BinnacleError) || !/ query is wrong: /.test(thrown.message)) throw thrown;
    // What one grammar does not know, another one may.
    return [{ text: messageOf(thrown), path, line: null, refused: true }];
  }
}

interface Captured {
  readonly text: string;
  readonly line: number;
}

function captured(
  root: Node,
  language: GrammarName,
  safe: SafeQuery,
  capture: string,
  limit: number,
): readonly Captured[] {
  const checker = new Checker(safe);
  const found = new Map<string, Captured>();
  for (const match of matchesIn(root, language, safe.source, limit, MOST_MATCHES)) {
    if (!checker.passes(numbersOf(match), textsOf(match, safe))) continue;
    // A node that matches in two ways is one.
    for (const { name, node } of match.captures)
      if (name === capture)
        found.set(`${node.startIndex} ${node.endIndex} ${node.type}`, {
          text: node.text,
          line: node.startPosition.row + 1,
        });
  }
  return [...found.values()];
}

function numbersOf({ setProperties }: QueryMatch): readonly number[] {
  return Object.keys(setProperties ?? {}).map((key) => Number(key.slice("check ".length)));
}

function textsOf({ captures }: QueryMatch, { checks }: SafeQuery): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  if (checks.length === 0) return texts;
  for (const { name, node } of captures) {
    const held = texts.get(name);
    if (held) held.push(node.text);
    else texts.set(name, [node.text]);
  }
  return texts;
}

function refusal(query: string, why: string): BinnacleError {
  const shown = query.replace(/\s+/g, " ").trim().slice(0, 80);
  return new BinnacleError(
    "bad-configuration",
    `The query \`${shown}\`: ${why.replace(/\.$/, "")}. Write it otherwise.`,
  );
}
