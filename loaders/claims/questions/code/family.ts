// Turns what files say of their classes into who derives from whom. A base is looked for in its own file, then where it is
// imported from, then by its name alone if one class bears it.

import type { Chunk, Import } from "../../../model.ts";
import type { CodeFile, Fact } from "../../question.ts";
import { fitsModule } from "./modules.ts";
import { isNamed, type Wanted } from "./names.ts";
import { bodyOf, nameOf } from "./places.ts";

/** The classes of a file, each once for each of its bases, with where the base is imported from. */
export function classFacts(file: CodeFile): readonly Fact[] {
  const { path, source } = file;
  if (source === null) return [];
  const headers = source.chunks.filter(({ kind }) => kind === "class");
  const imports = headers.some(({ bases }) => bases.length > 0)
    ? source.chunks
        .filter(({ kind, owner }) => kind === "statement" && owner === null)
        .flatMap((chunk) => bodyOf(file, chunk).imports)
    : [];
  return headers.flatMap((header): readonly Fact[] => {
    const fact = factOf(path, header);
    if (header.bases.length === 0) return [fact];
    return header.bases.map((base) => ({ ...fact, ...meaning(base, imports) }));
  });
}

/** The name that a base has where it is defined, and the module that it comes from. */
function meaning(base: string, imports: readonly Import[]): { readonly base: string; readonly module: string | null } {
  const last = base.slice(base.lastIndexOf(".") + 1);
  const imported = imports
    .filter(({ local }) => base === local || base.startsWith(`${local}.`))
    .toSorted((a, b) => b.local.length - a.local.length)[0];
  if (imported === undefined) return { base: last, module: null };
  const { local, module, name } = imported;
  if (base === local) return { base: name === null || name === "default" ? last : name, module };
  // `import a` and `a.b.C`: the module is `a.b`.
  const between = base.slice(local.length + 1, -last.length - 1);
  return { base: last, module: between === "" || name !== null ? module : `${module}.${between}` };
}

function factOf(path: string, header: Chunk): Fact {
  return { text: nameOf(header), path, line: header.line, class: header.owner };
}

interface Class {
  readonly fact: Fact;
  readonly bases: { readonly name: string; readonly module: string | null }[];
}

/**
 * Classes that derive from a wanted one, directly or not, in order; and how many are wanted, or name one that is not here
 * as their base.
 */
export function descendants(
  facts: readonly Fact[],
  wanted: Wanted,
): { readonly found: readonly Fact[]; readonly looked: number } {
  const classes = classesOf(facts);
  const byName = new Map<string, Class[]>();
  for (const each of classes) {
    const name = simple(each.fact.text);
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  const children = new Map<Class, Class[]>();
  const strangers: Class[] = [];
  for (const each of classes) {
    for (const base of each.bases) {
      const parents = meant(byName.get(base.name) ?? [], base.module, each);
      for (const parent of parents) children.set(parent, [...(children.get(parent) ?? []), each]);
      if (parents.length === 0 && base.name === wanted.word) strangers.push(each);
    }
  }
  const roots = classes.filter(({ fact }) => isNamed(wanted, fact.text) && wanted.in(fact.path ?? ""));
  // A class of another package is known by those who derive from it.
  const found = new Set<Class>(roots.length > 0 ? [] : strangers);
  const queue = roots.length > 0 ? [...roots] : [...strangers];
  const looked = queue.length;
  for (let at = queue.shift(); at; at = queue.shift()) {
    for (const child of children.get(at) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      queue.push(child);
    }
  }
  return { found: classes.filter((each) => found.has(each)).map(({ fact }) => fact), looked };
}

function classesOf(facts: readonly Fact[]): readonly Class[] {
  const classes = new Map<string, Class>();
  for (const { base, module, ...fact } of facts) {
    const key = `${fact.path} ${fact.line} ${fact.text}`;
    const known = classes.get(key) ?? { fact: fact as Fact, bases: [] };
    classes.set(key, known);
    if (typeof base === "string") known.bases.push({ name: base, module: typeof module === "string" ? module : null });
  }
  return [...classes.values()];
}

/** Which of the classes of one name a base means where it stands. */
function meant(named: readonly Class[], module: string | null, from: Class): readonly Class[] {
  const others = named.filter((each) => each !== from);
  const here = others.filter(({ fact }) => fact.path === from.fact.path);
  if (here.length > 0 && module === null) return here;
  const path = from.fact.path ?? "";
  if (module !== null) {
    for (const how of ["is", "inside"]) {
      const there = others.filter(({ fact }) => fitsModule(fact.path ?? "", module, path) === how);
      if (there.length === 1) return there;
    }
  }
  return others.length === 1 ? others : [];
}

function simple(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
