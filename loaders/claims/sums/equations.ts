// Finds what is written as an equation, `39 = 19 + 11 + 9`, and numbers with their calculation in brackets behind them,
// "1.85x (3.07 / 1.66)". Names make it code, and code is not looked at.

import { type Expression, expressionAt, type Reach } from "./expression.ts";
import { compared, isNear, judged, scaled } from "./figures.ts";
import { closing } from "./labels.ts";
import type { Draft } from "./sum.ts";
import type { Token } from "./tokens.ts";
import { alike } from "./units.ts";

/** All equations and asides among the tokens of one passage, in order. */
export function equationsIn(tokens: readonly Token[]): Draft[] {
  const found: Draft[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (!token || !begins(tokens, at)) {
      at++;
      continue;
    }
    const reach: Reach = { to: at };
    const expression = expressionAt(tokens, at, reach);
    if (!expression) {
      // What a name stands in the midst of is no expression from its second number on either.
      at = token.kind === "open" ? at + 1 : Math.max(at + 1, reach.to);
      continue;
    }
    const sides = [expression];
    let marks = "";
    let end = expression.end;
    while (tokens[end]?.kind === "equals") {
      const mark = tokens[end]?.text ?? "";
      const next = expressionAt(tokens, end + 1);
      if (!next) break;
      marks += mark === "=" ? "=" : "~";
      sides.push(next);
      end = next.end;
    }
    for (const [index, right] of sides.slice(1).entries()) {
      const draft = equation(tokens, sides[index]!, right, marks[index] === "=");
      if (draft) found.push(draft);
    }
    const aside = asideOf(tokens, sides.at(-1)!);
    if (aside) found.push(aside);
    // A bracket may hold a calculation of its own.
    at = token.kind === "open" || hasBracket(tokens, at, end) ? at + 1 : Math.max(at + 1, end);
    if (sides.length > 1) at = Math.max(at, sides.at(-1)!.last);
  }
  return found;
}

/** Whether an expression may begin at a token: not inside of one, not in `f(3 + 4)`, not in `n=3`. */
function begins(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.kind !== "number" && !(token?.kind === "open" && token.text === "(")) return false;
  if (before?.kind === "operator" || before?.kind === "odd") return false;
  if (token.kind === "open" && before?.to === token.from && before.kind !== "equals") return false;
  return !(before?.kind === "equals" && !before.before && !before.after && tokens[at - 2]?.kind === "word");
}

function hasBracket(tokens: readonly Token[], from: number, end: number): boolean {
  return end - from < 80 && tokens.slice(from, end).some((token) => token.kind === "open");
}

function equation(tokens: readonly Token[], left: Expression, right: Expression, plain: boolean): Draft | null {
  if (left.operators + right.operators === 0) return null;
  const behind = tokens[right.end];
  if (behind?.kind === "odd" || (behind?.kind === "operator" && !(behind.before && behind.after))) return null;
  if (isSet(tokens, left.end)) return null;
  // "5 + 5 = 10 new + 1 old = 11" goes on with what came out.
  if (left.operators > 0 && right.operators > 0 && right.first.value === left.value.value) {
    const result = { ...right, value: right.first, unit: left.unit };
    return draftOf(tokens, { from: left.start, to: right.start + 1, form: "equation" }, result, left, false);
  }
  const [stated, sum] = left.operators < right.operators ? [left, right] : [right, left];
  const ahead = tokens[left.start - 1];
  const chained = ahead?.kind === "compare" || behind?.kind === "compare" || ahead?.kind === "number";
  const named = stated === left && left.operators === 0 && ahead?.kind === "word" && !LEADING.test(ahead.text);
  const labelled = sum.slashed && (sum.operators > 1 || (sum === left && sum.end > sum.last));
  const sure =
    plain &&
    left.labelled &&
    !chained &&
    !named &&
    !labelled &&
    !isProverb(sum) &&
    isMeant(stated, sum, stated === right);
  return draftOf(tokens, { from: left.start, to: right.last, form: "equation" }, stated, sum, sure);
}

/** `seqs=8`, `MOST_MEMBERS = 2 * 2`: the `=` at a token sets a name. */
function isSet(tokens: readonly Token[], equals: number): boolean {
  const label = tokens[equals - 1];
  if (label?.kind !== "word") return false;
  return label.to === tokens[equals]?.from || /\w_\w|[a-z][A-Z]/.test(label.text);
}

/** Whether both sides are plainly written, of one unit and near enough to be meant as one number. */
function isMeant(stated: Expression, sum: Expression, free: boolean): boolean {
  if (!stated.sure || !sum.sure) return false;
  // `(93 / 10) * (75 / 10) = 63` in whole numbers.
  if (sum.divides && sum.operators > 1) return false;
  const share = stated.unit === "%" && sum.unit === "" && sum.what === "ratio";
  if (!share && !alike(stated.unit, sum.unit)) return false;
  // What is added up is meant however far off it is, where the sum comes first: a name may stand in front of `= 4 + 5`.
  return (free && sum.counted) || isNear(stated.value, share ? scaled(sum.value, 100) : sum.value);
}

/** "1 + 1 = 3" is a saying. */
function isProverb(sum: Expression): boolean {
  return sum.counted && sum.operators === 1 && sum.end === sum.start + 3 && Math.abs(sum.value.value) < 10;
}

/** What may stand right in front of a number that is said to be a sum. Behind a noun it is a name: "layer 3 = …". */
const LEADING =
  /^(?:the|a|all|of|is|are|was|were|be|and|or|so|total|totals|sum|has|have|had|gives?|makes?|yields?|to|in|with|for|from|that|which|now|exactly|only|than|by|at)$/i;

/** "1.85x here (3.07 / 1.66)". */
function asideOf(tokens: readonly Token[], stated: Expression): Draft | null {
  if (stated.operators > 0) return null;
  let at = stated.last;
  while (at - stated.last < 5 && tokens[at]?.kind === "word") at++;
  const open = tokens[at];
  if (open?.kind !== "open" || open.text !== "(" || !open.before) return null;
  const close = closing(tokens, at);
  const equals = tokens[at + 1]?.kind === "equals";
  const sum = expressionAt(tokens, at + (equals ? 2 : 1));
  if (!sum || sum.operators === 0 || sum.end !== close) return null;
  const ahead = tokens[stated.start - 1];
  const named = ahead?.kind === "word" && !LEADING.test(ahead.text) && !equals;
  const sure = !named && sum.labelled && !sum.slashed && isMeant(stated, sum, false);
  return draftOf(tokens, { from: stated.start, to: close + 1, form: "aside" }, stated, sum, sure);
}

interface Extent {
  /** Tokens, half-open. */
  readonly from: number;
  readonly to: number;
  readonly form: "equation" | "aside";
}

function draftOf(
  tokens: readonly Token[],
  extent: Extent,
  stated: Expression,
  sum: Expression,
  sure: boolean,
): Draft | null {
  const first = tokens[extent.from];
  const last = tokens[extent.to - 1];
  if (!first || !last) return null;
  const unit = stated.unit ?? "";
  // A ratio that is stated in per cent.
  const scale = unit === "%" && sum.unit !== "%" ? 100 : 1;
  const value = { ...stated.value, unit };
  const loose = compared(value, scaled(sum.loose, scale), false) === "closes";
  return judged(
    {
      from: first.from,
      to: last.to,
      form: extent.form,
      stated: value,
      computed: scaled(sum.value, scale),
      what: sum.what,
    },
    { sure: sure && !loose, counted: stated.counted && sum.counted },
  );
}
