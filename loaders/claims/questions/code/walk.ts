// Walks a tree of Python or a script with the names of the functions and classes around each node. It reads names and
// nesting alone: what a node says is for whoever walks.

import type { GrammarName, Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import { isClass, isFunction, keyOf, pathOf } from "../../../syntax/script-nodes.ts";

/** Where a node stands. */
export interface Scope {
  /** Names of functions and classes around it, outermost first; one without a name has none. */
  readonly names: readonly string[];
  /** Whether a function or lambda is around it. */
  readonly isInFunction: boolean;
}

const TOP: Scope = { names: [], isInFunction: false };

/** Whether to look at what stands inside of the node that was visited. */
export type Visit = (node: Node, scope: Scope) => boolean | undefined;

/** Visits all nodes that count, outer before inner, in order. What answers false is not entered. */
export function walk(root: Node, language: GrammarName, visit: Visit): void {
  for (const child of parts(root)) descend(child, language, visit, TOP);
}

function descend(node: Node, language: GrammarName, visit: Visit, scope: Scope): void {
  if (visit(node, scope) === false) return;
  const name = isDefinition(node, language) ? definedName(node, language) : null;
  const inside: Scope = {
    names: name === null ? scope.names : [...scope.names, name],
    isInFunction: scope.isInFunction || isFunctionNode(node, language),
  };
  for (const child of parts(node)) descend(child, language, visit, isOfBody(node, child) ? inside : scope);
}

/** A decorator, a default and a base are worked out where the definition stands. */
function isOfBody(node: Node, child: Node): boolean {
  if (child.type === "decorator" || child.type === "class_heritage") return false;
  return node.type !== "function_definition" && node.type !== "class_definition"
    ? true
    : child.id === node.childForFieldName("body")?.id;
}

/** Whether a node is a function with a body of its own, a lambda too. */
export function isFunctionNode(node: Node, language: GrammarName): boolean {
  return language === "python" ? node.type === "function_definition" || node.type === "lambda" : isFunction(node);
}

function isDefinition(node: Node, language: GrammarName): boolean {
  return language === "python"
    ? node.type === "function_definition" || node.type === "class_definition"
    : isFunction(node) || isClass(node);
}

/** What a definition is called, or the function that is bound to a name; null of one that nobody named. */
export function definedName(node: Node, language: GrammarName): string | null {
  const own = node.childForFieldName("name");
  if (own) return language === "python" ? own.text : keyOf(own);
  const holder = node.parent;
  switch (holder?.type) {
    case "variable_declarator":
      return holder.childForFieldName("name")?.text ?? null;
    case "pair":
      return keyOf(holder.childForFieldName("key"));
    case "public_field_definition":
    case "field_definition":
      return keyOf(holder.childForFieldName("name") ?? holder.childForFieldName("property"));
    case "assignment_expression": {
      const left = holder.childForFieldName("left");
      const path = left ? pathOf(left) : null;
      return path === null ? null : path.slice(path.lastIndexOf(".") + 1);
    }
    case "export_statement":
      return "default";
    default:
      return null;
  }
}
