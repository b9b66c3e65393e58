// Writes a new claim into the repository's own folder of claims. What stands there is kept: a claim is added at the end of
// the file of its document.

import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseClaimsFile } from "../claims/configuration.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { CLAIMS_FOLDER } from "./claim-files.ts";

/** Answers the path, relative to the work tree. Throws "bad-usage" where nothing can be written or the name is taken. */
export function keepClaim(repo: Repository, doc: string | null, name: string, yaml: string): string {
  if (repo.workTree === null)
    throw new BinnacleError(
      "bad-usage",
      "A bare repository has no work tree to write in. Print the claim, and put it there yourself.",
    );
  const path = `${CLAIMS_FOLDER}/${
    doc === null
      ? "own"
      : basename(doc)
          .replace(/\.[^.]+$/, "")
          .replace(/[^\w.-]/g, "-")
          .toLowerCase()
  }.yaml`;
  refuseLinks(repo.workTree, path);
  const file = join(repo.workTree, path);
  const before = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (before !== null && parseClaimsFile(before, path).some((claim) => claim.name === name))
    throw new BinnacleError("bad-usage", `${path} has a claim "${name}" already. Pass --name with another.`);
  const item = yaml
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? line : `  ${line}`))
    .join("\n");
  const text = `${before?.trimEnd() ?? "claims:"}\n${item}\n`;
  // What cannot be read again is not written.
  parseClaimsFile(text, path);
  mkdirSync(join(repo.workTree, CLAIMS_FOLDER), { recursive: true });
  writeFileSync(file, text);
  return path;
}

function refuseLinks(workTree: string, path: string): void {
  const parts = path.split("/");
  for (const at of parts.keys()) {
    const part = parts.slice(0, at + 1).join("/");
    if (lstatSync(join(workTree, part), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new BinnacleError(
        "bad-usage",
        `${part} is a symbolic link, and nothing is written through it. Put a folder there.`,
      );
  }
}
