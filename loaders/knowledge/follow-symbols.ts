// Follows a definition along the line: from its address at one commit to where it is now, through renames of its file and
// of itself, and moves to other files. A definition that took some of its lines over is it; one that merely calls it is not.

import type { Library } from "../audit/library.ts";
import type { FileChange, Oid } from "../model.ts";
import { grammarOf } from "../syntax/grammar.ts";
import {
  type Defined,
  definedIn,
  lastPart,
  likeness,
  type SymbolSubject,
  symbolStation,
  weightOf,
} from "./definitions.ts";
import type { Line } from "./line.ts";
import type { Station, Trail } from "./trail.ts";

/** Files of one commit that are read to find out where a definition went. */
const MOST_READ = 400;
/** Share of its lines from which on another definition is it: of another name, of the same last name, of the same name. */
const OTHER_NAME = 0.6;
const LAST_NAME = 0.4;
const SAME_NAME = 0.25;
/** A definition of fewer telling lines is known by its name, or by its place. */
const FEWEST_LINES = 3;

export class SymbolFollower {
  readonly #line: Line;
  readonly #library: Library;
  /** By position and path: what a commit put into a file that was not in it before. */
  readonly #added = new Map<string, Promise<readonly Defined[]>>();

  constructor(line: Line, library: Library) {
    this.#line = line;
    this.#library = library;
  }

  /** Null where nothing of that name was defined there after the commit at `from`. */
  async follow(from: number, subject: SymbolSubject): Promise<Trail | null> {
    let here = await this.#at(from, subject.path, subject.name);
    if (here === null) return null;
    const stations: Station[] = [symbolStation(here, from)];
    const absences: { gone: number; back: number }[] = [];
    let gone: { at: number; says: string } | null = null;
    for (let touch = this.#line.next(here.path, from); touch !== null; touch = this.#line.next(here.path, touch.at)) {
      const { at, change } = touch;
      const next: Defined | null =
        gone === null ? await this.#step(at, change, here) : await this.#at(at, here.path, here.name);
      if (next === null) {
        gone ??= { at, says: change.oid === null ? "deleted the file" : `removed \`${here.name}\`` };
        continue;
      }
      if (gone !== null) absences.push({ gone: gone.at, back: at });
      gone = null;
      here = next;
      stations.push(symbolStation(here, at));
    }
    return { stations, gone, absences };
  }

  async #at(at: number, path: string, name: string): Promise<Defined | null> {
    const oid = await this.#line.blob(at, path);
    return oid === null ? null : ((await definedIn(this.#library, path, oid)).get(name) ?? null);
  }

  /** The same definition after a commit that touched its file. */
  async #step(at: number, change: FileChange, here: Defined): Promise<Defined | null> {
    const { path, from, oid, oldOid } = change;
    const isHome = from === here.path || (from === null && path === here.path);
    const home = oid === null || !isHome ? null : await definedIn(this.#library, path, oid);
    const same = home?.get(here.name);
    if (same !== undefined) return same;
    const inFile = home === null ? [] : await this.#addedBy(at, change);
    const inPlace = oldOid === null || oid === null ? null : await this.#inPlace(here, inFile, oldOid, oid);
    if (inPlace !== null) return inPlace;
    const language = grammarOf(here.path);
    const others = (this.#line.past.changes[at] ?? []).filter(
      (each) => each !== change && each.oid !== null && grammarOf(each.path) === language,
    );
    const candidates = [...inFile];
    for (const each of others.slice(0, MOST_READ)) candidates.push(...(await this.#addedBy(at, each)));
    return best(here, candidates);
  }

  /** A definition that is new in the file, and whose name stands in the line that the old one's name line became. */
  async #inPlace(here: Defined, added: readonly Defined[], before: Oid, after: Oid): Promise<Defined | null> {
    const place = (await this.#library.align(before, after))?.place(here.line, here.line) ?? null;
    if (place === null) return null;
    const found = added.find((each) => each.line === place.start && each.kind === here.kind) ?? null;
    // A line can be alike by chance: of something longer, some of the rest has to be there too.
    return found !== null && (weightOf(here) < FEWEST_LINES || likeness(here, found) >= SAME_NAME) ? found : null;
  }

  /** The definitions of a file after a commit that were not in it before. */
  #addedBy(at: number, { path, from, oid, oldOid }: FileChange): Promise<readonly Defined[]> {
    const key = `${at} ${path}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const read = async () => {
      if (oid === null) return [];
      const now = await definedIn(this.#library, path, oid);
      const before = oldOid === null ? new Map() : await definedIn(this.#library, from ?? path, oldOid);
      return [...now.values()].filter(({ name }) => !before.has(name));
    };
    const made = read();
    this.#added.set(key, made);
    return made;
  }
}

/** The candidate that holds most of a definition; null where none holds enough of it. */
function best(here: Defined, candidates: readonly Defined[]): Defined | null {
  let found: Defined | null = null;
  let most = 0;
  for (const each of candidates) {
    if (each.kind !== here.kind) continue;
    const isSameName = each.name === here.name;
    const isLastName = lastPart(each.name) === lastPart(here.name);
    const share = likeness(here, each);
    const needed = isSameName ? SAME_NAME : isLastName ? LAST_NAME : OTHER_NAME;
    if (share < needed || (!isLastName && weightOf(here) < FEWEST_LINES)) continue;
    const weight = share + (isSameName ? 0.5 : isLastName ? 0.3 : 0) + (each.path === here.path ? 0.1 : 0);
    if (weight <= most) continue;
    found = each;
    most = weight;
  }
  return found;
}
