// Starts the thread that extracts ahead, which does not inherit how the command line was started: from its sources in a
// checkout, from what the package was built to elsewhere.

import { existsSync } from "node:fs";

if (existsSync(new URL("./ahead-thread.ts", import.meta.url))) {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./ahead-thread.ts");
} else {
  await import("./ahead-thread.js");
}
