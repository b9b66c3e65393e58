// Runs `init`: proposes a profile from the code of a commit, and writes it where none is yet.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BinnacleError } from "../error.ts";
import { proposeProfile } from "../surface/propose.ts";
import { printProposal } from "../surface/propose-text.ts";
import { type Flags, openFromFlags, textFlag } from "./context.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";
import { everything } from "./proposal.ts";

export async function runInit(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const walk = await everything(repo, await repo.resolve(textFlag(flags, "at") ?? "HEAD"));
  const text = printProposal(proposeProfile(walk.tree, repositoryName(repo), repo.forge));
  if (flags.print === true) return output.print(text.trimEnd());
  if (repo.workTree === null)
    throw new BinnacleError(
      "bad-usage",
      `${repositoryName(repo)} is bare: there is no folder for binnacle.yaml. Pass --print.`,
    );
  const path = join(repo.workTree, "binnacle.yaml");
  if (existsSync(path))
    throw new BinnacleError(
      "bad-usage",
      "binnacle.yaml is there already and is left as it is. Pass --print to see a new proposal.",
    );
  writeFileSync(path, text);
  output.print(`binnacle.yaml is written. "binnacle profile explain" shows what it matches.`);
}
