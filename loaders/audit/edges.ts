// Turns how a range is cut, and what its sentence names, into the range that was probably meant: a remark cited for what
// it mentions, a start inside the function that is named, an end before the last key. Words alone; no proof of anything.

import type { Definition, Definitions } from "../citation.ts";
import { enclosing } from "../syntax/definitions.ts";
import type { Case } from "./judge.ts";
import { definitionOf } from "./judge.ts";
import { isRemark } from "./spot.ts";
import { looksLikeName, partsOf, stem } from "./words.ts";

/** A range that fits the sentence better than the cited one, by a few lines or by a definition. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** What is the matter, without a full stop. */
  readonly says: string;
}

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** `place` is where the cited lines are now. Null where nothing speaks against how they were cut. */
export function cutOf(one: Case, place: Lines): Cut | null {
  return remarkInstead(one, place) ?? otherFunction(one, place) ?? lateStart(one, place) ?? earlyEnd(one, place);
}

/** Lines around a place in which a name still speaks for it. */
const NEAR = 10;

/** Whether the file holds names that the sentence writes as code, and none of them near: lines elsewhere are hardly meant. */
export function isNamedElsewhere(one: Case, { start, end }: Lines): boolean {
  const { concordance, definitions } = one.now;
  const named = namesOf(one).filter(
    (name) => concordance.names.has(name) && (looksLikeName(name) || definitionOf(name, definitions).length > 0),
  );
  return named.length > 0 && !named.some((name) => holds(one, name, start - NEAR, end + NEAR));
}

/** Whether the sentence names a definition around a range. */
export function isNamedAround(one: Case, { start, end }: Lines): boolean {
  const names = new Set(namesOf(one));
  return enclosing(one.now.definitions, start, end).some(({ name }) => names.has(lastOf(name)));
}

/** What a name weighs that the sentence itself writes as code, with nothing cited in between. */
const WRITTEN_AS_CODE = 0.8;
/** What the least of its plain words weighs. */
const OWN = 0.35;
/** What is left of a weight in another sentence of the passage, or in another cell of the row. */
const BESIDE = 0.3;

function namesOf({ sentence }: Case, least = WRITTEN_AS_CODE): readonly string[] {
  return sentence.tokens.filter(({ kind, weight }) => kind === "name" && weight >= least).map(({ key }) => key);
}

/** Where the cell of a row holds the citation and nothing else, the names of the cells beside it. */
function namesOfRow(one: Case): readonly string[] {
  const alone = one.sentence.tokens.every(({ weight }) => weight < OWN);
  return namesOf(one, alone ? WRITTEN_AS_CODE * BESIDE : WRITTEN_AS_CODE);
}

/** One comment that mentions the one definition which the sentence names, and which is somewhere else. */
function remarkInstead(one: Case, { start, end }: Lines): Cut | null {
  const { lines, definitions } = one.now;
  const { text } = one.sentence;
  if (end !== start || !isRemark(lines[start - 1] ?? "") || SPEAKS_OF_REMARKS.test(text)) return null;
  const [name, another] = namesOfRow(one).filter(
    (each) => isWrittenAlone(each, text) && definitionOf(each, definitions).some(({ kind }) => kind !== "variable"),
  );
  if (name === undefined || another !== undefined || !holds(one, name, start, start)) return null;
  const only = onlyDefinition(name, definitions);
  if (only === null || (headOf(lines, only) <= start && start <= only.endLine + 1)) return null;
  const { nameLine } = only;
  return {
    start: nameLine,
    end: nameLine,
    says: `the comment only mentions \`${name}\`, which is defined at ${nameLine}`,
  };
}

/** `` `name` ``, `` `name(…)` `` or `name()`, and not as a part of `other.name`; or not in this sentence at all. */
function isWrittenAlone(name: string, text: string): boolean {
  const written = [`\`${name}\``, `\`${name}(`, ` ${name}()`];
  return written.some((each) => ` ${text}`.includes(each)) || !text.includes(name);
}

/** A sentence may well cite a comment for itself. */
const SPEAKS_OF_REMARKS =
  /\b(?:comments?|commented|docstrings?|doc(?:ument(?:ed|ation|s)?)?|notes?|noted|remarks?|todo|fixme|mention(?:s|ed)?|blank|header|says?)\b/i;

/** The first line of a definition or of the comments that stand upon it. */
function headOf(lines: readonly string[], { line }: Definition): number {
  let first = line;
  while (first > 1 && isRemark(lines[first - 2] ?? "")) first--;
  return first;
}

/** Lines that a head may have, decorators and all, before a start counts as inside. */
const HEAD = 3;

/** Lines of another function than the one that is named beside the numbers, and that do not name it either. */
function otherFunction(one: Case, { start, end }: Lines): Cut | null {
  const { adjacent } = one.sentence;
  const { definitions } = one.now;
  const only = onlyDefinition(adjacent, definitions);
  if (adjacent === null || only?.kind !== "function") return null;
  if (lastOf(adjacent) !== adjacent && !`.${only.name}`.endsWith(`.${adjacent}`)) return null;
  const around = enclosing(definitions, start, end);
  if (around.at(-1)?.kind !== "function" || (only.line <= end && start <= only.endLine)) return null;
  // Lines that hold the name, or anything else that is written as code, may well be what is meant.
  if (namesOf(one).some((name) => holds(one, name, start, end))) return null;
  return {
    start: only.line,
    end: Math.min(only.endLine, only.line + end - start),
    says: `\`${adjacent}\` is another function, at ${only.line}`,
  };
}

/** The function that is named beside the numbers, from somewhere inside to its very end, and the words are of its head. */
function lateStart(one: Case, { start, end }: Lines): Cut | null {
  const { adjacent } = one.sentence;
  const only = onlyDefinition(adjacent, one.now.definitions);
  if (adjacent === null || only === null || end === start) return null;
  if (start <= only.nameLine + HEAD || Math.abs(end - only.endLine) > 1) return null;
  if (isPartOf(adjacent, one.sentence.text) || holds(one, adjacent, start, end)) return null;
  if (saidIn(one, start, end) > saidIn(one, only.nameLine + 1, start - 1)) return null;
  return { start: only.line, end: only.endLine, says: `\`${adjacent}\` begins at ${only.line}` };
}

function onlyDefinition(symbol: string | null, definitions: Definitions): Definition | null {
  const found = definitionOf(symbol, definitions);
  return found.length === 1 ? found[0]! : null;
}

/** "The loop in `name`" cites a part of it on purpose. */
function isPartOf(symbol: string, text: string): boolean {
  const before = text.slice(0, Math.max(0, text.indexOf(symbol)));
  return /\b(?:in|inside|within|of|from|by|behind|after)\s+[`"'*(]*$/i.test(before);
}

/** Whether lines hold a symbol's own name. */
function holds({ now }: Case, symbol: string, first: number, last: number): boolean {
  return now.concordance.names.get(lastOf(symbol))?.some((line) => first <= line && line <= last) ?? false;
}

/** `step` of `Runner.step` and of `Runner::step`. */
function lastOf(symbol: string): string {
  return /[\p{L}\p{N}_$]+$/u.exec(symbol)?.[0] ?? symbol;
}

/** The weight of the sentence's own words, the name beside the numbers left out, that stand between two lines. */
function saidIn({ sentence, now: { concordance } }: Case, first: number, last: number): number {
  const named = new Set(partsOf(sentence.adjacent ?? "").map(stem));
  let sum = 0;
  for (const { kind, key, weight } of sentence.tokens) {
    if (kind === "phrase" || weight < OWN || named.has(key) || sentence.adjacent?.endsWith(key)) continue;
    const at = (kind === "name" ? concordance.names : concordance.stems).get(key) ?? [];
    if (at.some((line) => first <= line && line <= last)) sum += weight;
  }
  return sum;
}

/** A key directly behind an end may reach this many lines further. */
const REACH = 1;

/** All the keys that are named are inside but one, which stands right behind the end and nowhere else. */
function earlyEnd(one: Case, { start, end }: Lines): Cut | null {
  if (end === start) return null;
  const { names } = one.now.concordance;
  const inside = new Set<number>();
  const outside: { readonly name: string; readonly at: readonly number[] }[] = [];
  for (const name of namesOf(one)) {
    const at = names.get(name) ?? [];
    const within = at.find((line) => start <= line && line <= end);
    if (within !== undefined) inside.add(within);
    else if (at.length > 0) outside.push({ name, at });
  }
  const [left] = outside;
  if (left === undefined || outside.length > 1 || inside.size < 2) return null;
  const last = left.at.at(-1)!;
  if (left.at[0] !== end + 1 || last > end + 1 + REACH) return null;
  return { start, end: last, says: `\`${left.name}\` stands at ${last}, just behind the end` };
}
