// Says what it means that something which prose names is gone. It is missing only where the sentence was true when it was
// written: one that was written later, or that tells of the removal itself, speaks of the past.

import { momentOf } from "../../audit/past.ts";
import type { Place } from "../../claim.ts";
import type { Left, Mention, Ruling, Scene } from "./mention.ts";
import { short } from "./telling.ts";

/** How a thing went. */
export interface Loss {
  /** Position in the past of the commit that took it away. */
  readonly at: number;
  /** What that commit did: "deleted the file". */
  readonly what: string;
  /** What took its place and is there now, or null. */
  readonly now: string | null;
  readonly places: readonly Place[];
}

export function goneRuling({ source, speaks, birth }: Mention, { past }: Scene, loss: Loss): Ruling | Left {
  const { at, what, now, places } = loss;
  const broke = { ...momentOf(past, at), says: what };
  const when = `${short(broke.commit)}${broke.pr === null ? "" : ` (#${broke.pr})`} ${what}`;
  const told = { found: now, places, broke };
  if (source.record) return { left: "gone, in a document that is a record of its day" };
  if (speaks === "gone") return { verdict: "holds", says: `it is gone, as the sentence says: ${when}`, ...told };
  if (speaks === "past")
    return { verdict: "unknown", says: `it is gone, and the sentence may speak of that: ${when}`, ...told };
  if (source.from === "outside")
    return {
      verdict: "unknown",
      says: `it is gone; of which time the document speaks, nothing says: ${when}`,
      ...told,
    };
  if (birth === null || birth <= at)
    return { verdict: "unknown", says: `it was gone already when this was written: ${when}`, ...told };
  return { verdict: "missing", says: `${when}${now === null ? "" : `; there is ${now} now`}`, ...told };
}
