// Turns a name that prose writes into what the code of a tree says of it: where it is defined, that it stands there at
// least, or which part of it stands nowhere. It knows nothing of the past.

import type { SymbolReference } from "../../facts/references.ts";
import type { Defined, NameIndex } from "./name-index.ts";

/** What the tree says of a name, wherever it is written. */
export type Standing =
  | { readonly kind: "defined"; readonly definitions: readonly Defined[] }
  | { readonly kind: "held"; readonly files: readonly string[]; readonly how: string }
  /** A member that stands in the file of its class. */
  | {
      readonly kind: "beside";
      readonly owners: readonly Defined[];
      readonly member: string;
      readonly files: readonly string[];
    }
  /** A member that the class which is here does not have. */
  | { readonly kind: "no-member"; readonly owners: readonly Defined[]; readonly member: string }
  /** A word that stands nowhere in code: the name's last part, or the class before it. */
  | { readonly kind: "nowhere"; readonly word: string };

/** The words that have to be looked for to say where a name stands. */
export function wordsOf({ parts, shape }: SymbolReference): readonly string[] {
  if (shape === "flag") return [parts[0]!, identifierOf(parts[0]!)];
  return parts.slice(-3);
}

/** What a flag is called in code that makes its name out of a parameter's. */
function identifierOf(flag: string): string {
  return flag.replace(/^--(?:no-)?/, "").replaceAll("-", "_");
}

/** What an index of the tree says of a name. */
export async function standingOf(reference: SymbolReference, index: NameIndex): Promise<Standing> {
  return refined(found(reference, index), index);
}

function found({ parts, shape }: SymbolReference, index: NameIndex): Standing {
  const last = parts.at(-1)!;
  if (shape === "flag") {
    const written = index.holding(last);
    const named = written.length > 0 ? written : index.holding(identifierOf(last));
    return named.length > 0
      ? { kind: "held", files: named, how: written.length > 0 ? "stands" : "stands as a parameter" }
      : { kind: "nowhere", word: last };
  }
  const owner = parts.at(-2);
  const definitions = index.definitions(last);
  if (owner === undefined) return alone(last, definitions, index);
  const own = definitions.filter(({ name }) => ownerOf(name) === owner);
  if (own.length > 0) return { kind: "defined", definitions: own };
  const module = index.module(owner);
  const inModule = definitions.filter(({ path }) => module.has(path));
  if (inModule.length > 0) return { kind: "defined", definitions: inModule };
  // `zmq.Context.close` is of another `Context` than the one that is here.
  const outer = parts.at(-3);
  const isOther = outer !== undefined && index.module(outer).size === 0 && index.definitions(outer).length === 0;
  const owners = isOther ? [] : index.definitions(owner).filter(isClass);
  const near = new Set(owners.map(({ path }) => path));
  const beside = index.holding(last).filter((path) => near.has(path) || module.has(path));
  if (beside.length > 0) return { kind: "beside", owners, member: last, files: beside };
  if (owners.length > 0) return { kind: "no-member", owners, member: last };
  if (/^_?[A-Z]\w*[a-z]/.test(owner) && !isOther && index.holding(owner).length === 0)
    return { kind: "nowhere", word: owner };
  return alone(last, [], index);
}

async function refined(standing: Standing, index: NameIndex): Promise<Standing> {
  if (standing.kind !== "beside") return standing;
  const definitions = await index.members(standing.owners, standing.member);
  return definitions.length === 0 ? standing : { kind: "defined", definitions };
}

/** Whether a definition is a class that others can name: none within a function. */
function isClass({ kind, name }: Defined): boolean {
  return kind === "class" && name.split(".").every((part) => /^_*[A-Z]/.test(part));
}

function alone(word: string, definitions: readonly Defined[], index: NameIndex): Standing {
  if (definitions.length > 0) return { kind: "defined", definitions };
  const files = index.holding(word);
  if (files.length > 0) return { kind: "held", files, how: "stands" };
  const module = index.module(word);
  return module.size > 0 ? { kind: "held", files: [...module], how: "is a module" } : { kind: "nowhere", word };
}

function ownerOf(name: string): string | undefined {
  return name
    .split(/[.\s]/)
    .at(-2)
    ?.replace(/[?!']+$/, "");
}
