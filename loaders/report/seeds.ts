// Turns what seeds did to claims into lines for a person and JSON for a program: which changes turn a claim red, which it
// cannot see, and which claims nothing turns red.

import type { Sown } from "../claims/seeds/sow.ts";
import { groupBy } from "../group.ts";
import { CLAIM_VERDICTS } from "./audit/claim-words.ts";
import { shown } from "./audit/log-safe.ts";
import { capital, count, counted, listed } from "./audit/words.ts";
import type { Style } from "./text.ts";

export interface SownClaim {
  readonly name: string;
  readonly sentence: string;
  readonly sown: Sown;
}

/** What is known of whether a claim can fail. */
export type Outcome = "can fail" | "cannot fail" | "not green" | "not tried";

export function outcomeOf({ judgement, sprouts }: Sown): Outcome {
  if (judgement.verdict !== "holds") return "not green";
  if (sprouts.length === 0) return "not tried";
  return sprouts.some(({ isRed }) => isRed) ? "can fail" : "cannot fail";
}

/** Lines without a line end at their end. `all`: each change by itself, with what the claim says then. */
export function seedsText(claims: readonly SownClaim[], style: Style, all: boolean): string {
  return [...claims.map((claim) => block(claim, style, all)), style.bold(summary(claims))].join("\n\n");
}

function block({ name, sentence, sown }: SownClaim, style: Style, all: boolean): string {
  const { judgement, sprouts } = sown;
  const outcome = outcomeOf(sown);
  const head = `${style.bold(shown(name))}  ${shown(`“${sentence}”`)}`;
  if (outcome === "not green")
    return `${head}\n  ${style.alarm(CLAIM_VERDICTS[judgement.verdict].label)} already: ${shown(judgement.says)}. Nothing was altered.`;
  if (outcome === "not tried")
    return `${head}\n  ${style.alarm("nothing to alter")}: it asks nothing that a copy could change.`;
  const red = sprouts.filter(({ isRed }) => isRed);
  const blind = sprouts.filter(({ isRed }) => !isRed);
  const lines = [
    head,
    `  ${outcome === "cannot fail" ? style.alarm("cannot fail") : "can fail"}: ${count(red.length)} of ${counted(sprouts.length, "change")} ${red.length === 1 ? "turns" : "turn"} it red`,
  ];
  if (all)
    for (const { seed, isRed, says } of sprouts)
      lines.push(
        `    ${isRed ? "✕ red  " : "● green"}  ${shown(`${seed.kind}: ${seed.says}`)}${isRed ? style.dim(shown(`  ${says}`)) : ""}`,
      );
  else {
    if (red.length > 0) lines.push(`    red when  ${shown(listed(kinds(red)))}`);
    if (blind.length > 0)
      lines.push(
        style.dim(`    blind to  ${shown(listed(kinds(blind).filter((kind) => !kinds(red).includes(kind))))}`),
      );
  }
  return lines.join("\n");
}

function kinds(sprouts: Sown["sprouts"]): readonly string[] {
  return [...new Set(sprouts.map(({ seed }) => seed.kind))];
}

function summary(claims: readonly SownClaim[]): string {
  const by = groupBy(claims, ({ sown }) => outcomeOf(sown));
  const names = (outcome: Outcome) => (by.get(outcome) ?? []).map(({ name }) => shown(name));
  const dead = [...names("cannot fail"), ...names("not tried")];
  const sick = names("not green");
  return [
    dead.length === 0
      ? `${capital(counted(names("can fail").length, "claim"))} can fail, and none that holds cannot.`
      : `${capital(counted(dead.length, "claim"))} cannot fail: ${listed(dead)}.`,
    ...(sick.length > 0
      ? [`${capital(counted(sick.length, "claim does", "claims do"))} not hold as it is: ${listed(sick)}.`]
      : []),
  ].join(" ");
}

/** What `seeds --json` prints. */
export function seedsJson(claims: readonly SownClaim[]) {
  return claims.map(({ name, sentence, sown }) => ({
    claim: name,
    sentence,
    outcome: outcomeOf(sown),
    verdict: sown.judgement.verdict,
    seeds: sown.sprouts.map(({ seed, isRed, says }) => ({ ...seed, red: isRed, claimSays: says })),
  }));
}
