// Turns one chunk of Python into the facts of its body: calls, bindings, accesses, returns, with the conditions they
// stand under. It knows no profile and resolves nothing: what a name means is for surface/ to say.

import type { Node } from "../syntax/grammar.ts";
import { withTree } from "../syntax/grammar.ts";
import { errorRows, parts } from "../syntax/nodes.ts";
import { BodyWriter } from "./python-body.ts";
import { type ChunkFacts, parsedSource } from "./writer.ts";

/** Parses `source`, whole lines of one chunk, indented as they stand. Lines of the facts count from 0. */
export function extractPython(source: string): ChunkFacts {
  const { text, before } = asModule(source);
  return withTree("python", text, (root) => {
    const at = parsedSource(source, before);
    const errors = root.hasError ? errorRows(root, -at.shift) : [];
    const definition = onlyDefinition(root);
    const writer = new BodyWriter(at);
    return { body: definition ? writer.function(definition) : writer.statements(root), errors };
  });
}

const INDENT = /^[ \t]*/;
const CLAUSE = /^(elif|else|except|finally|case)\b/;

/** A chunk by itself need not be a module: an indented one gets an `if`, a lone clause its opener. */
function asModule(source: string): { text: string; before: string } {
  const indent = INDENT.exec(source)?.[0] ?? "";
  const clause = CLAUSE.exec(source.slice(indent.length))?.[1];
  let before = indent ? "if 1:\n" : "";
  if (clause === "case") before += `${indent}match 1:\n`;
  else if (clause) {
    const opener = clause === "except" || clause === "finally" ? "try:" : "if 1:";
    before += `${indent}${opener}\n${indent} pass\n`;
  }
  let text = before + source;
  if (/:\s*(#[^\n]*)?$/.test(text)) {
    const last = INDENT.exec(text.slice(text.lastIndexOf("\n") + 1))?.[0] ?? "";
    text += `\n${last} pass`;
  }
  return { text: `${text}\n`, before };
}

function onlyDefinition(root: Node): Node | null {
  let node: Node | null = root;
  for (;;) {
    const inside: Node[] = parts(node);
    if (inside.length !== 1) {
      if (node.type === "if_statement") {
        node = node.childForFieldName("consequence");
        if (!node) return null;
        continue;
      }
      return null;
    }
    const only = inside[0] as Node;
    if (only.type === "function_definition" || only.type === "decorated_definition") return only;
    if (only.type !== "if_statement" && only.type !== "block") return null;
    node = only;
  }
}
