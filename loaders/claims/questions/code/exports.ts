// Turns a module into the names that it gives out. What another module makes of `export *` or `import *` is not followed.

import type { Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import { keyOf, pathOf, stringOf } from "../../../syntax/script-nodes.ts";
import type { CodeFile, Item } from "../../question.ts";
import { bodyOf } from "./places.ts";
import { readTree } from "./trees.ts";

interface Named {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** In order, each name once; `* from ./x.js` of a script that gives on all of another. */
export function exportsOf(file: CodeFile): readonly Item[] {
  const { path, source, text } = file;
  if (source === null) return [];
  const names =
    source.language === "python"
      ? pythonExports(file)
      : (readTree(source.language, text, (root) => parts(root).flatMap(scriptExports))?.told ?? []);
  const first = new Map<string, number>();
  for (const { name, line } of names) if (!first.has(name)) first.set(name, line);
  return [...first].map(([name, line]) => ({ text: name, path, line }));
}

function pythonExports(file: CodeFile): readonly Named[] {
  const { source } = file;
  const top = source!.chunks.filter(({ owner }) => owner === null);
  const bindings = top
    .filter(({ kind }) => kind === "statement")
    .flatMap((chunk) =>
      bodyOf(file, chunk).bindings.map((binding) => ({ ...binding, line: chunk.firstLine + binding.line })),
    );
  const listed = bindings.filter(({ targets }) => targets[0] === "__all__");
  if (listed.length > 0)
    return listed.flatMap(({ value, line }) =>
      value.kind === "items"
        ? value.items.map((item) => ({ name: item.kind === "string" ? item.value : item.text, line }))
        : [{ name: `* ${value.text}`, line }],
    );
  const defined = top.filter(({ kind }) => kind !== "statement").map(({ name, line }) => ({ name: name ?? "", line }));
  const bound = bindings
    .filter(({ how }) => how === "assign" || how === "unpack")
    .flatMap(({ targets, line }) => targets.map((name) => ({ name, line })));
  return [...defined, ...bound].filter(({ name }) => /^[\p{L}][\p{L}\p{N}_]*$/u.test(name));
}

function scriptExports(node: Node): readonly Named[] {
  const line = node.startPosition.row + 1;
  const named = (name: string | null | undefined): readonly Named[] => (name == null ? [] : [{ name, line }]);
  if (node.type === "expression_statement") return commonExports(parts(node)[0] ?? null, line);
  if (node.type !== "export_statement") return [];
  if (node.children.some((child) => child?.type === "default" || child?.type === "=")) return named("default");
  const declaration = node.childForFieldName("declaration");
  if (declaration) return declared(declaration).flatMap(named);
  const from = node.childForFieldName("source");
  const clause = parts(node).find((child) => child.type === "export_clause");
  if (clause)
    return parts(clause).flatMap((each) =>
      named(keyOf(each.childForFieldName("alias") ?? each.childForFieldName("name"))),
    );
  const space = parts(node).find((child) => child.type === "namespace_export");
  if (space) return named(keyOf(parts(space)[0] ?? null));
  return from ? named(`* from ${stringOf(from) ?? ""}`) : [];
}

function declared(node: Node): readonly (string | null)[] {
  if (node.type !== "lexical_declaration" && node.type !== "variable_declaration")
    return [node.childForFieldName("name")?.text ?? null];
  return parts(node).flatMap((each) => {
    const name = each.childForFieldName("name");
    return name ? bound(name) : [];
  });
}

/** Names that a pattern binds. */
function bound(pattern: Node): readonly string[] {
  if (/identifier/.test(pattern.type)) return [pattern.text];
  const value = pattern.childForFieldName("value") ?? pattern.childForFieldName("left");
  return (value ? [value] : parts(pattern)).flatMap(bound);
}

/** `exports.a = …`, `module.exports = { a, b }`. */
function commonExports(node: Node | null, line: number): readonly Named[] {
  if (node?.type !== "assignment_expression") return [];
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const path = (left && pathOf(left)) ?? "";
  const name = /^(?:module\.)?exports\.([\p{L}\p{N}_$]+)$/u.exec(path)?.[1];
  if (name !== undefined) return [{ name, line }];
  if (path !== "module.exports") return [];
  if (right?.type !== "object") return [{ name: "default", line }];
  return parts(right).map((each) => ({
    name: keyOf(each.childForFieldName("key") ?? each.childForFieldName("name") ?? each) ?? each.text,
    line: each.startPosition.row + 1,
  }));
}
