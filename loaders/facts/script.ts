// Turns one chunk of TypeScript or JavaScript into the facts of its body, the same facts as python.ts gives for Python.
// It knows no profile and resolves nothing: what a name means is for surface/ to say.

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
import type { GrammarName, Node } from "../syntax/grammar.ts";
import { withTree } from "../syntax/grammar.ts";
import { fold } from "../syntax/python-outline.ts";
import {
  conditionText,
  decoratorsOfNode,
  errorRows,
  guardOfStatement,
  importsOfNode,
  isClass,
  isFunction,
  keyOf,
  leaves,
  negated,
  parametersOfFunction,
  parts,
  pathOf,
  requiredModule,
  stringOf,
  typeOf,
  unwrapped,
} from "../syntax/script-nodes.ts";
import { definedBy, memberOf } from "../syntax/script-outline.ts";
import type { ChunkFacts } from "./python.ts";

/** What a chunk is, for parsing it by itself: a member stands in a class, a class's chunk is its header. */
export type ScriptPiece = "class" | "function" | "statement" | "method" | "field";

/** Parses the source of one chunk. Lines of the facts count from 0, its first line. */
export function extractScript(source: string, language: GrammarName, piece: ScriptPiece): ChunkFacts {
  const member = piece === "method" || piece === "field";
  const text = member ? `class _ {\n${source}\n}` : piece === "class" ? `${source}}` : source;
  const shift = member ? 1 : 0;
  return withTree(language, text, (root) => {
    const writer = new ScriptWriter(-shift);
    const errors = root.hasError ? errorRows(root, shift) : [];
    return { body: bodyOf(root, writer, piece), errors };
  });
}

function bodyOf(root: Node, writer: ScriptWriter, piece: ScriptPiece): Body {
  const first = parts(root)[0];
  if (piece === "class") return writer.nothing();
  if (piece === "function") {
    const defined = first ? definedBy(first) : null;
    return defined ? writer.function(defined.node, first ? decoratorsOfNode(first) : []) : writer.statements(root);
  }
  if (piece === "statement") return writer.statements(root);
  const block = first?.childForFieldName("body");
  if (!block) return writer.statements(root);
  const decorators = parts(block).filter((child) => child.type === "decorator");
  const members = parts(block).filter((child) => child.type !== "decorator");
  const method = piece === "method" && members[0] ? memberOf(members[0]) : null;
  if (method)
    return writer.function(
      method.node,
      decorators.map((each) => fold(each.text.slice(1))),
    );
  return writer.fields(members);
}

const MAKES = /^(?:Object\.freeze|Object\.seal)$/;

class ScriptWriter {
  readonly #shift: number;
  readonly #calls: Call[] = [];
  readonly #bindings: Binding[] = [];
  readonly #accesses: Access[] = [];
  readonly #returns: Return[] = [];
  readonly #raises: Raise[] = [];
  readonly #comparisons: Comparison[] = [];
  readonly #imports: Import[] = [];
  readonly #nested: { name: string; body: Body; line: number; endLine: number }[] = [];
  #conditions: readonly string[] = [];
  #caught: string | null = null;
  #generator = false;

  constructor(shift: number) {
    this.#shift = shift;
  }

  nothing(): Body {
    return this.#done([], null, [], false);
  }

  /** The body of a function of any kind. */
  function(node: Node, decorators: readonly string[] = []): Body {
    const parameters = parametersOfFunction(node);
    this.#parameterProperties(node);
    const block = node.childForFieldName("body");
    if (block?.type === "statement_block") {
      this.#block(block);
      if (!leaves(block)) {
        const line = this.#line(parts(block).at(-1) ?? block, "end");
        const conditions = parts(block)
          .map(guardOfStatement)
          .filter((guard): guard is string => guard !== null);
        this.#returns.push({
          value: { kind: "null", text: "undefined" },
          implicit: true,
          conditions,
          line,
          endLine: line,
        });
      }
    } else if (block) {
      this.#returns.push({
        value: this.#value(block, "returned"),
        implicit: false,
        conditions: [],
        ...this.#lines(block),
      });
    }
    this.#generator ||= node.type.startsWith("generator") || node.children.some((child) => child?.type === "*");
    const isAsync = node.children.some((child) => child?.type === "async");
    return this.#done(parameters, typeOf(node.childForFieldName("return_type")), decorators, isAsync);
  }

  /** Statements that belong to no function. */
  statements(root: Node): Body {
    this.#block(root);
    return this.nothing();
  }

  /** Fields of a class: `x = 1` binds `x`. */
  fields(members: readonly Node[]): Body {
    for (const member of members) this.#field(member);
    return this.nothing();
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
      asserts: [],
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

  /** Statements in order. What follows `if (c) return` stands under `not c`. */
  #block(block: Node): void {
    const before = this.#conditions;
    for (const child of parts(block)) {
      this.#statement(child);
      const guard = guardOfStatement(child);
      if (guard) this.#conditions = [...this.#conditions, guard];
    }
    this.#conditions = before;
  }

  #field(member: Node): void {
    if (member.type === "class_static_block") {
      const body = member.childForFieldName("body");
      if (body) this.#block(body);
      return;
    }
    if (member.type === "method_definition") {
      this.#nest(keyOf(member.childForFieldName("name")) ?? "<lambda>", member);
      return;
    }
    if (member.type !== "public_field_definition" && member.type !== "field_definition") return;
    const name = keyOf(member.childForFieldName("name") ?? member.childForFieldName("property"));
    const value = member.childForFieldName("value");
    if (name === null) return;
    this.#bindings.push({
      targets: [name],
      value: value ? this.#value(value, "bound", name) : { kind: "other", text: "" },
      how: value ? "assign" : "declare",
      annotation: typeOf(member.childForFieldName("type")),
      conditions: [],
      ...this.#lines(member),
    });
  }

  /** `constructor(private readonly store: Store)` binds `this.store`. */
  #parameterProperties(node: Node): void {
    const list = node.childForFieldName("parameters");
    for (const each of list ? parts(list) : []) {
      const pattern = each.childForFieldName("pattern");
      const shown = each.children.some(
        (child) => child?.type === "accessibility_modifier" || child?.type === "readonly",
      );
      if (!shown || pattern?.type !== "identifier") continue;
      this.#bindings.push({
        targets: [`this.${pattern.text}`],
        value: { kind: "path", text: pattern.text },
        how: "assign",
        annotation: typeOf(each.childForFieldName("type")),
        conditions: [],
        ...this.#lines(each),
      });
    }
  }

  #statement(node: Node): void {
    switch (node.type) {
      case "expression_statement":
        for (const child of parts(node)) this.#value(child, "discarded");
        return;
      case "lexical_declaration":
      case "variable_declaration":
        for (const child of parts(node)) if (child.type === "variable_declarator") this.#declarator(child);
        return;
      case "return_statement": {
        const value = parts(node)[0];
        this.#returns.push({
          value: value ? this.#value(value, "returned") : { kind: "null", text: "undefined" },
          implicit: false,
          conditions: this.#conditions,
          ...this.#lines(node),
        });
        return;
      }
      case "throw_statement": {
        const value = parts(node)[0];
        if (value) this.#value(value, "argument");
        const thrown = value ? unwrapped(value) : null;
        const name = thrown?.type === "new_expression" ? thrown.childForFieldName("constructor") : null;
        this.#raises.push({
          exception: name ? pathOf(name) : null,
          conditions: this.#conditions,
          ...this.#lines(node),
        });
        return;
      }
      case "if_statement":
        return this.#if(node);
      case "while_statement":
      case "do_statement": {
        const condition = node.childForFieldName("condition");
        if (condition) this.#value(condition, "argument");
        const text = condition && node.type === "while_statement" ? conditionText(condition) : null;
        const body = node.childForFieldName("body");
        if (body) this.#under(text === "true" ? null : text, () => this.#statement(body));
        return;
      }
      case "for_in_statement": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        const keys = node.childForFieldName("operator")?.text === "in";
        if (left && right) {
          const value = this.#value(right, "argument");
          this.#bind(left, keys ? { kind: "other", text: value.text } : value, "for", node, null);
        }
        const body = node.childForFieldName("body");
        if (body) this.#statement(body);
        return;
      }
      case "switch_statement":
        return this.#switch(node);
      case "try_statement":
        return this.#try(node);
      case "function_declaration":
      case "generator_function_declaration":
        this.#nest(node.childForFieldName("name")?.text ?? "<lambda>", node);
        return;
      case "class_declaration":
      case "abstract_class_declaration":
        return this.#class(node);
      case "enum_declaration":
        return this.#enum(node);
      case "import_statement":
        this.#imports.push(...importsOfNode(node));
        return;
      case "export_statement":
        return this.#export(node);
      case "interface_declaration":
      case "type_alias_declaration":
      case "empty_statement":
      case "break_statement":
      case "continue_statement":
      case "comment":
        return;
      case "statement_block":
      case "class_body":
        return this.#block(node);
      default:
        // `declare …`, namespaces, labels, a `for` with three parts: whatever stands inside counts as if it stood here.
        for (const child of parts(node)) {
          if (/_(statement|declaration|block|module)$|^module$/.test(child.type)) this.#statement(child);
          else if (!/identifier$/.test(child.type)) this.#value(child, "argument");
        }
    }
  }

  #export(node: Node): void {
    this.#imports.push(...importsOfNode(node));
    const declaration = node.childForFieldName("declaration");
    if (declaration) {
      const name = declaration.childForFieldName("name")?.text;
      this.#statement(declaration);
      if (name !== undefined && node.children.some((child) => child?.type === "default"))
        this.#define("default", { kind: "path", text: name }, node);
      return;
    }
    const value =
      node.childForFieldName("value") ?? (node.children.some((child) => child?.type === "=") ? parts(node)[0] : null);
    if (value)
      this.#define(
        node.children.some((child) => child?.type === "=") ? "module.exports" : "default",
        this.#value(value, "bound", "default"),
        node,
      );
    const clause = parts(node).find((child) => child.type === "export_clause");
    if (!clause || node.childForFieldName("source")) return;
    for (const each of parts(clause)) {
      const name = keyOf(each.childForFieldName("name"));
      const alias = keyOf(each.childForFieldName("alias"));
      if (name !== null && alias !== null && alias !== name) this.#define(alias, { kind: "path", text: name }, each);
    }
  }

  #define(target: string, value: Value, node: Node): void {
    this.#bindings.push({
      targets: [target],
      value,
      how: "assign",
      annotation: null,
      conditions: this.#conditions,
      ...this.#lines(node),
    });
  }

  #enum(node: Node): void {
    const name = node.childForFieldName("name")?.text;
    const body = node.childForFieldName("body");
    if (name === undefined || !body) return;
    const keys: string[] = [];
    const values: Value[] = [];
    for (const member of parts(body)) {
      const key = keyOf(member.type === "enum_assignment" ? member.childForFieldName("name") : member);
      const value = member.childForFieldName("value");
      if (key === null) continue;
      keys.push(key);
      values.push(value ? this.#value(value, "argument") : { kind: "other", text: key });
    }
    this.#define(name, { kind: "keys", text: `enum ${name}`, keys, values, open: false }, node);
  }

  #class(node: Node): void {
    const name = node.childForFieldName("name")?.text ?? "<class>";
    const body = node.childForFieldName("body");
    for (const member of body ? parts(body) : []) {
      const method = memberOf(member);
      if (method) this.#nest(`${name}.${method.name}`, method.node);
      else this.#field(member);
    }
  }

  #if(node: Node): void {
    const condition = node.childForFieldName("condition");
    const then = node.childForFieldName("consequence");
    const otherwise = node.childForFieldName("alternative");
    if (condition) this.#value(condition, "argument");
    const text = condition ? conditionText(condition) : "";
    if (then) this.#under(text, () => this.#statement(then));
    const inside = otherwise ? parts(otherwise)[0] : undefined;
    if (inside) this.#under(negated(text), () => this.#statement(inside));
  }

  #switch(node: Node): void {
    const subject = node.childForFieldName("value");
    if (subject) this.#value(subject, "argument");
    const text = subject ? conditionText(subject) : "";
    const body = node.childForFieldName("body");
    for (const clause of body ? parts(body) : []) {
      const value = clause.childForFieldName("value");
      if (value) {
        this.#value(value, "argument");
        const literal = stringOf(unwrapped(value));
        const path = subject ? pathOf(subject) : null;
        if (literal !== null && path !== null)
          this.#comparisons.push({ subject: path, operator: "==", literals: [literal], ...this.#lines(value) });
      }
      this.#under(value ? `${text} === ${fold(value.text)}` : null, () => {
        const before = this.#conditions;
        for (const child of parts(clause)) {
          if (value && child.id === value.id) continue;
          this.#statement(child);
        }
        this.#conditions = before;
      });
    }
  }

  #try(node: Node): void {
    const outer = this.#caught;
    const handler = node.childForFieldName("handler");
    if (handler) this.#caught = "anything";
    const body = node.childForFieldName("body");
    if (body) this.#block(body);
    this.#caught = outer;
    const caught = handler?.childForFieldName("body");
    if (caught) this.#under("catch", () => this.#block(caught));
    const last = node.childForFieldName("finalizer")?.childForFieldName("body");
    if (last) this.#block(last);
  }

  #declarator(node: Node): void {
    const name = node.childForFieldName("name");
    const right = node.childForFieldName("value");
    const annotation = typeOf(node.childForFieldName("type"));
    if (!name) return;
    if (!right) return this.#bind(name, { kind: "other", text: "" }, "declare", node, annotation);
    const module = requiredModule(right);
    if (module === null) this.#assign(name, right, node, annotation);
    else {
      this.#value(right, "bound");
      this.#require(name, module);
    }
  }

  #assign(name: Node, right: Node, node: Node, annotation: string | null): Value {
    const count = /_pattern$/.test(name.type) ? Math.max(1, parts(name).length) : 0;
    const value = this.#value(right, count > 0 ? "unpacked" : "bound", lastName(name), count || 1);
    this.#bind(name, value, "assign", node, annotation);
    return value;
  }

  #require(name: Node, module: string): void {
    if (name.type === "identifier") this.#imports.push({ local: name.text, module, name: null });
    else if (name.type === "object_pattern") {
      for (const { key, target } of patternOf(name))
        if (target.type !== "object_pattern") this.#imports.push({ local: target.text, module, name: key });
    }
  }

  /** Binds names. A destructured object is read key by key, a destructured array by position. */
  #bind(left: Node, value: Value, how: Binding["how"], node: Node, annotation: string | null): void {
    if (left.type === "object_pattern") {
      for (const { key, target, fallback, at } of patternOf(left)) {
        if (fallback) this.#value(fallback, "argument");
        const object = value.kind === "path" || value.kind === "access" ? value.text : null;
        this.#accesses.push({
          object,
          of: value.kind === "path" ? null : value,
          key,
          kind: "attribute",
          required: !fallback,
          default: fallback ? fold(fallback.text) : null,
          stores: false,
          ...this.#lines(at),
        });
        const text = object === null ? key : `${object}.${key}`;
        const taken: Value =
          value.kind === "path" ? { kind: "path", text } : { kind: "access", text, access: this.#accesses.length - 1 };
        this.#bind(target, taken, how === "for" ? "for" : "assign", node, null);
      }
      return;
    }
    if (left.type === "array_pattern") {
      const targets = parts(left).map((each) =>
        fold((each.childForFieldName("left") ?? each).text).replace(/^\.\.\./, ""),
      );
      const conditions = this.#conditions;
      this.#bindings.push({
        targets,
        value,
        how: how === "for" ? "for" : "unpack",
        annotation,
        conditions,
        ...this.#lines(node),
      });
      return;
    }
    const target = unwrapped(left.type === "rest_pattern" ? (parts(left)[0] ?? left) : left);
    if (target.type === "member_expression" || target.type === "subscript_expression") this.#store(target);
    this.#bindings.push({
      targets: [pathOf(target) ?? fold(target.text)],
      value,
      how,
      annotation,
      conditions: this.#conditions,
      ...this.#lines(node),
    });
  }

  /** `x.a = …` is no read of `a`, but `x` and indices are read. */
  #store(node: Node): void {
    this.#value(node, "argument");
    const last = this.#accesses.length - 1;
    const access = this.#accesses[last];
    if (access) this.#accesses[last] = { ...access, stores: true };
  }

  #nest(name: string, node: Node): number {
    const writer = new ScriptWriter(this.#shift);
    this.#nested.push({ name, body: writer.function(node), ...this.#lines(node) });
    return this.#nested.length - 1;
  }

  #value(node: Node, use: Use, name: string | null = null, arity = use === "discarded" ? 0 : 1): Value {
    if (isFunction(node)) {
      const own = node.childForFieldName("name")?.text;
      const nested = this.#nest(own ?? name ?? "<lambda>", node);
      return { kind: "function", text: fold(node.text), nested };
    }
    if (isClass(node)) {
      this.#class(node);
      return { kind: "other", text: fold(node.text) };
    }
    const inner = unwrappedOnce(node);
    if (inner) return this.#value(inner, use, name, arity);
    switch (node.type) {
      case "string":
      case "template_string": {
        const value = stringOf(node);
        if (value !== null) return { kind: "string", text: fold(node.text), value };
        return this.#inside(node);
      }
      case "number":
        return { kind: "number", text: node.text };
      case "true":
      case "false":
        return { kind: node.type, text: node.text };
      case "null":
      case "undefined":
        return { kind: "null", text: node.text };
      case "identifier":
      case "this":
      case "super":
        return { kind: "path", text: node.text };
      case "member_expression":
        return this.#member(node, false);
      case "subscript_expression":
        return this.#subscript(node);
      case "call_expression":
      case "new_expression":
        return this.#call(node, use, arity);
      case "object":
        return this.#object(node);
      case "array": {
        const items = parts(node).map((child) => this.#value(child, "argument"));
        return { kind: "items", text: fold(node.text), items };
      }
      case "ternary_expression":
        return this.#ternary(node, use, arity);
      case "binary_expression":
        return this.#binary(node, use, arity);
      case "unary_expression":
        if (node.childForFieldName("operator")?.text === "void") {
          const argument = node.childForFieldName("argument");
          if (argument) this.#value(argument, "discarded");
          return { kind: "null", text: "undefined" };
        }
        return this.#inside(node);
      case "assignment_expression": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        return left && right ? this.#assign(left, right, node, null) : this.#inside(node);
      }
      case "augmented_assignment_expression": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        if (!left || !right) return this.#inside(node);
        this.#bind(left, this.#value(right, "bound"), "augment", node, null);
        return { kind: "path", text: pathOf(left) ?? fold(left.text) };
      }
      case "sequence_expression": {
        const items = parts(node);
        const last = items.at(-1);
        for (const each of items.slice(0, -1)) this.#value(each, "discarded");
        return last ? this.#value(last, use, name, arity) : this.#inside(node);
      }
      case "yield_expression":
        this.#generator = true;
        return this.#inside(node);
      case "jsx_text":
      case "regex":
      case "property_identifier":
      case "type_arguments":
        return { kind: "other", text: fold(node.text) };
      case "jsx_attribute": {
        const [key, value] = parts(node);
        return value ? this.#value(value, "argument", key?.text ?? null) : { kind: "other", text: "" };
      }
      case "jsx_expression": {
        const value = parts(node)[0];
        return value ? this.#value(value, "argument", name) : { kind: "other", text: "" };
      }
      default:
        return this.#inside(node);
    }
  }

  #inside(node: Node): Value {
    for (const child of parts(node)) this.#value(child, "argument");
    return { kind: "other", text: fold(node.text) };
  }

  #member(node: Node, called: boolean): Value {
    const object = node.childForFieldName("object");
    const base = object ? this.#value(object, "argument") : null;
    const optional = node.children.some((child) => child?.type === "optional_chain");
    const key = node.childForFieldName("property")?.text ?? "";
    this.#accesses.push({
      ...objectOf(base),
      key,
      kind: called ? "method" : "attribute",
      required: !optional,
      default: optional ? "undefined" : null,
      stores: false,
      ...this.#lines(node),
    });
    const path = pathOf(node);
    return path === null
      ? { kind: "access", text: fold(node.text), access: this.#accesses.length - 1 }
      : { kind: "path", text: path };
  }

  #subscript(node: Node): Value {
    const object = node.childForFieldName("object");
    const index = node.childForFieldName("index");
    const base = object ? this.#value(object, "argument") : null;
    if (index) this.#value(index, "argument");
    const literal = index ? stringOf(unwrapped(index)) : null;
    const optional = node.children.some((child) => child?.type === "optional_chain");
    this.#accesses.push({
      ...objectOf(base),
      key: literal ?? (index ? (pathOf(index) ?? fold(index.text)) : ""),
      kind: literal === null ? "index" : "key",
      required: !optional,
      default: optional ? "undefined" : null,
      stores: false,
      ...this.#lines(node),
    });
    return { kind: "access", text: fold(node.text), access: this.#accesses.length - 1 };
  }

  #call(node: Node, use: Use, arity: number): Value {
    const target = node.childForFieldName(node.type === "new_expression" ? "constructor" : "function");
    const list = node.childForFieldName("arguments");
    const index = this.#calls.length;
    const blank: Call = {
      receiver: null,
      callee: "",
      args: [],
      keywords: [],
      use,
      arity,
      asserted: false,
      conditions: this.#conditions,
      caught: this.#caught,
      ...this.#lines(node),
      start: node.startIndex,
      end: node.endIndex,
    };
    this.#calls.push(blank);
    const callee = target ? unwrapped(target) : null;
    let receiver: string | null = null;
    let called = "";
    if (callee?.type === "member_expression") {
      const object = callee.childForFieldName("object");
      called = callee.childForFieldName("property")?.text ?? "";
      receiver = object ? (object.type === "super" ? "super()" : (pathOf(object) ?? fold(object.text))) : "";
      this.#member(callee, true);
    } else if (callee) {
      called = fold(callee.text);
      if (callee.type !== "identifier" && callee.type !== "super" && callee.type !== "import")
        this.#value(callee, "argument");
    }
    const args = (list?.type === "arguments" ? parts(list) : list ? [list] : []).map((child) =>
      this.#value(child, "argument"),
    );
    this.#calls[index] = { ...blank, receiver, callee: called, args };
    const key = args[0];
    if (called === "get" && key?.kind === "string" && args.length === 1) this.#mapRead(key.value);
    if (called === "includes" && callee && args[0]?.kind === "path") this.#included(callee, args[0].text, node);
    const path = receiver === null ? called : `${receiver}.${called}`;
    if (MAKES.test(path) && args[0]) return args[0];
    return { kind: "call", text: fold(node.text), call: index };
  }

  /** `map.get("k")` reads a key, which may be absent. */
  #mapRead(key: string): void {
    const last = this.#accesses.findLastIndex((access) => access.kind === "method" && access.key === "get");
    const access = this.#accesses[last];
    if (access) this.#accesses[last] = { ...access, kind: "key", key, required: false, default: "undefined" };
  }

  /** `["a", "b"].includes(x)` */
  #included(callee: Node, subject: string, node: Node): void {
    const list = callee.childForFieldName("object");
    const array = list ? unwrapped(list) : null;
    if (array?.type !== "array") return;
    const literals = parts(array).map(stringOf);
    if (literals.every((each) => each !== null))
      this.#comparisons.push({ subject, operator: "in", literals: literals as string[], ...this.#lines(node) });
  }

  #object(node: Node): Value {
    const keys: string[] = [];
    const values: Value[] = [];
    let open = false;
    for (const child of parts(node)) {
      if (child.type === "shorthand_property_identifier") {
        keys.push(child.text);
        values.push({ kind: "path", text: child.text });
      } else if (child.type === "pair" || child.type === "method_definition") {
        const key = keyOf(child.childForFieldName(child.type === "pair" ? "key" : "name"));
        const value = child.type === "pair" ? child.childForFieldName("value") : child;
        const held: Value = value ? this.#value(value, "argument", key) : { kind: "other", text: "" };
        if (key === null) open = true;
        else {
          keys.push(key);
          values.push(held);
        }
      } else {
        this.#value(child, "argument");
        open = true;
      }
    }
    return { kind: "keys", text: fold(node.text), keys, values, open };
  }

  #ternary(node: Node, use: Use, arity: number): Value {
    const condition = node.childForFieldName("condition");
    if (condition) this.#value(condition, "argument");
    const text = condition ? conditionText(condition) : "";
    const items: Value[] = [];
    const branch = (side: string, under: string) => {
      const value = node.childForFieldName(side);
      if (value)
        this.#under(under, () => {
          items.push(this.#value(value, use, null, arity));
        });
    };
    branch("consequence", text);
    branch("alternative", negated(text));
    return { kind: "either", text: fold(node.text), items };
  }

  #binary(node: Node, use: Use, arity: number): Value {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const operator = node.childForFieldName("operator")?.text ?? "";
    if (!left || !right) return this.#inside(node);
    if (operator === "||" || operator === "??" || operator === "&&") {
      const first = this.#value(left, "argument");
      const text = conditionText(left);
      const under = operator === "&&" ? text : operator === "||" ? negated(text) : `${text} == null`;
      let second: Value = { kind: "other", text: "" };
      this.#under(under, () => {
        second = this.#value(right, use, null, arity);
      });
      if (operator === "&&") return { kind: "either", text: fold(node.text), items: [second] };
      this.#default(first, fold(right.text));
      return { kind: "either", text: fold(node.text), items: [first, second] };
    }
    const values = [this.#value(left, "argument"), this.#value(right, "argument")] as const;
    if (/^[!=]==?$/.test(operator)) this.#compare(values, operator.startsWith("!") ? "!=" : "==", node);
    return { kind: "other", text: fold(node.text) };
  }

  #compare([left, right]: readonly [Value, Value], operator: "==" | "!=", node: Node): void {
    const literal = left.kind === "string" ? left : right;
    const subject = literal === left ? right : left;
    if (literal.kind !== "string" || subject.kind !== "path") return;
    this.#comparisons.push({ subject: subject.text, operator, literals: [literal.value], ...this.#lines(node) });
  }

  /** `x.a ?? d`: the access that gave the left side has a default. */
  #default(value: Value, fallback: string): void {
    const last = value.kind === "access" ? value.access : value.kind === "path" ? this.#accesses.length - 1 : -1;
    const at =
      value.kind === "path"
        ? this.#accesses.findLastIndex((access) => `${access.object}.${access.key}` === value.text)
        : last;
    const access = this.#accesses[at];
    if (access) this.#accesses[at] = { ...access, required: false, default: fallback };
  }
}

function unwrappedOnce(node: Node): Node | null {
  return unwrapped(node).id === node.id ? null : unwrapped(node);
}

function objectOf(base: Value | null): { object: string | null; of: Value | null } {
  if (base?.kind === "path" || base?.kind === "access")
    return { object: base.text, of: base.kind === "path" ? null : base };
  return { object: null, of: base };
}

/** What a function bound to this target is called. */
function lastName(target: Node): string | null {
  const path = pathOf(target);
  return path === null ? null : path.slice(path.lastIndexOf(".") + 1);
}

interface PatternPart {
  readonly key: string;
  readonly target: Node;
  readonly fallback: Node | null;
  readonly at: Node;
}

/** The keys that an object pattern takes and what it binds them to; the rest is bound to nothing. */
function patternOf(pattern: Node): PatternPart[] {
  return parts(pattern).flatMap((each): PatternPart[] => {
    if (each.type === "shorthand_property_identifier_pattern")
      return [{ key: each.text, target: each, fallback: null, at: each }];
    if (each.type === "object_assignment_pattern") {
      const left = each.childForFieldName("left");
      return left ? [{ key: left.text, target: left, fallback: each.childForFieldName("right"), at: each }] : [];
    }
    if (each.type !== "pair_pattern") return [];
    const key = keyOf(each.childForFieldName("key"));
    const value = each.childForFieldName("value");
    if (key === null || !value) return [];
    const assigned = value.type === "assignment_pattern";
    const target = assigned ? value.childForFieldName("left") : value;
    return target ? [{ key, target, fallback: assigned ? value.childForFieldName("right") : null, at: each }] : [];
  });
}
