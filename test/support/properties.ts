// fast-check with one seed: a run that failed fails again, and no change is stopped by an example that it has no part in.
// `SEED=random npm test` asks other examples, `SEED=7 npm test` those of one seed, `RUNS=20` twenty times as many.

import fc from "fast-check";

const { SEED = "20261130", RUNS = "1" } = process.env;

fc.configureGlobal({ seed: SEED === "random" ? Date.now() | 0 : Number(SEED) });

/** How many examples to ask where a usual run asks `count`. */
export function runs(count: number): number {
  return count * Number(RUNS);
}

export { fc };
