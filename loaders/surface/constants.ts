// Turns an expression into the literals it can be: through constants, enum members, tables, loops over a list, and the
// callers of the function whose parameter it is. It runs nothing; what it cannot tell is lost, with the reason.

import type { Access, Body, Call, Value } from "../model.ts";
import { moduleFits } from "./modules.ts";
import { DEEPEST, type Found, Names } from "./names.ts";
import { Origins } from "./origins.ts";
import { Answers, callsIn, type Place, placeOf } from "./places.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** What an expression can be, each literal once. `lost` says why there may be more, or why there are none. */
export interface Literals {
  readonly values: readonly string[];
  readonly lost: "forwarded-name" | "non-literal-name" | null;
}

const NOTHING: Literals = { values: [], lost: "non-literal-name" };
const FORWARDED: Literals = { values: [], lost: "forwarded-name" };
/** Array methods that hand each element to their first argument. */
const EACH = new Set(["forEach", "map", "flatMap", "filter", "some", "every", "find", "for_each"]);

/** Literals at one commit. Make a new one for each derivation: answers are kept. */
export class Constants {
  readonly origins: Origins;
  readonly #tree: CodeTree;
  readonly #names: Names;
  readonly #dispatches: ReadonlySet<string>;
  readonly #literals = new Answers<Literals>(NOTHING);

  /** `dispatches` are callees that send or register by name: a parameter of one of these is forwarded, not resolved. */
  constructor(tree: CodeTree, dispatches: ReadonlySet<string>) {
    this.#tree = tree;
    this.#names = new Names(tree);
    this.origins = new Origins(tree, this.#names);
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
      case "path":
        return this.#literals.once(value.text, place, line, () => {
          const found = this.#names.lookup(value.text, place, line, depth + 1);
          return union(found.map((each) => this.#found(each, depth + 1)));
        });
      case "access":
        return this.#taken(place.bodies.at(-1)?.accesses[value.access], place, line, depth);
      default:
        return NOTHING;
    }
  }

  #found(found: Found, depth: number): Literals {
    if ("parameter" in found) return this.#parameter(found.parameter, found.place, depth);
    if ("each" in found) return this.#elements(found.each, found.place, found.line, depth);
    return this.literals(found.value, found.place, found.line, depth);
  }

  /** The literals of `object[key]`, whatever the key can be. */
  #taken(access: Access | undefined, place: Place, line: number, depth: number): Literals {
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

  /** The literals of `table[key]`. */
  entry(table: Value, key: string, place: Place, line: number, depth = 0): Literals {
    const found = this.#names.values(table, place, line, depth + 1).map((each): Literals => {
      if (each.value.kind !== "keys") return NOTHING;
      const held = each.value.values[each.value.keys.indexOf(key)];
      return held ? this.literals(held, each.place, each.line, depth + 1) : NOTHING;
    });
    return union(found);
  }

  /** A table by its variable's name, wherever it stands at the top of a file: the literals of `variable[key]`. */
  entryOf(variable: string, key: string): Literals {
    const found: Literals[] = [];
    for (const { file, chunks } of this.#tree.chunksWith(variable)) {
      for (const chunk of chunks) {
        if (chunk.kind !== "statement" || chunk.owner !== null) continue;
        const place = placeOf(this.#tree, file, chunk);
        for (const { targets, value } of place.scope.body.bindings) {
          if (targets.includes(variable) && value.kind === "keys")
            found.push(this.entry(value, key, place, Number.POSITIVE_INFINITY));
        }
      }
    }
    return union(found);
  }

  /** What each element of a list can be: of `for (const x of list)`. */
  #elements(list: Value, place: Place, line: number, depth: number): Literals {
    const whole = /^Object\.(values|keys)\(([\w.$]+)\)$/.exec(list.text);
    const source: Value = whole ? { kind: "path", text: whole[2] as string } : list;
    const found = this.#names.values(source, place, line, depth + 1).flatMap((each): Literals[] => {
      if (each.value.kind === "keys" && whole?.[1] === "keys") return [{ values: each.value.keys, lost: null }];
      const items =
        each.value.kind === "items" ? each.value.items : whole && each.value.kind === "keys" ? each.value.values : null;
      return items?.map((item) => this.literals(item, each.place, each.line, depth + 1)) ?? [NOTHING];
    });
    return union(found);
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
    if (fallback !== null) found.push(this.#source(fallback, place, depth));
    const all = union(found);
    return all.values.length === 0 ? FORWARDED : all;
  }

  /** A default's source: a string or a path. */
  #source(text: string, place: Place, depth: number): Literals {
    const quoted = /^(["'])([^"'\\]*)\1$/.exec(text);
    if (quoted) return { values: [quoted[2] as string], lost: null };
    if (!/^[\w.$]+$/.test(text)) return NOTHING;
    const around: Place = { ...place, bodies: place.bodies.slice(0, -1) };
    return this.literals({ kind: "path", text }, around, Number.POSITIVE_INFINITY, depth + 1);
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
        const here = placeOf(this.#tree, file, chunk);
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
    const from = place.scope.file;
    if (scope.owner)
      return call.receiver !== null && this.origins.classNames(call.receiver, place).includes(scope.owner.name);
    if (call.receiver === null)
      return this.#tree.resolveFunction(call.callee, from, place.scope.body.imports)?.chunk === scope.chunk;
    return this.#names
      .imports(place)
      .some(
        (each) =>
          each.name === null && each.local === call.receiver && moduleFits(scope.file.path, each.module, from.path),
      );
  }
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

/** All of them together; of none, nothing. */
function union(all: readonly Literals[]): Literals {
  if (all.length === 0) return NOTHING;
  const values = [...new Set(all.flatMap((each) => each.values))];
  return { values, lost: all.find((each) => each.lost !== null)?.lost ?? null };
}
