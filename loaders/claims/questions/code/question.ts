// Turns "what one file tells" into a question to files: the things that fit, and how many were looked at to find them.
// What fits is for the families of questions to say.

import { BinnacleError } from "../../../error.ts";
import type { Answer, CodeFile, Fact, FilesQuestion, Item } from "../../question.ts";
import { hasUnread, type Place, type Where, whereOfName, wheresOf } from "./places.ts";
import type { Wants } from "./scope.ts";

/** What one file tells. */
export interface Told {
  readonly items: readonly Item[];
  /** How many things were looked at in this file. */
  readonly looked: number;
}

interface Scope {
  readonly wants: Wants;
  readonly words?: readonly string[];
  /** What is looked at, in the plural. */
  readonly of: string;
  /** Whether things of one text are one thing, wherever they stand: the first place is told. */
  readonly isSet?: boolean;
}

/** A question that looks at files: each one of them is a thing that was looked at. */
export function askFiles(scope: Scope, tell: (file: CodeFile) => readonly Item[]): FilesQuestion {
  return {
    about: "files",
    wants: scope.wants,
    words: scope.words ?? [],
    read: (file) => inOrder(tell(file)),
    answer: (facts, files) => ({ ...answerThings(facts, scope.of, scope.isSet), looked: files }),
  };
}

/** A question that looks at things in files, which each file counts. */
export function askThings(scope: Scope, tell: (file: CodeFile) => Told): FilesQuestion {
  return {
    about: "files",
    wants: scope.wants,
    words: scope.words ?? [],
    read: (file) => {
      const { items, looked } = tell(file);
      return looked === 0 ? inOrder(items) : [tally(file.path, looked), ...inOrder(items)];
    },
    answer: (facts) => answerThings(facts, scope.of, scope.isSet),
  };
}

/** A question about what stands in a place: files were looked at, or the functions of a name. */
export function askWhere(
  given: string | undefined,
  word: string,
  tell: (file: CodeFile, where: Where) => readonly Item[],
): FilesQuestion {
  return askPlace(given, (where) => {
    const { wants, of, wanted } = where;
    return wanted === null
      ? askReadable({ wants, words: [word], of }, word, (file) => tell(file, where))
      : askOf(where, tell);
  });
}

/** Files whose bodies are read: one that is too large was not looked at, and is counted. */
export function askReadable(scope: Scope, word: string, tell: (file: CodeFile) => readonly Item[]): FilesQuestion {
  const question = askFiles(scope, tell);
  return {
    ...question,
    read: (file) =>
      hasUnread(file, word) ? [{ ...UNREAD, path: file.path }, ...question.read(file, [])] : question.read(file, []),
    answer: (facts, files) => {
      const unread = facts.filter(({ is }) => is === UNREAD.is).length;
      if (unread === 0) return question.answer(facts, files);
      const rest = facts.filter(({ is }) => is !== UNREAD.is);
      return { ...question.answer(rest, files - unread), of: `${scope.of} (${unread} too large to be read)` };
    },
  };
}

/** The same of functions alone, or of the methods of classes, by their name. */
export function askName(
  given: string | undefined,
  tell: (file: CodeFile, places: readonly Place[]) => readonly Item[],
): FilesQuestion {
  return askOf(whereOfName(given), (file, where) => tell(file, where.places(file, "")));
}

function askOf(where: Where, tell: (file: CodeFile, where: Where) => readonly Item[]): FilesQuestion {
  return askThings(where, (file) => ({ items: tell(file, where), looked: where.places(file, "").length }));
}

/** A question about a place that may be a folder or a name: what it is, the tree says. */
export function askPlace(given: string | undefined, build: (where: Where) => FilesQuestion): FilesQuestion {
  const [where, folder] = wheresOf(given);
  if (folder === undefined) return build(where);
  const [named, filed] = [build(where), build(folder)];
  return {
    about: "files",
    wants: (path) => where.wants(path) || folder.wants(path),
    words: [],
    read: (file) => [
      ...(where.places(file, "").length > 0 ? [IS_NAME, ...as("name", readBy(named, file))] : []),
      ...(folder.wants(file.path) ? [IS_FOLDER, ...as("folder", readBy(filed, file))] : []),
    ],
    answer: (facts) => {
      const files = facts.filter(({ is }) => is === IS_FOLDER.is).length;
      const isName = facts.some(({ is }) => is === IS_NAME.is);
      if (isName && files > 0)
        throw new BinnacleError(
          "bad-configuration",
          `\`${given}\` is a folder, and a function or class too. Write \`${given}/\`, or the path of the name: \`PATH: ${given}\`.`,
        );
      return files > 0 ? filed.answer(of("folder", facts), files) : named.answer(of("name", facts), 0);
    },
  };
}

const IS_NAME = { text: "", path: null, line: null, is: "a name" } as const;
const UNREAD = { text: "", line: null, is: "too large" } as const;
const IS_FOLDER = { text: "", path: null, line: null, is: "a folder" } as const;

function readBy({ wants, words, read }: FilesQuestion, file: CodeFile): readonly Fact[] {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  return wants(file.path) && words.every((word) => bytes.includes(word)) ? read(file, []) : [];
}

function as(way: string, facts: readonly Fact[]): readonly Fact[] {
  return facts.map((fact) => ({ ...fact, way }));
}

function of(wanted: string, facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(({ way }) => way === wanted).map(({ way: _, ...fact }) => fact as Fact);
}

/** How many things were looked at, as a fact of the file. */
export function tally(path: string, looked: number): Fact {
  return { text: "", path, line: null, looked };
}

/** Facts without those that count, and what these count together. */
export function untallied(facts: readonly Fact[]): { readonly found: readonly Fact[]; readonly looked: number } {
  const found = facts.filter(({ looked }) => typeof looked !== "number");
  const looked = facts.reduce((sum, each) => sum + (typeof each.looked === "number" ? each.looked : 0), 0);
  return { found, looked };
}

/** The answer of facts among which some count. */
export function answerThings(facts: readonly Fact[], of: string, isSet = false): Answer {
  const { found, looked } = untallied(facts);
  return { items: isSet ? once(found) : found, number: null, looked, of };
}

function inOrder(items: readonly Item[]): readonly Fact[] {
  return items.map((item): Fact => ({ ...item })).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** The first item of each text. */
function once(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(item.text)) first.set(item.text, item);
  return [...first.values()];
}
