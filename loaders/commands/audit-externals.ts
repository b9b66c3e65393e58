// Opens the other repositories that a command line names as `--external NAME=DIR`, at the revisions that the configuration
// states. A configuration names no folder: it comes from the repository.

import type { AuditConfiguration } from "../audit/configuration.ts";
import { External } from "../audit/externals.ts";
import { BinnacleError } from "../error.ts";
import { openRepository } from "../git/repository.ts";
import { type Flags, listFlag } from "./context.ts";

/** Throws "bad-usage" for a name that the configuration does not have, and what opening throws. */
export async function openExternals(
  flags: Flags,
  configuration: AuditConfiguration,
): Promise<ReadonlyMap<string, External>> {
  const externals = new Map<string, External>();
  for (const given of listFlag(flags, "external")) {
    const equals = given.indexOf("=");
    const name = given.slice(0, Math.max(0, equals));
    const root = configuration.externals.find((each) => each.name === name);
    if (root === undefined) {
      const known = configuration.externals.map((each) => each.name).join(", ");
      throw new BinnacleError(
        "bad-usage",
        `--external is "${given}"; expected NAME=DIR, where audit.externals has NAME (it has ${known === "" ? "none" : known}).`,
      );
    }
    externals.set(name, await External.open(root, await openRepository(given.slice(equals + 1))));
  }
  return externals;
}
