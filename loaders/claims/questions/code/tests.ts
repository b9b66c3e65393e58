// Turns a file into the tests that it writes out: functions of Python, titles of a script's. How often one runs, with which
// parameters, is not looked at.

import type { CodeFile, Item } from "../../question.ts";
import { bodyOf, itemAt, nameOf, within } from "./places.ts";

export function testsOf(file: CodeFile): readonly Item[] {
  return file.source?.language === "python" ? pythonTests(file) : scriptTests(file);
}

function pythonTests({ path, source }: CodeFile): readonly Item[] {
  const classes = new Set(
    source!.chunks
      .filter(({ kind, name, bases }) => kind === "class" && (/^Test/.test(name ?? "") || bases.some(isTestCase)))
      .map(nameOf),
  );
  return source!.chunks
    .filter(
      ({ kind, name, owner }) =>
        kind === "function" && /^test/.test(name ?? "") && (owner === null || classes.has(owner)),
    )
    .map((chunk) => ({ text: nameOf(chunk), path, line: chunk.line, class: chunk.owner }));
}

function isTestCase(base: string): boolean {
  return /TestCase$/.test(base);
}

const TESTS = new Set(["test", "it"]);

function scriptTests(file: CodeFile): readonly Item[] {
  const { source } = file;
  if (source === null) return [];
  return source.chunks
    .filter(({ kind }) => kind !== "class")
    .flatMap((chunk) => {
      const place = {
        chunk,
        body: bodyOf(file, chunk),
        function: chunk.kind === "function" ? nameOf(chunk) : "<module>",
        class: chunk.owner,
        line: chunk.line,
      };
      return [...within(place)].flatMap((inner) =>
        inner.body.calls.flatMap((call): readonly Item[] => {
          const name = call.receiver ?? call.callee;
          const [title, ...rest] = call.args;
          const isTest = TESTS.has(name) && call.callee !== "describe" && rest.length > 0;
          return isTest && title?.kind === "string" ? [itemAt(file, inner, call, title.value)] : [];
        }),
      );
    });
}
