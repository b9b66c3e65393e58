// The questions about files and their text. What they find is said in code/texts.ts.

import type { Form } from "../question.ts";
import { askFiles } from "./code/question.ts";
import { filesIn, scopeOf } from "./code/scope.ts";
import { holding, linesOf, matchesOf, matching, modulesIn, plain, textOf, whole } from "./code/texts.ts";

const FILE = ["file", "files"] as const;
const LINE = ["line", "lines"] as const;

export const TEXT_FORMS: readonly Form[] = [
  {
    form: "files containing TEXT [in GLOB]",
    help: "files of code, or of the glob, that hold the text anywhere, also in a longer word",
    example: 'files containing "trace_path"',
    unit: FILE,
    make: (given) => holding(given, given.TEXT ?? "", plain(given.TEXT ?? ""), "files"),
  },
  {
    form: "lines containing TEXT [in GLOB]",
    help: "lines that hold it, by path and line",
    example: 'lines containing "trace_path"',
    unit: LINE,
    make: (given) => holding(given, given.TEXT ?? "", plain(given.TEXT ?? ""), "lines"),
  },
  {
    form: "files containing word WORD [in GLOB]",
    help: "files that hold it as a whole word",
    example: "files containing word slots",
    unit: FILE,
    make: (given) => holding(given, given.WORD ?? "", whole(given.WORD ?? ""), "files"),
  },
  {
    form: "lines containing word WORD [in GLOB]",
    help: "lines that hold it as a whole word",
    example: "lines containing word slots in lodestar/engine.py",
    unit: LINE,
    make: (given) => holding(given, given.WORD ?? "", whole(given.WORD ?? ""), "lines"),
  },
  {
    form: "files matching PATTERN [in GLOB]",
    help: "files with a match of a regular expression (RE2, `^` and `$` at the ends of lines)",
    example: 'files matching "^import (queue|threading)$"',
    unit: FILE,
    make: (given) => holding(given, "", matching(given.PATTERN ?? ""), "files"),
  },
  {
    form: "lines matching PATTERN [in GLOB]",
    help: "lines in which a match begins",
    example: 'lines matching "^import (queue|threading)$"',
    unit: LINE,
    make: (given) => holding(given, "", matching(given.PATTERN ?? ""), "lines"),
  },
  {
    form: "matches of PATTERN [in GLOB]",
    help: "what the pattern's first group holds at each match, or the match where it has none",
    example: 'matches of "^class (\\w+)" in lodestar/wire.py',
    unit: ["match", "matches"],
    make: matchesOf,
  },
  {
    form: "files [in GLOB]",
    help: "files of code, or all of the glob; a folder holds what is in its folders",
    example: "files in docs",
    unit: FILE,
    make: ({ GLOB }) =>
      askFiles({ wants: scopeOf(GLOB), of: filesIn(GLOB) }, ({ path }) => [{ text: path, path, line: null }]),
  },
  {
    form: "modules in PATH",
    help: "files of Python, TypeScript or JavaScript right in a folder, or in a glob, by their names without the ending; `__init__` is not counted",
    example: "modules in lodestar",
    unit: ["module", "modules"],
    make: modulesIn,
  },
  {
    form: "lines of PATH",
    help: "how many lines a file has, or all files of a folder or a glob together",
    example: "lines of lodestar/engine.py",
    unit: LINE,
    make: linesOf,
  },
  {
    form: "text of PATH",
    help: "what a file says, to be compared with the bytes of another",
    example: "text of lodestar/__init__.py",
    unit: ["text", "texts"],
    make: textOf,
  },
  {
    form: "text of PATH lines LINES",
    help: "what some of its lines say, `12` or `12-20`, without the last line's end",
    example: "text of lodestar/engine.py lines 71",
    unit: ["text", "texts"],
    make: textOf,
  },
];
