// Turns plain calls into the callers that no dispatch shows: an answering method that is called on its own object, or on
// an object of an answering class. The receiver's class decides; a method of the same name elsewhere is no caller.

import { askOnce, chunksWith, type SourceFile, textOf } from "../facts/source.ts";
import type { Answerer, Body, Chunk, InProcess, Layer } from "../model.ts";
import type { Receivers } from "./receivers.ts";
import type { ClassDef, CodeTree, FunctionDef } from "./tree.ts";

/** In-process callers of `layer`'s answering methods, by path and line. */
export function findInProcess(
  tree: CodeTree,
  receivers: Receivers,
  layer: Layer,
  asked: readonly ClassDef[],
  answerers: readonly Answerer[],
): InProcess[] {
  const names = new Set(answerers.map((each) => each.of));
  const family = new Set(asked.flatMap((each) => tree.mro(each)));
  const found: InProcess[] = [];
  const files = new Set<SourceFile>([...family].map((each) => each.file));
  for (const each of asked) for (const { file } of tree.chunksWith(each.name)) files.add(file);
  for (const file of [...files].toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    for (const name of names) {
      for (const chunk of chunksWith(file, name)) {
        if (chunk.kind !== "function" || !callsMethod(file, chunk, name)) continue;
        const owner = tree.ownerOf(file, chunk);
        const body = tree.body(file, chunk);
        const collect = (scope: FunctionDef, inside: Body) => {
          for (const call of inside.calls) {
            if (call.callee !== name || call.receiver === null || call.receiver === "super()") continue;
            const receiver = receivers.classOf(call.receiver, scope);
            if (!receiver || !(family.has(receiver) || asked.some((each) => tree.derives(receiver, each)))) continue;
            found.push({
              layer: layer.name,
              of: name,
              path: file.path,
              line: chunk.firstLine + call.line,
              endLine: chunk.firstLine + call.endLine,
              function: owner ? `${owner.name}.${scope.name}` : scope.name,
              receiver: call.receiver,
              arguments: call.args.length + call.keywords.length,
              use: call.use,
              caught: call.caught !== null,
            });
          }
          for (const nested of inside.nested) collect({ ...scope, name: `${scope.name}.${nested.name}` }, nested.body);
        };
        collect({ file, chunk, owner, name: chunk.name ?? "", body }, body);
      }
    }
  }
  return found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** Whether `.name(` stands in the chunk: only then is it worth a parse. */
function callsMethod(file: SourceFile, chunk: Chunk, name: string): boolean {
  return askOnce(chunk, `.${name}(`, () => textOf(file, chunk).includes(`.${name}(`));
}
