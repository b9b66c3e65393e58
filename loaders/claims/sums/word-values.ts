// Reads a number that is written as one word, "twelve" or "twenty-six". Digits are the token reader's, and words in a row
// are no parts of a sum.

import { readWords } from "../prose/number-words.ts";

const ANY = /\d|\b(?:four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|[a-z]{3,5}ty)\b/i;

/** Whether a text may state a number that is taken apart. */
export function mayCount(text: string): boolean {
  return ANY.test(text);
}

/** The number that a word is; null of any other word. */
export function numberOfWord(word: string): number | null {
  // Asked of every word of a document: most are told by their first letters.
  if (word.length > 13 || !/^(?:ze|on|tw|th|fo|fi|si|se|ei|ni|te|el)[a-z-]+$/i.test(word)) return null;
  const atoms = word
    .toLowerCase()
    .split("-")
    .map((part, at) => ({
      word: part,
      value: null,
      joint: at === 0 ? ("apart" as const) : ("hyphen" as const),
      from: 0,
      to: 0,
    }));
  const read = readWords(atoms, 0);
  return read && read.end === atoms.length && !read.isOrdinal && Number.isInteger(read.value) ? read.value : null;
}
