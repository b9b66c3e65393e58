// Counts what is left out, by reason, and keeps the first few examples of each.

import type { Skipped } from "../citation.ts";

/** Examples that are kept of each reason. */
const EXAMPLES = 3;

export class LeftOut {
  private readonly reasons = new Map<string, { count: number; examples: string[] }>();

  out(reason: string, example: string): void {
    const known = this.reasons.get(reason) ?? { count: 0, examples: [] };
    known.count++;
    if (known.examples.length < EXAMPLES) known.examples.push(example);
    this.reasons.set(reason, known);
  }

  /** In the order in which the reasons came. */
  counted(): readonly Skipped[] {
    return [...this.reasons].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }
}
