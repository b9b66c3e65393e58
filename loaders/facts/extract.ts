// Turns the source of one chunk into its facts, whatever its language. Facts of equal sources are equal: they are kept by
// the chunk's bytes, and a thread of its own may extract them.

import type { Chunk } from "../model.ts";
import type { GrammarName } from "../syntax/grammar.ts";
import { extractPython } from "./python.ts";
import { extractScript, type ScriptPiece } from "./script.ts";
import type { ChunkFacts } from "./writer.ts";

/** A chunk by itself: its language, what it is, and its source. */
export interface Piece {
  readonly language: GrammarName;
  readonly kind: ScriptPiece;
  readonly source: string;
}

/** What a chunk is, for parsing it by itself. A script's members do not parse outside a class as they do inside. */
export function pieceKind(language: GrammarName, chunk: Chunk): ScriptPiece {
  if (language === "python" || chunk.owner === null || chunk.kind === "class") return chunk.kind;
  return chunk.kind === "function" ? "method" : "field";
}

/** Throws "syntax-error" if the grammar was not loaded, or gives up. */
export function extractPiece({ language, kind, source }: Piece): ChunkFacts {
  return language === "python" ? extractPython(source) : extractScript(source, language, kind);
}
