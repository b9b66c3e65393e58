// Runs `why`: from a line of code to the commits that made it, and the pull requests and issues that they name.

import { Archive } from "../audit/archive.ts";
import { parsePlace } from "../audit/trace.ts";
import { BinnacleError } from "../error.ts";
import { whyLine } from "../provenance/why.ts";
import { whyJson, whyText } from "../report/why.ts";
import { judgedBy } from "./audit-trees.ts";
import { type Flags, openFromFlags } from "./context.ts";
import type { Output } from "./output.ts";

export async function runWhy(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const [judged] = await judgedBy(repo, flags, output);
  const archive = new Archive(repo, false);
  const told = [];
  for (const word of words) {
    const place = parsePlace(word);
    if (place === null)
      throw new BinnacleError(
        "bad-usage",
        `"${word}" is no place; expected PATH:LINE. For example: binnacle why src/core.py:120`,
      );
    for (let line = place.start; line <= Math.min(place.end, place.start + 200); line++)
      told.push(await whyLine(archive, judged!.now, place.path, line));
  }
  output.print(
    flags.json === true
      ? JSON.stringify(told.map(whyJson), null, 2)
      : told.map((why) => whyText(why, repo.forge, output.style)).join("\n\n"),
  );
}
