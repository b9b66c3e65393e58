// What can be asked of a tree, as types: how a question is written, what it reads, what an answer is. The questions
// stand in questions/, one family a file, and are put together in questions.ts.

import type { Facts } from "../facts/source.ts";
import type { SourceFile } from "../facts/source-file.ts";
import type { Oid } from "../model.ts";
import type { Kind, Row } from "../surface/rows.ts";

/** One thing that answers a question. */
export interface Item {
  /** What is compared: a name, a path, a decorator as source. Of a thing without a name, `path:line`. */
  readonly text: string;
  /** Where it stands; null where no one place says so. */
  readonly path: string | null;
  /** 1-based; null of a whole file. */
  readonly line: number | null;
  /** The function (`Class.fn`, `<module>`) and class it stands in, where it stands in one: what "by function" splits by. */
  readonly function?: string | null;
  readonly class?: string | null;
}

export interface Answer {
  /** In order of path and line; things of one text stay apart (two sites in a file are two). */
  readonly items: readonly Item[];
  /** A number that is no count of items: what a calculation in SQL gives. Else null. */
  readonly number: number | null;
  /** How many things were looked at to find these. 0: the question is about nothing, and no claim can rest on it. */
  readonly looked: number;
  /** Those things, in the plural: "names that are dispatched", "calls of `put_nowait` in `busy_loop`". */
  readonly of: string;
}

/** A question to the surface: to its rows, by kind, as store/schema.sql has them. */
export interface SurfaceQuestion {
  readonly about: "surface";
  /** The kinds of rows that it reads: while they are the same, so is the answer. */
  readonly kinds: readonly Kind[];
  readonly answer: (rows: (kind: Kind) => readonly Row[]) => Answer;
}

/** A file as a question sees it. */
export interface CodeFile {
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: Uint8Array;
  /** The bytes as text. */
  readonly text: string;
  /** Its outline; null where it has none: another language, or no text. */
  readonly source: SourceFile | null;
  readonly facts: Facts;
}

/** What one file says to a question: flat, and equal for equal bytes and paths. */
export type Fact = Item & { readonly [more: string]: string | number | boolean | null | undefined };

/** Bytes of a file at a fixed revision that a question compares with; null where they are not there. */
export interface Pinned {
  readonly revision: string;
  readonly path: string;
}

/** A question to files, asked of each by itself and put together: what one says need be read once for all of history. */
export interface FilesQuestion {
  readonly about: "files";
  /** Which files are looked at. */
  readonly wants: (path: string) => boolean;
  /** Texts that a file must all hold (as bytes) to be read: another one says nothing. None: every file is read. */
  readonly words: readonly string[];
  readonly pinned?: readonly Pinned[];
  /** What a file says. `pinned` in the order of the question's. Throws "bad-configuration" for a query that cannot be asked. */
  readonly read: (file: CodeFile, pinned: readonly (Uint8Array | null)[]) => readonly Fact[];
  /** Puts together what all files say, in order of path. `files`: how many were looked at, also those without a word. */
  readonly answer: (facts: readonly Fact[], files: number) => Answer;
}

/** A SELECT over the tables of the surface at one commit: `site`, `name`, `read` … without the columns of time. */
export interface SqlQuestion {
  readonly about: "sql";
  readonly sql: string;
}

/** What both find, either, or the first only; by text. */
export interface BothQuestion {
  readonly about: "both";
  readonly how: "and" | "or" | "minus";
  readonly left: Question;
  readonly right: Question;
}

/** What a thing can be told by: the file, function or class that it stands in, or its line there. */
export const FIELDS = ["file", "function", "class", "line"] as const;
export type Field = (typeof FIELDS)[number];

/** The same things, each by where it stands: "sites of forward by file". */
export interface SplitQuestion {
  readonly about: "split";
  readonly of: Question;
  readonly by: Field;
}

export type Question = SurfaceQuestion | FilesQuestion | SqlQuestion | BothQuestion | SplitQuestion;

/** A question as it was asked. */
export interface Asked {
  /** As it is written, white space folded. */
  readonly text: string;
  /** What it finds, one and many: "site", "sites". */
  readonly unit: readonly [one: string, many: string];
  readonly question: Question;
}

/** A way to ask, as one row of a table: it feeds the parser, the help and the tests. */
export interface Form {
  /** How it is written. Words in capitals stand for what is asked about; what is in brackets may be left out. */
  readonly form: string;
  /** What it finds, in half a sentence, and what it cannot see. */
  readonly help: string;
  /** An example that can be asked of the sample engine. */
  readonly example: string;
  readonly unit: readonly [one: string, many: string];
  /** What was given for the words in capitals; what was left out is not there. Throws "bad-configuration". */
  readonly make: (given: Readonly<Partial<Record<string, string>>>) => Question;
}
