// Turns one chunk of TypeScript or JavaScript into the facts of its body, the same facts as python.ts gives for Python.
// It knows no profile and resolves nothing: what a name means is for surface/ to say.

import type { Body } from "../model.ts";
import type { GrammarName, Node } from "../syntax/grammar.ts";
import { withTree } from "../syntax/grammar.ts";
import { errorRows, fold, parts } from "../syntax/nodes.ts";
import { decoratorsOfNode } from "../syntax/script-nodes.ts";
import { definedBy, memberOf } from "../syntax/script-outline.ts";
import { ScriptWriter } from "./script-body.ts";
import { type ChunkFacts, parsedSource } from "./writer.ts";

/** What a chunk is, for parsing it by itself: a member stands in a class, a class's chunk is its header. */
export type ScriptPiece = "class" | "function" | "statement" | "method" | "field";

/** Parses the source of one chunk. Lines of the facts count from 0, its first line. */
export function extractScript(source: string, language: GrammarName, piece: ScriptPiece): ChunkFacts {
  const member = piece === "method" || piece === "field";
  const before = member ? "class _ {\n" : "";
  const text = member ? `${before}${source}\n}` : piece === "class" ? `${source}}` : source;
  return withTree(language, text, (root) => {
    const at = parsedSource(source, before);
    const writer = new ScriptWriter(at);
    const errors = root.hasError ? errorRows(root, -at.shift) : [];
    return { body: bodyOf(root, writer, piece), errors };
  });
}

function bodyOf(root: Node, writer: ScriptWriter, piece: ScriptPiece): Body {
  const first = parts(root)[0];
  if (piece === "class") return writer.nothing();
  if (piece === "function") {
    const defined = first ? definedBy(first) : null;
    return defined ? writer.function(defined.node, first ? decoratorsOfNode(first) : []) : writer.statements(root);
  }
  if (piece === "statement") return writer.statements(root);
  const block = first?.childForFieldName("body");
  if (!block) return writer.statements(root);
  const decorators = parts(block).filter((child) => child.type === "decorator");
  const members = parts(block).filter((child) => child.type !== "decorator");
  const method = piece === "method" && members[0] ? memberOf(members[0]) : null;
  if (method)
    return writer.function(
      method.node,
      decorators.map((each) => fold(each.text.slice(1))),
    );
  return writer.fields(members);
}
