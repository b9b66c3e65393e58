// Turns a profile's `carries` into contracts of their own: what an object's class packs (`__getstate__`, `__reduce__`, or
// all its data attributes) and what it unpacks (`__setstate__`). It follows no object from one process to the other.

import type { Binding, Carried, Conformance, Layer, Product, Read } from "../model.ts";
import { dataAttributes, fieldsOf, reduced, stateOf } from "./carried-state.ts";
import { judgeConformance } from "./conformance.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** Rows of a layer's carried contracts; `of` is `pickle:Sequence`. Without `__setstate__` all is taken: no reads. */
export interface CarriedFound {
  readonly products: readonly Product[];
  readonly reads: readonly Read[];
  readonly conformance: readonly Conformance[];
}

/** Rows in the order of `carries`; of each class itself first, then its subclasses by path and line. Pure. */
export function findCarried(tree: CodeTree, layer: Pick<Layer, "name" | "carries">): CarriedFound {
  const products: Product[] = [];
  const reads: Read[] = [];
  const conformance: Conformance[] = [];
  for (const carried of layer.carries ?? []) {
    const roots = tree.classesNamed(carried.class);
    const classes = new Set(roots.flatMap((root) => [root, ...tree.subclasses(root)]));
    for (const definition of classes) {
      const sent = packed(tree, layer.name, carried, definition);
      const unpacker = carried.by === "pickle" ? unpackerOf(tree, definition) : null;
      const taken = unpacker ? unpacked(layer.name, nameOf(carried), unpacker) : null;
      products.push(...sent);
      for (const read of taken?.reads ?? []) if (!reads.some((each) => sameRead(each, read))) reads.push(read);
      if (taken) conformance.push(...judgeConformance(taken.reads, sent), ...surplus(sent, taken.size));
      else if (carried.by === "pickle") conformance.push(...unpackable(sent));
    }
  }
  return { products, reads, conformance };
}

function nameOf(carried: Carried): string {
  return `${carried.by}:${carried.class}`;
}

function sameRead(a: Read, b: Read): boolean {
  return a.of === b.of && a.path === b.path && a.line === b.line && a.key === b.key && a.object === b.object;
}

function packed(tree: CodeTree, layer: string, carried: Carried, definition: ClassDef): Product[] {
  const asked = carried.by === "pickle" ? ["__reduce_ex__", "__reduce__", "__getstate__"] : [];
  const packer = asked.map((name) => tree.method(definition, name)).find((each) => each !== null) ?? null;
  const of = { layer, of: nameOf(carried), class: definition.name, methods: [] };
  if (!packer) {
    const fields = carried.by === "pickle" ? [] : fieldsOf(tree, definition);
    const keys = fields.length > 0 ? fields : dataAttributes(tree, definition);
    const place = { path: definition.file.path, line: definition.header.line, endLine: definition.header.endLine };
    const sent = { shape: "object" as const, type: definition.name, keys, open: false, when: [], via: [] };
    return [{ ...of, ...place, function: definition.name, ...sent }];
  }
  const first = packer.chunk.firstLine;
  return packer.body.returns.flatMap((each) => {
    const sent =
      packer.name === "__getstate__"
        ? stateOf(tree, definition, packer, each.value, each.line, 0)
        : reduced(tree, definition, packer, each.value, each.line);
    return sent.map((shape) => ({
      ...of,
      path: packer.file.path,
      line: first + each.line,
      endLine: first + each.endLine,
      function: `${packer.owner?.name}.${packer.name}`,
      ...shape,
      when: [...each.conditions, ...shape.when],
    }));
  });
}

function unpackerOf(tree: CodeTree, definition: ClassDef): FunctionDef | null {
  return tree.method(definition, "__setstate__");
}

/** Reads of the state, and how many items an unpacking insists on (null: none does). */
function unpacked(layer: string, of: string, scope: FunctionDef): { reads: Read[]; size: number | null } {
  const state = scope.body.parameters[1]?.name ?? "";
  const found: {
    key: string;
    kind: Read["kind"];
    object: string;
    required: boolean;
    default: string | null;
    line: number;
  }[] = [];
  let size: number | null = null;
  for (const binding of scope.body.bindings) {
    const span = binding.how === "unpack" ? spanOf(binding, state) : null;
    if (!span) continue;
    const star = binding.targets.findIndex((target) => target.startsWith("*"));
    binding.targets.forEach((object, at) => {
      if (at === star) return;
      const key = star >= 0 && at > star ? `[${at - binding.targets.length}]` : `[${span.from + at}]`;
      found.push({ key, kind: "index", object, required: true, default: null, line: binding.line });
    });
    if (star < 0) size = span.from + binding.targets.length + span.after;
  }
  for (const access of scope.body.accesses) {
    if (access.object !== state || access.stores || (access.kind !== "key" && access.kind !== "index")) continue;
    if (access.kind === "index" && !/^-?\d+$/.test(access.key)) continue;
    const key = access.kind === "index" ? `[${access.key}]` : access.key;
    const object = takenInto(scope, `${state}[${access.key}]`, access.line) ?? state;
    found.push({ ...access, key, object });
  }
  const first = scope.chunk.firstLine;
  const reads = found.map((each): Read => {
    const fromEnd = /^\[-(\d+)\]$/.exec(each.key)?.[1];
    const key = fromEnd !== undefined && size !== null ? `[${size - Number(fromEnd)}]` : each.key;
    return {
      layer,
      of,
      key,
      kind: each.kind,
      required: each.required,
      default: each.default,
      path: scope.file.path,
      line: first + each.line,
      endLine: first + each.line,
      function: `${scope.owner?.name}.${scope.name}`,
      object: each.object,
      hops: [],
      secondHand: true,
      routes: [],
      into: null,
    };
  });
  return { reads, size };
}

/** Which items of `state` an unpacking takes: all, or those of a slice. */
function spanOf(binding: Binding, state: string): { from: number; after: number } | null {
  const { text } = binding.value;
  if (text === state) return { from: 0, after: 0 };
  if (!text.startsWith(`${state}[`)) return null;
  const slice = /^\s*(\d*)\s*:\s*(-\d+)?\s*\]$/.exec(text.slice(state.length + 1));
  return slice ? { from: Number(slice[1] || 0), after: -Number(slice[2] ?? 0) } : null;
}

function takenInto(scope: FunctionDef, text: string, line: number): string | null {
  const binding = scope.body.bindings.find(
    (each) => each.how === "assign" && each.value.text === text && each.line === line,
  );
  return binding?.targets[0] ?? null;
}

/** More items than the unpacking takes: Python raises for that too. */
function surplus(sent: readonly Product[], size: number | null): Conformance[] {
  if (size === null) return [];
  return sent
    .filter((product) => product.shape === "items" && product.keys.length > size)
    .map((product) => row(product, `[${size}]`, "ValueError"));
}

/** Without `__setstate__`, pickle takes a mapping of attributes and nothing else. */
function unpackable(sent: readonly Product[]): Conformance[] {
  return sent
    .filter((product) => product.shape === "items" && product.function.endsWith("__getstate__"))
    .map((product) => row(product, "__setstate__", "UnpicklingError"));
}

function row(product: Product, key: string, detail: string): Conformance {
  const { layer, of, path, line, when } = product;
  return { layer, of, class: product.class, key, status: "breach", detail, when, path, line };
}
