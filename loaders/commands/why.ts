// Runs `why`: from a line of code to the commits that made it, the pull requests and issues that they name, and the findings
// that reviews of these raised on its file.

import { Archive } from "../audit/archive.ts";
import { parsePlace } from "../audit/trace.ts";
import { BinnacleError } from "../error.ts";
import { issuesBeside } from "../issues.ts";
import { behindStep } from "../provenance/issues/behind.ts";
import { type Step, type Why, whyLine } from "../provenance/why.ts";
import { jsonText } from "../report/audit/log-safe.ts";
import { type ToldStep, type ToldWhy, whyJson, whyText } from "../report/why.ts";
import { type IssueStore, openIssues } from "../store/issues.ts";
import { judgedBy } from "./audit-trees.ts";
import { type Flags, openFromFlags, storeFor } from "./context.ts";
import { folderOf, fromHere, standsIn } from "./here.ts";
import type { Output } from "./output.ts";

export async function runWhy(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const [judged] = await judgedBy(repo, flags, output);
  const archive = new Archive(repo, false);
  const told: Why[] = [];
  for (const word of words) {
    const place = parsePlace(word);
    if (place === null)
      throw new BinnacleError(
        "bad-usage",
        `"${word}" is no place; expected PATH:LINE. For example: binnacle why src/core.py:120`,
      );
    const path = fromHere(folderOf(repo), place.path, standsIn(judged!.now));
    for (let line = place.start; line <= Math.min(place.end, place.start + 200); line++)
      told.push(await whyLine(archive, judged!.now, path, line));
  }
  const issues = await openIssues(issuesBeside(await storeFor(repo, flags)));
  try {
    const full: ToldWhy[] = [];
    for (const why of told)
      full.push({ ...why, steps: await Promise.all(why.steps.map((step) => withBehind(step, issues))) });
    output.print(
      flags.json === true
        ? jsonText(full.map(whyJson))
        : full.map((why) => whyText(why, repo.forge, output.style)).join("\n\n"),
    );
  } finally {
    issues?.close();
  }
}

async function withBehind(step: Step, issues: IssueStore | null): Promise<ToldStep> {
  return { ...step, behind: issues === null ? new Map() : await behindStep(issues, step) };
}
