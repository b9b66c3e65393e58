// Records what the commits of a context's line cost in its store, with progress on the terminal: what only a notebook needs.

import { join } from "node:path";
import { recordEffort } from "../efforts.ts";
import { repositoryIdentity } from "../git/repository.ts";
import type { Oid } from "../model.ts";
import { type Context, cacheFolder, type Flags } from "./context.ts";
import { configuredParts } from "./effort-configuration.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function recordedEffort(context: Context, head: Oid, flags: Flags, output: Output): Promise<void> {
  const bar = progressBar(output.terminal);
  try {
    await recordEffort({
      repo: context.repo,
      store: context.store,
      head,
      parts: await configuredParts(context.repo, flags),
      folder: join(cacheFolder(), await repositoryIdentity(context.repo), "effort"),
      onProgress: (done, total) => bar.onProgress({ phase: "effort", done, total, what: "" }),
    });
  } finally {
    bar.done();
  }
}
