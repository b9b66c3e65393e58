// The questions about what stands inside of functions: statements, returns, what is raised, what is read off a variable; and
// about imports. They go by names and by source, and follow no value.

import { textOf } from "../../facts/source-file.ts";
import type { Raise, Return } from "../../model.ts";
import { fold } from "../../syntax/nodes.ts";
import type { CodeFile, FilesQuestion, Form, Item } from "../question.ts";
import { IMPORT_FORMS } from "./code/import-forms.ts";
import { functionsOf, itemAt, type Place, within } from "./code/places.ts";
import { askName, askPlace, askThings, askWhere, type Told } from "./code/question.ts";
import { readsOff } from "./code/reads.ts";
import { STATEMENT_FORMS } from "./code/statement-forms.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** Returns of functions, each its own: what a nested function returns is not what the outer one does. */
function returnsOf({ FUNCTION }: Given, isWanted: (each: Return) => boolean): FilesQuestion {
  return askName(FUNCTION, (file, places) =>
    places.flatMap((place) =>
      place.body.returns
        .filter(isWanted)
        .map((each) => itemAt(file, place, each, each.implicit ? OFF_THE_END : each.value.text)),
    ),
  );
}

const OFF_THE_END = "(falls off the end)";

function hasValue({ implicit, value }: Return): boolean {
  return !implicit && value.kind !== "null";
}

function raisesIn(file: CodeFile, place: Place): readonly { readonly raise: Raise; readonly item: Item }[] {
  return [...within(place)].flatMap((inner) =>
    inner.body.raises.map((raise) => ({
      raise,
      item: itemAt(file, inner, raise, raise.exception ?? statementAt(file, inner, raise)),
    })),
  );
}

/** The source of what raises something that has no name: a bare `raise`, `throw await failed()`. */
function statementAt({ source }: CodeFile, { chunk }: Place, { line, endLine }: Raise): string {
  const lines = source === null ? [] : textOf(source, chunk).split("\n");
  return fold(lines.slice(line, endLine + 1).join("\n")).slice(0, 200);
}

function readsOffObject({ OBJECT = "", PLACE }: Given, told: (found: Told) => Told, isSet = false): FilesQuestion {
  const last = simple(OBJECT);
  const words = /^[\p{L}\p{N}_$]+$/u.test(last) ? [last] : [];
  return askPlace(PLACE, (where) => {
    const of = `places with \`${OBJECT}\`${where.in}`;
    return askThings({ wants: where.wants, words: [...where.words, ...words], of, isSet }, (file) => {
      const { reads, looked } = readsOff(where, OBJECT, file);
      return told({ items: reads.map(({ access, place }) => itemAt(file, place, access, access.key)), looked });
    });
  });
}

function simple(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

const RETURN = ["return", "returns"] as const;

export const STRUCTURE_FORMS: readonly Form[] = [
  ...STATEMENT_FORMS,
  {
    form: "returns of FUNCTION",
    help: "its `return` statements, by the source of their value, `None` of a bare one; what a nested function returns is not its own, a generator has none",
    example: "returns of Console.handle",
    unit: RETURN,
    make: (given) => returnsOf(given, ({ implicit }) => !implicit),
  },
  {
    form: "returns of FUNCTION with a value",
    help: "those whose value is written and is not `None`, `null` or `undefined`",
    example: "returns of Crew.ask with a value",
    unit: RETURN,
    make: (given) => returnsOf(given, hasValue),
  },
  {
    form: "returns of FUNCTION without a value",
    help: "those with none, and the end of the function where control can run off it",
    example: "returns of Crew.ask without a value",
    unit: ["return without a value", "returns without a value"],
    make: (given) => returnsOf(given, (each) => !hasValue(each)),
  },
  {
    form: "keys returned by FUNCTION",
    help: "the literal keys of each dictionary or object that it returns, and `...` where others may come",
    example: "keys returned by Runner.get_capacity",
    unit: ["key", "keys"],
    make: ({ FUNCTION }) =>
      askName(FUNCTION, (file, places) =>
        places.flatMap((place) =>
          place.body.returns.flatMap((each) =>
            each.value.kind === "keys"
              ? [...each.value.keys, ...(each.value.open ? ["..."] : [])].map((key) => itemAt(file, place, each, key))
              : [],
          ),
        ),
      ),
  },
  {
    form: "exceptions raised by FUNCTION",
    help: "the exception of each `raise` and `throw` in it, by its name, else the statement; what it calls may raise others",
    example: "exceptions raised by HarmonicSet.from_wire",
    unit: ["exception", "exceptions"],
    make: ({ FUNCTION }) =>
      askName(FUNCTION, (file, places) => places.flatMap((place) => raisesIn(file, place).map(({ item }) => item))),
  },
  {
    form: "functions that raise EXCEPTION [in PLACE]",
    help: "functions with such a `raise` or `throw`, by the exception's name as it is written there",
    example: "functions that raise ValueError in lodestar",
    unit: ["function", "functions"],
    make: ({ EXCEPTION = "", PLACE }) =>
      askWhere(PLACE, simple(EXCEPTION), (file, where) => {
        const raised = where.places(file, simple(EXCEPTION)).flatMap((place) => raisesIn(file, place));
        const isMeant = (name: string) => name === EXCEPTION || name.endsWith(`.${EXCEPTION}`);
        const items = raised.filter(({ raise }) => isMeant(raise.exception ?? "")).map(({ item }) => item);
        return functionsOf(items);
      }),
  },
  {
    form: "names read off OBJECT [in PLACE]",
    help: "attributes, keys, items and methods taken off a variable of that name, each once; what the value is called elsewhere is not followed",
    example: "names read off table in lodestar/planner.py",
    unit: ["name", "names"],
    make: (given) => readsOffObject(given, (told) => told, true),
  },
  {
    form: "reads off OBJECT [in PLACE]",
    help: "the same, each place by itself",
    example: "reads off capacity in Engine.__init__",
    unit: ["read", "reads"],
    make: (given) => readsOffObject(given, (told) => told),
  },
  {
    form: "functions that read NAME off OBJECT [in PLACE]",
    help: "functions that take this attribute, key, item or method off a variable of that name",
    example: "functions that read port_ids off table",
    unit: ["function", "functions"],
    make: (given) =>
      readsOffObject(given, ({ items, looked }) => ({
        items: functionsOf(items.filter(({ text }) => text === given.NAME)),
        looked,
      })),
  },
  ...IMPORT_FORMS,
];
