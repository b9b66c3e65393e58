// Turns the life of a claim into lines for a person and JSON for a program: what it was from which commit to which, and
// by whom it came to be so.

import type { ClaimPast } from "../claims/finding.ts";
import type { Judgement } from "../claims/judge.ts";
import { CLAIM_VERDICTS } from "./audit/claim-words.ts";
import { shown } from "./audit/log-safe.ts";
import { capital, momentWords } from "./audit/words.ts";
import { type Style, table } from "./text.ts";

export interface LivedClaim {
  /** Its name, or the expression that was asked. */
  readonly name: string;
  /** Its sentence; empty of an expression. */
  readonly sentence: string;
  readonly past: ClaimPast;
  /** At the tree that is judged, which may be more than the line's head; null: the head. */
  readonly now: Judgement | null;
}

/** Characters of what was found that a row holds. */
const CELL = 60;

/** Lines without a line end at their end. */
export function claimLifeText({ name, sentence, past, now }: LivedClaim, style: Style): string {
  const { life, momentOf, floor } = past;
  const judgement = now ?? life.at(-1)?.judgement ?? null;
  const heading = [style.bold(shown(name)), ...(sentence === "" ? [] : [shown(`“${sentence}”`)])].join("  ");
  if (judgement === null) return `${heading}\n  There never was anything on this line that it speaks of.`;
  const { glyph, label } = CLAIM_VERDICTS[judgement.verdict];
  const mark = `${glyph} ${label}`;
  const rows = life.map(({ first, last, judgement: then }) => [
    momentWords(momentOf(first)),
    last === null ? "now" : momentWords(momentOf(last)),
    `${CLAIM_VERDICTS[then.verdict].glyph} ${CLAIM_VERDICTS[then.verdict].label}`,
    clipped(then.found ?? then.says),
  ]);
  const since = life[0]?.first === 0 && floor !== null ? ` Nothing is known before it (${floor}).` : "";
  return [
    heading,
    `  ${judgement.verdict === "holds" ? mark : style.alarm(mark)}: ${shown(judgement.says)}`,
    ...(rows.length === 0
      ? []
      : [
          table(
            ["from", "until", "is", "found"],
            rows.map((row) => row.map(shown)),
            style,
          ),
        ]),
    ...(since === "" ? [] : [style.dim(since.trim())]),
  ].join("\n");
}

function clipped(text: string): string {
  return text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text;
}

/** What `--json` prints of one claim. Positions are told as commits; `until` is null while it still is so. */
export function claimLifeJson({ name, sentence, past, now }: LivedClaim) {
  const { life, momentOf, floor } = past;
  return {
    claim: name,
    sentence,
    now: now === null ? null : told(now),
    states: life.map(({ first, last, judgement }, at) => ({
      from: momentOf(first),
      floor: at === 0 && first === 0 ? floor : null,
      until: last === null ? null : momentOf(last),
      ...told(judgement),
    })),
  };
}

function told({ verdict, says, stated, found, missing, extra, places }: Judgement) {
  return { verdict, says: capital(says), stated, found, missing, extra, places };
}
