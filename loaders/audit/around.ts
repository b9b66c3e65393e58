// What every step of a ruling may ask, as a type: the tree that is judged and the history behind it.

import type { Snapshot } from "../citation.ts";
import type { AuditConfiguration } from "./configuration.ts";
import type { External } from "./externals.ts";
import type { Library } from "./library.ts";
import type { Past } from "./past.ts";
import type { Trees } from "./trees.ts";

export interface Around {
  readonly past: Past;
  readonly library: Library;
  readonly snapshot: Snapshot;
  readonly trees: Trees;
  readonly configuration: AuditConfiguration;
  /** Other repositories whose folders the command line names, by the name of their root. */
  readonly externals: ReadonlyMap<string, External>;
  /** `github.com/owner/name`, or null. */
  readonly forge: string | null;
}
