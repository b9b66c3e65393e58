// Turns a sentence as it is written into its words, so that markup, line ends, quotation marks and the line numbers of
// citations make no difference; and into its shape, in which names of code make none either. It compares nothing.

import { looksLikeName } from "../../audit/words.ts";

export interface Worded {
  /** Words in order, lower case, one blank between: two sentences with the same are the same sentence. */
  readonly key: string;
  /** The same with `§` for every name of code: two with the same differ in names only. */
  readonly shape: string;
  /** How many words there are, names among them, and how many of them are no names. */
  readonly count: number;
  readonly plain: number;
}

/** What stands for a name in a shape. */
export const NAME = "§";

/** Words of prose, of code, and of scripts that put no blanks between words, each of whose characters is one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_$\p{M}]+(?:(?:[._/']|:{1,2}|->)(?=[\p{L}\p{N}_$])[\p{L}\p{N}_$\p{M}]+){0,40}(?:\(\))?/gu;

/** No sentence that a person wrote has a longer word; what has is data. Characters. */
const LONGEST_WORD = 200;

export function wordsOf(sentence: string): Worded {
  const words: string[] = [];
  let plain = 0;
  const shape: string[] = [];
  for (const [found] of unmarked(sentence).matchAll(WORD)) {
    if (found.length > LONGEST_WORD) continue;
    // `_so_` is emphasis, and so is one half of `_so it is_`; `_so` and `__so__` are names.
    const word = /^_[^_]*_$/.test(found) ? found.slice(1, -1) : found.replace(/(?<!_)_$/, "");
    if (isName(word)) {
      words.push(word.replace(/\(\)$|^_+|_+$/g, "").toLowerCase());
      shape.push(NAME);
      continue;
    }
    // "and/or", "it:that": what joins words of prose parts them.
    for (const part of word.toLowerCase().split(/[^\p{L}\p{N}\p{M}']+/u)) {
      if (part === "") continue;
      words.push(part);
      shape.push(part);
      plain++;
    }
  }
  return { key: words.join(" "), shape: shape.join(" "), count: words.length, plain };
}

/** What stands between words of code and hardly ever between those of prose; a run of it counts once. */
const CODE = /[$={}<>\\&]+|\s--?[a-z]|":/g;
const SCRIPT = /^(?:then|else|elif|fi|do|done|echo)\s/;
/** A document handed to a program, the end of a branch, and git told twice: no prose has these. */
const SHELL =
  /<<-?\s?["']?[A-Z]{2,8}\b|\bexit \d{1,3} (?:else|fi)\b|\bfi\s?["']?;?\s?["';]{0,3}$|\sPY$|^git config user\.|\bgit push origin \S{1,80} git\s/;
const ASSIGNMENT = /^[\w.]{1,80}\s?[-+*|:]?=\s?\S/;

/**
 * Whether a sentence, what stands in code marks aside, is a piece of code or of a script: commented out, or a block of
 * text in a configuration. `count` is that of its words.
 */
export function isCode(sentence: string, count: number): boolean {
  const bare = unmarked(sentence.replace(/`[^`]{1,500}`/g, " "));
  const marks = bare.match(CODE)?.length ?? 0;
  if (marks > 0 && SCRIPT.test(bare)) return true;
  return (marks >= 2 && marks * 7 > count) || ASSIGNMENT.test(bare) || SHELL.test(bare);
}

/** Without what says how it looks, where it links to and which lines it cites. */
function unmarked(sentence: string): string {
  return sentence
    .normalize("NFKC")
    .replace(/\]\([^()\s]{0,500}\)|\]\[[^\][\s]{0,100}\]/g, " ")
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, " ")
    .replace(/(\.\w{1,8}):\d{1,9}(?:[-–,]\d{1,9}){0,20}/g, "$1")
    .replace(/#L\d{1,9}(?:-L?\d{1,9})?/g, " ")
    .replace(/[’‘]/g, "'");
}

function isName(word: string): boolean {
  if (word.endsWith("()") || /::|->|[\p{L}_]\.[\p{L}_]|\$/u.test(word)) return true;
  if (looksLikeName(word)) return true;
  // `v4` and `h100` are names, `4` and `12.5` numbers that a sentence is about.
  return /\p{L}/u.test(word) && /\p{N}/u.test(word);
}
