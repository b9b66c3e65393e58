// Says whether a sentence states a number of what there is now: one that tells what was, what would be, what is to be, or
// what some of them are, states nothing that can be counted. Heuristics of English; where they fail, a number is left out.

import { isRecordByName, timeOf, timeUnder } from "../references/times.ts";
import type { Span } from "./count.ts";

const UNREAL =
  /\b(?:if|unless|would|should|could|might|may|shall|let's|suppose|imagine|assum(?:e[sd]?|ing)|e\.g|for (?:example|instance)|hypothetical(?:ly)?|todo|fixme|proposed?|planned|will|wants?|ideally|eventually|typical(?:ly)?|usually|often|sometimes|measured|pi (?:has|parity))\b/i;

/** Behind these a number is of some and not of all. */
const PARTIAL =
  /\b(?:other|another|more|further|additional|extra|new|first|last|next|previous|remaining|different|same|similar|these|those|only these|of these|of those|any|every|each|some|out|not|than|plus|minus|another|added?|adds|adding|add|drops?|removes?|split|into|between|across|per|up to|next to|rest)\s+(?:the\s+)?$/i;

/** Whether a quotation is open behind a text. */
export function isQuoted(before: string): boolean {
  const straight = before.match(/(?<!\w)"|"(?!\w)/g)?.length ?? 0;
  return straight % 2 === 1 || before.lastIndexOf("“") > before.lastIndexOf("”");
}

/** A name that a figure belongs to: "Tier 2", "EAGLE 3". A sentence may begin with any word. */
const NAMED = /[^\s.!?:*_(]\s+\p{Lu}[\p{L}\p{N}-]*\*{0,2}\s$/u;

/** Whether what stands before a number says that it is a part, a change or a name's. */
export function isPartial(before: string, number: string): boolean {
  const near = before.slice(-60);
  return PARTIAL.test(near) || (/^\d/.test(number) && (NAMED.test(near) || /\*\*\p{Lu}\p{L}*\s$/u.test(near)));
}

/** Characters on each side of a number within which such words take it back, and not something else in the sentence. */
const NEAR = 90;

/** Whether a sentence speaks of what is, as it is. The span is the number's, in characters of the sentence. */
export function isOfNow(sentence: string, { from, to }: Span): boolean {
  const start = Math.max(0, from - NEAR);
  const near = sentence.slice(start, to + NEAR);
  return timeOf(near, from - start, to - start) === "now" && !UNREAL.test(near);
}

/** Documents that others wrote, or programs. */
const COPIED =
  /(?:^|\/)(?:corpora|corpus|vendor(?:ed)?|third[-_]party|node_modules|golden|fixtures?|testdata|snapshots?|outputs?|__snapshots__)\//i;

const FUTURE =
  /(?:^|\/)(?:plans?|planning|specs?|specifications?|proposals?|rfcs?|roadmaps?|todos?|drafts?|research|scratch|notes)\//i;
const FUTURE_NAME =
  /^(?:plan|roadmap|todo|proposal|spec|progress|status|report|research|notes)s?(?:[-_.]|$)|[-_](?:plan|roadmap|proposal|spec|report|review|audit|research|notes|status)s?\./i;

/** Whether a document tells of its day, or is a copy: nobody would correct it. */
export function isClosed(path: string): boolean {
  return isRecordByName(path) || COPIED.test(path);
}

/** Whether a document tells of what is to be or was found: its numbers are not of this tree. */
export function isOfAnotherTime(path: string): boolean {
  return FUTURE.test(path) || FUTURE_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}

const SECTION =
  /^\s*\[?v?\d+\.\d+|\b(?:19|20)\d\d\b|\b(?:plan(?:ned)?|proposal|proposed|future|roadmap|todo|next steps|changelog|history|results?|sprint)\b/i;

/** Whether a heading says so of all that stands under it. */
export function isSectionOfAnotherTime(headings: readonly string[]): boolean {
  return headings.some((heading) => timeUnder(heading) !== "now" || SECTION.test(heading));
}
