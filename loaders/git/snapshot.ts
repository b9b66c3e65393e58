// Turns a commit or the index into a snapshot: its files by path with their ids, and what stands beside them.
// The work tree is taken by worktree.ts and a merge made by merge.ts; nothing is written, and no work tree is read here.
import type { Snapshot } from "../citation.ts";
import type { Oid } from "../model.ts";
import { type IndexEntry, LINK, SUBMODULE } from "./index-file.ts";
import type { Repository } from "./repository.ts";
import { readStaged } from "./staged.ts";
import { type Leaf, partsOf, walkTree } from "./walk.ts";

export { worktreeSnapshot } from "./worktree.ts";

const NONE: ReadonlySet<string> = new Set();

/** A commit's files. `name` is for people; without it, the first digits of the id. Throws missing-object, corrupt-repository. */
export async function commitSnapshot(repo: Repository, oid: Oid, name?: string): Promise<Snapshot> {
  const parts = partsOf(await walkTree(repo, oid));
  return {
    kind: "commit",
    name: name ?? oid.slice(0, 12),
    heads: [oid],
    ...parts,
    conflicts: NONE,
    blob: (blob) => repo.blob(blob),
  };
}

/**
 * The index: what a commit would hold now. Of an unmerged path it holds our side, or theirs where ours deleted it; what was
 * only announced (`git add -N`) is left out; without an index file it is empty, as git takes it. Throws bad-usage for a bare
 * repository, corrupt-repository, unsupported-repository, missing-object.
 */
export async function indexSnapshot(repo: Repository): Promise<Snapshot> {
  const { entries, heads } = await readStaged(repo);
  const leaves = new Map<string, Leaf>();
  const conflicts = new Set<string>();
  for (const entry of entries) {
    if (entry.stage > 0) conflicts.add(entry.path);
    // Stages come in order, so ours comes before theirs.
    if (entry.intentToAdd || entry.stage === 1 || (entry.stage === 3 && leaves.has(entry.path))) continue;
    leaves.set(entry.path, leafOf(entry));
  }
  return {
    kind: "index",
    name: "index",
    heads,
    ...partsOf(leaves),
    conflicts,
    blob: (blob) => repo.blob(blob),
  };
}

function leafOf({ mode, oid }: IndexEntry): Leaf {
  const kind = mode === LINK ? "link" : mode === SUBMODULE ? "submodule" : "file";
  return { kind, oid, executable: kind === "file" && (mode & 0o111) !== 0 };
}
