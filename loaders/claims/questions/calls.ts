// The questions about calls: where a function is called, with what, under which condition, before and after which others.
// A call is known by its source: `calls of close` are those of whatever is called `close`.

import { BinnacleError } from "../../error.ts";
import type { Value } from "../../model.ts";
import type { CodeFile, FilesQuestion, Form, Item } from "../question.ts";
import { callPattern, callsIn, type FoundCall, itemOfCall } from "./code/calls.ts";
import { conditionOf, standsUnder } from "./code/conditions.ts";
import { functionsOf } from "./code/places.ts";
import { askPlace, askThings, askWhere, type Told } from "./code/question.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** Calls in a place; what is looked at are the files of it, or the functions. */
function callsOf(
  { CALL = "", PLACE }: Given,
  itemsOf: (file: CodeFile, calls: readonly FoundCall[]) => readonly Item[],
): FilesQuestion {
  const pattern = callPattern(CALL);
  return askWhere(PLACE, pattern.word, (file, where) =>
    itemsOf(
      file,
      where.places(file, pattern.word).flatMap((place) => callsIn(place, pattern)),
    ),
  );
}

/** Those of the calls in a place that are so; what is looked at are the calls. */
function callsThat({ CALL = "", PLACE }: Given, isSo: (found: FoundCall) => boolean): FilesQuestion {
  return amongCalls(CALL, PLACE, (file, calls) => calls.filter(isSo).map((found) => itemOfCall(file, found)));
}

function amongCalls(
  call: string,
  given: string | undefined,
  itemsOf: (file: CodeFile, calls: readonly FoundCall[]) => readonly Item[],
): FilesQuestion {
  const pattern = callPattern(call);
  return askPlace(given, (where) => {
    const words = [...where.words, pattern.word];
    return askThings({ wants: where.wants, words, of: `calls of \`${call}\`${where.in}` }, (file): Told => {
      const calls = where.places(file, pattern.word).flatMap((place) => callsIn(place, pattern));
      return { items: itemsOf(file, calls), looked: calls.length };
    });
  });
}

function callsUnder(given: Given, isUnder: boolean): FilesQuestion {
  const { CONDITION = "" } = given;
  if (conditionOf(CONDITION) === "")
    throw new BinnacleError("bad-configuration", "A condition is empty. Write it as the code has it.");
  return callsThat(given, ({ call }) => standsUnder(call.conditions, CONDITION) === isUnder);
}

/** Calls that run before, or after, the first call of another in the same function. Without the other there is no order. */
function callsBeside(given: Given, isSo: (end: number, other: number) => boolean): FilesQuestion {
  const { CALL = "", CALL2 = "" } = given;
  const pattern = callPattern(CALL);
  const other = callPattern(CALL2);
  return askPlace(given.PLACE, (where) => {
    const words = [...where.words, pattern.word, other.word];
    const of = `calls of \`${CALL}\` beside calls of \`${CALL2}\`${where.in}`;
    return askThings({ wants: where.wants, words, of }, (file): Told => {
      const found = where.places(file, pattern.word).flatMap((place) => {
        const [first] = callsIn(place, other);
        return first === undefined ? [] : callsIn(place, pattern).map((each) => ({ each, end: first.call.end }));
      });
      const items = found.filter(({ each, end }) => isSo(each.call.end, end)).map(({ each }) => itemOfCall(file, each));
      return { items, looked: found.length };
    });
  });
}

/** What a call is given: of a string what it says, else the source. */
function givenTo(given: Given, takenFrom: (found: FoundCall) => Value | undefined): FilesQuestion {
  return amongCalls(given.CALL ?? "", given.PLACE, (file, calls) =>
    calls.flatMap((found) => {
      const value = takenFrom(found);
      return value === undefined ? [] : [itemOfCall(file, found, value.kind === "string" ? value.value : value.text)];
    }),
  );
}

function numberOf(text: string | undefined, least: number): number {
  const number = Number(text);
  if (/^\d{1,3}$/.test(text ?? "") && number >= least) return number;
  throw new BinnacleError("bad-configuration", `\`${text}\` is no number; expected one from ${least} to 999.`);
}

const UNIT = ["call", "calls"] as const;
const HOW =
  "CALL is `f`, `object.f` or, with just these arguments, `f(x, y=1)` and `f(x, ...)`; PLACE a function, a class or files";

export const CALL_FORMS: readonly Form[] = [
  {
    form: "calls of CALL [in PLACE]",
    help: `calls by path and line. ${HOW}. A decorator and a default are no calls`,
    example: "calls of \"ask('predict', ...)\" in lodestar",
    unit: UNIT,
    make: (given) => callsOf(given, (file, calls) => calls.map((found) => itemOfCall(file, found))),
  },
  {
    form: "calls of CALL with no arguments [in PLACE]",
    help: "those that are given nothing",
    example: "calls of queue.Queue with no arguments",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => call.args.length + call.keywords.length === 0),
  },
  {
    form: "calls of CALL with N arguments [in PLACE]",
    help: "those that are given so many, by place and by name together; a spread counts as one",
    example: "calls of ask with 2 arguments in Engine",
    unit: UNIT,
    make: (given) => {
      const number = numberOf(given.N, 0);
      return callsThat(given, ({ call }) => call.args.length + call.keywords.length === number);
    },
  },
  {
    form: "calls of CALL with keyword NAME [in PLACE]",
    help: "those that give this argument by its name",
    example: "calls of ask with keyword timeout",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => call.keywords.some(({ name }) => name === given.NAME)),
  },
  {
    form: "calls of CALL without keyword NAME [in PLACE]",
    help: "those that do not, a `**rest` not looked into",
    example: "calls of ask without keyword reply in lodestar/engine.py",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => !call.keywords.some(({ name }) => name === given.NAME)),
  },
  {
    form: "calls of CALL in PLACE under CONDITION",
    help: "those that run only where the condition holds: inside its `if`, or behind one that leaves where it does not",
    example: 'calls of outbox.put in Worker.run under "out is not None"',
    unit: UNIT,
    make: (given) => callsUnder(given, true),
  },
  {
    form: "calls of CALL in PLACE not under CONDITION",
    help: "the others",
    example: 'calls of outbox.put in Worker.run not under "out is not None"',
    unit: UNIT,
    make: (given) => callsUnder(given, false),
  },
  {
    form: "calls of CALL before calls of CALL in PLACE",
    help: "calls that stand before the first call of the other in the same function; what is inside of a call comes before it",
    example: "calls of put_nowait before calls of ask in Console._do_release",
    unit: UNIT,
    make: (given) => callsBeside(given, (end, other) => end < other),
  },
  {
    form: "calls of CALL after calls of CALL in PLACE",
    help: "calls that stand behind the first call of the other in the same function",
    example: "calls of put_nowait after calls of ask in Console._do_release",
    unit: UNIT,
    make: (given) => callsBeside(given, (end, other) => end > other),
  },
  {
    form: "caught calls of CALL [in PLACE]",
    help: "those in a `try` of the same function that catches something",
    example: "caught calls of ask_all",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => call.caught !== null),
  },
  {
    form: "uncaught calls of CALL [in PLACE]",
    help: "the others: what they throw leaves the function",
    example: "uncaught calls of ask in lodestar/engine.py",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => call.caught === null),
  },
  {
    form: "discarded calls of CALL [in PLACE]",
    help: "those whose value nobody takes",
    example: "discarded calls of ask in lodestar/engine.py",
    unit: UNIT,
    make: (given) => callsThat(given, ({ call }) => call.use === "discarded"),
  },
  {
    form: "argument N of calls of CALL [in PLACE]",
    help: "what each call is given there, 1 being the first: of a string what it says, else its source",
    example: "argument 1 of calls of crew.ask in lodestar/engine.py",
    unit: ["argument", "arguments"],
    make: (given) => {
      const index = numberOf(given.N, 1) - 1;
      return givenTo(given, ({ call }) => call.args[index]);
    },
  },
  {
    form: "keyword NAME of calls of CALL [in PLACE]",
    help: "what each call gives by that name",
    example: "keyword timeout of calls of ask in lodestar",
    unit: ["argument", "arguments"],
    make: (given) => givenTo(given, ({ call }) => call.keywords.find(({ name }) => name === given.NAME)?.value),
  },
  {
    form: "functions that call CALL [in PLACE]",
    help: "functions with such a call, `<module>` of what stands in none; what is nested in a function is part of it",
    example: "functions that call inbox.put",
    unit: ["function", "functions"],
    make: (given) => callsOf(given, (file, calls) => functionsOf(calls.map((found) => itemOfCall(file, found)))),
  },
  {
    form: "files that call CALL [in PLACE]",
    help: "files with such a call",
    example: "files that call pickle.dumps",
    unit: ["file", "files"],
    make: (given) =>
      callsOf(given, (file, [first]) => (first === undefined ? [] : [itemOfCall(file, first, file.path)])),
  },
];
