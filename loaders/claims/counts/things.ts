// The catalogue: for each noun that prose counts, the questions that may count it, of a name, a file, a folder or the
// surface, likeliest first. It asks nothing; a noun that is not here is not derived.

import type { Subject } from "./subject.ts";

/** A noun with what counts it. */
export interface Thing {
  readonly name: string;
  /** Its plural and singular, as they are written; no groups. */
  readonly words: string;
  /** Questions, likeliest first; none where the noun is not counted of such a subject. */
  readonly questions: (subject: Subject) => readonly string[];
}

/** Folders of tests: what they call and derive is mostly not what prose counts. */
const TESTS = "**/{test,tests,testing,spec,__tests__}/**";

/** Of a name: by its own kind. Of a path: what stands in it. */
function things(
  name: string,
  words: string,
  questions: Partial<Readonly<Record<Subject["kind"], (text: string, subject: Subject) => readonly string[]>>>,
): Thing {
  return { name, words, questions: (subject) => questions[subject.kind]?.(quoted(subject.text), subject) ?? [] };
}

function quoted(text: string): string {
  return `\`${text}\``;
}

/** What a table, a list, an enum or a class is called by the same words for. */
const literal = (of: string) => [`keys of ${of} in .`, `items of ${of} in .`];

function withoutTests(question: string, again: string): readonly string[] {
  return [`${question} minus ${again} in ${quoted(TESTS)}`, question];
}

function callsOf(of: string, first: "functions" | "calls", { home }: Subject): readonly string[] {
  const near =
    home === null ? [] : [`calls of ${of} in ${quoted(home)}`, `functions that call ${of} in ${quoted(home)}`];
  const [calls, functions, files] = ["calls of", "functions that call", "files that call"].map((form) =>
    withoutTests(`${form} ${of}`, `${form} ${of}`),
  );
  return [...(first === "calls" ? [...calls!, ...functions!] : [...functions!, ...calls!]), ...files!, ...near];
}

const inPath = (form: string) => (path: string) => [`${form} in ${path}`];

export const THINGS: readonly Thing[] = [
  things("modules", "(?:sub-?)?modules|source files", {
    folder: (path, { text }) => [
      `modules in ${path}`,
      `modules in ${quoted(`${text}/**`)}`,
      `files in ${quoted(`${text}/*`)}`,
      `files in ${path}`,
    ],
  }),
  things("files", "files", {
    folder: (path, { text }) => [
      `files in ${path}`,
      `files in ${quoted(`${text}/*`)}`,
      ...["py", "ts", "rs", "lean", "md", "yaml", "json"].flatMap((ending) => [
        `files in ${quoted(`${text}/*.${ending}`)}`,
        `files in ${quoted(`${text}/**/*.${ending}`)}`,
      ]),
      `modules in ${path}`,
    ],
  }),
  things("classes", "classes|dataclasses", { file: inPath("classes"), folder: inPath("classes") }),
  things("functions", "functions", {
    file: (path) => [`functions in ${path}`, `exports of ${path}`, `functions in ${path} or methods in ${path}`],
    folder: inPath("functions"),
  }),
  things("methods", "methods", {
    name: (of) => [`methods of ${of}`, `public methods of ${of}`, `members of ${of}`],
    file: inPath("methods"),
  }),
  things("subclasses", "subclasses|implementations|implementers|implementors", {
    name: (of) => withoutTests(`subclasses of ${of}`, "classes"),
  }),
  things("members", "members|variants|values|cases|kinds|levels|modes", {
    name: (of) => [`members of ${of}`, ...literal(of), `fields of ${of}`, `subclasses of ${of}`],
  }),
  things("parameters", "parameters|params|arguments|args", {
    name: (of) => [`parameters of ${of}`, `required parameters of ${of}`],
  }),
  things("fields", "fields|attributes|properties", {
    name: (of) => [
      `fields of ${of}`,
      `attributes of ${of}`,
      `members of ${of}`,
      ...literal(of),
      `keys returned by ${of}`,
      `parameters of ${of}`,
    ],
  }),
  things("keys", "keys", {
    name: (of) => [...literal(of), `keys returned by ${of}`, `fields of ${of}`, `members of ${of}`],
  }),
  things("items", "entries|items|elements|rows|names|patterns|rules|flags|options|commands|events|tools", {
    name: (of) => [...literal(of), `members of ${of}`, `fields of ${of}`],
  }),
  things("exports", "exports|exported names|public names", { file: (path) => [`exports of ${path}`] }),
  things("tests", "(?:unit |integration )?tests|test cases|test functions", {
    name: (of) => [`methods of ${of}`],
    file: inPath("tests"),
    folder: inPath("tests"),
  }),
  things("callers", "callers|call[- ]?sites|places", {
    name: (of, subject) => callsOf(of, /^caller/.test(subject.noun) ? "functions" : "calls", subject),
  }),
  things("sites", "sites|(?:broadcast|dispatch) sites", {
    contract: (of) => [`sites of ${of}`, `sites of ${of} that wait`],
    surface: () => ["sites", "sites that wait", "sites that do not wait"],
  }),
  things("names", "names|(?:dispatched|answered|waited|unanswered) names", {
    surface: () => ["dispatched names", "waited names", "unwaited names", "answered names", "unanswered names"],
    answerer: (of) => [`names answered by ${of}`, `names answered only by ${of}`, `names sent by ${of}`],
  }),
  things("imports", "imports|imported modules", { file: (path) => [`modules imported in ${path}`] }),
  things("lines", "lines(?: of code)?|LOC", { file: (path) => [`lines of ${path}`] }),
  things("decorators", "decorators", { name: (of) => [`decorators of ${of}`] }),
  things("exceptions", "exceptions|exception types", { name: (of) => [`exceptions raised by ${of}`] }),
  things("returns", "returns|return statements", {
    name: (of) => [`returns of ${of}`, `returns of ${of} with a value`],
  }),
];

/** Any of their words, in one group. */
export const NOUN = `(${[...new Set(THINGS.flatMap(({ words }) => words.split(/\|(?![^(]*\))/)))].toSorted((a, b) => b.length - a.length).join("|")})`;

const COMPILED = THINGS.map((thing) => ({ thing, pattern: new RegExp(`^(?:${thing.words})$`, "i") }));

/** The things that a noun may mean, one or many. */
export function thingsOf(noun: string): readonly Thing[] {
  const forms = [noun, `${noun}s`, `${noun}es`, noun.replace(/y$/i, "ies")];
  return COMPILED.filter(({ pattern }) => forms.some((form) => pattern.test(form))).map(({ thing }) => thing);
}
