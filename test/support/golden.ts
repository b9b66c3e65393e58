// Compares what a person or a program reads with a file of test/golden. A changed text is written beside the old one, to
// be looked at and moved over it; a missing one is written, and fails where nobody would see that (CI).

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../golden", import.meta.url));

/** Fails where `text` is not what the file `name` holds. `UPDATE_GOLDEN=1` takes the new text over. */
export function matchGolden(name: string, text: string): void {
  const path = join(FOLDER, name);
  const changed = path.replace(/(\.\w+)$/, "-changed$1");
  mkdirSync(dirname(path), { recursive: true });
  rmSync(changed, { force: true });
  if (!existsSync(path) || process.env.UPDATE_GOLDEN === "1") {
    assert.ok(!process.env.CI, `test/golden/${name} is missing`);
    writeFileSync(path, text);
    return;
  }
  const wanted = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  if (wanted === text) return;
  writeFileSync(changed, text);
  const lines = wanted.split("\n");
  const at = text.split("\n").findIndex((line, index) => line !== lines[index]);
  assert.fail(
    `test/golden/${name}:${at + 1} was\n  ${lines[at]}\nand is\n  ${text.split("\n")[at]}\nThe new text is in ${changed}; UPDATE_GOLDEN=1 takes it over.`,
  );
}
