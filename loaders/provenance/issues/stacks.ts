// Finds the pull requests that one stacks on and those that stack on it, by the branches and heads that a forge says of them.

import type { Issue } from "../../store/issues.ts";

export type Pull = Pick<Issue, "id" | "base_branch" | "head_branch">;

export interface Stack {
  readonly id: string;
  /** `on`: this one stands on it; `under`: it stands on this one. */
  readonly how: "on" | "under";
  readonly branch: string;
}

/** Branches that everything is merged into are nobody's stack: a head of that name is a fork's. */
const TRUNK = /^(?:main|master|trunk|develop)$/;

/** In the order of `pulls`. Pull requests whose branch was deleted or reused may be told too: a forge does not say when. */
export function stacksOf({ id, base_branch: base, head_branch: head }: Pull, pulls: readonly Pull[]): readonly Stack[] {
  const found: Stack[] = [];
  for (const other of pulls) {
    if (other.id === id) continue;
    if (base !== null && !TRUNK.test(base) && other.head_branch === base)
      found.push({ id: other.id, how: "on", branch: base });
    if (head !== null && !TRUNK.test(head) && other.base_branch === head)
      found.push({ id: other.id, how: "under", branch: head });
  }
  return found;
}
