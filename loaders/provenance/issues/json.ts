// Reads JSON that somebody else wrote: the values of a file, however they follow one another, and fields that may be of any
// kind or not there. What a value means is said elsewhere.

import { BinnacleError } from "../../error.ts";
import { harmlessLine } from "./harmless.ts";

export type Json = { readonly [key: string]: unknown };

const MOST_VALUES = 500_000;

/** The values of a file: one, a list, lists one after another, a value a line. Throws "bad-usage" where it is no JSON. */
export function valuesIn(name: string, text: string): readonly unknown[] {
  const whole = parsed(text);
  const values = whole === undefined ? parts(text).map((part) => parsed(part)) : [whole];
  if (values.length === 0 || values.includes(undefined))
    throw new BinnacleError(
      "bad-usage",
      `${name}: expected JSON, found a text that breaks off or is none. Export it again: gh api --paginate repos/OWNER/NAME/issues.`,
    );
  return values.flat(2).slice(0, MOST_VALUES);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where one value ends and the next begins: brackets are counted outside of strings. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  let inString = false;
  for (let at = 0; at < text.length && found.length < MOST_VALUES; at++) {
    const code = text[at]!;
    if (inString) {
      if (code === "\\") at++;
      else if (code === '"') inString = false;
    } else if (code === '"') inString = true;
    else if (code === "{" || code === "[") depth++;
    else if ((code === "}" || code === "]") && --depth === 0) {
      found.push(text.slice(from, at + 1));
      from = at + 1;
    }
  }
  if (text.slice(from).trim() !== "") found.push(text.slice(from));
  return found;
}

export function textOf(value: Json | null, key: string): string | null {
  const found = value?.[key];
  return typeof found === "string" ? found : null;
}

export function countOf(value: Json | null, key: string): number | null {
  const found = value?.[key];
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : null;
}

export function flagOf(value: Json | null, key: string): boolean | null {
  const found = value?.[key];
  return typeof found === "boolean" ? found : null;
}

export function partOf(value: Json | null, key: string): Json | null {
  const found = value?.[key];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Json) : null;
}

export function listOf(value: Json, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

/** Seconds since 1970-01-01 UTC. */
export function timeOf(value: Json | null, key: string): number | null {
  const moment = Date.parse(textOf(value, key) ?? "");
  return Number.isNaN(moment) ? null : Math.floor(moment / 1000);
}

export function oidOf(written: string | null): string | null {
  return written !== null && /^[0-9a-f]{7,64}$/.test(written) ? written : null;
}

export function lineOf(written: string | null): string | null {
  return written === null ? null : harmlessLine(written);
}
