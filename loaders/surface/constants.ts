// Turns an expression into the literals it can be: through constants, enum members, tables, imports and re-exports, loops
// over a list, and the callers of the function whose parameter it is. It runs nothing; what it cannot tell is lost, with
// the reason.

import type { SourceFile } from "../facts/source.ts";
import { groupBy } from "../group.ts";
import type { Binding, Body, Call, Chunk, Value } from "../model.ts";
import { type ClassDef, type CodeTree, type FunctionDef, moduleFits, simple } from "./tree.ts";

/** Where an expression stands: a chunk's function, and the bodies around the expression, outermost first. */
export interface Place {
  readonly scope: FunctionDef;
  readonly bodies: readonly Body[];
}

/** What an expression can be, each literal once. `lost` says why there may be more, or why there are none. */
export interface Literals {
  readonly values: readonly string[];
  readonly lost: "forwarded-name" | "non-literal-name" | null;
}

/** A value where it was bound. */
interface Bound {
  readonly value: Value;
  readonly place: Place;
  readonly line: number;
}

type Found =
  | Bound
  | { readonly parameter: string; readonly place: Place }
  | { readonly each: Value; readonly place: Place; readonly line: number };

const DEEPEST = 12;
const NOTHING: Literals = { values: [], lost: "non-literal-name" };
const FORWARDED: Literals = { values: [], lost: "forwarded-name" };
/** Array methods that hand each element to their first argument. */
const EACH = new Set(["forEach", "map", "flatMap", "filter", "some", "every", "find", "for_each"]);

export class Constants {
  readonly #tree: CodeTree;
  readonly #dispatches: ReadonlySet<string>;
  readonly #modules = new Map<string, readonly SourceFile[]>();
  #byName: ReadonlyMap<string, readonly SourceFile[]> | null = null;
  readonly #answers = new Map<Body, Map<string, unknown>>();

  /** `dispatches` are callees that send or register by name: a parameter of one of these is forwarded, not resolved. */
  constructor(tree: CodeTree, dispatches: ReadonlySet<string>) {
    this.#tree = tree;
    this.#dispatches = dispatches;
  }

  /** The literals that `value`, which stands in `place` at the body's line `line`, can be. */
  literals(value: Value, place: Place, line: number, depth = 0): Literals {
    if (depth > DEEPEST) return NOTHING;
    switch (value.kind) {
      case "string":
        return { values: [value.value], lost: null };
      case "either":
        return union(value.items.map((item) => this.literals(item, place, line, depth + 1)));
      case "path": {
        const answer = () => {
          const found = this.#lookup(value.text, place, line, depth + 1);
          return found.length === 0 ? NOTHING : union(found.map((each) => this.#found(each, depth + 1)));
        };
        return this.#once("literals", value.text, place, line, NOTHING, answer);
      }
      case "access": {
        const body = place.bodies.at(-1);
        const access = body?.accesses[value.access];
        if (!access || (access.kind !== "index" && access.kind !== "key")) return NOTHING;
        const object: Value | null =
          access.object === null || access.of ? access.of : { kind: "path", text: access.object };
        if (!object) return NOTHING;
        const keys =
          access.kind === "key"
            ? { values: [access.key], lost: null }
            : this.literals({ kind: "path", text: access.key }, place, line, depth + 1);
        if (keys.values.length === 0) return keys;
        return union(keys.values.map((key) => this.entry(object, key, place, line, depth + 1)));
      }
      default:
        return NOTHING;
    }
  }

  /** The literals of `table[key]`. */
  entry(table: Value, key: string, place: Place, line: number, depth = 0): Literals {
    const found = this.#values(table, place, line, depth + 1).map((each): Literals => {
      if (each.value.kind !== "keys") return NOTHING;
      const held = each.value.values[each.value.keys.indexOf(key)];
      return held ? this.literals(held, each.place, each.line, depth + 1) : NOTHING;
    });
    return found.length === 0 ? NOTHING : union(found);
  }

  /** A table by its variable's name, wherever it stands at the top of a file: the literals of `variable[key]`. */
  entryOf(variable: string, key: string): Literals {
    const found: Literals[] = [];
    for (const { file, chunks } of this.#tree.chunksWith(variable)) {
      for (const chunk of chunks) {
        if (chunk.kind !== "statement" || chunk.owner !== null) continue;
        const place = this.#module(file, chunk);
        for (const binding of place.scope.body.bindings) {
          if (!binding.targets.includes(variable) || binding.value.kind !== "keys") continue;
          found.push(this.entry(binding.value, key, place, Number.POSITIVE_INFINITY));
        }
      }
    }
    return found.length === 0 ? NOTHING : union(found);
  }

  /** The literals in a list by its variable's name, or null where there is no such list. */
  listOf(variable: string): readonly string[] | null {
    const found: Literals[] = [];
    for (const { file, chunks } of this.#tree.chunksWith(variable)) {
      for (const chunk of chunks) {
        if (chunk.kind !== "statement" || chunk.owner !== null) continue;
        const place = this.#module(file, chunk);
        for (const binding of place.scope.body.bindings) {
          if (!binding.targets.includes(variable) || binding.value.kind !== "items") continue;
          found.push(...binding.value.items.map((item) => this.literals(item, place, Number.POSITIVE_INFINITY)));
        }
      }
    }
    return found.length === 0 ? null : union(found).values;
  }

  /**
   * What a path is called where it was made: `ipc` of `const ipc = manager` is `manager`, of
   * `import { manager as ipc }` too. A parameter is nothing but itself: null.
   */
  origin(path: string, place: Place, depth = 0): string | null {
    if (depth > DEEPEST) return null;
    const [head = "", ...rest] = path.split(".");
    const tail = rest.length > 0 ? `.${rest.join(".")}` : "";
    for (const body of place.bodies.toReversed()) {
      if (body.parameters.some((each) => each.name === head)) return null;
      const bound = body.bindings.filter((each) => each.targets.includes(head));
      if (bound.length > 0) return this.#alias(bound, path, tail, place, depth);
    }
    if (head === "this" || head === "self") {
      const bound = rest[0] === undefined ? [] : this.#attribute(place.scope.owner, head, rest[0]);
      const only = bound[0];
      if (bound.length !== 1 || !only || only.value.kind !== "path") return path;
      const after = rest
        .slice(1)
        .map((each) => `.${each}`)
        .join("");
      return this.origin(`${only.value.text}${after}`, { ...only.place, bodies: [] }, depth + 1) ?? path;
    }
    const top = this.#tops(head, place.scope.file).filter((each) => each.value.kind === "path");
    const only = top[0];
    if (top.length === 1 && only?.value.kind === "path")
      return this.origin(`${only.value.text}${tail}`, only.place, depth + 1);
    const imported = this.#imports(place).find((each) => each.local === head);
    if (!imported) return path;
    if (imported.name === null) return tail === "" ? path : tail.slice(1);
    if (imported.name !== "default") return `${imported.name}${tail}`;
    for (const file of this.#files(imported.module, place.scope.file)) {
      for (const bound of this.#tops("default", file)) {
        if (bound.value.kind === "path") return this.origin(`${bound.value.text}${tail}`, bound.place, depth + 1);
      }
    }
    return path;
  }

  /** Names of the class that the object `path` is of, and of what that derives from; empty where the code does not say. */
  classNames(path: string, place: Place): readonly string[] {
    if (path === "this" || path === "self" || path === "super()")
      return place.scope.owner ? this.#line(place.scope.owner) : [];
    return this.#lookup(path, place, Number.POSITIVE_INFINITY, 0).flatMap((found): readonly string[] => {
      if ("parameter" in found) {
        const parameter = found.place.bodies.at(-1)?.parameters.find((each) => each.name === found.parameter);
        return this.#annotated(parameter?.annotation ?? null, found.place);
      }
      if ("each" in found) return [];
      const call = found.value.kind === "call" ? found.place.bodies.at(-1)?.calls[found.value.call] : undefined;
      return call
        ? this.#annotated(call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`, found.place)
        : [];
    });
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

  #found(found: Found, depth: number): Literals {
    if ("parameter" in found) return this.#parameter(found.parameter, found.place, depth);
    if ("each" in found) return this.#elements(found.each, found.place, found.line, depth);
    return this.literals(found.value, found.place, found.line, depth);
  }

  /** What each element of a list can be: of `for (const x of list)`. */
  #elements(list: Value, place: Place, line: number, depth: number): Literals {
    const whole = /^Object\.(values|keys)\(([\w.$]+)\)$/.exec(list.text);
    const source: Value = whole ? { kind: "path", text: whole[2] as string } : list;
    const found = this.#values(source, place, line, depth + 1).flatMap((each): Literals[] => {
      if (each.value.kind === "items")
        return each.value.items.map((item) => this.literals(item, each.place, each.line, depth + 1));
      if (!whole || each.value.kind !== "keys") return [NOTHING];
      if (whole[1] === "keys") return [{ values: each.value.keys, lost: null }];
      return each.value.values.map((item) => this.literals(item, each.place, each.line, depth + 1));
    });
    return found.length === 0 ? NOTHING : union(found);
  }

  /** A value with what its path is bound to in its stead. */
  #values(value: Value, place: Place, line: number, depth: number): Bound[] {
    if (depth > DEEPEST) return [];
    if (value.kind === "either") return value.items.flatMap((item) => this.#values(item, place, line, depth + 1));
    if (value.kind !== "path") return [{ value, place, line }];
    const answer = () =>
      this.#lookup(value.text, place, line, depth + 1).flatMap((found) =>
        "value" in found ? this.#values(found.value, found.place, found.line, depth + 1) : [],
      );
    return this.#once<Bound[]>("values", value.text, place, line, [], answer);
  }

  /** What the path can be bound to, seen from `place` at `line`. What leads back to itself adds nothing. */
  #lookup(path: string, place: Place, line: number, depth: number): Found[] {
    return this.#once("lookup", path, place, line, [], () =>
      depth > DEEPEST ? [] : this.#seek(path, place, line, depth),
    );
  }

  /** Answers a question once; while it is being answered, the answer to the same question is `circular`. */
  #once<Answer>(
    what: string,
    path: string,
    place: Place,
    line: number,
    circular: Answer,
    answer: () => Answer,
  ): Answer {
    const body = place.bodies.at(-1) ?? place.scope.body;
    let known = this.#answers.get(body);
    if (!known) {
      known = new Map();
      this.#answers.set(body, known);
    }
    const key = `${what} ${line} ${path}`;
    if (known.has(key)) return known.get(key) as Answer;
    known.set(key, circular);
    const found = answer();
    known.set(key, found);
    return found;
  }

  #seek(path: string, place: Place, line: number, depth: number): Found[] {
    const [head = "", ...rest] = path.split(".");
    for (let at = place.bodies.length - 1; at >= 0; at--) {
      const body = place.bodies[at] as Body;
      const here: Place = { ...place, bodies: place.bodies.slice(0, at + 1) };
      const inner = at === place.bodies.length - 1;
      for (let length = rest.length; length >= 0; length--) {
        const bound = reaching(
          body,
          [head, ...rest.slice(0, length)].join("."),
          inner ? line : Number.POSITIVE_INFINITY,
          inner,
        );
        const found = bound.flatMap((each) => this.#held(each, here, rest.slice(length), depth));
        if (bound.length > 0) return found;
      }
      if (body.parameters.some((each) => each.name === head))
        return rest.length === 0 ? [{ parameter: head, place: here }] : [];
    }
    if ((head === "this" || head === "self") && rest[0] !== undefined)
      return this.#attribute(place.scope.owner, head, rest[0]).flatMap((each) =>
        this.#into(each, rest.slice(1), depth),
      );
    const top = this.#tops(head, place.scope.file);
    if (top.length > 0) return top.flatMap((each) => this.#into(each, rest, depth));
    const imported = this.#imports(place).find((each) => each.local === head);
    if (imported) {
      const [name, ...after] = imported.name === null ? rest : [imported.name, ...rest];
      if (name === undefined) return [];
      return this.#files(imported.module, place.scope.file).flatMap((file) =>
        this.#exported(file, name, after, depth + 1),
      );
    }
    const owner =
      rest[0] === undefined ? null : this.#tree.resolveClass(head, place.scope.file, place.scope.body.imports);
    return owner
      ? this.#attribute(owner, "", rest[0] as string).flatMap((each) => this.#into(each, rest.slice(1), depth))
      : [];
  }

  #held(binding: Binding, place: Place, rest: readonly string[], depth: number): Found[] {
    if (binding.how === "for") return rest.length === 0 ? [{ each: binding.value, place, line: binding.line }] : [];
    if (binding.how !== "assign") return [];
    // Seen from just before it: `x = x || y` takes what x was.
    return this.#into({ value: binding.value, place, line: binding.line - 0.5 }, rest, depth);
  }

  /** What `.a.b` of a bound value is. */
  #into(bound: Bound, rest: readonly string[], depth: number): Found[] {
    const [key, ...after] = rest;
    if (key === undefined) return [bound];
    if (bound.value.kind === "path")
      return this.#lookup(`${bound.value.text}.${rest.join(".")}`, bound.place, bound.line, depth + 1);
    if (bound.value.kind === "string" && key === "value") return this.#into(bound, after, depth);
    if (bound.value.kind !== "keys") return [];
    const held = bound.value.values[bound.value.keys.indexOf(key)];
    return held ? this.#into({ ...bound, value: held }, after, depth) : [];
  }

  /** What is bound to a name at the top of a file. */
  #tops(name: string, file: SourceFile): Bound[] {
    return this.#tree.chunksIn(file, name).flatMap((chunk): Bound[] => {
      if (chunk.kind !== "statement" || chunk.owner !== null) return [];
      const place = this.#module(file, chunk);
      return place.scope.body.bindings
        .filter((each) => each.how === "assign" && each.targets.includes(name))
        .map((each) => ({ value: each.value, place, line: each.line }));
    });
  }

  #module(file: SourceFile, chunk: Chunk): Place {
    const body = this.#tree.body(file, chunk);
    return { scope: { file, chunk, owner: this.#tree.ownerOf(file, chunk), name: "<module>", body }, bodies: [body] };
  }

  /** What a class binds to an attribute, in its body or, through `self`, in a method. */
  #attribute(owner: ClassDef | null, self: string, name: string): Bound[] {
    if (!owner) return [];
    return this.#tree.chunksIn(owner.file, name).flatMap((chunk): Bound[] => {
      if (chunk.kind === "class" || chunk.owner !== owner.name) return [];
      const place = this.#module(owner.file, chunk);
      const target = chunk.kind === "statement" ? name : `${self}.${name}`;
      return place.scope.body.bindings
        .filter((each) => each.how === "assign" && each.targets.includes(target))
        .map((each) => ({ value: each.value, place, line: each.line }));
    });
  }

  #imports(place: Place) {
    return [...place.bodies.flatMap((body) => body.imports), ...this.#tree.importsOf(place.scope.file)];
  }

  /** Files that a module's name can mean, seen from `from`. */
  #files(module: string, from: SourceFile): readonly SourceFile[] {
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
  #exported(file: SourceFile, name: string, rest: readonly string[], depth: number): Found[] {
    if (depth > DEEPEST) return [];
    this.#tree.consult(file);
    const named = [name, `exports.${name}`, `module.exports.${name}`].flatMap((each) => this.#topsOf(file, each, name));
    if (named.length > 0) return named.flatMap((each) => this.#into(each, rest, depth));
    const whole = this.#topsOf(file, "module.exports", "exports").flatMap((each) =>
      this.#into(each, name === "default" ? rest : [name, ...rest], depth),
    );
    if (whole.length > 0) return whole;
    return this.#tree.importsOf(file).flatMap((each): Found[] => {
      if (each.local !== name && each.local !== "*") return [];
      const inner = each.local === "*" ? name : each.name;
      const from = this.#files(each.module, file).filter((other) => other !== file);
      if (inner === null) {
        const [first, ...after] = rest;
        return first === undefined ? [] : from.flatMap((other) => this.#exported(other, first, after, depth + 1));
      }
      return from.flatMap((other) => this.#exported(other, inner, rest, depth + 1));
    });
  }

  #topsOf(file: SourceFile, target: string, word: string): Bound[] {
    return this.#tree.chunksIn(file, word).flatMap((chunk): Bound[] => {
      if (chunk.kind !== "statement" || chunk.owner !== null) return [];
      const place = this.#module(file, chunk);
      return place.scope.body.bindings
        .filter((each) => each.how === "assign" && each.targets.includes(target))
        .map((each) => ({ value: each.value, place, line: each.line }));
    });
  }

  /** What a path bound once to another is called there; what is made on the spot is called as it is. */
  #alias(bound: readonly Binding[], path: string, tail: string, place: Place, depth: number): string | null {
    const only = bound[0];
    if (bound.length !== 1 || only?.how !== "assign" || only.value.kind !== "path") return path;
    return this.origin(`${only.value.text}${tail}`, place, depth + 1);
  }

  /** What the callers of a function give for one of its parameters. */
  #parameter(name: string, place: Place, depth: number): Literals {
    const body = place.bodies.at(-1) as Body;
    const index = body.parameters.findIndex((each) => each.name === name);
    const fallback = body.parameters[index]?.default ?? null;
    const outer = place.bodies.at(-2);
    const found = outer
      ? this.#nestedCallers(body, outer, index, { ...place, bodies: place.bodies.slice(0, -1) }, depth)
      : this.#callers(place.scope, index, depth);
    if (found.length === 0 && fallback === null) return FORWARDED;
    if (fallback !== null) found.push(this.#source(fallback, place, depth));
    const all = union(found);
    return all.values.length === 0 ? FORWARDED : all;
  }

  /** A default's source: a string or a path. */
  #source(text: string, place: Place, depth: number): Literals {
    const quoted = /^(["'])([^"'\\]*)\1$/.exec(text);
    if (quoted) return { values: [quoted[2] as string], lost: null };
    if (!/^[\w.$]+$/.test(text)) return NOTHING;
    return this.literals(
      { kind: "path", text },
      { ...place, bodies: place.bodies.slice(0, -1) },
      Number.POSITIVE_INFINITY,
      depth + 1,
    );
  }

  #nestedCallers(body: Body, outer: Body, index: number, place: Place, depth: number): Literals[] {
    const at = outer.nested.findIndex((each) => each.body === body);
    const name = outer.nested[at]?.name ?? "<lambda>";
    return callsIn(outer).flatMap(({ call, bodies }): Literals[] => {
      const here: Place = { ...place, bodies: [...place.bodies, ...bodies] };
      if (call.receiver === null && call.callee === name) return this.#argument(call, index, here, depth);
      const handed = bodies.length === 0 && call.args.some((each) => each.kind === "function" && each.nested === at);
      if (!handed || index !== 0 || call.receiver === null || !EACH.has(call.callee)) return [];
      return [this.#elements(listOfSource(call.receiver), here, call.line, depth + 1)];
    });
  }

  #argument(call: Call, index: number, place: Place, depth: number): Literals[] {
    const value = call.args[index];
    return value ? [this.literals(value, place, call.line, depth + 1)] : [];
  }

  #callers(scope: FunctionDef, index: number, depth: number): Literals[] {
    const name = scope.chunk.name;
    if (name === null || scope.chunk.kind !== "function" || this.#dispatches.has(name)) return [];
    const shift = scope.file.language === "python" && scope.owner ? 1 : 0;
    const found: Literals[] = [];
    for (const { file, chunks } of this.#tree.chunksWith(name)) {
      for (const chunk of chunks) {
        if (chunk.kind === "class") continue;
        const here = this.#module(file, chunk);
        for (const { call, bodies } of callsIn(here.scope.body)) {
          if (call.callee !== name) continue;
          const place: Place = { ...here, bodies: [here.scope.body, ...bodies] };
          if (this.#calls(call, scope, place)) found.push(...this.#argument(call, index - shift, place, depth));
        }
      }
    }
    return found;
  }

  /** Whether the call runs that function: by import for a plain one, by the receiver's class for a method. */
  #calls(call: Call, scope: FunctionDef, place: Place): boolean {
    if (!scope.owner) {
      const local = call.receiver === null ? call.callee : null;
      if (local === null)
        return this.#imports(place).some(
          (each) =>
            each.name === null &&
            each.local === call.receiver &&
            moduleFits(scope.file.path, each.module, place.scope.file.path),
        );
      return this.#tree.resolveFunction(local, place.scope.file, place.scope.body.imports)?.chunk === scope.chunk;
    }
    return call.receiver !== null && this.classNames(call.receiver, place).includes(scope.owner.name);
  }
}

/** Calls of a body and of what is nested in it, each with the nested bodies around it. */
export function callsIn(body: Body, bodies: readonly Body[] = []): { call: Call; bodies: readonly Body[] }[] {
  return [
    ...body.calls.map((call) => ({ call, bodies })),
    ...body.nested.flatMap((each) => callsIn(each.body, [...bodies, each.body])),
  ];
}

const callees = new WeakMap<Body, ReadonlySet<string>>();

/** Names of all that a body and what is nested in it call. */
export function calleesOf(body: Body): ReadonlySet<string> {
  let known = callees.get(body);
  if (!known) {
    known = new Set(callsIn(body).map(({ call }) => call.callee));
    callees.set(body, known);
  }
  return known;
}

/** The last part of `./a/b` or `a.b`; empty of `..`. */
function lastSegment(module: string): string {
  return module.slice(Math.max(module.lastIndexOf("/"), module.lastIndexOf(".")) + 1);
}

/** A receiver's source as a list, where it is one of plain strings, else as the path or text that it is. */
function listOfSource(text: string): Value {
  const inside = /^\(?\[([^[\]]*)\](?: as const\))?$/.exec(text)?.[1];
  const items = inside
    ?.split(",")
    .filter((each) => each.trim() !== "")
    .map((each): Value => {
      const quoted = /^\s*(["'])([^"'\\]*)\1\s*$/.exec(each);
      return quoted
        ? { kind: "string", text: each.trim(), value: quoted[2] as string }
        : { kind: "path", text: each.trim() };
    });
  return items ? { kind: "items", text, items } : { kind: "path", text };
}

/** Bindings of `path` that can hold at `line`: from the last one that always runs on; seen from inside, all of them. */
function reaching(body: Body, path: string, line: number, inner: boolean): Binding[] {
  const bound = body.bindings.filter((each) => each.targets.includes(path) && each.how !== "declare");
  if (!inner) return bound;
  const earlier = bound.filter((each) => each.line <= line);
  const before = earlier.length > 0 ? earlier : bound;
  return before.slice(
    Math.max(
      0,
      before.findLastIndex((each) => each.conditions.length === 0),
    ),
  );
}

function union(all: readonly Literals[]): Literals {
  const values = [...new Set(all.flatMap((each) => each.values))];
  return { values, lost: all.find((each) => each.lost !== null)?.lost ?? null };
}
