// Turns a definition into what is compared of it: its lines without the blanks around, so that indenting it is no change.
// How like two definitions are is told by their lines, the name of each apart; which is which is follow-symbols.ts's.

import { isTrivial } from "../audit/align.ts";
import type { Library } from "../audit/library.ts";
import type { Definition } from "../citation.ts";
import type { Oid } from "../model.ts";
import type { Subject } from "./note.ts";
import type { Station } from "./trail.ts";

export type SymbolSubject = Extract<Subject, { readonly noun: "symbol" }>;

/** A definition with its text. Several of one name in one file (a property and its setter) are one. */
export interface Defined {
  readonly path: string;
  readonly name: string;
  readonly kind: Definition["kind"];
  /** The line that bears its name, 1-based. */
  readonly line: number;
  /** Its lines without the blanks around, none of them empty. */
  readonly says: readonly string[];
}

/** Reads the definitions of a file's version by name; none of what cannot be read. */
export async function definedIn(library: Library, path: string, oid: Oid): Promise<ReadonlyMap<string, Defined>> {
  const text = await library.text(oid);
  const found = new Map<string, Defined>();
  if (text === null) return found;
  for (const definition of (await library.definitions(path, oid)).definitions) {
    const { name, kind, line, endLine, nameLine } = definition;
    const says = text.lines
      .slice(line - 1, endLine)
      .map((each) => each.trim())
      .filter((each) => each !== "");
    const known = found.get(name);
    found.set(
      name,
      known === undefined ? { path, name, kind, line: nameLine, says } : { ...known, says: [...known.says, ...says] },
    );
  }
  return found;
}

export function symbolStation(defined: Defined, at: number | null): Station {
  const { path, name, line, says } = defined;
  return { at, subject: { noun: "symbol", path, name }, path, line, says, own: lastPart(name) };
}

/** `fn` of `Class.fn`, `a::b`. */
export function lastPart(name: string): string {
  return name.split(/\.|::|->|#/).at(-1) ?? name;
}

/** Share of lines that two definitions have in common, of those by which one could be known: 0 to 1. */
export function likeness(a: Defined, b: Defined): number {
  const [left, right] = [telling(a), telling(b)];
  if (left.length === 0 || right.length === 0) return masked(a).join("\n") === masked(b).join("\n") ? 1 : 0;
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const rest = counts.get(line) ?? 0;
    if (rest > 0) common++;
    counts.set(line, rest - 1);
  }
  return (2 * common) / (left.length + right.length);
}

function telling(defined: Defined): readonly string[] {
  return masked(defined).filter((line) => !isTrivial(line));
}

/** How many of its lines it could be known by. */
export function weightOf(defined: Defined): number {
  return telling(defined).length;
}

const WORD = /[\p{L}\p{N}_$]+/gu;

function masked({ says, name }: Defined): readonly string[] {
  const own = lastPart(name);
  return says.map((line) =>
    line.includes(own) ? line.replace(WORD, (word) => (word === own ? "\u0000" : word)) : line,
  );
}
