// Finds all places where a compiled expression matches a text, in time linear in its length: a long text is searched in
// windows, so that no search looks farther than one, and so many matches are enough. What is matched is read elsewhere.

import type { RE2JS } from "re2js";

/** A match: for each group where it stands in the text, half-open; null where it took no part. Group 0 is the whole. */
export type Groups = readonly (readonly [from: number, to: number] | null)[];

/** What searching may still cost, shared by the texts of a document: characters times steps of the program. */
export interface Budget {
  left: number;
}

/** Beyond what any pattern costs that means something; seconds of an expression that was made to cost much. */
export function newBudget(): Budget {
  return { left: 2e9 };
}

/** A text of at most two of these is searched at once; in a longer one nothing longer than this is found. Characters. */
const WINDOW = 8_000;

/** What stands before a match to bound it. Characters. */
const BEFORE = 2;

/**
 * The matches of a text, in order and apart, at most `most`, and no more than the budget is worth. `core` is the group
 * that is the match, where what stands around it only bounds it: the next match may begin where that ends. Matches of
 * nothing are none.
 */
export function searchText(
  expression: RE2JS,
  text: string,
  core: number,
  most: number,
  budget: Budget,
): readonly Groups[] {
  const found: Groups[] = [];
  const step = text.length <= 2 * WINDOW ? text.length : WINDOW;
  let at = 0;
  for (let low = 0; low < text.length && found.length < most && budget.left > 0; low += step) {
    const high = Math.min(text.length, low + 2 * step);
    const limit = high === text.length ? high : low + step;
    // What stands before a window says whether a word begins with it.
    const base = Math.max(0, low - BEFORE);
    const part = text.slice(base, high);
    at = Math.max(at, low);
    // Whether there is any is told much faster than where.
    if (!expression.test(part)) at = limit;
    let next = core === 0 ? at : Math.max(base, at - BEFORE);
    while (at < limit && found.length < most && budget.left > 0) {
      budget.left -= (high - next) * expression.programSize();
      const groups = searchFrom(expression, part, next - base, base);
      if (groups === null) break;
      const [from, to] = groups[core] ?? groups[0]!;
      if (from >= limit) break;
      next = from + 1;
      // Before the window: found there, or no match.
      if (from < at) continue;
      // What reaches the end of a window is longer than anything that is looked for, or not matched by what is behind it.
      const isCut = to === high && high < text.length;
      if (!isCut && to > from) found.push(groups);
      at = isCut ? limit : Math.max(to, next);
      next = at;
    }
    if (high === text.length) break;
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
