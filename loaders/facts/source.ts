// Turns a blob into a source file: its outline at once, the facts of a chunk when somebody asks. Facts are kept by the
// chunk's bytes, so that a chunk which stands in a hundred versions is parsed once; nothing here reads git or a disk.

import { createHash } from "node:crypto";
import { groupBy } from "../group.ts";
import type { Body, Chunk, Oid } from "../model.ts";
import { Recent } from "../recent.ts";
import { type GrammarName, languageOf } from "../syntax/grammar.ts";
import { outlinePython } from "../syntax/python-outline.ts";
import { parsePythonOutline } from "../syntax/python-parse.ts";
import { outlineScript } from "../syntax/script-outline.ts";
import { extractPython } from "./python.ts";
import { extractScript, type ScriptPiece } from "./script.ts";
import type { ChunkFacts } from "./writer.ts";

/** A file at one version. Lines are 1-based; a body's own lines count from its chunk's `firstLine`. */
export interface SourceFile {
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: Uint8Array;
  readonly language: GrammarName;
  readonly chunks: readonly Chunk[];
  /** 1-based lines that no grammar understood, as far as anything looked. */
  readonly errors: readonly number[];
}

/** Where facts of chunks are kept between runs. `key` is hex. */
export interface FactStore {
  get(key: string): ChunkFacts | undefined;
  set(key: string, facts: ChunkFacts): void;
}

type Outline = Pick<SourceFile, "chunks" | "errors">;

/** Outlines of this many chunks are kept: those of a commit's files, and of the commits that are compared with it. */
const MOST_CHUNKS = 100_000;

/** Extracts and remembers. `parsed` counts bytes given to a parser, for reports. */
export class Facts {
  readonly #facts: FactStore;
  readonly #outlines = new Recent<string, Outline>(MOST_CHUNKS, ({ chunks }) => chunks.length + 1);
  parsed = 0;

  constructor(facts: FactStore = new Map()) {
    this.#facts = facts;
  }

  /**
   * The source file of a blob, or null where its language has no grammar. `before` is the version that it replaces:
   * what is known of a chunk that stands in both is known of both.
   */
  file(path: string, oid: Oid, bytes: Uint8Array, before: SourceFile | null = null): SourceFile | null {
    const language = languageOf(path);
    if (language === null) return null;
    const file = { path, oid, bytes, language, ...this.#outline(language, oid, bytes) };
    if (before && before.language === language) inherit(before, file);
    return file;
  }

  /** A blob's outline; one object for all walks that come by it, so that what is known of its chunks is known to all. */
  #outline(language: GrammarName, oid: Oid, bytes: Uint8Array): Outline {
    const key = `${language} ${oid}`;
    let outline = this.#outlines.get(key);
    if (!outline) {
      outline = this.#parse(language, bytes);
      this.#outlines.set(key, outline);
    }
    return outline;
  }

  #parse(language: GrammarName, bytes: Uint8Array): Outline {
    const chunks = language === "python" ? outlinePython(bytes) : null;
    if (chunks) return { chunks, errors: [] };
    this.parsed += bytes.length;
    return language === "python" ? parsePythonOutline(bytes) : outlineScript(bytes, language);
  }

  /** The facts of one chunk. */
  body(file: SourceFile, chunk: Chunk): Body {
    return this.facts(file, chunk).body;
  }

  /** The facts of one chunk with the 1-based lines of the file that the grammar did not understand. */
  facts(file: SourceFile, chunk: Chunk): ChunkFacts {
    const known = knowledgeOf(file, chunk);
    known.facts ??= this.#extract(file, chunk);
    return known.facts;
  }

  #extract(file: SourceFile, chunk: Chunk): ChunkFacts {
    const bytes = file.bytes.subarray(chunk.start, chunk.end);
    const piece = file.language === "python" ? chunk.kind : scriptPiece(chunk);
    const key = createHash("sha1").update(`${file.language} ${piece}\n`).update(bytes).digest("hex");
    let facts = this.#facts.get(key);
    if (!facts) {
      this.parsed += bytes.length;
      const text = textOf(file, chunk);
      facts = file.language === "python" ? extractPython(text) : extractScript(text, file.language, scriptPiece(chunk));
      this.#facts.set(key, facts);
    }
    return facts;
  }
}

/** What has been found out about a chunk's bytes. It holds none of them, so that no old blob is kept for it. */
class Knowledge {
  facts: ChunkFacts | null = null;
  readonly answers = new Map<string, unknown>();
}

/** Of each version, in order of its chunks. */
const knowledge = new WeakMap<readonly Chunk[], Knowledge[]>();

function knowledgeOf(file: SourceFile, chunk: Chunk): Knowledge {
  let known = knowledge.get(file.chunks);
  if (!known) {
    known = [];
    knowledge.set(file.chunks, known);
  }
  known[chunk.index] ??= new Knowledge();
  return known[chunk.index] as Knowledge;
}

/**
 * Hands on what is known of the chunks of an old version to those of a new one that have the same bytes. Both are in
 * order, so that twins are mostly neighbours; those that moved are looked for by name.
 */
function inherit(before: SourceFile, after: SourceFile): void {
  const old = knowledge.get(before.chunks);
  if (!old || before.chunks === after.chunks) return;
  // Another walk may have been here before: what it found out stays.
  const handed = knowledge.get(after.chunks) ?? [];
  const from = Buffer.from(before.bytes.buffer, before.bytes.byteOffset, before.bytes.length);
  const isTwin = (chunk: Chunk, other: Chunk | undefined): boolean =>
    other !== undefined &&
    other.end - other.start === chunk.end - chunk.start &&
    other.name === chunk.name &&
    other.kind === chunk.kind &&
    other.owner === chunk.owner &&
    from.compare(after.bytes, chunk.start, chunk.end, other.start, other.end) === 0;
  let byName: Map<string | null, Chunk[]> | null = null;
  let next = 0;
  for (const chunk of after.chunks) {
    let twin: Chunk | undefined = before.chunks[next];
    if (!isTwin(chunk, twin)) {
      byName ??= groupBy(before.chunks, (each) => each.name);
      twin = byName.get(chunk.name)?.find((each) => isTwin(chunk, each));
    }
    if (!twin) continue;
    next = twin.index + 1;
    const known = old[twin.index];
    if (known) handed[chunk.index] ??= known;
  }
  knowledge.set(after.chunks, handed);
}

/** What stands for the chunk's bytes: the same object in every version of a walk that has them. */
export function identityOf(file: SourceFile, chunk: Chunk): object {
  return knowledgeOf(file, chunk);
}

/** Answers a question about a chunk's bytes, asked once for all versions in which it stands. */
export function askOnce<Answer>(file: SourceFile, chunk: Chunk, question: string, answer: () => Answer): Answer {
  const { answers } = knowledgeOf(file, chunk);
  let known = answers.get(question) as Answer | undefined;
  if (known === undefined) {
    known = answer();
    answers.set(question, known);
  }
  return known;
}

/** A script's members do not parse outside a class as they do inside. */
function scriptPiece(chunk: Chunk): ScriptPiece {
  if (chunk.owner === null || chunk.kind === "class") return chunk.kind;
  return chunk.kind === "function" ? "method" : "field";
}

const utf8 = new TextDecoder();

/** The chunk's bytes as text. */
export function textOf(file: SourceFile, chunk: Chunk): string {
  return utf8.decode(file.bytes.subarray(chunk.start, chunk.end));
}

/** Whether `word` stands in the chunk as a whole word. No word stands nowhere. */
export function mentions(file: SourceFile, chunk: Chunk, word: string): boolean {
  if (word === "") return false;
  return askOnce(file, chunk, word, () => {
    const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset + chunk.start, chunk.end - chunk.start);
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
      if (!isWordByte(bytes[at - 1]) && !isWordByte(bytes[at + word.length])) return true;
    }
    return false;
  });
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    byte === 95 ||
    (byte >= 48 && byte <= 57) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 97 && byte <= 122) ||
    byte >= 128
  );
}

/** Which of `words` stand in the chunk. `key` names the list: equal keys, equal lists. */
export function wordsIn(file: SourceFile, chunk: Chunk, words: readonly string[], key: string): readonly string[] {
  return askOnce(file, chunk, key, () => words.filter((word) => mentions(file, chunk, word)));
}

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
  return askAll(file, word, (each, chunk) => mentions(each, chunk, word)).map(({ chunk }) => chunk);
}
