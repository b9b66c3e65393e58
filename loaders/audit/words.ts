// Turns prose and code into comparable words: identifiers into their parts, words into stems. It knows which words say
// nothing; it does not know where they stand.

/** Words that any sentence or any code can hold. */
const STOP = new Set(
  `a about above after again all also already always am an and any are as at be because been before behind being below
between both but by can cannot could did do does doing done down during each either else even every few first for from
further had has have having he her here his how i if in instead into is it its itself just keep kept last least less let
like line lines made make makes many may me might more most much must my need needs never new next no nor not nothing now
of off old on once one only onto or other others our out over own per rather said same see seen set should since so some
still such take taken than that the their them then there these they thing things this those though three through thus to
too two under until up upon us use used uses using very via was way we well were what when where whether which while who
whole whose why will with within without would yes yet you your e g etc cf ie eg vs
abstract async await break case catch class const continue def default del elif enum except export extends false finally
fn func function global goto impl import interface lambda match mod mut nil none null pass private protected pub public
raise return self static struct super switch throw true try type typeof undefined var void yield code file files`.split(
    /\s+/,
  ),
);

/** Whether a word (lower case) is one that says nothing. */
export function isStopWord(word: string): boolean {
  return word.length < 2 || STOP.has(word);
}

/** What plain words lose at their end, longest first, and what then stands there. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["izations", "ize"],
  ["ization", "ize"],
  ["ations", "at"],
  ["ation", "at"],
  ["ments", "ment"],
  ["ingly", ""],
  ["ities", "iti"],
  ["ness", ""],
  ["ions", ""],
  ["ings", ""],
  ["ers", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["ion", ""],
  ["ity", "iti"],
  ["est", ""],
  ["ers", ""],
  ["ed", ""],
  ["er", ""],
  ["es", ""],
  ["ly", ""],
  ["al", ""],
  ["or", ""],
  ["e", ""],
  ["s", ""],
];

const stems = new Map<string, string>();
/** Stems that are kept; a hostile text has no end of words. */
const MOST_STEMS = 200_000;

/** A word's stem, of lower-case letters: `reads`, `reader` and `reading` are one. Rough on purpose: both sides get it. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = cut(word);
  if (stems.size < MOST_STEMS) stems.set(word, found);
  return found;
}

function cut(word: string): string {
  if (word.length < 4 || word.length > 40) return word;
  for (const [ending, instead] of ENDINGS) {
    if (word.length - ending.length >= 3 && word.endsWith(ending)) {
      const rest = word.slice(0, -ending.length);
      return undouble(rest) + instead;
    }
  }
  return word;
}

/** `stopp` of "stopped" is `stop`; `call` and `pass` keep theirs. */
function undouble(rest: string): string {
  const last = rest.at(-1);
  return last === rest.at(-2) && last !== undefined && !"lsz".includes(last) ? rest.slice(0, -1) : rest;
}

const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+/gu;

/** The words an identifier is made of, lower case: `getHTTPStatus`, `get_http_status` → get, http, status. */
export function partsOf(identifier: string): readonly string[] {
  return (identifier.match(PART) ?? []).map((part) => part.toLowerCase());
}

/** Whether a word is shaped like a name in code, and not like a word of prose: `a_b`, `aB`, `ABC_D`, `v4`. */
export function looksLikeName(word: string): boolean {
  if (/[\p{L}\d]_+[\p{L}\d]|^_+\p{L}/u.test(word)) return true;
  if (/\p{Ll}\p{Lu}/u.test(word)) return true;
  // `HTTPServer`, not `ONE` and not `Loaded`.
  return /^\p{Lu}{2,}\p{Ll}{2,}/u.test(word);
}
