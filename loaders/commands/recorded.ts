// Records the citations, claims and issues of a context's head in its store, with progress on the terminal: what a notebook
// does after the walk.

import { join } from "node:path";
import { recordCitations } from "../citations.ts";
import { repositoryIdentity } from "../git/repository.ts";
import { recordIssues } from "../issues.ts";
import type { Oid } from "../model.ts";
import { recordClaims } from "../pinned.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { claimsInForce } from "./claim-files.ts";
import { type Context, cacheFolder, type Flags } from "./context.ts";
import { notesConfigurationOf } from "./notes-configuration.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function recorded(context: Context, head: Oid, flags: Flags, output: Output): Promise<void> {
  const own = await auditConfigurationOf(context.repo, flags);
  const bar = progressBar(output.terminal);
  try {
    await recordCitations({
      repo: context.repo,
      store: context.store,
      head,
      ...own,
      onProgress: (done, total) => bar.onProgress({ phase: "citations", done, total, what: "" }),
    });
    const { claims, text } = await claimsInForce(context.repo, flags);
    await recordClaims({
      repo: context.repo,
      store: context.store,
      head,
      profile: context.profile,
      claims,
      configuration: own.configuration,
      notes: await notesConfigurationOf(context.repo, flags),
      text: `${own.text}\n${text}`,
      folder: join(cacheFolder(), await repositoryIdentity(context.repo), "claims"),
      onProgress: (done, total) => bar.onProgress({ phase: "seeds", done, total, what: "" }),
    });
    await recordIssues({ repo: context.repo, store: context.store, head, ...own });
  } finally {
    bar.done();
  }
}
