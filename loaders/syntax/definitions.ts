// Turns a file's text into its definitions, by a grammar where there is one, else by words of the text; and finds those
// around a line. It resolves no name: what a definition refers to is not looked at.

import type { Definition, Definitions } from "../citation.ts";
import { grammarDefinitions } from "./definition-matches.ts";
import { wordDefinitions } from "./definition-words.ts";
import { type GrammarName, grammarOf, loadGrammars } from "./grammar.ts";
import { headingDefinitions } from "./headings.ts";
import { rulesWithout, wordRulesOf } from "./word-rules.ts";

/** Loads the grammars that `definitionsOf` needs for these paths. Idempotent. */
export async function loadDefinitionGrammars(paths: Iterable<string>): Promise<void> {
  const names = new Set<GrammarName>();
  for (const path of paths) {
    const name = grammarOf(path);
    if (name) names.add(name);
  }
  await loadGrammars([...names]);
}

/**
 * The definitions of a file, by line, outer before inner. Where the text is not understood in places, those of the rest.
 * Throws "syntax-error" if the path's grammar was not loaded.
 */
export function definitionsOf(path: string, text: string): Definitions {
  const grammar = grammarOf(path);
  const told = grammar ? grammarDefinitions(grammar, text) : null;
  return told ? { read: "grammar", definitions: told } : definitionsByWords(path, text);
}

/** The same by words of the text alone: ten times as fast, and enough to say what a comment stands in. */
export function definitionsByWords(path: string, text: string): Definitions {
  const grammar = grammarOf(path);
  if (/\.(?:md|mdx|markdown|qmd|rmd)$/i.test(path)) return { read: "words", definitions: headingDefinitions(text) };
  const rules = grammar ? rulesWithout(grammar) : wordRulesOf(path);
  return rules ? { read: "words", definitions: wordDefinitions(rules, text) } : { read: "none", definitions: [] };
}

/** For each definition the place of the nearest one before it that spans all of its lines; -1 where there is none. */
const parents = new WeakMap<Definitions, Int32Array>();

function parentsOf(of: Definitions): Int32Array {
  const known = parents.get(of);
  if (known) return known;
  const found = new Int32Array(of.definitions.length);
  for (const [place, { endLine }] of of.definitions.entries()) {
    let parent = place - 1;
    while (parent >= 0 && (of.definitions[parent] as Definition).endLine < endLine) parent = found[parent] as number;
    found[place] = parent;
  }
  parents.set(of, found);
  return found;
}

/** Definitions that span the lines `start` to `end`, 1-based, inclusive; outermost first. */
export function enclosing(of: Definitions, start: number, end: number): readonly Definition[] {
  const { definitions } = of;
  let low = 0;
  let high = definitions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((definitions[middle] as Definition).line <= start) low = middle + 1;
    else high = middle;
  }
  const around: Definition[] = [];
  const parent = parentsOf(of);
  for (let place = low - 1; place >= 0; place = parent[place] as number) {
    const definition = definitions[place] as Definition;
    if (definition.endLine >= end) around.push(definition);
  }
  return around.reverse();
}

/** The innermost definition that spans a line, 1-based, or null. */
export function innermostAt(of: Definitions, line: number): Definition | null {
  return enclosing(of, line, line).at(-1) ?? null;
}
