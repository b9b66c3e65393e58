// Turns what a configuration says of a sentence into a pattern that finds it in prose and reads what it states, by role.
// Each passage is looked at by itself, examples are not; whether anything stated is true is asked elsewhere.

import { RE2JS } from "re2js";
import type { Passage, Prose } from "../../citation.ts";
import { BinnacleError } from "../../error.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import { compileExpression } from "./pattern-expression.ts";
import { readAny, readAs } from "./pattern-reading.ts";
import { type Budget, type Groups, newBudget, searchText } from "./pattern-search.ts";
import { readPhrase, readTemplate, type Template } from "./pattern-template.ts";
import { placeIn } from "./sentence-place.ts";
import type { Plain } from "./sentence-plain.ts";
import { type PassageViews, viewsOf } from "./sentence-views.ts";
import type { Match, SentencePattern, Stated } from "./stated.ts";

/** So many places in a document are enough: a pattern that matches more often was meant for none of them. */
const MOST = 200;
/** Characters of a passage in which its sentence is looked for on each side of a match. */
const REACH = 1_000;

/**
 * A piece of a sentence with roles: "{waited:number} of the {total:number} names have a caller", "{names:list}",
 * "{name:word}", "{nth:ordinal}". Words match whatever their case, the white space and the marks around them; what stands
 * in backticks as it is written, marked or not in the prose; "\{" is a brace. A list is one of words or of code; items of
 * several plain words want a pattern. Throws "bad-configuration", naming the role and its place.
 */
export function parseTemplate(source: string): SentencePattern {
  return patternOf(source, readTemplate(source));
}

/**
 * A regular expression in RE2's syntax, matched against a passage's words and marks as they are written, each run of white
 * space one space; upper and lower case differ unless it begins with `(?i)`. Its named groups are the roles: what one
 * holds is a number if it reads as one, else a list if it has several items, else a word. A name that ends in `_number`,
 * `_list` or `_word` says so itself: the role goes without that ending, and where what stands there is none, nothing
 * matches. Throws "bad-configuration", naming the place.
 */
export function parsePattern(source: string): SentencePattern {
  const compiled = compileExpression(source);
  const groups = Object.entries(compiled.namedGroups()).toSorted(([, a], [, b]) => a - b);
  const roles = groups.map(([group, index]): Role => {
    const [, name = group, kind] = /^(.+)_(number|list|word)$/.exec(group) ?? [];
    const read = (text: string) => (kind === undefined ? readAny(text) : readAs(kind as "number", text));
    return { name, groups: [index], read, isOptional: true };
  });
  const twice = roles.find(({ name }, at) => roles.findIndex((role) => role.name === name) !== at);
  if (twice)
    throw new BinnacleError(
      "bad-configuration",
      `pattern "${source.slice(0, 60)}": two groups are the role "${twice.name}"; expected each once. Name one of them otherwise.`,
    );
  return finder(source, roles, [], (views, budget) => reading(views.folded, compiled, 0, budget));
}

/**
 * A phrase, in any passage, whatever its case and the white space, marks and quotes around its words; what stands in
 * backticks as it is written. Never inside a longer word: "four sites" is not in "twenty-four sites". It has no roles, and
 * its braces are braces. Throws "bad-configuration".
 */
export function phrasePattern(phrase: string): SentencePattern {
  return patternOf(phrase, readPhrase(phrase));
}

function patternOf(source: string, { expression, roles, words }: Template): SentencePattern {
  const compiled = RE2JS.compile(expression);
  const read = roles.map(
    ({ name, kind, groups }): Role => ({ name, groups, read: (text) => readAs(kind, text), isOptional: false }),
  );
  return finder(source, read, words, (views, budget) => reading(views.plain, compiled, 1, budget));
}

interface Role {
  readonly name: string;
  /** Groups one of which holds it. */
  readonly groups: readonly number[];
  readonly read: (text: string) => Stated | null;
  /** Whether a match may be without it. */
  readonly isOptional: boolean;
}

/** A view of a passage, and what is found in it; `core` is the group that is the match. */
interface Reading {
  readonly view: Plain;
  readonly core: number;
  readonly found: readonly Groups[];
}

function reading(view: Plain, expression: RE2JS, core: number, budget: Budget): Reading {
  return { view, core, found: searchText(expression, view.text, core, MOST, budget) };
}

function finder(
  source: string,
  roles: readonly Role[],
  words: readonly string[],
  search: (views: PassageViews, budget: Budget) => Reading,
): SentencePattern {
  const inPassage = (passage: Passage, budget: Budget): readonly Match[] => {
    if (passage.kind === "example") return [];
    const views = viewsOf(passage);
    if (!views.mayHold(words)) return [];
    const { view, core, found } = search(views, budget);
    return found.flatMap((groups) => matchOf(passage, view, groups, core, roles) ?? []);
  };
  return {
    source,
    roles: roles.map(({ name }) => name),
    in: ({ passages }: Prose) => {
      const matches: Match[] = [];
      const budget = newBudget();
      for (const passage of passages) {
        for (const match of inPassage(passage, budget)) matches.push(match);
        if (matches.length >= MOST) break;
      }
      return matches.slice(0, MOST);
    },
  };
}

/** Null where what stands for a role is none. */
function matchOf(passage: Passage, view: Plain, groups: Groups, core: number, roles: readonly Role[]): Match | null {
  const stated: Record<string, Stated> = {};
  for (const role of roles) {
    const group = role.groups.map((index) => groups[index]).find((each) => each != null);
    const text = group == null || group[0] === group[1] ? "" : passage.text.slice(...spanOf(view, group));
    if (text.trim() === "" && role.isOptional) continue;
    const read = role.read(text);
    if (read === null) return null;
    stated[role.name] = read;
  }
  const [from, to] = spanOf(view, groups[core]!);
  const around = sentenceAround(passage.text, { from, to }, REACH);
  const text = passage.text.slice(around.from, around.to).replace(/\s+/g, " ").trim();
  // Of a row it is a cell.
  const cell = text.replace(/^[ |]+|[ |]+$/g, "");
  return { ...placeIn(passage, from), text: cell === "" ? text : cell, roles: stated };
}

/** Where a part of a view stands in the passage. */
function spanOf(view: Plain, [from, to]: readonly [number, number]): [from: number, to: number] {
  return [view.from[from]!, view.to[to - 1]!];
}
