// The questions about literals: what a constant is, which keys a table has, what a list holds. What is put together at run
// time is told by its source, and what is spread into a literal as an item of its own.

import type { Answer, CodeFile, Fact, FilesQuestion, Form } from "../question.ts";
import { type Constant, constantsNamed } from "./code/constants.ts";
import type { Entry } from "./code/literals.ts";
import { wantedName } from "./code/names.ts";
import { askThings, tally, untallied } from "./code/question.ts";
import { sourceScope } from "./code/scope.ts";

type Given = Readonly<Partial<Record<string, string>>>;

function scopeOfName({ NAME = "", PATH = "" }: Given) {
  const wanted = wantedName(NAME);
  const fits = sourceScope(PATH);
  const wants = (path: string) => fits(path) && wanted.in(path);
  return { wanted, wants, words: [wanted.word], in: ` in \`${PATH}\`` };
}

/** What is bound to a name; of one number, also as a number. */
function valuesOf(given: Given): FilesQuestion {
  const { wanted, wants, words, in: where } = scopeOfName(given);
  return {
    about: "files",
    wants,
    words,
    read: (file) => {
      const constants = constantsNamed(file, wanted);
      const facts = constants.map(({ literal: { text, number }, line, function: inside, class: owner }): Fact => {
        return { text, number, path: file.path, line, function: inside, class: owner };
      });
      return constants.length === 0 ? [] : [tally(file.path, constants.length), ...facts];
    },
    answer: (facts): Answer => {
      const { found, looked } = untallied(facts);
      const number = found.length === 1 ? found[0]?.number : null;
      return {
        items: found.map(({ number: _, ...item }) => item),
        number: typeof number === "number" ? number : null,
        looked,
        of: `constants ${wanted.text}${where}`,
      };
    },
  };
}

/** Something of each entry of the literals of a kind that are bound to a name. */
function entriesOf(given: Given, kind: "list" | "table", of: string, textOf: (entry: Entry) => string): FilesQuestion {
  const { wanted, wants, words, in: where } = scopeOfName(given);
  return askThings({ wants, words, of: `${of} ${wanted.text}${where}` }, (file) => {
    const literals = constantsNamed(file, wanted).filter(({ literal }) => literal.kind === kind);
    return { items: literals.flatMap((each) => itemsOf(file, each, textOf)), looked: literals.length };
  });
}

function itemsOf(
  { path }: CodeFile,
  { literal, shift, function: inside, class: owner }: Constant,
  textOf: (entry: Entry) => string,
) {
  return literal.entries.map((entry) => ({
    text: textOf(entry),
    path,
    line: shift + entry.row,
    function: inside,
    class: owner,
  }));
}

export const VALUE_FORMS: readonly Form[] = [
  {
    form: "value of NAME in PATH",
    help: "what is bound to a constant of the module, or to `Class.NAME`, `Class.method.name`, `TABLE.key`: the text of a string, a number also where it is calculated from numbers, else the source",
    example: "value of SYNODIC_HOURS in lodestar/night_runner.py",
    unit: ["value", "values"],
    make: valuesOf,
  },
  {
    form: "keys of NAME in PATH",
    help: "keys of a dictionary, an object, a `Map` or an enum that is written out; what is spread into it counts as a key of its own",
    example: "keys of Console._COMMANDS in lodestar/console.py",
    unit: ["key", "keys"],
    make: (given) => entriesOf(given, "table", "tables", ({ key }) => key ?? ""),
  },
  {
    form: "values of NAME in PATH",
    help: "what stands at these keys: the text of a string, else the source",
    example: "values of ALIASES in lodestar/ports.py",
    unit: ["value", "values"],
    make: (given) => entriesOf(given, "table", "tables", ({ value }) => value.text),
  },
  {
    form: "items of NAME in PATH",
    help: "items of a list, tuple, set or array that is written out, `frozenset({…})` and `new Set([…])` too",
    example: "items of HarmonicSet.from_wire.expected in lodestar/wire.py",
    unit: ["item", "items"],
    make: (given) => entriesOf(given, "list", "lists", ({ value }) => value.text),
  },
];
