// Turns the constants of the judgement into rows with what each decides: the values from the module itself, the words from
// the comments in its text. Nothing is said of a constant here, so nothing can be said wrong.

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { WEIGHTS } from "../audit/weights.ts";
import type { MethodExtract } from "./pages.ts";

/** Rows in the order of the module. A comment speaks for the constants up to the next comment or blank line. */
export function weightsTable(): MethodExtract["weights"] {
  const says = commentsOf(readFileSync(ownText(), "utf8"));
  return Object.entries(WEIGHTS).map(([name, value]) => ({ name, value, says: says.get(name) ?? "" }));
}

/** The module's text stands beside this one's, as TypeScript in a checkout and as JavaScript in a package. */
function ownText(): URL {
  return new URL(`../audit/weights${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
}

/** Comments of an object's members, by member. */
export function commentsOf(text: string): ReadonlyMap<string, string> {
  const says = new Map<string, string>();
  let now = "";
  for (const line of text.split("\n")) {
    const comment = /^\s*\/\*\*\s*(.*?)\s*\*\/\s*$/.exec(line)?.[1];
    const member = /^\s*(\w+):/.exec(line)?.[1];
    if (comment !== undefined) now = comment;
    else if (line.trim() === "") now = "";
    else if (member !== undefined && now !== "") says.set(member, now);
  }
  return says;
}
