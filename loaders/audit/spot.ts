// Says in words what stands at a line of code now, and in which definition: "a blank line", "the `else` of `S.run`". For
// people; nothing is decided by it.

import type { Definitions } from "../citation.ts";
import { symbolAt } from "./judge.ts";

const LONGEST = 60;

/** `line` is 1-based; a line that is not there is told as such. */
export function spotOf(lines: readonly string[], definitions: Definitions, line: number): string {
  const text = lines[line - 1];
  if (text === undefined) return `no line, of ${lines.length}`;
  const around = symbolAt(definitions, line, line);
  const inside = around === null ? "" : ` in \`${around.name}\``;
  const of = around === null ? "" : ` of \`${around.name}\``;
  const bare = text.trim();
  if (bare === "") return `a blank line${inside}`;
  if (around !== null && around.nameLine === line) return `the head of \`${around.name}\``;
  if (/^[)\]}]+[;,]?$/.test(bare)) return `a closing \`${bare}\`${inside}`;
  if (isRemark(bare)) return `a comment${inside}`;
  const word = /^(?:\}\s*)?(else|elif|except|finally|catch|try|return|raise|throw|import|from)\b/.exec(bare)?.[1];
  if (word === "import" || word === "from") return "an import";
  if (word !== undefined) return `the \`${word}\`${of}`;
  return `\`${bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare}\`${inside}`;
}

/** Whether a line is a comment and nothing else, by the marks of most languages; `#[attribute]` and `*pointer` are none. */
export function isRemark(line: string): boolean {
  return /^\s*(?:#(?=[\s#!:-]|$)(?!!\[)|\/\/|\/\*|\*(?=[\s/*]|$)|--(?=[\s-]|$)|\/-|<!--|;;|%(?=[\s%]|$))/.test(line);
}
