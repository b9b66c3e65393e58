// Calculates with numbers that were written down, each as wide as its last digit leaves it, and says whether a stated one
// is what comes out. Reads no text.

import type { Draft, Figure } from "./sum.ts";

/** `+`, `-`, `*` or `/` of two figures; null where there is no such number. */
export function combined(operator: string, left: Figure, right: Figure): Figure | null {
  const decimals = operator === "+" || operator === "-" ? Math.max(left.decimals, right.decimals) : MOST_DECIMALS;
  if (operator === "+") return figure(left.value + right.value, left.low + right.low, left.high + right.high, decimals);
  if (operator === "-") return figure(left.value - right.value, left.low - right.high, left.high - right.low, decimals);
  const apply = (a: number, b: number): number => (operator === "*" ? a * b : a / b);
  if (operator === "/" && right.low <= 0 && right.high >= 0) return null;
  const ends = [
    apply(left.low, right.low),
    apply(left.low, right.high),
    apply(left.high, right.low),
    apply(left.high, right.high),
  ];
  return figure(apply(left.value, right.value), Math.min(...ends), Math.max(...ends), decimals);
}

/** Figures with the operators between them: products before sums, from left to right. Null where there is no such number. */
export function folded(operands: readonly Figure[], operators: readonly string[]): Figure | null {
  let sum: Figure | null = null;
  let sign = "+";
  let product: Figure | null = operands[0] ?? null;
  for (const [index, operator] of operators.entries()) {
    const next = operands[index + 1];
    if (!next || !product) return null;
    if (operator === "*" || operator === "/") product = combined(operator, product, next);
    else {
      sum = sum ? combined(sign, sum, product) : product;
      sign = operator;
      product = next;
      if (!sum) return null;
    }
  }
  if (!product) return null;
  return sum ? combined(sign, sum, product) : product;
}

const MOST_DECIMALS = 12;

function figure(value: number, low: number, high: number, decimals: number): Figure | null {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null;
  return { value, low, high, decimals, unit: "" };
}

/** The figure as an exact number. */
export function exactly(value: number, unit = ""): Figure {
  return { value, low: value, high: value, decimals: decimalsOf(value), unit };
}

/** The figure as something measured: a whole number of two digits or more may have been rounded to it. */
export function measured(of: Figure): Figure {
  if (of.decimals > 0 || of.low !== of.high || Math.abs(of.value) < 10) return of;
  return { ...of, low: of.value - 0.5, high: of.value + 0.5 };
}

export function scaled(of: Figure, by: number): Figure {
  return { ...of, value: of.value * by, low: of.low * by, high: of.high * by };
}

export function negated(of: Figure): Figure {
  return { ...of, value: -of.value, low: -of.high, high: -of.low };
}

/** The figure without its sign. */
export function sizeOf(of: Figure): Figure {
  return of.value < 0 ? negated(of) : of;
}

export function sumOf(figures: readonly Figure[]): Figure | null {
  let sum: Figure | null = exactly(0);
  for (const next of figures) sum = sum && combined("+", sum, next);
  return sum;
}

/**
 * `closes`: the stated number is the computed one, rounded. `fails`: it is not, however the digits are taken. `open`: it is
 * off by what people who cut digits off, or who round to hundreds, would not call wrong.
 */
export type Outcome = "closes" | "fails" | "open";

/** `counted`: what adds up are counts, so that no digit is lost; else what was multiplied or measured. */
export function compared(stated: Figure, computed: Figure, counted: boolean): Outcome {
  const grain = 10 ** -stated.decimals;
  const whole = stated.decimals === 0 && computed.low === computed.high && Number.isInteger(computed.value);
  const half = whole ? 0 : grain / 2;
  const slack = 1e-9 * Math.max(1, Math.abs(computed.value), Math.abs(stated.value));
  const off = (low: number, high: number): number => Math.max(low - stated.value, stated.value - high, 0);
  if (off(computed.low - half, computed.high + half) <= slack) return "closes";
  if (whole) return off(computed.low, computed.high) < coarse(stated.value, counted ? 2 : 1) ? "open" : "fails";
  if (off(computed.low - grain, computed.high + grain) <= slack) return "open";
  return off(computed.low, computed.high) < coarse(stated.value, 1) ? "open" : "fails";
}

/**
 * What is found with its outcome; null where that is neither true nor surely false. `sure`: the way it is written leaves no
 * doubt that a calculation is meant, and which. `counted` as above.
 */
export function judged(draft: Omit<Draft, "closes">, how: { sure: boolean; counted: boolean }): Draft | null {
  const outcome = compared(draft.stated, draft.computed, how.counted);
  if (outcome === "closes") return { ...draft, closes: true };
  return outcome === "fails" && how.sure ? { ...draft, closes: false } : null;
}

/** Half of the place that a number with at least `zeros` noughts at its end may have been rounded to; else 0. */
function coarse(value: number, zeros: number): number {
  if (!Number.isInteger(value) || value === 0 || Math.abs(value) >= 1e15) return 0;
  let place = 1;
  while (value % (place * 10) === 0) place *= 10;
  return place >= 10 ** zeros ? place / 2 : 0;
}

/** Whether a sum that is off by so little, next to its size, was surely meant to be one. */
export function isNear(stated: Figure, computed: Figure): boolean {
  const off = Math.abs(stated.value - computed.value);
  return off <= 0.12 * Math.max(Math.abs(stated.value), Math.abs(computed.value));
}

/** A number for a person: at most as many digits as tell it from the stated one. */
export function printed(of: Figure, like: Figure = of): string {
  const digits = Math.min(Math.max(like.decimals, of.decimals > 6 ? like.decimals + 2 : of.decimals), 12);
  const text = of.value.toFixed(digits);
  return (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text).replace(/^-0$/, "0");
}

function decimalsOf(value: number): number {
  const text = String(value);
  const point = text.indexOf(".");
  return point < 0 || text.includes("e") ? 0 : Math.min(text.length - point - 1, MOST_DECIMALS);
}
