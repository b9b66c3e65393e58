// `npm run check`: types, lint and tests, each as `npm run` knows it; stops at the first that fails.

import { spawnSync } from "node:child_process";

const npm = process.env.npm_execpath;
if (!npm) throw new Error('Run this as "npm run check".');
for (const script of ["types", "lint", "test"]) {
  const { status } = spawnSync(process.execPath, [npm, "run", script], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
