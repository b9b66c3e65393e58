// Finds the colon or the bracket by which a counted noun says that its things come next: "three reasons:", "the four
// callers (", "Two things keep that down, neither of them cheap:". What comes next is not read.

import type { NumberInText } from "../prose/numbers.ts";
import type { Span } from "./count.ts";
import { bracketBehind } from "./inline.ts";
import { NUMERAL } from "./numeral.ts";

const MAY_LIST = new RegExp(`\\b${NUMERAL}\\b[^!?;:]{2,160}?[:(]`, "i");

/** Whether a text can hold any: most do not, and need not be taken apart. */
export function mayList(text: string): boolean {
  return MAY_LIST.test(text);
}

export interface PhraseEnd {
  /** The offset of the colon or bracket. */
  readonly to: number;
  /** Whether it stands right behind the noun. */
  readonly isBare: boolean;
}

/** Units, and words that end like a plural and are none. */
const NO_THINGS =
  /^(?:times|lines|bytes|bits|minutes|seconds|hours|days|weeks|months|years|ms|chars|characters|spaces|digits|percent|degrees|mm|tokens|releases|prs|commits|this|its|is|was|has|does|as|across|less|vs|plus)$/i;
const PHRASE =
  /^(?:\*\*)?(?:\s+[\p{L}`][\p{L}\p{N}`'’/._-]*(?: of)?){0,5}?\s+([\p{L}-]{2,}s|criteria|phases|children|people)(?![\p{L}\p{N}`_-])/u;
/** The beginning of a sentence: what it begins with is what it is about. */
const OPENING = /(?:^|[.!?]\s+|[—–]\s+|^[-*]\s+)(?:\*\*|_)?$/;
/** What may stand between the noun and the colon: what says where or which, and no verb of which the things are the subject. */
const BETWEEN =
  /^(?:\s+(?:of|in|for|on|to|from|that|which|who|this|the|it|we|you|they|below|here|follow|apply|matter|exists?|remain|worth|at|with|when|where|whose|under|are (?:supported|provided|available|possible|offered|load-bearing|required))\b.{0,110})?$/is;
const FINITE = /\s(?:is|are|was|were|has|have|use|uses|stay|stays|agree|must)\s/i;
const REACH = 160;

/**
 * Null where there is no such mark, where another number or the end of the sentence comes before it, where a verb does, or
 * where what is counted is no thing. `next`: the number behind it.
 */
export function phraseBehind(text: string, { from, to }: Span, next: NumberInText | null): PhraseEnd | null {
  const isFirst = OPENING.test(text.slice(Math.max(0, from - 6), from));
  const rest = text.slice(to, Math.min(isFirst ? text.length : (next?.from ?? text.length), to + REACH));
  const noun = PHRASE.exec(rest);
  if (noun === null || NO_THINGS.test(noun[1]!)) return null;
  let depth = 0;
  for (let at = noun[0].length; at < rest.length; at++) {
    const mark = rest[at]!;
    const between = rest.slice(noun[0].length, at).replace(/\*+$/, "");
    if (mark === "(" && between.trim() === "" && bracketBehind(text, to + at, 0) !== null)
      return { to: to + at, isBare: true };
    if (mark === "(") depth++;
    else if (mark === ")") depth--;
    if (depth < 0) return null;
    if (depth > 0) continue;
    if (mark === ":" && /^(?:\s|$|\*)/.test(rest.slice(at + 1, at + 3)))
      return isFirst || isOpen(between) ? { to: to + at, isBare: between.trim() === "" } : null;
    if (/[.!?;|]/.test(mark) && /\s/.test(rest[at + 1] ?? " ")) return null;
    if (mark === "," && !isFirst) return null;
  }
  return null;
}

/** Whether what stands between a noun and its colon leaves the noun what the colon is about. */
function isOpen(between: string): boolean {
  const plain = between.replace(/\s?\([^()]*\)/g, "");
  return BETWEEN.test(plain) && !FINITE.test(plain.replace(/^\s+are\s/, ""));
}
