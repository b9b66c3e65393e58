// Turns a profile's `carries` into contracts of their own: what an object's class packs (`__getstate__`, `__reduce__`, or
// all its data attributes) and what it unpacks (`__setstate__`). It follows no object from one process to the other.

import type { Binding, Carried, Conformance, Layer, Product, Read, Value } from "../model.ts";
import { judgeConformance } from "./conformance.ts";
import type { ClassDef, CodeTree, FunctionDef } from "./tree.ts";

/** Rows of a layer's carried contracts; `of` is `pickle:Sequence`. Without `__setstate__` all is taken: no reads. */
export interface CarriedFound {
  readonly products: readonly Product[];
  readonly reads: readonly Read[];
  readonly conformance: readonly Conformance[];
}

type Sent = Pick<Product, "shape" | "type" | "keys" | "open" | "when" | "via">;

/** More guards than this are not multiplied out: the keys under them are then only said to be possible (`open`). */
const MOST_GUARDS = 3;
const DEEPEST = 4;

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

/** `(make, arguments[, state])`: the state where there is one, else the arguments. */
function reduced(tree: CodeTree, of: ClassDef, scope: FunctionDef, value: Value, line: number): Sent[] {
  if (value.kind !== "items") return [unknown(value.text)];
  const state = value.items[2];
  if (state && state.kind !== "null") return stateOf(tree, of, scope, state, line, 0);
  const given = value.items[1];
  return given ? stateOf(tree, of, scope, given, line, 0) : [unknown(value.text)];
}

function stateOf(tree: CodeTree, of: ClassDef, scope: FunctionDef, value: Value, line: number, depth: number): Sent[] {
  const base = { open: false, when: [], via: [] };
  if (depth > DEEPEST) return [unknown(value.text)];
  if (value.kind === "null") return [{ ...base, shape: "none", type: "None", keys: [] }];
  if (value.kind === "items") {
    const names = value.items.map((item) => elementName(scope, item, 0));
    const kind = value.text.startsWith("[") ? "list" : "tuple";
    const type = `${kind} of ${names.length}: ${names.join(", ")}`;
    return [{ ...base, shape: "items", type, keys: names.map((_, at) => `[${at}]`) }];
  }
  if (value.kind === "either") return value.items.flatMap((item) => stateOf(tree, of, scope, item, line, depth + 1));
  if (value.kind === "keys") {
    const own = takesAll(value.text) ? dataAttributes(tree, of) : [];
    const keys = [...new Set([...own, ...value.keys])];
    return [{ ...base, shape: "keys", type: "dict", keys, open: value.open && own.length === 0 }];
  }
  if (value.kind === "call") {
    const call = scope.body.calls[value.call];
    if (call?.receiver === "super()" && scope.owner) {
      const next = tree.method(of, call.callee, scope.owner);
      if (!next) return [{ ...base, shape: "keys", type: "dict", keys: dataAttributes(tree, of) }];
      return next.body.returns
        .flatMap((each) => stateOf(tree, of, next, each.value, each.line, depth + 1))
        .map((shape) => ({ ...shape, via: [`super().${call.callee}`, ...shape.via] }));
    }
    if (call?.receiver === null && call.callee === "dict" && !takesAll(value.text)) {
      const keys = call.keywords.map((each) => each.name);
      return [{ ...base, shape: "keys", type: "dict", keys, open: call.args.length > 0 }];
    }
  }
  if (takesAll(value.text)) return [{ ...base, shape: "keys", type: "dict", keys: dataAttributes(tree, of) }];
  if (value.kind === "path" && /^\w+$/.test(value.text)) {
    const bound = scope.body.bindings.filter((each) => each.how === "assign" && each.targets.includes(value.text));
    const before = bound.filter((each) => each.line <= line);
    const from = before.slice(
      Math.max(
        0,
        before.findLastIndex((each) => each.conditions.length === 0),
      ),
    );
    const shapes = from.flatMap((each) =>
      stateOf(tree, of, scope, each.value, each.line, depth + 1).map((shape) => ({
        ...shape,
        when: [...each.conditions, ...shape.when],
      })),
    );
    if (shapes.length > 0) return shapes.flatMap((shape) => changed(scope, value.text, shape, line));
  }
  return [unknown(value.text)];
}

function takesAll(text: string): boolean {
  return /\bvars\(self\)|\bself\.__dict__\b/.test(text);
}

function unknown(text: string): Sent {
  return { shape: "unknown", type: text.slice(0, 60), keys: [], open: true, when: [], via: [] };
}

interface Change {
  readonly key: string;
  readonly adds: boolean;
  readonly line: number;
  readonly conditions: readonly string[];
}

/** What is stored into and taken out of a local mapping before `line`; a guard makes two shapes of one. */
function changed(scope: FunctionDef, local: string, shape: Sent, line: number): Sent[] {
  if (shape.shape !== "keys") return [shape];
  const changes = changesOf(scope, local).filter((each) => each.line <= line);
  if (changes.length === 0) return [shape];
  const guards = [...new Set(changes.flatMap((each) => each.conditions.map(positive)))];
  if (guards.length > MOST_GUARDS) {
    const added = changes.filter((each) => each.adds).map((each) => each.key);
    return [{ ...shape, keys: [...new Set([...shape.keys, ...added])], open: true }];
  }
  return Array.from({ length: 2 ** guards.length }, (_, choice) => {
    const holds = (condition: string) => {
      const set = (choice & (1 << guards.indexOf(positive(condition)))) === 0;
      return condition === positive(condition) ? set : !set;
    };
    const keys = new Set(shape.keys);
    for (const each of changes) {
      if (!each.conditions.every(holds)) continue;
      if (each.adds) keys.add(each.key);
      else keys.delete(each.key);
    }
    const when = guards.map((guard) => (holds(guard) ? guard : negation(guard)));
    return { ...shape, keys: [...keys], when: [...shape.when, ...when] };
  });
}

/** A condition without the `not` that an `else` or an early return puts before it. */
function positive(condition: string): string {
  return /^not \((.*)\)$/.exec(condition)?.[1] ?? /^not ([\w.]+)$/.exec(condition)?.[1] ?? condition;
}

function negation(condition: string): string {
  return /^[\w.]+$/.test(condition) ? `not ${condition}` : `not (${condition})`;
}

function changesOf(scope: FunctionDef, local: string): Change[] {
  const { body } = scope;
  const item = new RegExp(`^${local}\\[(["'])(.*)\\1\\]$`);
  const changes: Change[] = [];
  for (const binding of body.bindings) {
    for (const target of binding.targets) {
      const key = item.exec(target)?.[2];
      if (key !== undefined) changes.push({ key, adds: true, line: binding.line, conditions: binding.conditions });
    }
  }
  for (const call of body.calls) {
    const key = call.args[0];
    if (call.receiver === local && call.callee === "pop" && key?.kind === "string")
      changes.push({ key: key.value, adds: false, line: call.line, conditions: call.conditions });
  }
  for (const access of body.accesses) {
    if (access.object !== local || access.kind !== "key" || !access.stores) continue;
    if (changes.some((each) => each.line === access.line && each.key === access.key)) continue;
    changes.push({ key: access.key, adds: false, line: access.line, conditions: [] });
  }
  return changes.toSorted((a, b) => a.line - b.line);
}

/** What stands in a tuple: the attribute's name, of a choice both, of a local what it holds. */
function elementName(scope: FunctionDef, value: Value, depth: number): string {
  if (value.kind === "either") return value.items.map((item) => elementName(scope, item, depth + 1)).join(" | ");
  if (value.kind !== "path") return value.text.slice(0, 40);
  const attribute = /^self\.(.*)$/.exec(value.text)?.[1];
  if (attribute !== undefined || depth > 2) return attribute ?? value.text;
  const bound = scope.body.bindings.filter((each) => each.how === "assign" && each.targets.includes(value.text));
  const held = bound.length === 1 ? bound[0]?.value : undefined;
  return held?.kind === "path" || held?.kind === "either" ? elementName(scope, held, depth + 1) : value.text;
}

/** Attributes that methods assign on the object, its fields if it is a data class; no properties. Bases first. */
export function dataAttributes(tree: CodeTree, definition: ClassDef): string[] {
  const keys = new Set<string>();
  const methods = new Set<string>();
  for (const owner of tree.mro(definition).toReversed()) {
    for (const chunk of tree.members(owner)) {
      if (chunk.kind !== "function") continue;
      if (chunk.name) methods.add(chunk.name);
      const body = tree.body(owner.file, chunk);
      const self = body.parameters[0]?.name ?? "self";
      if (chunk.decorators.some((each) => /^(static|class)method$/.test(each))) continue;
      for (const binding of body.bindings) {
        if (binding.how === "declare") continue;
        for (const target of binding.targets) {
          const [object, attribute, ...more] = target.split(".");
          if (object === self && attribute && more.length === 0 && /^\w+$/.test(attribute)) keys.add(attribute);
        }
      }
    }
    if (owner.header.decorators.some((each) => /\b(dataclass|define|frozen|attrs?)\b/.test(each)))
      for (const field of ownFields(tree, owner)) keys.add(field);
  }
  return [...keys].filter((key) => !methods.has(key));
}

function fieldsOf(tree: CodeTree, definition: ClassDef): string[] {
  const owners = tree.mro(definition).toReversed();
  return [...new Set(owners.flatMap((owner) => ownFields(tree, owner)))];
}

function ownFields(tree: CodeTree, owner: ClassDef): string[] {
  return tree
    .members(owner)
    .filter((chunk) => chunk.kind === "statement")
    .flatMap((chunk) => tree.body(owner.file, chunk).bindings)
    .filter((binding) => binding.annotation !== null && !binding.annotation.includes("ClassVar"))
    .flatMap((binding) => binding.targets);
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
