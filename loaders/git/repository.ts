// Turns a folder into an open repository: commits, trees, blobs, tags and revisions, read by whichever reader can.
// It decides which reader that is and refuses what is unsafe or unreadable; walking and comparing are done elsewhere.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { BinnacleError } from "../error.ts";
import type { Commit, Oid, Tag } from "../model.ts";
import { Recent } from "../recent.ts";
import { forgeOf } from "./forge.ts";
import { belongsToAnother, type Location, locate, realCommonDir } from "./locate.ts";
import { openNative } from "./native.ts";
import { type ObjectStore, openObjects } from "./objects.ts";
import type { StoredObject } from "./pack.ts";
import {
  type Differing,
  differingEntries,
  MalformedObject,
  type ObjectType,
  parseCommit,
  parseTree,
  type TreeEntry,
} from "./parse.ts";
import { findGit, runGit, unsafe } from "./program.ts";
import { peel, resolveRevision } from "./revisions.ts";

export type { TreeEntry } from "./parse.ts";

/** An open repository, as it was when it was opened. */
export interface Repository {
  /** The folder with the files, or null of a bare repository. */
  readonly workTree: string | null;
  /** The folder with `HEAD`; of a linked worktree, its own. */
  readonly gitDir: string;
  readonly bare: boolean;
  /** Which path reads objects. */
  readonly reader: "isomorphic-git" | "git";
  /** Commits whose parents a shallow clone left out. */
  readonly shallow: ReadonlySet<Oid>;
  /** https address of remote "origin" without user part and `.git`, else null. */
  readonly forge: string | null;
  /** The branch that HEAD is on, or null if it is detached. */
  readonly branch: string | null;
  /** What makes an answer differ from git's own, one clear line each. */
  readonly warnings: readonly string[];
  /** Parents are as recorded, also of a shallow commit. Throws missing-object, corrupt-repository (cause MalformedObject: see `parents`). */
  commit(oid: Oid): Promise<Commit>;
  /** Entries in git's order. A commit's id stands for that of its tree. Throws missing-object, corrupt-repository. */
  tree(oid: Oid): Promise<readonly TreeEntry[]>;
  /** What differs between two trees (null: none), with little else besides; see `differingEntries`. Same errors as `tree`. */
  differing(before: Oid | null, after: Oid | null): Promise<Differing>;
  /** The bytes may be shared with other readers: never write to them. Throws missing-object, corrupt-repository. */
  blob(oid: Oid): Promise<Uint8Array>;
  /** Peels to a commit. Throws unknown-revision with near names. */
  resolve(revision: string): Promise<Oid>;
  /** Branches here and of remotes, as `main` and `origin/main`, by name in code-unit order. */
  branches(): Promise<readonly Tag[]>;
  /** Tags of commits, by name in code-unit order; a tag of a tree or a blob is left out. */
  tags(): Promise<readonly Tag[]>;
  /**
   * Fetches those of these objects that are missing, in one batch, if the repository was opened with `fetchMissing`.
   * Answers how many were fetched. Throws missing-object that counts and names them otherwise. Costs nothing in a clone
   * that is not partial.
   */
  fetchMissing(oids: Iterable<Oid>): Promise<number>;
  close(): void;
}

/** Bytes of trees that are kept: neighbours in history share almost all of their trees. */
const TREE_BYTES = 16 * 2 ** 20;
const COMMITS = 50_000;

/**
 * Opens the repository around a folder. `reader` insists on one path; without it, isomorphic-git reads what it can and the
 * git program the rest. Throws not-a-repository, empty-repository, unsupported-repository, unsafe-repository.
 */
export async function openRepository(
  dir: string,
  options: { readonly fetchMissing?: boolean; readonly reader?: "isomorphic-git" | "git" } = {},
): Promise<Repository> {
  const location = locate(dir);
  await refuseUnsafe(location);
  if (options.reader === "isomorphic-git" && location.unreadable !== null)
    throw new BinnacleError(
      "unsupported-repository",
      `${location.name}: ${location.unreadable}, which isomorphic-git cannot read. Leave the choice of reader open.`,
    );
  const native = options.reader === "git" || location.unreadable !== null;
  const objects = native ? await openNative(location) : await openObjects(location);
  try {
    const head = await objects.head();
    if (head.oid === null && (await objects.refs()).size === 0)
      throw new BinnacleError("empty-repository", `${location.name}: there is no commit yet. Commit something first.`);
    return new OpenRepository(location, objects, head.branch, options.fetchMissing === true);
  } catch (thrown) {
    objects.close();
    throw thrown;
  }
}

/** Lets git decide about a folder of somebody else's, because it knows the user's `safe.directory`; without git, no. */
async function refuseUnsafe(location: Location): Promise<void> {
  if (!belongsToAnother(location)) return;
  if (findGit() === null) throw unsafe(location);
  const run = await runGit(location, ["rev-parse", "--git-dir"]);
  if (run.code !== 0) throw unsafe(location);
}

const NOTHING = Buffer.alloc(0);

class OpenRepository implements Repository {
  readonly workTree: string | null;
  readonly gitDir: string;
  readonly bare: boolean;
  readonly reader: "isomorphic-git" | "git";
  readonly shallow: ReadonlySet<Oid>;
  readonly forge: string | null;
  readonly branch: string | null;
  readonly warnings: readonly string[];
  private readonly location: Location;
  private readonly objects: ObjectStore;
  private readonly mayFetch: boolean;
  private readonly trees = new Recent<Oid, Buffer>(TREE_BYTES, (bytes) => bytes.length + 100);
  private readonly commits = new Recent<Oid, Commit>(COMMITS, () => 1);
  private fetched: Promise<void> | null = null;

  constructor(location: Location, objects: ObjectStore, branch: string | null, mayFetch: boolean) {
    this.location = location;
    this.objects = objects;
    this.mayFetch = mayFetch;
    this.branch = branch;
    this.workTree = location.workTree;
    this.gitDir = location.gitDir;
    this.bare = location.workTree === null;
    this.reader = objects.reader;
    this.shallow = location.shallow;
    this.forge = forgeOf(location.config.get("remote.origin.url") ?? "");
    this.warnings = [...location.warnings, ...objects.warnings];
  }

  async commit(oid: Oid): Promise<Commit> {
    const known = this.commits.get(oid);
    if (known !== undefined) return known;
    const data = await this.bytes(oid, "commit");
    const commit = this.parsed(oid, "commit", () => parseCommit(oid, data));
    this.commits.set(oid, commit);
    return commit;
  }

  async tree(oid: Oid): Promise<readonly TreeEntry[]> {
    const bytes = await this.treeBytes(oid);
    return this.parsed(oid, "tree", () => parseTree(bytes, this.location.width));
  }

  async differing(before: Oid | null, after: Oid | null): Promise<Differing> {
    const old = before === null ? NOTHING : await this.treeBytes(before);
    const now = after === null ? NOTHING : await this.treeBytes(after);
    return this.parsed(after ?? before ?? "", "tree", () => differingEntries(old, now, this.location.width));
  }

  private async treeBytes(oid: Oid): Promise<Buffer> {
    const known = this.trees.get(oid);
    if (known !== undefined) return known;
    const object = await this.readOrFetch(oid);
    if (object.type === "commit") return this.treeBytes((await this.commit(oid)).tree);
    const bytes = this.expect(object, oid, "tree");
    this.trees.set(oid, bytes);
    return bytes;
  }

  blob(oid: Oid): Promise<Uint8Array> {
    return this.bytes(oid, "blob");
  }

  async resolve(revision: string): Promise<Oid> {
    return this.orMalformed(revision, () => resolveRevision(this.location.name, this.objects, revision));
  }

  async branches(): Promise<readonly Tag[]> {
    const branches: Tag[] = [];
    for (const [ref, oid] of await this.objects.refs()) {
      const name = /^refs\/(?:heads|remotes)\/(.+)$/.exec(ref)?.[1];
      if (name !== undefined && !name.endsWith("/HEAD")) branches.push({ name, oid });
    }
    return branches.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async tags(): Promise<readonly Tag[]> {
    const tags: Tag[] = [];
    for (const [ref, oid] of await this.objects.refs()) {
      if (!ref.startsWith("refs/tags/")) continue;
      const target = await this.orMalformed(ref, () => peel(this.objects, oid));
      if (target.type === "commit") tags.push({ name: ref.slice("refs/tags/".length), oid: target.oid });
    }
    return tags.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async fetchMissing(oids: Iterable<Oid>): Promise<number> {
    if (!this.location.partial) return 0;
    const absent = await this.objects.absent(oids);
    if (absent.length === 0) return 0;
    if (!this.mayFetch)
      throw new BinnacleError(
        "missing-object",
        `${this.location.name}: ${absent.length} ${absent.length === 1 ? "object is" : "objects are"} not in this partial clone (${absent[0]} first), and nothing is fetched unasked. Pass --fetch-missing to fetch them in one batch.`,
      );
    await this.fetch(absent);
    return absent.length;
  }

  close(): void {
    this.objects.close();
  }

  private async bytes(oid: Oid, type: ObjectType): Promise<Buffer> {
    return this.expect(await this.readOrFetch(oid), oid, type);
  }

  private expect(object: StoredObject, oid: Oid, type: ObjectType): Buffer {
    if (object.type === type) return object.data;
    throw new BinnacleError(
      "corrupt-repository",
      `${this.location.name}: object ${oid} is a ${object.type}, expected a ${type}. Run "git fsck".`,
    );
  }

  private async readOrFetch(oid: Oid): Promise<StoredObject> {
    try {
      return await this.objects.read(oid);
    } catch (thrown) {
      if (
        !this.mayFetch ||
        !this.location.partial ||
        !(thrown instanceof BinnacleError) ||
        thrown.code !== "missing-object"
      )
        throw thrown;
      // Asked for one at a time, hundreds would be fetched one at a time: everything that history lacks comes at once.
      this.fetched ??= this.fetchAll();
      await this.fetched;
      return this.objects.read(oid);
    }
  }

  private async fetchAll(): Promise<void> {
    const run = await runGit(this.location, ["rev-list", "--objects", "--all", "--missing=print"]);
    const lines = run.stdout.toString("latin1").split("\n");
    await this.fetch(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
  }

  private async fetch(oids: readonly Oid[]): Promise<void> {
    const remote = this.location.config.get("extensions.partialclone") ?? "origin";
    // What a repository's own configuration could have run on a fetch is put back to git's defaults.
    const plain = [
      "-c",
      "fetch.negotiationAlgorithm=noop",
      "-c",
      "core.alternateRefsCommand=:",
      "-c",
      "protocol.ext.allow=never",
    ];
    const args = [...plain, "fetch", "--upload-pack=git-upload-pack", "--quiet", "--no-tags", "--no-write-fetch-head"];
    const rest = ["--recurse-submodules=no", "--filter=blob:none", "--stdin", "--end-of-options", remote];
    const run = await runGit(this.location, [...args, ...rest], { input: `${oids.join("\n")}\n`, fetching: true });
    if (run.code !== 0) {
      const why = run.stderr.trim().split("\n").at(-1) ?? "";
      throw new BinnacleError(
        "missing-object",
        `${this.location.name}: ${oids.length} missing objects could not be fetched from ${remote} (${why}). Check the remote.`,
      );
    }
    this.objects.refresh();
  }

  private parsed<T>(oid: Oid, type: ObjectType, parse: () => T): T {
    try {
      return parse();
    } catch (thrown) {
      throw this.malformed(`${type} ${oid}`, thrown);
    }
  }

  private async orMalformed<T>(what: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (thrown) {
      throw this.malformed(what, thrown);
    }
  }

  private malformed(what: string, thrown: unknown): unknown {
    if (!(thrown instanceof MalformedObject)) return thrown;
    return new BinnacleError(
      "corrupt-repository",
      `${this.location.name}: ${what} is malformed: ${thrown.message}. Run "git fsck".`,
      { cause: thrown },
    );
  }
}

/**
 * A stable name for a repository's folder in a cache: its name for people and ten hex digits of where it is. All worktrees
 * of a repository share it. A safe file name everywhere: lower-case letters, digits, `-`, `_`, `.`; at most 51 characters.
 */
export async function repositoryIdentity(repo: Repository): Promise<string> {
  const location = locate(repo.gitDir);
  const place = realCommonDir(location);
  const name =
    repo.forge === null ? basename(place.replace(/[/\\]\.git$/, "").replace(/\.git$/, "")) : basename(repo.forge);
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 40);
  const digest = createHash("sha256").update(place).digest("hex").slice(0, 10);
  return `${slug || "repository"}-${digest}`;
}
