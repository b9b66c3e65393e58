// Keeps what a passage looks like to patterns, made when first asked for and once for all of them. Of a passage that
// nobody holds any more, nothing is kept.

import type { Passage } from "../../citation.ts";
import { foldedOf, type Plain, plainOf } from "./sentence-plain.ts";

const known = new WeakMap<Passage, PassageViews>();

export function viewsOf(passage: Passage): PassageViews {
  const views = known.get(passage) ?? new PassageViews(passage.text);
  known.set(passage, views);
  return views;
}

export class PassageViews {
  readonly #text: string;
  #low: string | null = null;
  #folded: Plain | null = null;
  #plain: Plain | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether it holds all of these words (lower case) as they are, or characters that may hide one. */
  mayHold(words: readonly string[]): boolean {
    if (words.length === 0) return true;
    this.#low ??= this.#text.toLowerCase();
    const low = this.#low;
    return words.every((word) => low.includes(word)) || /[\\&<\u00ad\u200b-\u200d\u2060\ufeff]/.test(low);
  }

  /** White space folded. */
  get folded(): Plain {
    this.#folded ??= foldedOf(this.#text);
    return this.#folded;
  }

  /** Made plain, numbers marked. */
  get plain(): Plain {
    this.#plain ??= plainOf(this.#text, true);
    return this.#plain;
  }
}
