// Turns the statements of a Python body into its facts, each with the conditions it stands under. Expressions are
// python-values.ts's.

import type { Body } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { fold } from "../syntax/nodes.ts";
import {
  assertedPath,
  decoratorsOf,
  descend,
  exceptionOf,
  fallenThrough,
  guardOf,
  importsOf,
  isPath,
  lastStatement,
  leaves,
  negate,
  parametersOf,
  stringValue,
  unpackCount,
} from "./python-nodes.ts";
import { ValueWriter } from "./python-values.ts";
import { NO_HEAD } from "./writer.ts";

/** Writes down one body; a nested function gets a writer of its own. */
export class BodyWriter extends ValueWriter {
  /** The body of a function, decorated or not. */
  function(node: Node): Body {
    const decorators = node.type === "decorated_definition" ? decoratorsOf(node) : [];
    const definition = node.type === "decorated_definition" ? node.childForFieldName("definition") : node;
    const block = definition?.childForFieldName("body") ?? null;
    if (block) {
      this.block(block);
      if (!leaves(block)) this.fallsOff(lastStatement(block) ?? block, "None", fallenThrough(block));
    }
    const annotation = definition?.childForFieldName("return_type") ?? null;
    return this.body({
      parameters: parametersOf(definition?.childForFieldName("parameters") ?? null),
      returnAnnotation: annotation ? fold(annotation.text) : null,
      decorators,
      isAsync: definition?.children[0]?.type === "async",
    });
  }

  /** Statements that belong to no function: of a module or a class. */
  statements(root: Node): Body {
    this.block(root);
    return this.body(NO_HEAD);
  }

  protected block(block: Node): void {
    const statements = block.namedChildren.filter((child): child is Node => child !== null);
    this.inOrder(statements, (each) => this.statement(each), guardOf);
  }

  protected statement(node: Node): void {
    switch (node.type) {
      case "expression_statement":
        for (const child of node.namedChildren) if (child) this.expressionStatement(child);
        return;
      case "return_statement": {
        const value = node.namedChildren[0] ?? null;
        this.returns.push({
          value: value ? this.value(value, "returned") : { kind: "null", text: "None" },
          implicit: false,
          conditions: this.conditions,
          ...this.linesOf(node),
        });
        return;
      }
      case "raise_statement": {
        const value = node.namedChildren[0] ?? null;
        if (value) this.value(value, "argument");
        const name = value?.type === "call" ? value.childForFieldName("function") : value;
        this.raises.push({
          exception: name && isPath(name) ? name.text : null,
          conditions: this.conditions,
          ...this.linesOf(node),
        });
        return;
      }
      case "if_statement":
        this.ifStatement(node);
        return;
      case "while_statement": {
        const condition = node.childForFieldName("condition");
        const text = condition ? fold(condition.text) : "";
        if (condition) this.value(condition, "argument");
        const body = node.childForFieldName("body");
        if (body) this.under(text === "True" || text === "1" ? null : text, () => this.block(body));
        this.alternatives(node);
        return;
      }
      case "for_statement": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        if (right && left) this.bind(left, this.value(right, "argument"), "for", node, null);
        const body = node.childForFieldName("body");
        if (body) this.block(body);
        this.alternatives(node);
        return;
      }
      case "try_statement":
        this.tryStatement(node);
        return;
      case "with_statement": {
        for (const item of descend(node, "with_item")) {
          const value = item.childForFieldName("value");
          if (value?.type === "as_pattern") {
            const [subject, target] = value.namedChildren;
            if (subject && target) this.bind(target, this.value(subject, "bound"), "with", node, null);
          } else if (value) this.value(value, "argument");
        }
        const body = node.childForFieldName("body");
        if (body) this.block(body);
        return;
      }
      case "assert_statement": {
        const [test, message] = node.namedChildren;
        if (test) {
          this.value(test, "argument", true);
          const object = assertedPath(test);
          if (object) this.asserts.push({ object, line: this.lineOf(node) });
        }
        if (message) this.value(message, "argument");
        return;
      }
      case "function_definition":
      case "decorated_definition": {
        const definition = node.type === "function_definition" ? node : node.childForFieldName("definition");
        if (definition?.type === "function_definition") {
          const name = definition.childForFieldName("name")?.text ?? "<function>";
          this.nested.push({ name, body: new BodyWriter(this.source).function(node), ...this.linesOf(definition) });
        } else if (definition) this.statement(definition);
        return;
      }
      case "class_definition": {
        const body = node.childForFieldName("body");
        if (body) this.block(body);
        return;
      }
      case "match_statement": {
        const subject = node.childForFieldName("subject");
        if (subject) this.value(subject, "argument");
        for (const clause of descend(node, "case_clause")) {
          const pattern = clause.namedChildren[0];
          const consequence = clause.childForFieldName("consequence");
          const text = `${subject ? fold(subject.text) : ""} is ${pattern ? fold(pattern.text) : "_"}`;
          if (pattern && subject) this.caseLiterals(subject, pattern);
          if (consequence) this.under(text, () => this.block(consequence));
        }
        return;
      }
      case "delete_statement":
        for (const child of node.namedChildren) if (child) this.target(child);
        return;
      case "import_statement":
      case "import_from_statement":
        this.imports.push(...importsOf(node));
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
          if (child.type === "block") this.block(child);
          else if (child.type.endsWith("_statement") || child.type.endsWith("_clause")) this.statement(child);
          else this.value(child, "argument");
        }
    }
  }

  protected caseLiterals(subject: Node, pattern: Node): void {
    const literals = descend(pattern, "string").map(stringValue);
    if (isPath(subject) && literals.every((each) => each !== null) && literals.length > 0) {
      this.comparisons.push({
        subject: subject.text,
        operator: "in",
        literals: literals as string[],
        ...this.linesOf(pattern),
      });
    }
  }

  protected ifStatement(node: Node): void {
    const negations: string[] = [];
    const branch = (condition: Node | null, consequence: Node | null) => {
      const source = condition ? fold(condition.text) : null;
      // A chunk by itself stands under an `if 1:` of our own, which is no condition.
      const text = source === "1" || source === "True" ? null : source;
      const outer = this.conditions;
      this.conditions = [...outer, ...negations];
      if (condition) this.value(condition, "argument");
      if (consequence) this.under(text, () => this.block(consequence));
      this.conditions = outer;
      if (text) negations.push(negate(text));
    };
    branch(node.childForFieldName("condition"), node.childForFieldName("consequence"));
    for (const child of node.namedChildren) {
      if (child?.type === "elif_clause")
        branch(child.childForFieldName("condition"), child.childForFieldName("consequence"));
      if (child?.type === "else_clause") branch(null, child.childForFieldName("body"));
    }
  }

  protected alternatives(node: Node): void {
    for (const child of node.namedChildren) {
      const body = child?.type === "else_clause" ? child.childForFieldName("body") : null;
      if (body) this.block(body);
    }
  }

  protected tryStatement(node: Node): void {
    const handlers = node.namedChildren.filter((child): child is Node => child?.type.startsWith("except") ?? false);
    const first = handlers[0];
    const body = node.childForFieldName("body");
    if (body) this.catching(first ? exceptionOf(first) : null, () => this.block(body));
    for (const child of node.namedChildren) {
      if (!child || child === body) continue;
      const block = child.namedChildren.find((each) => each?.type === "block") ?? null;
      if (!block) continue;
      if (child.type.startsWith("except")) this.under(`except ${exceptionOf(child)}`, () => this.block(block));
      else if (child.type === "else_clause" || child.type === "finally_clause") this.block(block);
    }
  }

  protected expressionStatement(node: Node): void {
    if (node.type === "assignment") {
      const left = node.childForFieldName("left");
      const right = node.childForFieldName("right");
      const type = node.childForFieldName("type");
      if (!left) return;
      const annotation = type ? fold(type.text) : null;
      if (!right) {
        this.bind(left, { kind: "other", text: "" }, "declare", node, annotation);
        return;
      }
      if (right.type === "assignment") {
        this.expressionStatement(right);
        const inner = right.childForFieldName("right");
        if (inner) this.bind(left, this.value(inner, "bound"), "assign", node, annotation);
        return;
      }
      const count = unpackCount(left);
      const value = this.value(right, count > 0 ? "unpacked" : "bound", false, count > 0 ? count : 1);
      this.bind(left, value, count > 0 ? "unpack" : "assign", node, annotation);
    } else if (node.type === "augmented_assignment") {
      const left = node.childForFieldName("left");
      const right = node.childForFieldName("right");
      if (right && left) this.bind(left, this.value(right, "bound"), "augment", node, null);
    } else {
      this.value(node, "discarded", false, 0);
    }
  }
}
