// Turns a line such as `count of dispatched names = 26` into a claim that nobody pinned: what is asked, and what must
// come out. It has no sentence in any document.

import { BinnacleError } from "../error.ts";
import type { Claim, Expectation } from "./pin.ts";
import { readList } from "./prose/lists.ts";
import { parseNumber } from "./prose/numbers.ts";
import { parseQuestion } from "./questions.ts";

const OPERATORS = ["=", ">=", "<=", "includes", "excludes"] as const;
type Operator = (typeof OPERATORS)[number];

const SYNONYMS: Readonly<Record<string, Operator>> = { "==": "=", "≥": ">=", "≤": "<=", is: "=", are: "=" };

/**
 * What stands left of the last operator that is no part of a quotation is the question; right of it a number in digits or
 * words, a list, or "none". Throws "bad-usage", and "bad-configuration" for a question that is not known.
 */
export function parseExpression(text: string): Claim {
  const folded = text.replace(/\s+/g, " ").trim();
  const found = splitAtOperator(folded);
  if (found === null)
    throw new BinnacleError(
      "bad-usage",
      `"${folded}" says nothing to compare with. Write QUESTION = NUMBER, or QUESTION = a, b and c. For example: count of dispatched names = 26`,
    );
  const { question, operator, value } = found;
  return {
    name: "asked",
    file: "the command line",
    line: 1,
    prose: { kind: "own", says: folded },
    pins: [{ role: null, asked: parseQuestion(question), expects: expectationOf(operator, value) }],
    restsOn: [],
  };
}

function splitAtOperator(text: string): { question: string; operator: Operator; value: string } | null {
  const pieces = text.split(/("[^"]*"|`[^`]*`)/);
  let at = text.length;
  for (const [index, piece] of [...pieces.entries()].reverse()) {
    at -= piece.length;
    if (index % 2 === 1) continue;
    const match = [...piece.matchAll(/(?:^|\s)(==?|>=|<=|≥|≤|is|are|includes|excludes)(?=\s|$)/g)].at(-1);
    if (match === undefined) continue;
    const word = match[1] as string;
    const from = at + match.index + match[0].length - word.length;
    const operator = SYNONYMS[word] ?? (word as Operator);
    const [question, value] = [text.slice(0, from).trim(), text.slice(from + word.length).trim()];
    return question === "" || value === "" ? null : { question, operator, value };
  }
  return null;
}

function expectationOf(operator: Operator, value: string): Expectation {
  const number = /^(?:none|nothing)$/i.test(value) ? 0 : parseNumber(value);
  if (operator === ">=" || operator === "<=") {
    if (number === null)
      throw new BinnacleError(
        "bad-usage",
        `"${value}" is no number, and "${operator}" compares numbers. Write one, or "=".`,
      );
    return { how: operator === ">=" ? "at least" : "at most", number };
  }
  if (number !== null && operator === "=") return number === 0 ? { how: "absent" } : { how: "equals", number };
  const items = readList(value).map((text) => ({ text, count: null }));
  return { how: operator === "=" ? "same set" : operator, items };
}
