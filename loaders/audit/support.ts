// Turns a sentence's tokens and a file's concordance into how well each run of lines fits the sentence. It measures; what
// follows from a measure is judge.ts's.

import type { Definitions } from "../citation.ts";
import type { Concordance } from "./concordance.ts";
import type { Token } from "./sentence.ts";
import { partsOf, stem } from "./words.ts";

/** How well the lines of one file fit one sentence, for runs of one length. */
export interface Support {
  /** Share of what the sentence says and the file holds that a run holds, 0 to 1, by its first line (1-based). */
  at(line: number): number;
  /** The best share of any run. */
  readonly best: number;
  /** The first line of the first run with that share; 0 in a file without lines. */
  readonly bestLine: number;
  /** Bits: how rare it is among the file's runs to fit as well as this one. 0 where nothing fits. */
  bits(line: number): number;
  /** Share here over the best share: 1 is the best place in the file; 0 where the file holds nothing of the sentence. */
  relative(line: number): number;
  /** The greatest `relative` of the runs that begin in lines `from` to `to`. */
  greatest(from: number, to: number): number;
  /** The tokens that a run holds, those that weigh most first. */
  shared(line: number): readonly Token[];
  /** What all tokens that the file holds are worth together: little is little to judge by. */
  readonly total: number;
}

/** A token that stands not in the run but in the name of a definition around it counts this much. */
const AROUND = { name: 0.7, word: 0.5, phrase: 0 } as const;

/** Longer citations are measured by their first so many lines. */
const LONGEST = 60;

/** Runs that score within this of another one score the same. */
const SAME = 0.01;

interface Weighed {
  readonly token: Token;
  readonly value: number;
  readonly lines: readonly number[];
  readonly around: readonly (readonly [number, number])[];
}

/** `length` is in lines. */
export function supportOf(
  tokens: readonly Token[],
  concordance: Concordance,
  definitions: Definitions,
  length: number,
): Support {
  const count = concordance.count;
  const run = Math.max(1, Math.min(length, LONGEST, count));
  const weighed = tokens.map((token) => weigh(token, concordance, definitions)).filter((each) => each.value > 0);
  const total = weighed.reduce((sum, each) => sum + each.value, 0);
  const scores = new Float32Array(count + 2);
  const own = scratch(count + 2);
  for (const each of weighed) spread(each, run, count, own, scores);
  if (total > 0) for (let line = 1; line <= count; line++) scores[line]! /= total;
  let best = 0;
  let bestLine = count === 0 ? 0 : 1;
  for (let line = 1; line <= count; line++) {
    if (scores[line]! <= best) continue;
    best = scores[line]!;
    bestLine = line;
  }
  const clamp = (line: number) => Math.max(1, Math.min(line, count));
  return {
    best,
    bestLine,
    total,
    at: (line) => (count === 0 ? 0 : scores[clamp(line)]!),
    relative: (line) => (best === 0 ? 0 : scores[clamp(line)]! / best),
    greatest: (from, to) => {
      let found = 0;
      for (let line = Math.max(1, from); line <= Math.min(to, count); line++)
        if (scores[line]! > found) found = scores[line]!;
      return best === 0 ? 0 : found / best;
    },
    bits: (line) => {
      const here = count === 0 ? 0 : scores[clamp(line)]!;
      if (here <= 0) return 0;
      return Math.log2(count / (1 + above(scores, count, here + SAME)));
    },
    shared: (line) => {
      const from = clamp(line);
      return weighed
        .filter((each) => each.lines.some((at) => at >= from && at < from + run))
        .sort((a, b) => b.value - a.value)
        .map((each) => each.token);
    },
  };
}

/** How many lines score more: each support is asked once or twice, so that counting costs less than sorting. */
function above(scores: Float32Array, count: number, than: number): number {
  let found = 0;
  for (let line = 1; line <= count; line++) if (scores[line]! > than) found++;
  return found;
}

let zeros = new Float32Array(4_096);

/** An array of zeros, which whoever fills it leaves as it was. */
function scratch(length: number): Float32Array {
  if (zeros.length < length) zeros = new Float32Array(length * 2);
  return zeros;
}

function weigh(token: Token, concordance: Concordance, definitions: Definitions): Weighed {
  const lines = linesOf(token, concordance);
  const around = token.kind === "phrase" ? [] : definitionsNamed(token, definitions);
  // A token that the file lacks says nothing: an absent name is never evidence against a place.
  const value = lines.length === 0 ? 0 : token.weight * Math.log((concordance.count + 2) / (lines.length + 1));
  return { token, value, lines, around };
}

function linesOf(token: Token, concordance: Concordance): readonly number[] {
  if (token.kind === "name") return concordance.names.get(token.key) ?? [];
  if (token.kind === "word") return concordance.stems.get(token.key) ?? [];
  const lines: number[] = [];
  for (const [at, line] of concordance.dense.entries()) if (line.includes(token.key)) lines.push(at + 1);
  return lines;
}

/** Where the definitions of a file lie, by their own name and by the stems of its parts. */
interface Bearers {
  readonly names: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly stems: ReadonlyMap<string, readonly (readonly [number, number])[]>;
}

const bearers = new WeakMap<Definitions, Bearers>();

function bearersOf(definitions: Definitions): Bearers {
  const known = bearers.get(definitions);
  if (known !== undefined) return known;
  const names = new Map<string, (readonly [number, number])[]>();
  const stems = new Map<string, (readonly [number, number])[]>();
  for (const { name, line, endLine } of definitions.definitions) {
    const last = name.slice(name.lastIndexOf(".") + 1);
    const lines = [line, endLine] as const;
    put(names, last, lines);
    for (const part of new Set(partsOf(last).map(stem))) put(stems, part, lines);
  }
  const made = { names, stems };
  bearers.set(definitions, made);
  return made;
}

function put<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [value]);
  else known.push(value);
}

function definitionsNamed({ kind, key }: Token, definitions: Definitions): readonly (readonly [number, number])[] {
  const { names, stems } = bearersOf(definitions);
  return (kind === "name" ? names : stems).get(key) ?? [];
}

/**
 * Adds to each run of `run` lines what it holds of the token: all of it inside, less for a definition's name around it.
 * `own` is all zeros, before and after; only the lines that hold anything are looked at.
 */
function spread(each: Weighed, run: number, count: number, own: Float32Array, scores: Float32Array): void {
  const { value, lines, around } = each;
  const share = AROUND[each.token.kind];
  for (const [first, last] of around)
    for (let line = first, end = Math.min(last, count); line <= end; line++) own[line] = share;
  let until = 0;
  for (const at of lines) {
    for (let line = Math.max(until + 1, at - run + 1); line <= at; line++) scores[line]! += value;
    // What is inside counts whole, whatever is around it.
    for (let line = Math.max(until + 1, at - run + 1); line <= at; line++) own[line] = 0;
    until = at;
  }
  for (const [first, last] of around)
    for (let line = first, end = Math.min(last, count); line <= end; line++) {
      scores[line]! += own[line]! * value;
      own[line] = 0;
    }
}
