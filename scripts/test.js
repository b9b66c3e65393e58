// `npm test`: runs all tests, the browser's too; `npm test -- WORD…` those whose path has one of the words.
// Options (`--test-name-pattern=…`) go to Node. It finds the files itself, since a shell's `**` is not everywhere.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2);
const options = given.filter((word) => word.startsWith("-"));
const words = given.filter((word) => !word.startsWith("-"));
const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .map((path) => `test/${path.split(sep).join("/")}`)
  .filter((path) => path.endsWith(".test.ts") && (words.length === 0 || words.some((word) => path.includes(word))))
  .sort();
if (files.length === 0) {
  console.error(`No test file has ${words.join(" or ")} in its path.`);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", "--test-reporter=spec", ...options, ...files],
  { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
);
process.exitCode = status ?? 1;
