// Turns the chunks of a text into its words and figures one by one, each with what stands between it and the one before.
// What they mean together is read elsewhere.

import { type Chunk, chunksOf, type Figure } from "./number-chunks.ts";
import type { Atom } from "./number-words.ts";

/** An atom of a chunk, with the figure it is. */
export interface Word extends Atom {
  readonly chunk: Chunk;
  readonly figure: Figure | null;
}

/** The words and figures of a text, in order, with what stands between. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const chunk of chunksOf(text)) {
    const gap = words.length === 0 ? null : text.slice(end, Math.min(chunk.from, end + 80));
    const joint = gap === null ? "apart" : jointOf(gap);
    end = chunk.to;
    if (chunk.kind === "words") {
      let from = chunk.from;
      for (const part of text.slice(chunk.from, chunk.to).split(/[-‐‑]/)) {
        const to = from + part.length;
        const isFirst = from === chunk.from;
        words.push({
          word: part.toLowerCase(),
          value: null,
          joint: isFirst ? joint : "hyphen",
          from,
          to,
          chunk,
          figure: null,
        });
        from = to + 1;
      }
    } else if (chunk.kind === "figures")
      for (const [index, figure] of chunk.figures.entries()) {
        const { from, to, value } = figure;
        end = Math.max(end, to);
        const word = text.slice(from, to);
        words.push({ word, value, joint: index === 0 ? joint : "apart", from, to, chunk, figure });
      }
    else {
      const word = text.slice(chunk.from, Math.min(chunk.to, chunk.from + 80)).toLowerCase();
      words.push({ word, value: null, joint, from: chunk.from, to: chunk.to, chunk, figure: null });
    }
  }
  return words;
}

function jointOf(gap: string): Atom["joint"] {
  if (/^\s+$/.test(gap)) return /\n[^\S\n]*\n/.test(gap) ? "apart" : "space";
  // A line may break behind a hyphen.
  return /^[-‐‑]\n\s*$/.test(gap) ? "hyphen" : "apart";
}
