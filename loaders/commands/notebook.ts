// Runs `notebook` and `dev`: builds the site and shows it, or previews it live while its pages or the repository change.

import { dirname, join } from "node:path";
import { BinnacleError, messageOf } from "../error.ts";
import { issuesBeside } from "../issues.ts";
import type { Oid } from "../model.ts";
import { buildNotebook } from "../notebook/build.ts";
import { previewNotebook } from "../notebook/preview.ts";
import { serveFolder } from "../notebook/serve.ts";
import { contractSlugs, handoffSlugs } from "../report/extracts.ts";
import { printable } from "../report/text.ts";
import { versionOf } from "../stamp.ts";
import { type Context, type Flags, openContext, textFlag } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";
import { recorded } from "./recorded.ts";
import { recordedCopies } from "./recorded-copies.ts";
import { recordedEffort } from "./recorded-effort.ts";

export async function runNotebook(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const port = portOf(flags);
  const context = await openContext(flags);
  const done = await current(context, flags, output);
  for (const warning of done.warnings) output.note(printable(warning));
  await recordedWhole(context, done.head, flags, output);
  const serve = flags.serve === true;
  const out =
    textFlag(flags, "out") ??
    (serve
      ? join(dirname(context.store), `${context.store.replace(/^.*[\\/]|\.duckdb$/g, "")}-site`)
      : "binnacle-notebook");
  output.note(
    `${printable(context.name)}: ${done.commits.toLocaleString("en")} commits in the store; building the notebook`,
  );
  const built = await buildNotebook({
    store: context.store,
    output: out,
    contracts: await contractSlugs(context.store),
    sheets: await handoffSlugs(context.store),
  });
  output.print(`${built.pages} pages in ${built.seconds.toFixed(1)} s: ${built.output}`);
  if (!serve) return;
  const server = await serveFolder(built.output, { port });
  output.print(`Open ${server.url}  (Ctrl-C ends it)`);
  await output.stopped;
  await server.close();
}

export async function runDev(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const port = portOf(flags);
  const context = await openContext(flags);
  const { head: begun } = await current(context, flags, output);
  await recordedWhole(context, begun, flags, output);
  const preview = await previewNotebook({
    store: context.store,
    contracts: await contractSlugs(context.store),
    sheets: await handoffSlugs(context.store),
    port,
    onUrl: (url) => output.print(`Open ${url}  (Ctrl-C ends it)`),
  });
  const imported = issuesBeside(context.store);
  const now = (head: Oid) => `${head} ${versionOf(context.store)} ${versionOf(imported)}`;
  let told = now(begun);
  let looking = false;
  const timer = setInterval(async () => {
    // A walk that takes longer than the interval is not overtaken.
    if (looking) return;
    looking = true;
    try {
      const quiet = { ...output, terminal: { write: () => {} } };
      const { head } = await current(context, flags, quiet);
      // A line that was cut back has nothing to walk, and an import is no commit.
      if (now(head) !== told) {
        await recordedWhole(context, head, flags, quiet);
        told = now(head);
        preview.refresh();
      }
    } catch (thrown) {
      output.note(printable(messageOf(thrown)));
    } finally {
      looking = false;
    }
  }, 2000);
  await Promise.race([output.stopped, preview.closed]);
  clearInterval(timer);
  await preview.close();
}

/** Everything that pages show beside the walk. */
async function recordedWhole(context: Context, head: Oid, flags: Flags, output: Output): Promise<void> {
  await recorded(context, head, flags, output);
  await recordedCopies(context, head, flags, output);
  await recordedEffort(context, head, flags, output);
}

function portOf(flags: Flags): number {
  const text = textFlag(flags, "port");
  if (text === null) return 0;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new BinnacleError("bad-usage", `--port is ${text}; expected a number from 0 to 65535.`);
  return port;
}
