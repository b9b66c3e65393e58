// Turns a blob into a source file: its outline at once, the facts of a chunk when somebody asks. Facts are kept by the
// chunk's bytes, so that a chunk which stands in a hundred versions is parsed once; nothing here reads git or a disk.

import { createHash } from "node:crypto";
import type { Body, Chunk, Oid } from "../model.ts";
import { type GrammarName, languageOf } from "../syntax/grammar.ts";
import { outlinePython } from "../syntax/python-outline.ts";
import { parsePythonOutline } from "../syntax/python-parse.ts";
import { outlineScript } from "../syntax/script-outline.ts";
import { type ChunkFacts, extractPython } from "./python.ts";
import { extractScript, type ScriptPiece } from "./script.ts";

/** Raise when any extractor answers differently: facts of an older version are not read. */
export const EXTRACTOR_VERSION = 1;

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

/** Extracts and remembers. `parsed` counts bytes given to a parser, for reports. */
export class Facts {
  readonly #facts: FactStore;
  readonly #keys = new WeakMap<Chunk, string>();
  readonly #byBytes = new WeakMap<Chunk, ChunkFacts>();
  parsed = 0;

  constructor(facts: FactStore = new Map()) {
    this.#facts = facts;
  }

  /** The source file of a blob, or null where its language has no grammar. */
  file(path: string, oid: Oid, bytes: Uint8Array): SourceFile | null {
    const language = languageOf(path);
    if (language === null) return null;
    if (language !== "python") {
      this.parsed += bytes.length;
      return { path, oid, bytes, language, ...outlineScript(bytes, language) };
    }
    const chunks = outlinePython(bytes);
    if (chunks) return { path, oid, bytes, language, chunks, errors: [] };
    this.parsed += bytes.length;
    const parsed = parsePythonOutline(bytes);
    return { path, oid, bytes, language, chunks: parsed.chunks, errors: parsed.errors };
  }

  /** The facts of one chunk. */
  body(file: SourceFile, chunk: Chunk): Body {
    return this.facts(file, chunk).body;
  }

  /** The facts of one chunk with the 1-based lines of the file that the grammar did not understand. */
  facts(file: SourceFile, chunk: Chunk): ChunkFacts {
    const known = this.#byBytes.get(chunk);
    if (known) return known;
    const bytes = file.bytes.subarray(chunk.start, chunk.end);
    const key = this.#key(file.language, chunk, bytes);
    let facts = this.#facts.get(key);
    if (!facts) {
      this.parsed += bytes.length;
      const text = new TextDecoder().decode(bytes);
      facts =
        file.language === "python" ? extractPython(text) : extractScript(text, file.language, scriptPiece(chunk));
      this.#facts.set(key, facts);
    }
    this.#byBytes.set(chunk, facts);
    return facts;
  }

  #key(language: GrammarName, chunk: Chunk, bytes: Uint8Array): string {
    let key = this.#keys.get(chunk);
    if (key === undefined) {
      const piece = language === "python" ? chunk.kind : scriptPiece(chunk);
      key = createHash("sha1").update(`${language} ${piece}\n`).update(bytes).digest("hex");
      this.#keys.set(chunk, key);
    }
    return key;
  }
}

/** A script's members do not parse outside a class as they do inside. */
function scriptPiece(chunk: Chunk): ScriptPiece {
  if (chunk.owner === null || chunk.kind === "class") return chunk.kind;
  return chunk.kind === "function" ? "method" : "field";
}

/** The chunk's bytes as text. */
export function textOf(file: SourceFile, chunk: Chunk): string {
  return new TextDecoder().decode(file.bytes.subarray(chunk.start, chunk.end));
}

/** Byte offsets at which `word` stands in the file, as a whole word, in order. */
export function occurrences(file: SourceFile, word: string): number[] {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const found: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
    if (!isWordByte(bytes[at - 1]) && !isWordByte(bytes[at + word.length])) found.push(at);
  }
  return found;
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

const NONE: readonly Chunk[] = [];
const places = new WeakMap<SourceFile, Map<string, readonly Chunk[]>>();

/** Chunks whose bytes hold `word` as a whole word, in order, each once. Remembered for as long as the file is. */
export function chunksWith(file: SourceFile, word: string): readonly Chunk[] {
  let words = places.get(file);
  if (!words) {
    words = new Map();
    places.set(file, words);
  }
  let found = words.get(word);
  if (!found) {
    found = findChunks(file, word);
    words.set(word, found);
  }
  return found;
}

function findChunks(file: SourceFile, word: string): readonly Chunk[] {
  const found: Chunk[] = [];
  let at = 0;
  for (const offset of occurrences(file, word)) {
    while (at < file.chunks.length && (file.chunks[at] as Chunk).end <= offset) at++;
    const chunk = file.chunks[at];
    if (!chunk) break;
    if (chunk.start <= offset && found.at(-1) !== chunk) found.push(chunk);
  }
  return found.length > 0 ? found : NONE;
}
