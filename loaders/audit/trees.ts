// Finds the blob at a path of a commit, and keeps the trees that it opened on the way.

import type { Repository } from "../git/repository.ts";
import type { Oid } from "../model.ts";

/** Finds blobs at commits. */
export class Trees {
  private readonly repo: Repository;
  private readonly entries = new Map<Oid, ReadonlyMap<string, { readonly oid: Oid; readonly kind: string }>>();

  constructor(repo: Repository) {
    this.repo = repo;
  }

  /** The blob at a path of a commit, or null. */
  async find(commit: Oid, path: string): Promise<Oid | null> {
    let here = (await this.repo.commit(commit)).tree;
    const parts = path.split("/");
    for (const [at, part] of parts.entries()) {
      const entry = (await this.list(here)).get(part);
      if (entry === undefined) return null;
      if (at === parts.length - 1) return entry.kind === "blob" ? entry.oid : null;
      if (entry.kind !== "tree") return null;
      here = entry.oid;
    }
    return null;
  }

  private async list(tree: Oid) {
    const known = this.entries.get(tree);
    if (known !== undefined) return known;
    const made = new Map((await this.repo.tree(tree)).map((entry) => [entry.path, entry]));
    if (this.entries.size > 20_000) this.entries.clear();
    this.entries.set(tree, made);
    return made;
  }
}
