// Turns a run of prose into the sentences in it, by the marks that end them. It knows a few abbreviations and no grammar:
// a cell of a table and what a semicolon parts are sentences too.

/** Marks that end a sentence: at a full stop only where something that can begin one follows. */
const CUT = /[.!?](?=\s+[\p{Lu}`*"'(])|;|\||\n\s*\n/gu;

/**
 * The sentence, or sentences, that hold a range of a text: half-open, white space at its ends included. No more than
 * `reach` characters are looked at on each side.
 */
export function sentenceAround(
  text: string,
  range: { readonly from: number; readonly to: number },
  reach: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, range.from - reach);
  const to = Math.min(text.length, range.to + reach);
  const cuts = sentenceCuts(text, from, to);
  return {
    from: cuts.findLast((cut) => cut <= range.from) ?? from,
    to: cuts.find((cut) => cut >= range.to) ?? to,
  };
}

/** Where sentences end between two places of a text: offsets behind the mark, in order. */
function sentenceCuts(text: string, from: number, to: number): readonly number[] {
  const part = text.slice(from, to);
  return [...part.matchAll(CUT)]
    .filter((match) => !isAbbreviation(part, match.index))
    .map((match) => from + match.index + match[0].length);
}

function isAbbreviation(text: string, dot: number): boolean {
  return (
    text[dot] === "." &&
    /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|resp|approx|no|fig|sec|al)$/i.test(text.slice(Math.max(0, dot - 8), dot))
  );
}
