// Says where the file of sentences is kept, beside the store where one is named, else in the user's cache; and in which
// documents sentences are followed.

import { join, resolve } from "node:path";
import type { AuditConfiguration } from "../audit/configuration.ts";
import { type Repository, repositoryIdentity } from "../git/repository.ts";
import { besideStore } from "../stamp.ts";
import { CLAIMS_FOLDER } from "./claim-files.ts";
import { cacheFolder, type Flags, textFlag } from "./context.ts";

/** Its path; nothing is made there. */
export async function sentencesFor(repo: Repository, flags: Flags): Promise<string> {
  const given = textFlag(flags, "store") ?? process.env.BINNACLE_STORE;
  if (given) return besideStore(resolve(given), ".sentences.duckdb");
  return join(cacheFolder(), await repositoryIdentity(repo), "notebook.sentences.duckdb");
}

/** A dated record keeps what was said then, and a claim quotes what is or must not be: neither is a copy that somebody missed. */
export function holdsSentences({ wanted, isRecord }: AuditConfiguration): (path: string) => boolean {
  return (path) => wanted(path) && !isRecord(path) && !path.startsWith(`${CLAIMS_FOLDER}/`);
}
