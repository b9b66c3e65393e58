// Finds the strings in a tree's code that can be names of files or folders: what code names may be made when it runs,
// though git does not hold it any more. Read once, when somebody first asks.

import type { Library } from "../../audit/library.ts";
import type { Snapshot } from "../../citation.ts";
import { codeOf, isCode, isProgram } from "./code.ts";

const LITERAL = /["'`](?:\.\/)?([\w.@-]{1,80}(?:\/[\w.@-]{1,80}){0,12})\/?["'`]/g;

export class Literals {
  private readonly files: Snapshot["files"];
  private readonly library: Library;
  private read: Promise<ReadonlySet<string>> | null = null;

  constructor(files: Snapshot["files"], library: Library) {
    this.files = files;
    this.library = library;
  }

  /** Whether code holds a path (without `/` at its end), or the name at its end, as a string. */
  async hold(path: string): Promise<boolean> {
    this.read ??= this.all();
    const literals = await this.read;
    return literals.has(path) || literals.has(path.slice(path.lastIndexOf("/") + 1));
  }

  private async all(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const [path, oid] of this.files) {
      if (!isProgram(path)) continue;
      const bytes = await this.library.bytes(oid);
      if (!isCode(path, bytes)) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
      for (const [, literal] of codeOf(path, text).matchAll(LITERAL)) found.add(literal!);
    }
    return found;
  }
}
