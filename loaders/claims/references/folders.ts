// Turns the paths of a tree and those that history took away into the folders that are there and that were: git keeps
// none, so a folder is there while a file is in it.

import { posix } from "node:path";
import type { Departure } from "../../audit/past.ts";

export class Folders {
  private readonly here: ReadonlySet<string>;
  private readonly byName: ReadonlyMap<string, readonly string[]>;
  /** By folder: its newest departure. */
  private readonly gone: ReadonlyMap<string, Departure>;
  private readonly goneByName: ReadonlyMap<string, readonly string[]>;

  constructor(files: Iterable<string>, departures: ReadonlyMap<string, readonly Departure[]>) {
    this.here = foldersOf(files);
    this.byName = named(this.here);
    const gone = new Map<string, Departure>();
    for (const [path, [last]] of departures)
      for (const folder of foldersOf([path])) {
        const known = gone.get(folder);
        if (!this.here.has(folder) && last !== undefined && (known === undefined || last.at < known.at))
          gone.set(folder, last);
      }
    this.gone = gone;
    this.goneByName = named(gone.keys());
  }

  has(path: string): boolean {
    return this.here.has(path);
  }

  /** Folders that a path without its last `/` may mean: itself, one beside the document, else those that end in it. */
  fitting(path: string, doc: string): readonly string[] {
    const beside = posix.join(posix.dirname(doc), path);
    for (const exact of [path, beside]) if (this.here.has(exact)) return [exact];
    return ending(this.byName, path);
  }

  /** The folder that it was, where none fits, with the departure of the last file in it. */
  departed(path: string, doc: string): { readonly path: string; readonly departure: Departure } | null {
    const beside = posix.join(posix.dirname(doc), path);
    const [found] = [path, beside]
      .filter((each) => this.gone.has(each))
      .concat(path.includes("/") ? ending(this.goneByName, path) : []);
    return found === undefined ? null : { path: found, departure: this.gone.get(found)! };
  }
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

function named(folders: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const folder of folders) {
    const name = posix.basename(folder);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [folder]);
    else known.push(folder);
  }
  return byName;
}

function ending(byName: ReadonlyMap<string, readonly string[]>, path: string): readonly string[] {
  return (byName.get(posix.basename(path)) ?? []).filter((folder) => folder === path || folder.endsWith(`/${path}`));
}
