// Tells which runs of hexadecimal digits may be commits, by what stands around them. Colours, addresses, parts of UUIDs,
// digests of files and dumps of registers are none; whether there is such a commit is asked where a repository is at hand.

import type { CommitReference } from "./references-forms.ts";

/** A run of digits in a passage's text, half-open. */
export interface Hex extends Pick<CommitReference, "id" | "by"> {
  readonly from: number;
  readonly to: number;
}

const RUN = /[0-9a-f]{7,64}/g;
/** What may stand right before a run: the start, white space, marks of a sentence, `..` of a range, `-12-g` of `git describe`. */
const OPEN = /(?:^|[^\p{L}\p{N}_#$%&=/\\.…-]|[0-9a-zA-Z]\.\.|-\d{1,6}-g)$/u;
/** What may not stand right behind it: `abc1234.py`, a UUID's next part, the other end of digits that are cut short. */
const GLUED = /^(?:[\p{L}\p{N}_=\\/]|\.\w|-[0-9a-f]{3}|(?:…|\.\.\.)[0-9a-f]{3})/u;

/** What says that digits are a commit's. */
const WORD =
  /(?:\b(?:commits?|revert(?:s|ed|ing)?|cherry[- ]?pick(?:s|ed)?(?: from)?|squash(?:ed)?(?: into)?|merged?(?: commit)?|landed|git (?:show|log|diff|checkout|revert|cherry-pick|blame|reset|rebase|describe)|rev(?:ision)?s?|HEAD|head|tip|main|master|trunk|origin\/[\w./-]{1,60}|sha)\b(?: (?:is|at|as|in|by|of|to|from|hash|sha|id))?)[\s`"'(:@=*_#→—–-]{1,6}$/iu;
const PLACE =
  /(?:(?:^|[\s(])(?:at|in|by|since|from|against|before|after|until|via|on|per|see|base|based on|as of)\s|@|\.\.)\s?[`"'(*]{0,3}$/iu;
/** Digits of something else. */
const OTHER =
  /\b(?:sha-?(?:1|256|384|512)(?:sum)?|md5(?:sum)?|crc\d*|checksums?|digests?|integrity|etag|uuid|guid|session|sessions|token|key|image|container|docker|addr(?:ess)?|offset|colou?r|seed|serial|nonce|salt|run|job|build|worktree|machine|host|node|trace|span|request|mac|pci|device|register|branch|blob|tree)(?:[ -]?id)?s?\b[\s`"'(:=@*_#[\]]{0,6}$/i;
const DIGEST = /\b(?:sha-?(?:256|384|512)|md5|checksums?|digests?|blake\w*|crc\d*)\b/i;

/** Characters before a run that are looked at. */
const BEFORE = 64;

/** The runs of a text that look like commits, in order. `plain`: the text in which marks are blanked out. */
export function hexIn(plain: string): readonly Hex[] {
  const found: Hex[] = [];
  for (const { 0: id, index: from } of plain.matchAll(RUN)) {
    const to = from + id.length;
    if (!OPEN.test(plain.slice(Math.max(0, from - 9), from)) || GLUED.test(plain.slice(to, to + 6))) continue;
    const by = evidenceFor(id, plain.slice(Math.max(0, from - BEFORE), from), plain[to] ?? "");
    if (by !== null) found.push({ id, by, from, to });
  }
  return found.filter((_, at) => !isDump(found, at, plain));
}

/** What says that digits are a commit's id; null where they are not. */
export function evidenceFor(id: string, before: string, next: string): "word" | "place" | "look" | null {
  if (id.length > 40 && id.length !== 64) return null;
  const word = WORD.test(before);
  if (!word && (OTHER.test(before) || DIGEST.test(before))) return null;
  // Digits alone are a number, letters alone a word: `1234567`, `defaced`.
  const mixed = /\d/.test(id) && /[a-f]/.test(id) && !/^\d+e\d+$/.test(id);
  if (!mixed) return word ? "word" : null;
  if (id.length === 64 && !word) return null;
  if (word) return "word";
  return PLACE.test(before) || (/\($/.test(before) && /^[),;:\s]/.test(next)) ? "place" : "look";
}

/** Whether the digits stand in a row of such: two neighbours on the line with nothing between but marks and small numbers. */
function isDump(all: readonly Hex[], at: number, plain: string): boolean {
  const own = all[at]!;
  if (own.by === "word") return false;
  const touches = (first: Hex | undefined, second: Hex | undefined): boolean =>
    first !== undefined &&
    second !== undefined &&
    first.id.length === second.id.length &&
    /^[\s[\]:|\d]{1,12}$/.test(plain.slice(first.to, second.from)) &&
    !plain.slice(first.to, second.from).includes("\n\n");
  return touches(all[at - 1], own) || touches(own, all[at + 1]);
}
