// What is asked of a chunk's bytes, and what was answered: once for all versions of a file in which they stand, for what is
// known of a chunk is handed on from version to version. It extracts nothing itself.

import { groupBy } from "../group.ts";
import type { Chunk } from "../model.ts";
import { WIDE_IDENTIFIERS, WordScanner } from "../syntax/word-scanner.ts";
import { Knowledge, type SourceFile } from "./source-file.ts";

/** Nothing yet, of each of these chunks. */
export function nothingKnown(chunks: readonly Chunk[]): readonly Knowledge[] {
  return chunks.map(() => new Knowledge());
}

type Version = Pick<SourceFile, "bytes" | "chunks">;

/**
 * What is known of the chunks of a new version: of those that have the bytes of an old one, what is known of that.
 * `origins` says the old one's index where it is known, and -1 elsewhere. Both are in order, so that twins are mostly
 * neighbours; those that moved are looked for by name.
 */
export function inherited(
  before: Version & Pick<SourceFile, "known">,
  after: Version,
  origins: readonly number[] = [],
): readonly Knowledge[] {
  const from = asBuffer(before.bytes);
  // Each goes to one chunk: of two with the same bytes, which is the one that counts may be asked.
  const given = new Set(origins.filter((origin) => origin >= 0));
  const isTwin = (chunk: Chunk, other: Chunk | undefined): boolean =>
    other !== undefined &&
    !given.has(other.index) &&
    other.end - other.start === chunk.end - chunk.start &&
    other.name === chunk.name &&
    other.kind === chunk.kind &&
    other.owner === chunk.owner &&
    from.compare(after.bytes, chunk.start, chunk.end, other.start, other.end) === 0;
  let byName: Map<string | null, Chunk[]> | null = null;
  let next = 0;
  return after.chunks.map((chunk) => {
    const origin = origins[chunk.index] ?? -1;
    let twin: Chunk | undefined = before.chunks[origin < 0 ? next : origin];
    if (origin < 0 && !isTwin(chunk, twin)) {
      byName ??= groupBy(before.chunks, (each) => each.name);
      twin = byName.get(chunk.name)?.find((each) => isTwin(chunk, each));
    }
    if (!twin) return successor(before, chunk, byName as NonNullable<typeof byName>);
    next = twin.index + 1;
    given.add(twin.index);
    return before.known[twin.index] as Knowledge;
  });
}

/** Nothing yet of a chunk that came new, but whether the facts of one in its place were asked for. */
function successor({ known }: Pick<SourceFile, "known">, chunk: Chunk, byName: Map<string | null, Chunk[]>): Knowledge {
  const fresh = new Knowledge();
  const asked = byName
    .get(chunk.name)
    ?.some(({ index, owner, kind }) => owner === chunk.owner && kind === chunk.kind && known[index]?.asked !== "never");
  if (asked) fresh.asked = "before";
  return fresh;
}

/** What stands for the chunk's bytes: the same object in every version of a walk that has them. */
export function identityOf(file: SourceFile, chunk: Chunk): object {
  return file.known[chunk.index] as Knowledge;
}

/** Answers a question about a chunk's bytes, asked once for all versions in which it stands. */
export function askOnce<Answer>(file: SourceFile, chunk: Chunk, question: string, answer: () => Answer): Answer {
  const { answers } = file.known[chunk.index] as Knowledge;
  let known = answers.get(question) as Answer | undefined;
  if (known === undefined) {
    known = answer();
    answers.set(question, known);
  }
  return known;
}

/** Whether `word` stands in the chunk as a whole word. No word stands nowhere. */
export function mentions(file: SourceFile, chunk: Chunk, word: string): boolean {
  if (word === "") return false;
  return askOnce(file, chunk, word, () => {
    const bytes = asBuffer(file.bytes.subarray(chunk.start, chunk.end));
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
      if (!isWordByte(bytes[at - 1]) && !isWordByte(bytes[at + word.length])) return true;
    }
    return false;
  });
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && WIDE_IDENTIFIERS[byte] === 1;
}

/** Words that are looked for in chunk after chunk, all in one pass. */
export class WordList {
  readonly words: readonly string[];
  readonly #scanner: WordScanner;
  /** Those that no scanner finds: what is no identifier, as a channel's name. */
  readonly #others: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
    this.#scanner = new WordScanner(
      words.filter((word) => IDENTIFIER.test(word)),
      WIDE_IDENTIFIERS,
    );
    this.#others = words.filter((word) => !IDENTIFIER.test(word));
  }

  /** Which of them stand in the chunk as whole words, in no order. Looked for once in the same bytes. */
  in(file: SourceFile, chunk: Chunk): readonly string[] {
    const known = file.known[chunk.index] as Knowledge;
    if (known.words?.of !== this) known.words = { of: this, held: this.#find(file, chunk, known.words) };
    return known.words.held;
  }

  #find(file: SourceFile, chunk: Chunk, before: Knowledge["words"]): readonly string[] {
    const asked = before?.of.words;
    if (asked === undefined) {
      const numbers = this.#scanner.scan(file.bytes.subarray(chunk.start, chunk.end));
      const held = numbers.map((number) => this.#scanner.words[number] as string);
      return [...held, ...this.#others.filter((word) => mentions(file, chunk, word))];
    }
    return this.words.filter((word) =>
      asked.includes(word) ? before?.held.includes(word) : mentions(file, chunk, word),
    );
  }
}

const IDENTIFIER = /^\w+$/;

const answered = new WeakMap<SourceFile, Map<string, readonly { chunk: Chunk; answer: unknown }[]>>();

/** Chunks of a file of which `answer` says something: not false, no empty list. Remembered for as long as the file is. */
export function askAll<Answer>(
  file: SourceFile,
  question: string,
  answer: (file: SourceFile, chunk: Chunk) => Answer,
): readonly { readonly chunk: Chunk; readonly answer: Answer }[] {
  let known = answered.get(file);
  if (!known) {
    known = new Map();
    answered.set(file, known);
  }
  let found = known.get(question) as { chunk: Chunk; answer: Answer }[] | undefined;
  if (!found) {
    found = [];
    for (const chunk of file.chunks) {
      const said = askOnce(file, chunk, question, () => answer(file, chunk));
      if (isYes(said)) found.push({ chunk, answer: said });
    }
    known.set(question, found);
  }
  return found;
}

/** Whether an answer says something. */
export function isYes(answer: unknown): boolean {
  return Array.isArray(answer) ? answer.length > 0 : answer === true;
}

/** Chunks whose bytes hold `word` as a whole word, in order, each once. */
export function chunksWith(file: SourceFile, word: string): readonly Chunk[] {
  // Most files do not hold it at all.
  if (word === "" || !asBuffer(file.bytes).includes(word)) return [];
  return askAll(file, word, (each, chunk) => mentions(each, chunk, word)).map(({ chunk }) => chunk);
}
