// Turns the bytes of a TypeScript or JavaScript file into its outline, by a parse of which only the top and the classes'
// bodies are visited. It reads no expression beyond whether a name is bound to a function or a class.

import type { Chunk } from "../model.ts";
import type { GrammarName, Node } from "./grammar.ts";
import { withTree } from "./grammar.ts";
import { errorRows, parts } from "./nodes.ts";
import { basesOfClass, decoratorsOfNode, isClass, isFunction, keyOf, unwrapped } from "./script-nodes.ts";

type Draft = { -readonly [Key in keyof Chunk]: Chunk[Key] };

/** The text of a blob such that an index in it can be turned into a byte offset. Bytes that are no UTF-8 are Latin-1. */
export function scriptText(bytes: Uint8Array): { text: string; offset: (index: number) => number } {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (text.length === bytes.length) return { text, offset: (index) => index };
  if (text.includes("\uFFFD")) return { text: Buffer.from(bytes).toString("latin1"), offset: (index) => index };
  let index = 0;
  let at = 0;
  return {
    text,
    offset: (wanted) => {
      if (wanted < index) {
        index = 0;
        at = 0;
      }
      at += Buffer.byteLength(text.slice(index, wanted));
      index = wanted;
      return at;
    },
  };
}

/** Chunks in order of their start, and the 1-based lines that the grammar did not understand. */
export function outlineScript(bytes: Uint8Array, language: GrammarName): { chunks: Chunk[]; errors: number[] } {
  const { text, offset } = scriptText(bytes);
  return withTree(language, text, (root) => {
    const outliner = new Outliner(offset);
    outliner.block(root, null);
    return { chunks: outliner.chunks, errors: root.hasError ? errorRows(root, 0).map((row) => row + 1) : [] };
  });
}

class Outliner {
  readonly chunks: Draft[] = [];
  readonly #offset: (index: number) => number;
  #open: Draft | null = null;

  constructor(offset: (index: number) => number) {
    this.#offset = offset;
  }

  /** The statements of a file or the members of a class. */
  block(node: Node, owner: string | null): void {
    this.#open = null;
    let decorators: Node[] = [];
    for (const child of parts(node)) {
      if (owner !== null && child.type === "decorator") {
        decorators.push(child);
        continue;
      }
      const definition = owner === null ? definedBy(child) : memberOf(child);
      const first = decorators[0] ?? child;
      if (!definition) this.#statement(first, child, owner);
      else this.#define(definition, first, child, owner, decorators);
      decorators = [];
    }
    this.#open = null;
  }

  #statement(first: Node, last: Node, owner: string | null): void {
    if (this.#open) {
      this.#open.endLine = last.endPosition.row + 1;
      this.#open.lastLine = this.#open.endLine;
      this.#open.end = this.#offset(last.endIndex);
      return;
    }
    this.#open = this.#chunk("statement", null, owner, first, first, last);
    this.chunks.push(this.#open);
  }

  #define(definition: Definition, first: Node, whole: Node, owner: string | null, decorators: readonly Node[]): void {
    this.#open = null;
    const { name, node } = definition;
    const body = node.childForFieldName("body");
    const kind = isClass(node) ? "class" : "function";
    const chunk = this.#chunk(kind, name, owner, first, whole, whole);
    chunk.decorators = [
      ...decoratorsOfNode(whole),
      ...decoratorsOfNode(node),
      ...decorators.map((each) => each.text.slice(1)),
    ];
    this.chunks.push(chunk);
    if (kind === "function" || !body) return;
    chunk.bases = basesOfClass(node);
    const brace = body.children[0] ?? body;
    chunk.end = this.#offset(brace.endIndex);
    chunk.endLine = brace.endPosition.row + 1;
    this.block(body, owner === null ? name : `${owner}.${name}`);
  }

  #chunk(kind: Chunk["kind"], name: string | null, owner: string | null, first: Node, at: Node, last: Node): Draft {
    const endLine = last.endPosition.row + 1;
    return {
      index: this.chunks.length,
      kind,
      name,
      owner,
      firstLine: first.startPosition.row + 1,
      line: at.startPosition.row + 1,
      endLine,
      lastLine: endLine,
      start: this.#offset(first.startIndex),
      end: this.#offset(last.endIndex),
      bases: [],
      decorators: [],
    };
  }
}

interface Definition {
  readonly name: string;
  readonly node: Node;
}

/** The function or class that a top-level statement is, by itself or as the one value it binds. */
export function definedBy(statement: Node): Definition | null {
  if (statement.type === "export_statement") {
    const declaration = statement.childForFieldName("declaration");
    if (declaration) {
      const inner = definedBy(declaration);
      if (inner) return inner;
    }
    const value = statement.childForFieldName("value") ?? declaration;
    const node = value ? unwrapped(value) : null;
    if (!node || !(isFunction(node) || isClass(node))) return null;
    return { name: node.childForFieldName("name")?.text ?? "default", node };
  }
  if (statement.type === "ambient_declaration") return null;
  if (isFunction(statement) || isClass(statement)) {
    const name = statement.childForFieldName("name")?.text;
    return name === undefined ? null : { name, node: statement };
  }
  if (statement.type !== "lexical_declaration" && statement.type !== "variable_declaration") return null;
  const [only, more] = parts(statement).filter((child) => child.type === "variable_declarator");
  const name = only?.childForFieldName("name");
  const value = only?.childForFieldName("value");
  if (!only || more || name?.type !== "identifier" || !value) return null;
  const node = unwrapped(value);
  return isFunction(node) || isClass(node) ? { name: name.text, node } : null;
}

/** The function that a member of a class is, or that a field of it holds. */
export function memberOf(member: Node): Definition | null {
  if (member.type === "method_definition") {
    const name = keyOf(member.childForFieldName("name"));
    return name === null ? null : { name, node: member };
  }
  if (member.type !== "public_field_definition" && member.type !== "field_definition") return null;
  const name = keyOf(member.childForFieldName("name") ?? member.childForFieldName("property"));
  const value = member.childForFieldName("value");
  const node = value ? unwrapped(value) : null;
  return name !== null && node && isFunction(node) ? { name, node } : null;
}
