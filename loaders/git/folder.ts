// Turns a repository's scattered files (worktree, main repository, alternates) into the one folder isomorphic-git can read.
// The folder exists only here and is read only; nothing outside the repository can be reached through it.
import { readdirSync } from "node:fs";
import * as disk from "node:fs/promises";
import { join } from "node:path";
import type { Oid } from "../model.ts";
import type { Location } from "./locate.ts";

/** The folder that isomorphic-git believes it reads. It joins worktree, main repository and alternates, and is read only. */
export const ROOT = "/repository";
/** The name under which all packs are listed as one, so that it asks one index and not fifty. */
export const ALL_PACKS = "all.idx";
/** Made once: building an error with its stack for each absent loose object costs more than reading the object. */
const ABSENT = Object.freeze(Object.assign(new Error("no such file"), { code: "ENOENT" }));

/** What isomorphic-git sees as its file system: `/repository`, whose files are found where git would find them. */
export class VirtualFolder {
  /** What isomorphic-git asks for a file system: promises of files, folders and their kinds. */
  readonly client: { readonly promises: Record<string, (...args: never[]) => Promise<unknown>> };
  /** How the packs are listed: all as one, or each by its name. */
  listing: "all" | "packs" = "packs";
  private readonly location: Location;
  /** Loose objects by the first two digits of their ids, then by the rest: listed when first asked for. */
  private loose = new Map<string, ReadonlyMap<string, string>>();

  constructor(location: Location) {
    this.location = location;
    const readOnly = () => Promise.reject(new Error("a repository is never written to"));
    this.client = {
      promises: {
        readFile: (path?: string, options?: "utf8" | { encoding?: BufferEncoding }) => this.readFile(path, options),
        readdir: (path: string) => this.readdir(path),
        stat: (path: string) => this.stat(path),
        lstat: (path: string) => this.stat(path),
        readlink: () => Promise.reject(ABSENT),
        writeFile: readOnly,
        mkdir: readOnly,
        rmdir: readOnly,
        unlink: readOnly,
        symlink: readOnly,
      },
    };
  }

  /** Forgets which loose objects there are; they are listed, so that one that is not loose costs no look at the disk. */
  refresh(): void {
    this.loose = new Map();
  }

  placeOfLoose(oid: Oid): string | undefined {
    return this.looseIn(oid.slice(0, 2)).get(oid.slice(2));
  }

  expandLoose(prefix: string): readonly Oid[] {
    const head = prefix.slice(0, 2);
    return [...this.looseIn(head).keys()].map((rest) => head + rest).filter((oid) => oid.startsWith(prefix));
  }

  private looseIn(head: string): ReadonlyMap<string, string> {
    let places = this.loose.get(head);
    if (places === undefined) {
      const listed = this.location.objectDirs.flatMap((dir) =>
        namesIn(join(dir, head)).map((name) => [name, join(dir, head, name)] as const),
      );
      places = new Map(listed.filter(([name]) => /^[0-9a-f]{38}$/.test(name)));
      this.loose.set(head, places);
    }
    return places;
  }

  /** A file's content; undefined if there is none, which isomorphic-git takes as well as an error and faster. */
  private async readFile(
    path: string | undefined,
    options?: "utf8" | { encoding?: BufferEncoding },
  ): Promise<Buffer | string | undefined> {
    const inside = path === undefined ? null : insideOf(path);
    if (inside === null) return undefined;
    if (inside === `objects/pack/${ALL_PACKS}` && this.listing === "all") return emptyIndex();
    const encoding = typeof options === "string" ? options : options?.encoding;
    for (const candidate of this.placesOf(inside)) {
      try {
        return await disk.readFile(candidate, encoding);
      } catch (thrown) {
        if (codeOf(thrown) !== "ENOENT" && codeOf(thrown) !== "ENOTDIR") throw thrown;
      }
    }
    return undefined;
  }

  private async readdir(path: string): Promise<string[]> {
    const inside = insideOf(path);
    if (inside === null) throw ABSENT;
    if (inside === "objects/pack") {
      if (this.listing === "all") return [ALL_PACKS];
      return this.location.objectDirs.flatMap((dir) => namesIn(join(dir, "pack")));
    }
    return disk.readdir(join(this.location.commonDir, inside));
  }

  private async stat(path: string): Promise<unknown> {
    if (path === ROOT) return FOLDER;
    const inside = insideOf(path);
    if (inside === null) throw ABSENT;
    return disk.stat(join(this.location.commonDir, inside));
  }

  private placesOf(inside: string): readonly string[] {
    const { gitDir, commonDir, objectDirs } = this.location;
    if (inside.startsWith("objects/pack/")) return objectDirs.map((dir) => join(dir, inside.slice("objects/".length)));
    if (inside.startsWith("objects/")) {
      const place = this.placeOfLoose(inside.slice("objects/".length).replace("/", ""));
      return place === undefined ? [] : [place];
    }
    // HEAD and a few refs belong to the worktree, all else to the repository.
    const own = inside === "HEAD" || /^refs\/(?:bisect|worktree|rewritten)\//.test(inside);
    return [join(own ? gitDir : commonDir, inside)];
  }
}

const FOLDER = { isDirectory: () => true, isFile: () => false, isSymbolicLink: () => false };

/** The part of a path below the virtual folder, or null: a ref named `../../x` leads nowhere. */
function insideOf(path: string): string | null {
  if (!path.startsWith(`${ROOT}/`)) return null;
  const inside = path.slice(ROOT.length + 1);
  return inside.includes("..") && inside.split(/[/\\]/).includes("..") ? null : inside;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A pack index of version 2 without objects. */
function emptyIndex(): Buffer {
  const index = Buffer.alloc(8 + 1024 + 40);
  index.writeUInt32BE(0xff744f63, 0);
  index.writeUInt32BE(2, 4);
  return index;
}

/** The `code` of anything thrown. */
export function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
