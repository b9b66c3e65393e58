// Turns a message that a function makes into whether it is only printed: then nobody is sent it, whatever names it holds.
// Only what is seen to end in a print counts; what goes somewhere unknown may well be sent.

import type { Body, Call, Value } from "../model.ts";
import { calledBy, parametersOf, type Survey } from "./survey.ts";
import type { FunctionDef } from "./tree.ts";

/** How many steps a message is followed, and how many functions may bear the name of one. */
const DEEPEST = 12;
const MOST_DEFINITIONS = 12;

const PRINTS = /^(print|pprint|pp|echo|secho)$/;
const LOGS = /^(log|debug|info|warn|warning|error|exception|critical|trace|print|pprint|echo|secho)$/;
const LOGGERS = /(^|\.)(console|_?log|_?logger|logging|click|typer|pprint)$/i;
const STREAMS = /(^|\.)(stdout|stderr)$/;
/** What makes a text of a message. */
const SPELLS = /^(dumps|str|repr|stringify|pformat|format)$/;
/** What changes or asks a message in place. */
const OWN = /^(update|setdefault|append|extend|get|items|keys|values|pop)$/;

/** Whether all that becomes of `value`, which is handed to a call in `scope`, is that it is printed. */
export function handedIsPrinted(survey: Survey, scope: FunctionDef, call: Call, value: Value, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (isPrint(call)) return true;
  if (SPELLS.test(call.callee)) return madeIsPrinted(survey, scope, call, depth + 1);
  const at = call.args.indexOf(value);
  const keyword = call.keywords.find((each) => each.value === value)?.name;
  const definitions = calledBy(survey, scope, call);
  if (definitions.length === 0 || definitions.length > MOST_DEFINITIONS) return false;
  return definitions.every((each) => {
    const parameter = parametersOf(each).find((one, index) =>
      keyword === undefined ? index === at : one.name === keyword,
    );
    return parameter !== undefined && !parameter.rest && boundIsPrinted(survey, each, parameter.name, depth + 1);
  });
}

/** Whether all that becomes of what `name` is bound to in `scope` is that it is printed. */
export function boundIsPrinted(survey: Survey, scope: FunctionDef, name: string, depth = 0): boolean {
  const { body } = scope;
  if (depth > DEEPEST || !/^[\w$]+$/.test(name)) return false;
  const is = (value: Value) => value.kind === "path" && value.text === name;
  if (body.returns.some((each) => holds(each.value, is))) return false;
  // A closure may run at any time, and anywhere.
  if (body.nested.some((each) => mentions(each.body, name))) return false;
  let printed = false;
  for (const call of body.calls) {
    if (call.receiver === name && !OWN.test(call.callee)) return false;
    for (const value of given(call)) {
      if (!holds(value, is)) continue;
      if (!handedIsPrinted(survey, scope, call, value, depth + 1)) return false;
      printed = true;
    }
  }
  for (const binding of body.bindings) {
    if (!holds(binding.value, is)) continue;
    if (!binding.targets.every((target) => target === name || boundIsPrinted(survey, scope, target, depth + 1)))
      return false;
    printed ||= binding.targets.some((target) => target !== name);
  }
  return printed;
}

/** Whether all that becomes of what a call gives back is that it is printed. */
function madeIsPrinted(survey: Survey, scope: FunctionDef, made: Call, depth: number): boolean {
  const { body } = scope;
  const index = body.calls.indexOf(made);
  const is = (value: Value) => value.kind === "call" && value.call === index;
  if (made.use === "returned") return false;
  for (const call of body.calls) {
    const value = given(call).find((each) => holds(each, is));
    if (value) return handedIsPrinted(survey, scope, call, value, depth + 1);
  }
  const bound = body.bindings.find((each) => is(each.value));
  return bound?.targets.every((target) => boundIsPrinted(survey, scope, target, depth + 1)) ?? false;
}

function isPrint({ receiver, callee, args }: Call): boolean {
  if (callee === "dump") return args.some((each) => each.kind === "path" && STREAMS.test(each.text));
  if (receiver === null) return PRINTS.test(callee);
  if (LOGS.test(callee) && LOGGERS.test(receiver)) return true;
  return /^(write|writelines)$/.test(callee) && STREAMS.test(receiver);
}

function given(call: Call): Value[] {
  return [...call.args, ...call.keywords.map((each) => each.value)];
}

function holds(value: Value, is: (value: Value) => boolean): boolean {
  if (is(value)) return true;
  if (value.kind === "keys") return value.values.some((each) => holds(each, is));
  return "items" in value && value.items.some((each) => holds(each, is));
}

function mentions(body: Body, name: string): boolean {
  const is = (value: Value) => new RegExp(`(^|[^\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(value.text);
  return (
    body.calls.some((call) => call.receiver === name || given(call).some(is)) ||
    body.bindings.some((each) => is(each.value)) ||
    body.returns.some((each) => is(each.value)) ||
    body.nested.some((each) => mentions(each.body, name))
  );
}
