// Turns the way a question is written into a pattern, and a text that fits it into what was given for the words in
// capitals. It knows no question: those are tables of forms.

/** A word of a text: bare, or what stood in quotes or backticks. */
export interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** A text has at most this many words: a question is a line. */
const MOST_WORDS = 60;

/** The words of a text; null where a quotation is not closed, or there are too many. */
export function wordsOf(text: string): readonly Word[] | null {
  const words: Word[] = [];
  const form = /\s*(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s"`'][^\s]*))/y;
  const end = text.trimEnd().length;
  while (form.lastIndex < end) {
    const match = form.exec(text);
    if (match === null || words.length === MOST_WORDS) return null;
    const quoted = match[1] ?? match[2] ?? match[3];
    words.push(quoted === undefined ? { text: match[4] as string, quoted: false } : { text: quoted, quoted: true });
  }
  return words;
}

type Part =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "slot"; readonly name: string }
  | { readonly kind: "maybe"; readonly parts: readonly Part[] };

/** A form taken apart. */
export interface Pattern {
  readonly parts: readonly Part[];
}

/** `sites [of NAME] [in GLOB]`: brackets do not nest. */
export function patternOf(form: string): Pattern {
  const parts: Part[] = [];
  for (const [, group, word] of form.matchAll(/\[([^\]]*)\]|(\S+)/g)) {
    if (group === undefined) parts.push(partOf(word as string));
    else parts.push({ kind: "maybe", parts: group.split(/\s+/).map(partOf) });
  }
  return { parts };
}

function partOf(word: string): Part {
  return /^[A-Z][A-Z-]*$/.test(word) ? { kind: "slot", name: word } : { kind: "word", word };
}

/** How well words fit a form. */
export interface Fit {
  /** By slot, what was given. A second slot of one name has a 2 behind it. */
  readonly given: Readonly<Record<string, string>>;
  /** Words that are the form's own: of two forms that fit, the one that says more of it is meant. */
  readonly own: number;
}

/** The best fit of all words, or null. */
export function fit(pattern: Pattern, words: readonly Word[]): Fit | null {
  return fitFrom(pattern.parts, words, 0, {}, 0);
}

function fitFrom(
  parts: readonly Part[],
  words: readonly Word[],
  at: number,
  given: Readonly<Record<string, string>>,
  own: number,
): Fit | null {
  const [part, ...rest] = parts;
  if (part === undefined) return at === words.length ? { given, own } : null;
  if (part.kind === "maybe")
    return fitFrom([...part.parts, ...rest], words, at, given, own) ?? fitFrom(rest, words, at, given, own);
  const word = words[at];
  if (word === undefined) return null;
  if (part.kind === "word")
    return !word.quoted && word.text === part.word ? fitFrom(rest, words, at + 1, given, own + 1) : null;
  if (word.text === "") return null;
  const name = part.name in given ? `${part.name}2` : part.name;
  return fitFrom(rest, words, at + 1, { ...given, [name]: word.text }, own);
}
