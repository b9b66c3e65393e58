// Says of what time a sentence or a document speaks: one that tells what was removed names it rightly, though it is gone.

import { posix } from "node:path";

const GONE =
  /(?<![\w/.-])(?:removed?|removal|deleted?|deletion|renamed?|former(?:ly)?|used to|no longer|no more|dropped|replaced|retire[sd]?|gone|superseded|eliminated|defunct|withdrawn|reverted|got rid of|does not exist|doesn't exist|no such|never existed|not exist|moved (?:to|into|from|out)|absorbed|folded into|merged into|collapsed|split (?:into|out)|extracted|inlined|unified|consolidated|ported from|deprecated|obsolete|pre-refactor)(?![\w/]|\.\w)/i;
const PAST =
  /(?<![\w/.-])(?:was|were|had|old|older|legacy|previous(?:ly)?|prior|original(?:ly)?|historical(?:ly)?|earlier|once|before|until|pre-\w+|at the time|back then|initial(?:ly)?|then-|ago|instead of|rather than|unlike|upstream|removes|removing|deletes|deleting|renames|renaming|drops|dropping|replaces?|replacing|replacement|supersedes?|superseding|migrat\w+|deprecat\w+|eliminat\w+|superset of|backwards?[- ]compatib\w+|compat(?:ibility)?)(?![\w/]|\.\w)/i;

/** Characters on each side of a name within which words speak of it, and not of something else in the sentence. */
const NEAR = 60;

/** Of what time a sentence speaks where it names something: half-open, in characters of the sentence. */
export function timeOf(sentence: string, from: number, to: number): "now" | "gone" | "past" {
  const before = plain(sentence.slice(0, from).replace(/`{1,3}$/, ""));
  const after = plain(sentence.slice(to).replace(/^`{1,3}/, ""));
  if (/~~[^~]{0,80}$/.test(before) || GONE.test(before.slice(-NEAR)) || GONE.test(after.slice(0, NEAR))) return "gone";
  return GONE.test(before) || GONE.test(after) || PAST.test(before) || PAST.test(after) ? "past" : "now";
}

/** A text without what stands in its code spans: a name says nothing of the time, `old_pump` neither. */
function plain(text: string): string {
  return text.replace(/`[^`]{0,200}`/g, "`");
}

/** Of what time a heading speaks: for all that stands below it. */
export function timeUnder(heading: string): "now" | "gone" | "past" {
  return GONE.test(heading) ? "gone" : PAST.test(heading) ? "past" : "now";
}

const RECORD =
  /^(?:change-?logs?|changes|history|news|release-?notes?|releases?|whats-?new|upgrading|migrat(?:ion|ing)[\w-]*|post-?mortem[\w-]*|retro(?:spective)?[\w-]*|handoff[\w-]*|journal|progress|session[\w-]*|worklog)$|(?:^|-)(?:hand-?off|log|journal|minutes|retro)(?:-|$)/i;
const FOLDER =
  /(?:^|\/)(?:adrs?|decisions?|change-?logs?|changes|\.?changesets?|release-?notes?|releases|news(?:fragments)?|archived?|history|post-?mortems?|journals?|progress|logs?|handoffs?|retros?|reviews?|meetings?|sessions?)\//i;
const DATED = /(?:^|[^\d])(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?:[^\d]|$)/;

/** Whether a document is by its name a record of its day: a changelog, a decision, a hand-over, a name with a date in it. */
export function isRecordByName(path: string): boolean {
  const name = posix.basename(path).replace(/\.[^.]*$/, "");
  if (!/\.(?:md|mdx|markdown|rst|txt|adoc|org|qmd)$|^[^.]*$/i.test(posix.basename(path))) return false;
  return RECORD.test(name.replaceAll("_", "-")) || FOLDER.test(path) || DATED.test(posix.basename(path));
}
