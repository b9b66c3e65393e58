// Turns the lives of sentences that say nearly the same into copies: where each was born, what it became, and whether the
// words that were asked about still stand in it. Whether it was copied is told by origins.ts.

import { groupBy } from "../../group.ts";
import type { End, Life } from "./lives.ts";
import type { Near } from "./near.ts";

/** What became of a copy at a position of the line; `to` is where or what it was then, null where it went. */
export interface Step {
  readonly position: number;
  readonly end: End;
  readonly text: string | null;
  readonly doc: string;
  readonly line: number;
}

export interface Copy {
  readonly chain: number;
  /** The sentence as it was nearest to what was asked about, and how near that is: 0 to 1. */
  readonly text: string;
  readonly key: string;
  readonly likeness: number;
  /** Its lives from its birth on: what stood before it was near is not among them. */
  readonly lives: readonly Life[];
  /** What stood there before and was reworded into it; null where it was new. */
  readonly grew: string | null;
  /** Whether it still stands with these words, or lost them: to others, with its passage, with its file. */
  readonly fate: "stands" | "corrected" | "removed" | "file";
  /** Where it first stood without them; null while it stands. */
  readonly lost: number | null;
  readonly steps: readonly Step[];
}

/** By birth; of one commit, by document and line. */
export function copiesOf(near: readonly Near[]): readonly Copy[] {
  return [...groupBy(near, ({ chain }) => chain)]
    .map(([chain, own]) => copyOf(chain, own))
    .toSorted((a, b) => a.lives[0]!.first - b.lives[0]!.first || a.lives[0]!.id - b.lives[0]!.id);
}

function copyOf(chain: number, own: readonly Near[]): Copy {
  // Of equal ones the last: a copy that is moved is near in both places.
  const best = own.reduce((found, each, at) => ((each.likeness ?? 0) >= (own[found]!.likeness ?? 0) ? at : found), 0);
  let birth = best;
  while (birth > 0 && own[birth - 1]!.likeness !== null) birth--;
  const { life, likeness } = own[best]!;
  const steps = own.slice(birth).flatMap(({ life: each }, at) => {
    if (each.end === null) return [];
    const next = own[birth + at + 1]?.life ?? null;
    const { bornDoc: doc, bornLine: line } = next ?? { bornDoc: each.doc, bornLine: each.line };
    return [{ position: each.last! + 1, end: each.end, text: next?.text ?? null, doc, line }];
  });
  const lost = own.slice(best).find(({ life: { end } }) => end !== null && end !== "moved" && end !== "renamed");
  return {
    chain,
    text: life.text,
    key: life.key,
    likeness: likeness ?? 0,
    lives: own.slice(birth).map((each) => each.life),
    grew: birth > 0 ? own[birth - 1]!.life.text : null,
    fate: (lost?.life.end as Copy["fate"] | undefined) ?? "stands",
    lost: lost === undefined ? null : lost.life.last! + 1,
    steps,
  };
}
