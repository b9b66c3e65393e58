// Runs `surface`: the contracts at a commit, or what changed between two.

import { BinnacleError } from "../error.ts";
import { surfaceJson, surfaceText } from "../report/surface.ts";
import { printable } from "../report/text.ts";
import { type Flags, openContext, textFlag } from "./context.ts";
import { diffSurfaces, surfaceAt } from "./diff.ts";
import type { Output } from "./output.ts";

export async function runSurface(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const range = textFlag(flags, "diff");
  if (range !== null && flags.at !== undefined)
    throw new BinnacleError("bad-usage", "--at and --diff are one too many. Pass --at for a commit, --diff for two.");
  const tip = textFlag(flags, "branch") ?? "HEAD";
  const context = await openContext(flags);
  const [edge] = context.repo.shallow;
  if (edge !== undefined)
    output.note(
      printable(
        `${context.name}: this clone is shallow at ${edge.slice(0, 9)}. The surface of a commit is whole, but none before that can be asked for. Run "git fetch --unshallow" for all of history.`,
      ),
    );
  if (range !== null) return output.print(await diffSurfaces(context, range, tip, flags.json === true, output.style));
  const commit = await context.repo.resolve(textFlag(flags, "at") ?? tip);
  const { surface, nothing } = await surfaceAt(context, commit);
  if (nothing !== null) output.note(printable(nothing));
  output.print(
    flags.json === true
      ? JSON.stringify(surfaceJson(context.name, commit, surface), null, 2)
      : surfaceText(surface, output.style),
  );
}
