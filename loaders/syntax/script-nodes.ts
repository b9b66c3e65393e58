// Reads single nodes of a TypeScript or JavaScript tree: what a string says, what a path is called, what a statement
// declares and whether control leaves it. It walks no body and keeps nothing.

import type { Import, Parameter } from "../model.ts";
import type { Node } from "./grammar.ts";
import { fold } from "./python-outline.ts";

/** Named children that are no comments. */
export function parts(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");
}

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

/** Parameters in order; a destructured one is called by its pattern's source. */
export function parametersOfFunction(node: Node): Parameter[] {
  const single = node.childForFieldName("parameter");
  if (single) return [{ name: single.text, annotation: null, default: null, rest: false }];
  const list = node.childForFieldName("parameters");
  if (!list) return [];
  return parts(list).map((child) => {
    const pattern =
      child.childForFieldName("pattern") ??
      (child.type === "assignment_pattern" ? child.childForFieldName("left") : null);
    const name = pattern ?? child;
    const value =
      child.childForFieldName("value") ??
      (child.type === "assignment_pattern" ? child.childForFieldName("right") : null);
    return {
      name: fold(name.text).replace(/^\.\.\./, ""),
      annotation: typeOf(child.childForFieldName("type")),
      default: value ? fold(value.text) : null,
      rest: name.type === "rest_pattern",
    };
  });
}

/** Names that a module brings in, of `import`, `export … from` and `import x = require(…)`. */
export function importsOfNode(node: Node): Import[] {
  const source = node.childForFieldName("source") ?? null;
  const module = source ? stringOf(source) : null;
  if (node.type === "export_statement") {
    if (module === null) return [];
    const clause = parts(node).find((child) => child.type === "export_clause");
    if (clause) return specifiers(clause, module);
    const space = parts(node).find((child) => child.type === "namespace_export");
    if (space) return [{ local: keyOf(parts(space)[0] ?? null) ?? "*", module, name: null }];
    return [{ local: "*", module, name: "*" }];
  }
  const required = parts(node).find((child) => child.type === "import_require_clause");
  if (required) {
    const from = required.childForFieldName("source");
    const local = parts(required)[0]?.text ?? "";
    return from ? [{ local, module: stringOf(from) ?? "", name: null }] : [];
  }
  if (module === null) return [];
  const clause = parts(node).find((child) => child.type === "import_clause");
  if (!clause) return [];
  return parts(clause).flatMap((child): Import[] => {
    if (child.type === "identifier") return [{ local: child.text, module, name: "default" }];
    if (child.type === "namespace_import") return [{ local: parts(child)[0]?.text ?? "", module, name: null }];
    return child.type === "named_imports" ? specifiers(child, module) : [];
  });
}

function specifiers(clause: Node, module: string): Import[] {
  return parts(clause).map((each) => {
    const name = keyOf(each.childForFieldName("name")) ?? "";
    return { local: keyOf(each.childForFieldName("alias")) ?? name, module, name };
  });
}

/** The module of `require("m")` or `import("m")`, or null. */
export function requiredModule(node: Node): string | null {
  const call = unwrapped(node);
  if (call.type !== "call_expression") return null;
  const callee = call.childForFieldName("function");
  if (callee?.text !== "require" && callee?.type !== "import") return null;
  const list = call.childForFieldName("arguments");
  const first = list ? parts(list)[0] : undefined;
  return first ? stringOf(first) : null;
}

const LEAVES = new Set(["return_statement", "throw_statement", "continue_statement", "break_statement"]);

/** Whether control never runs off the end of a statement or block. */
export function leaves(node: Node): boolean {
  if (LEAVES.has(node.type)) return true;
  if (node.type === "statement_block") {
    const last = parts(node).at(-1);
    return last !== undefined && leaves(last);
  }
  if (node.type === "if_statement") {
    const then = node.childForFieldName("consequence");
    const clause = node.childForFieldName("alternative");
    const otherwise = clause ? parts(clause)[0] : undefined;
    return then !== null && otherwise !== undefined && leaves(then) && leaves(otherwise);
  }
  if (node.type === "try_statement") {
    const last = node.childForFieldName("finalizer")?.childForFieldName("body");
    if (last && leaves(last)) return true;
    const body = node.childForFieldName("body");
    const handler = node.childForFieldName("handler")?.childForFieldName("body");
    return body !== null && leaves(body) && (!handler || leaves(handler));
  }
  return false;
}

/** `not c` of `if (c) return …` that nothing else follows; an `if` that throws guards nothing worth saying. */
export function guardOfStatement(statement: Node): string | null {
  if (statement.type !== "if_statement" || statement.childForFieldName("alternative")) return null;
  const then = statement.childForFieldName("consequence");
  const condition = statement.childForFieldName("condition");
  if (!then || !condition || !leaves(then)) return null;
  const last = then.type === "statement_block" ? parts(then).at(-1) : then;
  return last?.type === "throw_statement" ? null : negated(conditionText(condition));
}

/** The source of a condition without the parentheses around it. */
export function conditionText(node: Node): string {
  let at = node;
  while (at.type === "parenthesized_expression" && parts(at)[0]) at = parts(at)[0] as Node;
  return fold(at.text);
}

/** `not c`, without doubling a negation or binding loosely. */
export function negated(condition: string): string {
  const plain = /^(?:!|not )([\w.$]+)$/.exec(condition)?.[1];
  if (plain) return plain;
  return /^[\w.$]+(\([^()]*\))?$/.test(condition) ? `not ${condition}` : `not (${condition})`;
}

/** 0-based rows, less `shift`, that the grammar did not understand. */
export function errorRows(node: Node, shift: number, into: number[] = []): number[] {
  if (node.isError || node.isMissing) {
    const row = Math.max(0, node.startPosition.row - shift);
    if (into.at(-1) !== row) into.push(row);
  } else if (node.hasError) for (const child of node.children) if (child) errorRows(child, shift, into);
  return into;
}
