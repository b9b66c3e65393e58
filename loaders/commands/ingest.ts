// Runs `ingest`: makes the store current and says what that took.

import { printable } from "../report/text.ts";
import { type Flags, openContext } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";

export async function runIngest(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const context = await openContext(flags);
  const started = performance.now();
  const done = await current(context, flags, output);
  if (flags.json === true) return output.print(JSON.stringify({ schema: 1, ...done }, null, 2));
  for (const warning of done.warnings) output.note(printable(warning));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const how =
    done.walked === 0
      ? "already current"
      : `${done.walked.toLocaleString("en")} walked${done.cut > 0 ? `, after ${done.cut} were given up` : ""}, ${done.events} events`;
  const profile = `profile ${context.profile.name} (${context.origin})`;
  output.print(
    printable(`${context.name}: ${done.commits.toLocaleString("en")} commits, ${how}; ${profile}; ${seconds} s`),
  );
  output.print(printable(done.store));
}
