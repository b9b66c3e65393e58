// Turns what is asked of text into questions to files: which hold it, on which lines, how many lines there are, what a file
// says. It knows no language: a text in a comment is a text.

import { BinnacleError } from "../../../error.ts";
import { languageOf } from "../../../syntax/grammar.ts";
import type { CodeFile, Fact, FilesQuestion, Item } from "../../question.ts";
import { linearPattern } from "./patterns.ts";
import { answerThings, askFiles, askThings, tally, untallied } from "./question.ts";
import { filesIn, globFits, scopeOf } from "./scope.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** Things that one file may have, of matches and of lines: beyond, nobody reads them. */
const MOST = 10_000;

/** Files, or lines of files, that hold something; `first` tells where a text holds it from an offset on, or -1. */
export function holding(
  { GLOB }: Given,
  word: string,
  first: (text: string, from: number) => number,
  what: "files" | "lines",
): FilesQuestion {
  return askFiles({ wants: scopeOf(GLOB), words: word === "" ? [] : [word], of: filesIn(GLOB) }, (file) => {
    const lines = linesWith(file, first, what === "files" ? 1 : MOST);
    return what === "files" ? lines.map((item) => ({ ...item, text: file.path })) : lines;
  });
}

/** Each line once, as `path:line`. Throws "bad-configuration" where there are more than can be told. */
function linesWith(
  { path, text }: CodeFile,
  first: (text: string, from: number) => number,
  most: number,
): readonly Item[] {
  const items: Item[] = [];
  const lines = new LineCounter(text);
  for (let at = first(text, 0); at >= 0; ) {
    const line = lines.at(at);
    if (items.length === most) {
      if (most === 1) break;
      throw tooMany(path, "lines");
    }
    items.push({ text: `${path}:${line}`, path, line });
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = first(text, end + 1);
  }
  return items;
}

/** The line of offsets that only grow, 1-based: a text is gone through once. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf("\n");
  }

  at(offset: number): number {
    while (this.#next >= 0 && this.#next < offset) {
      this.#line++;
      this.#next = this.#text.indexOf("\n", this.#next + 1);
    }
    return this.#line;
  }
}

function tooMany(path: string, things: string): BinnacleError {
  return new BinnacleError(
    "bad-configuration",
    `${path} has more than ${MOST} such ${things}. Ask for something rarer.`,
  );
}

export function plain(wanted: string): (text: string, from: number) => number {
  return (text, from) => text.indexOf(wanted, from);
}

/** As a whole word: no letter, digit or `_` stands before or behind it. */
export function whole(wanted: string): (text: string, from: number) => number {
  return (text, from) => {
    for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1))
      if (!isWordly(text[at - 1]) && !isWordly(text[at + wanted.length])) return at;
    return -1;
  };
}

function isWordly(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** Each line by itself, so that `^` and `$` are its ends. */
export function matching(source: string): (text: string, from: number) => number {
  const pattern = linearPattern(source);
  return (text, from) => {
    const matcher = pattern.matcher(text);
    return matcher.find(from) ? matcher.start() : -1;
  };
}

/** What the first group of a pattern holds, or all of the match. */
export function matchesOf({ PATTERN = "", GLOB }: Given): FilesQuestion {
  const pattern = linearPattern(PATTERN);
  const group = pattern.groupCount() > 0 ? 1 : 0;
  return askFiles({ wants: scopeOf(GLOB), of: filesIn(GLOB) }, ({ path, text }) => {
    const items: Item[] = [];
    const matcher = pattern.matcher(text);
    const lines = new LineCounter(text);
    while (matcher.find()) {
      if (items.length === MOST) throw tooMany(path, "matches");
      items.push({ text: matcher.group(group) ?? "", path, line: lines.at(matcher.start()) });
    }
    return items;
  });
}

/** Files of Python or a script right in a folder, by their names without the ending. */
export function modulesIn({ PATH = "" }: Given): FilesQuestion {
  const isInside = globFits(PATH);
  const folder = PATH.replace(/^\.\//, "").replace(/\/+$/, "").replace(/^\.$/, "");
  const isGlob = /^!|[*?[{]/.test(PATH);
  const wants = (path: string) => isInside(path) && (isGlob || folderOf(path) === folder);
  return askThings({ wants, of: `files in \`${PATH}\`` }, ({ path }) => {
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    const isModule = languageOf(path) !== null && name !== "__init__";
    return { items: isModule ? [{ text: name, path, line: null }] : [], looked: 1 };
  });
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** How many lines files have together: a number, with the files that have them. */
export function linesOf({ PATH = "" }: Given): FilesQuestion {
  const of = filesIn(PATH);
  return {
    about: "files",
    wants: scopeOf(PATH),
    words: [],
    read: ({ path, text }): readonly Fact[] => [{ text: path, path, line: null, lines: lineCount(text) }],
    answer: (facts, files) => ({
      ...answerThings(
        facts.map(({ lines: _, ...item }) => item),
        of,
      ),
      number: facts.reduce((sum, { lines }) => sum + Number(lines), 0),
      looked: files,
    }),
  };
}

/** Only `\n` ends a line; what stands behind the last is one too. */
function lineCount(text: string): number {
  return new LineCounter(text).at(text.length) - (text === "" || text.endsWith("\n") ? 1 : 0);
}

/** The text of a file, or of some of its lines without the last line's end. */
export function textOf({ PATH = "", LINES }: Given): FilesQuestion {
  const range = LINES === undefined ? null : rangeOf(LINES);
  return {
    about: "files",
    wants: (path) => path === PATH,
    words: [],
    read: ({ path, text }): readonly Fact[] => {
      if (range === null) return [tally(path, 1), { text, path, line: null }];
      const lines = text.split("\n").slice(range[0] - 1, range[1]);
      const isThere = lineCount(text) >= range[1];
      return isThere ? [tally(path, 1), { text: lines.join("\n"), path, line: range[0] }] : [];
    },
    answer: (facts) => {
      const { found, looked } = untallied(facts);
      return { items: found, number: null, looked, of: `lines ${LINES ?? ""} of \`${PATH}\``.replace("  ", " ") };
    },
  };
}

function rangeOf(text: string): readonly [number, number] {
  const [, from = "", to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (first >= 1 && last >= first) return [first, last];
  throw new BinnacleError("bad-configuration", `\`${text.slice(0, 40)}\` are no lines; expected \`12\` or \`12-20\`.`);
}
