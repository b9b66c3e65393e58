// Keeps what Framework makes of libraries between two runs, in the user's cache folder, by a digest of their versions
// and places. A copy goes in and a copy comes out, so two runs at once never see each other's half-written files.

import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** How many digests are kept: one per installed version that is in use is enough. */
const KEPT = 3;

/** Copies what is kept under `key` to `folder`, if there is anything. */
export function restoreModules(key: string, folder: string): void {
  const kept = join(cacheFolder(), key);
  if (!existsSync(kept)) return;
  try {
    cpSync(kept, folder, { recursive: true });
    utimesSync(kept, new Date(), new Date());
  } catch {
    // Another run dropped it while we read: a cold start, not an error.
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies `folder` to what is kept under `key`, if it has more than that. A cache that cannot be written is no error. */
export function keepModules(key: string, folder: string): void {
  const cache = cacheFolder();
  const kept = join(cache, key);
  if (!existsSync(folder) || (existsSync(kept) && names(kept) >= names(folder))) return;
  const beside = join(cache, `.${key}.${process.pid}.${Date.now()}`);
  try {
    mkdirSync(cache, { recursive: true });
    cpSync(folder, beside, { recursive: true });
    rmSync(kept, { recursive: true, force: true });
    renameSync(beside, kept);
    drop(cache);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

function names(folder: string): number {
  return readdirSync(folder, { recursive: true }).length;
}

function drop(cache: string): void {
  const byAge = readdirSync(cache)
    .map((name) => ({ path: join(cache, name), time: statSync(join(cache, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of byAge.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const user =
    process.platform === "win32"
      ? (LOCALAPPDATA ?? join(homedir(), "AppData", "Local"))
      : process.platform === "darwin"
        ? join(homedir(), "Library", "Caches")
        : XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(user, "binnacle", "modules");
}
