#!/usr/bin/env node
// Starts the command line: loaders/cli.ts in a checkout, what the package was built to elsewhere. It parses nothing.

import { existsSync } from "node:fs";

const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error(`binnacle: expected Node 20 or later, found ${process.versions.node}.`);
  process.exitCode = 2;
} else if (existsSync(new URL("../loaders/cli.ts", import.meta.url))) {
  // A checkout is run from its sources even when something has been built in it.
  const { register } = await import("tsx/esm/api");
  register();
  await import("../loaders/cli.ts");
} else {
  await import("../dist/loaders/cli.js");
}
