// Says which module an import means: the dotted name of Python's, the path or the package of a script's. It looks for no
// file: `a.b` may be a module or a name in one.

import type { GrammarName } from "../../../syntax/grammar.ts";
import type { Imported } from "./imports.ts";

/** Folders that hold packages and are none themselves. */
const ROOTS = new Set(["src", "lib", "python"]);
const ENDING = /\.(?:pyi?|[mc]?[jt]sx?)$/;

/** A test of imports for one module and all that is inside of it. */
export interface ModuleTest {
  /** The last part of its name. */
  readonly word: string;
  readonly fits: (imported: Imported, path: string, language: GrammarName) => boolean;
  /** Whether a file can import it at all. `holds`: whether a word stands in the file. */
  readonly mayStandIn: (path: string, holds: (word: string) => boolean) => boolean;
}

/** `module` is a dotted name, a package or a path of the repository. */
export function moduleTest(module: string): ModuleTest {
  const plain = module.trim().replace(/^\.\//, "").replace(ENDING, "").replace(/\/$/, "");
  const path = plain.replace(/\/(?:__init__|index)$/, "");
  const name = withoutRoot(path.replaceAll("/", "."));
  const word = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(".")) + 1);
  return {
    word,
    fits: (imported, from, language) =>
      language === "python"
        ? pythonNames(imported, from).some((each) => isInside(each, name, "."))
        : isInside(scriptModule(imported.module, from), path, "/") || isInside(imported.module, `node:${path}`, "/"),
    mayStandIn: (from, holds) =>
      holds(word) || isInside(from.replace(ENDING, ""), path, "/") || isInside(packageOf(from), name, "."),
  };
}

/** What an import is of, as one name: a Python module in dots from the repository's root, a script's path or package. */
export function importedModule(imported: Imported, path: string, language: GrammarName): string {
  return language === "python" ? pythonModule(imported.module, path) : scriptModule(imported.module, path, true);
}

/** How a file fits a module that is imported in another: it is the module, it lies inside of it (and may be given on), or not. */
export function fitsModule(path: string, module: string, from: string): "is" | "inside" | null {
  const bare = path.replace(ENDING, "").replace(/\/(?:__init__|index)$/, "");
  const isPython = /\.pyi?$/.test(from);
  const wanted = isPython ? pythonModule(module, from) : scriptModule(module, from);
  const separator = isPython ? "." : "/";
  const name = isPython ? withoutRoot(bare.replaceAll("/", ".")) : bare;
  // What is imported may count from a folder that is not the repository's root.
  const ends = isPython && !module.startsWith(".") ? `.${name}`.endsWith(`.${wanted}`) : name === wanted;
  if (ends) return "is";
  return `${separator}${name}`.includes(`${separator}${wanted}${separator}`) ? "inside" : null;
}

function isInside(name: string, outer: string, separator: string): boolean {
  return name === outer || name.startsWith(`${outer}${separator}`);
}

/** The module, and what is taken off it: that may be a module too. */
function pythonNames({ module, names }: Imported, path: string): readonly string[] {
  const base = pythonModule(module, path);
  return [base, ...names.map((name) => `${base}.${name}`)];
}

function pythonModule(module: string, path: string): string {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  if (dots === 0) return withoutRoot(module);
  const folders = path.split("/").slice(0, -dots);
  const rest = module.slice(dots);
  return withoutRoot([...folders, ...(rest === "" ? [] : [rest])].join("."));
}

function packageOf(path: string): string {
  return withoutRoot(path.split("/").slice(0, -1).join("."));
}

function withoutRoot(dotted: string): string {
  const [first, ...rest] = dotted.split(".");
  return rest.length > 0 && ROOTS.has(first ?? "") ? rest.join(".") : dotted;
}

/** A relative specifier as a path of the repository; another one as it is. */
function scriptModule(specifier: string, from: string, keepsEnding = false): string {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return specifier;
  const folders = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") folders.pop();
    else if (part !== "." && part !== "") folders.push(part);
  }
  const path = folders.join("/");
  return keepsEnding ? path : path.replace(ENDING, "").replace(/\/index$/, "");
}
