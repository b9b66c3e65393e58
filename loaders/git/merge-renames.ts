// Turns a merge base and its two sides into the renames that the merge must follow, of files and of whole folders.
// Which files are alike is decided by renames.ts; here is only which of them matter.
import type { FileChange } from "../model.ts";
import { withRenames } from "./renames.ts";
import type { Repository } from "./repository.ts";
import type { Leaf } from "./walk.ts";

export interface Rename {
  readonly from: string;
  readonly to: string;
}

type Tree = ReadonlyMap<string, Leaf>;

/** Pairs that git compares at most in a merge: a rename limit of 7000, squared. */
const LIMIT = 7000 * 7000;

/** The renames of `side` that matter: of files that `other` changed or deleted, or whose folder it added to. By old path. */
export async function renamesOf(
  store: Pick<Repository, "blob">,
  base: Tree,
  side: Tree,
  other: Tree,
): Promise<Rename[]> {
  const changes: FileChange[] = [];
  for (const [path, leaf] of base)
    if (isRenamable(leaf) && !side.has(path))
      changes.push({ kind: "deleted", path, from: null, oid: null, oldOid: leaf.oid });
  if (changes.length === 0) return [];
  const needed = neededIn(base, side, other);
  if (!changes.some((change) => needed(change.path))) return [];
  for (const [path, leaf] of side)
    if (isRenamable(leaf) && !base.has(path))
      changes.push({ kind: "added", path, from: null, oid: leaf.oid, oldOid: null });
  // Of several that are equally good, the first is taken: by path, but what lies in a folder that `other` left alone comes last.
  const late = lateIn(base, side, other);
  const last = new Set(changes.filter((change) => late(change.path)));
  changes.sort((a, b) => Number(last.has(a)) - Number(last.has(b)) || (a.path < b.path ? -1 : 1));
  // Equal files are paired whether it matters or not, so that none is taken for another's.
  const equal = await withRenames(store, changes, { limit: 0 });
  const rest = equal.filter((change) => change.kind === "added" || (change.kind === "deleted" && needed(change.path)));
  const alike = await withRenames(store, rest, { limit: LIMIT });
  const found = [...equal, ...alike].filter((change) => change.kind === "renamed");
  return found
    .map(({ from, path }) => ({ from: from!, to: path }))
    .filter((rename) => needed(rename.from))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Whether git opens a folder around the path only when it must: one that is as it was on the other side. */
function lateIn(base: Tree, side: Tree, other: Tree): (path: string) => boolean {
  const folders = allFolders(base.keys());
  const touched = new Set<string>();
  for (const path of new Set([...base.keys(), ...other.keys()])) {
    const [old, now] = [base.get(path), other.get(path)];
    if (old === undefined || now === undefined || !isSame(old, now))
      for (const folder of foldersOf(path)) touched.add(folder);
  }
  return (path) => foldersOf(path).some((folder) => folders.has(folder) && !touched.has(folder) && !side.has(folder));
}

function isSame(a: Leaf, b: Leaf): boolean {
  return a.oid === b.oid && a.kind === b.kind && a.executable === b.executable;
}

/** The ids of a file without a byte: all such are equal, which says nothing. */
const EMPTY: readonly string[] = [
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

function isRenamable(leaf: Leaf): boolean {
  return leaf.kind === "file" && !EMPTY.includes(leaf.oid);
}

function neededIn(base: Tree, side: Tree, other: Tree): (path: string) => boolean {
  const growing = growingFolders(base, side, other);
  return (path) => {
    const [old, there] = [base.get(path)!, other.get(path)];
    if (there === undefined || !isSame(old, there)) return true;
    return foldersOf(path).some((folder) => growing.has(folder));
  };
}

/** Folders to which `other` added files, themselves and not below, and which `side` has no more, or one around them. */
function growingFolders(base: Tree, side: Tree, other: Tree): ReadonlySet<string> {
  const [before, now] = [allFolders(base.keys()), allFolders(side.keys())];
  const growing = new Set<string>();
  for (const path of other.keys()) {
    const folder = parentOf(path);
    if (base.has(path) || growing.has(folder)) continue;
    if (foldersOf(path).some((each) => before.has(each) && !now.has(each))) growing.add(folder);
  }
  return growing;
}

function allFolders(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (const folder of foldersOf(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** The folders around a path, the innermost first, without the root. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.push(path.slice(0, at));
  return folders;
}

/** Where folders went. `split`: one went to several places, none of them with the most files. */
export interface MovedFolders {
  readonly folders: Map<string, string>;
  readonly split: boolean;
}

/** The folders that `side` renamed as a whole and `other` added to, as its files' renames tell: most of them decide. */
export function movedFolders(renames: readonly Rename[], base: Tree, side: Tree, other: Tree): MovedFolders {
  const growing = growingFolders(base, side, other);
  const counts = new Map<string, Map<string, number>>();
  for (const { from, to } of renames) {
    let [old, now] = [parentOf(from), parentOf(to)];
    for (let first = true; ; first = false) {
      const grew = growing.has(old);
      if (!grew && !foldersOf(old).some((folder) => growing.has(folder))) break;
      if (grew || first) {
        const of = counts.get(old) ?? new Map<string, number>();
        counts.set(old, of.set(now, (of.get(now) ?? 0) + 1));
      }
      // `a/b/x` to `c/b/x` speaks for `a/b` to `c/b` and for `a` to `c`; what differs further up does not.
      if (now === "" || nameOf(old) !== nameOf(now)) break;
      [old, now] = [parentOf(old), parentOf(now)];
    }
  }
  const folders = new Map<string, string>();
  let split = false;
  for (const [folder, targets] of counts) {
    const most = Math.max(...targets.values());
    const best = [...targets].filter(([, count]) => count === most);
    if (best.length > 1) split = true;
    else folders.set(folder, best[0]![0]);
  }
  return { folders, split };
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Where an added file goes if the folder around it was renamed; null: it stays. `own`: what its own side renamed. */
export function newPlaceOf(
  path: string,
  folders: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): string | null {
  const folder = foldersOf(path).find((each) => folders.has(each));
  if (folder === undefined) return null;
  const target = folders.get(folder)!;
  // To a folder that its own side renamed in turn: nobody could follow that.
  if (own.has(target)) return null;
  const rest = path.slice(folder.length + 1);
  return target === "" ? rest : `${target}/${rest}`;
}
