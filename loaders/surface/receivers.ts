// Turns an expression that stands in a function into the class its value is of, where the code says so: a constructor,
// an annotation, an attribute assigned in the class. It guesses nothing from the name of a variable.

import { mentions } from "../facts/asked.ts";
import type { SourceFile } from "../facts/source-file.ts";
import { textOf } from "../facts/source-file.ts";
import type { Binding, Body, Chunk, Value } from "../model.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** Classes of expressions at one commit. Make a new one for each derivation: answers are kept. */
export class Receivers {
  readonly #tree: CodeTree;
  readonly #attributes = new Map<ClassDef, Map<string, ClassDef | null>>();

  constructor(tree: CodeTree) {
    this.#tree = tree;
  }

  /** The class of the object that `text` (`self.pp_transport`, `engine`) names in `scope`, or null. */
  classOf(text: string, scope: FunctionDef, depth = 0): ClassDef | null {
    if (depth > 6) return null;
    const dot = text.lastIndexOf(".");
    if (dot > 0) {
      const owner = this.classOf(text.slice(0, dot), scope, depth + 1);
      return owner ? this.attributeClass(owner, text.slice(dot + 1), depth + 1) : null;
    }
    if ((text === "self" || text === "cls" || text === "this") && scope.owner) return scope.owner;
    const parameter = scope.body.parameters.find((each) => each.name === text);
    if (parameter?.annotation) return this.annotated(parameter.annotation, scope.file, scope.body);
    for (const binding of scope.body.bindings) {
      const at = binding.targets.indexOf(text);
      if (at < 0) continue;
      const found = this.#bound(binding, scope, depth);
      if (found) return found;
    }
    return null;
  }

  /** The class of `attribute` on an object of class `owner`: by annotation, or by what its methods assign. */
  attributeClass(owner: ClassDef, attribute: string, depth = 0): ClassDef | null {
    let known = this.#attributes.get(owner);
    if (!known) {
      known = new Map();
      this.#attributes.set(owner, known);
    }
    const memo = known.get(attribute);
    if (memo !== undefined) return memo;
    known.set(attribute, null);
    const found = this.#attribute(owner, attribute, depth);
    known.set(attribute, found);
    return found;
  }

  #attribute(owner: ClassDef, attribute: string, depth: number): ClassDef | null {
    for (const definition of this.#tree.mro(owner)) {
      const binding = this.#tree.ask(definition.file, `binds ${attribute}`, (file, chunk) =>
        binds(file, chunk, attribute),
      );
      for (const { chunk } of binding) {
        if (chunk.owner !== definition.name) continue;
        const isField = chunk.kind === "statement";
        const body = this.#tree.body(definition.file, chunk);
        const scope: FunctionDef = { file: definition.file, chunk, owner: definition, name: chunk.name ?? "", body };
        if (
          chunk.name === attribute &&
          body.decorators.some((each) => /property$/.test(each)) &&
          body.returnAnnotation
        ) {
          return this.annotated(body.returnAnnotation, definition.file, body);
        }
        for (const binding of body.bindings) {
          const names = isField ? [attribute] : [`self.${attribute}`, `this.${attribute}`];
          if (!names.some((name) => binding.targets.includes(name))) continue;
          const found = this.#bound(binding, scope, depth + 1);
          if (found) return found;
        }
      }
    }
    return null;
  }

  #bound(binding: Binding, scope: FunctionDef, depth: number): ClassDef | null {
    if (binding.annotation) {
      const annotated = this.annotated(binding.annotation, scope.file, scope.body);
      if (annotated) return annotated;
    }
    if (binding.how !== "assign" && binding.how !== "with") return null;
    return this.valueClass(binding.value, scope, depth);
  }

  /** The class of a value: of a constructor's call, of a path, of either side of a choice. */
  valueClass(value: Value, scope: FunctionDef, depth = 0): ClassDef | null {
    if (value.kind === "path") return this.classOf(value.text, scope, depth + 1);
    if (value.kind === "either") {
      for (const item of value.items) {
        const found = this.valueClass(item, scope, depth + 1);
        if (found) return found;
      }
      return null;
    }
    if (value.kind !== "call") return null;
    const call = scope.body.calls[value.call];
    if (!call) return null;
    if (call.receiver === null && call.callee === "cls" && scope.owner) return scope.owner;
    const path = call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`;
    const constructed = this.#tree.resolveClass(path.replace(/^new /, ""), scope.file, scope.body.imports);
    if (constructed) return constructed;
    const callee = this.callee(value.call, scope, depth + 1);
    const annotation = callee?.body.returnAnnotation;
    return annotation && callee ? this.annotated(annotation, callee.file, callee.body) : null;
  }

  /** The class that an annotation names: `X`, `"X"`, `Optional[X]`, `X | None`. Containers name none. */
  annotated(annotation: string, file: SourceFile, body: Body | null): ClassDef | null {
    const bare = annotation
      .replace(/^["']|["']$/g, "")
      .replace(/^(?:typing\.)?(?:Optional|ClassVar|Final)\[(.*)\]$/, "$1");
    for (const part of bare.split("|")) {
      const name = part.trim();
      if (name === "None" || name === "null" || name === "undefined" || !/^[\w.$]+$/.test(name)) continue;
      const found = this.#tree.resolveClass(name, file, body?.imports ?? []);
      if (found) return found;
    }
    return null;
  }

  /** The function that a call in `scope` runs, where its receiver's class or its name is known; of a class, `__init__`. */
  callee(index: number, scope: FunctionDef, depth = 0): FunctionDef | null {
    const call = scope.body.calls[index];
    if (!call || depth > 6) return null;
    if (call.receiver === "super()" && scope.owner) return this.#tree.method(scope.owner, call.callee, scope.owner);
    if (call.receiver === null) {
      const local = scope.body.nested.find((each) => each.name === call.callee);
      if (local) return { ...scope, name: `${scope.name}.${local.name}`, body: local.body };
      const plain = this.#tree.resolveFunction(call.callee, scope.file, scope.body.imports);
      if (plain) return plain;
      const constructed = this.#tree.resolveClass(call.callee, scope.file, scope.body.imports);
      return constructed ? this.#tree.method(constructed, "__init__") : null;
    }
    const owner = this.classOf(call.receiver, scope, depth + 1);
    if (owner) return this.#tree.method(owner, call.callee);
    const named = this.#tree.resolveClass(call.receiver, scope.file, scope.body.imports);
    return named ? this.#tree.method(named, call.callee) : null;
  }
}

/** What follows an attribute that is assigned or annotated, alone or in an unpacking. */
const ASSIGNED = /^\s*(=(?!=)|:|,[^()]*=(?!=)|\)\s*=(?!=)|!?\s*:)/;

/** Whether a member may say what class `attribute` is of: a field, a property, or `.attribute =` in a method. */
function binds(file: SourceFile, chunk: Chunk, attribute: string): boolean {
  if (chunk.owner === null || chunk.kind === "class") return false;
  if (chunk.name === attribute) return true;
  if (!mentions(file, chunk, attribute)) return false;
  if (chunk.kind === "statement") return true;
  const text = textOf(file, chunk);
  const word = `.${attribute}`;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (ASSIGNED.test(text.slice(at + word.length, at + word.length + 120))) return true;
  }
  return false;
}
