// Turns functions that register a handler under a name of their own (`listen("quit", fn)`), which a table turns into a
// channel (`on(channels[name], fn)`), into answer rules: who calls such a function answers the channel.

import type { AnswerRule, Body, Value } from "../model.ts";
import { Constants } from "./constants.ts";
import type { Place } from "./places.ts";
import { namesIn, type PlacedCall, type Survey } from "./survey.ts";

/** A table's variable with where it stands, and the channel of each key. */
interface Table {
  readonly variable: string;
  readonly path: string;
  readonly line: number;
  readonly channels: ReadonlyMap<string, readonly string[]>;
}

/** A function that takes a key of a table and registers a handler for the channel there. */
export interface Registrar {
  readonly rule: AnswerRule & { readonly kind: "calls" };
  readonly why: string;
  /** Calls that give a key of the table. */
  readonly placed: readonly PlacedCall[];
  /** Channels of the keys that are given. */
  readonly names: ReadonlySet<string>;
}

/** The registrars among the functions that `registrations` (calls of `on`, `handle`, …) stand in, each once. */
export function registrarsOf(survey: Survey, registrations: readonly PlacedCall[]): Registrar[] {
  const found = new Map<string, Registrar>();
  for (const registration of registrations) {
    const taken = takenFrom(registration);
    if (!taken) continue;
    const { callee, argument, variable, line } = taken;
    const key = `${callee} ${argument} ${variable}`;
    if (found.has(key)) continue;
    for (const table of tablesOf(survey, variable)) {
      const registrar = registrarOf(survey, callee, argument, table, `${registration.scope.file.path}:${line}`);
      if (registrar) found.set(key, registrar);
    }
  }
  return [...found.values()];
}

/** Of `on(channels[type], fn)` in a function `listen(type, fn)`: the function, which argument `type` is, and the table. */
function takenFrom({ scope, body, call, line }: PlacedCall) {
  const callee = nameOf(body, scope.body, scope.name);
  const value = boundTo(call.args[0], body);
  const access = value?.kind === "access" ? body.accesses[value.access] : undefined;
  if (callee === null || access?.kind !== "index" || !/^[\w$]+$/.test(access.object ?? "")) return null;
  const { parameters } = body;
  const at = parameters.findIndex((each) => each.name === access.key && !each.rest);
  const own = parameters[0]?.name;
  const argument = scope.owner !== null && (own === "self" || own === "cls") ? at - 1 : at;
  return argument < 0 ? null : { callee, argument, variable: access.object as string, line };
}

/** A value with what its variable is bound to in its stead, where that is one thing only. */
function boundTo(value: Value | undefined, body: Body): Value | undefined {
  if (value?.kind !== "path") return value;
  const bound = body.bindings.filter((each) => each.how === "assign" && each.targets.includes(value.text));
  return bound.length === 1 ? bound[0]?.value : undefined;
}

/** The name that a body is called by: its own where it is nested, else its chunk's; null of a nameless one. */
function nameOf(body: Body, outer: Body, name: string): string | null {
  if (body === outer) return name === "<module>" ? null : name;
  for (const nested of outer.nested) {
    const found = nested.body === body ? nested.name : nameOf(body, nested.body, "<module>");
    if (found !== null) return /^[\w$]+$/.test(found) ? found : null;
  }
  return null;
}

function tablesOf(survey: Survey, variable: string): Table[] {
  const { tree } = survey;
  return tree.chunksWith(variable).flatMap(({ file, chunks }) =>
    chunks.flatMap((chunk): Table[] => {
      if (chunk.kind !== "statement" || chunk.owner !== null) return [];
      return tree.body(file, chunk).bindings.flatMap(({ targets, value, line }): Table[] => {
        if (!targets.includes(variable) || value.kind !== "keys") return [];
        const channels = new Map(value.keys.map((key, at) => [key, namesIn(value.values[at])]));
        return [{ variable, path: file.path, line: chunk.firstLine + line, channels }];
      });
    }),
  );
}

function registrarOf(survey: Survey, callee: string, argument: number, table: Table, place: string): Registrar | null {
  const keyOf = ({ call }: PlacedCall) => {
    const value = call.args[argument];
    return value?.kind === "string" ? value.value : null;
  };
  const channelsOf = (each: PlacedCall) => table.channels.get(keyOf(each) ?? "") ?? [];
  const all = (survey.calls.get(callee) ?? []).filter((each) => keyOf(each) !== null);
  const placed = all.filter((each) => channelsOf(each).length > 0);
  if (placed.length === 0) return null;
  const keys = new Set(placed.map(keyOf)).size;
  const places = placed.slice(0, 3).map(({ scope, line }) => `${scope.file.path}:${line}`);
  return {
    rule: {
      kind: "calls",
      callee,
      ...receiversOf(survey, placed, all),
      name: { argument },
      via: table.variable,
    },
    why: `${placed.length} ${placed.length === 1 ? "call gives" : "calls give"} ${keys} of the ${table.channels.size} keys of ${table.variable} (${table.path}:${table.line}), which is asked for the channel at ${place}: ${places.join(", ")}${placed.length > 3 ? ", …" : ""}`,
    placed,
    names: new Set(placed.flatMap(channelsOf)),
  };
}

/** Receivers, as they are called where they were made, are said where the same callee on others gives no key. */
function receiversOf(
  survey: Survey,
  placed: readonly PlacedCall[],
  all: readonly PlacedCall[],
): { receivers?: readonly string[] } {
  const { origins } = new Constants(survey.tree, new Set());
  const named = (each: PlacedCall) =>
    each.call.receiver === null ? "" : (origins.origin(each.call.receiver, placeOf(each)) ?? each.call.receiver);
  const own = new Set(placed.map(named));
  const apart = all.some((each) => !own.has(named(each)));
  const plain = [...own].every((receiver) => /^[\w$.]+$/.test(receiver));
  return apart && plain && own.size <= 6 ? { receivers: [...own].toSorted() } : {};
}

function placeOf({ scope, body }: PlacedCall): Place {
  return { scope, bodies: bodiesTo(scope.body, body) ?? [scope.body] };
}

function bodiesTo(outer: Body, inner: Body): readonly Body[] | null {
  if (outer === inner) return [outer];
  for (const { body } of outer.nested) {
    const inside = bodiesTo(body, inner);
    if (inside) return [outer, ...inside];
  }
  return null;
}
