// Finds the bodies that a question about calls, returns or reads is about: those of a function, of a class, or of all files
// of a glob. It reads facts and judges nothing.

import { chunksWith, mentions } from "../../../facts/asked.ts";
import type { SourceFile } from "../../../facts/source-file.ts";
import type { Body, Chunk, Lines } from "../../../model.ts";
import type { CodeFile, Item } from "../../question.ts";
import { isNamed, isWithin, type Wanted, wantedName } from "./names.ts";
import { filesIn, sourceScope, type Wants } from "./scope.ts";
import { isLarge } from "./trees.ts";

/** What stands in no function. */
const MODULE = "<module>";

/** A body with where it stands; lines of its facts count from its chunk's first. */
export interface Place {
  readonly chunk: Chunk;
  readonly body: Body;
  /** The function that it counts to: what is nested in a function is part of it. */
  readonly function: string;
  readonly class: string | null;
  /** Where its definition stands, 1-based. */
  readonly line: number;
}

/** Where a question looks. */
export interface Where {
  readonly wants: Wants;
  /** Words without which a file has none of these places. */
  readonly words: readonly string[];
  /** What it looks at, in the plural: "functions `busy_loop`", "files of code". */
  readonly of: string;
  /** " in `busy_loop`", or nothing for all files of code. */
  readonly in: string;
  /** Null of files, all of whose bodies are looked at: what does not hold `word` may be passed over. */
  readonly wanted: Wanted | null;
  readonly places: (file: CodeFile, word: string) => readonly Place[];
}

/**
 * Where a place may be. With a slash, a star or the ending of a script it is files; without any of these and with no dot it
 * may be a folder or a name; else it is a function or a class, by its name. None: all files of code. Throws
 * "bad-configuration".
 */
export function wheresOf(given: string | undefined): readonly [Where, ...Where[]] {
  if (given === undefined || isFiles(given)) return [whereOfFiles(given)];
  return /^[\p{L}\p{N}_-]+$/u.test(given) ? [whereOfName(given), whereOfFiles(given)] : [whereOfName(given)];
}

function whereOfFiles(given: string | undefined): Where {
  return {
    wants: sourceScope(given),
    words: [],
    of: filesIn(given),
    in: given === undefined ? "" : ` in \`${given}\``,
    wanted: null,
    places: placesWith,
  };
}

/** The functions, or the members of the classes, of a name. Throws "bad-configuration". */
export function whereOfName(given: string | undefined): Where {
  const wanted = wantedName(given ?? "");
  return {
    wants: (path) => sourceScope(undefined)(path) && wanted.in(path),
    words: [wanted.word],
    of: `functions or classes ${wanted.text}`,
    in: ` in ${wanted.text}`,
    wanted,
    places: (file) => {
      const members = membersWithin(file, wanted);
      const own = new Set(members.map(({ chunk }) => chunk));
      return [...functionsNamed(file, wanted).filter(({ chunk }) => !own.has(chunk)), ...members];
    },
  };
}

function isFiles(given: string): boolean {
  return !/:/.test(given) && (/[/*?[{]|^\.$/.test(given) || /\.(?:pyi?|[mc]?[jt]sx?)$/.test(given));
}

/** The pieces of a file that hold a word, each with its own body. */
function placesWith(file: CodeFile, word: string): readonly Place[] {
  const { source } = file;
  if (source === null) return [];
  return chunksWith(source, word)
    .filter(({ kind }) => kind !== "class")
    .map((chunk) => placeOf(chunk, bodyOf(file, chunk)));
}

function placeOf(chunk: Chunk, body: Body): Place {
  const { kind, owner, line } = chunk;
  return { chunk, body, function: kind === "function" ? nameOf(chunk) : MODULE, class: owner, line };
}

/** Whether a file has a piece with this word that is too large to be read. */
export function hasUnread({ source }: CodeFile, word: string): boolean {
  return source?.chunks.some((chunk) => isLarge(chunk) && mentions(source, chunk, word)) ?? false;
}

/** The facts of a piece; of one that is too large, none. */
export function bodyOf({ source, facts }: CodeFile, chunk: Chunk): Body {
  return source === null || isLarge(chunk) ? NOTHING : facts.body(source, chunk);
}

const NOTHING: Body = {
  parameters: [],
  returnAnnotation: null,
  decorators: [],
  calls: [],
  bindings: [],
  accesses: [],
  returns: [],
  raises: [],
  comparisons: [],
  asserts: [],
  imports: [],
  nested: [],
  flavour: "plain",
};

/** The dotted name of what a chunk defines. */
export function nameOf({ owner, name }: Chunk): string {
  return owner === null ? (name ?? "") : `${owner}.${name ?? ""}`;
}

/** Functions by name, also those that are nested in others or held by a table; one in another of the same name is its. */
export function functionsNamed(file: CodeFile, wanted: Wanted): readonly Place[] {
  const { path, source } = file;
  if (source === null || !wanted.in(path)) return [];
  return source.chunks.flatMap((chunk): readonly Place[] => {
    if (chunk.kind === "class" || !mentions(source, chunk, wanted.word)) return [];
    if (chunk.kind === "function" && isNamed(wanted, nameOf(chunk))) return [placeOf(chunk, bodyOf(file, chunk))];
    if (source.language === "python" && !mentionsDefinition(source, chunk, wanted.word)) return [];
    const outer = chunk.kind === "function" ? nameOf(chunk) : (chunk.owner ?? "");
    return nestedNamed(placeOf(chunk, bodyOf(file, chunk)), outer, wanted);
  });
}

/** Whether a chunk can hold a nested function of that name: most words stand in many chunks, and few of these define it. */
function mentionsDefinition(source: SourceFile, { start, end }: Chunk, word: string): boolean {
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset + start, end - start);
  return bytes.includes(`def ${word}`);
}

function nestedNamed(place: Place, outer: string, wanted: Wanted): readonly Place[] {
  return place.body.nested.flatMap(({ name, body, line }): readonly Place[] => {
    const own = name === LAMBDA ? outer : outer === "" ? name : `${outer}.${name}`;
    const nested: Place = { ...place, body, function: own, line: place.chunk.firstLine + line };
    return name !== LAMBDA && isNamed(wanted, own) ? [nested] : nestedNamed(nested, own, wanted);
  });
}

const LAMBDA = "<lambda>";

function membersWithin(file: CodeFile, wanted: Wanted): readonly Place[] {
  const { path, source } = file;
  if (source === null || !wanted.in(path)) return [];
  return source.chunks
    .filter(({ kind, owner }) => kind !== "class" && owner !== null && isWithin(wanted, owner))
    .map((chunk) => placeOf(chunk, bodyOf(file, chunk)));
}

/** The body and those nested in it. A function that stands in none, a table's say, counts as itself. */
export function* within(place: Place): Generator<Place> {
  yield place;
  for (const { name, body } of place.body.nested) {
    const own = place.function === MODULE && name !== LAMBDA ? name : place.function;
    yield* within({ ...place, body, function: own });
  }
}

/** An item at a line of a place. Without a text it is called by its path and line. */
export function itemAt(file: CodeFile, place: Place, { line }: Pick<Lines, "line">, text?: string): Item {
  const at = place.chunk.firstLine + line;
  return {
    text: text ?? `${file.path}:${at}`,
    path: file.path,
    line: at,
    function: place.function,
    class: place.class,
  };
}

/** The functions that items stand in, each once, where it stands in one first. */
export function functionsOf(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const name = item.function ?? MODULE;
    if (!first.has(name)) first.set(name, { ...item, text: name });
  }
  return [...first.values()];
}

/** The class headers of a file by name. */
export function classesNamed(source: SourceFile, wanted: Wanted): readonly Chunk[] {
  return source.chunks.filter((chunk) => chunk.kind === "class" && isNamed(wanted, nameOf(chunk)));
}
