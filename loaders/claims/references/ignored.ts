// Says which paths a tree's own `.gitignore` files keep out of git: what is made when something runs is no missing file.
// Rules of the machine (`info/exclude`, a global file) are not read.

import type { Library } from "../../audit/library.ts";
import type { Snapshot } from "../../citation.ts";
import { type Pattern, wildmatch } from "../../git/wildmatch.ts";

interface Rule {
  /** Folder of the file that holds the rule, with `/` at its end; empty at the root. */
  readonly base: string;
  readonly fits: Pattern;
  /** Whether the pattern is of a whole path, and not of a name. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  readonly negated: boolean;
}

/** Rules of one tree that are read. */
const MOST = 5_000;

export class Ignored {
  private readonly rules: readonly Rule[];

  private constructor(rules: readonly Rule[]) {
    this.rules = rules;
  }

  static async of(files: Snapshot["files"], library: Library): Promise<Ignored> {
    const rules: Rule[] = [];
    // Outer folders first: what is nearer to a file has the last word.
    const sources = [...files].filter(([path]) => /(?:^|\/)\.gitignore$/.test(path));
    for (const [path, oid] of sources.sort(([a], [b]) => a.length - b.length)) {
      const base = path.slice(0, -".gitignore".length);
      for (const line of (await library.text(oid))?.lines ?? []) {
        const rule = ruleOf(line, base);
        if (rule !== null && rules.length < MOST) rules.push(rule);
      }
    }
    return new Ignored(rules);
  }

  /** Whether a path, or a folder that it lies in, is kept out. A folder's ends in `/`. */
  covers(path: string): boolean {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
      if (this.matches(path.slice(0, end), true)) return true;
    return !path.endsWith("/") && this.matches(path, false);
  }

  private matches(path: string, isFolder: boolean): boolean {
    for (let at = this.rules.length - 1; at >= 0; at--) {
      const { base, fits, anchored, foldersOnly, negated } = this.rules[at]!;
      if ((foldersOnly && !isFolder) || !path.startsWith(base)) continue;
      const inside = path.slice(base.length);
      if (fits(anchored ? inside : inside.slice(inside.lastIndexOf("/") + 1))) return !negated;
    }
    return false;
  }
}

function ruleOf(line: string, base: string): Rule | null {
  const plain = line.replace(/\r$/, "").replace(/(?<!\\)\s+$/, "");
  if (plain === "" || plain.startsWith("#") || plain.length > 500) return null;
  const negated = plain.startsWith("!");
  const bare = negated ? plain.slice(1) : plain;
  const foldersOnly = bare.endsWith("/");
  const pattern = foldersOnly ? bare.slice(0, -1) : bare;
  const anchored = pattern.includes("/");
  return { base, fits: wildmatch(pattern.replace(/^\//, "")), anchored, foldersOnly, negated };
}
