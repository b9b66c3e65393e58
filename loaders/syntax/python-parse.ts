// Turns the text of a Python file into the same outline as python-outline.ts, by a full parse. It is the way out when
// indentation is in doubt, and the tests' oracle for it.

import type { Chunk } from "../model.ts";
import type { Node } from "./grammar.ts";
import { withTree } from "./grammar.ts";
import { fold } from "./nodes.ts";
import { basesOf } from "./python-outline.ts";

/** Chunks in order of their start, and the 1-based lines that the grammar did not understand. */
export function parsePythonOutline(bytes: Uint8Array): { chunks: Chunk[]; errors: number[] } {
  const text = new TextDecoder().decode(bytes);
  return withTree("python", text, (root) => {
    const lineStarts = startsOfLines(bytes);
    const chunks: Chunk[] = [];
    const errors: number[] = [];
    if (root.hasError) collectErrors(root, errors);
    visit(root, null, chunks, lineStarts, bytes);
    return { chunks, errors };
  });
}

function startsOfLines(bytes: Uint8Array): number[] {
  const starts = [bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function collectErrors(node: Node, into: number[]): void {
  if (node.isError || node.isMissing) into.push(node.startPosition.row + 1);
  else if (node.hasError) for (const child of node.children) if (child) collectErrors(child, into);
}

const BLOCKS = /^(if|for|while|try|with|match)_statement$|_clause$|^block$/;

function visit(node: Node, owner: string | null, chunks: Chunk[], starts: readonly number[], bytes: Uint8Array): void {
  let open: { -readonly [Key in keyof Chunk]: Chunk[Key] } | null = null;
  const statement = (first: Node, last: Node) => {
    const line = first.startPosition.row + 1;
    const end = ends(last, starts, bytes);
    if (open) {
      open.endLine = end.line;
      open.lastLine = end.line;
      open.end = end.offset;
      return;
    }
    open = {
      index: chunks.length,
      kind: "statement",
      name: null,
      owner,
      firstLine: line,
      line,
      endLine: end.line,
      lastLine: end.line,
      start: starts[line - 1] as number,
      end: end.offset,
      bases: [],
      decorators: [],
    };
    chunks.push(open);
  };
  const walk = (at: Node) => {
    for (const child of at.namedChildren) {
      if (!child || child.type === "comment") continue;
      const definition = child.type === "decorated_definition" ? child.childForFieldName("definition") : child;
      if (definition?.type === "class_definition" || definition?.type === "function_definition") {
        open = null;
        define(child, definition, owner, chunks, starts, bytes);
      } else if (BLOCKS.test(child.type) && containsDefinition(child)) {
        if (child.type !== "block" && child.type !== "case_clause") statement(child, headerEnd(child));
        else if (child.type === "case_clause") statement(child, headerEnd(child));
        walk(child);
      } else if (
        child.type === "block" ||
        !BLOCKS.test(at.type) ||
        at.type === "block" ||
        child.type.endsWith("_clause")
      ) {
        if (child.type === "block")
          for (const inside of child.namedChildren) if (inside && inside.type !== "comment") statement(inside, inside);
        if (child.type !== "block") statement(child, child);
      }
    }
  };
  walk(node);
}

function headerEnd(node: Node): Node {
  let last: Node = node.children[0] as Node;
  for (const child of node.children) {
    if (!child || child.type === "block" || child.type.endsWith("_clause")) break;
    last = child;
  }
  return last;
}

function containsDefinition(node: Node): boolean {
  return node.namedChildren.some(
    (child) =>
      child !== null &&
      (child.type === "class_definition" ||
        child.type === "function_definition" ||
        child.type === "decorated_definition" ||
        (BLOCKS.test(child.type) && containsDefinition(child))),
  );
}

function define(
  node: Node,
  definition: Node,
  owner: string | null,
  chunks: Chunk[],
  starts: readonly number[],
  bytes: Uint8Array,
): void {
  const name = definition.childForFieldName("name")?.text ?? "";
  const body = definition.childForFieldName("body");
  const isClass = definition.type === "class_definition";
  const line = definition.startPosition.row + 1;
  const firstLine = node.startPosition.row + 1;
  const whole = ends(lastCode(definition), starts, bytes);
  const inline = body !== null && body.startPosition.row + 1 === line && body.endPosition.row + 1 === line;
  const colon = definition.children.findLast((child) => child?.type === ":") ?? definition;
  const header = isClass && !inline ? ends(colon, starts, bytes) : whole;
  chunks.push({
    index: chunks.length,
    kind: isClass ? "class" : "function",
    name,
    owner,
    firstLine,
    line,
    endLine: isClass ? header.line : whole.line,
    lastLine: whole.line,
    start: starts[firstLine - 1] as number,
    end: header.offset,
    bases: isClass ? basesOf(`(${(definition.childForFieldName("superclasses")?.text ?? "()").slice(1)}`) : [],
    decorators: node.namedChildren
      .filter((child) => child?.type === "decorator")
      .map((child) => fold(child?.namedChildren.find((each) => each?.type !== "comment")?.text ?? "")),
  });
  if (isClass && body && !inline) visit(body, owner === null ? name : `${owner}.${name}`, chunks, starts, bytes);
}

/** The last node under `node` that is no comment. */
function lastCode(node: Node): Node {
  let at = node;
  for (;;) {
    const last = at.children.findLast(
      (child) => child !== null && child.type !== "comment" && child.endIndex > child.startIndex,
    );
    if (!last) return at;
    at = last;
  }
}

function ends(node: Node, starts: readonly number[], bytes: Uint8Array): { line: number; offset: number } {
  const last = lastCode(node);
  const row = last.endPosition.row;
  const from = starts[row] as number;
  let to = starts[row + 1] === undefined ? bytes.length : (starts[row + 1] as number) - 1;
  const line = new TextDecoder().decode(bytes.subarray(from, to));
  to = from + Buffer.byteLength(line.slice(0, last.endPosition.column));
  return { line: row + 1, offset: to };
}
