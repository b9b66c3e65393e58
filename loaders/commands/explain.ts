// Runs `profile explain`: walks the line once more for what each rule matched at which commit, and prints it.

import { BinnacleError } from "../error.ts";
import { calendarDay, pullRequestOf, walkLine } from "../git/history.ts";
import { explainProfile } from "../surface/explain.ts";
import { printExplanation } from "../surface/explain-text.ts";
import { type MatchHistory, type Moment, matchRules, stepMatches } from "../surface/matches.ts";
import { SurfaceWalk } from "../surface/walk.ts";
import { sinceOf } from "../target.ts";
import { type Flags, openContext, textFlag } from "./context.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

export async function runProfile(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  if (words[0] !== "explain")
    throw new BinnacleError("bad-usage", `Unknown: profile ${words[0]}. There is "binnacle profile explain".`);
  const context = await openContext(flags);
  const { repo, profile } = context;
  const asked = textFlag(flags, "since") ?? undefined;
  const named = { tip: textFlag(flags, "branch") ?? "HEAD", since: asked ?? "" };
  const tip = await repo.resolve(named.tip);
  const since = await sinceOf(repo, asked);
  const { commits } = await walkLine(repo, tip, {
    allParents: flags["all-parents"] === true,
    ...(since === null ? {} : { since, named }),
  });
  const walk = new SurfaceWalk(repo, profile);
  const bar = progressBar(output.terminal);
  let history: MatchHistory = new Map();
  for (const [position, commit] of commits.entries()) {
    const step = await walk.step(commit.tree);
    if (step.changed) history = stepMatches(history, { position, commit: commit.oid }, matchRules(walk.tree, profile));
    bar.onProgress({ phase: "walk", done: position + 1, total: commits.length, what: "" });
  }
  bar.done();
  const explanation = explainProfile(walk.tree, profile);
  if (flags.json === true) {
    output.print(
      JSON.stringify(
        { schema: 1, origin: context.origin, ...explanation, history: Object.fromEntries(history) },
        null,
        2,
      ),
    );
    return;
  }
  const byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  const say = ({ commit: oid }: Moment): string => {
    const commit = byOid.get(oid);
    if (!commit) return oid.slice(0, 9);
    const pr = pullRequestOf(commit.message);
    return `${oid.slice(0, 9)}${pr === null ? "" : ` #${pr}`}, ${calendarDay(commit)}`;
  };
  output.print(printExplanation(explanation, history, say).trimEnd());
}
