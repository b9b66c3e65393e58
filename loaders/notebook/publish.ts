// Puts a finished notebook where the user wants it, whole or not at all. It never touches a folder with contents that
// Binnacle did not make.

import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BinnacleError, messageOf } from "../error.ts";

/** The file by which a folder is known to be a notebook of ours, which the next build may replace. */
export const MARKER = "binnacle-notebook.txt";

/** Throws "notebook-failed" if `output` has contents that are not a notebook, or cannot be a folder. */
export function refuseForeignFolder(output: string): void {
  const target = resolve(output);
  // Looked at before it is made, since making folders below a file is slow to fail on some versions of Node.
  let parent = target;
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
  if (!statSync(parent).isDirectory())
    throw new BinnacleError(
      "notebook-failed",
      `${output}: expected a folder, found that ${parent} is a file. Choose another place for the notebook.`,
    );
  if (!existsSync(target) || existsSync(join(target, MARKER)) || readdirSync(target).length === 0) return;
  throw new BinnacleError(
    "notebook-failed",
    `${output}: expected an empty folder or an earlier notebook, found other files (no ${MARKER}). Choose another folder, or empty this one.`,
  );
}

/** Moves the notebook in `built` to `output`: beside it first, then by rename. Throws "notebook-failed", "disk-full". */
export async function publishFolder(built: string, output: string): Promise<void> {
  const target = resolve(output);
  refuseForeignFolder(target);
  writeFileSync(join(built, MARKER), "A notebook made by Binnacle. The next build replaces this folder.\n");
  // Else GitHub Pages drops every folder whose name begins with an underscore.
  writeFileSync(join(built, ".nojekyll"), "");
  const mark = randomBytes(4).toString("hex");
  const fresh = join(dirname(target), `.${basename(target)}.new-${mark}`);
  const old = join(dirname(target), `.${basename(target)}.old-${mark}`);
  try {
    mkdirSync(dirname(target), { recursive: true });
    moveFolder(built, fresh);
    await swap(fresh, target, old);
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
    throw new BinnacleError(
      full ? "disk-full" : "notebook-failed",
      `${output}: could not write the notebook there (${messageOf(error)}). An earlier notebook is as it was.`,
      { cause: error },
    );
  } finally {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 3 });
    rmSync(old, { recursive: true, force: true, maxRetries: 3 });
  }
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true });
  }
}

/** Another build may swap at the same moment, and on Windows a reader may hold a file: so a few tries. */
async function swap(fresh: string, target: string, old: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    let moved = false;
    try {
      if (existsSync(target)) {
        renameSync(target, old);
        moved = true;
      }
      renameSync(fresh, target);
      return;
    } catch (error) {
      if (moved && !existsSync(target)) renameSync(old, target);
      else rmSync(old, { recursive: true, force: true });
      if (tries === 5) throw error;
      await sleep(50 * tries);
    }
  }
}
