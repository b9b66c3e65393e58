// Turns a path as prose writes it into the file of the tree that is meant, into the file that is gone, or into the reason
// why neither can be said. It never leaves the repository and reads nothing of a file but what `Fit` is asked.

import { posix } from "node:path";
import type { Citation, Snapshot } from "../citation.ts";
import { groupBy } from "../group.ts";

export type Resolved =
  | { readonly kind: "file"; readonly path: string; readonly how: How }
  /** A path that was there once, as the history tells; the first is the one that went last. */
  | { readonly kind: "gone"; readonly path: string; readonly candidates: readonly string[] }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly kind: "external"; readonly why: string };

/** By which rule: as evidence tells it. */
export type How =
  | "as written"
  | "beside the document"
  | "the only file of that name"
  | "the document writes it so elsewhere"
  | "the only one that is long enough"
  | "the only one that defines the symbol"
  | "the document names its folder"
  | "the one that holds most of the sentence's names"
  | "its own file";

/** What a candidate is asked when several fit. */
export interface Fit {
  /** Lines of a file of the tree. */
  lines(path: string): Promise<number>;
  defines(path: string, symbol: string): Promise<boolean>;
  /** How many of a sentence's names the file holds. */
  holds(path: string, names: readonly string[]): Promise<number>;
}

/** What a document is known to mean. */
export interface Habit {
  /** Paths that it writes in full, by their last part. */
  readonly full: ReadonlyMap<string, readonly string[]>;
  /** Folders that its prose names: `pkg/`, `src/pkg`. */
  readonly folders: readonly string[];
}

export interface Written {
  readonly doc: string;
  readonly citation: Citation;
  /** Names of the sentence, those written as code first. */
  readonly names: () => readonly string[];
  readonly habit: Habit;
}

export class Resolver {
  private readonly files: Snapshot["files"];
  private readonly submodules: ReadonlySet<string>;
  private readonly links: ReadonlySet<string>;
  private readonly byName: ReadonlyMap<string, readonly string[]>;
  private readonly goneByName: ReadonlyMap<string, readonly string[]>;
  private readonly fit: Fit;

  /** `gone`: every path that history took away, in the order in which they are preferred. */
  constructor(snapshot: Pick<Snapshot, "files" | "submodules" | "links">, gone: Iterable<string>, fit: Fit) {
    this.files = snapshot.files;
    this.submodules = snapshot.submodules;
    this.links = snapshot.links;
    this.byName = groupBy(snapshot.files.keys(), posix.basename);
    this.goneByName = groupBy(gone, posix.basename);
    this.fit = fit;
  }

  async resolve(written: Written): Promise<Resolved> {
    const { citation, doc } = written;
    if (citation.bound === "own") return { kind: "file", path: doc, how: "its own file" };
    if (citation.path === null) return { kind: "external", why: "no path stands before it" };
    const path = tidy(citation.path);
    if (path === null) return { kind: "external", why: "the path leads out of the repository" };
    const exact = this.exact(path, doc);
    if (exact !== null && (path.includes("/") || (await this.reaches(exact.path, citation)))) return exact;
    if (exact === null) {
      const submodule = this.submoduleOf(path, doc);
      if (submodule !== null) return { kind: "external", why: `it is in the submodule ${submodule}` };
      const beside = posix.join(posix.dirname(doc), path);
      if (path.startsWith("../") && beside.startsWith(".."))
        return { kind: "external", why: "the path leads out of the repository" };
    }
    const candidates = this.suffixes(path, citation.bound === "glued");
    if (candidates.length === 1 && candidates[0] !== exact?.path)
      return { kind: "file", path: candidates[0]!, how: "the only file of that name" };
    if (candidates.length > 1) {
      const chosen = await this.choose(candidates, written);
      if (chosen !== null) return chosen;
      if (exact !== null) return exact;
      return { kind: "ambiguous", candidates };
    }
    if (exact !== null) return exact;
    const link = this.linkOf(path, doc);
    if (link !== null) return { kind: "external", why: `${link} is a symbolic link, which is not followed` };
    const gone = this.goneSuffixes(path, doc, citation.bound === "glued");
    if (gone.length > 0) return { kind: "gone", path: gone[0]!, candidates: gone };
    return { kind: "external", why: "no such path is or was here" };
  }

  private exact(path: string, doc: string): Extract<Resolved, { kind: "file" }> | null {
    if (this.files.has(path)) return { kind: "file", path, how: "as written" };
    const beside = posix.join(posix.dirname(doc), path);
    if (this.files.has(beside)) return { kind: "file", path: beside, how: "beside the document" };
    return null;
  }

  private submoduleOf(path: string, doc: string): string | null {
    if (this.submodules.size === 0) return null;
    for (const each of [path, posix.join(posix.dirname(doc), path)])
      for (let end = each.lastIndexOf("/"); end > 0; end = each.lastIndexOf("/", end - 1))
        if (this.submodules.has(each.slice(0, end))) return each.slice(0, end);
    return null;
  }

  /** The symbolic link that a path is, or leads through. */
  private linkOf(path: string, doc: string): string | null {
    if (this.links.size === 0) return null;
    for (const each of [path, posix.join(posix.dirname(doc), path)])
      for (let end = each.length; end > 0; end = each.lastIndexOf("/", end - 1))
        if (this.links.has(each.slice(0, end))) return each.slice(0, end);
    return null;
  }

  /** Files that end in the path; where none does, in the path without its first folders, two parts of it at least. */
  private suffixes(path: string, glued: boolean): readonly string[] {
    return suffixes(this.byName, path, glued);
  }

  private goneSuffixes(path: string, doc: string, glued: boolean): readonly string[] {
    const beside = posix.join(posix.dirname(doc), path);
    const found = suffixes(this.goneByName, path, glued).filter((each) => !this.files.has(each));
    const isFirst = (each: string) => each === path || each === beside;
    return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
  }

  private async reaches(path: string, citation: Citation): Promise<boolean> {
    return citation.symbolOnly || (await this.fit.lines(path)) >= citation.end;
  }

  private async choose(candidates: readonly string[], written: Written): Promise<Resolved | null> {
    const { citation, habit } = written;
    const name = posix.basename(candidates[0]!);
    const long: string[] = [];
    for (const path of candidates) if (await this.reaches(path, citation)) long.push(path);
    if (long.length === 1) return { kind: "file", path: long[0]!, how: "the only one that is long enough" };
    const left = long.length > 1 ? long : candidates;
    const spelled = (habit.full.get(name) ?? []).filter((path) => left.includes(path));
    if (spelled.length === 1) return { kind: "file", path: spelled[0]!, how: "the document writes it so elsewhere" };
    if (citation.symbol !== null) {
      const defining: string[] = [];
      for (const path of left) if (await this.fit.defines(path, citation.symbol)) defining.push(path);
      if (defining.length === 1)
        return { kind: "file", path: defining[0]!, how: "the only one that defines the symbol" };
    }
    const inFolder = left.filter((path) => habit.folders.some((folder) => isIn(path, folder)));
    if (inFolder.length === 1) return { kind: "file", path: inFolder[0]!, how: "the document names its folder" };
    const names = left.length <= MOST_READ ? written.names() : [];
    if (names.length > 0) {
      const held: number[] = [];
      for (const path of left) held.push(await this.fit.holds(path, names));
      const most = Math.max(...held);
      const best = left.filter((_, at) => held[at] === most);
      if (best.length === 1)
        return { kind: "file", path: best[0]!, how: "the one that holds most of the sentence's names" };
    }
    return null;
  }
}

/** Candidates beyond this are not read to find out. */
const MOST_READ = 30;

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`) || path.includes(`/${folder}/`);
}

function suffixes(byName: ReadonlyMap<string, readonly string[]>, path: string, glued: boolean): readonly string[] {
  const name = posix.basename(path);
  let candidates = byName.get(name) ?? [];
  if (glued && candidates.length === 0) candidates = gluedCandidates(byName, name);
  if (!path.includes("/") || glued) return candidates;
  const parts = path.split("/").filter((part) => part !== "..");
  for (let from = 0; from <= parts.length - 2; from++) {
    const tail = parts.slice(from).join("/");
    const found = candidates.filter((each) => each === tail || each.endsWith(`/${tail}`));
    if (found.length > 0) return found;
  }
  return [];
}

/** Of names that a glued word ends with, the longest. */
function gluedCandidates(byName: ReadonlyMap<string, readonly string[]>, word: string): readonly string[] {
  for (let from = 1; from < word.length - 3; from++) {
    const found = byName.get(word.slice(from));
    if (found !== undefined) return found;
  }
  return [];
}

/** `./` and doubled slashes taken out; absolute paths lose their root; null if it climbs further than any document stands. */
function tidy(path: string): string | null {
  const plain = posix.normalize(path.replace(/^(?:~|[A-Za-z]:)?\/+/, ""));
  if (plain === "." || plain === "" || plain.startsWith("../../../../../../../..")) return null;
  return plain;
}

/** What a document's prose tells of its own paths. */
export function habitOf(texts: Iterable<string>, files: ReadonlyMap<string, unknown>): Habit {
  const full = new Map<string, Set<string>>();
  const folders = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<![\w.@+-])[\w.@+-]+(?:\/[\w.@+-]+)+\/?/g)) {
      const path = word.replace(/^\.\//, "").replace(/\.+$/, "");
      if (files.has(path)) {
        const name = posix.basename(path);
        full.set(name, (full.get(name) ?? new Set()).add(path));
      } else if (folders.size < 200) folders.add(path.replace(/\/$/, ""));
    }
    for (const [, word] of text.matchAll(/(?<![\w/.-])([\w.-]+)\/(?![\w/])/g))
      if (folders.size < 200) folders.add(word!);
  }
  return { full: new Map([...full].map(([name, paths]) => [name, [...paths]])), folders: [...folders] };
}
