// Parses a whole Python file and gives the facts of each function in it, by its first line: the oracle for chunks.

import { BodyWriter } from "../../loaders/facts/python-body.ts";
import type { Body } from "../../loaders/model.ts";
import { type Node, withTree } from "../../loaders/syntax/grammar.ts";

/** Bodies of the functions that are chunks: of the top level and of classes, not those inside functions. */
export function fullParseBodies(text: string): Map<number, Body> {
  return withTree("python", text, (root) => {
    const bodies = new Map<number, Body>();
    const visit = (node: Node) => {
      for (const child of node.namedChildren) {
        if (!child) continue;
        const definition = child.type === "decorated_definition" ? child.childForFieldName("definition") : child;
        if (definition?.type === "function_definition") {
          const row = child.startPosition.row;
          bodies.set(row + 1, new BodyWriter({ shift: -row, byteAt: (index) => index }).function(child));
        } else visit(definition ?? child);
      }
    };
    visit(root);
    return bodies;
  });
}
