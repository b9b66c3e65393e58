// Counts what is left out by its reason, and keeps the first few examples of each.

import type { Skipped } from "../citation.ts";

/** Examples that are kept of one reason. */
const EXAMPLES = 3;

/** What is left out so far. */
export class Tally {
  private readonly reasons = new Map<string, { count: number; readonly examples: string[] }>();

  out(reason: string, example: string): void {
    const known = this.reasons.get(reason) ?? { count: 0, examples: [] };
    known.count++;
    if (known.examples.length < EXAMPLES) known.examples.push(example);
    this.reasons.set(reason, known);
  }

  /** All of another tally on top. */
  add(others: readonly Skipped[]): void {
    for (const { reason, count, examples } of others) {
      const known = this.reasons.get(reason) ?? { count: 0, examples: [] };
      known.count += count;
      known.examples.push(...examples.slice(0, EXAMPLES - known.examples.length));
      this.reasons.set(reason, known);
    }
  }

  /** In the order in which the reasons came. */
  counted(): readonly Skipped[] {
    return [...this.reasons].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }

  /** The most frequent first. */
  ranked(): readonly Skipped[] {
    return this.counted().toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }
}
