// Turns an expression's node into what its source says that it is: a string, a number, a list, a table, else its source. It
// calculates with numbers that are written out and looks no name up.

import type { Node } from "../../../syntax/grammar.ts";
import { brief, parts } from "../../../syntax/nodes.ts";
import { keyOf, stringOf, unwrapped } from "../../../syntax/script-nodes.ts";
import { pythonString } from "./strings.ts";

export interface Literal {
  readonly kind: "string" | "number" | "list" | "table" | "source";
  /** Of a string what it says, of anything else its source, white space folded and cut where it is long. */
  readonly text: string;
  readonly number: number | null;
  /** Of a list its items, which have no key; of a table its entries. What is spread into it is an entry of its own. */
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly key: string | null;
  readonly value: Literal;
  /** 0-based row of the tree. */
  readonly row: number;
}

/** Calls that give back, as another kind, what they are given. */
const SAME = new Set([
  "frozenset",
  "set",
  "tuple",
  "list",
  "dict",
  "OrderedDict",
  "MappingProxyType",
  "Object.freeze",
  "Object.seal",
  "Set",
  "Map",
]);

export function pythonLiteral(node: Node): Literal {
  switch (node.type) {
    case "parenthesized_expression": {
      const inner = parts(node)[0];
      return inner ? pythonLiteral(inner) : source(node);
    }
    case "string":
    case "concatenated_string": {
      const value = pythonString(node);
      return value === null ? source(node) : text(value);
    }
    case "integer":
    case "float":
      return number(node, numberOf(node.text));
    case "unary_operator":
      return negative(node, pythonLiteral);
    case "binary_operator":
      return calculated(node, pythonLiteral);
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
      return list(
        node,
        parts(node).map((each) => entry(null, pythonLiteral(each), each)),
      );
    case "dictionary":
      return table(node, parts(node).map(pythonPair));
    case "call":
      return pythonCall(node);
    default:
      return source(node);
  }
}

function pythonPair(node: Node): Entry {
  const key = node.childForFieldName("key");
  const value = node.childForFieldName("value");
  if (node.type !== "pair" || !key || !value) return entry(brief(node), source(node), node);
  return entry(pythonLiteral(key).text, pythonLiteral(value), node);
}

/** `frozenset({…})`, `dict(a=1)`. */
function pythonCall(node: Node): Literal {
  const name = node.childForFieldName("function")?.text ?? "";
  const list = node.childForFieldName("arguments");
  const given = list?.type === "argument_list" ? parts(list) : [];
  if (!SAME.has(name.slice(name.lastIndexOf(".") + 1))) return source(node);
  const named = given.filter(({ type }) => type === "keyword_argument" || type === "dictionary_splat");
  if (named.length > 0 && named.length === given.length) return table(node, named.map(keyword));
  const [only, more] = given;
  return only && !more ? converted(node, name, pythonLiteral(only)) : source(node);
}

function keyword(node: Node): Entry {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  return name && value ? entry(name.text, pythonLiteral(value), node) : entry(brief(node), source(node), node);
}

export function scriptLiteral(wrapped: Node): Literal {
  const node = unwrapped(wrapped);
  switch (node.type) {
    case "string":
    case "template_string": {
      const value = stringOf(node);
      return value === null ? source(node) : text(value.replaceAll("\r\n", "\n"));
    }
    case "number":
      return number(node, numberOf(node.text));
    case "unary_expression":
      return negative(node, scriptLiteral);
    case "binary_expression":
      return calculated(node, scriptLiteral);
    case "array":
      return list(
        node,
        parts(node).map((each) => entry(null, scriptLiteral(each), each)),
      );
    case "object":
      return table(node, parts(node).map(scriptPair));
    case "enum_body":
      return table(node, parts(node).map(scriptPair));
    case "call_expression":
    case "new_expression": {
      const name = node.childForFieldName("function") ?? node.childForFieldName("constructor");
      const [only, more] = parts(node.childForFieldName("arguments") ?? node);
      const isSame = name !== null && SAME.has(name.text) && only !== undefined && more === undefined;
      return isSame ? converted(node, name.text, scriptLiteral(only)) : source(node);
    }
    default:
      return source(node);
  }
}

function scriptPair(node: Node): Entry {
  const key = node.type === "pair" ? node.childForFieldName("key") : node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (node.type === "spread_element") return entry(brief(node), source(node), node);
  const name = keyOf(key ?? node) ?? brief(parts(key ?? node)[0] ?? node);
  return entry(name, value ? scriptLiteral(value) : { ...source(node), text: name }, node);
}

/** A list of pairs that becomes a table, or the same of another kind. */
function converted(node: Node, name: string, given: Literal): Literal {
  const isTable = /^(?:dict|OrderedDict|Map)$/.test(name.slice(name.lastIndexOf(".") + 1));
  if (given.kind === "table") return given;
  if (given.kind !== "list") return source(node);
  if (!isTable) return given;
  const pairs = given.entries.map(({ value, row }): Entry => {
    const [key, held] = value.entries;
    return key && held ? { key: key.value.text, value: held.value, row } : { key: value.text, value, row };
  });
  return { ...source(node), kind: "table", entries: pairs };
}

function text(value: string): Literal {
  return { kind: "string", text: value, number: null, entries: [] };
}

function source(node: Node): Literal {
  return { kind: "source", text: brief(node), number: null, entries: [] };
}

function list(node: Node, entries: readonly Entry[]): Literal {
  return { ...source(node), kind: "list", entries };
}

function table(node: Node, entries: readonly Entry[]): Literal {
  return { ...source(node), kind: "table", entries };
}

function entry(key: string | null, value: Literal, node: Node): Entry {
  return { key, value, row: node.startPosition.row };
}

function number(node: Node, value: number | null): Literal {
  return { ...source(node), kind: value === null ? "source" : "number", number: value };
}

/** `1_000`, `0x1f`, `2.5e3`; null of what is none, or has more digits than a number here. */
function numberOf(written: string): number | null {
  const plain = written.replaceAll("_", "");
  const value = /^0[xob]/i.test(plain) || /^[\d.]+(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return exact(value);
}

function exact(value: number): number | null {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
}

function negative(node: Node, literal: (node: Node) => Literal): Literal {
  const given = node.childForFieldName("argument");
  const value = given ? literal(given) : null;
  const sign = node.childForFieldName("operator")?.text;
  if (value?.kind !== "number" || value.number === null || (sign !== "-" && sign !== "+")) return source(node);
  return number(node, sign === "-" ? -value.number : value.number);
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => Math.floor(a / b),
  "**": (a, b) => a ** b,
  "<<": (a, b) => (b >= 0 ? a * 2 ** b : Number.NaN),
};

/** `16 * 2 ** 20`, `"a" + "b"`. */
function calculated(node: Node, literal: (node: Node) => Literal): Literal {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const operator = node.childForFieldName("operator")?.text ?? "";
  const run = OPERATIONS[operator];
  if (!left || !right || !run) return source(node);
  const [a, b] = [literal(left), literal(right)];
  if (operator === "+" && a.kind === "string" && b.kind === "string") return text(a.text + b.text);
  if (a.number === null || b.number === null) return source(node);
  const value = exact(run(a.number, b.number));
  return value === null ? source(node) : { ...number(node, value), text: String(value) };
}
