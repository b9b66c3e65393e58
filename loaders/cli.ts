// The command line: words in, text and an exit code out. The only place that ends the process.

import { commandHelp, overview } from "./commands/help.ts";
import { parseCommand } from "./commands/parse.ts";
import { BinnacleError, messageOf } from "./error.ts";
import { printable, styleFor } from "./report/text.ts";
import { VERSION } from "./version.ts";

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 0 || argv[0] === "--help" || argv[0] === "-h" || argv[0] === "help") {
    process.stdout.write(`${overview(VERSION)}\n`);
    return 0;
  }
  if (argv[0] === "--version") {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const { command, flags, words } = parseCommand(argv);
  if (flags.help === true) {
    process.stdout.write(`${commandHelp(command)}\n`);
    return 0;
  }
  const { RUNNERS } = await import("./commands/run.ts");
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const lasting = command.name === "dev" || flags.serve === true;
  if (!lasting) stopped.then(() => process.exit(130));
  const run = await (RUNNERS[command.name] as (typeof RUNNERS)[string])();
  const code = await run(
    flags.sample === true ? await (await import("./commands/sample.ts")).sampleFlags(command.name, flags) : flags,
    words,
    {
      print: (text) => process.stdout.write(`${text}\n`),
      note: (text) => process.stderr.write(`${text}\n`),
      terminal: process.stderr,
      style: styleFor(process.stdout, process.env),
      stopped,
    },
  );
  return typeof code === "number" ? code : 0;
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

main(process.argv.slice(2)).then(
  (code) => flushed(code),
  (thrown: unknown) => {
    const known = thrown instanceof BinnacleError;
    process.stderr.write(
      // What a repository holds may stand in a message, and a terminal would obey it.
      `binnacle: ${printable(known ? thrown.message : `${messageOf(thrown)} (this is a bug; BINNACLE_DEBUG=1 shows where)`)}
`,
    );
    if (process.env.BINNACLE_DEBUG) process.stderr.write(`${(thrown as Error).stack ?? ""}\n`);
    flushed(2);
  },
);

/** Ends when what was written has left, so that a pipe gets all of it. */
function flushed(code: number): void {
  process.stdout.write("", () => process.exit(code));
}
