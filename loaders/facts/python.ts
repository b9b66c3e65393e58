// Turns one chunk of Python into the facts of its body: calls, bindings, accesses, returns, with the conditions they
// stand under. It knows no profile and resolves nothing: what a name means is for surface/ to say.

import type {
  Access,
  Binding,
  Body,
  Call,
  Comparison,
  Import,
  Parameter,
  Raise,
  Return,
  Use,
  Value,
} from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { withTree } from "../syntax/grammar.ts";
import { fold } from "../syntax/python-outline.ts";

/** Facts of a chunk, and its 0-based lines that the grammar did not understand. */
export interface ChunkFacts {
  readonly body: Body;
  readonly errors: readonly number[];
}

/** Parses `source`, whole lines of one chunk, indented as they stand. Lines of the facts count from 0. */
export function extractPython(source: string): ChunkFacts {
  const opened = asModule(source);
  return withTree("python", opened.text, (root) => {
    const errors: number[] = [];
    if (root.hasError) collectErrors(root, -opened.rows, errors);
    const definition = opened.rows === 1 ? onlyDefinition(root) : onlyDefinition(root);
    const writer = new BodyWriter(-opened.rows);
    const body = definition ? writer.function(definition) : writer.statements(root);
    return { body, errors };
  });
}

const INDENT = /^[ \t]*/;
const CLAUSE = /^(elif|else|except|finally|case)\b/;

/** A chunk by itself need not be a module: an indented one gets an `if`, a lone clause its opener. */
function asModule(source: string): { text: string; rows: number } {
  const indent = INDENT.exec(source)?.[0] ?? "";
  const clause = CLAUSE.exec(source.slice(indent.length))?.[1];
  let text = source;
  let rows = 0;
  if (clause) {
    const opener = clause === "except" || clause === "finally" ? "try:" : clause === "case" ? "match 1:" : "if 1:";
    text = clause === "case" ? `${indent}match 1:\n${text}` : `${indent}${opener}\n${indent} pass\n${text}`;
    rows += clause === "case" ? 1 : 2;
  }
  if (indent) {
    text = `if 1:\n${text}`;
    rows += 1;
  }
  if (/:\s*(#[^\n]*)?$/.test(text)) {
    const last = INDENT.exec(text.slice(text.lastIndexOf("\n") + 1))?.[0] ?? "";
    text += `\n${last} pass`;
  }
  return { text: `${text}\n`, rows };
}

function onlyDefinition(root: Node): Node | null {
  let node: Node | null = root;
  for (;;) {
    const inside: Node[] = node.namedChildren.filter(
      (child): child is Node => child !== null && child.type !== "comment",
    );
    if (inside.length !== 1) {
      if (node.type === "if_statement") {
        node = node.childForFieldName("consequence");
        if (!node) return null;
        continue;
      }
      return null;
    }
    const only = inside[0] as Node;
    if (only.type === "function_definition" || only.type === "decorated_definition") return only;
    if (only.type !== "if_statement" && only.type !== "block") return null;
    node = only;
  }
}

function collectErrors(node: Node, shift: number, into: number[]): void {
  if (node.isError || node.isMissing) {
    const row = Math.max(0, node.startPosition.row + shift);
    if (into.at(-1) !== row) into.push(row);
    return;
  }
  if (!node.hasError) return;
  for (const child of node.children) if (child) collectErrors(child, shift, into);
}

/** Methods that read a key off a mapping: `required` where they raise without a default. */
const MAPPING_READS = new Map([
  ["get", { required: false, default: "None" }],
  ["pop", { required: true, default: null }],
  ["setdefault", { required: false, default: "None" }],
]);

const LEAVES = new Set(["return_statement", "raise_statement", "continue_statement", "break_statement"]);

class BodyWriter {
  readonly #shift: number;
  readonly #calls: Call[] = [];
  readonly #bindings: Binding[] = [];
  readonly #accesses: Access[] = [];
  readonly #returns: Return[] = [];
  readonly #raises: Raise[] = [];
  readonly #comparisons: Comparison[] = [];
  readonly #asserts: { object: string; line: number }[] = [];
  readonly #imports: Import[] = [];
  readonly #nested: { name: string; body: Body; line: number; endLine: number }[] = [];
  readonly #callIndex = new Map<number, number>();
  #conditions: readonly string[] = [];
  #caught: string | null = null;
  #generator = false;

  constructor(shift: number) {
    this.#shift = shift;
  }

  /** The body of a function, decorated or not. */
  function(node: Node): Body {
    const decorators = node.type === "decorated_definition" ? decoratorsOf(node) : [];
    const definition = node.type === "decorated_definition" ? node.childForFieldName("definition") : node;
    const block = definition?.childForFieldName("body") ?? null;
    const parameters = parametersOf(definition?.childForFieldName("parameters") ?? null);
    if (block) {
      this.#block(block);
      if (!leaves(block)) {
        const line = this.#line(lastStatement(block) ?? block, "end");
        this.#returns.push({
          value: { kind: "null", text: "None" },
          implicit: true,
          conditions: fallenThrough(block),
          line,
          endLine: line,
        });
      }
    }
    const isAsync = definition?.children[0]?.type === "async";
    const annotation = definition?.childForFieldName("return_type") ?? null;
    return this.#done(parameters, annotation ? fold(annotation.text) : null, decorators, isAsync);
  }

  /** Statements that belong to no function: of a module or a class. */
  statements(root: Node): Body {
    this.#block(root);
    return this.#done([], null, [], false);
  }

  #done(
    parameters: readonly Parameter[],
    returns: string | null,
    decorators: readonly string[],
    isAsync: boolean,
  ): Body {
    return {
      parameters,
      returnAnnotation: returns,
      decorators,
      calls: this.#calls,
      bindings: this.#bindings,
      accesses: this.#accesses,
      returns: this.#generator ? [] : this.#returns,
      raises: this.#raises,
      comparisons: this.#comparisons,
      asserts: this.#asserts,
      imports: this.#imports,
      nested: this.#nested,
      flavour: this.#generator ? "generator" : isAsync ? "async" : "plain",
    };
  }

  #line(node: Node, side: "start" | "end" = "start"): number {
    return (side === "start" ? node.startPosition.row : node.endPosition.row) + this.#shift;
  }

  #lines(node: Node): { line: number; endLine: number } {
    return { line: this.#line(node), endLine: this.#line(node, "end") };
  }

  #under(condition: string | null, run: () => void): void {
    const before = this.#conditions;
    if (condition !== null) this.#conditions = [...before, condition];
    run();
    this.#conditions = before;
  }

  /** Statements in order. What follows `if c: return` stands under `not c`. */
  #block(block: Node): void {
    const before = this.#conditions;
    for (const child of block.namedChildren) {
      if (!child) continue;
      this.#statement(child);
      const guard = guardOf(child);
      if (guard) this.#conditions = [...this.#conditions, guard];
    }
    this.#conditions = before;
  }

  #statement(node: Node): void {
    switch (node.type) {
      case "expression_statement":
        for (const child of node.namedChildren) if (child) this.#expressionStatement(child);
        return;
      case "return_statement": {
        const value = node.namedChildren[0] ?? null;
        this.#returns.push({
          value: value ? this.#value(value, "returned") : { kind: "null", text: "None" },
          implicit: false,
          conditions: this.#conditions,
          ...this.#lines(node),
        });
        return;
      }
      case "raise_statement": {
        const value = node.namedChildren[0] ?? null;
        if (value) this.#value(value, "argument");
        const name = value?.type === "call" ? value.childForFieldName("function") : value;
        this.#raises.push({
          exception: name && isPath(name) ? name.text : null,
          conditions: this.#conditions,
          ...this.#lines(node),
        });
        return;
      }
      case "if_statement":
        return this.#if(node);
      case "while_statement": {
        const condition = node.childForFieldName("condition");
        const text = condition ? fold(condition.text) : "";
        if (condition) this.#value(condition, "argument");
        const body = node.childForFieldName("body");
        if (body) this.#under(text === "True" || text === "1" ? null : text, () => this.#block(body));
        this.#alternatives(node);
        return;
      }
      case "for_statement": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        if (right && left) this.#bind(left, this.#value(right, "argument"), "for", node, null);
        const body = node.childForFieldName("body");
        if (body) this.#block(body);
        this.#alternatives(node);
        return;
      }
      case "try_statement":
        return this.#try(node);
      case "with_statement": {
        for (const item of descend(node, "with_item")) {
          const value = item.childForFieldName("value");
          if (value?.type === "as_pattern") {
            const [subject, target] = value.namedChildren;
            if (subject && target) this.#bind(target, this.#value(subject, "bound"), "with", node, null);
          } else if (value) this.#value(value, "argument");
        }
        const body = node.childForFieldName("body");
        if (body) this.#block(body);
        return;
      }
      case "assert_statement": {
        const [test, message] = node.namedChildren;
        if (test) {
          this.#value(test, "argument", true);
          const object = assertedPath(test);
          if (object) this.#asserts.push({ object, line: this.#line(node) });
        }
        if (message) this.#value(message, "argument");
        return;
      }
      case "function_definition":
      case "decorated_definition": {
        const definition = node.type === "function_definition" ? node : node.childForFieldName("definition");
        if (definition?.type === "function_definition") {
          const name = definition.childForFieldName("name")?.text ?? "<function>";
          this.#nested.push({ name, body: new BodyWriter(this.#shift).function(node), ...this.#lines(definition) });
        } else if (definition) this.#statement(definition);
        return;
      }
      case "class_definition": {
        const body = node.childForFieldName("body");
        if (body) this.#block(body);
        return;
      }
      case "match_statement": {
        const subject = node.childForFieldName("subject");
        if (subject) this.#value(subject, "argument");
        for (const clause of descend(node, "case_clause")) {
          const pattern = clause.namedChildren[0];
          const consequence = clause.childForFieldName("consequence");
          const text = `${subject ? fold(subject.text) : ""} is ${pattern ? fold(pattern.text) : "_"}`;
          if (pattern && subject) this.#caseLiterals(subject, pattern);
          if (consequence) this.#under(text, () => this.#block(consequence));
        }
        return;
      }
      case "delete_statement":
        for (const child of node.namedChildren) if (child) this.#target(child);
        return;
      case "import_statement":
      case "import_from_statement":
        this.#imports.push(...importsOf(node));
        return;
      case "comment":
      case "future_import_statement":
      case "pass_statement":
      case "global_statement":
      case "nonlocal_statement":
        return;
      default:
        for (const child of node.namedChildren) {
          if (!child) continue;
          if (child.type === "block") this.#block(child);
          else if (child.type.endsWith("_statement") || child.type.endsWith("_clause")) this.#statement(child);
          else this.#value(child, "argument");
        }
    }
  }

  #caseLiterals(subject: Node, pattern: Node): void {
    const literals = descend(pattern, "string").map(stringValue);
    if (isPath(subject) && literals.every((each) => each !== null) && literals.length > 0) {
      this.#comparisons.push({
        subject: subject.text,
        operator: "in",
        literals: literals as string[],
        ...this.#lines(pattern),
      });
    }
  }

  #if(node: Node): void {
    const negations: string[] = [];
    const branch = (condition: Node | null, consequence: Node | null) => {
      const text = condition ? fold(condition.text) : null;
      const outer = this.#conditions;
      this.#conditions = [...outer, ...negations];
      if (condition) this.#value(condition, "argument");
      if (consequence) this.#under(text, () => this.#block(consequence));
      this.#conditions = outer;
      if (text) negations.push(negate(text));
    };
    branch(node.childForFieldName("condition"), node.childForFieldName("consequence"));
    for (const child of node.namedChildren) {
      if (child?.type === "elif_clause")
        branch(child.childForFieldName("condition"), child.childForFieldName("consequence"));
      if (child?.type === "else_clause") branch(null, child.childForFieldName("body"));
    }
  }

  #alternatives(node: Node): void {
    for (const child of node.namedChildren) {
      const body = child?.type === "else_clause" ? child.childForFieldName("body") : null;
      if (body) this.#block(body);
    }
  }

  #try(node: Node): void {
    const handlers = node.namedChildren.filter(
      (child): child is Node => child !== null && child.type.startsWith("except"),
    );
    const outer = this.#caught;
    const first = handlers[0];
    if (first) this.#caught = exceptionOf(first);
    const body = node.childForFieldName("body");
    if (body) this.#block(body);
    this.#caught = outer;
    for (const child of node.namedChildren) {
      if (!child || child === body) continue;
      const block = child.namedChildren.find((each) => each?.type === "block") ?? null;
      if (!block) continue;
      if (child.type.startsWith("except")) this.#under(`except ${exceptionOf(child)}`, () => this.#block(block));
      else if (child.type === "else_clause" || child.type === "finally_clause") this.#block(block);
    }
  }

  #expressionStatement(node: Node): void {
    if (node.type === "assignment") {
      const left = node.childForFieldName("left");
      const right = node.childForFieldName("right");
      const type = node.childForFieldName("type");
      if (!left) return;
      const annotation = type ? fold(type.text) : null;
      if (!right) {
        this.#bind(left, { kind: "other", text: "" }, "declare", node, annotation);
        return;
      }
      if (right.type === "assignment") {
        this.#expressionStatement(right);
        const inner = right.childForFieldName("right");
        if (inner) this.#bind(left, this.#value(inner, "bound"), "assign", node, annotation);
        return;
      }
      const count = unpackCount(left);
      const value = this.#value(right, count > 0 ? "unpacked" : "bound", false, count > 0 ? count : 1);
      this.#bind(left, value, count > 0 ? "unpack" : "assign", node, annotation);
    } else if (node.type === "augmented_assignment") {
      const left = node.childForFieldName("left");
      const right = node.childForFieldName("right");
      if (right && left) this.#bind(left, this.#value(right, "bound"), "augment", node, null);
    } else {
      this.#value(node, "discarded", false, 0);
    }
  }

  #bind(left: Node, value: Value, how: Binding["how"], node: Node, annotation: string | null): void {
    const targets = targetsOf(left).map((each) => fold(each.text));
    this.#target(left);
    this.#bindings.push({ targets, value, how, annotation, conditions: this.#conditions, ...this.#lines(node) });
  }

  /** Marks what an assignment or a `del` stores to: `x.a = …` is no read of `a`, but `x` and indices are read. */
  #target(node: Node): void {
    if (node.type === "attribute" || node.type === "subscript") {
      const before = this.#accesses.length;
      this.#value(node, "argument");
      for (let at = this.#accesses.length - 1; at >= before; at--) {
        const access = this.#accesses[at] as Access;
        if (access.line === this.#line(node) && isOuter(node, access)) {
          this.#accesses[at] = { ...access, stores: true };
          break;
        }
      }
    } else if (node.type !== "identifier") {
      for (const child of node.namedChildren) if (child) this.#target(child);
    }
  }

  #value(node: Node, use: Use, asserted = false, arity = use === "discarded" ? 0 : 1): Value {
    switch (node.type) {
      case "parenthesized_expression":
      case "await": {
        const inner = node.namedChildren.find((child) => child !== null && child.type !== "comment");
        return inner ? this.#value(inner, use, asserted, arity) : { kind: "other", text: fold(node.text) };
      }
      case "string":
      case "concatenated_string": {
        const value = stringValue(node);
        for (const part of descend(node, "interpolation")) {
          const inner = part.childForFieldName("expression") ?? part.namedChildren[0];
          if (inner) this.#value(inner, "argument");
        }
        return value === null
          ? { kind: "other", text: fold(node.text) }
          : { kind: "string", text: fold(node.text), value };
      }
      case "integer":
      case "float":
        return { kind: "number", text: node.text };
      case "true":
        return { kind: "true", text: "True" };
      case "false":
        return { kind: "false", text: "False" };
      case "none":
        return { kind: "null", text: "None" };
      case "identifier":
        return { kind: "path", text: node.text };
      case "attribute": {
        this.#attribute(node, null);
        return isPath(node)
          ? { kind: "path", text: fold(node.text) }
          : { kind: "access", text: fold(node.text), access: this.#accesses.length - 1 };
      }
      case "subscript": {
        const object = node.childForFieldName("value");
        const keys = node.childrenForFieldName("subscript").filter((child): child is Node => child !== null);
        const base = object ? this.#value(object, "argument") : null;
        for (const key of keys) this.#value(key, "argument");
        const literal = keys.length === 1 ? stringValue(keys[0] as Node) : null;
        this.#accesses.push({
          ...objectOf(base),
          key: literal ?? keys.map((key) => fold(key.text)).join(", "),
          kind: literal === null ? "index" : "key",
          required: true,
          default: null,
          stores: false,
          ...this.#lines(node),
        });
        return { kind: "access", text: fold(node.text), access: this.#accesses.length - 1 };
      }
      case "call":
        return this.#call(node, use, asserted, arity);
      case "dictionary":
        return this.#dictionary(node);
      case "list":
      case "tuple":
      case "set":
      case "expression_list": {
        const items = node.namedChildren
          .filter((child): child is Node => child !== null && child.type !== "comment")
          .map((child) => this.#value(child, "argument"));
        return { kind: "items", text: fold(node.text), items };
      }
      case "list_comprehension":
      case "set_comprehension":
      case "dictionary_comprehension": {
        // Bindings first: `[x.a for x in reply]` reads `a` off what `for` binds.
        for (const child of node.namedChildren) if (child?.type === "for_in_clause") this.#value(child, "argument");
        for (const child of node.namedChildren) if (child && child.type !== "for_in_clause") this.#value(child, "argument");
        if (node.type === "dictionary_comprehension") return { kind: "keys", text: fold(node.text), keys: [], values: [], open: true };
        return { kind: "items", text: fold(node.text), items: [] };
      }
      case "conditional_expression": {
        const [then, condition, otherwise] = node.namedChildren;
        if (!then || !condition || !otherwise) return { kind: "other", text: fold(node.text) };
        this.#value(condition, "argument");
        const text = fold(condition.text);
        let first: Value = { kind: "other", text: "" };
        let second: Value = { kind: "other", text: "" };
        this.#under(text, () => {
          first = this.#value(then, use, asserted, arity);
        });
        this.#under(negate(text), () => {
          second = this.#value(otherwise, use, asserted, arity);
        });
        return { kind: "either", text: fold(node.text), items: [first, second] };
      }
      case "binary_operator": {
        const sides = [node.childForFieldName("left"), node.childForFieldName("right")];
        const items = sides.filter((each): each is Node => each !== null).map((each) => this.#value(each, "argument"));
        return { kind: "arithmetic", text: fold(node.text), operator: node.childForFieldName("operator")?.text ?? "", items };
      }
      case "boolean_operator": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        const items = [left, right]
          .filter((each): each is Node => each !== null)
          .map((each) => this.#value(each, "argument"));
        return node.childForFieldName("operator")?.type === "or"
          ? { kind: "either", text: fold(node.text), items }
          : { kind: "other", text: fold(node.text) };
      }
      case "comparison_operator":
        return this.#comparison(node);
      case "named_expression": {
        const name = node.childForFieldName("name");
        const inner = node.childForFieldName("value");
        const value: Value = inner ? this.#value(inner, "bound") : { kind: "other", text: "" };
        if (name) this.#bind(name, value, "assign", node, null);
        return name ? { kind: "path", text: name.text } : value;
      }
      case "lambda": {
        const body = node.childForFieldName("body");
        if (body) this.#value(body, "returned");
        return { kind: "function", text: fold(node.text) };
      }
      case "yield": {
        this.#generator = true;
        for (const child of node.namedChildren) if (child) this.#value(child, "argument");
        return { kind: "other", text: fold(node.text) };
      }
      case "for_in_clause": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        if (left && right) this.#bind(left, this.#value(right, "argument"), "for", node, null);
        return { kind: "other", text: fold(node.text) };
      }
      case "keyword_argument": {
        const value = node.childForFieldName("value");
        return value ? this.#value(value, "argument") : { kind: "other", text: fold(node.text) };
      }
      default:
        for (const child of node.namedChildren) if (child) this.#value(child, "argument");
        return { kind: "other", text: fold(node.text) };
    }
  }

  #attribute(node: Node, called: { required: boolean; default: string | null } | null): void {
    const object = node.childForFieldName("object");
    const base = object ? this.#value(object, "argument") : null;
    this.#accesses.push({
      ...objectOf(base),
      key: node.childForFieldName("attribute")?.text ?? "",
      kind: called ? "method" : "attribute",
      required: true,
      default: null,
      stores: false,
      ...this.#lines(node),
    });
  }

  #call(node: Node, use: Use, asserted: boolean, arity: number): Value {
    const target = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    const index = this.#calls.length;
    this.#callIndex.set(node.id, index);
    const place = { ...this.#lines(node), start: node.startIndex, end: node.endIndex };
    this.#calls.push({
      receiver: null,
      callee: "",
      args: [],
      keywords: [],
      use,
      arity,
      asserted,
      conditions: this.#conditions,
      caught: this.#caught,
      ...place,
    });
    let receiver: string | null = null;
    let callee = "";
    const args: Value[] = [];
    const keywords: { name: string; value: Value }[] = [];
    const nodes = (list?.type === "argument_list" ? list.namedChildren : list ? [list] : []).filter(
      (child): child is Node => child !== null && child.type !== "comment",
    );
    if (target?.type === "attribute") {
      callee = target.childForFieldName("attribute")?.text ?? "";
      receiver = fold(target.childForFieldName("object")?.text ?? "");
    } else callee = target ? fold(target.text) : "";
    for (const child of nodes) {
      if (child.type === "keyword_argument") {
        const value = child.childForFieldName("value");
        if (value)
          keywords.push({ name: child.childForFieldName("name")?.text ?? "", value: this.#value(value, "argument") });
      } else args.push(this.#value(child, "argument"));
    }
    if (target?.type === "attribute") this.#methodAccess(target, args);
    else if (target) {
      const builtin = target.text;
      if ((builtin === "getattr" || builtin === "hasattr") && args[1]?.kind === "string") {
        const fallback = builtin === "hasattr" ? "False" : (args[2]?.text ?? null);
        this.#accesses.push({
          ...objectOf(args[0] ?? null),
          key: args[1].value,
          kind: "attribute",
          required: fallback === null,
          default: fallback,
          stores: false,
          ...this.#lines(node),
        });
      } else if (!isPath(target)) this.#value(target, "argument");
    }
    this.#calls[index] = { ...(this.#calls[index] as Call), receiver, callee, args, keywords };
    return { kind: "call", text: fold(node.text), call: index };
  }

  /** `x.get("k", d)` reads a key; any other method is read as an attribute that is called. */
  #methodAccess(target: Node, args: readonly Value[]): void {
    const method = target.childForFieldName("attribute")?.text ?? "";
    const mapping = MAPPING_READS.get(method);
    const key = args[0];
    if (mapping && key?.kind === "string") {
      const object = target.childForFieldName("object");
      const base = object ? this.#value(object, "argument") : null;
      const fallback = args[1]?.text ?? mapping.default;
      this.#accesses.push({
        ...objectOf(base),
        key: key.value,
        kind: "key",
        required: mapping.required && args[1] === undefined,
        default: fallback,
        stores: false,
        ...this.#lines(target),
      });
    } else this.#attribute(target, { required: true, default: null });
  }

  #dictionary(node: Node): Value {
    const keys: string[] = [];
    const values: Value[] = [];
    let open = false;
    for (const child of node.namedChildren) {
      if (child?.type === "pair") {
        const key = child.childForFieldName("key");
        const value = child.childForFieldName("value");
        const literal = key ? stringValue(key) : null;
        if (key && literal === null) this.#value(key, "argument");
        if (literal === null) open = true;
        const lowered: Value = value ? this.#value(value, "argument") : { kind: "other", text: "" };
        if (literal !== null) {
          keys.push(literal);
          values.push(lowered);
        }
      } else if (child && child.type !== "comment") {
        open = true;
        this.#value(child, "argument");
      }
    }
    return { kind: "keys", text: fold(node.text), keys, values, open };
  }

  #comparison(node: Node): Value {
    const [left, right] = node.namedChildren;
    for (const child of node.namedChildren) if (child) this.#value(child, "argument");
    const operators = node.childrenForFieldName("operators").map((each) => each?.text ?? "");
    const operator = operators.join(" ");
    if (left && right && node.namedChildren.length === 2) {
      const subject = isPath(left) ? left : isPath(right) ? right : null;
      const other = subject === left ? right : left;
      if (subject && (operator === "==" || operator === "!=" || operator === "in" || operator === "not in")) {
        const literals =
          other.type === "string"
            ? [stringValue(other)]
            : /^(tuple|list|set)$/.test(other.type)
              ? other.namedChildren.map((each) => (each ? stringValue(each) : null))
              : [null];
        if (literals.every((each) => each !== null) && subject === left) {
          this.#comparisons.push({
            subject: fold(subject.text),
            operator,
            literals: literals as string[],
            ...this.#lines(node),
          });
        }
        const key = stringValue(left);
        if (key !== null && subject === right && operator.endsWith("in")) {
          this.#accesses.push({
            object: fold(right.text),
            of: null,
            key,
            kind: "key",
            required: false,
            default: "False",
            stores: false,
            ...this.#lines(node),
          });
        }
      }
    }
    return { kind: "other", text: fold(node.text) };
  }
}

function objectOf(base: Value | null): { object: string | null; of: Value | null } {
  if (base?.kind === "path" || base?.kind === "access")
    return { object: base.text, of: base.kind === "path" ? null : base };
  return { object: null, of: base };
}

function isOuter(node: Node, access: Access): boolean {
  if (node.type === "attribute") return access.key === node.childForFieldName("attribute")?.text;
  return access.kind === "key" || access.kind === "index";
}

function isPath(node: Node): boolean {
  let at: Node | null = node;
  while (at?.type === "attribute") at = at.childForFieldName("object");
  return at?.type === "identifier";
}

/** The text of a plain string, escapes undone where they are simple; null of an f-string with a hole, or bytes. */
function stringValue(node: Node): string | null {
  if (node.type === "parenthesized_expression") {
    const inner = node.namedChildren.find((child) => child !== null && child.type !== "comment");
    return inner ? stringValue(inner) : null;
  }
  if (node.type === "concatenated_string") {
    const parts = node.namedChildren
      .filter((child) => child !== null && child.type !== "comment")
      .map((child) => stringValue(child as Node));
    return parts.every((part) => part !== null) ? parts.join("") : null;
  }
  if (node.type !== "string") return null;
  const open = node.children[0]?.text ?? "";
  if (/b/i.test(open.replace(/["'].*/, ""))) return null;
  let value = "";
  for (const child of node.namedChildren) {
    if (child?.type === "interpolation") return null;
    if (child?.type === "string_content") value += /r/i.test(open) ? child.text : unescaped(child.text);
  }
  return value;
}

function unescaped(source: string): string {
  return source.replace(/\\(\r?\n|.)/g, (whole, escaped: string) => {
    if (escaped === "n") return "\n";
    if (escaped === "t") return "\t";
    if (escaped === "\n" || escaped === "\r\n") return "";
    return /["'\\]/.test(escaped) ? escaped : whole;
  });
}

function decoratorsOf(node: Node): string[] {
  return node.namedChildren
    .filter((child): child is Node => child?.type === "decorator")
    .map((child) => fold(child.text.replace(/^@/, "")));
}

function parametersOf(list: Node | null): Parameter[] {
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

function importsOf(node: Node): Import[] {
  const module = node.childForFieldName("module_name")?.text ?? null;
  return node.childrenForFieldName("name").flatMap((child): Import[] => {
    if (!child) return [];
    const name = child.type === "aliased_import" ? (child.childForFieldName("name")?.text ?? "") : child.text;
    const alias = child.type === "aliased_import" ? child.childForFieldName("alias")?.text : undefined;
    if (module !== null) return [{ local: alias ?? name, module, name }];
    return [{ local: alias ?? name, module: name, name: null }];
  });
}

function descend(node: Node, type: string): Node[] {
  const found: Node[] = [];
  const visit = (at: Node) => {
    for (const child of at.namedChildren) {
      if (!child) continue;
      if (child.type === type) found.push(child);
      else if (child.type !== "block") visit(child);
    }
  };
  if (node.type === "match_statement") {
    const body = node.childForFieldName("body");
    if (body) for (const child of body.namedChildren) if (child?.type === type) found.push(child);
  } else visit(node);
  return found;
}

function targetsOf(left: Node): Node[] {
  if (
    left.type === "pattern_list" ||
    left.type === "tuple_pattern" ||
    left.type === "list_pattern" ||
    left.type === "tuple"
  ) {
    return left.namedChildren.filter((child): child is Node => child !== null).flatMap(targetsOf);
  }
  if (left.type === "as_pattern_target" && left.namedChildren[0]) return targetsOf(left.namedChildren[0]);
  return [left];
}

function unpackCount(left: Node): number {
  return /^(pattern_list|tuple_pattern|list_pattern)$/.test(left.type) ? left.namedChildren.length : 0;
}

function exceptionOf(clause: Node): string {
  const value = clause.namedChildren.find(
    (child) => child !== null && child.type !== "block" && child.type !== "comment",
  );
  const name = value?.type === "as_pattern" ? value.namedChildren[0] : value;
  return name ? fold(name.text) : "anything";
}

function assertedPath(test: Node): string | null {
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

function lastStatement(block: Node): Node | null {
  return block.namedChildren.filter((child) => child !== null && child.type !== "comment").at(-1) ?? null;
}

/** Whether control never runs off the end of `block`. */
function leaves(block: Node): boolean {
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
function fallenThrough(block: Node): string[] {
  const guards = block.namedChildren
    .map((child) => (child ? guardOf(child) : null))
    .filter((guard): guard is string => guard !== null);
  return guards;
}

/** `not c` of `if c: … return`, where nothing else follows the `if`; an `if` that raises guards nothing worth saying. */
function guardOf(statement: Node): string | null {
  if (statement.type !== "if_statement") return null;
  if (statement.namedChildren.some((child) => child?.type === "elif_clause" || child?.type === "else_clause"))
    return null;
  const consequence = statement.childForFieldName("consequence");
  const condition = statement.childForFieldName("condition");
  if (!consequence || !condition || !leaves(consequence)) return null;
  if (lastStatement(consequence)?.type === "raise_statement") return null;
  return negate(fold(condition.text));
}
