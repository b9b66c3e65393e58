// Runs each command: gathers what it works on, calls the modules that know, and prints. It decides nothing they should.

import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BinnacleError, messageOf } from "../error.ts";
import { type Ingested, ingest } from "../ingest.ts";
import { buildNotebook } from "../notebook/build.ts";
import { previewNotebook } from "../notebook/preview.ts";
import { serveFolder } from "../notebook/serve.ts";
import { contractSlugs } from "../report/extracts.ts";
import { surfaceJson, surfaceText } from "../report/surface.ts";
import { csv, printable, type Style, table } from "../report/text.ts";
import { traceText, traceWords } from "../report/trace.ts";
import { Database, type Result } from "../store/database.ts";
import { proposeProfile } from "../surface/propose.ts";
import { printProposal } from "../surface/propose-text.ts";
import {
  type Context,
  everything,
  type Flags,
  openContext,
  openFromFlags,
  repositoryName,
  textFlag,
} from "./context.ts";
import { diffSurfaces } from "./diff.ts";
import type { Output } from "./output.ts";
import { progressBar } from "./progress.ts";

type Runner = (flags: Flags, words: readonly string[], output: Output) => Promise<void>;

export const RUNNERS: Readonly<Record<string, Runner>> = {
  init: runInit,
  profile: runProfile,
  ingest: runIngest,
  surface: runSurface,
  trace: runTrace,
  query: runQuery,
  notebook: runNotebook,
  dev: runDev,
};

async function runInit(flags: Flags, _: readonly string[], output: Output): Promise<void> {
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

async function runProfile(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  if (words[0] !== "explain")
    throw new BinnacleError("bad-usage", `Unknown: profile ${words[0]}. There is "binnacle profile explain".`);
  const { explainCommand } = await import("./explain.ts");
  await explainCommand(flags, output);
}

/** Makes the store current, with progress on the terminal. */
export async function current(context: Context, flags: Flags, output: Output): Promise<Ingested> {
  const bar = progressBar(output.terminal);
  const branch = textFlag(flags, "branch");
  const since = textFlag(flags, "since");
  try {
    return await ingest({
      repo: context.repo,
      profile: context.profile,
      store: context.store,
      name: context.name,
      allParents: flags["all-parents"] === true,
      ...(branch === null ? {} : { branch }),
      ...(since === null ? {} : { since }),
      onProgress: bar.onProgress,
    });
  } finally {
    bar.done();
  }
}

async function runIngest(flags: Flags, _: readonly string[], output: Output): Promise<void> {
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

async function runSurface(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const context = await openContext(flags);
  const range = textFlag(flags, "diff");
  if (range !== null) return output.print(await diffSurfaces(context, range, flags.json === true, output.style));
  const { surfaceAt } = await import("./diff.ts");
  const commit = await context.repo.resolve(textFlag(flags, "at") ?? "HEAD");
  const { surface, nothing } = await surfaceAt(context, commit);
  if (nothing !== null) output.note(printable(nothing));
  output.print(
    flags.json === true
      ? JSON.stringify(surfaceJson(context.name, commit, surface), null, 2)
      : surfaceText(surface, output.style),
  );
}

async function runTrace(flags: Flags, words: readonly string[], output: Output): Promise<void> {
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

const FORMATS = ["table", "json", "csv"];

async function runQuery(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const format = textFlag(flags, "format") ?? (flags.json === true ? "json" : "table");
  if (!FORMATS.includes(format))
    throw new BinnacleError("bad-usage", `--format is ${format}; expected ${FORMATS.join(", ")}.`);
  const context = await openContext(flags);
  await current(context, flags, output);
  const database = await Database.read(context.store);
  try {
    await database.lock();
    const sql =
      words[0] ?? 'SELECT table_name AS "table", estimated_size AS rows FROM duckdb_tables() ORDER BY table_name';
    output.print(formatted(await database.query(sql), format, output.style));
  } finally {
    database.close();
  }
}

function formatted(result: Result, format: string, style: Style): string {
  const { columns, rows } = result;
  if (format === "json")
    return JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
      null,
      2,
    );
  if (format === "csv") return csv(columns, rows);
  return table(
    columns,
    rows.map((row) => row.map((cell) => (typeof cell === "boolean" ? String(cell) : cell))),
    style,
  );
}

async function runNotebook(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const port = portOf(flags);
  const context = await openContext(flags);
  const done = await current(context, flags, output);
  for (const warning of done.warnings) output.note(printable(warning));
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
  });
  output.print(`${built.pages} pages in ${built.seconds.toFixed(1)} s: ${built.output}`);
  if (!serve) return;
  const server = await serveFolder(built.output, { port });
  output.print(`Open ${server.url}  (Ctrl-C ends it)`);
  await output.stopped;
  await server.close();
}

async function runDev(flags: Flags, _: readonly string[], output: Output): Promise<void> {
  const port = portOf(flags);
  const context = await openContext(flags);
  await current(context, flags, output);
  const preview = await previewNotebook({
    store: context.store,
    contracts: await contractSlugs(context.store),
    port,
    onUrl: (url) => output.print(`Open ${url}  (Ctrl-C ends it)`),
  });
  let looking = false;
  const timer = setInterval(async () => {
    // A walk that takes longer than the interval is not overtaken.
    if (looking) return;
    looking = true;
    try {
      if ((await current(context, flags, { ...output, terminal: { write: () => {} } })).walked > 0) preview.refresh();
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

function portOf(flags: Flags): number {
  const text = textFlag(flags, "port");
  if (text === null) return 0;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new BinnacleError("bad-usage", `--port is ${text}; expected a number from 0 to 65535.`);
  return port;
}
