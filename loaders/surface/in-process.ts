// Turns plain calls into the callers that no dispatch shows: an answering method that is called on its own object, or on
// an object of an answering class. The receiver's class decides; a method of the same name elsewhere is no caller.

import type { SourceFile } from "../facts/source-file.ts";
import type { Answerer, Body, Chunk, InProcess, Layer } from "../model.ts";
import { WIDE_IDENTIFIERS, WordScanner } from "../syntax/word-scanner.ts";
import type { Receivers } from "./receivers.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

const DOT = 46;
const OPENING = 40;

/** In-process callers of `layer`'s answering methods, by path and line. */
export function findInProcess(
  tree: CodeTree,
  receivers: Receivers,
  layer: Layer,
  asked: readonly ClassDef[],
  answerers: readonly Answerer[],
): InProcess[] {
  const names = [...new Set(answerers.map((each) => each.of))];
  const question = `calls ${names.join(" ")}`;
  const scanner = new WordScanner(names, WIDE_IDENTIFIERS);
  const family = new Set(asked.flatMap((each) => tree.mro(each)));
  const isAnswering = (owner: ClassDef | null) =>
    owner !== null && (family.has(owner) || asked.some((each) => tree.derives(owner, each)));
  const files = new Set<SourceFile>([...family].map((each) => each.file));
  for (const each of asked) for (const file of tree.filesWith(each.name)) files.add(file);
  const found: InProcess[] = [];
  for (const file of files) {
    for (const { chunk, answer: called } of tree.ask(file, question, (each, chunk) =>
      namesCalled(each, chunk, scanner),
    )) {
      const owner = tree.ownerOf(file, chunk);
      const body = tree.body(file, chunk);
      const scope: FunctionDef = { file, chunk, owner, name: chunk.name ?? "", body };
      found.push(...callsIn(scope, body, layer, called, (receiver) => isAnswering(receivers.classOf(receiver, scope))));
    }
  }
  return found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** Which names stand as `.name(` in a function: only then is it worth a parse. */
function namesCalled(file: SourceFile, chunk: Chunk, scanner: WordScanner): readonly string[] {
  if (chunk.kind !== "function") return [];
  const bytes = file.bytes.subarray(chunk.start, chunk.end);
  const called = new Set<string>();
  scanner.each(bytes, (number, at) => {
    const name = scanner.words[number] as string;
    if (bytes[at - 1] === DOT && bytes[at + name.length] === OPENING) called.add(name);
  });
  return [...called];
}

function callsIn(
  scope: FunctionDef,
  body: Body,
  layer: Layer,
  names: readonly string[],
  isAnswering: (receiver: string) => boolean,
): InProcess[] {
  const own = body.calls.filter(
    (call) =>
      names.includes(call.callee) &&
      call.receiver !== null &&
      call.receiver !== "super()" &&
      isAnswering(call.receiver),
  );
  return [
    ...own.map((call) => ({
      layer: layer.name,
      of: call.callee,
      path: scope.file.path,
      line: scope.chunk.firstLine + call.line,
      endLine: scope.chunk.firstLine + call.endLine,
      function: scope.owner ? `${scope.owner.name}.${scope.name}` : scope.name,
      receiver: call.receiver as string,
      arguments: call.args.length + call.keywords.length,
      use: call.use,
      caught: call.caught !== null,
    })),
    ...body.nested.flatMap((each) =>
      callsIn({ ...scope, name: `${scope.name}.${each.name}` }, each.body, layer, names, isAnswering),
    ),
  ];
}
