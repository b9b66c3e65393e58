// Reads what an audit is told by the configuration that is in force.

import { type AuditConfiguration, PLAIN, parseAuditConfiguration } from "../audit/configuration.ts";
import type { Repository } from "../git/repository.ts";
import { configurationOf, type Flags } from "./context.ts";

/** `text` is what it was read from, empty where there is none: it decides what is found. Throws "bad-configuration". */
export async function auditConfigurationOf(
  repo: Repository,
  flags: Flags,
): Promise<{ readonly configuration: AuditConfiguration; readonly text: string }> {
  const own = await configurationOf(repo, flags);
  return own === null
    ? { configuration: PLAIN, text: "" }
    : { configuration: parseAuditConfiguration(own.text, own.origin), text: own.text };
}
