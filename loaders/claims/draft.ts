// Turns a sentence and questions into the YAML of a pinned claim: the numbers and lists that questions are asked for become roles,
// and everything else of the sentence stays as it is written. It asks nothing and writes nothing.

import { createRequire } from "node:module";
import type { Passage, Prose } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { sentenceAround } from "../syntax/sentences.ts";
import { readList } from "./prose/lists.ts";
import { type NumberInText, numbersIn } from "./prose/numbers.ts";
import { parseQuestion } from "./questions.ts";

// By require: importing CommonJS would have Node look through all of it for names first.
const { stringify } = createRequire(import.meta.url)("yaml") as typeof import("yaml");

/** A sentence that is to be pinned. */
export interface Sentence {
  /** The document it stands in; null of one that is given by itself. */
  readonly doc: string | null;
  /** White space folded. */
  readonly text: string;
  /** Where it stands in the document: the line that was named, 1-based, and the headings above it. */
  readonly line?: number;
  readonly headings?: readonly string[];
}

const REACH = 2000;

/** The sentence that stands in a line of a document. Throws "bad-usage" where the line holds none. */
export function sentenceInLine(doc: string, { passages }: Prose, line: number): Sentence {
  const passage = passages.find((each) => each.line <= line && line <= each.endLine && each.kind !== "example");
  if (passage === undefined)
    throw new BinnacleError("bad-usage", `${doc}:${line} holds no sentence. Name a line of prose.`);
  const { from, to } = offsetsOf(passage, line);
  const numbers = numbersIn(passage.text).filter((number) => number.from < to && number.to > from);
  const at = numbers[0]?.from ?? from;
  const bounds = sentenceAround(passage.text, { from: at, to: at + 1 }, REACH);
  const text = passage.text.slice(bounds.from, bounds.to).replace(/\s+/g, " ").trim();
  return { doc, text, line, headings: passage.headings };
}

function offsetsOf({ lines, text }: Passage, line: number): { from: number; to: number } {
  const at = lines.findIndex((each) => each.line === line);
  const from = lines[at]?.offset ?? 0;
  return { from, to: lines[at + 1]?.offset ?? text.length };
}

/** Numbers of a sentence that may count something. */
export function countsIn(text: string): readonly NumberInText[] {
  return numbersIn(text).filter(({ kind }) => kind === "count" || kind === "approximate" || kind === "times");
}

/** A question, and the number that it is asked for as it is written; null where the sentence has one. */
export interface Asking {
  readonly number: string | null;
  /** The list that it is asked for, as written, in place of a number. */
  readonly list?: string | null;
  readonly question: string;
}

/** `ten = waited names`, or a question alone. Throws "bad-configuration" for one that is not known. */
export function parseAsking(text: string): Asking {
  const match = /^\s*([^=]{1,40}?)\s*=\s*(.+)$/.exec(text);
  const asking =
    match === null ? { number: null, question: text.trim() } : { number: match[1]!, question: match[2]!.trim() };
  parseQuestion(asking.question);
  return asking;
}

/** The YAML of a claim, as an item of `claims:`. Throws "bad-usage" where questions and numbers do not go together. */
export function draftClaim(name: string, sentence: Sentence, askings: readonly Asking[]): string {
  const roles = askings.map((asking, index) => roleFor(asking, sentence.text, askings.length, index));
  if (sentence.doc === null) return ownClaim(name, sentence.text, roles);
  const where = Object.fromEntries(roles.map(({ role, question }) => [role, question]));
  const single = roles.length === 1 ? roles[0]! : null;
  return yaml({
    name,
    in: sentence.doc,
    matches: template(sentence.text, roles),
    ...(single === null ? { where } : { asks: single.question }),
  });
}

interface Role {
  readonly role: string;
  readonly question: string;
  readonly kind: "number" | "list";
  /** What it stands for: half-open, in characters of the sentence. */
  readonly from: number;
  readonly to: number;
  /** What is stated. */
  readonly value: number | readonly string[];
}

function roleFor(asking: Asking, text: string, askings: number, index: number): Role {
  const { question, list = null } = asking;
  const word = parseQuestion(question)
    .unit[1].split(" ")
    .at(-1)!
    .replace(/[^a-z]/gi, "")
    .toLowerCase();
  const role = index === 0 || askings === 1 ? word : `${word}${index + 1}`;
  if (list !== null) {
    const from = text.indexOf(list);
    return { role, question, kind: "list", from, to: from + list.length, value: readList(list) };
  }
  const { from, to, value } = numberFor(asking, countsIn(text), askings);
  return { role, question, kind: "number", from, to, value };
}

/** Throws "bad-usage" where it cannot be told which number is meant. */
function numberFor({ number, question }: Asking, counts: readonly NumberInText[], askings: number): NumberInText {
  const found =
    number === null
      ? askings === 1 && counts.length === 1
        ? counts[0]
        : undefined
      : counts.find(({ text }) => text.toLowerCase() === number.toLowerCase());
  if (found === undefined)
    throw new BinnacleError(
      "bad-usage",
      counts.length === 0
        ? "The sentence holds no number that counts something, so no question can be asked for one."
        : `The sentence holds ${counts.map(({ text }) => `"${text}"`).join(", ")}. Say which one a question is for: --asks "${counts[0]!.text} = ${question}".`,
    );
  return found;
}

/** The sentence with roles in the place of their numbers. What would be read as a role is written as it is read. */
function template(text: string, roles: readonly Role[]): string {
  let out = "";
  let at = 0;
  for (const { role, kind, from, to } of roles.toSorted((a, b) => a.from - b.from)) {
    out += `${escaped(text.slice(at, from))}{${role}:${kind}}`;
    at = to;
  }
  return (out + escaped(text.slice(at))).replace(/[.:;]$/, "");
}

/** A brace of the sentence itself begins no role. */
function escaped(text: string): string {
  return text.replaceAll("{", "\\{");
}

function ownClaim(name: string, text: string, roles: readonly Role[]): string {
  const [role, other] = roles;
  if (role === undefined || other !== undefined)
    throw new BinnacleError(
      "bad-usage",
      "A sentence of a claim's own is pinned by one question. Pin it once for each number.",
    );
  const { value, kind } = role;
  return yaml({ name, says: text, asks: role.question, [kind === "list" ? "same_set" : "equals"]: value });
}

function yaml(claim: Readonly<Record<string, unknown>>): string {
  return stringify([claim], { lineWidth: 110 });
}
