// Finds what is said of two numbers beside them: "31 → 37 (+6)", "12.7 → 16.7 (+31 %)", "+6 between rounds (31 → 37)".
// Whether the two numbers are right is not asked.

import { isNear, judged, negated, sizeOf } from "./figures.ts";
import { closed, closing } from "./labels.ts";
import { readings } from "./readings.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Token } from "./tokens.ts";

const LONGEST_LABEL = 5;

/** All changes among the tokens of one passage, in order. */
export function changesIn(tokens: readonly Token[]): Draft[] {
  return tokens.flatMap((token, at) => (token.kind === "arrow" ? changeAt(tokens, at) : []));
}

/** What stands on both sides of the arrow at `at`, against what is said of it behind, or in front. */
function changeAt(tokens: readonly Token[], at: number): Draft[] {
  const left = numberBefore(tokens, at);
  const right = numberBehind(tokens, at);
  if (left < 0 || right < 0 || tokens[right + 1]?.kind === "arrow") return [];
  const from = figureAt(tokens, left);
  const to = figureAt(tokens, right);
  if (!from || !to || tokens[left - 1]?.kind === "operator" || tokens[right + 1]?.kind === "operator") return [];
  if (from.unit !== to.unit && from.unit !== "" && to.unit !== "") return [];
  // Of three in a row nothing says between which the change is.
  const alone = tokens[left - 1]?.kind !== "arrow" && numberBefore(tokens, left) < 0;
  const found: Draft[] = [];
  const behind = statedBehind(tokens, right);
  // "(+178 insertions, −10 deletions)": neither is the change.
  const several = behind.filter(({ at: place }) => tokens[place]?.numeral?.unit === "").length > 1;
  for (const stated of behind) {
    if (several && tokens[stated.at]?.numeral?.unit === "") continue;
    const draft = change(tokens, { left, right, from, to }, stated, alone);
    if (draft) found.push(draft);
  }
  if (behind.length > 0) return found;
  const stated = statedInFront(tokens, left);
  const draft = stated < 0 ? null : change(tokens, { left, right, from, to }, { at: stated, sure: true }, alone);
  return draft ? [draft] : [];
}

interface Pair {
  readonly left: number;
  readonly right: number;
  readonly from: Figure;
  readonly to: Figure;
}

interface Stated {
  readonly at: number;
  /** Whether nothing but the change stands there. */
  readonly sure: boolean;
}

function change(tokens: readonly Token[], pair: Pair, place: Stated, alone: boolean): Draft | null {
  const token = tokens[place.at];
  const numeral = token?.numeral;
  if (!token || !numeral) return null;
  const stated: Figure = numeral.sign === "-" ? { ...negated(numeral), unit: numeral.unit } : numeral;
  const drafts = readings(pair.from, pair.to, stated, numeral.sign !== "").map(([computed, what]) =>
    judged(
      {
        from: Math.min(token.from, tokens[pair.left]?.from ?? 0),
        to: closed(tokens, Math.max(place.at, pair.right)),
        form: "change",
        stated,
        computed: { ...computed, unit: numeral.unit },
        what,
      },
      {
        sure:
          place.sure &&
          alone &&
          numeral.sign !== "" &&
          !numeral.approximate &&
          isPlain(tokens, pair) &&
          isNear(sizeOf(stated), sizeOf(computed)),
        counted: what === "difference" && [pair.from, pair.to, stated].every((figure) => figure.decimals === 0),
      },
    ),
  );
  return (
    drafts.find((draft) => draft?.closes) ?? (drafts.every((draft) => draft !== null) ? (drafts[0] ?? null) : null)
  );
}

function isPlain(tokens: readonly Token[], pair: Pair): boolean {
  return [pair.left, pair.right].every((at) => {
    const numeral = tokens[at]?.numeral;
    return numeral !== null && numeral !== undefined && !numeral.approximate && !numeral.compound;
  });
}

/** The nearest number in front of the token at `at`, with at most a few words between; -1. */
function numberBefore(tokens: readonly Token[], at: number): number {
  let index = at - 1;
  while (at - index <= 3 && tokens[index]?.kind === "word") index--;
  return tokens[index]?.kind === "number" ? index : -1;
}

function numberBehind(tokens: readonly Token[], at: number): number {
  let index = at + 1;
  while (index - at <= 2 && tokens[index]?.kind === "word") index++;
  return tokens[index]?.kind === "number" ? index : -1;
}

function figureAt(tokens: readonly Token[], at: number): Figure | null {
  const numeral = tokens[at]?.numeral;
  if (!numeral || numeral.compound) return null;
  return numeral.sign === "-" ? { ...negated(numeral), unit: numeral.unit } : numeral;
}

/** Numbers in brackets, or behind a comma, right behind the second number: "(+632, +18.8 %)", ", −11 %". */
function statedBehind(tokens: readonly Token[], right: number): Stated[] {
  let at = right + 1;
  while (at - right <= LONGEST_LABEL && tokens[at]?.kind === "word") at++;
  const open = tokens[at];
  if (open?.kind === "comma" || open?.kind === "dash") {
    const next = tokens[at + 1];
    return next?.numeral?.sign && at - right <= 3 ? [{ at: at + 1, sure: false }] : [];
  }
  if (open?.kind !== "open") return [];
  const close = closing(tokens, at);
  if (close < 0) return [];
  const found: Stated[] = [];
  for (let index = at + 1; index < close; index++) {
    const token = tokens[index];
    const before = tokens[index - 1]?.kind;
    if (token?.kind === "arrow") return [];
    if (token?.kind === "open") return found;
    if (token?.kind !== "number" || (before !== "open" && before !== "comma" && before !== "operator")) continue;
    const behind = tokens[index + 1];
    const bare =
      behind?.kind === "close" || behind?.kind === "comma" || (behind?.kind === "operator" && behind.text === "/");
    const worded = behind?.kind === "word" && tokens[index + 2]?.kind !== "number";
    found.push({ at: index, sure: (bare && found.length === 0) || (worded && found.length === 0 && index === at + 1) });
  }
  return found;
}

/** "+6 SLOC between rounds (31 → 37)": the signed number in front of the bracket that holds the two; -1. */
function statedInFront(tokens: readonly Token[], left: number): number {
  let at = left - 1;
  if (tokens[at]?.kind !== "open") return -1;
  at--;
  const from = at;
  while (from - at <= LONGEST_LABEL && tokens[at]?.kind === "word") at--;
  return tokens[at]?.numeral?.sign ? at : -1;
}
