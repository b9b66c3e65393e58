// Finds addresses near to one that fits nothing: what stands in the same function or file, what is spelt alike. It only
// suggests, and reads no file but those that the address names or nearly names.

import { posix } from "node:path";
import { printAddress } from "../address.ts";
import type { Library } from "../audit/library.ts";
import { nearestWords, spelledAlike } from "../surface/nearest.ts";
import type { Rows } from "../surface/rows.ts";
import { addressesOf, type CallBook, type CallSubject } from "./calls.ts";
import { definedIn, lastPart, type SymbolSubject } from "./definitions.ts";
import type { Line } from "./line.ts";
import type { Subject } from "./note.ts";
import { siteSubject } from "./stored-sites.ts";

export interface Nearby {
  readonly line: Line;
  readonly library: Library;
  readonly rows: Rows | null;
  readonly book: CallBook;
}

const MOST = 3;
/** Files of a name that are looked into. */
const MOST_FILES = 20;

/** At most three, best first. */
export async function nearAddresses(subject: Subject, near: Nearby): Promise<readonly string[]> {
  switch (subject.noun) {
    case "site":
      return nearCalls(subject, near);
    case "symbol":
      return nearSymbols(subject, near);
    case "name": {
      const names = [...(near.rows?.name ?? []), ...(near.rows?.answerer ?? [])].map((row) => String(row.name));
      return nearestWords(subject.name, names, MOST).map((name) => printAddress({ noun: "name", name }));
    }
    case "key": {
      const rows = [...(near.rows?.key ?? []), ...(near.rows?.read ?? [])];
      const keys = rows.map((row) => printAddress({ noun: "key", name: String(row.name), key: String(row.key) }));
      return nearestWords(printAddress(subject), keys, MOST);
    }
    case "commit":
      return [];
  }
}

async function nearCalls(subject: CallSubject, { rows, book, line }: Nearby): Promise<readonly string[]> {
  const sites = (rows?.site ?? []).map(siteSubject).filter(({ callee }) => callee === subject.callee);
  const dispatches = subject.name === "" ? [] : ranked(subject, sites);
  if (dispatches.length > 0) return dispatches;
  const calls: CallSubject[] = [];
  for (const path of filesNear(subject.path, line)) {
    const all = await book.of(path, line.snapshot.files.get(path)!, [subject.callee]);
    calls.push(...addressesOf(all ?? [], "").filter(({ callee }) => callee === subject.callee));
  }
  return ranked({ ...subject, name: "" }, calls);
}

/** Those of the same name, then file, then function, first. */
function ranked(subject: CallSubject, candidates: readonly CallSubject[]): readonly string[] {
  const weight = (each: CallSubject) =>
    (each.name === subject.name ? 4 : 0) +
    (each.path === subject.path ? 2 : spelledAlike(each.path, subject.path)) +
    (lastPart(each.function) === lastPart(subject.function) ? 2 : spelledAlike(each.function, subject.function));
  return candidates
    .map((each) => ({ address: printAddress(each), weight: weight(each) }))
    .filter(({ weight }) => weight >= 2)
    .toSorted((a, b) => b.weight - a.weight || (a.address < b.address ? -1 : 1))
    .slice(0, MOST)
    .map(({ address }) => address);
}

async function nearSymbols(subject: SymbolSubject, { line, library }: Nearby): Promise<readonly string[]> {
  const found: { readonly address: string; readonly weight: number }[] = [];
  for (const path of filesNear(subject.path, line)) {
    for (const name of (await definedIn(library, path, line.snapshot.files.get(path)!)).keys()) {
      const alike =
        lastPart(name) === lastPart(subject.name) ? 1 : spelledAlike(lastPart(name), lastPart(subject.name));
      if (alike >= 0.5)
        found.push({
          address: printAddress({ noun: "symbol", path, name }),
          weight: alike + (path === subject.path ? 0.5 : 0) + spelledAlike(name, subject.name) / 4,
        });
    }
  }
  return found
    .toSorted((a, b) => b.weight - a.weight || (a.address < b.address ? -1 : 1))
    .slice(0, MOST)
    .map(({ address }) => address);
}

/** The file itself; where there is none, those of its name, else the one spelt most like it. */
function filesNear(path: string, { snapshot }: Line): readonly string[] {
  if (snapshot.files.has(path)) return [path];
  const named = [...snapshot.files.keys()].filter((each) => posix.basename(each) === posix.basename(path));
  return named.length > 0 ? named.slice(0, MOST_FILES) : nearestWords(path, snapshot.files.keys(), 1);
}
