// Reads single nodes of a TypeScript or JavaScript tree: what a string says, what a path is called, what is a function or
// a class. It walks no body and keeps nothing; what statements do is said in facts/script-nodes.ts.

import type { Node } from "./grammar.ts";
import { fold, parts } from "./nodes.ts";

const WRAPPERS = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "await_expression",
]);

/** The expression inside parentheses, `await`, `x!`, `x as T`, `<T>x`. */
export function unwrapped(node: Node): Node {
  let at = node;
  for (;;) {
    const inner = WRAPPERS.has(at.type) ? parts(at)[0] : at.type === "type_assertion" ? parts(at).at(-1) : undefined;
    if (!inner) return at;
    at = inner;
  }
}

/** `a.b.c` of a plain path, without `?.`, `!` and casts; null of anything else. */
export function pathOf(node: Node): string | null {
  const at = node.type === "await_expression" ? node : unwrapped(node);
  if (at.type === "identifier" || at.type === "this" || at.type === "shorthand_property_identifier") return at.text;
  if (at.type !== "member_expression") return null;
  const object = at.childForFieldName("object");
  const property = at.childForFieldName("property");
  const before = object ? pathOf(object) : null;
  return before === null || !property ? null : `${before}.${property.text}`;
}

/** The text of a string or of a template without holes, simple escapes undone; null of anything else. */
export function stringOf(node: Node): string | null {
  if (node.type !== "string" && node.type !== "template_string") return null;
  let value = "";
  for (const child of node.namedChildren) {
    if (child?.type === "template_substitution") return null;
    if (child?.type === "escape_sequence") value += unescaped(child.text);
    else if (child) value += child.text;
  }
  return value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };

function unescaped(sequence: string): string {
  const hex = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})$/i.exec(sequence);
  const code = hex ? Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "", 16) : Number.NaN;
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  const character = sequence.slice(1);
  if (/^\r?\n$/.test(character)) return "";
  return ESCAPES[character] ?? character;
}

const FUNCTIONS = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "generator_function",
  "function_declaration",
  "generator_function_declaration",
  "method_definition",
]);

/** Whether the node is a function with a body. */
export function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type);
}

/** Whether the node is a class, declared or as a value. */
export function isClass(node: Node): boolean {
  return node.type === "class_declaration" || node.type === "abstract_class_declaration" || node.type === "class";
}

/** The literal name of a property: `a`, `"a"`, `#a`, `1`; null of a computed one. */
export function keyOf(node: Node | null): string | null {
  if (!node || node.type === "computed_property_name") {
    const inner = node ? parts(node)[0] : undefined;
    return inner ? stringOf(inner) : null;
  }
  return stringOf(node) ?? node.text;
}

/** A type's source without its colon. */
export function typeOf(node: Node | null): string | null {
  return node ? fold(node.text.replace(/^\s*:\s*/, "")) : null;
}

/** Bases of a class, without type arguments: what it extends. */
export function basesOfClass(node: Node): string[] {
  const heritage = parts(node).find((child) => child.type === "class_heritage");
  if (!heritage) return [];
  const clause = parts(heritage).find((child) => child.type === "extends_clause");
  const base = clause ? (clause.childForFieldName("value") ?? parts(clause)[0]) : parts(heritage)[0];
  if (!base || base.type === "implements_clause") return [];
  return [pathOf(base) ?? fold(base.text)];
}

/** Decorators in front of a class or member, without `@`. */
export function decoratorsOfNode(node: Node): string[] {
  return parts(node)
    .filter((child) => child.type === "decorator")
    .map((child) => fold(child.text.replace(/^@/, "")));
}
