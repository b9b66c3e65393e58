// The questions about classes: what they have, what they derive from and what derives from them. What a class inherits is not
// told as its own.

import type { FilesQuestion, Form, Item } from "../../question.ts";
import { type ClassPlace, classPlaces, type Member } from "./classes.ts";
import { classFacts, descendants } from "./family.ts";
import { wantedName } from "./names.ts";
import { classesNamed, nameOf } from "./places.ts";
import { askThings } from "./question.ts";
import { scopeOf, sourceScope } from "./scope.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** Members of the classes of a name. */
function membersOf({ CLASS = "" }: Given, isWanted: (member: Member, of: ClassPlace) => boolean): FilesQuestion {
  const wanted = wantedName(CLASS);
  const wants = (path: string) => scopeOf(undefined)(path) && wanted.in(path);
  return askThings({ wants, words: [wanted.word], of: `classes ${wanted.text}` }, (file) => {
    const places = classPlaces(file, wanted);
    const items = places.flatMap((place) =>
      place.members
        .filter((member) => isWanted(member, place))
        .map(({ name, line }) => ({ text: name, path: file.path, line, class: place.name })),
    );
    return { items, looked: places.length };
  });
}

/** Of an enum its members; of any other class its fields and methods. */
function isMember({ kind, name, isDeclared }: Member, { isEnum }: ClassPlace): boolean {
  if (kind === "attribute") return false;
  return !isEnum || (kind === "field" && isDeclared !== true && !name.startsWith("_"));
}

function isPublic({ kind, name, isPrivate }: Member): boolean {
  return kind === "method" && !/^[_#]|^constructor$/.test(name) && isPrivate !== true;
}

function subclassesOf({ CLASS = "" }: Given): FilesQuestion {
  const wanted = wantedName(CLASS);
  return {
    about: "files",
    wants: sourceScope(undefined),
    words: [],
    read: classFacts,
    answer: (facts) => {
      const { found, looked } = descendants(facts, wanted);
      return { items: found, number: null, looked, of: `classes ${wanted.text}` };
    },
  };
}

function basesOf({ CLASS = "" }: Given): FilesQuestion {
  const wanted = wantedName(CLASS);
  const wants = (path: string) => sourceScope(undefined)(path) && wanted.in(path);
  return askThings({ wants, words: [wanted.word], of: `classes ${wanted.text}` }, ({ path, source }) => {
    const classes = source === null ? [] : classesNamed(source, wanted);
    const items = classes.flatMap((chunk) =>
      chunk.bases.map((text): Item => ({ text, path, line: chunk.line, class: nameOf(chunk) })),
    );
    return { items, looked: classes.length };
  });
}

const METHOD = ["method", "methods"] as const;

export const CLASS_FORMS: readonly Form[] = [
  {
    form: "methods of CLASS",
    help: "those that the class itself defines, each name once; properties are methods, what it inherits is not its own",
    example: "methods of NightRunner",
    unit: METHOD,
    make: (given) => membersOf(given, ({ kind }) => kind === "method"),
  },
  {
    form: "public methods of CLASS",
    help: "those whose name does not begin with `_` or `#`, and that are not `private` or `protected`; constructors are none",
    example: "public methods of Console",
    unit: ["public method", "public methods"],
    make: (given) => membersOf(given, isPublic),
  },
  {
    form: "fields of CLASS",
    help: "names that the class's own body binds or declares; in TypeScript also of interfaces, types and a constructor's `private x`",
    example: "fields of Config",
    unit: ["field", "fields"],
    make: (given) => membersOf(given, ({ kind }) => kind === "field"),
  },
  {
    form: "attributes of CLASS",
    help: "its fields, and what its methods set on `self` or `this`",
    example: "attributes of TideTable",
    unit: ["attribute", "attributes"],
    make: (given) => membersOf(given, ({ kind }) => kind !== "method"),
  },
  {
    form: "members of CLASS",
    help: "of an enum its members, of any other class its fields and methods",
    example: "members of Config",
    unit: ["member", "members"],
    make: (given) => membersOf(given, isMember),
  },
  {
    form: "subclasses of CLASS",
    help: "classes that derive from it, directly or not, by name; those of other packages are not known",
    example: "subclasses of Runner",
    unit: ["subclass", "subclasses"],
    make: subclassesOf,
  },
  {
    form: "bases of CLASS",
    help: "what the class itself derives from, as source; `implements` is no base",
    example: "bases of SurveyRunner",
    unit: ["base", "bases"],
    make: basesOf,
  },
];
