// Turns a change into the commits that it depends on, and those that depend on it: whose lines it replaced, and who replaced
// lines of it since. Each line is followed through the versions of its file on the line, and through renames.

import type { Library } from "../../audit/library.ts";
import { momentOf, type Past } from "../../audit/past.ts";
import { diffTrees, withRenames } from "../../git/changes.ts";
import { diffLines, mapLine } from "../../git/diff.ts";
import { subjectOf } from "../../git/history.ts";
import type { Repository } from "../../git/repository.ts";
import type { FileChange, Moment, Oid } from "../../model.ts";
import type { Change } from "./history.ts";

export interface Dependency {
  readonly moment: Moment;
  readonly subject: string;
  /** Lines that both touch. */
  readonly lines: number;
  /** Where they stand, as the change calls them; by path. */
  readonly paths: readonly string[];
}

export interface Dependencies {
  /** Commits whose lines the change replaced or took away, the most lines first, of as many the newest. */
  readonly replaces: readonly Dependency[];
  /** Commits that replaced or took away lines of the change, in that order. */
  readonly replacedBy: readonly Dependency[];
  /** Lines that the change brought, and those of them that stand; null of one that is not merged. */
  readonly brought: number;
  readonly standing: number | null;
}

/** Of larger files no line is followed. */
const LARGEST = 2 * 2 ** 20;

interface Step {
  readonly at: number;
  readonly oid: Oid | null;
}

/** Files that are no text are left out. Throws missing-object. */
export async function dependenciesOf(
  repo: Repository,
  library: Library,
  past: Past,
  changes: readonly Change[],
): Promise<Dependencies> {
  const own = new Set(changes.map(({ to }) => to));
  const replaced = new Tally(past, own);
  const since = new Tally(past, own);
  const follow = new Follower(library);
  let brought = 0;
  for (const { from, to } of changes) {
    const at = past.position.get(to);
    const before = from === null ? undefined : past.position.get(from);
    for (const { path, from: old, oid, oldOid } of await withRenames(repo, await diffTrees(repo, from, to))) {
      const lines = await follow.changed(oldOid, oid);
      if (lines === null) continue;
      brought += lines.now.length;
      if (before !== undefined && oldOid !== null)
        for (const [commit, count] of await follow.through(oldOid, lines.old, older(past, old ?? path, before), true))
          replaced.add(commit, path, count);
      if (at !== undefined && oid !== null)
        for (const [commit, count] of await follow.through(oid, lines.now, newer(past, path, at), false))
          since.add(commit, path, count);
    }
  }
  const isMerged = changes.every(({ to }) => past.position.has(to));
  const standing = isMerged ? brought - since.total : null;
  return { replaces: replaced.told(), replacedBy: since.told(), brought, standing };
}

/** Commits with their lines, told without those of the change itself. */
class Tally {
  readonly #past: Past;
  readonly #own: ReadonlySet<Oid>;
  readonly #lines = new Map<number, Map<string, number>>();
  /** Lines of all, its own too. */
  total = 0;

  constructor(past: Past, own: ReadonlySet<Oid>) {
    this.#past = past;
    this.#own = own;
  }

  add(at: number, path: string, count: number): void {
    const paths = this.#lines.get(at) ?? new Map<string, number>();
    this.#lines.set(at, paths);
    paths.set(path, (paths.get(path) ?? 0) + count);
    this.total += count;
  }

  told(): readonly Dependency[] {
    return [...this.#lines]
      .toSorted(([a], [b]) => a - b)
      .filter(([at]) => !this.#own.has(this.#past.commits[at]!.oid))
      .map(([at, paths]) => ({
        moment: momentOf(this.#past, at),
        subject: subjectOf(this.#past.commits[at]!.message),
        lines: [...paths.values()].reduce((sum, count) => sum + count, 0),
        paths: [...paths.keys()].sort(),
      }))
      .toSorted((a, b) => b.lines - a.lines);
  }
}

class Follower {
  readonly #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  /** Lines that were taken away and that came; null of what is no text. */
  async changed(
    oldOid: Oid | null,
    oid: Oid | null,
  ): Promise<{ old: readonly number[]; now: readonly number[] } | null> {
    const [before, after] = [await this.#bytes(oldOid), await this.#bytes(oid)];
    if (before === null || after === null) return null;
    const hunks = diffLines(before, after);
    return {
      old: hunks.flatMap(({ oldStart, oldLines }) => numbers(oldStart, oldLines)),
      now: hunks.flatMap(({ newStart, newLines }) => numbers(newStart, newLines)),
    };
  }

  /**
   * Which commit made (`isBack`) or took away each of the lines, with counts. `steps`: the versions from there on; the first
   * one back is the version that the lines stand in.
   */
  async through(oid: Oid, lines: readonly number[], steps: readonly Step[], isBack: boolean) {
    const found = new Map<number, number>();
    let here: readonly number[] = lines;
    let bytes = await this.#bytes(oid);
    for (const [index, { at, oid: version }] of steps.entries()) {
      if (here.length === 0 || bytes === null) break;
      // Back, a step's commit made what its version has and the one before it has not.
      const other = isBack ? (steps[index + 1]?.oid ?? null) : version;
      const text: Uint8Array | null = await this.#bytes(other);
      if (text === null) break;
      const hunks = diffLines(bytes, text);
      const mapped = here.flatMap((line) => mapLine(hunks, line) ?? []);
      if (mapped.length < here.length) found.set(at, (found.get(at) ?? 0) + here.length - mapped.length);
      here = mapped;
      bytes = text;
    }
    return found;
  }

  /** Of nothing none; null of what is no text, or too large. */
  async #bytes(oid: Oid | null): Promise<Uint8Array | null> {
    if (oid === null) return new Uint8Array();
    const bytes = await this.#library.bytes(oid);
    return bytes.length > LARGEST || bytes.subarray(0, 8000).includes(0) ? null : bytes;
  }
}

function numbers(start: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => start + at);
}

/** The versions of a file on the line, from a commit back: the first is the one that stands there. */
function older(past: Past, path: string, from: number): readonly Step[] {
  return steps(
    past,
    path,
    past.line.filter((at) => at >= past.landed[from]!),
    (change, name) => (change.path === name ? { name: change.from ?? name } : null),
  );
}

/** The versions of a file on the line after a commit, the oldest first. */
function newer(past: Past, path: string, after: number): readonly Step[] {
  const since = past.line.filter((at) => at < past.landed[after]!).toReversed();
  return steps(past, path, since, (change, name) => {
    if (change.from === name && change.kind === "renamed") return { name: change.path };
    return change.path === name ? { name } : null;
  });
}

function steps(
  { changes }: Past,
  path: string,
  line: readonly number[],
  next: (change: FileChange, name: string) => { readonly name: string } | null,
): readonly Step[] {
  const found: Step[] = [];
  let name = path;
  for (const at of line)
    for (const change of changes[at]!) {
      const moved = next(change, name);
      if (moved === null) continue;
      found.push({ at, oid: change.oid });
      name = moved.name;
      break;
    }
  return found;
}
