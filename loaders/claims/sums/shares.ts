// Finds shares in per cent beside what they are of: "210 of 216 (97.2 %)", "97.2 % (210/216)". Whether the counts are right
// is not asked.

import { combined, isNear, judged, scaled } from "./figures.ts";
import { closed } from "./labels.ts";
import type { Draft } from "./sum.ts";
import type { Token } from "./tokens.ts";

const LONGEST_LABEL = 5;

/** All shares among the tokens of one passage, in order. */
export function sharesIn(tokens: readonly Token[]): Draft[] {
  return tokens.flatMap((token, at) => (token.kind === "number" ? (shareAt(tokens, at) ?? []) : []));
}

interface Stated {
  readonly at: number;
  /** Whether nothing but the share stands in its brackets, or nothing but the counts in theirs. */
  readonly sure: boolean;
}

/** "210 of 216 (97.2 %)", "210/216 (97.2 %)", "97.2 % (210 of 216)". */
function shareAt(tokens: readonly Token[], at: number): Draft | null {
  const part = tokens[at]?.numeral;
  const joint = tokens[at + 1];
  const out = joint?.kind === "word" && joint.text === "out" && tokens[at + 2]?.text === "of" ? 1 : 0;
  const slashed = joint?.kind === "operator" && joint.text === "/";
  if (!part || part.sign || !(slashed || out === 1 || (joint?.kind === "word" && joint.text === "of"))) return null;
  const whole = tokens[at + 2 + out]?.numeral;
  if (!whole || whole.sign || whole.value <= 0 || part.value > whole.value || part.unit !== "") return null;
  const end = at + 2 + out;
  const behind = percentBehind(tokens, end);
  const stated = behind ?? percentInFront(tokens, at, end);
  const numeral = stated && tokens[stated.at]?.numeral;
  const ratio = combined("/", part, whole);
  if (!numeral || !ratio) return null;
  const computed = { ...scaled(ratio, 100), unit: "%" };
  return judged(
    {
      from: Math.min(tokens[at]?.from ?? 0, tokens[stated.at]?.from ?? 0),
      to: closed(tokens, Math.max(end, stated.at)),
      form: "share",
      stated: numeral,
      computed,
      what: "share",
    },
    {
      sure: stated.sure && !numeral.approximate && !part.approximate && !whole.approximate && isNear(numeral, computed),
      counted: false,
    },
  );
}

/** A percentage alone in brackets, behind `=` or a dash, with at most a few words between. */
function percentBehind(tokens: readonly Token[], end: number): Stated | null {
  let at = end + 1;
  while (at - end <= LONGEST_LABEL && tokens[at]?.kind === "word") at++;
  const kind = tokens[at]?.kind;
  if (kind !== "open" && kind !== "dash" && kind !== "comma") return null;
  if (tokens[at + 1]?.numeral?.unit !== "%" || tokens[at + 1]?.numeral?.sign) return null;
  const close = tokens[at + 2]?.kind;
  return { at: at + 1, sure: kind === "open" && close === "close" };
}

/** "97.2 % (210 of 216)". */
function percentInFront(tokens: readonly Token[], start: number, end: number): Stated | null {
  if (tokens[start - 1]?.kind !== "open") return null;
  let at = start - 2;
  while (start - at <= LONGEST_LABEL && tokens[at]?.kind === "word") at--;
  if (tokens[at]?.numeral?.unit !== "%") return null;
  return { at, sure: tokens[end + 1]?.kind === "close" };
}
