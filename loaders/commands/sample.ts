// Builds the sample engine's repository in the cache folder, once for each version of its story, and imports its issues for
// the commands that tell of them.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { sampleThreads } from "../../data/sample-engine/threads.ts";
import { openRepository } from "../git/repository.ts";
import { besideStore } from "../stamp.ts";
import { cacheFolder, type Flags, storeFor } from "./context.ts";

/** Commands that tell of imported issues. */
const TELLING: ReadonlySet<string> = new Set(["dev", "handoff", "issues", "notebook", "why"]);

/** When the story's own people would have imported them: 18 Jul 2025. */
const IMPORTED = Date.UTC(2025, 6, 18) / 1000;

/** Flags as if the sample's repository had been named. */
export async function sampleFlags(command: string, flags: Flags): Promise<Flags> {
  const folder = join(cacheFolder(), "sample-engine.git");
  await buildSampleEngine(folder);
  const own: Flags = { profile: "sample", ...flags, repo: folder };
  if (TELLING.has(command)) await importThreads(await storeFor(await openRepository(folder), own));
  return own;
}

/** Once for each version of the files. Nothing that was imported is lost by it; a file of somebody's own is left as it is. */
async function importThreads(store: string): Promise<void> {
  const { issuesBeside } = await import("../issues.ts");
  const [imported, stamp] = [issuesBeside(store), besideStore(store, ".issues.sample")];
  const files = sampleThreads();
  const digest = createHash("sha256");
  for (const file of files) digest.update(readFileSync(file));
  const wanted = digest.digest("hex");
  if (existsSync(imported) && (!existsSync(stamp) || readFileSync(stamp, "utf8") === wanted)) return;
  const { importFiles } = await import("../provenance/issues/import.ts");
  await importFiles({ store: imported, files, forge: null, now: IMPORTED, onProgress: () => {} });
  writeFileSync(stamp, wanted);
}
