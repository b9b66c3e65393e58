// Turns the sites of two neighbouring commits into pairs that are the same site: by key, by the line map of their file,
// or because the same call left here and came there in one commit. The last two are moves, never a death and a birth.

import { siteAddress } from "../address.ts";
import { diffLines, type Hunk, mapLine } from "../git/diff.ts";
import { groupBy } from "../group.ts";
import type { Site } from "../model.ts";
import type { Step } from "./walk.ts";

/** A site that is now somewhere else. */
export interface Move {
  readonly id: string;
  readonly from: Site;
  readonly to: Site;
  /** `renamed`: its function or its file got another name; `moved`: it stands in another function or file. */
  readonly how: "renamed" | "moved";
}

/** Remembers which site is which from commit to commit. */
export class SiteIdentity {
  #sites = new Map<string, Site>();
  /** Ids that were ever given. */
  readonly #taken = new Set<string>();
  /** Ids of sites that are gone, by the address at which they stood last, in the order in which they went. */
  readonly #gone = new Map<string, string[]>();

  /** Takes up where a stored history ended: open sites by id, and those that are gone, by place within one commit. */
  constructor(open: ReadonlyMap<string, Site> = new Map(), gone: Iterable<readonly [string, Site]> = []) {
    this.#sites = inOrder(open);
    for (const id of open.keys()) this.#taken.add(id);
    for (const [id, site] of gone) {
      this.#taken.add(id);
      this.#bury(id, site);
    }
  }

  /** Ids of the sites of the next commit, and which of them moved. */
  advance(
    sites: readonly Site[],
    step: Pick<Step, "renames" | "before" | "after">,
  ): { idOf: (site: Site) => string; moves: readonly Move[] } {
    const ids = new Map<Site, string>();
    const moves: Move[] = [];
    const free = new Map(this.#sites);
    const pair = (id: string, to: Site, how: Move["how"] | null) => {
      const from = free.get(id) as Site;
      free.delete(id);
      ids.set(to, id);
      if (how !== null) moves.push({ id, from, to, how });
    };
    const rest = () => sites.filter((site) => !ids.has(site));
    for (const [old, now] of sameGroups([...free], sites, groupKey)) {
      if (old.length === now.length) old.forEach(([id], at) => pair(id, now[at] as Site, null));
    }
    const hunks = new Map<string, readonly Hunk[]>();
    for (const site of rest()) {
      const id = mapped(site, free, step, hunks);
      if (id === null) continue;
      const from = free.get(id) as Site;
      pair(id, site, from.function === site.function && from.path === site.path ? null : "renamed");
    }
    for (const [old, now] of sameGroups([...free], rest(), groupKey)) {
      old.slice(0, now.length).forEach(([id], at) => pair(id, now[at] as Site, null));
    }
    for (const [old, now] of sameGroups([...free], rest(), essence)) {
      old.slice(0, now.length).forEach(([id], at) => pair(id, now[at] as Site, "moved"));
    }
    for (const site of rest()) ids.set(site, this.#give(siteAddress(site)));
    for (const [id, site] of free) this.#bury(id, site);
    this.#sites = inOrder(sites.map((site) => [ids.get(site) as string, site]));
    return { idOf: (site) => ids.get(site) as string, moves };
  }

  #bury(id: string, site: Site): void {
    const address = siteAddress(site);
    this.#gone.set(address, [...(this.#gone.get(address) ?? []), id]);
  }

  /** A site that comes back where it stood last is the same site; any other gets an id that none ever had. */
  #give(address: string): string {
    const back = this.#gone.get(address)?.pop();
    if (back !== undefined) return back;
    let id = address;
    for (let count = 2; this.#taken.has(id); count++) id = `${address}~${count}`;
    this.#taken.add(id);
    return id;
  }
}

/** By place: which of two like sites is paired first may not depend on whether a walk was taken up again. */
function inOrder(sites: Iterable<readonly [string, Site]>): Map<string, Site> {
  return new Map([...sites].toSorted(byPlace));
}

/** The order of sites with their ids inside one commit. */
export function byPlace([idA, a]: readonly [string, Site], [idB, b]: readonly [string, Site]): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || a.ordinal - b.ordinal || (idA < idB ? -1 : 1);
}

function sameGroups(
  old: readonly (readonly [string, Site])[],
  now: readonly Site[],
  keyOf: (site: Site) => string,
): [(readonly [string, Site])[], Site[]][] {
  const before = groupBy(old, ([, site]) => keyOf(site));
  const pairs: [(readonly [string, Site])[], Site[]][] = [];
  for (const [key, sites] of groupBy(now, keyOf)) {
    const known = before.get(key);
    if (known)
      pairs.push([
        known.toSorted(([, a], [, b]) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)),
        sites,
      ]);
  }
  return pairs;
}

function groupKey(site: Site): string {
  return [site.layer, site.path, site.function, site.callee, site.name ?? site.expression].join("\n");
}

function essence(site: Site): string {
  return [site.layer, site.callee, site.name ?? site.expression].join("\n");
}

/** The id of the old site that the line map of the file carries to this one. */
function mapped(
  site: Site,
  free: ReadonlyMap<string, Site>,
  step: Pick<Step, "renames" | "before" | "after">,
  hunks: Map<string, readonly Hunk[]>,
): string | null {
  for (const [id, old] of free) {
    if (essence(old) !== essence(site) || (step.renames.get(old.path) ?? old.path) !== site.path) continue;
    const before = step.before.get(old.path);
    const after = step.after.get(site.path);
    if (!before || !after) continue;
    const key = `${old.path}\n${site.path}`;
    let map = hunks.get(key);
    if (!map) {
      map = diffLines(before.bytes, after.bytes);
      hunks.set(key, map);
    }
    if (mapLine(map, old.line) === site.line) return id;
  }
  return null;
}
