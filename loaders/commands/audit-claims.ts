// Has the claims in force judged at one tree, with what a change made of them and what made false ones false. The surface
// is derived only where a claim asks it; history is walked only for claims that do not hold.

import type { Snapshot } from "../citation.ts";
import type { ClaimFinding } from "../claim.ts";
import { type Field, fieldOf } from "../claims/field.ts";
import { claimFinding } from "../claims/finding.ts";
import type { Judgement } from "../claims/judge.ts";
import type { Claim } from "../claims/pin.ts";
import { judgeScene } from "../claims/scene.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import { paths } from "./audit-found.ts";
import type { Judged } from "./audit-trees.ts";
import { claimPasts } from "./claim-pasts.ts";
import { type Flags, openContext } from "./context.ts";
import type { Output } from "./output.ts";

export interface ClaimsAsked {
  readonly repo: Repository;
  readonly judged: Judged;
  readonly claims: readonly Claim[];
  /** Documents that are meant; none: all. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly output: Output;
}

/** Findings in the order of the claims. Throws what judging throws. */
export async function claimsTold(asked: ClaimsAsked): Promise<readonly ClaimFinding[]> {
  const { repo, judged, words, flags, output } = asked;
  const { wanted } = paths(words, judged.now);
  const claims = asked.claims.filter((claim) => wanted(documentOf(claim)));
  if (claims.length === 0) return [];
  const facts = new Facts();
  const now = await judgeScene(claims, sceneOf(judged.now, repo, facts, flags), { repo, facts });
  const sides: ReadonlyMap<Claim, Judgement>[] = [];
  const off = claims.filter((claim) => now.get(claim)!.verdict !== "holds");
  // What holds now was broken by nobody: only the others are asked of the sides.
  for (const side of off.length > 0 ? judged.before : [])
    sides.push(await judgeScene(off, sceneOf(side, repo, facts, flags), { repo, facts }));
  const [head] = judged.now.heads;
  const pasts = head === undefined ? new Map() : await claimPasts(off, { repo, head, flags, output });
  return claims.map((claim) => {
    const judgement = now.get(claim)!;
    const finding = claimFinding(claim, judgement, pasts.get(claim) ?? null);
    if (judged.before.length === 0) return finding;
    const introduced = judgement.verdict !== "holds" && !sides.some((side) => wasOff(side.get(claim)!));
    return { ...finding, introduced, fails: finding.fails && introduced };
  });
}

/** The document that a claim stands in; of one that says its own sentence, where it is configured. */
function documentOf({ prose, file }: Claim): string {
  return prose.kind === "sentence" || prose.kind === "list" ? prose.file : file;
}

/** Whether a claim was off before already. One of which there was nothing yet was not. */
function wasOff({ verdict, isAbsent }: Judgement): boolean {
  return verdict !== "holds" && !isAbsent;
}

/** A snapshot as claims see it; a profile is looked for only where a claim asks the surface. */
export function sceneOf(snapshot: Snapshot, repo: Repository, facts: Facts, flags: Flags): Field {
  return fieldOf(snapshot, repo, facts, async () => (await openContext(flags)).profile);
}
