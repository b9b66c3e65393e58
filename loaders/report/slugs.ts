// Turns contract names into file names that are safe everywhere: `app:open/x`, `../`, `CON`, names that differ in case
// only. A plain name is its own slug; any other gets a short digest of itself.

import { createHash } from "node:crypto";

export interface Named {
  readonly layer: string;
  readonly name: string;
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i;

/** Slugs of all names of a notebook. The first layer's names keep theirs where two layers send the same. */
export function slugsOf(names: readonly Named[]): (named: Named) => string {
  const taken = new Map<string, string>();
  const slugs = new Map<string, string>();
  for (const named of names) {
    const key = `${named.layer}\n${named.name}`;
    if (slugs.has(key)) continue;
    const plain = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,80}$/.test(named.name) && !RESERVED.test(named.name);
    const base = plain
      ? named.name
      : named.name
          .replace(/[^A-Za-z0-9_-]+/g, "-")
          .replace(/^-+|-+$/g, "")
          .slice(0, 60);
    const withLayer = `${base}-${named.layer.replace(/[^A-Za-z0-9_-]+/g, "-")}`;
    const digest = createHash("sha256").update(key).digest("hex").slice(0, 8);
    const choices = plain ? [base, withLayer, `${base}-${digest}`] : [`${base}-${digest}`.replace(/^-/, "")];
    const slug = choices.find((each) => !taken.has(each.toLowerCase())) ?? `${base}-${digest}`;
    taken.set(slug.toLowerCase(), key);
    slugs.set(key, slug);
  }
  return ({ layer, name }) => slugs.get(`${layer}\n${name}`) ?? "";
}
