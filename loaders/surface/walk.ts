// Turns commits, one after another, into surfaces: it keeps the tree of the last one, reads what a commit changed and
// derives again only if something that the last surface leant on is among it. It stores nothing.

import { isUtf8 } from "node:buffer";
import { Facts } from "../facts/source.ts";
import type { SourceFile } from "../facts/source-file.ts";
import { diffTrees, listTree, withRenames } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import type { Dropped, FileChange, Oid, Profile, Surface } from "../model.ts";
import { languageOf, loadGrammars } from "../syntax/grammar.ts";
import { deriveSurface, EMPTY_SURFACE } from "./derive.ts";
import type { Change } from "./leaning.ts";
import { movedSurface } from "./moved.ts";
import { type PathScope, pathScope } from "./scope.ts";
import { CodeTree } from "./tree.ts";

/** Blobs over this are not looked at, and said to be. Bytes. */
export const LARGEST_BLOB = 8 * 2 ** 20;

/** After so many files, whoever waits meanwhile gets a turn. */
const BREATH = 32;

type ReadBlob = (oid: Oid) => Promise<Uint8Array>;

/** A file's bytes, for those who compare lines. */
export type FileText = Pick<SourceFile, "bytes">;

/** What one commit did to the surface. */
export interface Step {
  readonly surface: Surface;
  /** Whether the surface may be another one than before. */
  readonly changed: boolean;
  /** New path by old path, of files that the commit renamed. */
  readonly renames: ReadonlyMap<string, string>;
  /** Files as they were before and are after, of the paths that the commit changed. */
  readonly before: ReadonlyMap<string, FileText>;
  readonly after: ReadonlyMap<string, FileText>;
}

/** A path as a commit left it: the file, or why it is not looked at, or neither where it is gone or in no language. */
interface Read {
  readonly file: SourceFile | null;
  readonly unfit: Dropped | null;
}

/** What one commit changed, read and not yet stepped to. */
interface Look {
  readonly tree: Oid;
  readonly changes: readonly (FileChange & Read)[];
  /** The files of the paths that it touched. */
  readonly files: ReadonlyMap<string, SourceFile | null>;
}

const NOTHING: Read = { file: null, unfit: null };

export class SurfaceWalk {
  readonly #repo: Repository;
  readonly #profile: Profile;
  readonly #scope: PathScope;
  readonly #facts: Facts;
  readonly #blob: ReadBlob = (oid) => this.#repo.blob(oid);
  #tree: CodeTree;
  #at: Oid | null = null;
  #surface: Surface = EMPTY_SURFACE;
  /** What may have changed of the surface since it was derived. */
  #change: Change = "anything";
  /** What was read of commits to come, next first. */
  #ahead: Look[] = [];
  /** Files of the tree that are not looked at, by path. */
  readonly #skipped = new Map<string, Dropped>();

  constructor(repo: Repository, profile: Profile, facts: Facts = new Facts()) {
    this.#repo = repo;
    this.#profile = profile;
    this.#scope = pathScope(profile);
    this.#facts = facts;
    this.#tree = new CodeTree(facts);
  }

  get facts(): Facts {
    return this.#facts;
  }

  get tree(): CodeTree {
    return this.#tree;
  }

  /** Goes to a tree without deriving what lies between: from the one where it stands, if it stands at one. */
  async goTo(tree: Oid | null): Promise<void> {
    this.#ahead = [];
    if (tree === null || this.#at === null)
      await this.#stand(tree === null ? [] : await listTree(this.#repo, tree, this.#scope), this.#blob);
    else for (const { path, file, unfit } of (await this.#look(tree, false)).changes) this.#put(path, { file, unfit });
    this.#at = tree;
  }

  /** Goes to files that are no tree of the repository's: an index, a work tree, a merge. No step leads on from there. */
  async goToFiles(files: Iterable<readonly [path: string, oid: Oid]>, blob: ReadBlob): Promise<void> {
    const wanted = [...files].filter(([path]) => this.#scope.include(path));
    await this.#stand(
      wanted.sort(([a], [b]) => (a < b ? -1 : 1)),
      blob,
    );
    this.#at = null;
  }

  async #stand(files: Iterable<readonly [path: string, oid: Oid]>, blob: ReadBlob): Promise<void> {
    this.#tree = new CodeTree(this.#facts);
    this.#skipped.clear();
    this.#ahead = [];
    this.#change = "anything";
    let read = 0;
    for (const [path, oid] of files) {
      const { file, unfit } = await this.#read(path, await blob(oid), oid);
      if (unfit) this.#skipped.set(path, unfit);
      this.#tree.put(path, file);
      // So many files take long enough for others to wait for their turn.
      if (++read % BREATH === 0) await new Promise((turn) => setImmediate(turn));
    }
  }

  /** The surface at the tree where the walk stands. */
  surface(): Surface {
    const moved = this.#change === "lines" ? movedSurface(this.#surface, this.#tree.moves()) : null;
    if (moved) {
      this.#surface = moved;
      this.#tree.noteMoves();
    } else if (this.#change !== "nothing")
      this.#surface = withSkipped(deriveSurface(this.#tree, this.#profile), this.#skipped);
    this.#change = "nothing";
    return this.#surface;
  }

  /**
   * Reads what the next steps, to these trees, will read, so that its facts can be extracted ahead. What was read of them is
   * not read again. Does nothing where nobody extracts ahead.
   */
  async lookAhead(trees: readonly Oid[]): Promise<void> {
    if (!this.#facts.looksAhead) return;
    if (this.#ahead.some((look, at) => look.tree !== trees[at])) this.#ahead = [];
    for (const tree of trees.slice(this.#ahead.length)) this.#ahead.push(await this.#look(tree));
  }

  /** Steps to the tree of the next commit. */
  async step(tree: Oid): Promise<Step> {
    if (this.#ahead[0]?.tree !== tree) this.#ahead = [];
    const { changes } = this.#ahead.shift() ?? (await this.#look(tree));
    this.#at = tree;
    const before = new Map<string, FileText>();
    const after = new Map<string, FileText>();
    const renames = new Map<string, string>();
    for (const { from, path, file, unfit } of changes) {
      const old = this.#tree.files.get(from ?? path);
      if (old) before.set(from ?? path, old);
      if (file) after.set(path, file);
      if (from !== null) {
        renames.set(from, path);
        this.#put(from, NOTHING);
      }
      this.#put(path, { file, unfit });
    }
    const changed = this.#change !== "nothing";
    return { surface: this.surface(), changed, renames, before, after };
  }

  #put(path: string, { file, unfit }: Read): void {
    const change = this.#tree.put(path, file);
    const isSkipped = this.#skipped.delete(path) || unfit !== null;
    if (unfit) this.#skipped.set(path, unfit);
    if (isSkipped) this.#change = "anything";
    else if (this.#change !== "anything" && change !== "nothing") this.#change = change;
  }

  /** What the commit behind those that were looked at changed. Without renames, a file that was renamed is two changes. */
  async #look(tree: Oid, renames = true): Promise<Look> {
    const at = this.#ahead.at(-1)?.tree ?? this.#at;
    const found = await diffTrees(this.#repo, at, tree, this.#scope);
    const changes = renames ? await withRenames(this.#repo, found) : found;
    const files = new Map<string, SourceFile | null>();
    const read: (FileChange & Read)[] = [];
    for (const change of changes) {
      const { from, path, oid } = change;
      const old = this.#fileAt(from ?? path);
      const now = oid === null ? NOTHING : await this.#read(path, await this.#blob(oid), oid, old);
      if (from !== null) files.set(from, null);
      files.set(path, now.file);
      read.push({ ...change, ...now });
    }
    return { tree, changes: read, files };
  }

  /** A file as the last commit that was looked at left it. */
  #fileAt(path: string): SourceFile | null {
    const look = this.#ahead.findLast(({ files }) => files.has(path));
    return (look ? look.files : this.#tree.files).get(path) ?? null;
  }

  async #read(path: string, bytes: Uint8Array, oid: Oid, before: SourceFile | null = null): Promise<Read> {
    const unfit = unfitness(path, bytes);
    if (unfit !== null) return { file: null, unfit };
    const language = languageOf(path);
    if (language !== null) await loadGrammars([language]);
    return { file: this.#facts.file(path, oid, isUtf8(bytes) ? bytes : asUtf8(bytes), before), unfit: null };
  }
}

/** Why a file is not looked at, or null. A zero byte is what git tells a binary file by, and no source may hold one. */
function unfitness(path: string, bytes: Uint8Array): Dropped | null {
  if (bytes.length > LARGEST_BLOB) {
    const text = `${bytes.length.toLocaleString("en")} bytes; at most ${LARGEST_BLOB.toLocaleString("en")} are looked at`;
    return { reason: "too-large", path, line: 1, text };
  }
  return bytes.includes(0) ? { reason: "not-text", path, line: 1, text: "it holds a zero byte" } : null;
}

/** Every byte as the character of its number, as in Latin-1: lines stay what they are, and offsets are those of text. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1"));
}

/** What is not looked at is a row that a reader can list. */
function withSkipped(surface: Surface, skipped: ReadonlyMap<string, Dropped>): Surface {
  if (skipped.size === 0) return surface;
  const dropped = [...skipped.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...surface, dropped: [...surface.dropped, ...dropped] };
}
