// Tells which words name an issue or a pull request: `#123`, `GH-123`, `owner/name#123`, "PR 123", "issue #12". Colours,
// anchors, ordinals ("step #3") are none.

import type { IssueReference } from "./references-forms.ts";

/** A name of an issue in a text, half-open. */
export interface Numbered extends Pick<IssueReference, "number" | "repository"> {
  readonly from: number;
  readonly to: number;
}

const MARKED = /#([1-9]\d{0,6})(?![\w]|\.\d|-\d)/g;
/** What stands right before the mark: a repository, an owner, or what no name runs into. */
const BEFORE =
  /(?:(?<![\w/.#&-])([A-Za-z0-9](?:[\w-]{0,37}[A-Za-z0-9])?)(?:\/([\w.-]{0,99}[\w]))?|(?:^|[^\w/.#&-])|\b(?:pre|post|non|mid)-|#\d{1,7}[/+&–-])$/;
const DASHED = /(?<![\w-])GH-([1-9]\d{0,6})(?![\w-])/gi;
const SAID =
  /(?<![\w-])(?:PRs?|MRs?|[Pp]ull [Rr]equests?|[Mm]erge [Rr]equests?|[Ii]ssues?|[Bb]ugs?|GitHub issue)\s{1,2}(!?)([1-9]\d{0,6})(?![\w%]|[.,:]\d|-\d)/g;

/** Words that stand before `#3` and say that it is the third of something. */
const ORDINAL =
  /(?:^|[\s(*_"'`[])(?:the|our|a|an|its|my|step|item|rule|option|points?|attempt|try|phase|part|section|chapter|figure|table|row|col(?:umn)?|line|layer|[gc]pu|rank|node|core|worker|device|slot|pin|pad|net|run|round|iteration|example|case|test|question|answer|comment|finding|defect|bullet|level|priority|place|top|no|nr|num|number|version|lesson|principle|criterion|requirement|goal|invariant|claim|note|approach|variant|scenario|bucket|batch|page|channel|sprint|wave|cell|block|gate|reason|cause|trap|hazard|hypothesis|tier|stage|agent|reviewer|critic|lens|mutation|seed|problem|pitfall|concern|suggestion|action|decision|condition|exit|entry|key|index|id|process|thread|candidate|field|instance|sample|frame|track|group|board|constraint|fixture|milestone|stop|unit)s?\s$/i;
/** `docs/page.md#12` is no repository. */
const FILE = /\.(?:md|mdx|rst|txt|py|rs|go|c|h|cc|cpp|java|kt|rb|lean|ts|tsx|sh|toml|ya?ml|json|html?)$/i;
const OWN = /^(?:prs?|mrs?|issues?|bugs?|pull|gh|see|cf|closes|fixes|resolves|re|ref|refs)$/i;
const COLOURED = /\b(?:colou?rs?|background|fill|stroke|hex|css|shade|tint|rgb|palette)\b/i;
const TOLD =
  /\b(?:PRs?|MRs?|pull requests?|issues?|bugs?|close[sd]?|fix(?:e[sd])?|resolve[sd]?|see|refs?)\s{0,2}[(:]?\s?$/i;

/** The issues that a text names, in order. `plain`: the text in which marks are blanked out. */
export function issuesIn(plain: string): readonly Numbered[] {
  if (!/#\d|GH-\d|gh-\d|\b(?:PR|MR|[Pp]ull|[Mm]erge|[Ii]ssue|[Bb]ug|GitHub)/.test(plain)) return [];
  const found: Numbered[] = [];
  const keep = (from: number, text: string, number: string, repository: string | null): void => {
    found.push({ from, to: from + text.length, number: Number(number), repository });
  };
  for (const { 0: mark, 1: number, index } of plain.matchAll(MARKED)) {
    const before = plain.slice(Math.max(0, index - 142), index);
    const told = BEFORE.exec(before);
    if (told === null) continue;
    const [, owner, name] = told;
    if (name !== undefined && FILE.test(name)) continue;
    if (owner === undefined && !isIssue(number!, before.slice(-40))) continue;
    if (owner === undefined || (name === undefined && OWN.test(owner))) keep(index, mark, number!, null);
    else {
      const repository = name === undefined ? owner : `${owner}/${name}`;
      keep(index - repository.length, `${repository}${mark}`, number!, repository);
    }
  }
  for (const match of plain.matchAll(DASHED)) keep(match.index, match[0], match[1]!, null);
  // "PR 2" is the second of a plan.
  for (const { 0: text, 1: mark, 2: number, index } of plain.matchAll(SAID))
    if (number!.length > 1 || mark === "!") keep(index, text, number!, null);
  return found.sort((a, b) => a.from - b.from).filter((each, at) => at === 0 || each.from >= found[at - 1]!.to);
}

function isIssue(number: string, before: string): boolean {
  if (TOLD.test(before)) return true;
  if (number.length === 6 || (number.length === 3 && COLOURED.test(before))) return false;
  return !ORDINAL.test(before);
}

const FORGE_ISSUE =
  /^https?:\/\/(?:www\.)?([\w.-]+(?::\d+)?)\/((?:[\w.~-]+\/){1,4}?[\w.~-]+)\/(?:-\/)?(?:issues|pull|pulls|pull-requests|merge_requests)\/(\d{1,9})(?![\w])/;

/** The issue that an address of a forge names; null where it names none. */
export function issueAt(address: string): (Omit<Numbered, "from" | "to"> & { readonly host: string }) | null {
  if (address.length > 2_000) return null;
  const match = FORGE_ISSUE.exec(address);
  return match === null ? null : { host: match[1]!.toLowerCase(), repository: match[2]!, number: Number(match[3]) };
}
