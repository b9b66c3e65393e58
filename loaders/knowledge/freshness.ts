// Turns a measurement into whether it is fresh: byte for byte, what it depends on is what it was; else which commits touched
// that since. It tells of no figure what it ought to be.

import type { Archive } from "../audit/archive.ts";
import { momentOf, type Past } from "../audit/past.ts";
import type { ClaimFinding } from "../claim.ts";
import { listTree } from "../git/changes.ts";
import type { Birth, Broke, Oid } from "../model.ts";
import type { Line } from "./line.ts";
import type { Measurement } from "./measurement.ts";
import { pathPattern } from "./patterns.ts";
import { counted, listed } from "./words.ts";

/** Whether a figure is fresh, and what made it stale. */
export interface Freshness {
  readonly verdict: "holds" | "stale" | "unchecked";
  readonly says: string;
  readonly touches: number;
  readonly born: Birth | null;
  readonly broke: Broke | null;
  readonly places: ClaimFinding["places"];
}

const NOTHING = { touches: 0, born: null, broke: null, places: [] };

/** Says of figures whether they are fresh, and remembers the trees that it looked at. */
export class Gauge {
  readonly #line: Line;
  readonly #archive: Archive;
  readonly #trees = new Map<Oid, Promise<ReadonlyMap<string, Oid>>>();

  constructor(line: Line, archive: Archive) {
    this.#line = line;
    this.#archive = archive;
  }

  async rule({ commit, dependsOn }: Measurement): Promise<Freshness> {
    const { past, snapshot } = this.#line;
    const at = await this.#line.positionOf(commit);
    if (typeof at !== "number") {
      const why =
        at === null ? "no commit behind what is judged, and no tag of one" : "the beginning of several commits";
      return { ...NOTHING, verdict: "unchecked", says: `it was measured at ${commit}, which is ${why}` };
    }
    const measured = momentOf(past, at);
    const born = { ...measured, floor: null };
    const then = await this.#tree(measured.commit);
    const idle = dependsOn.filter((glob) => !matchesAny(glob, then));
    if (idle.length > 0)
      return {
        ...NOTHING,
        born,
        verdict: "unchecked",
        says: `${listed(idle)} ${idle.length === 1 ? "fits" : "fit"} no file at ${measured.commit.slice(0, 9)}, where it was measured`,
      };
    const depends = pathPattern(dependsOn);
    const touches = await this.#touches(at, then, depends);
    const places = touches
      .slice(0, 20)
      .map(({ at: touched, paths }) => ({ path: paths[0]!, line: null, text: momentWords(past, touched) }));
    if (!differ(then, snapshot.files, depends)) {
      const back = touches.length === 0 ? "" : ", or was put back";
      return {
        ...NOTHING,
        born,
        verdict: "holds",
        says: `it is fresh: what it depends on has not changed since${back}`,
      };
    }
    const [first] = touches;
    const count = touches.length;
    const since = count === 0 ? "" : `; ${counted(count, "commit")} touched it since`;
    return {
      verdict: "stale",
      says: `it is stale: what it depends on has changed since${since}`,
      touches: count,
      born,
      broke: first === undefined ? null : { ...momentOf(past, first.at), says: `touched ${pathsWords(first.paths)}` },
      places,
    };
  }

  /** Commits of the line behind the measured one that touched what a figure depends on, oldest first. */
  async #touches(at: number, then: ReadonlyMap<string, Oid>, depends: (path: string) => boolean) {
    const { past } = this.#line;
    const landing = this.#line.landing(at);
    const found: { readonly at: number; readonly paths: readonly string[] }[] = [];
    if (landing !== at) {
      // Measured on a branch: the merge may have brought it together with other changes of the same files.
      const landed = await this.#tree(past.commits[landing]!.oid);
      const paths = differing(then, landed, depends);
      if (paths.length > 0) found.push({ at: landing, paths });
    }
    for (const { at: touched, changes } of this.#line.since(landing)) {
      const paths = changes.flatMap(({ path, from }) => [path, ...(from === null ? [] : [from])]).filter(depends);
      if (paths.length > 0) found.push({ at: touched, paths });
    }
    return found;
  }

  #tree(commit: Oid): Promise<ReadonlyMap<string, Oid>> {
    const { past, snapshot } = this.#line;
    if (past.position.get(commit) === 0) return Promise.resolve(snapshot.files);
    let known = this.#trees.get(commit);
    if (known === undefined) {
      known = listTree(this.#archive.repo, commit);
      this.#trees.set(commit, known);
    }
    return known;
  }
}

function matchesAny(glob: string, files: ReadonlyMap<string, Oid>): boolean {
  const fits = pathPattern([glob]);
  for (const path of files.keys()) if (fits(path)) return true;
  return false;
}

function differ(a: ReadonlyMap<string, Oid>, b: ReadonlyMap<string, Oid>, depends: (path: string) => boolean): boolean {
  return differing(a, b, depends).length > 0;
}

function differing(
  a: ReadonlyMap<string, Oid>,
  b: ReadonlyMap<string, Oid>,
  depends: (path: string) => boolean,
): readonly string[] {
  const paths = [...a].filter(([path, oid]) => b.get(path) !== oid).map(([path]) => path);
  for (const path of b.keys()) if (!a.has(path)) paths.push(path);
  return paths.filter(depends).sort();
}

function pathsWords(paths: readonly string[]): string {
  const more = paths.length - 1;
  return more === 0 ? paths[0]! : `${paths[0]} and ${counted(more, "more path")}`;
}

function momentWords(past: Past, at: number): string {
  const { commit, pr, date } = momentOf(past, at);
  if (commit === "uncommitted") return "a change not committed yet";
  return `${commit.slice(0, 9)} (${[...(pr === null ? [] : [`#${pr}`]), date].join(", ")})`;
}
