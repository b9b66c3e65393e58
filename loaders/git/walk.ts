// Turns a tree into all that it holds, by whole path: files, symbolic links and submodules.
// It reads trees and no blob; what differs between two trees is told by changes.ts, which opens less.
import type { Oid } from "../model.ts";
import type { Repository } from "./repository.ts";

/** What stands at a path. */
export interface Leaf {
  readonly kind: "file" | "link" | "submodule";
  readonly oid: Oid;
  /** Of a file, whether it may be run. */
  readonly executable: boolean;
}

/**
 * Everything below a commit or a tree, in git's order. `under` is put before every path. Throws missing-object,
 * corrupt-repository.
 */
export async function walkTree(repo: Repository, tree: Oid, under = ""): Promise<Map<string, Leaf>> {
  const leaves = new Map<string, Leaf>();
  // Folders wait on a stack of their own: a hostile tree may be deeper than calls can nest.
  const waiting: { readonly oid: Oid; readonly dir: string }[] = [{ oid: tree, dir: under }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folders: { oid: Oid; dir: string }[] = [];
    for (const entry of await repo.tree(next.oid)) {
      const path = next.dir === "" ? entry.path : `${next.dir}/${entry.path}`;
      if (entry.kind === "tree") folders.push({ oid: entry.oid, dir: path });
      else {
        const kind = entry.kind === "commit" ? "submodule" : entry.mode === "120000" ? "link" : "file";
        leaves.set(path, { kind, oid: entry.oid, executable: kind === "file" && entry.mode === "100755" });
      }
    }
    waiting.push(...folders.reverse());
  }
  return leaves;
}

/** The same in the parts of a snapshot. */
export interface Parts {
  readonly files: ReadonlyMap<string, Oid>;
  readonly submodules: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

/** Sorts leaves into a snapshot's parts, by path in code-unit order. */
export function partsOf(leaves: ReadonlyMap<string, Leaf>): Parts {
  const files = new Map<string, Oid>();
  const submodules = new Set<string>();
  const links = new Set<string>();
  for (const [path, leaf] of [...leaves].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    if (leaf.kind === "file") files.set(path, leaf.oid);
    else (leaf.kind === "link" ? links : submodules).add(path);
  }
  return { files, submodules, links };
}
