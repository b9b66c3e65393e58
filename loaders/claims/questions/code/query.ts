// Turns a configured tree-sitter query into one whose predicates are judged here: the parser's own would run patterns that
// backtrack, pass over those that it does not know, and take as long as they like.

import type { RE2JS } from "re2js";
import { BinnacleError } from "../../../error.ts";
import { linearPattern } from "./patterns.ts";

/** A query, and what is asked of its captures beside. */
export interface SafeQuery {
  /** Each predicate has become `(#set! "check N" "")`. */
  readonly source: string;
  readonly checks: readonly Check[];
  /** Texts without which nothing in a file can match. */
  readonly words: readonly string[];
}

interface Check {
  readonly capture: string;
  /** What the text of another capture must equal; or a test of the text. */
  readonly other: string | null;
  readonly test: (text: string) => boolean;
  readonly isPositive: boolean;
  /** Whether one of the captured nodes is enough; else it holds for each. */
  readonly isAny: boolean;
  /** The one text that the test takes, where there is one. */
  readonly text: string | null;
}

/** Texts by capture, of one match. */
export type Texts = ReadonlyMap<string, readonly string[]>;

const LONGEST = 4000;
const DEEPEST = 60;

/** Throws "bad-configuration" for a query that is too long, or asks what is not known. */
export function safeQuery(query: string): SafeQuery {
  if (query.length > LONGEST) throw refused(query, `it has ${query.length} characters, at most ${LONGEST}`);
  const tokens = tokensOf(query);
  const checks: Check[] = [];
  const parts: string[] = [];
  let depth = 0;
  let patterns = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (depth === 0 && (token === "(" || token.startsWith('"'))) patterns++;
    if (token === "(" || token === "[") depth++;
    if (token === ")" || token === "]") depth--;
    if (depth > DEEPEST) throw refused(query, `it is nested more than ${DEEPEST} deep`);
    const name = token === "(" ? tokens[at + 1] : undefined;
    if (!name?.startsWith("#")) {
      parts.push(token);
      continue;
    }
    const close = tokens.indexOf(")", at);
    if (close < 0) throw refused(query, `\`${name}\` is not closed`);
    parts.push(`(#set! "check ${checks.length}" "")`);
    checks.push(checkOf(query, name.slice(1), tokens.slice(at + 2, close)));
    depth--;
    at = close;
  }
  // Where one of several patterns may match, or a node may be left out, no check has to hold.
  const isPlain = patterns === 1 && !parts.some((part) => /^[[?*]/.test(part));
  const words = checks.flatMap(({ text, isPositive }) => (isPlain && isPositive && text !== null ? [text] : []));
  return { source: parts.join(" "), checks, words };
}

/** Names that a query captures. */
export function capturesOf(query: string): readonly string[] {
  return tokensOf(query)
    .filter((token) => token.startsWith("@"))
    .map((token) => token.slice(1));
}

/** Brackets, strings and what stands between them; comments are left out. */
function tokensOf(query: string): readonly string[] {
  const form = /\s+|;[^\n]*|"(?:[^"\\]|\\[\s\S])*"|[()[\]]|[^\s()[\]";]+|"/g;
  const tokens: string[] = [];
  for (const [token] of query.matchAll(form)) {
    if (token === '"') throw refused(query, "a string is not closed");
    if (!/^[\s;]/.test(token)) tokens.push(token);
  }
  // A name may be bound to a field, and a mark to a node: `name: (…)`, `(…)* @x`.
  return tokens;
}

function checkOf(query: string, operator: string, operands: readonly string[]): Check {
  const [, any, not, plain] = /^(any-)?(not-)?(.*)$/.exec(operator) as RegExpExecArray;
  const isNotAny = operator === "not-any-of?";
  const [capture, ...given] = operands;
  const values = given.map((each) => textOf(each));
  if (!capture?.startsWith("@")) throw refused(query, `\`#${operator}\` asks about no capture`);
  const check = {
    text: null,
    capture: capture.slice(1),
    other: null,
    isPositive: not === undefined && !isNotAny,
    isAny: any !== undefined,
  };
  if (operator === "any-of?" || isNotAny) {
    const known = new Set(values);
    return { ...check, isAny: false, test: (text) => known.has(text) };
  }
  const [value, more] = values;
  if (value === undefined || more !== undefined) throw refused(query, `\`#${operator}\` takes a capture and one more`);
  if (plain === "eq?")
    return given[0]?.startsWith("@")
      ? { ...check, other: given[0].slice(1), test: () => false }
      : { ...check, text: value, test: (text) => text === value };
  if (plain !== "match?")
    throw refused(query, `\`#${operator}\` is not known; expected eq?, match? or any-of?, with not- or any- before it`);
  const pattern: RE2JS = linearPattern(value);
  return { ...check, test: (text) => pattern.matcher(text).find() };
}

function textOf(operand: string): string {
  if (!operand.startsWith('"')) return operand;
  return operand.slice(1, -1).replace(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

/** Characters that the checks of one file may read: what a hostile query asks of a hostile file ends there. */
const MOST_READ = 50_000_000;

/** Judges matches of one file. Throws "syntax-error" that it gave up. */
export class Checker {
  readonly #checks: readonly Check[];
  #read = 0;

  constructor({ checks }: SafeQuery) {
    this.#checks = checks;
  }

  /** Whether a match passes the checks that its pattern has, by their numbers. */
  passes(numbers: readonly number[], texts: Texts): boolean {
    return numbers.every((number) => {
      const check = this.#checks[number];
      return check === undefined || this.#holds(check, texts);
    });
  }

  #holds({ capture, other, test, isPositive, isAny }: Check, texts: Texts): boolean {
    const own = texts.get(capture) ?? [];
    const others = other === null ? null : new Set(texts.get(other));
    const isSo = (text: string) => {
      this.#read += text.length + 1;
      if (this.#read > MOST_READ) throw new BinnacleError("syntax-error", "The query gave up.");
      return (others === null ? test(text) : others.has(text)) === isPositive;
    };
    if (own.length === 0) return !isPositive || !isAny;
    return isAny ? own.some(isSo) : own.every(isSo);
  }
}

function refused(query: string, why: string): BinnacleError {
  const shown = query.replace(/\s+/g, " ").trim().slice(0, 80);
  return new BinnacleError("bad-configuration", `The query \`${shown}\`: ${why}. Write it otherwise.`);
}
