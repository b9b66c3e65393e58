// Turns .gitattributes files into the attributes of a path, as gitattributes(5) has them.
// It is given the files' text by a function; it runs nothing that they name.
import { type Pattern, wildmatch } from "./wildmatch.ts";

/** An attribute's state: set, unset (`-text`), a value (`text=auto`); one that is not there is unspecified. */
export type AttributeState = true | false | string;
export type Attributes = ReadonlyMap<string, AttributeState>;

interface Rule {
  readonly fits: (path: string) => boolean;
  /** `null`: `!text`, unspecified again. */
  readonly sets: readonly (readonly [string, AttributeState | null])[];
}

/** One file's rules, in its order. */
export interface AttributeFile {
  readonly rules: readonly Rule[];
  readonly macros: ReadonlyMap<string, Rule["sets"]>;
}

export interface AttributeOptions {
  /** The folder that the file is in: "" is the root. */
  readonly dir: string;
  /** Whether it may name macros: the root's, the repository's and the user's own may. */
  readonly macros: boolean;
  /** `core.ignoreCase`. */
  readonly fold: boolean;
}

/** Git's own bounds: what is longer is not read. */
const LONGEST_LINE = 2048;
const LARGEST_FILE = 100 * 2 ** 20;

const BUILTIN: ReadonlyMap<string, Rule["sets"]> = new Map([
  [
    "binary",
    [
      ["diff", false],
      ["merge", false],
      ["text", false],
    ],
  ],
]);

/** Reads a file. Lines that git would not take are left out, as git does. */
export function parseAttributes(text: string, options: AttributeOptions): AttributeFile {
  const rules: Rule[] = [];
  const macros = new Map<string, Rule["sets"]>();
  if (text.length > LARGEST_FILE) return { rules, macros };
  for (const raw of text.replace(/^\uFEFF/, "").split("\n")) {
    const line = raw.replace(/^[ \t\r\n]+/, "");
    if (line === "" || line.startsWith("#") || Buffer.byteLength(raw) >= LONGEST_LINE) continue;
    const head = headOf(line);
    if (head === null) continue;
    const sets = setsOf(head.rest);
    if (sets === null) continue;
    const macro = /^\[attr\](.+)$/s.exec(head.pattern)?.[1];
    if (macro !== undefined) {
      if (options.macros && isName(macro)) macros.set(macro, sets);
      continue;
    }
    // A pattern that ends in "/" is for folders, which have no attributes that a file takes over.
    if (head.pattern.startsWith("!") || head.pattern.endsWith("/")) continue;
    rules.push({ fits: ruleFor(head.pattern, options), sets });
  }
  return { rules, macros };
}

/** The pattern in front, unquoted, and the rest of the line. */
function headOf(line: string): { readonly pattern: string; readonly rest: string } | null {
  if (line.startsWith('"')) {
    const quoted = /^"((?:[^"\\]|\\[0-3][0-7]{2}|\\[abfnrtv"\\])*)"/.exec(line);
    if (quoted !== null) return { pattern: unquoted(quoted[1]!), rest: line.slice(quoted[0].length) };
  }
  const plain = /^[^ \t\r\n]+/.exec(line)![0];
  return { pattern: plain, rest: line.slice(plain.length) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unquoted(text: string): string {
  if (!text.includes("\\")) return text;
  const latin = Buffer.from(text).toString("latin1");
  const bytes = latin.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    /^\d/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function setsOf(text: string): Rule["sets"] | null {
  const sets: [string, AttributeState | null][] = [];
  for (const word of text.split(/[ \t\r\n]+/).filter((each) => each !== "")) {
    const [, sign, name, value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(word)!;
    if (!isName(name!)) return null;
    sets.push([name!, sign === "-" ? false : sign === "!" ? null : (value ?? true)]);
  }
  return sets;
}

function isName(name: string): boolean {
  return /^[A-Za-z0-9_.][-A-Za-z0-9_.]*$/.test(name);
}

function ruleFor(pattern: string, { dir, fold }: AttributeOptions): (path: string) => boolean {
  const below = dir === "" ? 0 : dir.length + 1;
  if (!pattern.includes("/")) {
    // Without a slash a name is meant, in any folder; there "*" may be anything, for a name has no slash.
    const fits = wildmatch(pattern, { fold });
    return (path) => fits(path.slice(path.lastIndexOf("/") + 1));
  }
  const fits: Pattern = wildmatch(pattern.startsWith("/") ? pattern.slice(1) : pattern, { fold });
  return (path) => fits(path.slice(below));
}

/**
 * The attributes of a path. `files` are those that speak of it, the weakest first: the system's, the user's, the root's, then
 * deeper ones, then info/attributes. As git does, the last word on an attribute counts, and a macro speaks where it is set.
 */
export function attributesOf(files: readonly AttributeFile[], path: string): Attributes {
  const decided = new Map<string, AttributeState | null>();
  const strongest = [...files].reverse();
  const macroOf = (name: string): Rule["sets"] | undefined =>
    strongest.find((file) => file.macros.has(name))?.macros.get(name) ?? BUILTIN.get(name);
  for (const file of strongest)
    for (let i = file.rules.length - 1; i >= 0; i--) {
      const rule = file.rules[i]!;
      if (!rule.fits(path)) continue;
      // A stack and no recursion: a hostile file can have a macro name a macro a million deep. Each is opened once.
      const waiting = [...rule.sets];
      for (let set = waiting.pop(); set !== undefined; set = waiting.pop()) {
        const [name, state] = set;
        if (decided.has(name)) continue;
        decided.set(name, state);
        if (state === true) for (const inner of macroOf(name) ?? []) waiting.push(inner);
      }
    }
  const found = new Map<string, AttributeState>();
  for (const [name, state] of decided) if (state !== null) found.set(name, state);
  return found;
}
