// Turns the outline of a file into its shape: its classes, their members, its functions and imports, by name. What a name
// means elsewhere is said in tree.ts.

import { mentions } from "../facts/asked.ts";
import type { Facts } from "../facts/source.ts";
import type { SourceFile } from "../facts/source-file.ts";
import type { Chunk, Import } from "../model.ts";

/** A class at this commit. `name` is dotted for a nested one. */
export interface ClassDef {
  readonly name: string;
  readonly file: SourceFile;
  readonly header: Chunk;
}

/** A file by name. */
export interface FileShape {
  readonly classes: ReadonlyMap<string, ClassDef>;
  readonly members: ReadonlyMap<string, readonly Chunk[]>;
  /** Methods by `Class.name`; of several the last, which is the one that Python keeps. */
  readonly methods: ReadonlyMap<string, Chunk>;
  readonly functions: readonly Chunk[];
  /** Names that each class (`A(B)`) and top-level function may be asked for by: its own and its bases'. */
  readonly definitions: ReadonlyMap<string, readonly string[]>;
  imports: readonly Import[] | null;
}

const shapes = new WeakMap<SourceFile, FileShape>();

/** The classes and members of a file, by name. Made once. */
export function shapeOf(file: SourceFile): FileShape {
  let shape = shapes.get(file);
  if (!shape) {
    shape = readShape(file);
    shapes.set(file, shape);
  }
  return shape;
}

/** Imports at the top level of a file: of what is not parsed yet, the statements that may import alone are. */
export function importsIn(file: SourceFile, facts: Facts): readonly Import[] {
  const shape = shapeOf(file);
  shape.imports ??= file.chunks
    .filter((chunk) => isImport(file, chunk))
    .flatMap((chunk) => facts.body(file, chunk).imports);
  return shape.imports;
}

/** Whether a chunk is a statement at the top level that may import: others are not parsed for that. */
function isImport(file: SourceFile, chunk: Chunk): boolean {
  if (chunk.kind !== "statement" || chunk.owner !== null) return false;
  return ["import", "require", "export"].some((word) => mentions(file, chunk, word));
}

function readShape(file: SourceFile): FileShape {
  const classes = new Map<string, ClassDef>();
  const members = new Map<string, Chunk[]>();
  const methods = new Map<string, Chunk>();
  const functions: Chunk[] = [];
  const definitions = new Map<string, readonly string[]>();
  /** What is defined twice counts twice. */
  const define = (definition: string, names: readonly string[]): void => {
    let label = definition;
    for (let count = 2; definitions.has(label); count++) label = `${definition} ${count}`;
    definitions.set(label, names);
  };
  for (const chunk of file.chunks) {
    if (chunk.kind === "class") {
      const name = chunk.owner === null ? (chunk.name ?? "") : `${chunk.owner}.${chunk.name}`;
      classes.set(name, { name, file, header: chunk });
      define(`class ${name}(${chunk.bases.join()})`, [name, ...chunk.bases].map(simple));
    }
    if (chunk.owner !== null) {
      add(members, chunk.owner, chunk);
      if (chunk.kind === "function") methods.set(`${chunk.owner}.${chunk.name}`, chunk);
    } else if (chunk.kind === "function") {
      functions.push(chunk);
      define(`function ${chunk.name}`, [chunk.name ?? ""]);
    }
  }
  return { classes, members, methods, functions, definitions, imports: null };
}

/** The last name of a dotted path. */
export function simple(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Adds an item to the list of a name. */
export function add<Item>(into: Map<string, Item[]>, name: string, item: Item): void {
  const list = into.get(name);
  if (list) list.push(item);
  else into.set(name, [item]);
}
