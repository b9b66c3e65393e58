// Lets a claim that rests on measurements be no better than they are. It measures nothing.

import { printAddress } from "../address.ts";
import type { ClaimFinding } from "../claim.ts";
import type { Claim } from "./pin.ts";

/** A claim that holds and rests on a measurement which is not fresh, or is not there, is unchecked. `known`: among others. */
export function restingOn(
  pins: readonly ClaimFinding[],
  claims: readonly Claim[],
  known: readonly ClaimFinding[],
): readonly ClaimFinding[] {
  const measured = new Map(
    known.filter(({ kind }) => kind === "measurement").map((finding) => [finding.address, finding]),
  );
  const rests = new Map(claims.map(({ name, restsOn }) => [printAddress({ noun: "claim", name }), restsOn]));
  return pins.map((pin) => {
    if (pin.verdict !== "holds") return pin;
    for (const name of rests.get(pin.address) ?? []) {
      const finding = measured.get(printAddress({ noun: "measurement", name }));
      if (finding?.verdict === "holds") continue;
      const why = finding === undefined ? ", which is not there" : `: ${finding.says}`;
      return {
        ...pin,
        verdict: "unchecked",
        fails: pin.introduced !== false,
        says: `it rests on the measurement "${name}"${why}`,
        broke: finding?.broke ?? null,
      };
    }
    return pin;
  });
}
