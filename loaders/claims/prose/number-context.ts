// Tells by the words around it whether a number counts: "one" may stand for a noun, "no" for a refusal, a figure for a
// name, and "about" takes back what it is. Heuristics of English; where they fail, a number is left out rather than made up.

import type { Word } from "./number-atoms.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that are numbers and belong to no grammar of numbers. */
const VALUES: ReadonlyMap<string, number> = new Map([
  ["both", 2],
  ["none", 0],
  ["no", 0],
  ["neither", 0],
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
]);

export function wordValueOf(word: string): number | null {
  return VALUES.get(word) ?? null;
}

/** In front of "one", they make it stand for a noun. */
const POINTING = setOf(
  `this that another other each every any which no some wrong right same old new next previous former latter first second
  third last latest such good bad better big small real current correct original whole different separate single long short`,
);
/** In front of "one", a number is to be expected. */
const COUNTING = setOf(
  `of in by with from to at on for and or but than only exactly just the its their our your his is are was were has have
  had be least most not as into over under after before between per all about if when where while plus minus both either
  through against without within until since adds add takes take`,
);
const MODALS = setOf(
  `can could should must may might would will shall cannot needs does did another day that who which whose`,
);
/** Behind a hyphen they make a word of "one". */
const HUNG = setOf("off liner way to by on shot time self sided and at size ness");
const PERIODS = setOf("second minute hour day week month year run call turn round");
const REFUSING = setOf(
  "longer matter doubt one such more less further idea need way sense other use wonder better worse sooner nobody thanks",
);

/** Whether number words from `at` to `end` count nothing there. */
export function isNoNumber(text: string, words: readonly Word[], at: number, end: number): boolean {
  const before = words[at]!.joint === "space" ? (words[at - 1]?.word ?? "") : "";
  const following = words[end];
  const next = following?.joint === "space" ? following.word : "";
  const hung = following?.joint === "hyphen" ? following.word : "";
  if (end > at + 1) return false;
  switch (words[at]!.word) {
    case "one":
      if (next === "by" || (before === "by" && words[at - 2]?.word === "one")) return true;
      if (HUNG.has(hung) || POINTING.has(before) || MODALS.has(next)) return true;
      if (before === "the" && /^(?:is|was|has|in|on|at|with|from|to|we|it|they|you|i)$/.test(next)) return true;
      return before !== "" && hung === "" && next === "" && !COUNTING.has(before);
    case "no":
      return hung !== "" || next === "" || REFUSING.has(next);
    // Python's is not the number.
    case "none":
      return next !== "of" && text.startsWith("None", words[at]!.from);
    case "neither":
      return next !== "of";
    case "once":
      if (before === "at") return true;
      if (next === "a") return !PERIODS.has(words[end + 1]?.word ?? "");
      // "once the loop ends" says when, and so does "only once it ends".
      return /^(?:exactly|just|only)$/.test(before)
        ? /^(?:the|it|an|we|they|you|this|that|all|there)$/.test(next)
        : !/^(?:|per|each|every|for|in)$/.test(next);
    case "second":
      if (/^(?:per|each|every|one|half|split)$/.test(before)) return true;
      return (
        before === "a" && (next === "" || /^(?:later|ago|or|to|and|of|apart|long|each|per|wait|timeout)$/.test(next))
      );
    case "first":
      return before === "at" && next !== "glance";
    case "third":
    case "fourth":
    case "fifth":
    case "tenth":
      return (before === "a" || before === "one") && next === "of";
    case "dozen":
    case "hundred":
    case "thousand":
    case "million":
    case "billion":
      return !/^(?:the|these|those|this|that|all|its|their|of|per)$/.test(before);
    default:
      return false;
  }
}

/** What a figure behind it names. */
const LABELS = setOf(
  `line lines round rounds step phase version versions issue issues pr prs pull request commit chapter section sections
  page pages figure figures fig table column columns node nodes rank ranks layer port level case option rule gap part stage
  exit exits exited code status error http rfc iso pep python pypy cuda rocm gcc clang llvm ubuntu debian node npm finding
  bullet note question appendix milestone release sprint week day item items number no nr type mode group es
  priority caveat process thread worker wave task scenario attempt iteration epoch`,
);
const ABBREVIATED = /(?:^|[\s(])(?:no|nr|nos|fig|figs|eq|sec|ch|p|pp|vol|ver|art|l|ll)\.\s{0,3}$/i;
const ONWARD = /^\s*(?:,|,?\s*(?:and|or|to|through|&)|[-–/])\s*(?:(?:and|or)\s+)?$/;
const MONTH =
  /^(?:Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$/;

/** A number, by where it stands. */
interface Place {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Whether a figure names what stands before it, as in "round 2", "No. 5", "lines 12 and 14"; or is a year or a clock's. */
export function isLabel(
  text: string,
  words: readonly Word[],
  at: number,
  place: Place,
  before: (Place & { readonly kind: string }) | null,
): boolean {
  const word = words[at]!;
  const previous = word.joint === "space" ? (words[at - 1]?.word ?? "") : "";
  if (LABELS.has(previous)) return true;
  // A footnote's.
  if (text[place.from - 1] === "[" && text[place.to] === "]") return true;
  if (ABBREVIATED.test(text.slice(Math.max(0, place.from - 12), place.from))) return true;
  const next = words[at + 1]?.joint === "space" ? words[at + 1] : undefined;
  if (/^(?:am|pm|utc|gmt|o'clock)$/.test(next?.word ?? "") || isMonth(text, next)) return true;
  if (word.joint === "space" && isMonth(text, words[at - 1])) return true;
  const isYear = /^(?:19|20)\d\d$/.test(place.text);
  if (isYear && /^(?:in|since|until|during|copyright|early|late|mid)$/.test(previous)) return true;
  if (before?.kind !== "label" || place.from - before.to > 12) return false;
  const gap = text.slice(before.to, place.from);
  if (isYear && /^,?\s$/.test(gap)) return true;
  return ONWARD.test(gap) && (/^\s*(?:to|through|[-–])/.test(gap) || isPlural(text, before));
}

/** "May" is one, and "may" is none. */
function isMonth(text: string, word: Word | undefined): boolean {
  return word !== undefined && MONTH.test(text.slice(word.from, Math.min(word.to, word.from + 12)));
}

function isPlural(text: string, { from }: Place): boolean {
  return /(?:s|\d)[\s,&]*(?:and\s+|or\s+)?$/.test(text.slice(Math.max(0, from - 12), from));
}

const VAGUE = setOf("about around roughly approximately nearly almost circa some over under ca");
const COMPARED = setOf("more less fewer greater larger smaller longer shorter higher lower");

/** Whether what stands around says that it is not the exact number. */
export function isApproximate(text: string, words: readonly Word[], at: number, end: number): boolean {
  const first = words[at]!;
  if (/(?:[~≈≥≤<±]|(?<![-=])>)\s?$/.test(text.slice(Math.max(0, first.from - 3), first.from))) return true;
  const next = words[end]?.joint === "space" ? words[end]!.word : "";
  const after = words[end + 1]?.joint === "space" ? words[end + 1]!.word : "";
  if (next === "or" && /^(?:so|more|less|fewer)$/.test(after)) return true;
  if (first.joint !== "space") return false;
  const before = words[at - 1]?.word ?? "";
  const earlier = words[at - 1]?.joint === "space" ? (words[at - 2]?.word ?? "") : "";
  if (VAGUE.has(before)) return true;
  if (before === "than") return COMPARED.has(earlier);
  if (before === "least" || before === "most") return earlier === "at";
  return before === "to" && earlier === "up";
}
