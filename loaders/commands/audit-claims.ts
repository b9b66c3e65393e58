// Has claims judged at one tree, with what a change made of them and what made false ones false. The surface
// is derived only where a claim asks it; history is walked only for claims that do not hold.

import type { Snapshot } from "../citation.ts";
import type { ClaimFinding } from "../claim.ts";
import { type Field, fieldOf } from "../claims/field.ts";
import { claimFinding } from "../claims/finding.ts";
import type { Claim } from "../claims/pin.ts";
import { judgeScene } from "../claims/scene.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import type { Judged } from "./audit-trees.ts";
import { claimsOfSnapshot } from "./claim-files.ts";
import { claimPasts } from "./claim-pasts.ts";
import { type Flags, openContext } from "./context.ts";
import type { Output } from "./output.ts";

export interface ClaimsAsked {
  readonly repo: Repository;
  readonly judged: Judged;
  readonly claims: readonly Claim[];
  readonly flags: Flags;
  readonly output: Output;
}

/** Findings in the order of the claims. Throws what judging throws. */
export async function claimsTold(asked: ClaimsAsked): Promise<readonly ClaimFinding[]> {
  const { repo, judged, claims, flags, output } = asked;
  const facts = new Facts();
  const now = await judgeScene(claims, sceneOf(judged.now, repo, facts, flags), { repo, facts });
  const off = claims.filter((claim) => now.get(claim)!.verdict !== "holds");
  const wasOff = await offBefore(off, asked, facts);
  const [head] = judged.now.heads;
  const pasts = head === undefined ? new Map() : await claimPasts(off, { repo, head, flags, output });
  return claims.map((claim) => {
    const judgement = now.get(claim)!;
    const finding = claimFinding(claim, judgement, pasts.get(claim) ?? null);
    if (judged.before.length === 0) return finding;
    const introduced = judgement.verdict !== "holds" && !wasOff.has(claim.name);
    return { ...finding, introduced, fails: finding.fails && introduced };
  });
}

/**
 * Names of claims that were off on a side already: by the claims of that side itself, so that one which comes to meet what
 * it forbids is the meeting's. What holds now was broken by nobody: only the others are asked.
 */
async function offBefore(off: readonly Claim[], { repo, judged, flags }: ClaimsAsked, facts: Facts) {
  const names = new Set<string>();
  for (const side of off.length > 0 ? judged.before : []) {
    const own = flags.claims === undefined ? await claimsOfSnapshot(side).catch(() => []) : off;
    const asked = own.filter(({ name }) => off.some((claim) => claim.name === name));
    const judgements = await judgeScene(asked, sceneOf(side, repo, facts, flags), { repo, facts });
    for (const [claim, { verdict, isAbsent }] of judgements)
      if (verdict !== "holds" && !isAbsent) names.add(claim.name);
  }
  return names;
}

/** A snapshot as claims see it; a profile is looked for only where a claim asks the surface. */
export function sceneOf(snapshot: Snapshot, repo: Repository, facts: Facts, flags: Flags): Field {
  return fieldOf(snapshot, repo, facts, async () => (await openContext(flags)).profile);
}
