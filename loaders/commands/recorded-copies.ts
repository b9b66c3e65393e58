// Records in a context's store the sentences that were copied, with progress on the terminal: what only a notebook needs.

import { recordCopies } from "../copied.ts";
import type { Oid } from "../model.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import type { Context, Flags } from "./context.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";
import { holdsSentences, sentencesFor } from "./sentences.ts";

export async function recordedCopies(context: Context, head: Oid, flags: Flags, output: Output): Promise<void> {
  const { configuration, text } = await auditConfigurationOf(context.repo, flags);
  const bar = progressBar(output.terminal);
  await recordCopies({
    repo: context.repo,
    store: context.store,
    shelf: await sentencesFor(context.repo, flags),
    head,
    wanted: holdsSentences(configuration),
    text,
    onProgress: (phase, done, total, what) => bar.onProgress({ phase, done, total, what }),
  }).finally(bar.done);
}
