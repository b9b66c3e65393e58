// Turns a tree into what its code calls by which name: in which files a word stands, and where it is defined. Only words
// that were asked for are kept, and only files that hold one are taken apart.

import type { Library } from "../../audit/library.ts";
import type { Definition, Snapshot } from "../../citation.ts";
import type { Oid } from "../../model.ts";
import { marksOf } from "../../syntax/prose-languages.ts";
import { WordScanner } from "../../syntax/word-scanner.ts";
import { codeOf, holdsCode, isCode } from "./code.ts";
import { memberLine } from "./defines.ts";

/** A definition with the file it stands in. */
export interface Defined extends Definition {
  readonly path: string;
}

export class NameIndex {
  private readonly files: Snapshot["files"];
  private readonly library: Library;
  /** Paths of code by word, in order. */
  private readonly holders = new Map<string, string[]>();
  private readonly defined = new Map<string, Defined[]>();
  /** Paths of code without their endings, by their last part: `engine` of `core/engine.py`; and of a folder's. */
  private readonly modules = new Map<string, Set<string>>();

  private constructor(files: Snapshot["files"], library: Library) {
    this.files = files;
    this.library = library;
  }

  static async of(files: Snapshot["files"], library: Library, words: Iterable<string>): Promise<NameIndex> {
    const index = new NameIndex(files, library);
    const scanner = new WordScanner(words);
    if (scanner.words.length === 0) return index;
    for (const [path, oid] of files) {
      if (!holdsCode(path)) continue;
      index.noteModule(path);
      await index.read(path, oid, scanner);
    }
    return index;
  }

  /** Files in whose code a word stands, outside of comments. */
  holding(word: string): readonly string[] {
    return this.holders.get(word) ?? [];
  }

  /** What is called so by its last part, in order of paths and lines. */
  definitions(word: string): readonly Defined[] {
    return this.defined.get(word) ?? [];
  }

  /** Files that are a module of this name, or lie in a folder of this name. */
  module(name: string): ReadonlySet<string> {
    return this.modules.get(name) ?? NONE;
  }

  /** What classes define by a member's name: a method, or a field or attribute that a line of theirs sets. */
  async members(owners: readonly Defined[], member: string): Promise<readonly Defined[]> {
    const found: Defined[] = [];
    for (const owner of owners) {
      const oid = this.files.get(owner.path)!;
      const text = await this.library.text(oid);
      const line = memberLine(owner, member, text?.lines ?? []);
      if (line !== null)
        found.push({
          path: owner.path,
          name: `${owner.name}.${member}`,
          kind: "variable",
          line,
          endLine: line,
          nameLine: line,
        });
    }
    return found;
  }

  private async read(path: string, oid: Oid, scanner: WordScanner): Promise<void> {
    const bytes = await this.library.bytes(oid);
    if (!isCode(path, bytes)) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const words = scanner.scan(Buffer.from(codeOf(path, text))).map((number) => scanner.words[number]!);
    for (const word of words) push(this.holders, word, path);
    if (words.length === 0 || marksOf(path) === null) return;
    const wanted = new Set(words);
    // By words of the text, which is ten times as quick as a grammar; fields of a class are asked for where they matter.
    for (const definition of (await this.library.outline(path, oid)).definitions) {
      const last = lastOf(definition.name);
      if (wanted.has(last)) push(this.defined, last, { ...definition, path });
    }
  }

  private noteModule(path: string): void {
    const parts = path.split("/");
    const last = parts.length - 1;
    for (const [at, part] of parts.entries()) {
      const name = at === last ? part.replace(/\.[^.]*$/, "") : part;
      const known = this.modules.get(name);
      if (known === undefined) this.modules.set(name, new Set([path]));
      else known.add(path);
    }
  }
}

/** The words behind a class's name in the line that defines it, and in the next few: its bases are among them. */
export async function basesOf(
  { path, nameLine, name }: Defined,
  files: Snapshot["files"],
  library: Library,
): Promise<readonly string[]> {
  const text = await library.text(files.get(path)!);
  const head = (text?.lines ?? [])
    .slice(nameLine - 1, nameLine + 5)
    .join(" ")
    .slice(0, 600);
  const own = name.slice(name.lastIndexOf(".") + 1);
  const rest = head.slice(head.indexOf(own) + own.length);
  const end = /[{]|\)\s*(?:->[^:]*)?:|:\s|\bwhere\b/.exec(rest)?.index ?? rest.length;
  return rest.slice(0, end).match(/[A-Za-z_]\w+/g) ?? [];
}

const NONE: ReadonlySet<string> = new Set();

/** The last part of a dotted name, without the marks that some languages put behind one: `inflate'`, `empty?`. */
export function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(" ")) + 1).replace(/[?!']+$/, "");
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
