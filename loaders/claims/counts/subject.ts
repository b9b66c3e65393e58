// Says of what a counted noun may be counted: a name of code, a file, a folder, or the surface. It resolves paths against
// the files of a tree and looks into none of them.

import { posix } from "node:path";
import type { Oid } from "../../model.ts";

/** What things are counted of. */
export interface Subject {
  /** `contract`: a dispatched name; `answerer`: a class by what it answers; `surface`: all of it. */
  readonly kind: "name" | "file" | "folder" | "contract" | "answerer" | "surface";
  /** A name as questions take it (`Class.method`, `path: f`), or a path from the root; empty of the surface. */
  readonly text: string;
  /** The noun that is counted, as written. */
  readonly noun: string;
  /** The file of code it is spoken of in; null of a document. */
  readonly home: string | null;
}

/** The files of a tree with their folders, for paths as prose writes them. */
export class Paths {
  readonly #files: ReadonlyMap<string, Oid>;
  #folders: ReadonlySet<string> | null = null;
  #bySuffix: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(files: ReadonlyMap<string, Oid>) {
    this.#files = files;
  }

  /** The file or folder that a path means, written in a document; null where none fits, or several do. */
  find(written: string, document: string): { readonly kind: "file" | "folder"; readonly path: string } | null {
    const plain = posix.normalize(written.replace(/^\.\//, "").replace(/\/+$/, ""));
    if (plain === "." || plain === "" || plain.startsWith("..") || plain.startsWith("/") || plain.length > 300)
      return null;
    const near = posix.join(posix.dirname(document), plain);
    for (const path of [plain, near]) {
      if (this.#files.has(path)) return { kind: "file", path };
      if (this.folders.has(path)) return { kind: "folder", path };
    }
    const fitting = this.suffixes.get(posix.basename(plain))?.filter((path) => path.endsWith(`/${plain}`)) ?? [];
    const [path] = fitting;
    if (path === undefined || fitting.length > 1) return null;
    return { kind: this.#files.has(path) ? "file" : "folder", path };
  }

  get folders(): ReadonlySet<string> {
    if (this.#folders !== null) return this.#folders;
    const folders = new Set<string>();
    for (const path of this.#files.keys())
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
        const folder = path.slice(0, at);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    this.#folders = folders;
    return folders;
  }

  private get suffixes(): ReadonlyMap<string, readonly string[]> {
    if (this.#bySuffix !== null) return this.#bySuffix;
    const found = new Map<string, string[]>();
    for (const path of [...this.#files.keys(), ...this.folders]) {
      const name = posix.basename(path);
      const known = found.get(name);
      if (known === undefined) found.set(name, [path]);
      else known.push(path);
    }
    this.#bySuffix = found;
    return found;
  }
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*){0,4}(?:\(\))?$/u;
const PATH = /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/;

/** Whether a text can be a name of code. */
export function isName(text: string): boolean {
  return (
    text.length <= 120 &&
    NAME.test(text) &&
    !/\.(?:py|pyi|[mc]?[jt]sx?|rs|go|md|lean|ya?ml|json|toml|sh|h|c|cpp)$/.test(text)
  );
}

/** What a text in backticks, or a bare path or name, may mean: a path before a name. */
export function subjectsOf(
  text: string,
  noun: string,
  paths: Paths,
  { path: document, isCode }: { readonly path: string; readonly isCode: boolean },
): readonly Subject[] {
  const home = isCode ? document : null;
  const subjects: Subject[] = [];
  if (PATH.test(text)) {
    const found = paths.find(text, document) ?? (/^\w+(?:\.\w+)+$/.test(text) ? moduleAt(text, paths, document) : null);
    if (found !== null) subjects.push({ kind: found.kind, text: found.path, noun, home });
  }
  if (isName(text)) {
    const name = text.replace(/\(\)$/, "").replaceAll("::", ".");
    if (home !== null) subjects.push({ kind: "name", text: `${home}: ${name}`, noun, home });
    subjects.push({ kind: "name", text: name, noun, home });
  }
  return subjects;
}

/** `pkg.core` is a file or a folder too. */
function moduleAt(text: string, paths: Paths, document: string) {
  const path = text.replaceAll(".", "/");
  return paths.find(`${path}.py`, document) ?? (path.includes("/") ? paths.find(path, document) : null);
}
