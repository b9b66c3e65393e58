// Writes a new note into a work tree. It writes over nothing and follows no symbolic link.

import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BinnacleError } from "../error.ts";
import type { Draft } from "./draft.ts";

/** Files that may bear one name, for addresses that look alike. */
const MOST_ALIKE = 100;

/**
 * Writes a file that is not there yet; its path in the repository. Throws "bad-usage" where a note of that address is there,
 * or a symbolic link stands in the way.
 */
export function putNote(workTree: string, folder: string, { file, text }: Draft, address: string): string {
  const parts = folder.split("/");
  for (const at of parts.keys()) {
    const path = parts.slice(0, at + 1).join("/");
    const kind = lstatSync(join(workTree, path), { throwIfNoEntry: false });
    if (kind !== undefined && !kind.isDirectory())
      throw new BinnacleError(
        "bad-usage",
        `${path} is a symbolic link or no folder, and nothing is written there. Put a folder there.`,
      );
  }
  mkdirSync(join(workTree, folder), { recursive: true });
  for (let count = 1; count <= MOST_ALIKE; count++) {
    const path = `${folder}/${count === 1 ? file : file.replace(/\.md$/, `-${count}.md`)}`;
    const known = lstatSync(join(workTree, path), { throwIfNoEntry: false });
    if (known === undefined) {
      writeFileSync(join(workTree, path), text, { flag: "wx" });
      return path;
    }
    if (!known.isFile() || readFileSync(join(workTree, path), "utf8").includes(address))
      throw new BinnacleError("bad-usage", `${path} is there already, and is not written over. Edit it.`);
  }
  throw new BinnacleError(
    "bad-usage",
    `${folder} holds ${MOST_ALIKE} files named like ${file}. Write this one by hand.`,
  );
}
