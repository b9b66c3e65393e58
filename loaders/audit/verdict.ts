// Turns a judgement into the verdict that readers see, what it says in a sentence, and what to write instead. The words of
// DESIGN.md's table and nothing else.

import type { Suggestion, Verdict } from "../citation.ts";
import { isTrivial } from "./align.ts";
import { cutOf, isNamedAround, isNamedElsewhere } from "./edges.ts";
import type { Case, Judgement } from "./judge.ts";
import { addressAt, definitionOf } from "./judge.ts";
import { UNCOMMITTED } from "./past.ts";
import { spotOf } from "./spot.ts";
import { WEIGHTS } from "./weights.ts";

export interface Ruling {
  readonly verdict: Verdict;
  readonly suggestion: Suggestion | null;
  /** Whether what was found is proof enough to fail a build. */
  readonly proven: boolean;
  readonly says: string;
}

/** `path` is the target's now. `supported`: whether the lines as they were when written fit the sentence; null: not asked. */
export function rule(path: string, one: Case, judgement: Judgement, supported: boolean | null): Ruling {
  const ruling = plainly(path, one, judgement, supported);
  return ruling.proven || !SECOND_LOOK.has(ruling.verdict) ? ruling : closely(path, one, judgement, ruling);
}

/** Verdicts that words alone can turn: never one that is proven, and never into one that fails. */
const SECOND_LOOK: ReadonlySet<Verdict> = new Set(["holds", "unknown", "moved", "wrong-when-written"]);

/** What the lines that were found do not say though they should: how they are cut, what they could be anywhere. */
function closely(path: string, one: Case, judgement: Judgement, ruling: Ruling): Ruling {
  const { place, by, exact, relative } = judgement;
  if (place === null || by !== "followed") return ruling;
  const { lines, definitions } = one.now;
  const here = spotOf(lines, definitions, place.start);
  const cut = cutOf(one, place);
  if (cut !== null) {
    const symbol = addressAt(definitions, cut.start, cut.end)?.name ?? null;
    const suggestion = { path, start: cut.start, end: cut.end, symbol, strength: "hint" } as const;
    return { verdict: "wrong-when-written", suggestion, proven: false, says: `there is ${here}; ${cut.says}` };
  }
  const { verdict } = ruling;
  if (verdict === "wrong-when-written") return ruling;
  if (isAnybodys(one, judgement))
    return {
      verdict: "unknown",
      suggestion: null,
      proven: false,
      says: `such a line could be meant anywhere: ${here}`,
    };
  if (judgement.astray !== null && (verdict === "holds" || verdict === "unknown"))
    return {
      verdict: "unknown",
      suggestion: null,
      proven: false,
      says: `neither these lines nor those around them fit the sentence, and others do: ${here}`,
    };
  if (relative < WEIGHTS.silent && isRewritten(judgement))
    return {
      verdict: "changed",
      suggestion: null,
      proven: false,
      says: `that code has been rewritten; there is ${here}`,
    };
  if (verdict === "moved" && exact && relative < WEIGHTS.silent && isNamedElsewhere(one, place))
    return {
      verdict: "wrong-when-written",
      suggestion: null,
      proven: false,
      says: `the lines, now at ${range(place.start, place.end)}, hold nothing of what the sentence names: ${here}`,
    };
  return ruling;
}

/** Whether the lines were followed and most of them are gone or edited: what is left of them is not what was cited. */
function isRewritten({ frame, exact }: Judgement): boolean {
  if (frame === null || frame.place === null || exact) return false;
  const { start, end, lost, grown } = frame.place;
  return lost * 2 >= (end - start + 1) / grown;
}

/** Lines that are equal, from which on one of them says nothing. */
const MANY = 3;

/**
 * Whether it is one line, and one that could be meant anywhere: `)`, or `raise EngineError(` of which there are many. Of
 * lines that were followed word for word only those without any word are given up.
 */
function isAnybodys(one: Case, { place, exact, frame, relative }: Judgement): boolean {
  if (place === null || place.start !== place.end) return false;
  const { lines } = one.now;
  const bare = lines[place.start - 1]?.trim() ?? "";
  const wordless = !/[\p{L}\p{N}]/u.test(bare);
  if (exact && frame?.place?.start !== one.start) return wordless && relative < WEIGHTS.silent;
  const unfinished = /[([{,:=|<]$/.test(bare) && lines.filter((line) => line.trim() === bare).length >= MANY;
  return relative < WEIGHTS.speaks && (isTrivial(bare) || unfinished) && !isNamedAround(one, place);
}

function plainly(path: string, one: Case, judgement: Judgement, supported: boolean | null): Ruling {
  const { start, end, now } = one;
  const { place, frame, by } = judgement;
  const spot = () => spotOf(now.lines, now.definitions, start);
  const suggestion = suggestionOf(path, one, judgement);
  if (start < 1) return { verdict: "past-end", suggestion: null, proven: true, says: "lines are counted from 1" };
  if (end < start)
    return {
      verdict: "wrong-when-written",
      suggestion: null,
      proven: false,
      says: `the range runs backwards, from ${start} to ${end}`,
    };
  if (end > now.lines.length) {
    const moved = place === null ? "" : `; the lines are now ${range(place.start, place.end)}`;
    return {
      verdict: "past-end",
      suggestion,
      proven: true,
      says: `the file has ${count(now.lines.length, "line")} now${moved}`,
    };
  }
  if (by === "cited")
    return judgement.relative < WEIGHTS.silent
      ? { verdict: "unknown", suggestion: null, proven: false, says: `nothing to judge by: there is ${spot()}` }
      : { verdict: "holds", suggestion: null, proven: false, says: "the lines fit the sentence" };
  if (place === null)
    return {
      verdict: "changed",
      suggestion: null,
      proven: supported === true,
      says: `that code is gone; there is ${spot()}`,
    };
  if (by !== "followed" && frame === null)
    return {
      verdict: "unknown",
      suggestion,
      proven: false,
      says: `nothing tells which version it speaks of: there is ${spot()}, and what the sentence names is at ${range(place.start, place.end)}`,
    };
  if (by !== "followed") {
    const verdict =
      frame !== null && frame.name === "landed" && frame.place === null && !frame.past
        ? "changed"
        : "wrong-when-written";
    return {
      verdict,
      suggestion,
      proven: false,
      says: `there is ${spot()}; what the sentence speaks of is at ${range(place.start, place.end)}`,
    };
  }
  const startMoved = place.start - start;
  const near = Math.abs(startMoved) <= WEIGHTS.same;
  if (frame!.name === "landed") {
    if (startMoved === 0 && Math.abs(place.end - end) <= WEIGHTS.same)
      return judgement.relative < WEIGHTS.silent
        ? {
            verdict: "unknown",
            suggestion: null,
            proven: false,
            says: `the lines are as they were, but nothing in the sentence says so: ${spot()}`,
          }
        : { verdict: "holds", suggestion: null, proven: false, says: "the lines are what the sentence speaks of" };
    return {
      verdict: "moved",
      suggestion,
      proven: false,
      says: `the same code is now at ${range(place.start, place.end)}; there is ${spot()}`,
    };
  }
  if (near && !contradicted(one, start))
    return { verdict: "holds", suggestion: null, proven: false, says: "the lines are what the sentence speaks of" };
  return {
    verdict: "wrong-when-written",
    suggestion,
    proven: judgement.strength === "strong",
    says: `the numbers are of the version before ${writerOf(one)} own changes; the code is now at ${range(place.start, place.end)}, and there is ${spot()}`,
  };
}

/** Who wrote the numbers: `#817's`, `1a2b3c4d5's`. */
function writerOf({ frames }: Case): string {
  const landed = frames.find(({ name }) => name === "landed")?.at;
  if (landed === undefined || landed.commit === UNCOMMITTED) return "this change's";
  return `${landed.pr === null ? landed.commit.slice(0, 9) : `#${landed.pr}`}'s`;
}

/** Whether the symbol beside the numbers is defined, and not where they lead. */
function contradicted(one: Case, start: number): boolean {
  const defined = definitionOf(one.sentence.adjacent, one.now.definitions);
  return defined.length > 0 && !defined.some((each) => each.line <= start && start <= each.endLine);
}

function suggestionOf(path: string, one: Case, { place, strength }: Judgement): Suggestion | null {
  if (place === null || strength === null) return null;
  const symbol = addressAt(one.now.definitions, place.start, place.end)?.name ?? null;
  return { path, start: place.start, end: place.end, symbol, strength };
}

export function range(start: number, end: number): string {
  return start === end ? `${start}` : `${start}-${end}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
