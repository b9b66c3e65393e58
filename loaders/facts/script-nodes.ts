// Reads single nodes of a script's body: parameters, imports, conditions, and where control leaves a block. Nothing here
// remembers anything; the writers of script-values.ts and script-body.ts do.

import type { Import, Parameter } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { fold, parts } from "../syntax/nodes.ts";
import { keyOf, stringOf, typeOf, unwrapped } from "../syntax/script-nodes.ts";

/** Whether a keyword, a mark or a modifier stands right in the node. */
export function hasToken(node: Node, type: string): boolean {
  return node.children.some((child) => child?.type === type);
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
