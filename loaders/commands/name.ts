// Says what a notebook calls its repository.

import { basename, resolve } from "node:path";
import type { Repository } from "../git/repository.ts";
import type { Profile } from "../model.ts";

/** `owner/name` of the forge, the profile's where the copy has no remote; else the folder's name without `.git`. */
export function repositoryName(repo: Repository, profile: Profile | null = null): string {
  const forge = repo.forge ?? profile?.forge ?? null;
  const path = forge === null ? null : new URL(forge).pathname.replace(/^\/+|\/+$/g, "");
  if (path) return path;
  const folder = basename(repo.workTree ?? repo.gitDir).replace(/\.git$/, "");
  return folder === "" ? basename(resolve(repo.gitDir, "..")) : folder;
}
