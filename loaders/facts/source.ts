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
import type { Ahead } from "./ahead.ts";
import { inherited, nothingKnown } from "./asked.ts";
import { extractPiece, type Piece, pieceKind } from "./extract.ts";
import { type Knowledge, type SourceFile, textOf } from "./source-file.ts";
import type { ChunkFacts } from "./writer.ts";

/** Where facts of chunks are kept between runs. `key` is hex. */
export interface FactStore {
  get(key: string): ChunkFacts | undefined;
  has(key: string): boolean;
  /** `json` is the same as text, where it is at hand. */
  set(key: string, facts: ChunkFacts, json?: string): void;
}

type Outline = Pick<SourceFile, "chunks" | "errors" | "byLines" | "known">;

/** Outlines of this many chunks are kept: those of a commit's files, and of the commits that are compared with it. */
const MOST_CHUNKS = 100_000;

/** Extracts and remembers. `parsed` counts bytes given to a parser, for reports. */
export class Facts {
  readonly #facts: FactStore;
  #ahead: Ahead | null = null;
  readonly #outlines = new Recent<string, Outline>(MOST_CHUNKS, ({ chunks }) => chunks.length + 1);
  parsed = 0;

  constructor(facts: FactStore = new Map()) {
    this.#facts = facts;
  }

  /** From now on, facts that will be asked for most likely are extracted before. */
  lookAhead(ahead: Ahead): void {
    this.#ahead = ahead;
  }

  /** Whether it helps to turn blobs into files before they are asked for their facts. */
  get looksAhead(): boolean {
    return this.#ahead !== null;
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
    const file = { path, oid, bytes, language, ...outline };
    if (this.#ahead) this.#foresee(file, this.#ahead);
    return file;
  }

  /** Has extracted what stands for chunks that were asked for their facts. */
  #foresee(file: SourceFile, ahead: Ahead): void {
    for (const [index, known] of file.known.entries()) {
      if (known.asked !== "before") continue;
      known.asked = "ahead";
      const chunk = file.chunks[index] as Chunk;
      const key = keyOf(file, chunk);
      if (!this.#facts.has(key)) ahead.ask(key, pieceOf(file, chunk));
    }
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
    known.asked = "now";
    return known.facts;
  }

  #extract(file: SourceFile, chunk: Chunk): ChunkFacts {
    const key = keyOf(file, chunk);
    const kept = this.#facts.get(key);
    if (kept) return kept;
    this.parsed += chunk.end - chunk.start;
    const json = this.#ahead?.take(key) ?? undefined;
    const facts = json === undefined ? extractPiece(pieceOf(file, chunk)) : (JSON.parse(json) as ChunkFacts);
    this.#facts.set(key, facts, json);
    return facts;
  }
}

function pieceOf(file: SourceFile, chunk: Chunk): Piece {
  return { language: file.language, kind: pieceKind(file.language, chunk), source: textOf(file, chunk) };
}

/** What names a chunk's bytes where facts are kept. */
function keyOf({ language, bytes, known }: SourceFile, chunk: Chunk): string {
  const of = known[chunk.index] as Knowledge;
  of.key ??= createHash("sha1")
    .update(`${language} ${pieceKind(language, chunk)}\n`)
    .update(bytes.subarray(chunk.start, chunk.end))
    .digest("hex");
  return of.key;
}
