// Finds all places where a compiled expression matches a text, in time linear in its length: a long text is searched in
// windows, so that no search looks farther than one, and so many matches are enough. What is matched is read elsewhere.

import type { RE2JS } from "re2js";

/** A match: for each group where it stands in the text, half-open; null where it took no part. Group 0 is the whole. */
export type Groups = readonly (readonly [from: number, to: number] | null)[];

/** A text of at most two of these is searched at once; in a longer one nothing longer than this is found. Characters. */
const WINDOW = 8_000;

/**
 * The matches of a text, in order and apart, at most `most`. `core` is the group that is the match, where what stands
 * around it only bounds it: the next match may begin where that ends. Matches of nothing are none.
 */
export function searchText(expression: RE2JS, text: string, core: number, most: number): readonly Groups[] {
  const found: Groups[] = [];
  let at = 0;
  for (let low = 0; low < text.length || low === 0; low += WINDOW) {
    const isWhole = text.length <= 2 * WINDOW;
    const high = isWhole ? text.length : Math.min(text.length, low + 2 * WINDOW);
    // What stands before a window says whether a word begins with it.
    const base = Math.max(0, low - 2);
    const part = isWhole ? text : text.slice(base, high);
    const limit = isWhole || high === text.length ? Number.POSITIVE_INFINITY : low + WINDOW;
    at = Math.max(at, low);
    // Whether there is any is told much faster than where.
    if (!expression.test(part)) at = Math.max(at, limit);
    while (at < Math.min(high, limit) && found.length < most) {
      const groups = searchFrom(expression, part, at - base, base);
      if (groups === null) break;
      const [from, to] = groups[core] ?? groups[0]!;
      if (from >= limit) break;
      // What reaches the end of a window might go on behind it, and is longer than anything that is looked for.
      const isCut = to >= high && high < text.length;
      if (!isCut && to > from) found.push(groups);
      at = isCut || to <= from ? from + 1 : to;
    }
    if (isWhole || high === text.length || found.length >= most) break;
  }
  return found;
}

function searchFrom(expression: RE2JS, part: string, at: number, base: number): Groups | null {
  const matcher = expression.matcher(part);
  if (!matcher.find(at)) return null;
  return Array.from({ length: expression.groupCount() + 1 }, (_, group): readonly [number, number] | null => {
    const from = matcher.start(group);
    return from < 0 ? null : [from + base, matcher.end(group) + base];
  });
}
