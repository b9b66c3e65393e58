// Turns a path as a person types it, who may stand in a folder of the work tree, into the path that the repository has for
// it. It reads no file: what stands where is asked of whoever knows.

import { realpathSync } from "node:fs";
import { isAbsolute, posix, relative, sep } from "node:path";
import type { Snapshot } from "../citation.ts";
import type { Repository } from "../git/repository.ts";

/** Where one stands: a folder of the work tree, `docs/api`; empty at its top, and where one stands elsewhere. */
export function folderOf(repo: Pick<Repository, "workTree">, cwd = process.cwd()): string {
  if (repo.workTree === null) return "";
  const folder = relative(realpathSync(repo.workTree), realpathSync(cwd));
  return folder === "" || isAbsolute(folder) || folder.split(sep)[0] === ".." ? "" : folder.split(sep).join("/");
}

/**
 * A path from the top of the repository, without `./` and a `/` at its end; empty of the top itself. As git does, it is read
 * from the folder one stands in; what does not stand there, from the top.
 */
export function fromHere(folder: string, typed: string, stands: (path: string) => boolean): string {
  const tidy = (path: string): string => posix.normalize(path).replace(/\/+$/, "").replace(/^\.$/, "");
  const here = tidy(posix.join(folder, typed));
  return here.split("/")[0] !== ".." && (here === "" || stands(here)) ? here : tidy(typed);
}

/** Whether a file or a link of a tree, or a folder that holds any, stands at a path. */
export function standsIn({ files, links }: Pick<Snapshot, "files" | "links">): (path: string) => boolean {
  return (path) => files.has(path) || links.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`));
}

/** Whether a path is one of these, or lies in one; the top, which is empty, holds all. */
export function under(paths: readonly string[]): (path: string) => boolean {
  const all = paths.includes("");
  return (path) => all || paths.some((each) => path === each || path.startsWith(`${each}/`));
}

/** Paths as `fromHere` has them; a word that stands nowhere in the tree stays as it was typed, for it may be elsewhere. */
export function inTree(folder: string, words: readonly string[], tree: Snapshot): readonly string[] {
  const stands = standsIn(tree);
  return words.map((word) => {
    const path = fromHere(folder, word, stands);
    return path === "" || stands(path) ? path : word;
  });
}
