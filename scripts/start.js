// `npm start`: shows the notebook of the sample engine, or `npm start -- REPO [options]` that of a repository.
// Every option is the command line's own.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const given = process.argv.slice(2);
const named = given.some(
  (word, index) => word === "--repo" || word.startsWith("--repo=") || (index === 0 && !word.startsWith("-")),
);
const child = spawn(
  process.execPath,
  [
    fileURLToPath(new URL("../bin/binnacle.js", import.meta.url)),
    "notebook",
    "--serve",
    ...(named ? [] : ["--sample"]),
    ...given,
  ],
  { stdio: "inherit" },
);
// The child hears a Ctrl-C itself, and ends in its own time.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill());
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
