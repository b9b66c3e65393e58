// Turns two commits into the snapshot that `git merge` would leave, in memory: no object, no ref and no file is written.
// It finds what to merge against, merging several merge bases first; how trees and texts merge is in merge-trees.ts and merge-text.ts.
import { createHash } from "node:crypto";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import { mergeBases } from "./ancestry.ts";
import { locate } from "./locate.ts";
import { type BlobStore, type MergedTree, mergeTrees, type Tree } from "./merge-trees.ts";
import type { Repository } from "./repository.ts";
import { partsOf, walkTree } from "./walk.ts";

export interface MergeSnapshotOptions {
  /** What the two are called, in the snapshot's name and behind markers; without it, by their ids. */
  readonly names?: readonly [ours: string, theirs: string];
}

/** A merge, and whether it needed nobody. */
export interface MergeSnapshot extends Snapshot {
  /** False also where a folder went to two places at once, which is a conflict that no path bears. */
  readonly clean: boolean;
  /** What it was merged against: several of branches that were merged crosswise. The youngest first. */
  readonly bases: readonly Oid[];
}

/**
 * Merges two commits. Conflicting files hold both sides between markers; of what cannot be merged (a binary file, a file one
 * side deleted) they hold what git leaves in the work tree. Merge drivers and `.gitattributes` are not looked at.
 * Throws bad-usage where the two have no history in common, missing-object, corrupt-repository.
 */
export async function mergeSnapshot(
  repo: Repository,
  a: Oid,
  b: Oid,
  options: MergeSnapshotOptions = {},
): Promise<MergeSnapshot> {
  const store = new MadeBlobs(repo);
  const merger = new Merger(repo, store);
  const bases = await mergeBases(repo, a, b);
  const names = options.names ?? [a, b];
  if (bases.length === 0) throw unrelated(repo, names);
  const merged = await merger.merge({ tips: [a], tree: await walkTree(repo, a) }, await merger.commit(b), names, 0);
  return {
    kind: "merge",
    name: `merge of ${names[0]} and ${names[1]}`,
    heads: [a, b],
    ...partsOf(merged.leaves),
    conflicts: merged.conflicts,
    clean: merged.clean,
    bases,
    blob: (oid) => store.blob(oid),
  };
}

function unrelated(repo: Repository, [ours, theirs]: readonly [string, string]): BinnacleError {
  const { name } = locate(repo.workTree ?? repo.gitDir);
  const why =
    repo.shallow.size > 0
      ? 'what they have in common lies beyond this shallow clone. Run "git fetch --unshallow"'
      : "they have no commit in common, and git would not merge them. Name branches of one history";
  return new BinnacleError("bad-usage", `${name}: ${ours} and ${theirs} cannot be merged: ${why}.`);
}

/** The repository's blobs, and those that a merge made. */
class MadeBlobs implements BlobStore {
  private readonly repo: Repository;
  private readonly algorithm: "sha1" | "sha256";
  private readonly made = new Map<Oid, Uint8Array>();

  constructor(repo: Repository) {
    this.repo = repo;
    this.algorithm = locate(repo.workTree ?? repo.gitDir).width === 20 ? "sha1" : "sha256";
  }

  async blob(oid: Oid): Promise<Uint8Array> {
    return this.made.get(oid) ?? this.repo.blob(oid);
  }

  put(bytes: Uint8Array): Oid {
    const oid = createHash(this.algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    this.made.set(oid, bytes);
    return oid;
  }
}

/** A commit, or the merge of several that exists only here: what it descends from, and its files. */
interface Tip {
  readonly tips: readonly Oid[];
  readonly tree: Tree;
}

/** Merges of merge bases that are made at most: a hostile history could ask for any number. */
const MOST = 50;
const TEMPORARY = ["Temporary merge branch 1", "Temporary merge branch 2"] as const;

class Merger {
  private readonly repo: Repository;
  private readonly store: BlobStore;
  private left = MOST;

  constructor(repo: Repository, store: BlobStore) {
    this.repo = repo;
    this.store = store;
  }

  async commit(oid: Oid): Promise<Tip> {
    return { tips: [oid], tree: await walkTree(this.repo, oid) };
  }

  async merge(a: Tip, b: Tip, names: readonly [string, string], depth: number): Promise<MergedTree> {
    const [first, ...others] = await this.basesOf(a, b);
    let base: Tip = first === undefined ? { tips: [], tree: new Map() } : await this.commit(first);
    for (const oid of others) {
      if (this.left-- <= 0) break;
      const next = await this.commit(oid);
      const { leaves } = await this.merge(base, next, TEMPORARY, depth + 1);
      base = { tips: [...base.tips, oid], tree: leaves };
    }
    return mergeTrees(this.store, base.tree, a.tree, b.tree, { names, depth });
  }

  /** The oldest first, as git takes them. */
  private async basesOf(a: Tip, b: Tip): Promise<readonly Oid[]> {
    const found = new Set<Oid>();
    for (const one of a.tips)
      for (const two of b.tips) for (const oid of await mergeBases(this.repo, one, two)) found.add(oid);
    const all = [...found];
    if (a.tips.length + b.tips.length === 2) return all.reverse();
    const best: { readonly oid: Oid; readonly time: number }[] = [];
    for (const oid of all) {
      const behind = await Promise.all(
        all.map(async (each) => each !== oid && (await mergeBases(this.repo, oid, each)).includes(oid)),
      );
      if (!behind.includes(true)) best.push({ oid, time: (await this.repo.commit(oid)).time });
    }
    return best.sort((x, y) => x.time - y.time).map(({ oid }) => oid);
  }
}
