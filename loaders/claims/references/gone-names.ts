// Turns names that stand nowhere in code now into the commits that took the last of them away. A name that only comments
// ever held was never there; one that code used and did not define is told apart.

import type { Library } from "../../audit/library.ts";
import type { Past } from "../../audit/past.ts";
import type { FileChange, Oid } from "../../model.ts";
import { WordScanner } from "../../syntax/word-scanner.ts";
import { codeOf, isCode, isProgram } from "./code.ts";
import { type Defining, definingOn, rankOf } from "./defines.ts";

/** How a name went. */
export interface Gone {
  /** Position in the past of the commit that took it away. */
  readonly at: number;
  readonly path: string;
  /** The file before, and 1-based the line that defined or used it there. */
  readonly oid: Oid;
  readonly line: number;
  /** What that line made of it; null where no version was found that defined it. */
  readonly defined: Defining | null;
}

/** Looks through a history once, for all names. */
export class GoneNames {
  private readonly library: Library;
  private readonly past: Past;
  private readonly scanner: WordScanner;
  /** Names that are still looked for, by number. */
  private readonly open: Set<number>;
  private readonly found = new Map<number, Gone>();
  /** By blob: the lines, as digests, that hold each name. */
  private readonly held = new Map<Oid, Held>();

  private constructor(past: Past, library: Library, names: Iterable<string>) {
    this.past = past;
    this.library = library;
    this.scanner = new WordScanner(names);
    this.open = new Set(this.scanner.words.keys());
  }

  /** By name. Those that no code of the history ever held are not in it. Throws missing-object. */
  static async of(past: Past, library: Library, names: Iterable<string>): Promise<ReadonlyMap<string, Gone>> {
    const search = new GoneNames(past, library, names);
    if (search.open.size > 0) await search.run();
    return new Map([...search.found].map(([number, gone]) => [search.scanner.words[number]!, gone]));
  }

  /** Newest first. A merge tells what its branch did once more: it is asked last, for what it did itself. */
  private async run(): Promise<void> {
    const merges: number[] = [];
    for (const [at, commit] of this.past.commits.entries()) {
      if (commit.parents.length > 1) merges.push(at);
      else await this.commit(at);
    }
    for (const at of merges) await this.commit(at);
  }

  private async commit(at: number): Promise<void> {
    if (this.open.size === 0) return;
    for (const change of this.past.changes[at]!) {
      const path = change.from ?? change.path;
      if (change.oldOid === null || change.oldOid === change.oid || !isProgram(path)) continue;
      await this.change(at, path, change, change.oldOid);
    }
  }

  private async change(at: number, path: string, { oid, path: now }: FileChange, old: Oid): Promise<void> {
    const before = await this.heldBy(path, old);
    if (before.size === 0) return;
    const after = oid === null ? NONE : await this.heldBy(now, oid);
    // Most changes touch no line with such a name: only where one is lost is the code of both looked at.
    const suspects = [...before].filter(
      ([number, lines]) => this.open.has(number) && losesAny(lines, after.get(number)),
    );
    if (suspects.length === 0) return;
    const code = await this.codeOf(path, old);
    const left = oid === null ? "" : await this.codeOf(now, oid);
    const words = new Set(this.scanner.scan(Buffer.from(code)));
    const kept = new Set(this.scanner.scan(Buffer.from(left)));
    const lines = code.split("\n");
    for (const [number] of suspects) {
      if (!words.has(number) || kept.has(number)) continue;
      const { line, defined } = placeOf(lines, this.scanner.words[number]!, SHELL.test(path));
      const known = this.found.get(number);
      // Who used it last may have done so long after it was defined: then the definition's end is what counts.
      if (known === undefined || rankOf(defined) > rankOf(known.defined))
        this.found.set(number, { at, path, oid: old, line, defined });
      if (defined === "named") this.open.delete(number);
    }
  }

  private async heldBy(path: string, oid: Oid): Promise<Held> {
    const known = this.held.get(oid);
    if (known !== undefined) return known;
    const bytes = await this.library.bytes(oid);
    const held = new Map<number, Set<number>>();
    if (isCode(path, bytes))
      this.scanner.each(bytes, (number, at) => {
        if (!this.open.has(number)) return;
        const lines = held.get(number) ?? new Set<number>();
        held.set(number, lines.add(lineDigest(bytes, at)));
      });
    this.held.set(oid, held.size === 0 ? NONE : held);
    return held;
  }

  private async codeOf(path: string, oid: Oid): Promise<string> {
    const bytes = await this.library.bytes(oid);
    return isCode(path, bytes) ? codeOf(path, Buffer.from(bytes).toString("utf8")) : "";
  }
}

/** By a name's number: digests of the lines that hold it. */
type Held = ReadonlyMap<number, ReadonlySet<number>>;

const NONE: Held = new Map();

function losesAny(before: ReadonlySet<number>, after: ReadonlySet<number> | undefined): boolean {
  if (after === undefined) return true;
  for (const line of before) if (!after.has(line)) return true;
  return false;
}

/** A number for the line around an offset, by its bytes but for the white space at its start. */
function lineDigest(bytes: Uint8Array, offset: number): number {
  let start = offset;
  while (start > 0 && bytes[start - 1] !== 10) start--;
  while (bytes[start] === 32 || bytes[start] === 9) start++;
  let digest = 0x811c9dc5;
  for (let at = start; at < bytes.length && bytes[at] !== 10; at++) digest = Math.imul(digest ^ bytes[at]!, 0x01000193);
  return digest;
}

/** What only sets variables for others: `OTHERS_PORT=1` defines nothing of this repository's. */
const SHELL =
  /\.(?:sh|bash|zsh|fish|ksh|bats|ya?ml|toml|ini|cfg|conf|properties|env|ps1|bat|cmd|mk|tf|hcl)$|(?:^|\/)(?:[Dd]ockerfile[^/]*|[Mm]akefile|\.env)$/;

/** The line that says most of a word: the first that defines it, else the first that holds it. */
function placeOf(
  lines: readonly string[],
  word: string,
  isShell: boolean,
): { readonly line: number; readonly defined: Defining | null } {
  const isVariable = isShell && /^_?[A-Z][A-Z0-9_]*$/.test(word);
  const whole = new RegExp(`(?<![\\w-])${word.replace(/[^\w-]/g, "")}(?![\\w-])`);
  const loose = word.startsWith("--") ? whole : new RegExp(`(?<!\\w)${word.replace(/\W/g, "")}(?!\\w)`);
  let best: { readonly line: number; readonly defined: Defining | null } = { line: 1, defined: null };
  let first = true;
  for (const [row, line] of lines.entries()) {
    if (!line.includes(word) || !loose.test(line)) continue;
    const defined = isVariable ? null : definingOn(line, word, lines[row - 1]);
    if (first || rankOf(defined) > rankOf(best.defined)) best = { line: row + 1, defined };
    first = false;
    if (defined === "named") break;
  }
  return best;
}
