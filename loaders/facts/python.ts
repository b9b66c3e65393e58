// Turns one chunk of Python into the facts of its body: calls, bindings, accesses, returns, with the conditions they
// stand under. It knows no profile and resolves nothing: what a name means is for surface/ to say.

import type { Body } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { withTree } from "../syntax/grammar.ts";
import { BodyWriter } from "./python-body.ts";

/** Facts of a chunk, and its 0-based lines that the grammar did not understand. */
export interface ChunkFacts {
  readonly body: Body;
  readonly errors: readonly number[];
}

/** Parses `source`, whole lines of one chunk, indented as they stand. Lines of the facts count from 0. */
export function extractPython(source: string): ChunkFacts {
  const opened = asModule(source);
  return withTree("python", opened.text, (root) => {
    const errors: number[] = [];
    if (root.hasError) collectErrors(root, -opened.rows, errors);
    const definition = onlyDefinition(root);
    const writer = new BodyWriter({ shift: -opened.rows, byteAt: bytesIn(source, opened.text.indexOf(source)) });
    const body = definition ? writer.function(definition) : writer.statements(root);
    return { body, errors };
  });
}

/** From an index in the parsed text to a byte of `source`, which begins at `from` there. Plain ASCII needs no counting. */
function bytesIn(source: string, from: number): (index: number) => number {
  const isAscii = Buffer.byteLength(source) === source.length;
  return (index) => (isAscii ? index - from : Buffer.byteLength(source.slice(0, index - from)));
}

const INDENT = /^[ \t]*/;
const CLAUSE = /^(elif|else|except|finally|case)\b/;

/** A chunk by itself need not be a module: an indented one gets an `if`, a lone clause its opener. */
function asModule(source: string): { text: string; rows: number } {
  const indent = INDENT.exec(source)?.[0] ?? "";
  const clause = CLAUSE.exec(source.slice(indent.length))?.[1];
  let text = source;
  let rows = 0;
  if (clause) {
    const opener = clause === "except" || clause === "finally" ? "try:" : clause === "case" ? "match 1:" : "if 1:";
    text = clause === "case" ? `${indent}match 1:\n${text}` : `${indent}${opener}\n${indent} pass\n${text}`;
    rows += clause === "case" ? 1 : 2;
  }
  if (indent) {
    text = `if 1:\n${text}`;
    rows += 1;
  }
  if (/:\s*(#[^\n]*)?$/.test(text)) {
    const last = INDENT.exec(text.slice(text.lastIndexOf("\n") + 1))?.[0] ?? "";
    text += `\n${last} pass`;
  }
  return { text: `${text}\n`, rows };
}

function onlyDefinition(root: Node): Node | null {
  let node: Node | null = root;
  for (;;) {
    const inside: Node[] = node.namedChildren.filter(
      (child): child is Node => child !== null && child.type !== "comment",
    );
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

function collectErrors(node: Node, shift: number, into: number[]): void {
  if (node.isError || node.isMissing) {
    const row = Math.max(0, node.startPosition.row + shift);
    if (into.at(-1) !== row) into.push(row);
    return;
  }
  if (!node.hasError) return;
  for (const child of node.children) if (child) collectErrors(child, shift, into);
}
