// What a source file is to those who ask it: its bytes, the chunks of its outline, and what was found out about each.
// How it comes to be is source.ts's business.

import type { Chunk, Oid } from "../model.ts";
import type { GrammarName } from "../syntax/grammar.ts";
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
  /** Whether indentation told the chunks: then those of a next version can be told from them. */
  readonly byLines: boolean;
  /** What was found out about each chunk, in their order: one object for all versions in which it stands. */
  readonly known: readonly Knowledge[];
}

/** What has been found out about a chunk's bytes. It holds none of them, so that no old blob is kept for it. */
export class Knowledge {
  facts: ChunkFacts | null = null;
  /** What its bytes are kept by. */
  key: string | null = null;
  /** Whether its facts were asked for: by somebody, by whoever looked ahead, or of what stood in its place before. */
  asked: "now" | "ahead" | "before" | "never" = "never";
  readonly answers = new Map<string, unknown>();
  /** Which words of a list stand in the chunk: of the list that was asked for last. */
  words: { readonly of: { readonly words: readonly string[] }; readonly held: readonly string[] } | null = null;
}

const utf8 = new TextDecoder();

/** The chunk's bytes as text. */
export function textOf(file: SourceFile, chunk: Chunk): string {
  return utf8.decode(file.bytes.subarray(chunk.start, chunk.end));
}
