// Finds what is bound to a name in a file of Python or a script: at its top, in a class, in a function. It tells each
// binding by itself and does not run them: of two, both are told.

import { mentions } from "../../../facts/asked.ts";
import type { Chunk } from "../../../model.ts";
import type { GrammarName, Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import { keyOf, pathOf, unwrapped } from "../../../syntax/script-nodes.ts";
import type { CodeFile } from "../../question.ts";
import { type Literal, pythonLiteral, scriptLiteral } from "./literals.ts";
import { isNamed, type Wanted } from "./names.ts";
import { nameOf } from "./places.ts";
import { readPiece } from "./trees.ts";
import { walk } from "./walk.ts";

/** A binding in a piece; rows of its literal count as `line` does, from the piece's first. */
interface Bound {
  readonly names: readonly string[];
  readonly target: string;
  readonly literal: Literal;
  readonly line: number;
}

/** A binding where it stands. */
export interface Constant {
  readonly literal: Literal;
  /** 1-based. */
  readonly line: number;
  /** What has to be added to a row of the literal for its line. */
  readonly shift: number;
  readonly function: string;
  readonly class: string | null;
}

/** A bare name is one of the module's; `Class.NAME`, `Class.method.name` and `TABLE.key` stand where they say. */
export function constantsNamed(file: CodeFile, wanted: Wanted): readonly Constant[] {
  const { path, source } = file;
  if (source === null || !wanted.in(path)) return [];
  const outer = wanted.name.includes(".") ? wanted.name.slice(0, -wanted.word.length - 1) : null;
  const words = [wanted.word, ...(outer === null ? [] : [outer.slice(outer.lastIndexOf(".") + 1)])];
  return source.chunks.flatMap((chunk) => {
    if (chunk.kind === "class" || !words.some((word) => mentions(source, chunk, word))) return [];
    const bound = readPiece(file, chunk, `constants ${words.join(" ")}`, (root, lineOf) =>
      boundIn(root, source.language, new Set(words), lineOf(root) - root.startPosition.row),
    );
    return (bound ?? []).flatMap((each) => meant(each, chunk, wanted, outer));
  });
}

function meant(bound: Bound, chunk: Chunk, wanted: Wanted, outer: string | null): readonly Constant[] {
  const owner = chunk.owner === null ? [] : [chunk.owner];
  const name = [...owner, ...bound.names, bound.target].join(".");
  const place = {
    shift: chunk.firstLine,
    function: chunk.kind === "function" ? nameOf(chunk) : "<module>",
    class: chunk.owner,
  };
  const line = chunk.firstLine + bound.line;
  if (outer === null ? name === wanted.name : isNamed(wanted, name))
    return [{ ...place, literal: bound.literal, line }];
  if (outer === null || !isNamed({ ...wanted, name: outer }, name)) return [];
  return bound.literal.entries
    .filter(({ key }) => key === wanted.word)
    .map(({ value, row }) => ({ ...place, literal: value, line: chunk.firstLine + row }));
}

function boundIn(root: Node, language: GrammarName, words: ReadonlySet<string>, shift: number): readonly Bound[] {
  const found: Bound[] = [];
  const isPython = language === "python";
  walk(root, language, (node, { names }) => {
    for (const { target, value } of isPython ? pythonBindings(node) : scriptBindings(node)) {
      if (!words.has(target.slice(target.lastIndexOf(".") + 1))) continue;
      const literal = shifted(isPython ? pythonLiteral(value) : scriptLiteral(value), shift);
      found.push({ names, target, literal, line: node.startPosition.row + shift });
    }
    return true;
  });
  return found;
}

function shifted(literal: Literal, shift: number): Literal {
  if (literal.entries.length === 0) return literal;
  const entries = literal.entries.map((each) => ({
    ...each,
    row: each.row + shift,
    value: shifted(each.value, shift),
  }));
  return { ...literal, entries };
}

interface Binding {
  readonly target: string;
  readonly value: Node;
}

function pythonBindings(node: Node): readonly Binding[] {
  if (node.type === "named_expression") return pair(node.childForFieldName("name"), node.childForFieldName("value"));
  if (node.type !== "assignment" && node.type !== "augmented_assignment") return [];
  const left = node.childForFieldName("left");
  let right = node.childForFieldName("right");
  while (right?.type === "assignment") right = right.childForFieldName("right");
  if (!left || !right) return [];
  if (!/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(left.type)) return pair(left, right);
  const values = /^(?:expression_list|tuple|list)$/.test(right.type) ? parts(right) : [];
  const targets = parts(left);
  const isEven = values.length === targets.length && !values.some(({ type }) => type === "list_splat");
  return targets.flatMap((target, at) => pair(target, isEven ? (values[at] ?? null) : right));
}

function pair(target: Node | null, value: Node | null): readonly Binding[] {
  return target && value ? [{ target: target.text.replace(/\s+/g, ""), value }] : [];
}

function scriptBindings(node: Node): readonly Binding[] {
  switch (node.type) {
    case "variable_declarator":
      return pair(node.childForFieldName("name"), node.childForFieldName("value"));
    case "assignment_expression":
    case "augmented_assignment_expression": {
      const left = node.childForFieldName("left");
      const right = node.childForFieldName("right");
      const path = left && pathOf(left);
      return path && right ? [{ target: path, value: right }] : [];
    }
    case "public_field_definition":
    case "field_definition": {
      const name = keyOf(node.childForFieldName("name") ?? node.childForFieldName("property"));
      const value = node.childForFieldName("value");
      return name !== null && value ? [{ target: name, value }] : [];
    }
    case "enum_declaration":
      return pair(node.childForFieldName("name"), node.childForFieldName("body"));
    case "export_statement": {
      const value = node.childForFieldName("value");
      return value ? [{ target: "default", value: unwrapped(value) }] : [];
    }
    default:
      return [];
  }
}
