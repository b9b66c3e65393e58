// Finds the branch that holds a commit which is no ancestor of what is judged. All branches are walked once, to where they
// leave this history, and only when somebody asks.

import type { Oid } from "../../model.ts";
import type { Scene } from "./mention.ts";

/** Commits off this history that are walked at most. */
const MOST = 100_000;

export class Branches {
  private readonly scene: Scene;
  private walked: Promise<ReadonlyMap<Oid, string>> | null = null;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** The first branch by name that holds a commit, or null. */
  async holding(oid: Oid): Promise<string | null> {
    this.walked ??= this.walk();
    return (await this.walked).get(oid) ?? null;
  }

  private async walk(): Promise<ReadonlyMap<Oid, string>> {
    const { repo, past } = this.scene;
    const holders = new Map<Oid, string>();
    for (const { name, oid: tip } of await repo.branches()) {
      const pending = [tip];
      for (let oid = pending.pop(); oid !== undefined && holders.size < MOST; oid = pending.pop()) {
        if (holders.has(oid) || past.position.has(oid)) continue;
        holders.set(oid, name);
        // A branch that cannot be read to its end still tells what it holds up to there.
        const commit = await repo.commit(oid).catch(() => null);
        if (commit !== null && !repo.shallow.has(oid)) pending.push(...commit.parents);
      }
    }
    return holders;
  }
}
