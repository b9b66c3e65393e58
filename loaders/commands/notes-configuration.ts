// Reads the `notes:` of a repository, as commands that need it ask for it.

import type { Repository } from "../git/repository.ts";
import { type NotesConfiguration, PLAIN_NOTES, parseNotesConfiguration } from "../knowledge/configuration.ts";
import { configurationOf, type Flags } from "./context.ts";

/** The `notes:` that is in force. Throws "bad-configuration". */
export async function notesConfigurationOf(repo: Repository, flags: Flags): Promise<NotesConfiguration> {
  const own = await configurationOf(repo, flags);
  return own === null ? PLAIN_NOTES : parseNotesConfiguration(own.text, own.origin);
}
