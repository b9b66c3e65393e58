// Reads the `effort:` of a repository, as the command and the notebook ask for it.

import type { Repository } from "../git/repository.ts";
import { parseEffortConfiguration } from "../provenance/effort/configuration.ts";
import { type Parts, USUAL } from "../provenance/effort/parts.ts";
import { configurationOf, type Flags } from "./context.ts";

/** The parts that are in force: those of the configuration, else the usual ones. Throws "bad-configuration". */
export async function configuredParts(repo: Repository, flags: Flags): Promise<Parts> {
  const own = await configurationOf(repo, flags);
  return own === null ? USUAL : parseEffortConfiguration(own.text, own.origin);
}
