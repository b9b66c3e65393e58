// Turns tokens into the value of an expression of numerals: `4496 + 17 (RUNNER-1) + 5`, `(3 + 4) × 2`. Words may stand with
// an operand as its label; an operand that is a name makes it no expression.

import { folded, measured, negated } from "./figures.ts";
import { LONGEST_LABEL, labelEnd } from "./labels.ts";
import type { Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";
import { unitAt, unitOf } from "./units.ts";

export interface Expression {
  readonly value: Figure;
  /** The same where whole numbers that are divided may have been rounded: 15966/22 may be 723. */
  readonly loose: Figure;
  /** Its first operand. */
  readonly first: Figure;
  /** Tokens, half-open. `end` is behind the last operand's label, `last` behind the last operand itself. */
  readonly start: number;
  readonly end: number;
  readonly last: number;
  readonly operators: number;
  /** "sum", "difference", "product", "ratio"; "result" of a mixture. */
  readonly what: string;
  /** Nothing but whole numbers is added and taken off: the result is exact. */
  readonly counted: boolean;
  /** Written so that nothing else can be meant: operators between spaces, operands of one unit, no "about". */
  readonly sure: boolean;
  /** Whether the words behind its last operand, up to `end`, are plainly its label. */
  readonly labelled: boolean;
  readonly divides: boolean;
  /** Whether a `/` stands in it without spaces: "6/7 passed" is no division. */
  readonly slashed: boolean;
  /** The one unit of its operands; empty of none, null of several. */
  readonly unit: string | null;
}

const DEEPEST = 8;
interface Operand {
  value: Figure;
  loose: Figure;
  start: number;
  end: number;
  last: number;
  sure: boolean;
  labelled: boolean;
  whole: boolean;
  operators: number;
  divides: boolean;
  what: string;
  unit: string | null;
}

/** How far tokens were read, also where they are no expression. */
export interface Reach {
  to: number;
}

/** The longest expression that begins at a token; null where no operand does, or one of its operands is no number. */
export function expressionAt(
  tokens: readonly Token[],
  start: number,
  reach: Reach = { to: start },
  depth = 0,
): Expression | null {
  const first = operandAt(tokens, start, depth, false);
  if (!first) return null;
  const operands: Operand[] = [first];
  const operators: string[] = [];
  let sure = first.sure;
  let counted = first.whole;
  let end = first.end;
  let [tight, slashed] = [0, false];
  for (;;) {
    const token = tokens[end];
    // `52 +17`: a sign that may be an operator.
    if (token?.numeral?.sign && end === operands.at(-1)?.last) {
      const next = operandAt(tokens, end, depth, false);
      if (!next) break;
      operators.push("+");
      operands.push(next);
      sure = false;
      end = next.end;
      continue;
    }
    if (token?.kind !== "operator") break;
    const next = operandAt(tokens, end + 1, depth, true);
    if (!next) {
      // A dash, or "31 units / second", is the end; "31 + n" is no sum of numerals.
      reach.to = end;
      if (!"-/".includes(token.text) || !token.before || !token.after) return null;
      sure = false;
      break;
    }
    const spaced = token.before && token.after;
    if (!spaced && (!"+/".includes(token.text) || token.before !== token.after)) sure = false;
    if (!spaced && token.text === "/") slashed = true;
    else if (!spaced) tight++;
    sure &&= next.sure && (operands.at(-1)?.labelled ?? true);
    counted &&= next.whole && (token.text === "+" || token.text === "-");
    operators.push(token.text === "x" ? "*" : token.text);
    operands.push(next);
    end = next.end;
  }
  reach.to = end;
  // `10 + 0*sin(-90)`: a function.
  if (tokens[end]?.kind === "open" && !tokens[end]?.before) return null;
  const value = folded(
    operands.map((operand) => operand.value),
    operators,
  );
  if (!value) return null;
  const loose = operators.includes("/")
    ? folded(
        operands.map((operand) => measured(operand.value)),
        operators,
      )
    : operators.length > 0
      ? value
      : first.loose;
  // `2+1+4` is one; `3.1+3.3 KMP` and `8+8` may be names.
  if (tight > 0 && (tight < operators.length || tight < 2)) sure = false;
  const divides = operators.includes("/") || operands.some((operand) => operand.divides);
  const inner = operands.reduce((count, operand) => count + operand.operators, operators.length);
  return {
    value,
    loose: loose ?? value,
    first: first.value,
    start,
    end,
    last: operands.at(-1)?.last ?? end,
    operators: inner,
    what: operators.length > 0 ? wordOf(operators) : first.what,
    counted,
    sure,
    labelled: operands.at(-1)?.labelled ?? true,
    unit: unitOf(
      operands.map((operand) => operand.unit),
      operators,
    ),
    divides,
    slashed,
  };
}

const WORDS: Readonly<Record<string, string>> = { "+": "sum", "-": "difference", "*": "product", "/": "ratio" };

function wordOf(operators: readonly string[]): string {
  const kinds = new Set(operators);
  if (kinds.size === 1) return WORDS[operators[0] ?? ""] ?? "result";
  return kinds.has("*") || kinds.has("/") ? "result" : "sum";
}

/** `inside`: behind an operator, where a label may stand in front of the number. */
function operandAt(tokens: readonly Token[], start: number, depth: number, inside: boolean): Operand | null {
  let at = start;
  let sure = true;
  if (inside) {
    while (tokens[at]?.kind === "word" && at - start < LONGEST_LABEL) at++;
    if (at > start) sure = false;
  }
  const token = tokens[at];
  if (token?.kind === "open" && token.text === "(" && depth < DEEPEST) {
    const group = expressionAt(tokens, at + 1, undefined, depth + 1);
    const close = group && tokens[group.end];
    if (!group || close?.kind !== "close" || (group.operators === 0 && group.end > at + 2)) return null;
    const end = group.end + 1;
    const label = labelEnd(tokens, end);
    return {
      value: group.value,
      loose: group.loose,
      start,
      end: label.end,
      last: end,
      sure: sure && group.sure && group.labelled,
      labelled: label.sure,
      whole: group.counted,
      operators: group.operators,
      divides: group.divides,
      what: group.what,
      unit: group.unit,
    };
  }
  const numeral = token?.numeral;
  if (!token || !numeral) return null;
  const label = labelEnd(tokens, at + 1);
  const value: Figure = numeral.sign === "-" ? negated(numeral) : numeral;
  return {
    value,
    loose: value,
    start,
    end: label.end,
    last: at + 1,
    sure: sure && !numeral.approximate && !numeral.compound,
    labelled: label.sure,
    whole: numeral.decimals === 0 && !numeral.approximate,
    operators: 0,
    divides: false,
    what: "number",
    unit: unitAt(tokens, at),
  };
}
