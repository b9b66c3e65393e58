// Turns files, commits and tags into git's loose objects and refs on disk, with Node's zlib and SHA-1 and no git program.
// It only writes; it never reads an object back, packs nothing, and makes no index and no work tree.

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Oid } from "../../loaders/model.ts";

/** Who wrote a commit or tag, and when: seconds since 1970-01-01 UTC, and minutes east of it. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly time: number;
  readonly offset: number;
}

/** A git directory that can be added to. */
export interface GitWriter {
  blob(text: string): Promise<Oid>;
  /** Writes a tree, and the trees below it, of regular files by path. */
  tree(files: ReadonlyMap<string, Oid>): Promise<Oid>;
  commit(tree: Oid, parents: readonly Oid[], by: Signature, message: string): Promise<Oid>;
  /** An annotated tag: an object of its own that points at a commit. */
  tag(name: string, target: Oid, by: Signature, message: string): Promise<Oid>;
  ref(name: string, oid: Oid): Promise<void>;
}

/** Lays out a bare git directory whose HEAD is `branch`. Refs are written whole or not at all. */
export async function openWriter(dir: string, branch: string, description: string): Promise<GitWriter> {
  const written = new Set<Oid>();

  async function place(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(dir, path);
    // What stands there is left alone: a reader may hold it open, and on Windows that forbids to replace it.
    const found = await readFile(target).catch(() => null);
    if (found !== null && (path.startsWith("objects/") || found.equals(Buffer.from(content)))) return;
    await mkdir(dirname(target), { recursive: true });
    // A reader, or a run that dies, must never meet half a file.
    const draft = `${target}.${process.pid}.lock`;
    await writeFile(draft, content);
    await rename(draft, target);
  }

  async function object(kind: "blob" | "tree" | "commit" | "tag", body: Buffer): Promise<Oid> {
    const bytes = Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body]);
    const oid = createHash("sha1").update(bytes).digest("hex");
    if (!written.has(oid)) {
      await place(`objects/${oid.slice(0, 2)}/${oid.slice(2)}`, deflateSync(bytes));
      written.add(oid);
    }
    return oid;
  }

  async function tree(files: ReadonlyMap<string, Oid>): Promise<Oid> {
    const folders = new Map<string, Map<string, Oid>>();
    const entries: { sort: string; mode: string; name: string; oid: Oid }[] = [];
    for (const [path, oid] of files) {
      const slash = path.indexOf("/");
      if (slash < 0) {
        entries.push({ sort: path, mode: "100644", name: path, oid });
        continue;
      }
      const folder = path.slice(0, slash);
      const inside = folders.get(folder) ?? new Map<string, Oid>();
      folders.set(folder, inside.set(path.slice(slash + 1), oid));
    }
    for (const [name, inside] of folders) {
      // Git sorts a folder as if its name ended in a slash.
      entries.push({ sort: `${name}/`, mode: "40000", name, oid: await tree(inside) });
    }
    entries.sort((a, b) => Buffer.compare(Buffer.from(a.sort), Buffer.from(b.sort)));
    const parts = entries.flatMap((e) => [Buffer.from(`${e.mode} ${e.name}\0`), Buffer.from(e.oid, "hex")]);
    return object("tree", Buffer.concat(parts));
  }

  await place("description", `${description}\n`);
  await place("config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = true\n");
  await mkdir(join(dir, "objects/info"), { recursive: true });
  await mkdir(join(dir, "objects/pack"), { recursive: true });
  await mkdir(join(dir, "refs/heads"), { recursive: true });
  await place("HEAD", `ref: refs/heads/${branch}\n`);

  return {
    blob: (text) => object("blob", Buffer.from(text)),
    tree,
    commit: (root, parents, by, message) => {
      const head = [
        `tree ${root}`,
        ...parents.map((p) => `parent ${p}`),
        `author ${sign(by)}`,
        `committer ${sign(by)}`,
      ];
      return object("commit", Buffer.from(`${head.join("\n")}\n\n${message}`));
    },
    tag: (name, target, by, message) => {
      const head = [`object ${target}`, "type commit", `tag ${name}`, `tagger ${sign(by)}`];
      return object("tag", Buffer.from(`${head.join("\n")}\n\n${message}`));
    },
    ref: (name, oid) => place(name, `${oid}\n`),
  };
}

function sign(by: Signature): string {
  const minutes = Math.abs(by.offset);
  const zone = `${by.offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  return `${by.name} <${by.email}> ${by.time} ${zone}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
