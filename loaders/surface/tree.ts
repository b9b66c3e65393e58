// Turns the files of one commit into something that can be asked by name: classes, their members and what they derive
// from, functions, imports. It remembers what was asked, so that a commit which touches none of it changes no answer.

import { askAll, chunksWith, identityOf, mentions, WordList } from "../facts/asked.ts";
import type { Facts } from "../facts/source.ts";
import type { SourceFile } from "../facts/source-file.ts";
import type { Body, Chunk, Import } from "../model.ts";
import { type Change, Leaning } from "./leaning.ts";
import { moduleFits, packageFits } from "./modules.ts";
import { type LineMap, lineMap } from "./moved.ts";
import { add, type ClassDef, type FileShape, importsIn, shapeOf, simple } from "./shape.ts";

/** A function where it is defined; `owner` is its class. A nested one bears its outer names: `outer.inner`. */
export interface FunctionDef {
  readonly file: SourceFile;
  readonly chunk: Chunk;
  readonly owner: ClassDef | null;
  readonly name: string;
  readonly body: Body;
}

export class CodeTree {
  readonly facts: Facts;
  readonly #files = new Map<string, SourceFile>();
  readonly #classes = new Map<string, ClassDef[]>();
  readonly #functions = new Map<string, { file: SourceFile; chunk: Chunk }[]>();
  readonly #children = new Map<string, ClassDef[]>();
  readonly #words = new Map<string, Map<string, readonly Chunk[]>>();
  /** The words of `#words` as one list, for as long as they are the same. */
  #wordList: WordList | null = null;
  readonly #askedWords = new Set<string>();
  readonly #exactWords = new Set<string>();
  readonly #mro = new Map<ClassDef, readonly ClassDef[]>();
  readonly #asked = new Set<string>();
  /** Modules that were looked for among all paths, each from a file. */
  readonly #modules = new Map<string, { readonly module: string; readonly from: string }>();
  readonly #leanings = new Map<string, Leaning>();
  /** Files of which only lines moved, as they were when they were asked. */
  readonly #moved = new Map<string, SourceFile>();
  #told: ReadonlySet<string> = new Set();

  constructor(facts: Facts) {
    this.facts = facts;
  }

  get files(): ReadonlyMap<string, SourceFile> {
    return this.#files;
  }

  /** Replaces or, with null, removes a file. Answers what may change by it of all that was asked so far. */
  put(path: string, file: SourceFile | null): Change {
    const before = this.#files.get(path);
    const shape = file ? shapeOf(file) : null;
    const old = before ? shapeOf(before) : null;
    const leaning = this.#leanings.get(path);
    const change = (before && leaning?.changeOf(before, file, this.#told.has(path), this.facts)) ?? "nothing";
    if (before && change === "lines" && !this.#moved.has(path)) this.#moved.set(path, before);
    let touched = change === "anything" || (before?.errors ?? []).join() !== (file?.errors ?? []).join();
    if ((before === undefined) !== (file === null))
      touched ||= [...this.#modules.values()].some(({ module, from }) => moduleFits(path, module, from));
    touched ||= differing(old?.definitions, shape?.definitions).some((name) => this.#asked.has(name));
    for (const definition of old?.classes.values() ?? []) {
      remove(this.#classes, simple(definition.name), definition);
      for (const base of definition.header.bases) remove(this.#children, simple(base), definition);
    }
    for (const chunk of old?.functions ?? [])
      removeWhere(this.#functions, chunk.name ?? "", (each) => each.chunk === chunk && each.file === before);
    this.#files.delete(path);
    if (file && shape) {
      this.#files.set(path, file);
      for (const definition of shape.classes.values()) {
        add(this.#classes, simple(definition.name), definition);
        for (const base of definition.header.bases) add(this.#children, simple(base), definition);
      }
      for (const chunk of shape.functions) add(this.#functions, chunk.name ?? "", { file, chunk });
    }
    const holding = file ? this.#wordsOf(file) : new Map<string, Chunk[]>();
    for (const [word, places] of this.#words) {
      const chunks = holding.get(word);
      const old = places.get(path);
      if (chunks === undefined && old === undefined) continue;
      touched ||=
        !file || !before || !old || !chunks || (this.#exactWords.has(word) && !sameChunks(before, old, file, chunks));
      if (chunks) places.set(path, chunks);
      else places.delete(path);
    }
    this.#mro.clear();
    return touched ? "anything" : change;
  }

  /** Where lines went, of the files of which only lines moved since they were asked. */
  moves(): ReadonlyMap<string, LineMap> {
    return new Map(
      [...this.#moved].map(([path, before]) => [path, lineMap(before, this.#files.get(path) as SourceFile)]),
    );
  }

  /** Takes note that what was derived has moved with its lines. */
  noteMoves(): void {
    for (const path of this.#moved.keys()) this.#leanings.get(path)?.moveTo(this.#files.get(path) as SourceFile);
    this.#moved.clear();
  }

  #wordsOf(file: SourceFile): Map<string, Chunk[]> {
    this.#wordList ??= new WordList([...this.#words.keys()]);
    const holding = new Map<string, Chunk[]>();
    for (const chunk of file.chunks) {
      for (const word of this.#wordList.in(file, chunk)) add(holding, word, chunk);
    }
    return holding;
  }

  /**
   * Chunks that hold `word` as a whole word, by file in order of path. A word once asked for is looked for in every
   * file that comes later: a chunk that holds it, or held it, changes the answer.
   */
  chunksWith(word: string): { file: SourceFile; chunks: readonly Chunk[] }[] {
    this.#exactWords.add(word);
    const places = this.#placesOf(word);
    return [...places.keys()]
      .toSorted()
      .map((path) => ({ file: this.#files.get(path) as SourceFile, chunks: places.get(path) as readonly Chunk[] }));
  }

  /** Files that hold `word`, in order of path: only one that gets it or loses it changes the answer. */
  filesWith(word: string): SourceFile[] {
    return [...this.#placesOf(word).keys()].toSorted().map((path) => this.#files.get(path) as SourceFile);
  }

  #placesOf(word: string): Map<string, readonly Chunk[]> {
    this.#askedWords.add(word);
    let places = this.#words.get(word);
    if (!places) {
      places = new Map();
      for (const file of this.#files.values()) {
        const chunks = chunksWith(file, word);
        if (chunks.length > 0) places.set(file.path, chunks);
      }
      this.#words.set(word, places);
      this.#wordList = null;
    }
    return places;
  }

  /** Classes that derive from `ancestor`, directly or not, by path and line; itself not among them. */
  subclasses(ancestor: ClassDef): ClassDef[] {
    const found = new Set<ClassDef>();
    const queue = [ancestor];
    for (let at = queue.shift(); at; at = queue.shift()) {
      this.#asked.add(simple(at.name));
      for (const child of this.#children.get(simple(at.name)) ?? []) {
        if (child === ancestor || found.has(child)) continue;
        if (!child.header.bases.some((base) => this.resolveClass(base, child.file) === at)) continue;
        found.add(child);
        queue.push(child);
      }
    }
    return [...found].toSorted(byPlace);
  }

  /** Forgets what was asked: call before a derivation, so that the next `put` answers for it alone. */
  forget(): void {
    for (const word of this.#words.keys()) {
      if (this.#askedWords.has(word)) continue;
      this.#words.delete(word);
      this.#wordList = null;
    }
    this.#askedWords.clear();
    this.#exactWords.clear();
    this.#asked.clear();
    this.#modules.clear();
    this.#mro.clear();
    this.#leanings.clear();
    this.#moved.clear();
  }

  /** Notes after a derivation which files its rows stand in: there a line that shifts is a change, elsewhere not. */
  settle(paths: ReadonlySet<string>): void {
    this.#told = paths;
  }

  #leaning(file: SourceFile): Leaning {
    let leaning = this.#leanings.get(file.path);
    if (!leaning) {
      leaning = new Leaning();
      this.#leanings.set(file.path, leaning);
    }
    return leaning;
  }

  body(file: SourceFile, chunk: Chunk): Body {
    this.#leaning(file).onBody(file, chunk);
    return this.facts.body(file, chunk);
  }

  /** Notes that the answer leans on all of this file's text. */
  consult(file: SourceFile): void {
    this.#leaning(file).onWhole();
  }

  /** Asks each chunk of one file: equal bytes are asked once in all of history. A list that is empty is a no. */
  ask<Answer>(
    file: SourceFile,
    question: string,
    answer: (file: SourceFile, chunk: Chunk) => Answer,
  ): readonly { readonly chunk: Chunk; readonly answer: Answer }[] {
    this.#leaning(file).onAnswers(question, answer);
    return askAll(file, question, answer);
  }

  /** Chunks of one file that hold `word` as a whole word, in order. */
  chunksIn(file: SourceFile, word: string): readonly Chunk[] {
    this.#leaning(file).onAnswers(word, (each, chunk) => mentions(each, chunk, word));
    return chunksWith(file, word);
  }

  /** Classes of that simple name, in order of path. */
  classesNamed(name: string): readonly ClassDef[] {
    this.#asked.add(name);
    return (this.#classes.get(name) ?? []).toSorted((a, b) => (a.file.path < b.file.path ? -1 : 1));
  }

  /** Methods and the class body's own statements, in order. */
  members(definition: ClassDef): readonly Chunk[] {
    const leaning = this.#leaning(definition.file);
    leaning.onMembers(definition.name);
    leaning.onBody(definition.file, definition.header);
    return shapeOf(definition.file).members.get(definition.name) ?? [];
  }

  /** The class that `text` names where it stands: in the file, imported, or the only one of that name. */
  resolveClass(text: string, file: SourceFile, imports: readonly Import[] = []): ClassDef | null {
    const name = simple(text.replace(/^["']|["']$/g, ""));
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return null;
    const named = this.classesNamed(name);
    if (named.length === 0) return this.#renamed(text, file, imports);
    const here = named.find((each) => each.file === file && (each.name === text || !each.name.includes(".")));
    if (here) return here;
    const imported = this.#imported(text, file, imports);
    if (imported) {
      const there = named.filter((each) => moduleFits(each.file.path, imported.module, file.path));
      if (there.length === 1) return there[0] as ClassDef;
      const exported = named.filter((each) => packageFits(each.file.path, imported.module, file.path));
      if (exported.length === 1) return exported[0] as ClassDef;
      if (imported.name !== null && imported.name !== name) return null;
    }
    return named.length === 1 ? (named[0] as ClassDef) : null;
  }

  #renamed(text: string, file: SourceFile, imports: readonly Import[]): ClassDef | null {
    const imported = this.#imported(text, file, imports);
    if (!imported?.name || imported.name === text) return null;
    const there = this.classesNamed(imported.name).filter((each) =>
      moduleFits(each.file.path, imported.module, file.path),
    );
    return there.length === 1 ? (there[0] as ClassDef) : null;
  }

  #imported(text: string, file: SourceFile, imports: readonly Import[]): Import | null {
    const local = text.split(".")[0] as string;
    const own = imports.find((each) => each.local === local);
    if (own) return own;
    this.#leaning(file).onImport(local);
    return importsIn(file, this.facts).find((each) => each.local === local) ?? null;
  }

  /** Notes that a path may be asked for by this module's name: one that comes or goes changes the answer. */
  noteModule(module: string, from: string): void {
    this.#modules.set(`${from}\n${module}`, { module, from });
  }

  /** Imports at the top level of a file. */
  importsOf(file: SourceFile): readonly Import[] {
    this.#leaning(file).onImport(null);
    return importsIn(file, this.facts);
  }

  /** A top-level function that a bare name means in `file`, or null. */
  resolveFunction(name: string, file: SourceFile, imports: readonly Import[] = []): FunctionDef | null {
    this.#asked.add(name);
    const named = this.#functions.get(name) ?? [];
    const here = named.find((each) => each.file === file);
    const imported = here ? null : this.#imported(name, file, imports);
    const found =
      here ?? (imported ? named.find((each) => moduleFits(each.file.path, imported.module, file.path)) : undefined);
    if (!found) return null;
    this.#leaning(found.file).onFunction(name);
    return { ...found, owner: null, name, body: this.body(found.file, found.chunk) };
  }

  /** The class, then what it derives from in the order that Python asks (C3, or depth first where that fails). */
  mro(definition: ClassDef): readonly ClassDef[] {
    const known = this.#mro.get(definition);
    if (known) return known;
    // Whoever came by the class without asking for its name leans on its bases too.
    this.#asked.add(simple(definition.name));
    this.#mro.set(definition, [definition]);
    const bases = definition.header.bases
      .map((base) => this.resolveClass(base, definition.file))
      .filter((base): base is ClassDef => base !== null && base !== definition);
    const order = [definition, ...merge([...bases.map((base) => [...this.mro(base)]), [...bases]])];
    this.#mro.set(definition, order);
    return order;
  }

  /** Whether `definition` is, or derives from, `ancestor`. */
  derives(definition: ClassDef, ancestor: ClassDef): boolean {
    return this.mro(definition).includes(ancestor);
  }

  /** A method as the class answers it, found through its bases. `after` starts behind that class, as `super()` does. */
  method(definition: ClassDef, name: string, after: ClassDef | null = null): FunctionDef | null {
    const order = this.mro(definition);
    for (const owner of after ? order.slice(order.indexOf(after) + 1) : order) {
      this.#leaning(owner.file).onMethod(`${owner.name}.${name}`);
      const chunk = shapeOf(owner.file).methods.get(`${owner.name}.${name}`);
      if (chunk) return { file: owner.file, chunk, owner, name, body: this.body(owner.file, chunk) };
    }
    return null;
  }

  /** The class that a chunk is a member of. */
  ownerOf(file: SourceFile, chunk: Chunk): ClassDef | null {
    return chunk.owner === null ? null : (shapeOf(file).classes.get(chunk.owner) ?? null);
  }
}

/** The names of definitions that stand in one of two versions and not in the other. */
function differing(
  before: FileShape["definitions"] = new Map(),
  after: FileShape["definitions"] = new Map(),
): string[] {
  const gone = [...before].filter(([definition]) => !after.has(definition));
  const come = [...after].filter(([definition]) => !before.has(definition));
  return [...gone, ...come].flatMap(([, names]) => names);
}

function sameChunks(before: SourceFile, old: readonly Chunk[], after: SourceFile, now: readonly Chunk[]): boolean {
  return (
    old.length === now.length &&
    old.every((chunk, at) => identityOf(before, chunk) === identityOf(after, now[at] as Chunk))
  );
}

function merge(lists: ClassDef[][]): ClassDef[] {
  const order: ClassDef[] = [];
  let rest = lists.filter((list) => list.length > 0);
  while (rest.length > 0) {
    const next =
      rest.map((list) => list[0] as ClassDef).find((head) => rest.every((list) => !list.slice(1).includes(head))) ??
      ((rest[0] as ClassDef[])[0] as ClassDef);
    order.push(next);
    rest = rest.map((list) => list.filter((each) => each !== next)).filter((list) => list.length > 0);
  }
  return order;
}

/** By path, then by line. */
export function byPlace(a: ClassDef, b: ClassDef): number {
  return a.file.path === b.file.path ? a.header.line - b.header.line : a.file.path < b.file.path ? -1 : 1;
}

function remove<Item>(from: Map<string, Item[]>, name: string, item: Item): void {
  removeWhere(from, name, (each) => each === item);
}

function removeWhere<Item>(from: Map<string, Item[]>, name: string, fits: (item: Item) => boolean): void {
  const rest = (from.get(name) ?? []).filter((each) => !fits(each));
  if (rest.length > 0) from.set(name, rest);
  else from.delete(name);
}
