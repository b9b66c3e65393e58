// What single nodes of a Python tree say: paths, strings, targets, parameters, imports, and where control leaves a block.
// Nothing here remembers anything; the writers of python-values.ts and python-body.ts do.

import type { Access, Import, Parameter } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { fold, parts } from "../syntax/nodes.ts";

const LEAVES = new Set(["return_statement", "raise_statement", "continue_statement", "break_statement"]);

export function isOuter(node: Node, access: Access): boolean {
  if (node.type === "attribute") return access.key === node.childForFieldName("attribute")?.text;
  return access.kind === "key" || access.kind === "index";
}

export function isPath(node: Node): boolean {
  let at: Node | null = node;
  while (at?.type === "attribute") at = at.childForFieldName("object");
  return at?.type === "identifier";
}

/** Whether it is a name or ends in one, so that its value is a path only where all before that is. */
export function isName(node: Node | null): boolean {
  const type = node?.type;
  return type === "identifier" || type === "attribute";
}

/** The text of a plain string, escapes undone where they are simple; null of an f-string with a hole, or bytes. */
export function stringValue(node: Node): string | null {
  const { type } = node;
  if (type === "parenthesized_expression") {
    const inner = parts(node)[0];
    return inner ? stringValue(inner) : null;
  }
  if (type === "concatenated_string") {
    const strings = parts(node).map(stringValue);
    return strings.every((each) => each !== null) ? strings.join("") : null;
  }
  if (type !== "string") return null;
  const open = node.namedChildren[0]?.text ?? "";
  if (/b/i.test(open.replace(/["'].*/, ""))) return null;
  let value = "";
  for (const child of node.namedChildren) {
    const part = child?.type;
    if (part === "interpolation") return null;
    if (part === "string_content") value += /r/i.test(open) ? child.text : unescaped(child.text);
  }
  return value;
}

export function unescaped(source: string): string {
  return source.replace(/\\(\r?\n|.)/g, (whole, escaped: string) => {
    if (escaped === "n") return "\n";
    if (escaped === "t") return "\t";
    if (escaped === "\n" || escaped === "\r\n") return "";
    return /["'\\]/.test(escaped) ? escaped : whole;
  });
}

export function decoratorsOf(node: Node): string[] {
  return node.namedChildren
    .filter((child): child is Node => child?.type === "decorator")
    .map((child) => fold(child.text.replace(/^@/, "")));
}

export function parametersOf(list: Node | null): Parameter[] {
  if (!list) return [];
  const parameters: Parameter[] = [];
  for (const child of list.namedChildren) {
    if (!child || child.type === "comment" || child.type.endsWith("separator")) continue;
    const pattern =
      child.type === "typed_parameter" ? child.namedChildren[0] : (child.childForFieldName("name") ?? child);
    const rest = pattern?.type === "list_splat_pattern" || pattern?.type === "dictionary_splat_pattern";
    const type = child.childForFieldName("type");
    const value = child.childForFieldName("value");
    parameters.push({
      name: (pattern?.text ?? "").replace(/^\*+/, ""),
      annotation: type ? fold(type.text) : null,
      default: value ? fold(value.text) : null,
      rest,
    });
  }
  return parameters;
}

export function importsOf(node: Node): Import[] {
  const module = node.childForFieldName("module_name")?.text ?? null;
  return node.childrenForFieldName("name").flatMap((child): Import[] => {
    if (!child) return [];
    const name = child.type === "aliased_import" ? (child.childForFieldName("name")?.text ?? "") : child.text;
    const alias = child.type === "aliased_import" ? child.childForFieldName("alias")?.text : undefined;
    if (module !== null) return [{ local: alias ?? name, module, name }];
    return [{ local: alias ?? name, module: name, name: null }];
  });
}

export function descend(node: Node, type: string): Node[] {
  const found: Node[] = [];
  const visit = (at: Node) => {
    for (const child of at.namedChildren) {
      const kind = child?.type;
      if (!child || kind === "block") continue;
      if (kind === type) found.push(child);
      else visit(child);
    }
  };
  if (node.type === "match_statement") {
    const body = node.childForFieldName("body");
    if (body) for (const child of body.namedChildren) if (child?.type === type) found.push(child);
  } else visit(node);
  return found;
}

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "tuple"]);

export function targetsOf(left: Node): Node[] {
  const { type } = left;
  if (PATTERNS.has(type)) return left.namedChildren.filter((child): child is Node => child !== null).flatMap(targetsOf);
  if (type === "as_pattern_target" && left.namedChildren[0]) return targetsOf(left.namedChildren[0]);
  return [left];
}

export function unpackCount(left: Node): number {
  return /^(pattern_list|tuple_pattern|list_pattern)$/.test(left.type) ? left.namedChildren.length : 0;
}

export function exceptionOf(clause: Node): string {
  const value = parts(clause).find((child) => child.type !== "block");
  const name = value?.type === "as_pattern" ? value.namedChildren[0] : value;
  return name ? fold(name.text) : "anything";
}

export function assertedPath(test: Node): string | null {
  if (isPath(test)) return fold(test.text);
  if (test.type === "comparison_operator") {
    const [left, right] = test.namedChildren;
    if (left && isPath(left) && right?.type === "none" && /\bis\s+not\b/.test(test.text)) return fold(left.text);
  }
  return null;
}

/** `not c`, without doubling a negation or binding loosely. */
export function negate(condition: string): string {
  if (/^not [\w.]+$/.test(condition)) return condition.slice(4);
  return /^[\w.]+(\(.*\))?$/.test(condition) && !/\).*\(/.test(condition) ? `not ${condition}` : `not (${condition})`;
}

export function lastStatement(block: Node): Node | null {
  return parts(block).at(-1) ?? null;
}

/** Whether control never runs off the end of `block`. */
export function leaves(block: Node): boolean {
  const last = lastStatement(block);
  if (!last) return false;
  if (LEAVES.has(last.type)) return true;
  if (last.type === "if_statement") {
    const otherwise = last.namedChildren.find((child) => child?.type === "else_clause");
    if (!otherwise) return false;
    const blocks = [
      last.childForFieldName("consequence"),
      ...last.namedChildren
        .filter((child) => child?.type === "elif_clause")
        .map((child) => child?.childForFieldName("consequence") ?? null),
      otherwise.childForFieldName("body"),
    ];
    return blocks.every((each) => each !== null && leaves(each));
  }
  if (last.type === "with_statement") {
    const body = last.childForFieldName("body");
    return body !== null && leaves(body);
  }
  if (last.type === "try_statement") {
    const finallyClause = last.namedChildren.find((child) => child?.type === "finally_clause");
    const finallyBlock = finallyClause?.namedChildren.find((child) => child?.type === "block") ?? null;
    if (finallyBlock && leaves(finallyBlock)) return true;
    const body = last.childForFieldName("body");
    const handlers = last.namedChildren.filter((child) => child?.type.startsWith("except"));
    const elseBlock =
      last.namedChildren.find((child) => child?.type === "else_clause")?.childForFieldName("body") ?? null;
    const straight = elseBlock ? leaves(elseBlock) : body !== null && leaves(body);
    return (
      straight &&
      handlers.every((handler) => {
        const block = handler?.namedChildren.find((child) => child?.type === "block") ?? null;
        return block !== null && leaves(block);
      })
    );
  }
  if (last.type === "while_statement") {
    const condition = last.childForFieldName("condition")?.text;
    return (condition === "True" || condition === "1") && !/\bbreak\b/.test(last.text);
  }
  return false;
}

/** What has to be so for control to run off the end: the guards that its last statements leave by. */
export function fallenThrough(block: Node): string[] {
  const guards = block.namedChildren
    .map((child) => (child ? guardOf(child) : null))
    .filter((guard): guard is string => guard !== null);
  return guards;
}

/** `not c` of `if c: … return`, where nothing else follows the `if`; an `if` that raises guards nothing worth saying. */
export function guardOf(statement: Node): string | null {
  if (statement.type !== "if_statement") return null;
  if (statement.namedChildren.some((child) => child?.type === "elif_clause" || child?.type === "else_clause"))
    return null;
  const consequence = statement.childForFieldName("consequence");
  const condition = statement.childForFieldName("condition");
  if (!consequence || !condition || !leaves(consequence)) return null;
  if (lastStatement(consequence)?.type === "raise_statement") return null;
  return negate(fold(condition.text));
}
