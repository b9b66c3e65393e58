// Runs `lineage`: where a sentence stands and ever stood, what was copied from what, and what a correction missed.

import { join, resolve } from "node:path";
import { BinnacleError } from "../error.ts";
import { type Repository, repositoryIdentity } from "../git/repository.ts";
import { indexSentences } from "../provenance/lineage/index.ts";
import { lineagesOf, missedIn } from "../provenance/lineage/lineage.ts";
import { jsonText } from "../report/audit/log-safe.ts";
import { lineageJson, lineageText, missedJson, missedText } from "../report/lineage.ts";
import { besideStore } from "../stamp.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { cacheFolder, type Flags, openFromFlags, textFlag } from "./context.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function runLineage(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const all = flags.all === true;
  const json = flags.json === true;
  if (all !== (words.length === 0))
    throw new BinnacleError(
      "bad-usage",
      `lineage wants a sentence, a place, or --all${all ? "; found both" : ""}. For example: binnacle lineage docs/a.md:31`,
    );
  const repo = await openFromFlags(flags);
  const head = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
  const shelf = await shelfFor(repo, flags);
  const { configuration, text } = await auditConfigurationOf(repo, flags);
  const bar = progressBar(output.terminal);
  const { floor } = await indexSentences({
    repo,
    shelf,
    head,
    wanted: configuration.wanted,
    text,
    onProgress: (done, total, what) => bar.onProgress({ phase: "walk", done, total, what }),
  }).finally(bar.done);
  if (all) {
    const missed = await missedIn(shelf);
    output.print(json ? jsonText(missedJson(missed)) : missedText(missed, output.style));
    return;
  }
  // Words that no quotation marks hold together are one sentence.
  const lineages = await lineagesOf(repo, shelf, words.join(" "), floor);
  output.print(
    json
      ? jsonText(lineages.map(lineageJson))
      : lineages.map((each) => lineageText(each, repo.forge, output.style)).join("\n\n"),
  );
}

/** The file of sentences: beside the store where one is named, else in the user's cache. */
async function shelfFor(repo: Repository, flags: Flags): Promise<string> {
  const given = textFlag(flags, "store") ?? process.env.BINNACLE_STORE;
  if (given) return besideStore(resolve(given), ".sentences.duckdb");
  return join(cacheFolder(), await repositoryIdentity(repo), "notebook.sentences.duckdb");
}
