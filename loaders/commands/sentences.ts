// Says where the file of sentences is kept: beside the store where one is named, else in the user's cache.

import { join, resolve } from "node:path";
import { type Repository, repositoryIdentity } from "../git/repository.ts";
import { besideStore } from "../stamp.ts";
import { cacheFolder, type Flags, textFlag } from "./context.ts";

/** Its path; nothing is made there. */
export async function sentencesFor(repo: Repository, flags: Flags): Promise<string> {
  const given = textFlag(flags, "store") ?? process.env.BINNACLE_STORE;
  if (given) return besideStore(resolve(given), ".sentences.duckdb");
  return join(cacheFolder(), await repositoryIdentity(repo), "notebook.sentences.duckdb");
}
