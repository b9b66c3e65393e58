// Says what a number that stands beside two others can be of them. Which numbers stand beside each other is read elsewhere.

import { combined, exactly, measured, negated, scaled } from "./figures.ts";
import type { Figure } from "./sum.ts";

/**
 * What a stated number can be of two others, each with its word: their difference, by how much of the first they differ, or
 * their ratio. Without a unit it is a difference if it has a sign; with another unit than theirs it is nothing.
 */
export function readings(
  from: Figure,
  to: Figure,
  stated: Figure,
  signed: boolean,
): (readonly [figure: Figure, what: string])[] {
  const found: (readonly [Figure, string])[] = [];
  const add = (figure: Figure | null, what: string): void => {
    if (figure) found.push([figure, what]);
  };
  if (stated.unit === "%") {
    const change = relative(from, to);
    add(change, "relative change");
    // "from 10 to 8 ms (+20 %)" is a gain.
    add(change && negated(change), "relative change");
    // "9124 → 3653 (40 %)": what is left.
    if (!signed && from.value !== 0) add(scaledRatio(from, to), "ratio");
    if (from.unit === "%" || to.unit === "%") add(combined("-", to, from), "difference");
  } else if (stated.unit === "x") {
    add(combined("/", measured(to), measured(from)), "ratio");
    add(combined("/", measured(from), measured(to)), "ratio");
  } else if (signed && (stated.unit === "" || stated.unit === from.unit || stated.unit === to.unit))
    add(combined("-", to, from), "difference");
  return found;
}

function scaledRatio(from: Figure, to: Figure): Figure | null {
  const ratio = combined("/", measured(to), measured(from));
  return ratio && scaled(ratio, 100);
}

/** By how much of the first the second differs from it, in per cent. */
function relative(from: Figure, to: Figure): Figure | null {
  const ratio = from.value === 0 ? null : combined("/", measured(to), measured(from));
  const change = ratio && combined("-", ratio, exactly(1));
  // What is measured is about its value, not about the middle of what rounding leaves open.
  return change && scaled({ ...change, value: (to.value - from.value) / from.value }, 100);
}
