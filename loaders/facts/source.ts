// Turns a blob into a source file: its outline at once, the facts of a chunk when somebody asks. Facts are kept by the
// chunk's bytes, so that a chunk which stands in a hundred versions is parsed once; nothing here reads git or a disk.

import { createHash } from "node:crypto";
import type { Body, Chunk, Oid } from "../model.ts";
import { Recent } from "../recent.ts";
import { type GrammarName, languageOf } from "../syntax/grammar.ts";
import { outlineEdited } from "../syntax/python-edited.ts";
import { outlinePython } from "../syntax/python-outline.ts";
import { parsePythonOutline } from "../syntax/python-parse.ts";
import { outlineScript } from "../syntax/script-outline.ts";
import { inherited, nothingKnown } from "./asked.ts";
import { extractPython } from "./python.ts";
import { extractScript, type ScriptPiece } from "./script.ts";
import { type Knowledge, type SourceFile, textOf } from "./source-file.ts";
import type { ChunkFacts } from "./writer.ts";

/** Where facts of chunks are kept between runs. `key` is hex. */
export interface FactStore {
  get(key: string): ChunkFacts | undefined;
  set(key: string, facts: ChunkFacts): void;
}

type Outline = Pick<SourceFile, "chunks" | "errors" | "byLines" | "known">;

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
    const key = `${language} ${oid}`;
    let outline = this.#outlines.get(key);
    if (!outline) {
      outline = this.#outline(language, bytes, before?.language === language ? before : null);
      this.#outlines.set(key, outline);
    }
    return { path, oid, bytes, language, ...outline };
  }

  #outline(language: GrammarName, bytes: Uint8Array, before: SourceFile | null): Outline {
    const edited = before?.byLines ? outlineEdited(before, bytes) : null;
    if (before && edited) {
      const { chunks, origins } = edited;
      return { chunks, errors: [], byLines: true, known: inherited(before, { bytes, chunks }, origins) };
    }
    const chunks = language === "python" ? outlinePython(bytes) : null;
    const outline = chunks ? { chunks, errors: [] } : this.#parse(language, bytes);
    const known = before ? inherited(before, { bytes, ...outline }) : nothingKnown(outline.chunks);
    return { ...outline, byLines: chunks !== null, known };
  }

  #parse(language: GrammarName, bytes: Uint8Array): { chunks: Chunk[]; errors: number[] } {
    this.parsed += bytes.length;
    return language === "python" ? parsePythonOutline(bytes) : outlineScript(bytes, language);
  }

  /** The facts of one chunk. */
  body(file: SourceFile, chunk: Chunk): Body {
    return this.facts(file, chunk).body;
  }

  /** The facts of one chunk with the 1-based lines of the file that the grammar did not understand. */
  facts(file: SourceFile, chunk: Chunk): ChunkFacts {
    const known = file.known[chunk.index] as Knowledge;
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

/** A script's members do not parse outside a class as they do inside. */
function scriptPiece(chunk: Chunk): ScriptPiece {
  if (chunk.owner === null || chunk.kind === "class") return chunk.kind;
  return chunk.kind === "function" ? "method" : "field";
}
