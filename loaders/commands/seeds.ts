// Runs `seeds`: for each pinned claim, whether anything that could be changed turns it red. Exit code 1 where a claim
// cannot fail: a check that is always green is none.

import { fieldOf } from "../claims/field.ts";
import { sentenceOf } from "../claims/finding.ts";
import type { Claim } from "../claims/pin.ts";
import { sow } from "../claims/seeds/sow.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import { didYouMean } from "../near.ts";
import { outcomeOf, type SownClaim, seedsJson, seedsText } from "../report/seeds.ts";
import { judgedBy } from "./audit-trees.ts";
import { claimsInForce } from "./claim-files.ts";
import { type Flags, openContext, openFromFlags } from "./context.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function runSeeds(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const repo = await openFromFlags(flags);
  const { claims } = await claimsInForce(repo, flags);
  const chosen = named(claims, words);
  const [judged] = await judgedBy(repo, flags, output);
  const facts = new Facts();
  const field = fieldOf(judged!.now, repo, facts, async () => (await openContext(flags)).profile);
  const bar = progressBar(output.terminal);
  const sown: SownClaim[] = [];
  try {
    for (const [done, claim] of chosen.entries()) {
      bar.onProgress({ phase: "seeds", done, total: chosen.length, what: claim.name });
      const result = await sow(claim, field, { repo, facts });
      sown.push({ name: claim.name, sentence: sentenceOf(claim, result.judgement), sown: result });
    }
  } finally {
    bar.done();
  }
  output.print(
    flags.json === true ? JSON.stringify(seedsJson(sown), null, 2) : seedsText(sown, output.style, flags.all === true),
  );
  return sown.some((each) => outcomeOf(each.sown) !== "can fail") ? 1 : 0;
}

/** The claims that are named, or all. Throws "bad-usage". */
export function named(claims: readonly Claim[], words: readonly string[]): readonly Claim[] {
  if (claims.length === 0)
    throw new BinnacleError(
      "bad-usage",
      'No claim is pinned here. "binnacle claim add" pins one, and --claims names a file of them.',
    );
  if (words.length === 0) return claims;
  return words.map((word) => {
    const name = word.replace(/^claim:/, "");
    const claim = claims.find((each) => each.name === name);
    if (claim !== undefined) return claim;
    const names = claims.map((each) => each.name);
    throw new BinnacleError(
      "bad-usage",
      `There is no claim "${name}".${didYouMean(name, names)} "binnacle claim list" lists them.`,
    );
  });
}
