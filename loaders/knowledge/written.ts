// Turns a note's lines into when they were written: the commit of the line that touched them last, and the one that brought
// in an address. It reads versions of the note's own file; what the note is attached to does not matter here.

import type { Library } from "../audit/library.ts";
import type { Version } from "../audit/past.ts";
import { diffLines, type Hunk } from "../git/diff.ts";
import { Recent } from "../recent.ts";

/** Versions of a note's file that are looked at. */
const MOST_VERSIONS = 2_000;

/** Characters of versions that are kept beside each other. */
const MOST_CHARACTERS = 16 * 2 ** 20;

/** The versions of one file of notes, newest first; those that the line has. */
export class Handwriting {
  readonly #versions: readonly Version[];
  readonly #library: Library;
  readonly #hunks = new Map<number, Promise<readonly Hunk[] | null>>();
  readonly #texts = new Recent<number, string>(MOST_CHARACTERS, (text) => text.length + 1);

  constructor(versions: readonly Version[], library: Library) {
    this.#versions = versions.slice(0, MOST_VERSIONS);
    this.#library = library;
  }

  /** Position of the commit that touched lines of the newest version last (1-based, inclusive); null: none is known. */
  async touched(line: number, endLine: number): Promise<number | null> {
    let [first, last] = [line, endLine];
    for (const [place, { at }] of this.#versions.entries()) {
      const hunks = await this.#since(place);
      if (hunks === null) return at;
      if (hunks.some((hunk) => meets(hunk, first, last))) return at;
      const by = shiftBefore(hunks, first);
      first -= by;
      last -= by;
    }
    return this.#versions.at(-1)?.at ?? null;
  }

  /** Position of the commit since which the file holds a word without a break; null where it does not hold it now. */
  async came(word: string): Promise<number | null> {
    let found: number | null = null;
    for (const [place, { at }] of this.#versions.entries()) {
      const text = await this.#text(place);
      if (text === null || !holdsWord(text, word)) break;
      found = at;
    }
    return found;
  }

  /** What a version changed against the one before; null where there is none before. */
  #since(place: number): Promise<readonly Hunk[] | null> {
    let known = this.#hunks.get(place);
    if (known === undefined) {
      known = this.#compare(place);
      this.#hunks.set(place, known);
    }
    return known;
  }

  async #compare(place: number): Promise<readonly Hunk[] | null> {
    const [now, before] = [this.#versions[place]?.oid, this.#versions[place + 1]?.oid];
    if (now === undefined || now === null || before === undefined || before === null) return null;
    if (now === before) return [];
    return diffLines(await this.#library.bytes(before), await this.#library.bytes(now));
  }

  async #text(place: number): Promise<string | null> {
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const { oid } = this.#versions[place]!;
    if (oid === null) return null;
    const text = Buffer.from(await this.#library.bytes(oid)).toString("utf8");
    this.#texts.set(place, text);
    return text;
  }
}

/** Whether a hunk changes some of these new lines, or took one out from between them. */
function meets({ newStart, newLines }: Hunk, first: number, last: number): boolean {
  return newLines > 0 ? newStart <= last && newStart + newLines > first : newStart > first && newStart <= last;
}

/** How much further down a new line is than the old one. */
function shiftBefore(hunks: readonly Hunk[], line: number): number {
  return hunks
    .filter(({ newStart }) => newStart <= line)
    .reduce((sum, { newLines, oldLines }) => sum + newLines - oldLines, 0);
}

/** Whether a text holds a word between blanks, quotes, commas or ends. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true;
  return false;
}

function isEdge(character: string | undefined): boolean {
  return character === undefined || /[\s"',[\]{}]/.test(character);
}
