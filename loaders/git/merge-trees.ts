// Turns three trees into the one that merges two of them, file by file, as `git merge` does with its ort strategy.
// It is given the trees as lists and stores what it makes through a function: it reads no commits and writes no objects.
import type { Oid } from "../model.ts";
import { movedFolders, newPlaceOf, type Rename, renamesOf } from "./merge-renames.ts";
import { merge3 } from "./merge-text.ts";
import type { Leaf } from "./walk.ts";

/** Bytes by id, those stored and those made here. */
export interface BlobStore {
  blob(oid: Oid): Promise<Uint8Array>;
  /** Keeps bytes; answers their id. */
  put(bytes: Uint8Array): Oid;
}

export type Tree = ReadonlyMap<string, Leaf>;

export interface MergeOptions {
  /** What markers and moved files call the two sides. */
  readonly names: readonly [ours: string, theirs: string];
  /** How deep in a merge of merge bases: there, what cannot be decided stays as it was. 0: none of them. */
  readonly depth: number;
}

export interface MergedTree {
  readonly leaves: Map<string, Leaf>;
  /** Paths a person has to look at; also of files that are in no version of the result. */
  readonly conflicts: Set<string>;
  /** Whether nothing is left for a person; a folder renamed to two places at once is, and has no path. */
  readonly clean: boolean;
}

/** What stands at one path in the three trees, renames followed. */
interface Entry {
  base: Leaf | null;
  ours: Leaf | null;
  theirs: Leaf | null;
  /** What each was called in its own tree. */
  paths: [string, string, string];
  /** A conflict of names: to be looked at, whatever the bytes. */
  inConflict: boolean;
}

type Side = "ours" | "theirs";
const other = (side: Side): Side => (side === "ours" ? "theirs" : "ours");
const placeOf = (side: Side): 1 | 2 => (side === "ours" ? 1 : 2);

/** Merges. Throws missing-object, corrupt-repository. */
export async function mergeTrees(
  store: BlobStore,
  base: Tree,
  ours: Tree,
  theirs: Tree,
  options: MergeOptions,
): Promise<MergedTree> {
  return new Merge(store, base, ours, theirs, options).run();
}

class Merge {
  private readonly store: BlobStore;
  private readonly options: MergeOptions;
  private readonly trees: { readonly base: Tree; readonly ours: Tree; readonly theirs: Tree };
  private readonly entries = new Map<string, Entry>();
  private readonly leaves = new Map<string, Leaf>();
  private readonly conflicts = new Set<string>();
  private clean = true;

  constructor(store: BlobStore, base: Tree, ours: Tree, theirs: Tree, options: MergeOptions) {
    this.store = store;
    this.options = options;
    this.trees = { base, ours, theirs };
  }

  async run(): Promise<MergedTree> {
    const { base, ours, theirs } = this.trees;
    for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
      const [o, a, b] = [base.get(path) ?? null, ours.get(path) ?? null, theirs.get(path) ?? null];
      // Most paths are decided at once.
      if (o !== null && a !== null && b !== null && same(o, a)) this.leaves.set(path, b);
      else if (o !== null && a !== null && b !== null && (same(o, b) || same(a, b))) this.leaves.set(path, a);
      else this.entries.set(path, { base: o, ours: a, theirs: b, paths: [path, path, path], inConflict: false });
    }
    await this.followRenames();
    await this.decideAll();
    return { leaves: this.leaves, conflicts: this.conflicts, clean: this.clean && this.conflicts.size === 0 };
  }

  private async followRenames(): Promise<void> {
    const { base, ours, theirs } = this.trees;
    const found = {
      ours: await renamesOf(this.store, base, ours, theirs),
      theirs: await renamesOf(this.store, base, theirs, ours),
    };
    if (this.options.depth === 0) this.followFolders(found);
    const byPath = (a: { readonly from: string }, b: { readonly from: string }) => (a.from < b.from ? -1 : 1);
    const all = (["ours", "theirs"] as const)
      .flatMap((side) => found[side].map((rename) => ({ ...rename, side })))
      .sort(byPath);
    for (let i = 0; i < all.length; i++) {
      const rename = all[i]!;
      const next = all[i + 1];
      if (next !== undefined && next.from === rename.from) {
        await this.renamedTwice(rename, next);
        i++;
      } else await this.renamed(rename);
    }
  }

  /** Files that one side added to a folder which the other renamed go along, and a person is asked whether that is right. */
  private followFolders(found: Record<Side, Rename[]>): void {
    const { base, ours, theirs } = this.trees;
    const moved = {
      ours: movedFolders(found.ours, base, ours, theirs),
      theirs: movedFolders(found.theirs, base, theirs, ours),
    };
    if (moved.ours.split || moved.theirs.split) this.clean = false;
    for (const folder of [...moved.ours.folders.keys()])
      if (moved.theirs.folders.has(folder)) {
        moved.ours.folders.delete(folder);
        moved.theirs.folders.delete(folder);
      }
    for (const side of ["ours", "theirs"] as const) {
      const [folders, own] = [moved[other(side)].folders, moved[side].folders];
      if (folders.size === 0) continue;
      const renames = new Map(found[side].map((rename) => [rename.to, rename]));
      const added = [...this.entries].filter(([, entry]) => entry.base === null && entry[side] !== null);
      const places = new Map<string, string[]>();
      for (const [path] of added) {
        const place = newPlaceOf(path, folders, own);
        if (place !== null) places.set(place, [...(places.get(place) ?? []), path]);
      }
      for (const [place, paths] of places) {
        // What its own side has there already is in the way; the other side's is merged with it.
        const taken = this.leaves.has(place) || this.trees[side].has(place) || this.isFolder(this.trees[side], place);
        if (paths.length > 1 || taken) {
          this.clean = false;
          continue;
        }
        this.moveAdded(paths[0]!, place, side);
        const rename = renames.get(paths[0]!);
        if (rename !== undefined) found[side][found[side].indexOf(rename)] = { from: rename.from, to: place };
      }
    }
  }

  private moveAdded(path: string, place: string, side: Side): void {
    const entry = this.entries.get(path)!;
    const target = this.entries.get(place) ?? emptyEntry(place);
    target[side] = entry[side];
    target.paths[placeOf(side)] = place;
    target.inConflict = true;
    this.entries.set(place, target);
    entry[side] = null;
    if (entry.ours === null && entry.theirs === null) this.entries.delete(path);
  }

  /** Both sides renamed one file. */
  private async renamedTwice(first: Rename & { side: Side }, second: Rename & { side: Side }): Promise<void> {
    const [ours, theirs] = first.side === "ours" ? [first, second] : [second, first];
    const old = this.entries.get(first.from)!;
    if (ours.to === theirs.to) {
      const entry = this.entries.get(ours.to);
      if (entry === undefined) return;
      // Both call it the same now, and so do the markers.
      entry.base = old.base;
      this.entries.delete(first.from);
      return;
    }
    const [one, two] = [this.entries.get(ours.to)!, this.entries.get(theirs.to)!];
    const merged = await this.content(old.base, one.ours!, two.theirs!, [first.from, ours.to, theirs.to], 1);
    one.ours = merged.leaf;
    two.theirs = merged.leaf;
    one.inConflict = true;
    two.inConflict = true;
    old.inConflict = true;
  }

  /** One side renamed a file: the other side's edits go along. */
  private async renamed({ from, to, side }: Rename & { side: Side }): Promise<void> {
    const old = this.entries.get(from)!;
    const now = this.entries.get(to);
    const away = other(side);
    // A renamed folder can bring a file back to where it came from.
    if (from === to) return;
    if (now === undefined || now[side] === null) return;
    const deleted = old[away] === null;
    const collision = now[away] !== null;
    const typeChanged = !deleted && old[away]!.kind !== "file";
    if (collision && !deleted && !typeChanged) {
      const paths: [string, string, string] = [from, from, from];
      paths[placeOf(side)] = to;
      const [a, b] = side === "ours" ? [now.ours!, old.theirs!] : [old.ours!, now.theirs!];
      const merged = await this.content(old.base, a, b, paths, 1);
      const alike = same(now.ours!, now.theirs!);
      now[side] = merged.leaf;
      if (!merged.clean) now.inConflict = true;
      // Where both had the same file there before, git takes ours unasked, also if that loses the other's edits.
      if (alike) now.theirs = now.ours;
    } else if (collision && deleted) now.inConflict = true;
    else if (typeChanged) {
      now.base = collision ? null : old.base;
      now.paths[0] = from;
      old.base = null;
      return;
    } else {
      now.base = old.base;
      now.paths[0] = from;
      if (deleted) now.inConflict = true;
      else {
        now[away] = old[away];
        now.paths[placeOf(away)] = from;
      }
    }
    this.entries.delete(from);
  }

  private async decideAll(): Promise<void> {
    const folders = new Set<string>();
    const addFolders = (path: string): void => {
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
        const folder = path.slice(0, at);
        if (folders.has(folder)) return;
        folders.add(folder);
      }
    };
    for (const path of this.leaves.keys()) addFolders(path);
    // What is in a folder comes before a file of the folder's name, which has to give way if anything is.
    for (const [path, entry] of [...this.entries].sort(([a], [b]) => (a < b ? 1 : -1)))
      for (const { at, leaf, clean } of await this.decide(path, entry)) {
        const moved = leaf !== null && folders.has(at);
        // The file is of the side that has no such folder, even if the other's edits followed it here.
        const place = moved ? this.freePath(at, this.isFolder(this.trees.ours, at) ? 1 : 0) : at;
        if (!clean || moved) this.conflicts.add(place);
        if (leaf === null) continue;
        this.leaves.set(place, leaf);
        addFolders(place);
      }
  }

  private isFolder(tree: Tree, path: string): boolean {
    for (const each of tree.keys()) if (each.startsWith(`${path}/`)) return true;
    return false;
  }

  /** A name that nothing has: `path~side`. */
  private freePath(path: string, side: 0 | 1): string {
    const name = `${path}~${this.options.names[side].replaceAll("/", "_")}`;
    const taken = (candidate: string) => this.leaves.has(candidate) || this.entries.has(candidate);
    let free = name;
    for (let i = 0; taken(free); i++) free = `${name}_${i}`;
    return free;
  }

  private async decide(path: string, entry: Entry): Promise<readonly Decided[]> {
    const { base, ours, theirs, inConflict } = entry;
    const nested = this.options.depth > 0;
    if (ours === null || theirs === null) {
      const leaf = ours ?? theirs;
      if (leaf === null || base === null) return [{ at: path, leaf, clean: !inConflict }];
      // One side deleted it. Nobody misses it if the other left it as it was; where it renamed it, somebody may.
      if (same(base, leaf) && !inConflict) return [{ at: path, leaf: null, clean: true }];
      return [{ at: path, leaf: nested ? base : leaf, clean: false }];
    }
    if (same(ours, theirs) || (base !== null && same(base, ours)))
      return [{ at: path, leaf: theirs, clean: !inConflict }];
    if (base !== null && same(base, theirs)) return [{ at: path, leaf: ours, clean: !inConflict }];
    if (ours.kind === theirs.kind) {
      const { leaf, clean } = await this.content(base, ours, theirs, entry.paths, 0);
      return [{ at: path, leaf, clean: clean && !inConflict }];
    }
    if (nested) return [{ at: path, leaf: base, clean: false }];
    // A file and a link cannot both be there: the file gives way.
    const [away, stays] = ours.kind === "file" ? [true, theirs.kind !== "file"] : [theirs.kind !== "file", false];
    const theirsAway = ours.kind !== "file";
    return [
      { at: away ? this.freePath(path, 0) : path, leaf: ours, clean: false },
      { at: theirsAway && !stays ? this.freePath(path, 1) : path, leaf: theirs, clean: false },
    ];
  }

  /** Merges what both sides have at a path and is of one kind. `extra`: signs more in a marker, where it is merged again. */
  private async content(
    base: Leaf | null,
    ours: Leaf,
    theirs: Leaf,
    paths: readonly [string, string, string],
    extra: number,
  ): Promise<{ readonly leaf: Leaf; readonly clean: boolean }> {
    const nested = this.options.depth > 0;
    const takesTheirs = ours.executable === theirs.executable || (base !== null && ours.executable === base.executable);
    const executable = takesTheirs ? theirs.executable : ours.executable;
    const modeClean = takesTheirs || (base !== null && theirs.executable === base.executable);
    const make = (oid: Oid, clean: boolean) => ({ leaf: { kind: ours.kind, oid, executable }, clean });
    if (ours.oid === theirs.oid || ours.oid === base?.oid) return make(theirs.oid, modeClean);
    if (theirs.oid === base?.oid) return make(ours.oid, modeClean);
    if (ours.kind !== "file") return make(nested && base?.kind === ours.kind ? base.oid : ours.oid, false);
    const original = base?.kind === "file" ? await this.store.blob(base.oid) : Buffer.alloc(0);
    const [a, b] = [await this.store.blob(ours.oid), await this.store.blob(theirs.oid)];
    if ([original, a, b].some(isBinary)) return make(nested && base?.kind === "file" ? base.oid : ours.oid, false);
    const [one, two] = this.options.names;
    const plain = paths[0] === paths[1] && paths[1] === paths[2];
    const merged = merge3(original, a, b, {
      ours: plain ? one : `${one}:${paths[1]}`,
      theirs: plain ? two : `${two}:${paths[2]}`,
      marker: 7 + this.options.depth * 2 + extra,
    });
    return make(this.store.put(merged.bytes), modeClean && !merged.conflict);
  }
}

interface Decided {
  readonly at: string;
  readonly leaf: Leaf | null;
  readonly clean: boolean;
}

function emptyEntry(path: string): Entry {
  return { base: null, ours: null, theirs: null, paths: [path, path, path], inConflict: false };
}

function same(a: Leaf, b: Leaf): boolean {
  return a.oid === b.oid && a.kind === b.kind && a.executable === b.executable;
}

/** Git's own guess, and its bound. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.length > 1023 * 2 ** 20 || bytes.subarray(0, 8000).includes(0);
}
