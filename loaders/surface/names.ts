// Turns a path into what it is bound to where it stands: in the bodies around it, at the top of its file, in its class, in
// the module that it is imported from. It says what is bound, not which literals that can be: that is constants.ts's.

import type { SourceFile } from "../facts/source-file.ts";
import { groupBy } from "../group.ts";
import type { Binding, Body, Chunk, Import, Value } from "../model.ts";
import { moduleFits } from "./modules.ts";
import { Answers, type Place, placeOf } from "./places.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree } from "./tree.ts";

/** A value where it was bound. */
export interface Bound {
  readonly value: Value;
  readonly place: Place;
  readonly line: number;
}

/** What a path is: a bound value, a function's parameter, or each element of a list in turn. */
export type Found =
  | Bound
  | { readonly parameter: string; readonly place: Place }
  | { readonly each: Value; readonly place: Place; readonly line: number };

/** How many steps a name is followed. */
export const DEEPEST = 12;

/** Names at one commit. Make a new one for each derivation: answers are kept. */
export class Names {
  readonly #tree: CodeTree;
  readonly #modules = new Map<string, readonly SourceFile[]>();
  #byName: ReadonlyMap<string, readonly SourceFile[]> | null = null;
  readonly #lookups = new Answers<readonly Found[]>([]);
  readonly #values = new Answers<readonly Bound[]>([]);

  constructor(tree: CodeTree) {
    this.#tree = tree;
  }

  /** What the path can be bound to, seen from `place` at `line`. What leads back to itself adds nothing. */
  lookup(path: string, place: Place, line: number, depth: number): readonly Found[] {
    return this.#lookups.once(path, place, line, () => (depth > DEEPEST ? [] : this.#seek(path, place, line, depth)));
  }

  /** A value with what its path is bound to in its stead. */
  values(value: Value, place: Place, line: number, depth: number): readonly Bound[] {
    if (depth > DEEPEST) return [];
    if (value.kind === "either") return value.items.flatMap((item) => this.values(item, place, line, depth + 1));
    if (value.kind !== "path") return [{ value, place, line }];
    return this.#values.once(value.text, place, line, () =>
      this.lookup(value.text, place, line, depth + 1).flatMap((found) =>
        "value" in found ? this.values(found.value, found.place, found.line, depth + 1) : [],
      ),
    );
  }

  #seek(path: string, place: Place, line: number, depth: number): readonly Found[] {
    const [head = "", ...rest] = path.split(".");
    const near = this.#inBodies(head, rest, place, line, depth);
    if (near) return near;
    if ((head === "this" || head === "self") && rest[0] !== undefined)
      return this.attribute(place.scope.owner, head, rest[0]).flatMap((each) => this.#into(each, rest.slice(1), depth));
    const top = this.tops(head, place.scope.file);
    if (top.length > 0) return top.flatMap((each) => this.#into(each, rest, depth));
    const imported = this.imports(place).find((each) => each.local === head);
    if (imported) {
      const [name, ...after] = imported.name === null ? rest : [imported.name, ...rest];
      if (name === undefined) return [];
      const files = this.files(imported.module, place.scope.file);
      return files.flatMap((file) => this.#exported(file, name, after, depth + 1));
    }
    const [attribute, ...after] = rest;
    if (attribute === undefined) return [];
    const owner = this.#tree.resolveClass(head, place.scope.file, place.scope.body.imports);
    return this.attribute(owner, "", attribute).flatMap((each) => this.#into(each, after, depth));
  }

  /** What the bodies around a place bind a path to, innermost first, or null where none binds it. */
  #inBodies(head: string, rest: readonly string[], place: Place, line: number, depth: number): readonly Found[] | null {
    for (let at = place.bodies.length - 1; at >= 0; at--) {
      const body = place.bodies[at] as Body;
      const here: Place = { ...place, bodies: place.bodies.slice(0, at + 1) };
      const inner = at === place.bodies.length - 1;
      for (let length = rest.length; length >= 0; length--) {
        const path = [head, ...rest.slice(0, length)].join(".");
        const bound = reaching(body, path, inner ? line : null);
        if (bound.length > 0) return bound.flatMap((each) => this.#held(each, here, rest.slice(length), depth));
      }
      if (body.parameters.some((each) => each.name === head))
        return rest.length === 0 ? [{ parameter: head, place: here }] : [];
    }
    return null;
  }

  #held(binding: Binding, place: Place, rest: readonly string[], depth: number): readonly Found[] {
    if (binding.how === "for") return rest.length === 0 ? [{ each: binding.value, place, line: binding.line }] : [];
    if (binding.how !== "assign") return [];
    // Seen from just before it: `x = x || y` takes what x was.
    return this.#into({ value: binding.value, place, line: binding.line - 0.5 }, rest, depth);
  }

  /** What `.a.b` of a bound value is. */
  #into(bound: Bound, rest: readonly string[], depth: number): readonly Found[] {
    const [key, ...after] = rest;
    if (key === undefined) return [bound];
    if (bound.value.kind === "path")
      return this.lookup(`${bound.value.text}.${rest.join(".")}`, bound.place, bound.line, depth + 1);
    if (bound.value.kind === "string" && key === "value") return this.#into(bound, after, depth);
    if (bound.value.kind !== "keys") return [];
    const held = bound.value.values[bound.value.keys.indexOf(key)];
    return held ? this.#into({ ...bound, value: held }, after, depth) : [];
  }

  /** What is bound to a name, or to a path that holds the word `word`, at the top of a file. */
  tops(target: string, file: SourceFile, word = target): Bound[] {
    return this.#boundIn(file, word, (chunk) => (chunk.kind === "statement" && chunk.owner === null ? target : null));
  }

  /** What a class binds to an attribute, in its body or, through `self`, in a method. */
  attribute(owner: ClassDef | null, self: string, name: string): Bound[] {
    if (!owner) return [];
    return this.#boundIn(owner.file, name, (chunk) => {
      if (chunk.kind === "class" || chunk.owner !== owner.name) return null;
      return chunk.kind === "statement" ? name : `${self}.${name}`;
    });
  }

  /** What the chunks that hold `word` assign to the target that each is asked for. */
  #boundIn(file: SourceFile, word: string, targetIn: (chunk: Chunk) => string | null): Bound[] {
    return this.#tree.chunksIn(file, word).flatMap((chunk): Bound[] => {
      const target = targetIn(chunk);
      if (target === null) return [];
      const place = placeOf(this.#tree, file, chunk);
      return place.scope.body.bindings
        .filter((each) => each.how === "assign" && each.targets.includes(target))
        .map((each) => ({ value: each.value, place, line: each.line }));
    });
  }

  /** Imports that hold in a place, those of the bodies around it first. */
  imports(place: Place): readonly Import[] {
    return [...place.bodies.flatMap((body) => body.imports), ...this.#tree.importsOf(place.scope.file)];
  }

  /** Files that a module's name can mean, seen from `from`. */
  files(module: string, from: SourceFile): readonly SourceFile[] {
    this.#tree.noteModule(module, from.path);
    const key = `${from.path}\n${module}`;
    let files = this.#modules.get(key);
    if (!files) {
      const last = lastSegment(module.replace(/\.(?:[mc]?js|jsx)$/, ""));
      const near = last === "" ? [...this.#tree.files.values()] : (this.#named().get(last) ?? []);
      files = near.filter((file) => moduleFits(file.path, module, from.path));
      this.#modules.set(key, files);
    }
    return files;
  }

  /** Files by the last part of the module's name that they are. */
  #named(): ReadonlyMap<string, readonly SourceFile[]> {
    this.#byName ??= groupBy(this.#tree.files.values(), (file) =>
      lastSegment(file.path.replace(/\.(?:pyi?|[mc]?[jt]sx?)$/, "").replace(/\/(?:__init__|index)$/, "")),
    );
    return this.#byName;
  }

  /** What a module gives out under a name: its own, a re-export, an entry of `module.exports`. */
  #exported(file: SourceFile, name: string, rest: readonly string[], depth: number): readonly Found[] {
    if (depth > DEEPEST) return [];
    this.#tree.consult(file);
    const targets = [name, `exports.${name}`, `module.exports.${name}`];
    const named = targets.flatMap((each) => this.tops(each, file, name));
    if (named.length > 0) return named.flatMap((each) => this.#into(each, rest, depth));
    const whole = this.tops("module.exports", file, "exports").flatMap((each) =>
      this.#into(each, name === "default" ? rest : [name, ...rest], depth),
    );
    return whole.length > 0 ? whole : this.#reexported(file, name, rest, depth);
  }

  #reexported(file: SourceFile, name: string, rest: readonly string[], depth: number): readonly Found[] {
    return this.#tree.importsOf(file).flatMap((each): readonly Found[] => {
      if (each.local !== name && each.local !== "*") return [];
      const [inner, ...after] = each.local === "*" ? [name, ...rest] : each.name === null ? rest : [each.name, ...rest];
      if (inner === undefined) return [];
      const from = this.files(each.module, file).filter((other) => other !== file);
      return from.flatMap((other) => this.#exported(other, inner, after, depth + 1));
    });
  }
}

/** The last part of `./a/b` or `a.b`; empty of `..`. */
function lastSegment(module: string): string {
  return module.slice(Math.max(module.lastIndexOf("/"), module.lastIndexOf(".")) + 1);
}

/** Bindings of `path` that can hold at `line`: from the last one that always runs on; seen from inside (null), all. */
function reaching(body: Body, path: string, line: number | null): Binding[] {
  const bound = body.bindings.filter((each) => each.targets.includes(path) && each.how !== "declare");
  if (line === null) return bound;
  const earlier = bound.filter((each) => each.line <= line);
  const before = earlier.length > 0 ? earlier : bound;
  const always = before.findLastIndex((each) => each.conditions.length === 0);
  return before.slice(Math.max(0, always));
}
