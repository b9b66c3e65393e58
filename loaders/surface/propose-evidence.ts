// Turns the definition of a callee into what a profile wants to know of it: whether it carries a name away, which
// parameter makes its caller wait, for how long; and the dispatcher's own lookup into what a miss does. Evidence only.

import type { Body, Call, Layer, Slot, Value } from "../model.ts";
import { boundIsPrinted, handedIsPrinted } from "./propose-printed.ts";
import { Receivers } from "./receivers.ts";
import type { ClassDef } from "./shape.ts";
import { calledBy, isAbstract, type PlacedCall, parametersOf, type Survey } from "./survey.ts";
import type { FunctionDef } from "./tree.ts";

/**
 * `asks`: it looks an attribute of that name up; `packs`: it puts the name into a message with more that its caller
 * gave; `posts`: it puts the name into one alone, as many a function does that dispatches nothing; `prints`: whatever it
 * puts the name into is printed and goes nowhere else.
 */
export interface Carrying {
  readonly kind: "asks" | "packs" | "posts" | "prints";
  readonly definition: FunctionDef;
  readonly parameter: string;
  /** The `getattr` by which it asks; null where it only packs. */
  readonly lookup: Call | null;
}

/** Names with more definitions than this are everybody's, and are not followed. */
const MOST_DEFINITIONS = 12;

interface Found {
  readonly kind: Carrying["kind"];
  readonly lookup: Call | null;
}

/** How the functions named `callee` carry the name in argument `argument` away; asking is stronger than packing. */
export function carryingOf(survey: Survey, callee: string, argument: number): Carrying | null {
  let best: Carrying | null = null;
  for (const definition of (survey.functions.get(callee) ?? []).slice(0, 2 * MOST_DEFINITIONS)) {
    const parameter = parametersOf(definition)[argument];
    if (!parameter || parameter.rest) continue;
    const found = carries(survey, definition, parameter.name, 0, new Set());
    if (found && (best === null || STRENGTH.indexOf(found.kind) > STRENGTH.indexOf(best.kind)))
      best = { ...found, definition, parameter: parameter.name };
  }
  return best;
}

const STRENGTH: readonly Carrying["kind"][] = ["prints", "posts", "packs", "asks"];

function stronger(a: Found | null, b: Found | null): Found | null {
  if (a === null || b === null) return a ?? b;
  return STRENGTH.indexOf(b.kind) > STRENGTH.indexOf(a.kind) ? b : a;
}

const PRINTED: Found = { kind: "prints", lookup: null };
const DEEPEST = 3;
const SAYS =
  /^(debug|info|warning|warn|error|exception|critical|log|print|format|join|get|pop|isinstance|len|str|repr)$/;

function carries(
  survey: Survey,
  definition: FunctionDef,
  parameter: string,
  depth: number,
  seen: Set<Body>,
): Found | null {
  if (depth > DEEPEST || seen.has(definition.body)) return null;
  seen.add(definition.body);
  const names = aliases(definition.body, parameter);
  const others = new Set(definition.body.parameters.map((each) => each.name).filter((name) => name !== parameter));
  const is = (value: Value | undefined) => value?.kind === "path" && names.has(value.text);
  let found: Found | null = null;
  for (const body of bodiesOf(definition.body)) {
    const inside: FunctionDef = { ...definition, body };
    for (const call of body.calls) {
      if (call.receiver === null && call.callee === "getattr" && is(call.args[1]))
        return { kind: "asks", lookup: call };
      for (const value of [...call.args, ...call.keywords.map((each) => each.value)]) {
        const packed = packing(value, is, others);
        if (packed) found = stronger(found, handedIsPrinted(survey, inside, call, value) ? PRINTED : packed);
      }
      const at = call.args.findIndex(is);
      if (at < 0 || SAYS.test(call.callee)) continue;
      const next = calledBy(survey, inside, call);
      if (next.length > MOST_DEFINITIONS) continue;
      for (const each of next) {
        const passed = parametersOf(each)[at];
        const further = passed && !passed.rest ? carries(survey, each, passed.name, depth + 1, seen) : null;
        if (further?.kind === "asks") return further;
        found = stronger(found, further);
      }
    }
    for (const { value, targets } of body.bindings) {
      const packed = packing(value, is, others);
      const printed = packed !== null && targets.every((target) => boundIsPrinted(survey, inside, target));
      if (packed) found = stronger(found, printed ? PRINTED : packed);
    }
  }
  return found;
}

function* bodiesOf(body: Body): Generator<Body> {
  yield body;
  for (const nested of body.nested) yield* bodiesOf(nested.body);
}

function aliases(body: Body, parameter: string): Set<string> {
  const names = new Set([parameter]);
  const holds = (value: Value): boolean =>
    value.kind === "path" ? names.has(value.text) : value.kind === "either" && value.items.some(holds);
  for (const binding of body.bindings)
    if (binding.how === "assign" && holds(binding.value)) for (const target of binding.targets) names.add(target);
  return names;
}

/** `(name, *args)`, `{"cmd": name, **more}`, `(KIND, (id, name, args))` pack it; `(KIND, {"cmd": name})` posts it. */
function packing(value: Value, is: (value: Value | undefined) => boolean, others: ReadonlySet<string>): Found | null {
  const inside = value.kind === "keys" ? value.values : value.kind === "items" ? value.items : [];
  let found: Found | null = null;
  for (const each of inside) found = stronger(found, packing(each, is, others));
  if (inside.some(is)) {
    const beside = (value.kind === "keys" && value.open) || inside.some((each) => !is(each) && mentions(each, others));
    found = stronger(found, { kind: beside ? "packs" : "posts", lookup: null });
  }
  return found;
}

function mentions(value: Value, words: ReadonlySet<string>): boolean {
  return (value.text.match(/[\w$]+/g) ?? []).some((word) => words.has(word));
}

const WAITS =
  /^(wait\w*|block|blocking|sync|synchronous|reply|need_reply|expect_reply|want_reply|wants_reply|get_output|return_result)$/;

/** What makes a caller of `callee` wait: a flag of its own definition, else whether it returns anything. */
export function waitOf(
  survey: Survey,
  callee: string,
  placed: readonly PlacedCall[],
): { wait: Slot | boolean; why: string } {
  const definitions = concrete(survey, callee);
  for (const definition of definitions) {
    const flag = parametersOf(definition).find((each) => WAITS.test(each.name));
    if (!flag) continue;
    const fallback = flag.default === "True" || flag.default === "true";
    return {
      wait: { keyword: flag.name, default: fallback },
      why: `its parameter \`${flag.name}\` is ${flag.default ?? "given"}`,
    };
  }
  const word = placed.flatMap(({ call }) => call.keywords.map((each) => each.name)).find((name) => WAITS.test(name));
  if (word !== undefined && definitions.length === 0)
    return { wait: { keyword: word, default: false }, why: `calls give \`${word}\`; its default is not in the tree` };
  if (definitions.length > 0) {
    const returns = definitions.some(({ body }) => body.returns.some((each) => each.value.kind !== "null"));
    return { wait: returns, why: returns ? "it returns a value" : "it returns nothing" };
  }
  const used = placed.some(({ call }) => call.use !== "discarded");
  return { wait: used, why: used ? "its value is used" : "its value is never used" };
}

/** Seconds a wait lasts at most: a parameter whose name says timeout, with its default. */
export function timeoutOf(survey: Survey, callee: string): Slot | null {
  for (const definition of concrete(survey, callee)) {
    const parameter = parametersOf(definition).find((each) => /time_?out/i.test(each.name));
    if (!parameter) continue;
    const seconds = Number(parameter.default ?? Number.NaN);
    return { keyword: parameter.name, default: Number.isFinite(seconds) && seconds >= 0 ? seconds : null };
  }
  return null;
}

function concrete(survey: Survey, callee: string): FunctionDef[] {
  const all = survey.functions.get(callee) ?? [];
  const real = all.filter((each) => !isAbstract(each.body));
  return real.length > 0 ? real : [...all];
}

/** `f = getattr(object, name, default)` where `name` is no literal and `f` is called. */
export interface Lookup {
  readonly scope: FunctionDef;
  readonly line: number;
  readonly call: Call;
  readonly object: string;
  /** The variable that holds the name. */
  readonly name: string;
  /** The object's class, where the code says it. */
  readonly class: ClassDef | null;
  readonly miss: "skip" | "raise";
}

/** All lookups of a method by a name that is no literal, in order of place. */
export function lookupsOf(survey: Survey): Lookup[] {
  const receivers = new Receivers(survey.tree);
  return (survey.calls.get("getattr") ?? []).flatMap(({ scope, body, call, line }): Lookup[] => {
    const [object, name, fallback] = call.args;
    if (!object || name?.kind !== "path") return [];
    const binding = body.bindings.find((each) => each.value.kind === "call" && body.calls[each.value.call] === call);
    const target = binding?.targets[0];
    const uses =
      target === undefined ? [] : body.calls.filter((each) => each.receiver === null && each.callee === target);
    if (uses.length === 0) return [];
    const guarded = uses.every((use) => use.conditions.some((each) => new RegExp(`\\b${target}\\b`).test(each)));
    const inside = { ...scope, body };
    return [
      {
        scope,
        line,
        call,
        object: object.text,
        name: name.text,
        class: object.kind === "path" ? receivers.classOf(object.text, inside) : null,
        miss: fallback?.kind === "null" && guarded ? "skip" : "raise",
      },
    ];
  });
}

/** What happens to a command that a table lacks: `.get()` with a guard drops it, `[…]` raises. */
export function missOfTable(survey: Survey, variable: string): Layer["miss"] {
  const gets = (survey.calls.get("get") ?? []).some(({ call }) =>
    new RegExp(`(^|\\.)${variable}$`).test(call.receiver ?? ""),
  );
  return gets ? "drop" : "raise";
}

const REPLIES = /^(put|put_nowait|send|send_\w+|reply|respond|post|postMessage)$/;

/** The call by which most handlers reply, with the word they mark it by; null where they return. */
export function replyOf(survey: Survey, handlers: readonly FunctionDef[]): Layer["reply"] {
  const counts = new Map<string, number>();
  for (const handler of handlers) {
    const marks = new Set<string>();
    for (const body of reachable(survey, handler)) {
      for (const call of body.calls) {
        if (!REPLIES.test(call.callee)) continue;
        for (const word of call.args
          .map((each) => each.text)
          .join(" ")
          .match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [])
          marks.add(`${call.callee} ${word}`);
      }
    }
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const best = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0];
  if (!best || best[1] * 2 < handlers.length) return null;
  const [callee, literal] = best[0].split(" ") as [string, string];
  return { callee, literal };
}

/** The handler's body and those of the methods of its own object that it calls. */
function reachable(survey: Survey, handler: FunctionDef): Body[] {
  const owner = handler.owner;
  const called = owner
    ? handler.body.calls
        .filter((call) => call.receiver === "self")
        .map((call) => survey.tree.method(owner, call.callee))
        .filter((each): each is FunctionDef => each !== null)
    : [];
  return [handler.body, ...called.map((each) => each.body)];
}
