// Makes the store of a context current, with progress on the terminal: what most commands do first.

import { ingest } from "../ingest.ts";
import { printable } from "../report/text.ts";
import type { Ingested } from "../target.ts";
import { type Context, type Flags, textFlag } from "./context.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function current(context: Context, flags: Flags, output: Output): Promise<Ingested> {
  const bar = progressBar(output.terminal);
  const branch = textFlag(flags, "branch");
  const since = textFlag(flags, "since");
  try {
    return await ingest({
      repo: context.repo,
      profile: context.profile,
      store: context.store,
      name: context.name,
      proposed: context.proposed,
      allParents: flags["all-parents"] === true,
      ...(branch === null ? {} : { branch }),
      ...(since === null ? {} : { since }),
      onProgress: bar.onProgress,
      onAgain: (why) => output.note(printable(why)),
    });
  } finally {
    bar.done();
  }
}
