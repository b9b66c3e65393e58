// Builds the sample engine's repository in the cache folder, once for each version of its story.

import { join } from "node:path";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { cacheFolder, type Flags } from "./context.ts";

/** Flags as if the sample's repository had been named. */
export async function sampleFlags(flags: Flags): Promise<Flags> {
  const folder = join(cacheFolder(), "sample-engine.git");
  await buildSampleEngine(folder);
  return { profile: "sample", ...flags, repo: folder };
}
