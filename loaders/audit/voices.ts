// Turns the leanings of citations that one commit wrote about one file into what each hears from its neighbours: people
// who read numbers in one tree mostly read them all there. A voice is heard, never obeyed.

import { groupBy } from "../group.ts";
import { WEIGHTS } from "./weights.ts";

export interface Voice {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  /** Commit and target: only what shares these is heard. */
  readonly group: string;
  /** Bits for the later version; null where it has no choice to make, and then it is silent. */
  readonly bits: number | null;
}

/** So many neighbours on each side are heard, so that a thousand citations in one list cost a thousand steps. */
const HEARD = 40;

/** For each what the others say, in bits, in the order given. */
export function hear(voices: readonly Voice[]): readonly number[] {
  const heard = new Map<Voice, number>();
  for (const group of groupBy(voices, (voice) => voice.group).values()) {
    const speaking = group.filter((voice) => voice.bits !== null).sort(inOrder);
    for (const [at, voice] of speaking.entries())
      heard.set(voice, meanOf(voice, speaking.slice(Math.max(0, at - HEARD), at + HEARD + 1)));
  }
  return voices.map((voice) => heard.get(voice) ?? 0);
}

/** A whole order, so that sums come out the same whoever is listed first. */
function inOrder(a: Voice, b: Voice): number {
  return a.start - b.start || a.end - b.end || (a.doc < b.doc ? -1 : a.doc > b.doc ? 1 : 0);
}

function meanOf(voice: Voice, others: readonly Voice[]): number {
  let sum = 0;
  let weights: number = WEIGHTS.doubt;
  for (const other of others) {
    // The same citation once more in the same document is no second voice.
    if (other === voice || (other.doc === voice.doc && other.start === voice.start && other.end === voice.end))
      continue;
    const near =
      Math.exp(-Math.abs(other.start - voice.start) / WEIGHTS.fades) *
      (other.doc === voice.doc ? 1 : WEIGHTS.elsewhere);
    sum += near * other.bits!;
    weights += near;
  }
  return sum / weights;
}
