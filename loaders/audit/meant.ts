// Turns cited lines into the one symbol that is meant by them, or into the reason why it is not one. It looks at how the
// lines lie in the definitions of their file, and at no sentence.

import type { Definition, Definitions } from "../citation.ts";
import { addressAt, definitionOf } from "./judge.ts";

/** A file as it is now. */
export interface Code {
  readonly lines: readonly string[];
  readonly definitions: Definitions;
}

export type Meant = { readonly symbol: Definition; readonly why?: never } | { readonly why: string };

/** Lines are most of a definition from this share of its own lines on. */
const MOST = 0.5;

/** `start` and `end` are 1-based, inclusive. */
export function symbolMeant({ lines, definitions }: Code, start: number, end: number): Meant {
  let last = Math.min(end, lines.length);
  while (last > start && (lines[last - 1] ?? "").trim() === "") last--;
  const symbol = addressAt(definitions, start, last);
  if (symbol === null || symbol.kind === "module") return { why: "no definition is around its lines" };
  if (start < symbol.line || last > symbol.endLine) return { why: "its lines are of more than one definition" };
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,8}$/.test(symbol.name))
    return { why: "the definition has no name that can be written" };
  if (definitionOf(symbol.name, definitions).length !== 1) return { why: "its file defines that name more than once" };
  const fromHead = start <= symbol.nameLine;
  // Two methods are most of many a class, and are not it.
  const isMost = last - start + 1 >= MOST * (symbol.endLine - symbol.line + 1) && (fromHead || symbol.kind !== "class");
  const isHead = fromHead && !holdsAnother(definitions, symbol, last);
  const isLine = start === last && symbol.kind !== "class";
  return isMost || isHead || isLine ? { symbol } : { why: "its lines are only a part of a definition" };
}

/** Whether a function of its own begins between a definition's head and a line. */
function holdsAnother({ definitions }: Definitions, around: Definition, last: number): boolean {
  return definitions.some(
    ({ kind, line }) => (kind === "function" || kind === "class") && line > around.nameLine && line <= last,
  );
}
