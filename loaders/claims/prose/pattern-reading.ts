// Reads what stands for a role: a number, a list or a word. Where it stands is found elsewhere.

import { unmarked } from "./list-words.ts";
import { readList } from "./lists.ts";
import { parseNumber } from "./numbers.ts";
import type { RoleKind } from "./pattern-roles.ts";
import type { Stated } from "./stated.ts";

/** What a text states of this kind; null where it is none. */
export function readAs(kind: RoleKind, written: string): Stated | null {
  const text = written.replace(/\s+/g, " ").trim();
  if (kind === "list") {
    const items = readList(written);
    return items.length === 0 ? null : { kind, items, text };
  }
  if (kind === "word") {
    const value = unmarked(written);
    return value === "" ? null : { kind, value, text };
  }
  const value = parseNumber(written);
  return value === null ? null : { kind: "number", value, text };
}

/** A number if it reads as one, else a list if it has several items, else a word; null of nothing. */
export function readAny(written: string): Stated | null {
  const number = readAs("number", written);
  if (number !== null) return number;
  const list = readAs("list", written);
  return list?.kind === "list" && list.items.length > 1 ? list : readAs("word", written);
}
