// Finds the numbers that count a noun of the catalogue and say of what: "`Engine` has three methods", "the two callers of
// `send`", "nine `Command` variants". Whether the number is right is not asked.

import type { Passage } from "../../citation.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import { numbersIn } from "../prose/numbers.ts";
import type { Counted, Span } from "./count.ts";
import { isRead } from "./listed.ts";
import { isPartial, isQuoted } from "./mood.ts";
import { NUMERAL } from "./numeral.ts";
import { NOUN } from "./things.ts";

/** How a sentence ties a number to what is counted. */
export type Tie =
  /** "`X` has three fields", "`X`'s three fields", "`X` (three fields)". */
  | "before"
  /** "three fields of `X`", "three `X` fields". */
  | "behind"
  /** "this class has three fields", or a docstring's "Defines three classes". */
  | "around";

export interface Phrase extends Counted {
  /** As written: "methods", "call sites". */
  readonly noun: string;
  readonly tie: Tie;
  /** The name or path that is written; of "around" the kind that is said (`class`, `module`), or empty. */
  readonly of: string;
}

const REACH = 400;
const NEUTRAL =
  "(?:python|typescript|javascript|rust|lean|public|source|top-level|distinct|separate|total|named|own|different|known|registered|defined|actual|production|direct|literal|string|enum|core)";
/** Code, a path, or a name that only code has: `CamelCase`. */
const SUBJECT =
  "(?::\\w{1,10}:)?(?:(`{1,2})([^`\\n]{1,120})\\{}|(?<![\\w./-])((?:[\\w.-]{1,60}/){1,8}[\\w.-]{0,60}|[\\w-]{1,60}\\.(?:py|tsx?|jsx?|mjs|rs|lean|go|sh)|[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]+)+(?:\\.\\w{1,60})?)(?![\\w/]))";
const HAS =
  "(?:has|have|defines?|contains?|holds?|exposes?|provides?|declares?|exports?|comprises?|lists|consists? of|is made (?:up )?of|ships|offers|implements|takes?|accepts|registers|carries|carry|spans|counts|returns|raises|is called (?:from|in|at|by)|is imported (?:from|in|by)|has exactly)";
const DETERMINED = "(?:(?:exactly|just|only|precisely|all|the|its|a total of|now)\\s+){0,2}";
const KIND =
  "(?:class|enum|dataclass|module|package|file|folder|directory|table|dict|dictionary|mapping|list|tuple|set|protocol|interface|struct|type|function|method|helper|registry|itself)";

const subject = (group: number) => SUBJECT.replace("{}", String(group));

const NOUN_BEHIND = new RegExp(
  `^\\s+(?:\\*\\*)?(?:${NEUTRAL}\\s+){0,2}(?:(\`{1,2})([\\w.:]{1,100})\\1\\s+)?(?:${NEUTRAL}\\s+)?${NOUN}(?![\\w-])`,
  "iu",
);
const OF_BEHIND = new RegExp(
  `^(?:\\*\\*)?\\s+(?:that\\s+)?(?:(?:defined|declared|listed|registered)\\s+)?(?:of|in|on|under|inside|for|to|from|into|by)\\s+(?:(?:the|our|its)\\s+)?(?:${KIND}\\s+)?${subject(1)}`,
);
const OF_AROUND = new RegExp(`^\\s+(?:of|in|inside)\\s+this\\s+(${KIND})\\b`, "i");
const HAS_BEFORE = new RegExp(
  `${subject(1)}(?:\\s+${KIND}){0,2}(?:\\s+(?:now|currently|also|itself))?\\s+${HAS}\\s+${DETERMINED}(?:\\*\\*)?$`,
);
const OWN_BEFORE = new RegExp(`${subject(1)}['’]s?\\s+(?:own\\s+)?(?:\\*\\*)?$`);
const MARK_BEFORE = new RegExp(
  `${subject(1)}(?:\\*\\*)?\\s*(?:\\(|[—–]|:)\\s*(?:(?:all|now|exactly)\\s+)?(?:\\*\\*)?$`,
);
const HAS_AROUND = new RegExp(`\\b[Tt](?:his|he)\\s+(${KIND})\\s+${HAS}\\s+${DETERMINED}(?:\\*\\*)?$`);
const OPENS = /^\s*(?:Defines?|Provides?|Exposes?|Contains?|Declares?|Exports?)\s+(?:exactly\s+)?$/;

const MAY_COUNT = new RegExp(`\\b${NUMERAL}\\b[^.!?;]{1,90}\\b${NOUN}(?![\\w-])`, "i");

/** Whether a text can hold any: most do not, and need not be taken apart. */
export function mayCount(text: string): boolean {
  return MAY_COUNT.test(text);
}

/** In order of place. Linear in the text. */
export function* phrasesIn(passages: readonly Passage[]): Generator<Phrase> {
  for (const [index, passage] of passages.entries()) {
    if (!(isRead(passage) || passage.kind === "row") || !MAY_COUNT.test(passage.text)) continue;
    const { text } = passage;
    for (const number of numbersIn(text)) {
      if (number.kind !== "count" || number.value < 2) continue;
      const sentence = sentenceAround(text, number, REACH);
      const tied = tiedIn(passage, number, sentence);
      if (tied !== null) yield { passage: index, number, sentence, ...tied };
    }
  }
}

type Tied = Pick<Phrase, "noun" | "tie" | "of">;

function tiedIn(
  { text, kind }: Passage,
  { from, to, text: written }: Span & { text: string },
  sentence: Span,
): Tied | null {
  const before = text.slice(Math.max(sentence.from, from - 220), from);
  const after = text.slice(to, Math.min(text.length, to + 260));
  const found = NOUN_BEHIND.exec(after);
  if (
    found === null ||
    isQuoted(text.slice(sentence.from, from)) ||
    isPartial(before, written) ||
    /["“'`~=+×*/<>-]\s?$/.test(before.replace(/\*\*$/, ""))
  )
    return null;
  const noun = found[3]!;
  const rest = after.slice(found[0].length);
  if (/^(?:dispatched|answered|waited|unanswered) names$/i.test(noun)) return { noun, tie: "around", of: "surface" };
  if (found[2] !== undefined) return isWhole(before, rest) ? { noun, tie: "behind", of: found[2] } : null;
  const behind = OF_BEHIND.exec(rest);
  const ofBehind = behind?.[2] ?? behind?.[3];
  if (ofBehind !== undefined)
    return isWhole(before, rest.slice(behind![0].length)) ? { noun, tie: "behind", of: ofBehind } : null;
  const around = OF_AROUND.exec(rest);
  if (around !== null)
    return isWhole(before, rest.slice(around[0].length)) ? { noun, tie: "around", of: around[1]!.toLowerCase() } : null;
  if (/^both$/i.test(written) || !endsPhrase(rest)) return null;
  for (const pattern of [HAS_BEFORE, OWN_BEFORE, MARK_BEFORE]) {
    const match = pattern.exec(before);
    const of = match?.[2] ?? match?.[3];
    if (of !== undefined && (pattern !== MARK_BEFORE || /^\s*(?:[),;|]|$|—)/.test(rest)))
      return { noun, tie: "before", of };
  }
  const said = HAS_AROUND.exec(before);
  if (said !== null) return { noun, tie: "around", of: said[1]!.toLowerCase() };
  const isDoc = kind === "docstring" || kind === "comment";
  return isDoc && sentence.from === 0 && OPENS.test(before) ? { noun, tie: "around", of: "" } : null;
}

/** Whether it is said of all of them: "the two methods of `X`", "there are two", and not "two methods of `X` fail". */
function isWhole(before: string, rest: string): boolean {
  if (!endsPhrase(rest)) return false;
  const isDetermined =
    /(?:^|[\s(])(?:the|all|all the|are|is|has|have|its|by|covers the|exactly|only)\s+(?:\*\*)?$/i.test(before);
  return isDetermined || /^(?:\*\*)?\s*(?:[.,;:)|]|$|[—–])/.test(rest);
}

/** Whether a noun stands for all of its things: what goes on with "of" or "with" is some of them. */
function endsPhrase(rest: string): boolean {
  return !/^\s+(?:of|with|without|that|which|who|whose|where|used|not|per|each|at|from|named|called|marked|starting|ending|above|below|the|this|it|we|you|they|he|can|could|to|needed|required)\b/i.test(
    rest,
  );
}
