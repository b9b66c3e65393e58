// The questions about imports. What an import is, and when it runs, is said in imports.ts; which module it means in
// modules.ts.

import type { CodeFile, FilesQuestion, Form, Item } from "../../question.ts";
import { importsIn, type PlacedImport, type When } from "./imports.ts";
import { importedModule, moduleTest } from "./modules.ts";
import { askFiles, askReadable } from "./question.ts";
import { filesIn, sourceScope } from "./scope.ts";

const UNIT = ["import", "imports"] as const;

function importsOf(
  given: Readonly<Partial<Record<string, string>>>,
  whens: readonly When[] | null,
  itemsOf = placed,
): FilesQuestion {
  const { MODULE = "", GLOB } = given;
  const test = moduleTest(MODULE);
  return askReadable({ wants: sourceScope(GLOB), of: filesIn(GLOB) }, test.word, (file) => {
    const { path, source, bytes } = file;
    if (source === null) return [];
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!test.mayStandIn(path, (word) => buffer.includes(word))) return [];
    const found = importsIn(file).filter((each) => test.fits(each, path, source.language));
    return itemsOf(file, whens === null ? found : found.filter(({ when }) => whens.includes(when)));
  });
}

function placed({ path }: CodeFile, imports: readonly PlacedImport[]): readonly Item[] {
  return imports.map(({ line, function: inside, class: owner }) => ({
    text: `${path}:${line}`,
    path,
    line,
    function: inside,
    class: owner,
  }));
}

function firstOfFile({ path }: CodeFile, [first]: readonly PlacedImport[]): readonly Item[] {
  return first === undefined ? [] : [{ text: path, path, line: first.line }];
}

export const IMPORT_FORMS: readonly Form[] = [
  {
    form: "imports of MODULE [in GLOB]",
    help: "imports of a module (`a.b`), a package (`node:fs`) or a path, and of what is inside of it; names put together at run time are not seen",
    example: "imports of lodestar.runner",
    unit: UNIT,
    make: (given) => importsOf(given, null),
  },
  {
    form: "imports of MODULE at import time [in GLOB]",
    help: "those that run when their file is imported: also in `try`, `if`, `with` and classes, not in functions, for type checkers or under `__main__`",
    example: "imports of lodestar.engine at import time in lodestar",
    unit: UNIT,
    make: (given) => importsOf(given, ["load"]),
  },
  {
    form: "imports of MODULE inside functions [in GLOB]",
    help: "those that run when a function is called, `import()` and `require` there too",
    example: "imports of lodestar inside functions",
    unit: UNIT,
    make: (given) => importsOf(given, ["call"]),
  },
  {
    form: "imports of MODULE for types only [in GLOB]",
    help: "those that never run: under `TYPE_CHECKING`, and `import type`",
    example: "imports of lodestar for types only",
    unit: UNIT,
    make: (given) => importsOf(given, ["types"]),
  },
  {
    form: "files that import MODULE [in GLOB]",
    help: "files with such an import anywhere, whenever it runs",
    example: "files that import lodestar.transport",
    unit: ["file", "files"],
    make: (given) => importsOf(given, null, firstOfFile),
  },
  {
    form: "modules imported [in GLOB]",
    help: "modules that files import, each once: relative ones in full, of `from a import b` the module `a`",
    example: "modules imported in lodestar/engine.py",
    unit: ["module", "modules"],
    make: ({ GLOB }) =>
      askFiles({ wants: sourceScope(GLOB), of: filesIn(GLOB), isSet: true }, (file) =>
        importsIn(file).map((each) => ({
          text: importedModule(each, file.path, file.source!.language),
          path: file.path,
          line: each.line,
        })),
      ),
  },
];
