// Turns a work tree into a snapshot: the index's paths with the bytes that git would store for the files on the disk.
// It runs no filter, follows no symbolic link and writes nothing; what a file's bytes become is decided by filters.ts.
import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import { Recent } from "../recent.ts";
import { type AttributeFile, type Attributes, attributesOf, parseAttributes } from "./attributes.ts";
import { Disk } from "./disk.ts";
import { type CleanPlan, changesNothing, clean, isPointer, planOf, pointerTo } from "./filters.ts";
import { type IndexEntry, LINK, type Stat, SUBMODULE } from "./index-file.ts";
import { nameOf } from "./parse.ts";
import { runGit } from "./program.ts";
import type { Repository } from "./repository.ts";
import { readSettings, type WorktreeSettings } from "./settings.ts";
import { readStaged, type Staged } from "./staged.ts";
import { type Leaf, partsOf } from "./walk.ts";

/** A snapshot of files that others may be changing, and what a reader must know of it. */
export interface WorktreeSnapshot extends Snapshot {
  readonly notices: readonly string[];
}

export interface WorktreeOptions {
  /** Takes files besides that git does not know and does not ignore. Needs the git program. */
  readonly untracked?: boolean;
}

/**
 * The work tree's files. One whose size and times are those the index remembers keeps the index's id; others are read and
 * hashed. Deleted ones are left out, unmerged paths are `conflicts`. `blob` reads an uncommitted file again and throws
 * missing-object if it has changed since. Throws bad-usage for a bare repository, corrupt-repository,
 * unsupported-repository, missing-object.
 */
export async function worktreeSnapshot(repo: Repository, options: WorktreeOptions = {}): Promise<WorktreeSnapshot> {
  const staged = await readStaged(repo);
  const look = new Look(repo, staged);
  const leaves = new Map<string, Leaf>();
  const conflicts = new Set<string>();
  for (const entry of staged.entries) {
    if (entry.stage > 0) {
      if (conflicts.has(entry.path)) continue;
      conflicts.add(entry.path);
    }
    const leaf = await look.leafOf(entry);
    if (leaf !== null) leaves.set(entry.path, leaf);
  }
  if (options.untracked === true)
    for (const raw of await untrackedPaths(staged)) {
      const path = nameOf(raw);
      const leaf = leaves.has(path) ? null : await look.read(path, raw);
      if (leaf !== null) leaves.set(path, leaf);
    }
  const parts = partsOf(leaves);
  return {
    kind: "worktree",
    name: "work tree",
    heads: staged.heads,
    ...parts,
    conflicts,
    notices: look.notices(),
    blob: (oid) => look.blob(oid),
  };
}

/** A larger file is hashed piece by piece where its bytes stay as they are. */
const LARGE = 50 * 2 ** 20;
/** A larger one is not converted. */
const LARGEST = 2 ** 30;
/** Bytes of files that are kept, so that a document is not read twice. */
const KEPT = 32 * 2 ** 20;
/** Notices of one kind that name their file; the rest are counted. */
const NAMED = 3;

interface Place {
  readonly path: string;
  readonly raw: Buffer;
}

class Look {
  private readonly repo: Repository;
  private readonly staged: Staged;
  private readonly disk: Disk;
  private readonly algorithm: "sha1" | "sha256";
  private readonly entries: ReadonlyMap<string, IndexEntry>;
  private settings: WorktreeSettings | null = null;
  private readonly attributeFiles = new Map<string, readonly AttributeFile[]>();
  /** Where the bytes of an id that is not in the index lie. */
  private readonly places = new Map<Oid, Place>();
  private readonly kept = new Recent<Oid, Buffer>(KEPT, (bytes) => bytes.length + 100);
  private readonly said = new Map<string, string[]>();

  constructor(repo: Repository, staged: Staged) {
    this.repo = repo;
    this.staged = staged;
    this.disk = new Disk(staged.workTree);
    this.algorithm = staged.location.width === 20 ? "sha1" : "sha256";
    // Of an unmerged path, ours is what git compares with.
    this.entries = new Map(
      staged.entries.filter((entry) => entry.stage === 0 || entry.stage === 2).map((entry) => [entry.path, entry]),
    );
  }

  /** What stands at an entry's path, or null if nothing does that git would store. */
  async leafOf(entry: IndexEntry): Promise<Leaf | null> {
    const { path, raw, mode, oid } = entry;
    const executable = (mode & 0o111) !== 0;
    // Asked not to look, git does not; a sparse checkout's file that is there all the same is looked at.
    if (entry.assumeValid && entry.stage === 0) return { kind: kindOf(mode), oid, executable };
    const stat = this.disk.stat(raw);
    if (entry.skipWorktree && (stat === null || !(await this.config()).sparse))
      return { kind: kindOf(mode), oid, executable };
    if (stat === null) return null;
    if (stat.isDirectory()) return mode === SUBMODULE ? { kind: "submodule", oid, executable: false } : null;
    if (stat.isSymbolicLink()) return { kind: "link", oid, executable: false };
    if (!stat.isFile()) return null;
    // Where links cannot be made, git writes their targets into plain files.
    if (mode === LINK && !(await this.config()).symlinks) return { kind: "link", oid, executable: false };
    const unchanged =
      entry.stage === 0 &&
      kindOf(mode) === "file" &&
      !entry.intentToAdd &&
      isUnchanged(entry.stat, stat, this.staged.written);
    return unchanged ? { kind: "file", oid, executable } : this.read(path, raw);
  }

  /** Reads and hashes a file. */
  async read(path: string, raw: Buffer): Promise<Leaf | null> {
    const stat = this.disk.stat(raw);
    if (stat?.isSymbolicLink() === true) return { kind: "link", oid: "", executable: false };
    if (stat?.isFile() !== true) return null;
    const oid = await this.hash({ path, raw }, Number(stat.size));
    if (oid === null) {
      this.say("cannot be read and is left out", path);
      return null;
    }
    return { kind: "file", oid, executable: (stat.mode & 0o100n) !== 0n };
  }

  private async hash(place: Place, size: number): Promise<Oid | null> {
    const plan = planOf(await this.attributes(place.path), await this.config());
    if (size > LARGE && (changesNothing(plan) || plan.driver === "lfs" || size > LARGEST)) {
      const hashes = this.disk.hash(place.raw, this.algorithm);
      if (hashes === null) return null;
      const pointer = plan.driver === "lfs" && (await this.isLfs(place.path)) ? pointerTo(hashes.sha256, size) : null;
      if (pointer !== null) return this.keep(place, pointer);
      if (!changesNothing(plan)) this.say("is over 1 GiB and was taken as it is", place.path);
      if (hashes.oid !== this.entries.get(place.path)?.oid) this.places.set(hashes.oid, place);
      return hashes.oid;
    }
    const bytes = this.disk.read(place.raw, LARGEST);
    return bytes === null ? null : this.keep(place, await this.clean(place.path, plan, bytes));
  }

  private keep(place: Place, bytes: Buffer): Oid {
    const oid = createHash(this.algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    if (oid !== this.entries.get(place.path)?.oid) {
      if (!this.places.has(oid)) this.places.set(oid, place);
      this.kept.set(oid, bytes);
    }
    return oid;
  }

  private async clean(path: string, plan: CleanPlan, bytes: Buffer): Promise<Buffer> {
    const cleaned = await clean(bytes, plan, await this.config(), () => this.stagedBytes(path));
    if (cleaned.notice !== null) this.say(cleaned.notice, path);
    return cleaned.bytes;
  }

  private async isLfs(path: string): Promise<boolean> {
    const held = await this.stagedBytes(path);
    return (await this.config()).drivers.has("lfs") || (held !== null && isPointer(held));
  }

  private async stagedBytes(path: string): Promise<Uint8Array | null> {
    const entry = this.entries.get(path);
    return entry === undefined || entry.intentToAdd || kindOf(entry.mode) !== "file" ? null : this.repo.blob(entry.oid);
  }

  async blob(oid: Oid): Promise<Uint8Array> {
    const kept = this.kept.get(oid);
    if (kept !== undefined) return kept;
    const place = this.places.get(oid);
    if (place === undefined) return this.repo.blob(oid);
    const bytes = new Disk(this.staged.workTree).read(place.raw, 2 ** 31 - 1);
    if (bytes !== null) {
      const plan = planOf(await this.attributes(place.path), await this.config());
      const stored = bytes.length > LARGEST ? bytes : await this.clean(place.path, plan, bytes);
      if (createHash(this.algorithm).update(`blob ${stored.length}\0`).update(stored).digest("hex") === oid) {
        this.kept.set(oid, stored);
        return stored;
      }
    }
    throw new BinnacleError(
      "missing-object",
      `${this.staged.location.name}: ${place.path} has changed since it was looked at, or is too large to be read. Run it again.`,
    );
  }

  private async config(): Promise<WorktreeSettings> {
    this.settings ??= await readSettings(this.staged.location);
    return this.settings;
  }

  private async attributes(path: string): Promise<Attributes> {
    const dir = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    const { location } = this.staged;
    const { ignoreCase, attributesFile } = await this.config();
    const options = { dir: "", macros: true, fold: ignoreCase };
    let around = this.attributeFiles.get("\0");
    if (around === undefined) {
      around = ["/etc/gitattributes", attributesFile, join(location.commonDir, "info", "attributes")].map((file) =>
        parseAttributes(textOf(readPlain(file)), options),
      );
      this.attributeFiles.set("\0", around);
    }
    const [system, user, own] = around as [AttributeFile, AttributeFile, AttributeFile];
    return attributesOf([system, user, ...(await this.attributesIn(dir)), own], path);
  }

  /** The `.gitattributes` files of a folder and of those around it, the root's first. */
  private async attributesIn(dir: string): Promise<readonly AttributeFile[]> {
    const known = this.attributeFiles.get(dir);
    if (known !== undefined) return known;
    const cut = dir.lastIndexOf("/");
    const outer = dir === "" ? [] : await this.attributesIn(cut === -1 ? "" : dir.slice(0, cut));
    const path = dir === "" ? ".gitattributes" : `${dir}/.gitattributes`;
    const raw = this.entries.get(path)?.raw ?? Buffer.from(path);
    // As git does when it stores: the file on the disk, or where there is none the one in the index.
    const bytes = this.disk.read(raw, LARGE) ?? (await this.stagedBytes(path));
    const { ignoreCase } = await this.config();
    const files =
      bytes === null
        ? outer
        : [...outer, parseAttributes(textOf(bytes), { dir, macros: dir === "", fold: ignoreCase })];
    this.attributeFiles.set(dir, files);
    return files;
  }

  private say(what: string, path: string): void {
    const paths = this.said.get(what);
    if (paths === undefined) this.said.set(what, [path]);
    else if (!paths.includes(path)) paths.push(path);
  }

  notices(): readonly string[] {
    const lines = [...this.said].flatMap(([what, paths]) => {
      const named = paths.slice(0, NAMED).map((path) => `${path}: ${what}.`);
      return paths.length > NAMED ? [...named, `${paths.length - NAMED} more files: ${what}.`] : named;
    });
    const none = `${this.staged.location.name}: there is no index, so no file is known. Run "git reset".`;
    return this.staged.exists ? lines : [none, ...lines];
  }
}

function kindOf(mode: number): Leaf["kind"] {
  return mode === LINK ? "link" : mode === SUBMODULE ? "submodule" : "file";
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? "" : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** A plain file outside the work tree, of the user's or the system's; null if there is none. */
function readPlain(path: string): Buffer | null {
  return new Disk("/").read(Buffer.from(path.replace(/^\/+/, "")), LARGE);
}

/**
 * Whether a file is as the index remembers it. Git's rule and a little stricter, for to read once more costs little: size,
 * times and inode are the same, and it is older than the index, else it may have changed within one tick of the clock.
 */
function isUnchanged(known: Stat, stat: BigIntStats, written: bigint): boolean {
  const second = 1_000_000_000n;
  const cut = (value: bigint): number => Number(value & 0xffffffffn);
  if (known.size !== cut(stat.size) || known.mtime !== cut(stat.mtimeNs / second)) return false;
  if (known.mtimeNs !== 0 && known.mtimeNs !== Number(stat.mtimeNs % second)) return false;
  if (process.platform !== "win32") {
    if (known.ctime !== 0 && known.ctime !== cut(stat.ctimeNs / second)) return false;
    if (known.ctimeNs !== 0 && known.ctimeNs !== Number(stat.ctimeNs % second)) return false;
    if (known.ino !== 0 && known.ino !== cut(stat.ino)) return false;
  }
  // Where the file system counts whole seconds, so must this.
  return known.mtimeNs === 0 ? stat.mtimeNs / second < written / second : stat.mtimeNs < written;
}

/** Paths that git does not know and does not ignore, as bytes. A repository inside this one is none. */
async function untrackedPaths({ location }: Staged): Promise<readonly Buffer[]> {
  const run = await runGit(location, ["ls-files", "--others", "--exclude-standard", "-z"]);
  if (run.code !== 0)
    throw new BinnacleError(
      "unsupported-repository",
      `${location.name}: git could not list untracked files (${run.stderr.trim().split("\n")[0]}). Run "git status".`,
    );
  const paths: Buffer[] = [];
  for (let at = 0; at < run.stdout.length; ) {
    const end = run.stdout.indexOf(0, at);
    if (run.stdout[end - 1] !== 47) paths.push(run.stdout.subarray(at, end));
    at = end + 1;
  }
  return paths;
}
