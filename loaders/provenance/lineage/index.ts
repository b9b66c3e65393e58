// Brings the file of sentences up to a tip: walks what is new of its first-parent line, or all of it where the file is of
// another line, code or configuration. What is asked of the file is told elsewhere.

import { createHash } from "node:crypto";
import type { Repository } from "../../git/repository.ts";
import type { Oid } from "../../model.ts";
import { codeStamp } from "../../version.ts";
import { changesOn, lineFrom } from "./line.ts";
import { Lives } from "./lives.ts";
import { aboutShelf, loadLives, type Shelved, type Turned, writeShelf } from "./shelf.ts";

export interface IndexOptions {
  readonly repo: Repository;
  /** Path of the file; it is written where it is not of this head. */
  readonly shelf: string;
  readonly head: Oid;
  readonly wanted: (path: string) => boolean;
  /** The text that `wanted` was read from. */
  readonly text: string;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/** What the file is of, and how many commits were walked for that. Throws what walking and what writing a store throw. */
export async function indexSentences(options: IndexOptions): Promise<Shelved & { readonly walked: number }> {
  const { repo, shelf, head, wanted, text, onProgress } = options;
  const digest = createHash("sha256")
    .update(JSON.stringify([codeStamp(), text, [...repo.shallow].sort()]))
    .digest("hex")
    .slice(0, 24);
  const stored = await aboutShelf(shelf);
  const known = stored?.digest === digest ? stored : null;
  if (known?.head === head) return { ...known, walked: 0 };
  const { commits, floor } = await lineFrom(repo, head, known?.head ?? null);
  const old = known !== null && floor === null ? await loadLives(shelf) : null;
  const grows = known !== null && old !== null;
  // The lives could not be read after all: the line is walked again, whole.
  const part = floor === null && !grows ? await lineFrom(repo, head, null) : { commits, floor };
  const lives = new Lives(old ?? []);
  const before = grows ? known.commits : 0;
  const turned: Turned[] = [];
  for (const [at, commit] of part.commits.entries()) {
    onProgress?.(at, part.commits.length, commit.oid.slice(0, 9));
    const { changes, paths } = await changesOn(repo, commit);
    await lives.turn(before + at, changes, (oid) => repo.blob(oid), wanted);
    turned.push({ commit, paths });
  }
  const about: Shelved = {
    digest,
    head,
    floor: grows ? known.floor : (part.floor ?? "root"),
    commits: before + part.commits.length,
  };
  await writeShelf(shelf, !grows, about, lives.all, turned);
  return { ...about, walked: part.commits.length };
}
