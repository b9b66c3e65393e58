// Turns what is known of one citation (its frames, its sentence, the file now) into where its lines are, and how sure
// that is. All weighing is here, each sign with its bits; what it is called is verdict.ts's.

import type { Definition, Definitions, Evidence } from "../citation.ts";
import { groupBy } from "../group.ts";
import { enclosing } from "../syntax/definitions.ts";
import type { Place } from "./align.ts";
import type { Concordance } from "./concordance.ts";
import type { Frame } from "./frames.ts";
import { neatness } from "./neatness.ts";
import type { Sentence, Token } from "./sentence.ts";
import { type Support, supportOf } from "./support.ts";
import { WEIGHTS } from "./weights.ts";

/** One citation as the judge is told of it. */
export interface Case {
  readonly start: number;
  readonly end: number;
  readonly sentence: Sentence;
  /** The later one first; none where nothing is known of the birth. */
  readonly frames: readonly Frame[];
  /** The target now. */
  readonly now: {
    readonly lines: readonly string[];
    readonly concordance: Concordance;
    readonly definitions: Definitions;
  };
  /** Lines of each frame, as they were. */
  readonly linesOf: (frame: Frame) => readonly string[];
}

/** How much more the later frame is believed than the earlier one, by its own signs: bits. Null where there is no choice. */
export interface Leaning {
  readonly bits: number;
  readonly evidence: readonly Evidence[];
}

export function supportFor(one: Case): Support {
  const { sentence, now, start, end } = one;
  return supportOf(sentence.tokens, now.concordance, now.definitions, Math.max(1, end - start + 1));
}

/** Null where both frames lead to one place, or there is only one. */
export function leaningOf(one: Case, support: Support): Leaning | null {
  const [landed, before] = one.frames;
  if (landed === undefined || before === undefined || before.past) return null;
  if (landed.past)
    return {
      bits: WEIGHTS.tooShort,
      evidence: [tell("frame", "when it was committed, the file was too short", WEIGHTS.tooShort)],
    };
  if (landed.place === null && before.place === null) return null;
  if (samePlace(landed.place, before.place)) return null;
  const gain = speaking(landed.place, support) - speaking(before.place, support);
  const bySupport = clamp(gain, WEIGHTS.mostSupport);
  const tidier = tidiness(one, landed) - tidiness(one, before);
  const byNeatness = WEIGHTS.neatness * clamp(tidier, WEIGHTS.mostNeatness);
  return {
    bits: bySupport + byNeatness,
    evidence: [
      tell("support", "what the lines say, against those of the version before", bySupport),
      tell("neatness", "how the range is cut, against the version before", byNeatness),
    ],
  };
}

function tidiness(one: Case, frame: Frame): number {
  return neatness(one.linesOf(frame), one.start, one.end);
}

function speaking(place: Place | null, support: Support): number {
  return place === null ? 0 : support.bits(place.start) + WEIGHTS.share * support.at(place.start);
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function samePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && Math.abs(a.start - b.start) <= WEIGHTS.same;
}

/** What was found out about one citation. */
export interface Judgement {
  /** The version that was believed; null where there was none to follow from. */
  readonly frame: Frame | null;
  /** Where the cited lines are, or what else was found; null if nowhere. */
  readonly place: { readonly start: number; readonly end: number } | null;
  /** `followed`: lines through history; `definition`, `phrase`: by the sentence alone; `cited`: there was no history. */
  readonly by: "followed" | "definition" | "phrase" | "cited" | "nothing";
  readonly strength: "strong" | "hint" | null;
  /** Share of the file's best place, at the place that was found. */
  readonly relative: number;
  readonly bits: number;
  readonly exact: boolean;
  /** What fits best, 1-based, where nothing at the place that was found or around it fits; else null. */
  readonly astray: number | null;
  readonly evidence: readonly Evidence[];
}

/** `voice` is what the neighbours say: mean bits for the later frame. */
export function judge(one: Case, support: Support, leaning: Leaning | null, voice: number): Judgement {
  const [landed, before] = one.frames;
  const evidence: Evidence[] = [...(leaning?.evidence ?? [])];
  if (landed === undefined) return unfollowed(one, support);
  let post: number | null = null;
  if (leaning !== null) {
    const byVoice = WEIGHTS.neighbours * voice;
    post = leaning.bits + byVoice + WEIGHTS.prior;
    evidence.push(tell("neighbours", "what citations nearby of the same commit say", byVoice));
    evidence.push(tell("frame", "a commit is believed as it was made", WEIGHTS.prior));
  }
  const frame =
    post !== null && post < 0 ? before! : landed.past && before !== undefined && !before.past ? before : landed;
  const followed = frame.place;
  const relative = followed === null ? 0 : relativeAt(support, followed.start);
  const other = followed === null || relative < WEIGHTS.weak ? elsewhere(one, followed) : null;
  const untouched = followed !== null && frame === landed && followed.start === one.start;
  if (other !== null && !(untouched && relative > WEIGHTS.faint + 0.04)) {
    return foundElsewhere(frame, other, support, evidence);
  }
  if (followed === null)
    return {
      frame,
      place: null,
      by: "nothing",
      strength: null,
      relative: 0,
      bits: 0,
      exact: false,
      astray: null,
      evidence,
    };
  const bits = support.bits(followed.start);
  const shared = support.shared(followed.start);
  if (shared.length > 0) evidence.push(tell("support", `the lines hold ${listed(shared)}`, round(bits)));
  const astray = astrayOf(support, followed);
  if (astray !== null) evidence.push(tellAstray(astray));
  return {
    frame,
    place: followed,
    by: "followed",
    strength: strengthOf(one, support, followed, relative, bits, evidence),
    relative,
    bits,
    exact: followed.exact,
    astray,
    evidence,
  };
}

/** A file that holds less of a sentence than this holds nothing to judge by: a heading's word, a rare preposition. */
const ENOUGH = 1.5;

function relativeAt(support: Support, line: number): number {
  return support.total < ENOUGH ? 0 : support.relative(line);
}

/** Lines around a place that may be what was meant. */
const NEAR = 10;

/**
 * Where the file holds what the sentence says, if that is nowhere near a place. A sound citation may well have no support
 * in its own lines, and then nearly always has some right beside them.
 */
function astrayOf(support: Support, { start, end }: { readonly start: number; readonly end: number }): number | null {
  if (support.total <= WEIGHTS.enough) return null;
  return support.greatest(start - NEAR, end + NEAR) < WEIGHTS.astray ? support.bestLine : null;
}

function tellAstray(line: number): Evidence {
  return tell("support", `nothing within ${NEAR} lines fits; what fits best begins at ${line}`, null);
}

/**
 * Following the lines is one sign, what they say the other. How much they must say depends on how surely they were
 * followed: least where nothing else could be meant, most where they were edited on the way.
 */
function strengthOf(
  one: Case,
  support: Support,
  place: Place,
  relative: number,
  bits: number,
  evidence: Evidence[],
): "strong" | "hint" | null {
  const { adjacent } = one.sentence;
  const defined = definitionOf(adjacent, one.now.definitions);
  const contains = defined.some((each) => each.line <= place.start && place.start <= each.endLine);
  if (contains)
    evidence.push(tell("definition", `they are in \`${adjacent}\`, which is named beside the numbers`, null));
  const contradicted = defined.length > 0 ? !contains : isMissing(adjacent, one, place);
  const rare = bits + Math.log2(one.end - one.start + 1) >= WEIGHTS.rare;
  const named = support.shared(place.start).some((token) => token.kind !== "word");
  const alone = one.frames.length === 1;
  const enough = place.exact
    ? relative >= (alone ? WEIGHTS.murmurs : WEIGHTS.speaks)
    : relative >= WEIGHTS.insists && named && !isDefinedElsewhere(one, support, place);
  if (rare && enough && !contradicted) return "strong";
  if (relative < WEIGHTS.faint && !place.exact) return null;
  return "hint";
}

/** Whether the sentence names as code what is defined in the file, and the lines neither are in it nor hold its name. */
function isDefinedElsewhere(one: Case, support: Support, place: Place): boolean {
  const held = new Set(support.shared(place.start).map((token) => token.key));
  return one.sentence.tokens.some(({ kind, key, weight }) => {
    if (kind !== "name" || weight < 1 || held.has(key)) return false;
    const defined = definitionOf(key, one.now.definitions);
    return defined.length > 0 && !defined.some((each) => each.line <= place.start && place.start <= each.endLine);
  });
}

/** Whether what is named beside the numbers stands in the file, and not in the lines. */
function isMissing(adjacent: string | null, one: Case, place: Place): boolean {
  if (adjacent === null) return false;
  const last = adjacent.slice(Math.max(adjacent.lastIndexOf("."), adjacent.lastIndexOf(":")) + 1);
  const lines = one.now.concordance.names.get(last) ?? [];
  return lines.length > 0 && !lines.some((line) => place.start <= line && line <= place.end);
}

/** Without any history only the lines themselves can speak. */
function unfollowed(one: Case, support: Support): Judgement {
  const inside = one.end <= one.now.lines.length;
  const relative = inside ? relativeAt(support, one.start) : 0;
  const other = relative < WEIGHTS.weak ? elsewhere(one, null) : null;
  if (other !== null) return foundElsewhere(null, other, support, []);
  const shared = inside ? support.shared(one.start) : [];
  const astray = inside ? astrayOf(support, one) : null;
  return {
    frame: null,
    place: inside ? { start: one.start, end: one.end } : null,
    by: inside ? "cited" : "nothing",
    strength: null,
    relative,
    bits: inside ? support.bits(one.start) : 0,
    exact: false,
    astray,
    evidence: [
      ...(shared.length > 0 ? [tell("support", `the lines hold ${listed(shared)}`, null)] : []),
      ...(astray === null ? [] : [tellAstray(astray)]),
    ],
  };
}

interface Elsewhere {
  readonly start: number;
  readonly end: number;
  readonly by: "definition" | "phrase";
  readonly says: string;
}

function foundElsewhere(
  frame: Frame | null,
  { start, end, by, says }: Elsewhere,
  support: Support,
  evidence: readonly Evidence[],
): Judgement {
  return {
    frame,
    place: { start, end },
    by,
    strength: "hint",
    relative: support.relative(start),
    bits: support.bits(start),
    exact: false,
    astray: null,
    evidence: [...evidence, tell(by, says, null)],
  };
}

/** A place that the sentence alone points to: the one definition of what is named beside the numbers, or quoted code. */
function elsewhere(one: Case, followed: Place | null): Elsewhere | null {
  const { adjacent, tokens } = one.sentence;
  const defined = definitionOf(adjacent, one.now.definitions);
  const [only] = defined;
  if (
    only !== undefined &&
    defined.length === 1 &&
    !(followed !== null && only.line <= followed.start && followed.start <= only.endLine)
  )
    return {
      start: only.line,
      end: Math.max(only.line, Math.min(only.endLine, only.line + one.end - one.start)),
      by: "definition",
      says: `\`${adjacent}\` is defined once, and here`,
    };
  for (const token of tokens) {
    if (token.kind !== "phrase" || token.weight < 0.8) continue;
    const line = onlyLine(one.now.concordance.dense, token.key);
    if (line !== null && line !== followed?.start)
      return {
        start: line,
        end: line + (one.end - one.start),
        by: "phrase",
        says: "the code that the sentence quotes stands only here",
      };
  }
  return null;
}

function onlyLine(dense: readonly string[], phrase: string): number | null {
  const first = dense.findIndex((line) => line.includes(phrase));
  if (first === -1 || dense.slice(first + 1).some((line) => line.includes(phrase))) return null;
  return first + 1;
}

/** The definitions that a symbol can mean: by its whole dotted name, else by its last part. */
export function definitionOf(symbol: string | null, of: Definitions): readonly Definition[] {
  if (symbol === null) return [];
  const dotted = symbol.replace(/::|->|#/g, ".");
  const last = lastPart(dotted);
  const borne = byLastPart(of).get(last) ?? [];
  if (last === dotted) return borne;
  const whole = borne.filter(({ name }) => name === dotted || name.endsWith(`.${dotted}`));
  return whole.length > 0 ? whole : borne;
}

const lastParts = new WeakMap<Definitions, ReadonlyMap<string, readonly Definition[]>>();

function byLastPart(of: Definitions): ReadonlyMap<string, readonly Definition[]> {
  const known = lastParts.get(of) ?? groupBy(of.definitions, ({ name }) => lastPart(name));
  lastParts.set(of, known);
  return known;
}

function lastPart(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

/** The innermost definition around a range, or around its first line. */
export function symbolAt(definitions: Definitions, start: number, end: number): Definition | null {
  return enclosing(definitions, start, end).at(-1) ?? enclosing(definitions, start, start).at(-1) ?? null;
}

/**
 * The innermost definition around a range that can be named from outside: people write `Class.method` or `CONSTANT`, and
 * neither a function inside a function nor a field of a class.
 */
export function addressAt(definitions: Definitions, start: number, end: number): Definition | null {
  let around = enclosing(definitions, start, end);
  if (around.length === 0) around = enclosing(definitions, start, start);
  let best: Definition | null = null;
  for (const each of around) {
    if (each.kind === "variable" && best !== null) break;
    best = each;
    if (each.kind === "function" || each.kind === "variable") break;
  }
  return best;
}

function listed(tokens: readonly Token[]): string {
  const names = tokens.filter((token) => token.kind !== "word").map((token) => `\`${token.key}\``);
  const words = tokens.filter((token) => token.kind === "word").map((token) => `“${token.key}”`);
  return [...names, ...words].slice(0, 4).join(", ");
}

function tell(sign: string, says: string, bits: number | null): Evidence {
  return { sign, says, bits: bits === null ? null : round(bits) };
}

function round(bits: number): number {
  return Math.round(bits * 10) / 10;
}
