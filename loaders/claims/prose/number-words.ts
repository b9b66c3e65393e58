// Turns number words that stand in a row into their value: "twenty-six", "one hundred and twelve", "half a dozen",
// "thirty-first", "4.5 million". Whether they count anything is not asked here.

/** A word, or a figure in digits, with what stands between it and the one before. */
export interface Atom {
  /** In lower case; a figure as it is written. */
  readonly word: string;
  /** The value of a figure; null of a word. */
  readonly value: number | null;
  /** White space only, a hyphen only, or anything else; "apart" of the first. */
  readonly joint: "space" | "hyphen" | "apart";
  /** Half-open, in the text they were read from. */
  readonly from: number;
  readonly to: number;
}

/** A number that begins at an atom. `end` is behind its last atom. */
export interface WordNumber {
  /** NaN of a fraction ("two thirds", "a quarter"), which is no number of things. */
  readonly value: number;
  readonly end: number;
  readonly isOrdinal: boolean;
}

const words = (list: string): readonly string[] => list.split(" ");

const SMALL = new Map(
  words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ).map((word, value) => [word, value]),
);
const TENS = new Map(
  words("twenty thirty forty fifty sixty seventy eighty ninety").map((word, at) => [word, 20 + at * 10]),
);
const SMALL_ORDINALS = new Map(
  words(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
  ).map((word, value) => [word, value]),
);
const TENS_ORDINALS = new Map(
  words("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth").map((word, at) => [
    word,
    20 + at * 10,
  ]),
);
const SCALES = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
const FRACTIONS = new Set(
  words("half halves third thirds quarter quarters fifth fifths sixth sixths eighth eighths tenth tenths"),
);

/** The longest number that begins at `atoms[at]`; null where none does. Looks at a bounded number of atoms. */
export function readWords(atoms: readonly Atom[], at: number): WordNumber | null {
  const whole = dozens(atoms, at) ?? sum(atoms, at);
  if (whole === null || whole.isOrdinal) return whole;
  const next = atoms[whole.end];
  if (next === undefined || next.joint === "apart") return whole;
  const isFraction = FRACTIONS.has(next.word) && (next.word.endsWith("s") || whole.value === 1);
  if (isFraction) return { ...whole, value: Number.NaN, end: whole.end + 1 };
  const half = next.word === "and" && atoms[whole.end + 1]?.word === "a" && atoms[whole.end + 2]?.word === "half";
  return half ? { ...whole, value: whole.value + 0.5, end: whole.end + 3 } : whole;
}

/** "a dozen", "two dozen", "half a dozen", "a half-dozen", "dozen"; "a pair", "a single". */
function dozens(atoms: readonly Atom[], at: number): WordNumber | null {
  const cardinal = (value: number, length: number): WordNumber => ({ value, end: at + length, isOrdinal: false });
  const [first, second, third] = [atoms[at]?.word, joined(atoms, at + 1), joined(atoms, at + 2)];
  if (first === "dozen") return cardinal(12, 1);
  if (first === "half" && second === "dozen") return cardinal(6, 2);
  if (first === "half" && second === "a" && third === "dozen") return cardinal(6, 3);
  if (first !== "a" && first !== "an") return null;
  if (second === "half" && third === "dozen") return cardinal(6, 3);
  if (second === "dozen") return cardinal(12, 2);
  if (second === "pair") return cardinal(2, 2);
  return second === "single" ? cardinal(1, 2) : null;
}

/** Groups of three digits with their scales, the largest first: "two million three thousand and four". */
function sum(atoms: readonly Atom[], at: number): WordNumber | null {
  let group = hundreds(atoms, at);
  if (group === null || group.isOrdinal) return group;
  if (joined(atoms, group.end) === "dozen") return { ...group, value: group.value * 12, end: group.end + 1 };
  let total = 0;
  let end = at;
  let least = Number.POSITIVE_INFINITY;
  while (group !== null) {
    const scale = scaleAt(group.end === at ? atoms[at]?.word : joined(atoms, group.end));
    if (scale === null) return { ...group, value: total + group.value };
    if (scale.value >= least) break;
    total += group.value * scale.value;
    end = group.end + 1;
    if (scale.isOrdinal) return { value: total, end, isOrdinal: true };
    least = scale.value;
    group = goingOn(atoms, end);
  }
  return { value: total, end, isOrdinal: false };
}

function scaleAt(word: string | null | undefined): { readonly value: number; readonly isOrdinal: boolean } | null {
  const isOrdinal = word?.endsWith("th") ?? false;
  const value = SCALES.get(isOrdinal ? word!.slice(0, -2) : (word ?? ""));
  return value === undefined ? null : { value, isOrdinal };
}

/** The group behind a scale: "a thousand and one" is one number, and "a thousand and three hundred" are two. */
function goingOn(atoms: readonly Atom[], at: number): WordNumber | null {
  const word = joined(atoms, at);
  if (word === "and") return joined(atoms, at + 1) === null ? null : below100(atoms, at + 1);
  return word === null || below100(atoms, at) === null ? null : hundreds(atoms, at);
}

/** Below a thousand: "twelve", "a hundred", "one hundred and twelve", "twelve hundred"; a figure as it stands. */
function hundreds(atoms: readonly Atom[], at: number): WordNumber | null {
  const factor = factorAt(atoms, at);
  if (factor === null || factor.isOrdinal) return factor;
  const word = factor.end === at ? atoms[at]?.word : joined(atoms, factor.end);
  const value = factor.value * 100;
  if (word === "hundredth") return { value, end: factor.end + 1, isOrdinal: true };
  if (word !== "hundred") return factor;
  const end = factor.end + 1;
  const rest = joined(atoms, end) === "and" ? end + 1 : end;
  const more = joined(atoms, rest) === null ? null : below100(atoms, rest);
  return more === null || more.value === 0 ? { value, end, isOrdinal: false } : { ...more, value: value + more.value };
}

/** What stands in front of "hundred" or a scale, and may stand alone. The word itself alone is one of it. */
function factorAt(atoms: readonly Atom[], at: number): WordNumber | null {
  const first = atoms[at];
  if (first === undefined) return null;
  const isScale = (word: string | null) => /^hundred(?:th)?$/.test(word ?? "") || scaleAt(word) !== null;
  if (isScale(first.word)) return { value: 1, end: at, isOrdinal: false };
  if (first.value !== null) return { value: first.value, end: at + 1, isOrdinal: false };
  if (first.word !== "a" && first.word !== "an") return below100(atoms, at);
  return isScale(joined(atoms, at + 1)) ? { value: 1, end: at + 1, isOrdinal: false } : null;
}

function below100(atoms: readonly Atom[], at: number): WordNumber | null {
  const word = atoms[at]?.word ?? "";
  const single = SMALL.get(word);
  if (single !== undefined) return { value: single, end: at + 1, isOrdinal: false };
  const ordinal = SMALL_ORDINALS.get(word) ?? TENS_ORDINALS.get(word);
  if (ordinal !== undefined) return { value: ordinal, end: at + 1, isOrdinal: true };
  const ten = TENS.get(word);
  if (ten === undefined) return null;
  const next = atoms[at + 1];
  const bare = { value: ten, end: at + 1, isOrdinal: false };
  if (next === undefined || next.joint === "apart") return bare;
  // "twenty one-line tests" are twenty, and a "twenty second" wait is no twenty-second one.
  const isFree = next.joint === "hyphen" || atoms[at + 2]?.joint !== "hyphen";
  const unit = SMALL.get(next.word);
  if (unit !== undefined && unit > 0 && unit < 10 && isFree) return { ...bare, value: ten + unit, end: at + 2 };
  const nth = next.joint === "hyphen" ? SMALL_ORDINALS.get(next.word) : undefined;
  if (nth !== undefined && nth > 0 && nth < 10) return { value: ten + nth, end: at + 2, isOrdinal: true };
  return bare;
}

/** The word at a place that goes on with the one before it; null where nothing does. */
function joined(atoms: readonly Atom[], at: number): string | null {
  const atom = atoms[at];
  return atom === undefined || atom.joint === "apart" ? null : atom.word;
}
