// Says of a name in prose whether code defines it, or at least holds it, and of one that is gone which commit took it away
// and what it is called now. A name that no code here ever defined is another program's, and not missing.

import { posix } from "node:path";
import type { SymbolReference } from "../../facts/references.ts";
import { groupBy } from "../../group.ts";
import { rankOf } from "./defines.ts";
import { goneRuling } from "./gone.ts";
import { GoneMembers } from "./gone-members.ts";
import { type Gone, GoneNames } from "./gone-names.ts";
import type { Left, Mention, Ruling, Scene } from "./mention.ts";
import { type Defined, NameIndex } from "./name-index.ts";
import { type Standing, standingOf, wordsOf } from "./standings.ts";
import { Successors } from "./successors.ts";
import { plain } from "./telling.ts";

export class SymbolRuler {
  private readonly scene: Scene;
  private readonly index: NameIndex;
  private readonly standings: ReadonlyMap<string, Standing>;
  private readonly gone: ReadonlyMap<string, Gone>;
  private readonly members: GoneMembers;
  private readonly successors: Successors;
  private readonly goneModules: ReadonlyMap<string, readonly string[]>;

  private constructor(
    scene: Scene,
    index: NameIndex,
    standings: ReadonlyMap<string, Standing>,
    gone: ReadonlyMap<string, Gone>,
    members: GoneMembers,
    successors: Successors,
  ) {
    this.scene = scene;
    this.index = index;
    this.standings = standings;
    this.gone = gone;
    this.members = members;
    this.successors = successors;
    this.goneModules = groupBy(scene.departures.keys(), (path) => posix.basename(path).replace(/\.[^.]*$/, ""));
  }

  /** Looks up all names at once: the tree is read once, and its history once for what stands nowhere. */
  static async of(mentions: Iterable<Mention<SymbolReference>>, scene: Scene): Promise<SymbolRuler> {
    const names = new Map<string, SymbolReference>();
    const words = new Set<string>();
    for (const { reference, possessor } of mentions) {
      names.set(keyOf(reference), reference);
      for (const word of wordsOf(reference)) words.add(word);
      if (possessor !== null) words.add(possessor.slice(possessor.lastIndexOf(".") + 1));
    }
    const index = await NameIndex.of(scene.snapshot.files, scene.library, words);
    const standings = new Map<string, Standing>();
    for (const [key, each] of names) standings.set(key, await standingOf(each, index));
    const lost = [...standings.values()];
    const gone = await GoneNames.of(
      scene.past,
      scene.library,
      lost.flatMap((each) => (each.kind === "nowhere" ? [each.word] : [])),
    );
    const members = await GoneMembers.of(
      lost.flatMap((each) => (each.kind === "no-member" ? [each] : [])),
      scene,
    );
    const successors = await Successors.of(gone, scene);
    return new SymbolRuler(scene, index, standings, gone, members, successors);
  }

  rule(mention: Mention<SymbolReference>): Ruling | Left {
    const standing = this.standings.get(keyOf(mention.reference))!;
    switch (standing.kind) {
      case "defined":
        return definedRuling(standing.definitions, mention);
      case "beside":
        return heldRuling(standing.files, `stands beside ${standing.owners[0]?.name ?? "its module"}`);
      case "held":
        return heldRuling(standing.files, standing.how);
      case "no-member":
        return this.memberless(mention, standing.owners, standing.member);
      case "nowhere":
        return this.nowhere(mention, standing.word);
    }
  }

  private memberless(mention: Mention<SymbolReference>, owners: readonly Defined[], member: string): Ruling | Left {
    const lost = this.members.of(owners, member);
    const owner = owners[0]!;
    if (lost === null) {
      const elsewhere = this.index.holding(member);
      if (elsewhere.length > 0)
        return plain("unknown", `${owner.path} defines ${owner.name}, and says nothing of ${member}; other code does`);
      return plain("external", `${owner.path} defines ${owner.name}, and no code is or was called ${member}`);
    }
    const others = this.index.definitions(member);
    // One of that name that stands elsewhere is the one that is meant now, or none is.
    const now = others.length === 1 ? `${others[0]!.name} in ${others[0]!.path}` : null;
    return goneRuling(mention, this.scene, {
      at: lost,
      what: `took ${member} out of ${owner.name}`,
      now,
      places: now === null ? [] : others.map(placeOf),
    });
  }

  private nowhere(mention: Mention<SymbolReference>, word: string): Ruling | Left {
    const { shape, parts, called } = mention.reference;
    const gone = this.gone.get(word);
    const { possessor } = mention;
    if (possessor !== null && !this.isOwn(possessor))
      return plain("external", `no code here is called so, nor is ${possessor}, whose it is said to be`);
    const isPlain = shape === "word" || (parts.length === 1 && called && /^[a-z]+$/.test(word));
    // A plain word has to have been a function's or a class's name, as a key it may be anything; and nobody speaks of a
    // variable within a function, or of a string, without marking it as code.
    const least = isPlain ? "named" : mention.reference.code ? "loose" : "keyed";
    if (gone !== undefined && rankOf(gone.defined) >= rankOf(least)) {
      const next = this.successors.of(word);
      const what = next === null ? `took ${word} away` : `renamed ${word} to ${next}`;
      return goneRuling(mention, this.scene, { at: gone.at, what, now: next, places: [] });
    }
    const module = isPlain ? undefined : this.goneModules.get(word)?.find((path) => this.isModuleOf(path, mention));
    const departure = module === undefined ? undefined : this.scene.departures.get(module)?.[0];
    if (departure !== undefined)
      return goneRuling(mention, this.scene, {
        at: departure.at,
        what: departure.to === null ? `deleted ${module}` : `moved ${module} to ${departure.to}`,
        now: null,
        places: [],
      });
    if (gone !== undefined) return plain("external", "code here used it once, and never defined it");
    return this.scene.whole
      ? plain("external", "no code here is or was called so")
      : plain("unknown", "no code here is called so, and not all of the history is here");
  }

  /** Whether somebody whose a thing is said to be is of this tree: something that it defines, or a folder or file of it. */
  private isOwn(possessor: string): boolean {
    const last = possessor.slice(possessor.lastIndexOf(".") + 1);
    const modules = [last, last.toLowerCase()].some((name) => this.index.module(name).size > 0);
    return modules || this.index.definitions(last).length > 0;
  }

  /** Whether a file that is gone is the module a name speaks of: its folder is named too, or its name is long enough. */
  private isModuleOf(path: string, { reference: { parts } }: Mention<SymbolReference>): boolean {
    const owner = parts.at(-2);
    if (owner !== undefined) return path.split("/").at(-2) === owner;
    return (
      /[a-z\d]_[a-z\d]|[a-z\d][A-Z]/.test(parts[0]!) &&
      /\.(?:py|ts|tsx|js|rs|go|rb|java|kt|lean|c|cc|cpp|cu|h)$/.test(path)
    );
  }
}

function keyOf({ parts, shape }: SymbolReference): string {
  return `${shape === "word" ? "word " : ""}${parts.join(".")}`;
}

const TEST =
  /(?:^|\/)(?:tests?|testing|__tests__|spec|examples?|fixtures?|benchmarks?)\/|(?:^|\/)(?:test_|conftest)|[._-](?:test|spec)\.\w+$/;
const DECLARATION = /\.(?:pyi|d\.ts|h|hpp)$/;

/** Definitions of one name: of several, those in the document itself, those that are no tests, those that are more than declared. */
function definedRuling(all: readonly Defined[], { source, reference }: Mention<SymbolReference>): Ruling {
  let left = all;
  for (const better of [
    ({ path }: Defined) => path === source.path,
    ({ path }: Defined) => !TEST.test(path),
    ({ path }: Defined) => !DECLARATION.test(path),
  ]) {
    const some = left.filter(better);
    if (some.length > 0) left = some;
  }
  const places = left.slice(0, 20).map(placeOf);
  const files = new Set(left.map(({ path }) => path));
  const found = `${left[0]!.path}:${left[0]!.nameLine}`;
  const more = left.length === 1 ? "" : `, and ${left.length - 1} more`;
  // Methods of one name are one thing to a sentence that names no class; classes and functions of one name are not.
  const isTop = left.every(({ name, kind }) => !name.includes(".") && kind !== "variable");
  // And a plain word is a word first.
  const isPlain = reference.shape === "word" && /^[a-z]+$/.test(reference.parts[0]!);
  if (files.size > 1 && isTop && !isPlain)
    return {
      verdict: "ambiguous",
      says: `${files.size} files define it, and nothing decides: ${[...files].slice(0, 3).join(", ")}`,
      found: null,
      places,
      broke: null,
    };
  return { verdict: "holds", says: `it is defined in ${found}${more}`, found: `${found}${more}`, places, broke: null };
}

function heldRuling(files: readonly string[], how: string): Ruling {
  const places = files.slice(0, 3).map((path) => ({ path, line: null, text: path }));
  const found = `${files[0]}${files.length === 1 ? "" : `, and ${files.length - 1} more`}`;
  return { verdict: "holds", says: `it ${how} in ${found}`, found, places, broke: null };
}

function placeOf({ path, nameLine, name }: Defined) {
  return { path, line: nameLine, text: name };
}
