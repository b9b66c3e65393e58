// All that `issues show` tells of one issue or pull request, as a type. Types only.

import type { Cited } from "../provenance/issues/cited.ts";
import type { Dependencies } from "../provenance/issues/dependencies.ts";
import type { Effects, NamingCommit } from "../provenance/issues/history.ts";
import type { Stack } from "../provenance/issues/stacks.ts";
import type { Derived, Issue, Link, Thread } from "../store/issues.ts";

export interface ShownIssue {
  readonly thread: (Thread & Derived) | null;
  readonly id: string;
  /** Links of other threads that lead here. */
  readonly leading: readonly (Link & { readonly issue: string })[];
  /** Those that this one leads to and that are imported, by id. */
  readonly known: ReadonlyMap<string, Issue>;
  readonly commits: readonly NamingCommit[];
  readonly stacks: readonly Stack[];
  /** Null where nothing that it changed is in this clone. */
  readonly dependencies: Dependencies | null;
  /** Null where there is no notebook store to ask. */
  readonly effects: Effects | null;
  /** Null where citations were not judged. */
  readonly cited: readonly Cited[] | null;
}
