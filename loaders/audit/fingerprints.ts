// Turns citations into fingerprints that survive line moves, renumbering and renames of the document: of the document's
// first name, the sentence without numbers, and the place among equals.

import { createHash } from "node:crypto";

/** What a fingerprint is made of. `document` is the first name the document bore. */
export interface Identity {
  readonly document: string;
  readonly sentence: string;
  /** The last part of the cited path, or empty. */
  readonly file: string;
  readonly symbol: string;
}

/** Hex, one for each, in the order given; equal identities are told apart by their order. */
export function fingerprintsOf(identities: readonly Identity[]): readonly string[] {
  const seen = new Map<string, number>();
  return identities.map(({ document, sentence, file, symbol }) => {
    const words = sentence.replace(/\d+/g, "").replace(/\s+/g, " ");
    const key = JSON.stringify([document, words, file, symbol]);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return createHash("sha256").update(`${key}\n${ordinal}`).digest("hex").slice(0, 20);
  });
}
