// Turns the path of an object into what it is called where it was made, and into the classes that it is of. It follows
// what the code binds and guesses nothing from the name of a variable.

import type { Binding } from "../model.ts";
import { DEEPEST, type Found, type Names } from "./names.ts";
import type { Place } from "./places.ts";
import { type ClassDef, simple } from "./shape.ts";
import type { CodeTree } from "./tree.ts";

/** Origins of objects at one commit. */
export class Origins {
  readonly #tree: CodeTree;
  readonly #names: Names;

  constructor(tree: CodeTree, names: Names) {
    this.#tree = tree;
    this.#names = names;
  }

  /**
   * What a path is called where it was made: `ipc` of `const ipc = manager` is `manager`, of
   * `import { manager as ipc }` too. A parameter is nothing but itself: null.
   */
  origin(path: string, place: Place, depth = 0): string | null {
    if (depth > DEEPEST) return null;
    const [head = "", ...rest] = path.split(".");
    const tail = rest.map((each) => `.${each}`).join("");
    for (const body of place.bodies.toReversed()) {
      if (body.parameters.some((each) => each.name === head)) return null;
      const bound = body.bindings.filter((each) => each.targets.includes(head));
      if (bound.length > 0) return this.#alias(bound, path, tail, place, depth);
    }
    if (head === "this" || head === "self") return this.#ofSelf(path, head, rest, place, depth);
    const top = this.#names.tops(head, place.scope.file).filter((each) => each.value.kind === "path");
    const only = top[0];
    if (top.length === 1 && only) return this.origin(`${only.value.text}${tail}`, only.place, depth + 1);
    return this.#imported(path, head, tail, place, depth);
  }

  /** What a path bound once to another is called there; what is made on the spot is called as it is. */
  #alias(bound: readonly Binding[], path: string, tail: string, place: Place, depth: number): string | null {
    const only = bound[0];
    if (bound.length !== 1 || only?.how !== "assign" || only.value.kind !== "path") return path;
    return this.origin(`${only.value.text}${tail}`, place, depth + 1);
  }

  #ofSelf(path: string, self: string, rest: readonly string[], place: Place, depth: number): string {
    const [attribute, ...after] = rest;
    const bound = attribute === undefined ? [] : this.#names.attribute(place.scope.owner, self, attribute);
    const only = bound[0];
    if (bound.length !== 1 || !only || only.value.kind !== "path") return path;
    const made = [only.value.text, ...after].join(".");
    return this.origin(made, { ...only.place, bodies: [] }, depth + 1) ?? path;
  }

  #imported(path: string, head: string, tail: string, place: Place, depth: number): string | null {
    const imported = this.#names.imports(place).find((each) => each.local === head);
    if (!imported) return path;
    if (imported.name === null) return tail === "" ? path : tail.slice(1);
    if (imported.name !== "default") return `${imported.name}${tail}`;
    for (const file of this.#names.files(imported.module, place.scope.file)) {
      for (const bound of this.#names.tops("default", file)) {
        if (bound.value.kind === "path") return this.origin(`${bound.value.text}${tail}`, bound.place, depth + 1);
      }
    }
    return path;
  }

  /** Names of the class that the object `path` is of, and of what that derives from; empty where the code does not say. */
  classNames(path: string, place: Place): readonly string[] {
    if (path === "this" || path === "self" || path === "super()")
      return place.scope.owner ? this.#line(place.scope.owner) : [];
    return this.#names
      .lookup(path, place, Number.POSITIVE_INFINITY, 0)
      .flatMap((found) => this.#annotated(typeText(found), found.place));
  }

  #annotated(type: string | null, place: Place): readonly string[] {
    return (type ?? "").split("|").flatMap((part) => {
      const name = part.trim();
      if (!/^[\w.$]+$/.test(name)) return [];
      const owner = this.#tree.resolveClass(name, place.scope.file, place.scope.body.imports);
      return owner ? this.#line(owner) : [simple(name)];
    });
  }

  #line(owner: ClassDef): readonly string[] {
    return this.#tree.mro(owner).flatMap((each) => [each.name, ...each.header.bases.map(simple)]);
  }
}

/** The source of the type that something is of: a parameter's annotation, what a call constructs; null where none. */
function typeText(found: Found): string | null {
  const body = found.place.bodies.at(-1);
  if ("parameter" in found) return body?.parameters.find((each) => each.name === found.parameter)?.annotation ?? null;
  if ("each" in found || found.value.kind !== "call") return null;
  const call = body?.calls[found.value.call];
  if (!call) return null;
  return call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`;
}
