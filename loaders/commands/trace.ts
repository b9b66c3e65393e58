// Runs `trace`: what became of a name, a key, a class or a site; or of the citations at a place.

import { Archive } from "../audit/archive.ts";
import { type Place, parsePlace, tracePlaces } from "../audit/trace.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import { traceText, traceWords } from "../report/trace.ts";
import { citationTrace, citationTraceText } from "../report/trace-citations.ts";
import { Database } from "../store/database.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { type Flags, openContext, openFromFlags, textFlag } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";

export async function runTrace(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const places = words.map(parsePlace);
  if (places.every((place) => place !== null)) return traceCitations(flags, places, output);
  const context = await openContext(flags);
  await current(context, flags, output);
  const database = await Database.read(context.store);
  try {
    const trace = await traceWords(database, words);
    output.print(flags.json === true ? JSON.stringify(trace, null, 2) : traceText(trace, output.style));
  } finally {
    database.close();
  }
}

/** Places need neither profile nor store: what they cite, or who cites them, is judged at the tip. */
async function traceCitations(flags: Flags, places: readonly Place[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const { configuration } = await auditConfigurationOf(repo, flags);
  const tip = textFlag(flags, "branch") ?? "HEAD";
  const snapshot = await commitSnapshot(repo, await repo.resolve(tip), tip);
  const archive = new Archive(repo, configuration.examples);
  const traced = await tracePlaces(archive, snapshot, configuration, places);
  const words = places.map(({ word }) => word);
  output.print(
    flags.json === true
      ? JSON.stringify(citationTrace(words, traced), null, 2)
      : citationTraceText(traced, output.style),
  );
}
