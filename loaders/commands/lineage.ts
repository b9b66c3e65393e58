// Runs `lineage`: where a sentence stands and ever stood, what was copied from what, and what a correction missed.

import { parsePlace } from "../audit/trace.ts";
import { BinnacleError } from "../error.ts";
import { listTree } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import type { Oid } from "../model.ts";
import { indexSentences } from "../provenance/lineage/index.ts";
import { lineagesOf, missedIn } from "../provenance/lineage/lineage.ts";
import { jsonText } from "../report/audit/log-safe.ts";
import { lineageJson, lineageText, missedJson, missedText } from "../report/lineage.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { type Flags, openFromFlags, textFlag } from "./context.ts";
import { folderOf, fromHere } from "./here.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";
import { holdsSentences, sentencesFor } from "./sentences.ts";

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
  const shelf = await sentencesFor(repo, flags);
  const { configuration, text } = await auditConfigurationOf(repo, flags);
  const bar = progressBar(output.terminal);
  const { floor } = await indexSentences({
    repo,
    shelf,
    head,
    wanted: holdsSentences(configuration),
    text,
    onProgress: (done, total, what) => bar.onProgress({ phase: "sentences", done, total, what }),
  }).finally(bar.done);
  if (all) {
    const missed = await missedIn(shelf);
    output.print(json ? jsonText(missedJson(missed)) : missedText(missed, output.style));
    return;
  }
  // Words that no quotation marks hold together are one sentence.
  const lineages = await lineagesOf(repo, shelf, await placeFromHere(repo, head, words.join(" ")), floor);
  output.print(
    json
      ? jsonText(lineages.map(lineageJson))
      : lineages.map((each) => lineageText(each, repo.forge, output.style)).join("\n\n"),
  );
}

/** A place (`a.md:31`) as the repository has it, from the folder one stands in; a sentence as it is. */
async function placeFromHere(repo: Repository, head: Oid, word: string): Promise<string> {
  const folder = folderOf(repo);
  const place = folder === "" ? null : parsePlace(word);
  if (place === null) return word;
  const files = await listTree(repo, head);
  return `${fromHere(folder, place.path, (path) => files.has(path))}${word.slice(word.lastIndexOf(":"))}`;
}
