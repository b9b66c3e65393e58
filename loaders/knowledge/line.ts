// Turns the history behind a snapshot into a line that is walked forward: which later commit touched a path next, what a
// path held at a commit of the line, which commit a revision means. What a change did inside a file is not looked at.

import type { Past } from "../audit/past.ts";
import type { Trees } from "../audit/trees.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import type { FileChange, Oid } from "../model.ts";

/** A commit of the line that touched a path. */
export interface Touch {
  /** Position in `Past.commits`: smaller is newer. */
  readonly at: number;
  readonly change: FileChange;
}

export class Line {
  readonly past: Past;
  readonly snapshot: Snapshot;
  readonly #repo: Repository;
  readonly #trees: Trees;
  /** By path as it was before or after, newest first. */
  readonly #touches = new Map<string, Touch[]>();
  #tags: Promise<ReadonlyMap<string, Oid>> | null = null;

  constructor(past: Past, snapshot: Snapshot, repo: Repository, trees: Trees) {
    this.past = past;
    this.snapshot = snapshot;
    this.#repo = repo;
    this.#trees = trees;
    for (const at of past.line)
      for (const change of past.changes[at] ?? []) {
        this.#put(change.path, { at, change });
        if (change.from !== null) this.#put(change.from, { at, change });
      }
  }

  #put(path: string, touch: Touch): void {
    const known = this.#touches.get(path);
    if (known === undefined) this.#touches.set(path, [touch]);
    else known.push(touch);
  }

  /** The first commit behind a position that touched a path; null where none did. */
  next(path: string, after: number): Touch | null {
    const touches = this.#touches.get(path) ?? [];
    let low = 0;
    let high = touches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (touches[middle]!.at < after) low = middle + 1;
      else high = middle;
    }
    return touches[low - 1] ?? null;
  }

  /** What the commits of the line behind a position changed, oldest first. */
  *since(after: number): Iterable<{ readonly at: number; readonly changes: readonly FileChange[] }> {
    for (const at of this.past.line.toReversed()) if (at < after) yield { at, changes: this.past.changes[at] ?? [] };
  }

  /** The blob at a path after a commit; position 0 is what is judged. Null where there is none. */
  async blob(at: number, path: string): Promise<Oid | null> {
    if (at === 0) return this.snapshot.files.get(path) ?? null;
    return this.#trees.find(this.past.commits[at]!.oid, path);
  }

  /** The position of a commit by its id or the beginning of it, or by a tag; "ambiguous" where several fit. Null: none. */
  async positionOf(revision: string): Promise<number | "ambiguous" | null> {
    if (/^[0-9a-f]{7,64}$/.test(revision)) {
      const exact = this.past.position.get(revision);
      if (exact !== undefined) return exact;
      const found = this.past.commits.flatMap(({ oid }, at) => (oid.startsWith(revision) ? [at] : []));
      if (found.length > 0) return found.length > 1 ? "ambiguous" : found[0]!;
    }
    this.#tags ??= this.#repo.tags().then((tags) => new Map(tags.map(({ name, oid }) => [name, oid])));
    const tagged = (await this.#tags).get(revision);
    return tagged === undefined ? null : (this.past.position.get(tagged) ?? null);
  }

  /** Whether a commit is stored at all, wherever it stands. */
  async exists(oid: string): Promise<boolean> {
    try {
      await this.#repo.commit(await this.#repo.resolve(oid));
      return true;
    } catch (thrown) {
      if (thrown instanceof BinnacleError) return false;
      throw thrown;
    }
  }

  /** The commit of the line that brought a commit there; of one on the line itself. */
  landing(at: number): number {
    const landed = this.past.landed[at] ?? at;
    return landed === -1 ? at : landed;
  }
}
