// Says whether a sentence states a number of what there is now: one that tells what was, what would be, what is to be, or
// what some of them are, states nothing that can be counted. Heuristics of English; where they fail, a number is left out.

import { isRecordByName, timeOf, timeUnder } from "../references/times.ts";
import type { Span } from "./count.ts";

const UNREAL =
  /\b(?:if|unless|would|should|could|might|may|must|shall|let's|suppose|imagine|assum(?:e[sd]?|ing)|e\.g|for (?:example|instance)|such as|hypothetical(?:ly)?|todo|fixme|proposed?|plan(?:s|ned)?|will|wants?|needs?|require[sd]?|expect(?:s|ed)?|ideally|eventually|typical(?:ly)?|usually|often|sometimes|say|when(?:ever)?|any|each|every|per)\b/i;

/** Behind these a number is of some and not of all. */
const PARTIAL =
  /\b(?:other|another|more|further|additional|extra|new|first|last|next|previous|remaining|different|same|similar|these|those|only these|of these|of those|any|every|each|some|out|not|than|plus|minus|another|added?|adds|adding|add|drops?|removes?|split|into|between|across|per|up to|next to|rest)\s+(?:the\s+)?$/i;

/** Whether what stands before a number says that it is a part, or a change. */
export function isPartial(before: string): boolean {
  return PARTIAL.test(before.slice(-40));
}

/** Characters on each side of a number within which such a word takes it back, and not something else in the sentence. */
const NEAR = 100;

/** Whether a sentence speaks of what is, as it is. The span is the number's, in characters of the sentence. */
export function isOfNow(sentence: string, { from, to }: Span): boolean {
  if (timeOf(sentence, from, to) !== "now") return false;
  return !UNREAL.test(sentence.slice(Math.max(0, from - NEAR), to + NEAR));
}

const FUTURE =
  /(?:^|\/)(?:plans?|planning|specs?|specifications?|proposals?|rfcs?|roadmaps?|todos?|drafts?|research|scratch|notes|prompts?|corpora|corpus|vendor(?:ed)?|third[-_]party|node_modules|golden|fixtures?|testdata|snapshots?|output|outputs|seeds?)\//i;
const FUTURE_NAME =
  /^(?:plan|roadmap|todo|proposal|spec|progress|status|report|research|notes)s?(?:[-_.]|$)|[-_](?:plan|roadmap|proposal|spec|report|review|audit|research|notes|status)s?\./i;

/** Whether a document tells of a day, of what is to be, or holds what others wrote: its numbers are not of this tree. */
export function isOfAnotherTime(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isRecordByName(path) || FUTURE.test(path) || FUTURE_NAME.test(name);
}

const SECTION =
  /^\s*\[?v?\d+\.\d+|\b(?:19|20)\d\d\b|\b(?:plan(?:ned)?|proposal|proposed|future|roadmap|todo|next steps|example|changelog|history|background|results?|before|after|phase|sprint|round|wave|step)\b/i;

/** Whether a heading says so of all that stands under it. */
export function isSectionOfAnotherTime(headings: readonly string[]): boolean {
  return headings.some((heading) => timeUnder(heading) !== "now" || SECTION.test(heading));
}
