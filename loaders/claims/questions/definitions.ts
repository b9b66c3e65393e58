// The questions about what is defined where: classes, functions with their parameters and decorators, exports, tests. They
// go by names; what `setattr` or a plugin adds is not seen.

import type { Chunk } from "../../model.ts";
import { definitionsOf } from "../../syntax/definitions.ts";
import type { CodeFile, FilesQuestion, Form, Item } from "../question.ts";
import { CLASS_FORMS } from "./code/class-forms.ts";
import { exportsOf } from "./code/exports.ts";
import { isNamed, type Wanted, wantedName } from "./code/names.ts";
import { classesNamed, functionsNamed, nameOf, type Place, whereOfName } from "./code/places.ts";
import { askFiles, askThings } from "./code/question.ts";
import { filesIn, scopeOf, sourceScope } from "./code/scope.ts";
import { plainSource } from "./code/source.ts";
import { testsOf } from "./code/tests.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** Definitions of a kind: in Python and scripts those of the outline, elsewhere those that a grammar tells. */
function definitionsThat(
  { GLOB }: Given,
  isOutlined: (chunk: Chunk) => boolean,
  isDefined: (kind: string, owner: string | null) => boolean,
): FilesQuestion {
  return askFiles({ wants: scopeOf(GLOB), of: filesIn(GLOB) }, (file) => {
    const { path, source, text } = file;
    if (source !== null)
      return source.chunks
        .filter(isOutlined)
        .map((chunk) => ({ text: nameOf(chunk), path, line: chunk.line, class: chunk.owner }));
    const { definitions } = definitionsOf(path, text);
    const classes = new Set(definitions.filter(({ kind }) => kind === "class").map(({ name }) => name));
    return definitions
      .map((each) => ({ each, owner: classes.has(parentOf(each.name)) ? parentOf(each.name) : null }))
      .filter(({ each, owner }) => isDefined(each.kind, owner) && (owner !== null || !each.name.includes(".")))
      .map(({ each, owner }) => ({ text: each.name, path, line: each.nameLine, class: owner }));
  });
}

function parentOf(name: string): string {
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
}

/** What the functions of a name say in their heads. */
function ofFunctions({ FUNCTION }: Given, tell: (place: Place, file: CodeFile) => readonly string[]): FilesQuestion {
  const { wants, words, wanted } = whereOfName(FUNCTION);
  return askThings({ wants, words, of: `functions ${wanted?.text}` }, (file) => {
    const places = functionsNamed(file, wanted as Wanted);
    const items = places.flatMap((place) =>
      tell(place, file).map(
        (text): Item => ({
          text,
          path: file.path,
          line: place.line,
          function: place.function,
          class: place.class,
        }),
      ),
    );
    return { items, looked: places.length };
  });
}

/** Parameters as a caller gives them: what a method is called on is none. */
function parametersOf({ chunk, body }: Place, { source }: CodeFile) {
  const { parameters, decorators } = body;
  const isMethod = chunk.kind === "function" && chunk.owner !== null && nameOf(chunk).endsWith(`.${chunk.name}`);
  const isBound = source?.language === "python" && isMethod && !decorators.includes("staticmethod");
  return isBound && /^(?:self|cls|mcs|_+)$/.test(parameters[0]?.name ?? "") ? parameters.slice(1) : parameters;
}

function decoratorsOf({ NAME = "", GLOB }: Given): FilesQuestion {
  const wanted = wantedName(NAME);
  const scope = sourceScope(GLOB);
  const wants = (path: string) => scope(path) && wanted.in(path);
  return askThings({ wants, words: [wanted.word], of: `functions or classes ${wanted.text}` }, (file) => {
    const { path, source } = file;
    if (source === null) return { items: [], looked: 0 };
    const classes = classesNamed(source, wanted).map((chunk) => ({ chunk, decorators: chunk.decorators }));
    const functions = functionsNamed(file, wanted).map(({ chunk, body }) => ({
      chunk,
      decorators: isNamed(wanted, nameOf(chunk)) ? chunk.decorators : body.decorators,
    }));
    const all = [...classes, ...functions];
    const items = all.flatMap(({ chunk, decorators }) =>
      decorators.map(
        (text): Item => ({
          text,
          path,
          line: chunk.firstLine,
          function: chunk.kind === "function" ? nameOf(chunk) : null,
          class: chunk.kind === "class" ? nameOf(chunk) : chunk.owner,
        }),
      ),
    );
    return { items, looked: all.length };
  });
}

/** Functions and classes with a decorator: by its whole source, or by what is called where it is called. */
function decoratedWith({ DECORATOR = "", GLOB }: Given): FilesQuestion {
  const wanted = plainSource(DECORATOR.replace(/^@/, ""));
  const word = /[\p{L}\p{N}_$]+/u.exec(wanted.slice(wanted.lastIndexOf(".") + 1))?.[0] ?? "";
  const isMeant = (decorator: string) => {
    const source = plainSource(decorator);
    const called = source.endsWith(")") ? source.slice(0, source.indexOf("(")) : source;
    return source === wanted || called === wanted || called.endsWith(`.${wanted}`);
  };
  const scope = { wants: sourceScope(GLOB), words: word === "" ? [] : [word], of: filesIn(GLOB) };
  return askFiles(scope, ({ path, source }) =>
    (source?.chunks ?? [])
      .filter(({ decorators }) => decorators.some(isMeant))
      .map((chunk) => ({ text: nameOf(chunk), path, line: chunk.line, class: chunk.owner })),
  );
}

const METHOD = ["method", "methods"] as const;
const PARAMETER = ["parameter", "parameters"] as const;

export const DEFINITION_FORMS: readonly Form[] = [
  {
    form: "classes [in GLOB]",
    help: "classes by name, nested ones with their outer one; elsewhere than in Python, TypeScript and JavaScript also structs, interfaces and enums",
    example: "classes in lodestar/wire.py",
    unit: ["class", "classes"],
    make: (given) =>
      definitionsThat(
        given,
        ({ kind }) => kind === "class",
        (kind) => kind === "class",
      ),
  },
  {
    form: "functions [in GLOB]",
    help: "functions that stand in no class and in no other function",
    example: "functions in lodestar/timing.py",
    unit: ["function", "functions"],
    make: (given) =>
      definitionsThat(
        given,
        ({ kind, owner }) => kind === "function" && owner === null,
        (kind, owner) => kind === "function" && owner === null,
      ),
  },
  {
    form: "methods [in GLOB]",
    help: "methods of all classes, as `Class.method`",
    example: "methods in lodestar/wire.py",
    unit: METHOD,
    make: (given) =>
      definitionsThat(
        given,
        ({ kind, owner }) => kind === "function" && owner !== null,
        (kind, owner) => kind === "function" && owner !== null,
      ),
  },
  ...CLASS_FORMS,
  {
    form: "parameters of FUNCTION",
    help: "by name, without `self` and `cls`",
    example: "parameters of Crew.ask",
    unit: PARAMETER,
    make: (given) => ofFunctions(given, (place, file) => parametersOf(place, file).map(({ name }) => name)),
  },
  {
    form: "required parameters of FUNCTION",
    help: "those without a default, `*args` and the like not counted",
    example: "required parameters of Crew.ask",
    unit: ["required parameter", "required parameters"],
    make: (given) =>
      ofFunctions(given, (place, file) =>
        parametersOf(place, file)
          .filter(({ default: fallback, rest, name }) => fallback === null && !rest && /^[\p{L}\p{N}_$]/u.test(name))
          .map(({ name }) => name),
      ),
  },
  {
    form: "default of NAME in FUNCTION",
    help: "a parameter's default as source",
    example: "default of timeout in Client.broadcast_command",
    unit: ["default", "defaults"],
    make: (given) =>
      ofFunctions(given, (place, file) =>
        parametersOf(place, file).flatMap(({ name, default: fallback }) =>
          name === given.NAME && fallback !== null ? [fallback] : [],
        ),
      ),
  },
  {
    form: "decorators of NAME [in GLOB]",
    help: "decorators of a function or class, outermost first, as source without `@`",
    example: "decorators of Runner.calibrate",
    unit: ["decorator", "decorators"],
    make: decoratorsOf,
  },
  {
    form: "definitions decorated with DECORATOR [in GLOB]",
    help: "functions and classes with this decorator, `app.get` also where it is called; those nested in functions are not seen",
    example: "definitions decorated with traced",
    unit: ["definition", "definitions"],
    make: decoratedWith,
  },
  {
    form: "exports of GLOB",
    help: "names that a module gives out: what a script exports; in Python `__all__`, else what is defined at the top without `_`",
    example: "exports of lodestar/timing.py",
    unit: ["export", "exports"],
    make: ({ GLOB }) => askFiles({ wants: sourceScope(GLOB), of: filesIn(GLOB) }, exportsOf),
  },
  {
    form: "tests [in GLOB]",
    help: "functions `test…` of Python, at the top or in a test class, and the titles of `test(…)` and `it(…)`; one that runs with many parameters is one",
    example: "tests in lodestar/tests",
    unit: ["test", "tests"],
    make: ({ GLOB }) => askFiles({ wants: sourceScope(GLOB), of: filesIn(GLOB) }, testsOf),
  },
];
